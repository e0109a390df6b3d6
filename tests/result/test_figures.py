"""What figures show: every curve named and seen, paths across gravity, attitudes, expressions."""

from __future__ import annotations

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.result.columns import Column
from pelagos.result.euler import angles, unfolded
from pelagos.result.figures.legends import legend, styles
from pelagos.result.figures.panel import Panel
from pelagos.result.figures.paths import _views
from pelagos.result.figures.scales import by_scale, least_limits
from pelagos.result.panels import default_panels, figure_panels, quantity_panels

SWING = """
pelagos: 1
name: swing
bodies:
  arm: {joint: {revolute: y}, mass: 1 kg, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}
  plate: {joint: free, mass: 2 kg, inertia: [0.1, 0.2, 0.3], com: [0.1, 0, 0]}
actuators:
  knee: {servo: {joint: arm, stiffness: 20, damping: 2, input: 0.5*sin(2*pi*t)}}
initial:
  plate: {position: [0, 1, 5], velocity: [1, 0, 0], angular_velocity: [0, 3, 0]}
"""


@pytest.fixture(scope="module")
def run():
    return pl.simulate(pl.loads(SWING), duration=1.5, every=0.01)


# Attitudes ---------------------------------------------------------------------------------------


def matrices(found):
    """Rz(yaw) Ry(pitch) Rx(roll)."""
    roll, pitch, yaw = found.T
    one, zero = np.ones(len(found)), np.zeros(len(found))

    def about(k, angle):
        c, s = np.cos(angle), np.sin(angle)
        parts = {
            0: [[one, zero, zero], [zero, c, -s], [zero, s, c]],
            1: [[c, zero, s], [zero, one, zero], [-s, zero, c]],
            2: [[c, -s, zero], [s, c, zero], [zero, zero, one]],
        }
        return np.moveaxis(np.array(parts[k]), -1, 0)

    return about(2, yaw) @ about(1, pitch) @ about(0, roll)


def quaternions_of(roll, pitch, yaw):
    """Products of half turns about z, y, x."""
    half = np.stack([yaw, pitch, roll]) / 2
    (cy, cp, cr), (sy, sp, sr) = np.cos(half), np.sin(half)
    return np.stack(
        [
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        ],
        axis=1,
    )


@pytest.mark.parametrize("rate", [7.0, -7.0])
def test_pitch_goes_on_past_the_vertical(rate):
    t = np.linspace(0, 3, 400)
    wanted = np.stack([0.2 * np.sin(t), rate * t, 0.3 * t], axis=1)
    found = unfolded(quaternions_of(*wanted.T))
    np.testing.assert_allclose(found, wanted, atol=1e-9)
    assert np.abs(angles(quaternions_of(*wanted.T))[:, 1]).max() < np.pi / 2 + 1e-9


def test_unfolded_angles_are_the_same_attitude_and_rest_at_the_vertical():
    rng = np.random.default_rng(3)
    t = np.linspace(0, 6, 3000)
    swings = [sum(a * np.sin(w * t + p) for a, w, p in rng.uniform(0.3, 2, (3, 3))) for _ in "rpy"]
    turned = quaternions_of(*swings)
    found = unfolded(turned)
    np.testing.assert_allclose(matrices(found), matrices(angles(turned)), atol=1e-7)
    still = quaternions_of(np.full(5, 0.4), np.full(5, np.pi / 2), np.full(5, 1.0))
    assert np.ptp(unfolded(still), axis=0).max() < 1e-7


def test_attitude_of_a_tumbling_plate(run):
    (panel,) = quantity_panels(run, "attitude.plate.pitch")
    assert panel.unit == "deg"
    # free of forces about its own axis of inertia, it turns at 3 rad/s; gravity acts at the centre
    np.testing.assert_allclose(panel.lines[0].values, np.rad2deg(3 * run.arrays["time"]), atol=1e-3)
    (folded,) = quantity_panels(run, "euler.plate.pitch")
    assert folded.lines[0].values.max() < 90.001
    assert [line.name for line in quantity_panels(run, "euler.plate.yaw")[0].lines] == ["plate.yaw"]


# Quantities --------------------------------------------------------------------------------------


def test_expressions(run):
    (panel,) = quantity_panels(run, "position.plate.z - 5")
    np.testing.assert_array_equal(panel.lines[0].values, run.arrays["position"][:, 1, 2] - 5)
    assert (panel.title, panel.unit) == ("position.plate.z - 5", "m")
    (turn,) = quantity_panels(run, "attitude.plate.pitch - 90 deg")
    np.testing.assert_allclose(
        turn.lines[0].values, np.rad2deg(3 * run.arrays["time"]) - 90, atol=1e-3
    )
    assert turn.unit == "deg"
    (size,) = quantity_panels(run, "sqrt(velocity.plate.x^2 + velocity.plate.y^2)")
    assert size.unit == "m/s"


def test_commas_put_quantities_into_one_panel(run):
    (panel,) = quantity_panels(run, "q.arm, commands.knee, max(q.arm, 0)")
    assert [line.name for line in panel.lines] == ["q.arm", "commands.knee", "max(q.arm, 0)"]
    length, angle = quantity_panels(run, "position.plate, q.arm")
    assert ([c.name for c in length.lines], angle.unit) == (
        ["plate.x", "plate.y", "plate.z"],
        "deg",
    )


def test_numbers_are_levels_in_the_panel_they_fit(run):
    length, angle = quantity_panels(run, "position.plate.z, q.arm, 30 deg, 10 in, 2")
    assert (list(length.dashed), list(angle.dashed)) == (["10 in", "2"], ["30 deg"])
    assert [line.values[0] for line in length.lines[1:]] == pytest.approx([0.254, 2.0])
    assert angle.lines[-1].values[-1] == pytest.approx(30.0)


