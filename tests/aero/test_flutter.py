"""Flutter and divergence of robots with wings, told apart; growth rates against runs."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pelagos as pl
from pelagos.analysis.aeroelastic import LatticeRoots, _twists, in_tunnel, undeformed
from pelagos.analysis.lattice_matrices import lattice_matrices
from pelagos.cli.main import main
from pelagos.errors import PelagosError


@pytest.fixture(scope="module")
def document():
    """The wing by the rule of the paper: EI / L in bending and torsion, root spring as others."""
    return pl.flutter("wing", [60, 100, 160])


def test_the_paper_rule(document):
    """60 m/s decays, 100 m/s grows, and that is flutter: it oscillates, below divergence."""
    assert document.method == "vortex-lattice"
    assert document.verdict(0) == "decays"
    assert document.verdict(1) == "flutter"
    assert document.verdict(2) == "flutter and divergence"
    assert document.leading(0).real < 0 < document.leading(1).real
    assert document.leading(1).imag > 2 * np.pi * 10
    assert 90 < document.flutter.speed < 98
    assert document.divergence.speed == pytest.approx(108.2, abs=0.5)  # "about 110 m/s"
    assert document.divergence.frequency == 0


def test_springs_of_a_plate(document):
    """GJ / EI = 1.54: divergence rises by its root, and 100 m/s is below flutter."""
    found = pl.flutter("wing", [60, 100, 160], "60-physical")
    assert found.verdict(1) == "decays"
    ratio = found.divergence.speed / document.divergence.speed
    # an elastic axis at mid-chord and a straight wing: bending has no part in it
    assert ratio == pytest.approx(np.sqrt(2 / 1.3), rel=1e-3)
    assert found.flutter.speed > 110


@pytest.mark.parametrize(
    ("speed", "incidence", "late", "end"), [(100, "1e-4 deg", 0.4, 0.6), (60, "0.01 deg", 0.5, 0.9)]
)
def test_runs_grow_and_decay_as_their_roots(speed, incidence, late, end):
    """Bending and twist at the root; steps of the air are of first order in the march."""
    robot = pl.load("wing").with_values({"parameters.V": speed, "parameters.alpha": incidence})
    run = pl.simulate(robot, duration=end, every=1e-3, atol=1e-12)
    roots = pl.flutter(robot, [speed - 1, speed]).roots[1]
    root = roots[np.argmax(roots.real)] if speed == 100 else roots[np.argmin(roots.imag)]
    chosen = run.arrays["time"] >= late
    t, x = run.arrays["time"][chosen] - late, run.arrays["q"][chosen][:, :2]
    growth, rate = fit(t, x, root)
    assert growth == pytest.approx(root.real, rel=0.03)
    assert rate == pytest.approx(root.imag, rel=0.01)


def fit(t, x, guess):
    """Growth and rate of exp(p t) and a constant in all columns."""
    from scipy.optimize import least_squares

    def left(p):
        envelope = np.exp(p[0] * t)
        basis = np.stack([envelope * np.cos(p[1] * t), envelope * np.sin(p[1] * t), t**0], axis=1)
        return (basis @ np.linalg.lstsq(basis, x, rcond=None)[0] - x).ravel() / np.abs(x).max()

    return least_squares(left, [guess.real, guess.imag]).x


def test_roots_of_a_lattice_solve_its_equations_as_a_march_has_them():
    """In a march every step is z = exp(p dt): (9) and (11) hold for the modes found."""
    robot = pl.load("wing")
    system, speed = LatticeRoots(robot, 4), 90.0
    root = system.roots(speed)[1]
    m = lattice_matrices(in_tunnel(robot, speed), undeformed(robot))
    z = np.exp(root * m.step)
    # the whole wake as states, s+ = shed g + drift s
    wake = np.linalg.solve(z * np.eye(len(m.drift)) - m.drift, m.shed)
    rng = np.random.default_rng(1)
    # a twist of the bodies that the joints allow
    twists = _twists(in_tunnel(robot, speed), undeformed(robot), robot.wings["plate"].bodies)
    x = twists @ rng.normal(size=twists.shape[1])
    g = np.linalg.solve(m.influence + m.wake @ wake, -(m.turned + root * m.moved) @ x)
    loads = twists.T @ ((m.bound + root * m.pressed) @ g)
    wanted = system.loads(speed, root) @ np.linalg.lstsq(twists, x, rcond=None)[0]
    np.testing.assert_allclose(loads, wanted, rtol=1e-9)


def test_divergence_is_where_a_root_vanishes(document):
    system = LatticeRoots(pl.load("wing"), 4)
    roots = np.linalg.eigvals(system._companion(document.divergence.speed, 0j, 1.0))
    assert np.abs(roots).min() < 1e-6 * np.abs(roots).max()  # its square is what vanishes


def test_in_water(document):
    """Loads at rest go with the density; most modes of a plate in water die out at once."""
    robot = pl.load("wing").with_values({"water.density": 1000})
    found = pl.flutter(robot, [1, 12])
    ratio = found.divergence.speed / document.divergence.speed
    assert ratio == pytest.approx(np.sqrt(1.225 / 1000), rel=1e-9)
    assert found.flutter is None
    assert found.lost > 0


def test_bodies_that_nothing_holds_are_neutral():
    """A wing on carts that run along and across: their zeros are neither flutter nor divergence."""
    words = pl.load("goland").to_dict()
    cart = {"mass": 1e3, "inertia": [1e4, 1e4, 1e4]}
    words["bodies"]["along"] = {"joint": {"prismatic": "x"}, **cart}
    words["bodies"]["across"] = {"parent": "along", "joint": {"prismatic": "y"}, **cart}
    words["bodies"]["spar1"] |= {"parent": "across"}
    found = pl.flutter(pl.Robot(**words), [20, 100])
    assert found.flutter is None
    assert found.divergence is None
    assert np.isfinite(found.leading(0))


def test_goland_with_a_lattice():
    """Tips lower the lift: flutter and divergence come later than by strips.

    SHARPy, another unsteady vortex lattice, finds 166 m/s for this wing in air of 1.02 kg/m3 (its
    own test, tests/linear/goland_wing, 16 x 32 panels, 10 chords of wake).
    """
    changes = {"wings.wing.method": "vortex-lattice", "wings.wing.mirror": "y"}
    panels = {"wings.wing.panels": {"chord": 10, "span": 1}}
    robot = pl.load("goland").with_values({**changes, **panels, "water.density": 1.02})
    found = pl.flutter(robot, [140, 200], modes=2)
    assert found.flutter.speed == pytest.approx(166, rel=0.05)
    assert found.divergence is None


def test_an_oscillation_is_never_called_divergence():
    found = pl.flutter("goland", [140, 240])
    assert found.flutter.speed == 140
    assert found.divergence is None
    assert found.verdict(1) == "flutter"


def code_of(words):
    with pytest.raises(SystemExit) as end:
        main(words)
    return end.value.code


def test_command(tmp_path, capsys):
    picture = tmp_path / "locus.png"
    words = ["flutter", "goland", "--speeds", "100:300:50", "--plot", str(picture)]
    assert code_of(words) == 0
    shown = capsys.readouterr().out
    assert "flutter    from 137.36 m/s at 11 Hz" in shown
    assert "divergence from 252.02 m/s" in shown
    assert "100 m/s" in shown
    assert picture.stat().st_size > 10_000
    assert code_of(["flutter", "goland", "--speeds", "100,150", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["speeds"] == [100, 150]
    assert facts["verdict"] == ["decays", "flutter"]
    assert facts["divergence"] is None


@pytest.mark.parametrize(
    "speeds", ["160:20", "a:b", "20", "-5:20", "1:2:3:4", "20:160:0", "20:160:.1"]
)
def test_refused_speeds(speeds, capsys):
    assert code_of(["flutter", "goland", "--speeds", speeds]) == 2
    assert "20:160" in capsys.readouterr().err  # as an example, or as given


def test_refusals(tmp_path):
    with pytest.raises(PelagosError, match="has no wings"):
        pl.flutter("pendulum", [1, 2])
    with pytest.raises(PelagosError, match="do not rise"):
        pl.flutter("goland", [20, 10])
    backwards = pl.load("goland").with_values({"water.current": [-50, 0, 0]})
    with pytest.raises(PelagosError, match="does not pass the wing"):
        pl.flutter(backwards, [20, 30])
    held = {"constraints": {"c": {"ball": {"between": ["link4", "world"]}}}}
    with pytest.raises(PelagosError, match="has constraints"):
        pl.flutter(pl.Robot(**{**pl.load("wing").to_dict(), **held}), [20, 30])
    with pytest.raises(PelagosError, match="pictures end in"):
        pl.flutter("goland", [20, 30]).plot(tmp_path / "a.txt")
