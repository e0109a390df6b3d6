"""What is reached and seen, transfer functions, root loci: closed forms and python-control."""

import re

import numpy as np
import pytest
from click.testing import CliRunner

import pelagos as pl
from pelagos.cli.main import cli
from pelagos.errors import PelagosError

TWO = """
pelagos: 1
name: two
gravity: [0, 0, 0]
bodies:
  a: {joint: {prismatic: x}, mass: 2, inertia: [0, 0, 0]}
  b: {joint: {prismatic: x}, mass: 3, inertia: [0, 0, 0]}
springs:
  k: {between: [a, b], stiffness: 5, rest: 0.5, damping: 0.4}
actuators:
  f: {motor: {joint: a}}
initial: {b: {position: 0.5}}
"""


@pytest.fixture(scope="module")
def pole():
    return pl.linearize("cart-pole", q=[0.0, 0.0], u=[0.0, 0.0])


@pytest.fixture(scope="module")
def two():
    return pl.linearize(pl.loads(TWO), q=[0.0, 0.5], u=[0.0, 0.0])


def test_reach_agrees_with_kalman_where_his_matrix_can_be_trusted(pole, two):
    for system, inputs in ((pole, ["push"]), (two, ["f"])):
        B = system.B[:, [system.inputs.index(inputs[0])]]
        powers = [np.linalg.matrix_power(system.A, k) @ B for k in range(len(B))]
        rank = np.linalg.matrix_rank(np.hstack(powers))
        assert pl.controllability(system, inputs).rank == rank == 4


def test_what_is_out_of_reach_is_named():
    """Of two carts without a spring between them the other one."""
    alone = re.sub(r"springs:\n.*\n", "", TWO)
    found = pl.controllability(pl.linearize(pl.loads(alone), q=[0.0, 0.5], u=[0.0, 0.0]))
    assert (found.rank, found.size, found.complete, found.enough) == (2, 4, False, False)
    assert {name for mode in found.hidden for name in mode.states} <= {"s[b]", "u[b]"}
    assert all(mode.eigenvalue == 0.0 for mode in found.hidden)


def test_sight(pole):
    assert pl.observability(pole, ["s[cart]"]).complete
    hidden = pl.observability(pole, ["s[pole]"])
    assert (hidden.rank, hidden.hidden[0].states) == (2, ("s[cart]",))
    with pytest.raises(PelagosError, match="no state 'cart'"):
        pl.observability(pole, ["cart"])


def test_a_transfer_function_in_closed_form(two):
    """Two masses and a spring, pushed at one: both positions over the force."""
    m, n, k, c = 2.0, 3.0, 5.0, 0.4

    def whole(s):
        return s * s * (m * n * s * s + (m + n) * (c * s + k))

    own, other = (pl.transfer_function(two, "f", f"s[{name}]") for name in "ab")
    s = np.array([0.3 + 0.2j, 2j, -1.0, 5.0])
    assert own(s) == pytest.approx((n * s * s + c * s + k) / whole(s), rel=1e-12)
    assert other(s) == pytest.approx((c * s + k) / whole(s), rel=1e-12)
    turn = np.sqrt(k / n - (c / (2 * n)) ** 2)
    assert sorted(own.zeros.imag) == pytest.approx([-turn, turn], rel=1e-9)
    assert other.zeros == pytest.approx([-k / c], rel=1e-9)
    assert (own.gain, other.gain) == pytest.approx((1 / m, c / (m * n)), rel=1e-9)
    for g in (own, other):
        shape = g.gain * np.prod(s[:, None] - g.zeros, 1) / np.prod(s[:, None] - g.poles, 1)
        assert shape == pytest.approx(g(s), rel=1e-6)  # the double pole at 0 errs by its root
    size, phase = own.response([1e-3, 10.0])
    assert size == pytest.approx(np.abs(own(1j * np.array([1e-3, 10.0]))))
    assert abs(phase[0]) == pytest.approx(np.pi, abs=1e-3)


def test_poles_that_the_input_does_not_reach_cancel(pole):
    """The angle does not depend on where the cart is."""
    found = pl.transfer_function(pole, "drive", "s[pole]")
    assert (len(found.poles), len(found.zeros)) == (2, 0)
    quick = np.sqrt(pole.A[3, 1])
    assert np.sort(found.poles.real) == pytest.approx([-quick, quick], rel=1e-8)


def test_python_control_has_the_same_system(pole):
    control = pytest.importorskip("control")
    system = pole.to_control()
    assert system.state_labels == list(pole.states)
    assert system.input_labels == list(pole.inputs)
    gains = control.lqr(system, np.diag([1.0, 10, 0, 0]), np.diag([10.0, 0.1]))[0]
    own = pl.lqr(
        "cart-pole", q=[0, 0], Q={"s[cart]": 1, "s[pole]": 10}, R={"push": 10, "drive": 0.1}
    )
    assert pytest.approx(gains, rel=1e-8) == own.K