@pytest.mark.parametrize(
    ("quantity", "said"),
    [
        ("position.plat.z - 5", r"unknown name 'position.plat.z'\n.*position.plate.z"),
        ("position.plate.z -", "nothing to plot for 'position.plate.z -'"),
        ("q.arm, ", "between commas"),
        ("q.arm, 5 m", "5 m does not fit the unit"),
        ("q.arm, balance", "balance cannot share a panel"),
        ("path.plat", "no body 'plat' in this run; did you mean plate"),
        ("attitud.plate", "did you mean attitude"),
    ],
)
def test_refusals(run, quantity, said):
    with pytest.raises(PelagosError, match=said):
        figure_panels(run, quantity)


def test_set_points_stand_beside_what_came(run):
    panels = {panel.title: panel for panel in default_panels(run)}
    servos = panels["joints with servos"]
    assert [line.name for line in servos.lines] == ["arm", "target of arm"]
    assert servos.dashed == {"target of arm": "arm"}
    wanted = np.rad2deg(0.5 * np.sin(2 * np.pi * run.arrays["time"]))
    np.testing.assert_allclose(servos.lines[1].values, wanted, atol=1e-9)
    assert panels["torques of actuators"].lines[0].name == "knee"
    left = quantity_panels(run, "residuals")[0]
    np.testing.assert_allclose(left.lines[0].values, wanted - servos.lines[0].values, atol=1e-9)


# Paths -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "gravity",
    [(0, 0, -9.8), (0, 0, 9.8), (0, -9.8, 0), (0, 9.8, 0), (-9.8, 0, 0), (9.8, 0, 0), (1, -5, 8)],
)
def test_seen_from_above_is_a_map(gravity):
    """To the right, ahead and up are right-handed; from the side up is up."""
    up = -np.array(gravity) / np.linalg.norm(gravity)
    whole, above, side = _views("path", {"b": np.eye(3)}, np.array(gravity, dtype=float))
    right, ahead = above.paths["b"].T  # the directions themselves
    np.testing.assert_allclose(np.cross(right, ahead), up, atol=1e-12)
    level, upright = side.paths["b"].T
    assert abs(level @ up) < 1e-12
    np.testing.assert_allclose(-upright if side.down else upright, up, atol=1e-12)
    np.testing.assert_array_equal(whole.paths["b"], np.eye(3))


def test_path_of_a_body(run):
    whole, above, _ = figure_panels(run, "path.arm")
    assert (list(whole.paths), above.title) == (["arm"], "path of arm from above")
    angle = run.arrays["q"][:, 0]
    np.testing.assert_allclose(whole.paths["arm"][:, 0], -0.5 * np.sin(angle), atol=1e-12)
    np.testing.assert_allclose(above.paths["arm"][:, 1], 0, atol=1e-12)
    assert list(figure_panels(run, "path")[0].paths) == ["plate", "arm"]


def test_without_gravity_nothing_is_above():
    titles = [view.title for view in _views("path", {"b": np.eye(3)}, np.zeros(3))]
    assert titles == ["path", "path, x and y", "path, x and z"]


# Names and scales --------------------------------------------------------------------------------


def texts(count):
    """The entries of the legend of so many curves."""
    axes = Figure().add_subplot()
    names = [f"curve{k}" for k in range(count)]
    for name, style in zip(names, styles(count), strict=True):
        axes.plot([0, 1], [0, 1], label=name, **style)
    legend(axes, names)
    return [text.get_text() for text in axes.get_legend().get_texts()]


@pytest.mark.parametrize("count", [1, 8, 14, 24])
def test_every_curve_is_named(count):
    assert texts(count) == [f"curve{k}" for k in range(count)]
    looks = {(matplotlib.colors.to_hex(s["color"]), s["linestyle"]) for s in styles(count)}
    assert len(looks) == count


def test_or_the_legend_says_how_many_are_not():
    *named, last = texts(50)
    assert (named[0], named[-1]) == ("curve0", "curve49")
    assert last == f"{50 - len(named)} more, not named"


def test_no_motion_is_hidden_by_another():
    t = np.linspace(0, 1, 50)
    sizes = {"large": 70.0, "second": 20.0, "small": 0.7, "tiny": 0.002, "still": 0.0}
    lines = [Column(name, "m", size * np.sin(9 * t) + 0.3) for name, size in sizes.items()]
    found = by_scale(Panel("positions", "m", lines))
    assert [panel.title for panel in found] == [
        "positions",
        "positions, finer scale",
        "positions, finest scale",
    ]
    assert [[line.name for line in panel.lines] for panel in found] == [
        ["large", "second", "still"],
        ["small"],
        ["tiny"],
    ]
    both = Panel("north", "m", lines, dashed={"large": ""})
    assert by_scale(both) == [both]


def test_rounding_errors_are_no_motion():
    noise = np.random.default_rng(1).normal(0, 1e-17, 40)
    assert least_limits(Panel("east", "m", [Column("a", "m", noise)])) == pytest.approx((-1, 1))
    assert least_limits(Panel("east", "m", [Column("a", "m", 1e9 * noise)])) is None


def test_pictures_of_all_of_it(run, tmp_path):
    figure = run.plot(
        None, ["path.arm", "attitude.plate", "position.plate.z - 5, q.arm", "control"]
    )
    assert len(figure.axes) == 7
    assert run.plot(tmp_path / "a.svg", ["all"]).stat().st_size > 10_000
