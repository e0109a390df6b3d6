"""What contacts refuse: overlap at the start, maps with holes, bodies that cannot touch."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import ModelError
from tests.contact.made import SHAPES, alone, hills, outputs, two


def refused(**words):
    body = {"mass": 1, "shape": SHAPES["sphere"]}
    bodies = {"ball": body, "other": body, "bare": {"mass": 1, "inertia": [1, 1, 1]}}
    bodies["hat"] = {"mass": 1, "parent": "ball", "joint": "fixed", "inertia": [1, 1, 1]}
    bodies["worn"] = {**body, "parent": "hat", "joint": "fixed", "at": [0, 0, 1]}
    bodies["post"] = {**body, "joint": "fixed", "at": [0, 5, 1]}
    start = {"ball": {"position": [0, 0, 1]}, "other": {"position": [1, 0, 1]}}
    contacts = {"c": {"of": "ball", **words}}
    with pytest.raises(ModelError) as error:
        pl.Robot(name="x", bodies=bodies, initial=start, contacts=contacts)
    return str(error.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({}, "nothing is said that 'ball' touches"),
        ({"against": "oter"}, "did you mean other?"),
        ({"against": "bare"}, "a body without a shape touches nothing"),
        ({"against": "ball"}, "'ball' is on both sides"),
        ({"against": "other", "plane": True}, "against and plane are given"),
        ({"plane": True, "stiffness": -1}, "not positive"),
        ({"plane": True, "damping": -1}, "below 0"),
        ({"plane": True, "friction": -0.1}, "below 0"),
        ({"plane": True, "friction_time": 0.01}, "there is no friction to hold"),
        ({"plane": {"normal": [0, 0, 0]}}, "length zero"),
        ({"plane": True, "fastest": 1}, "have no other side"),
        ({"against": ["other", "other"]}, "'other' is named twice"),
        (
            {"against": "other", "spacing": 0.01},
            "these bodies feel each other without points along",
        ),
        (
            {"plane": True, "spacing": 0.01},
            "these bodies touch the world without points along edges",
        ),
        ({"against": "worn"}, "ball and worn are fixed to each other, and never come closer"),
        ({"of": "post", "plane": True}, "post is fixed to the world, and never comes closer to it"),
        ({"plane": {"at": [0, 0, 0.95]}}, "ball and the plane overlap by 0.05 m at the start"),
        ({"height_map": {}}, "a height map has a file"),
        ({"height_map": {"file": "nowhere.asc"}}, "there is no such file"),
    ],
)
def test_contacts_that_make_no_sense_are_refused(words, said):
    assert said in refused(**words)


def test_bodies_that_overlap_are_told_by_how_much_and_may_be_meant_to():
    start = {"a": {"position": [0.19, 0, 0]}}
    with pytest.raises(ModelError, match=r"a and b overlap by 0\.01 m at the start.*\n.*preload"):
        two(SHAPES["sphere"], SHAPES["sphere"], start, {})
    meant = two(SHAPES["sphere"], SHAPES["sphere"], start, {"preload": 0.011})
    run = pl.simulate(meant, duration=1)
    assert outputs(run, "hit.depth")[0] == pytest.approx(0.01)


def test_a_scenario_that_begins_with_an_overlap_is_refused():
    low = {"initial": {"body": {"position": [0, 0, -1]}}}
    start, contact = {"position": [0, 0, 1]}, {"plane": True}
    robot = alone(SHAPES["sphere"], start, contact, scenarios={"low": low})
    with pytest.raises(ModelError, match=r"overlap by 1\.1 m"):
        pl.simulate(robot, "low")


def asc(heights, head="xllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999"):
    rows, columns = np.shape(heights)
    lines = "\n".join(" ".join(f"{h:.17g}" for h in row) for row in heights)
    return f"ncols {columns}\nnrows {rows}\n{head}\n{lines}\n"


def on_map(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    words = {
        "name": "map",
        "bodies": {"ball": {"mass": 1, "shape": SHAPES["sphere"]}},
        "initial": {"ball": {"position": [1, 1, 5]}},
        "contacts": {"c": {"of": "ball", "height_map": {"file": name}}},
    }
    model = folder / "model.yaml"
    model.write_text(repr(words).replace("'", '"').replace("True", "true"), encoding="utf-8")
    return pl.load(model)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("m.asc", asc([[0, 0, 0], [0, -9999, 0], [0, -9999, 0]]), "2 of the map's 9 heights are"),
        ("m.asc", asc([[0, 0, 0], [0, float("nan"), 0]]), "one of them at x = 1.5, y = 0.5"),
        ("m.asc", asc([[0, 0], [0, 0]]) + "7\n", "the grid has 5 heights, its head says 2 times 2"),
        ("m.asc", asc([[0, 0], [0, 0]], "xllcorner 0\nyllcorner 0\ncellsize 0"), "no cellsize"),
        ("m.asc", "ncols 2\n", "the head of the grid gives no nrows between"),
        ("m.csv", "y/x,0,1,2\n0,1,,3\n1,1,2,3\n", "1 of the map's 6 heights are missing"),
        ("m.csv", "y/x,0,1,3\n0,1,2,3\n1,1,2,3\n", "the x of the map do not stand at even steps"),
        ("m.csv", "y/x,0,1,2\n0,1,2,3\n1,1,2\n", "line 3 has 3 entries, the first one 4"),
        (
            "m.asc",
            asc([[0, 0], [0, 0]], "xllcorner 1e400\nyllcorner 0\ncellsize 1"),
            "the origin of",
        ),
        ("m.csv", "hello\n", "the file holds no grid"),
    ],
)
def test_maps_that_are_no_whole_grid_are_refused(tmp_path, name, text, said):
    with pytest.raises(ModelError) as error:
        on_map(tmp_path, name, text)
    assert said in str(error.value)


def test_both_kinds_of_files_and_words_say_the_same(tmp_path):
    x, heights = np.linspace(0, 3, 7), np.random.default_rng(5).uniform(0, 1, (5, 7))
    y = np.linspace(-1, 1, 5).tolist()
    lines = [",".join(["", *map(repr, x.tolist())])]
    lines += [",".join(map(repr, [b, *row])) for b, row in zip(y, heights.tolist(), strict=True)]
    table = on_map(tmp_path, "m.csv", "\n".join(lines))
    head = "xllcenter 0\nyllcenter -1\ncellsize 0.5"
    grid = on_map(tmp_path, "m.asc", asc(heights[::-1], head))
    found = [r.elements["c"].height_map for r in (table, grid)]
    for one in found:
        assert (one.origin, one.spacing) == ((0.0, -1.0), (0.5, 0.5))
        np.testing.assert_allclose(one.heights, heights, atol=1e-15)
    (tmp_path / "m.csv").unlink()  # the words of a robot need no file
    again = pl.Robot(**table.to_dict())
    assert again.elements["c"].height_map.heights == found[0].heights
    assert again.hash == table.hash


def test_a_map_across_gravity_is_refused():
    start = {"position": [0, 0, 2]}
    with pytest.raises(ModelError, match="gravity is not along that"):
        alone(SHAPES["sphere"], start, {"height_map": hills()}, gravity=[1, 0, -9])


def test_a_batch_of_runs_with_and_without_bristles_is_refused():
    start, contact = {"position": [0, 0, 1]}, {"plane": True, "friction": 0.5}
    robot = alone(SHAPES["sphere"], start, contact)
    (name,) = robot.to_dict()["contacts"]
    with pytest.raises(pl.PelagosError, match="states of some runs alone"):
        pl.simulate_batch(robot, duration=0.01, vary={f"contacts.{name}.friction": [0.0, 0.5]})