def test_a_locus_in_closed_form():
    """Two masses on a spring that is damped more and more, until they creep."""
    locus = pl.root_locus(
        pl.loads(TWO), "springs.k.damping", np.linspace(0.1, 40.0, 31), q=[0, 0.5]
    )
    reduced = 2.0 * 3.0 / 5.0
    for c, roots in zip(locus.values, locus.roots, strict=True):
        half = c / (2 * reduced)
        turn = np.sqrt(complex(half * half - 5.0 / reduced))
        for root in (-half + turn, -half - turn):
            assert np.abs(roots - root).min() < 1e-6 * max(1.0, abs(root))
    assert np.abs(np.diff(locus.roots, axis=0)).max() < 12.0  # branches do not change places
    assert locus.crossings == ()


def test_a_crossing_is_found():
    """Negative damping of a joint grows; the zero is between two values."""
    text = TWO.replace("damping: 0.4", "damping: 0").replace(
        "f: {motor: {joint: a}}", 'f: {motor: {joint: a, input: "p*u[a]"}}'
    )
    robot = pl.loads(text + "parameters: {p: 0}\n")
    locus = pl.root_locus(robot, "parameters.p", [-0.3, -0.1, 0.05, 0.3], q=[0, 0.5])
    assert any(abs(value) < 0.03 and root.imag > 1.0 for value, root in locus.crossings)


@pytest.mark.parametrize(
    ("values", "found"),
    [([-1, 0, 1], [0.0]), ([-1, 0, 0, 1], [0.0]), ([0, 1], [0.0]), ([1, 0, -1], [0.0]),
     ([-1, 0], []), ([-1, 0, -1], []), ([-1, 1, -1], [0.0, 0.0])],
)  # fmt: skip
def test_a_root_that_stands_still_at_a_value_crosses_there(values, found):
    robot = pl.loads("""
name: fed back
parameters: {c: 0.1}
bodies:
  a: {joint: {revolute: y}, mass: 1, com: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
actuators:
  m: {motor: {joint: a, input: "c*u[a]"}}
""")
    locus = pl.root_locus(robot, "parameters.c", values)
    assert [value for value, _ in locus.crossings] == pytest.approx(found, abs=1e-12)
    turn = np.sqrt(9.81 / 1.1)  # of the pendulum without feedback
    assert all(root.imag == pytest.approx(turn, rel=0.03) for _, root in locus.crossings)


def test_a_pendulum_begins_to_fall_where_gravity_turns():
    locus = pl.root_locus("pendulum", "gravity.2", [-1.0, -0.5, 0.0, 0.5, 1.0], q=[0.0])
    assert locus.crossings == ((0.0, 0j),)


def test_the_command(tmp_path):
    picture = tmp_path / "locus.png"
    words = ["locus", "pendulum", "--over", "bodies.rod.mass", "--from", "1", "--to", "2"]
    found = CliRunner().invoke(cli, [*words, "--points", "4", "--plot", str(picture)])
    assert found.exit_code == 0, found.output
    assert "no root crosses" in found.output
    assert picture.stat().st_size > 5000
    with pytest.raises(PelagosError, match="nowhere"):
        CliRunner().invoke(cli, [*words[:3], "nowhere", *words[4:]], catch_exceptions=False)


def test_names_without_dots_are_distinct():
    pytest.importorskip("control")
    robot = pl.loads("""
name: clash
bodies:
  hull: {joint: free, mass: 1, inertia: [1, 1, 1]}
  hull_u: {parent: hull, joint: {revolute: y}, mass: 1, inertia: [1, 1, 1]}
""")
    labels = pl.linearize(robot).to_control().state_labels
    assert len(set(labels)) == len(labels) == 14
    assert labels[0] == "s[hull_u]"
    assert labels[6] == "s[hull_u]_2"


def test_the_command_says_that_nothing_moves():
    words = ["locus", "pendulum", "--over", "duration", "--from", "1", "--to", "2"]
    found = CliRunner().invoke(cli, [*words, "--points", "2"])
    assert "none depends on duration" in found.output


def test_what_a_locus_would_ignore_is_refused():
    with pytest.raises(pl.PelagosError, match="u is given without q"):
        pl.root_locus("pendulum", "bodies.rod.mass", [1.0, 2.0], u=[3.0])
    with pytest.raises(pl.PelagosError, match="'abc'\\n    give two or more"):
        pl.root_locus("pendulum", "bodies.rod.mass", "abc")
    with pytest.raises(pl.PelagosError, match="the scenario straight-1700 has its own"):
        pl.root_locus("bluerov", "parameters.hold", [0.0, 1.0], scenario="straight-1700")


def test_a_locus_over_what_is_no_number_is_refused():
    with pytest.raises(pl.PelagosError, match=r"name is no number of the model\n    choose from"):
        pl.root_locus("pendulum", "name", [1.0, 2.0])


def test_the_command_says_between_which_values_a_root_crosses():
    words = ["locus", "cart-pole", "balance", "--over", "parameters.half", "--from", "1.2"]
    found = CliRunner().invoke(cli, [*words, "--to", "1.25", "--points", "3"])
    assert re.search(r"near 1\.21\d*, between 1.2 and 1.225, at 3.7", found.output)
