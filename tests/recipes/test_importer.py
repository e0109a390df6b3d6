"""The recipe "An importer": a small format of hanging rods, in one file."""

from __future__ import annotations

import pytest

from tests.recipes.tools import with_file

RODS = '''
    """Rods: a chain of thin rods that hang from each other."""

    from __future__ import annotations

    from typing import Any

    from pelagos.errors import Problem
    from pelagos.importers.contract import Importer
    from pelagos.language.words import WORLD
    from pelagos.language.xml_text import Tag
    from pelagos.language.yaml_text import Document


    class Rods(Importer):
        name = "Rods"
        endings = (".rods",)
        tag = "rods"

        def read(self, root: Tag, file: str) -> Document:
            bodies: dict[str, Any] = {}
            problems, notes, lines = [], [], {}
            parent, above = WORLD, 0.0
            for k, tag in enumerate(root.children):
                if tag.name != "rod":
                    notes.append(f"{file}: left out: <{tag.name}>")
                    continue
                try:
                    length, mass = (float(tag.attributes[a]) for a in ("length", "mass"))
                except (KeyError, ValueError):
                    said = "a rod has a length and a mass"
                    remedy = 'write <rod length="1" mass="2"/>'
                    problems.append(Problem(file, tag.line, "<rod>", "", said, remedy))
                    continue
                body, across = f"rod{k}", mass * length**2 / 12
                lines["bodies", body] = tag.line
                bodies[body] = {
                    "parent": parent, "at": [0, 0, -above], "joint": {"revolute": "y"},
                    "mass": mass, "com": [0, 0, -length / 2], "inertia": [across, across, 0],
                }
                parent, above = body, length
            words = {"name": root.attributes.get("name", "rods"), "bodies": bodies}
            return Document(words, lines, tuple(problems), tuple(notes))
'''
CHAIN = '<rods name="chain">\n<rod length="1" mass="2"/>\n<rod length="0.5" mass="1"/>\n</rods>\n'


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("importer")
    (folder / "chain.rods").write_text(CHAIN)
    (folder / "chain.xml").write_text(CHAIN)
    (folder / "driven.yaml").write_text(
        "include: chain.rods\nactuators: {m: {motor: {joint: rod0, input: 3}}}\n"
    )
    modules = "{one: {file: chain.rods}, two: {file: chain.rods, at: [0, 1, 0]}}"
    (folder / "pair.yaml").write_text(f"name: pair\nmodules: {modules}\n")
    return with_file(folder, "importers/rods.py", RODS)


def test_a_file_is_read_by_its_ending_or_its_outermost_tag(copy):
    copy.python("""
        import pelagos as pl
        robot = pl.load("chain.rods")
        assert robot.name == "chain"
        assert list(robot.bodies) == ["rod0", "rod1"]
        assert robot.bodies["rod1"].parent == "rod0"
        assert pl.load("chain.xml").hash == robot.hash
        assert pl.simulate(robot, duration=0.5).outcome.code == "finished"
        assert list(pl.load("driven.yaml").actuators) == ["m"]
        assert list(pl.load("pair.yaml").bodies) == ["one.rod0", "one.rod1", "two.rod0", "two.rod1"]
        assert pl.loads('<robot name="r"><link name="a"/></robot>').bodies
    """)
    assert "rod1" in copy.command("info", "chain.rods")


def test_problems_have_lines_and_notes_are_told(copy):
    copy.python("""
        import warnings
        import pelagos as pl
        text = open("chain.rods").read()
        for old, new, said in (
            ('mass="1"', 'mass="1 kg"', "chain.rods:3: <rod>: a rod has a length and a mass"),
            ('mass="1"', 'mass="-1"', "chain.rods:3: bodies.rod1.mass"),
            ("rods", "house", "turn it into MJCF (<mujoco>), Rods (<rods>), SDF (<sdf>)"),
        ):
            try:
                pl.loads(text.replace(old, new), "chain.rods")
            except pl.PelagosError as error:
                assert said in str(error), error
            else:
                raise AssertionError(new)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            robot = pl.loads(text.replace("</rods>", "<paint/></rods>"), "chain.rods")
        assert robot.notes == ("chain.rods: left out: <paint>",)
        assert "left out" in str(told[0].message)
    """)


def test_one_without_its_parts_is_an_error_at_import(tmp_path):
    copy = with_file(tmp_path, "importers/rods.py", RODS.replace('tag = "rods"', 'tag = ""'))
    with pytest.raises(AssertionError, match="Rods does not state its tag"):
        copy.python("import pelagos.model")
