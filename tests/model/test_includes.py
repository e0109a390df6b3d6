"""Fragments that a model takes in."""

import numpy as np
import pytest

from pelagos import identify, model
from pelagos.errors import ModelError

OWN = """
name: vehicle
include: [surge.yaml, heave.yaml]
water: {density: 1000}
bodies:
  hull: {joint: free, mass: 5, inertia: [1, 1, 1], drag: {X_u: 9, sign: magnitude}}
"""


def written(folder, text=OWN):
    for name, drag in (("surge", "X_|u|u: 34, X_u: 2"), ("heave", "Z_|w|w: 74")):
        words = f"bodies: {{hull: {{drag: {{{drag}, sign: magnitude}}}}}}\n"
        (folder / f"{name}.yaml").write_text(words)
    (folder / "vehicle.yaml").write_text(text)
    return folder / "vehicle.yaml"


def test_words_are_merged_and_the_models_own_win(tmp_path):
    (law,) = model.load(written(tmp_path)).bodies["hull"].drag
    assert (law.quadratic[0][0], law.quadratic[2][2], law.linear[0][0]) == (34, 74, 9)


@pytest.mark.parametrize(
    ("word", "said"),
    [("missing.yaml", "no such file"), ("../x.yaml", "outside"), ("[vehicle.yaml]", "no further")],
)
def test_refusals(tmp_path, word, said):
    place = written(tmp_path, OWN.replace("[surge.yaml, heave.yaml]", word))
    with pytest.raises(ModelError, match=said):
        model.load(place)


def drag(robot, body):
    (law,) = robot.bodies[body].drag
    return np.array(law.linear), np.array(law.quadratic)


@pytest.mark.parametrize(
    ("vehicle", "body"),
    [
        ("bluerov", "hull"),
        ("bluerov-heavy", "hull"),
        ("bluerov-pair", "connector"),
        ("bluerov-pair", "port.hull"),
        ("remus100", "hull"),
        ("rov-arm", "hull"),
    ],
)
def test_fits_are_laid_over_vehicles_that_come_with_the_package(tmp_path, vehicle, body):
    """Two entries change and all others stay, whether written as tables or as names."""
    u = np.linspace(0.1, 1, 12)
    fit = identify.fit_drag(u, 31 * u**2 + 2 * u + 0.01 * np.sin(40 * u), axis="heave")
    fit.write(tmp_path / "heave.yaml", body)
    (tmp_path / "m.yaml").write_text(f"include: [{vehicle}, heave.yaml]\n")
    for old, new, value in zip(
        drag(model.load(vehicle), body),
        drag(model.load(tmp_path / "m.yaml"), body),
        (fit.c2, fit.c1),
        strict=True,
    ):
        assert new[2, 2] == pytest.approx(value, rel=1e-5)
        new[2, 2] = old[2, 2]
        np.testing.assert_array_equal(new, old)


def test_entries_beside_the_diagonal_make_a_matrix(tmp_path):
    words = "bodies: {hull: {drag: {Y_r: 0.3, Y_|v|v: -5}}}\n"  # as Fossen prints them
    (tmp_path / "f.yaml").write_text(words)
    (tmp_path / "m.yaml").write_text("include: [bluerov, f.yaml]\nname: coupled\n")
    robot = model.load(tmp_path / "m.yaml")
    linear, quadratic = drag(robot, "hull")
    assert (robot.name, linear[1, 5], quadratic[1, 1]) == ("coupled", -0.3, 5)
    assert linear[5, 5] == 4.64


def test_coefficients_are_not_lost_in_other_laws(tmp_path):
    (tmp_path / "f.yaml").write_text("bodies: {chassis: {drag: {X_u: 3, sign: magnitude}}}\n")
    (tmp_path / "m.yaml").write_text("include: [maarco, f.yaml]\n")
    with pytest.raises(ModelError, match="'chassis' is that of 'ellipsoid'"):
        model.load(tmp_path / "m.yaml")


def test_a_fragment_is_no_file_of_paths_and_values(tmp_path):
    (tmp_path / "f.yaml").write_text("bodies: {hull: {drag: {X_u: 3, sign: magnitude}}}\n")
    with pytest.raises(ModelError, match=r"words of a model(.|\n)*include: \[ROBOT, f\.yaml\]"):
        model.settings([f"@{tmp_path / 'f.yaml'}"])
