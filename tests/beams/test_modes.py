"""Modes of anything but plain beams: closed loops, rest that is unstable, words and pictures."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.analysis.mode_shapes import _lines
from pelagos.cli.main import main
from pelagos.errors import PelagosError

TWISTED = {
    "section": {"circle": 0.01},
    "E": "70 GPa",
    "G": "26 GPa",
    "density": 2700,
    "torsion": True,
    "gravity": [0, 0, 0],
}


def test_a_closed_loop_swings_as_its_pendulum():
    """A parallelogram: (2 arm/3 + bar) length a'' = -(arm + bar) g a, arm = 1, bar = 2 kg."""
    found = pl.modes("parallelogram", "small")
    omega = np.sqrt((1 + 2) * 9.81 / (2 / 3 + 2))
    assert len(found) == 1
    assert found.frequencies[0] == pytest.approx(omega / (2 * np.pi), rel=1e-9)
    assert np.allclose(np.abs(found.shapes), 1, atol=1e-9)  # both arms, and the bar against them
    assert np.allclose(found.q, 0, atol=1e-8)


@pytest.mark.parametrize(("robot", "scenario"), [("four-bar", None), ("stewart", "hold")])
def test_rest_with_closed_loops_is_rest(robot, scenario):
    found = pl.modes(robot, scenario)
    still = np.zeros(len(found.robot.speeds))
    assert np.abs(pl.acceleration(found.robot, found.q, still)).max() < 1e-6
    # shapes keep the loops closed: moving along one costs no constraint anything
    moved = pl.linearize(found.robot, found.q, still).basis
    for shape in found.shapes.real:
        left = shape - moved @ np.linalg.lstsq(moved, shape, rcond=None)[0]
        assert np.abs(left).max() < 1e-9


def test_words_say_whether_it_stays(capsys):
    """The inverted pendulum leaves with growth rates, not with "damping ratios of -1"."""
    upright = pl.load("double-pendulum").with_values({"initial.upper.angle": 3.0})
    hanging, balancing = pl.modes(upright), pl.modes(upright, nearest=True)
    assert "0.426553 Hz" in str(hanging)
    assert "a stable position of rest" in str(hanging)
    assert hanging.stable
    # upright, the same stiffness pushes the other way: rates are the frequencies of hanging
    away = 2 * np.pi * hanging.frequencies
    folded = pl.modes("double-pendulum", q=[np.pi, 0.0])
    assert np.sort(folded.growth[folded.growth > 0]) == pytest.approx(np.sort(away), rel=1e-9)
    assert "unstable" in str(balancing)
    assert not balancing.stable
    assert "grows at" in str(balancing)
    assert "-1" not in str(balancing)
    with pytest.raises(PelagosError, match="count: 0"):
        pl.modes("pendulum", count=0)
    with pytest.raises(PelagosError, match="nearest: no place of rest is sought"):
        pl.modes("pendulum", q=[0.0], nearest=True)
    with pytest.raises(SystemExit):
        main(["modes", "double-pendulum", "--nearest", "--json"])
    assert '"stable": false' in capsys.readouterr().out


def test_lines_end_at_the_tip_and_twist_is_an_angle(tmp_path):
    robot = pl.beam(1.0, 6, **TWISTED)
    found = pl.modes(robot, count=14)
    rest = _lines(robot, found.q)
    assert np.allclose(rest.points[-1], [[5 / 6, 0, 0], [1, 0, 0]])
    # the first mode that only turns: a quarter of a sine over the shaft, at the segments' middles
    joints = found.shapes.real.reshape(len(found), 6, 3)
    shape = next(one[:, 0] for one in joints if np.abs(one[:, 1:]).max() < 1e-9)
    half, none = 0.5e-3 * shape, np.zeros(6)
    turned = np.stack([np.cos(half), np.sin(half), none, none], axis=1).ravel()
    twist = _lines(robot, turned).turned(rest)[:, 0]
    expected = np.sin(np.pi / 2 * (np.arange(6) + 0.5) / 6)
    assert np.allclose(twist / twist[-1], expected / expected[-1], rtol=1e-5)
    pytest.importorskip("matplotlib")
    assert found.plot(tmp_path / "modes.png").stat().st_size > 5000


def test_the_command_takes_closed_loops(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["modes", "stewart", "hold"])
    assert not ended.value.code
    assert "platform.r" in capsys.readouterr().out


def test_the_flow_of_a_lattice_is_not_left_out_silently():
    for question in (pl.modes, pl.equilibrium):
        with pytest.raises(PelagosError, match="vortex lattice is solved in steps"):
            question("wing", "60")
    # the structure alone: the plate's four links as a cantilever with springs K = EI/L, one at the
    # root too; bending by the eigenvalues of its own matrices
    still = pl.load("wing").resolved("60").with_values({"water.density": 0})
    found = pl.modes(still)
    assert len(found) == 8
    mass = pl.mass_matrix(still, found.q)
    springs = np.concatenate([still.bodies[name].joint.stiffness for name in still.order])
    squares = np.linalg.eigvals(np.linalg.solve(mass, np.diag(springs)))
    expected = np.sort(np.sqrt(squares.real)) / (2 * np.pi)
    assert np.allclose(np.sort(found.frequencies), expected, rtol=1e-9)
