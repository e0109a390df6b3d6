"""The notebooks of the documentation, run from start to end without a display or a server."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

pytest.importorskip("nbclient", reason="no nbclient: pip install pelagos[notebooks]")
pytest.importorskip("ipykernel", reason="no ipykernel: pip install pelagos[notebooks]")

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "docs/notebooks").glob("*.py"))
# What must be among the outputs of each.
SHOWN = {
    "mechanics": ("text/latex", "check of double pendulum", "four-bar linkage", "image/png"),
    "variations": ("60 runs", "128 finished", "a longer rod", "parameters.length"),
    "vehicle": ("srcdoc=", "bluerov-arm", "hold.depth", "image/png"),
}


@pytest.fixture(scope="module")
def tool():
    place = ROOT / "docs/scripts/notebooks.py"
    spec = importlib.util.spec_from_file_location("docs_notebooks", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_three_and_the_page_names_each():
    page = (ROOT / "docs/notebooks.md").read_text(encoding="utf-8")
    named = re.findall(r"\(assets/notebooks/(\w+)\.html\)", page)
    assert sorted(named) == [script.stem for script in SCRIPTS] == sorted(SHOWN)


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_notebooks_run_from_start_to_end(tool, script, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    done = tool.execute(tool.read(script))  # a cell that fails is raised
    outputs = [one for cell in done.cells for one in cell.get("outputs", ())]
    assert all(one.output_type != "error" for one in outputs)
    assert not [one for one in outputs if one.get("name") == "stderr"]
    said = "".join(
        f"{kind} {data}" for one in outputs for kind, data in one.get("data", {}).items()
    )
    for piece in SHOWN[script.stem]:
        assert piece in said
    page = tool.page(done, script.stem)
    assert page.count('class="output"') == len(outputs)
    assert "Traceback" not in page
    assert "<script>alert" not in page


def test_cells_of_scripts(tool, tmp_path):
    place = tmp_path / "a.py"
    place.write_text("# %% [markdown]\n# # Title\n#\n# words\n\n# %%\nx = 1\n# a comment\n")
    words, code = tool.read(place).cells
    assert words.source == "# Title\n\nwords"
    assert code.source == "x = 1\n# a comment"
    place.write_text("# %% [markdwn]\n")
    with pytest.raises(ValueError, match=r"write # %% \[markdown\]"):
        tool.read(place)
