"""Commands on robots with elements of sections of their own."""

from __future__ import annotations

from pelagos.language.yaml_text import write
from pelagos.model import json_schema
from tests.elements.test_own import MODEL
from tests.elements.test_spring import WORDS


def test_code_is_run_only_when_asked_for(tmp_path, pelagos):
    (tmp_path / "model.yaml").write_text(MODEL)
    (tmp_path / "magnet.py").write_text("raise SystemError('it ran')\n")
    done = pelagos("run", str(tmp_path / "model.yaml"), "--no-out")
    assert done.code == 2
    assert "wants to run the code in magnet.py" in done.err
    assert "--allow-code" in done.err
    assert "it ran" not in done.err
    done = pelagos("run", str(tmp_path / "model.yaml"), "--no-out", "--allow-code")
    assert done.code == 2
    assert "raised SystemError: it ran" in done.err
    assert "Traceback" not in done.err


def test_info_and_schema_know_springs(pelagos, tmp_path):
    path = tmp_path / "balls.yaml"
    path.write_text(write(WORDS))
    done = pelagos("info", str(path))
    assert "spring between a and b, 30 N/m from 1 m" in done.out
    assert "s.tension" in done.out
    assert "stiffness" in str(json_schema()["properties"]["springs"])
