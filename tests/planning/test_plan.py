"""Plans with closed forms, two solvers against each other, and what is refused."""

from __future__ import annotations

import re
import signal
import sys

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.planning.plan import planned
from pelagos.planning.reading import IN_PYTHON, words_of
from pelagos.planning.request import request_of
from pelagos.planning.solvers import PlanSearch, SolverLimits
from pelagos.planning.transcription import Transcription

SLED = """
pelagos: 1
name: sled
bodies:
  sled: {joint: {prismatic: x}, mass: 2, inertia: [0, 0, 0]}
actuators:
  push: {motor: {joint: sled, limit: 4}}
"""
PROPELLER = """
pelagos: 1
name: boat
bodies:
  m: {joint: {prismatic: x}, mass: 2, inertia: [1, 1, 1]}
actuators:
  ahead:
    thruster:
      {body: m, direction: x, command: speed, coefficients: {T_ww: 0.01}, limits: [-50, 50]}
"""
REST = {"q[sled]": 1.0, "u[sled]": 0.0}
SHORT = {
    "cost": {"effort": 1},
    "duration": 1.2,
    "intervals": 8,
    "inputs": {"drive": [-9, 9]},
    "start": {"q[pole]": 0.5},
    "end": {"q[pole]": 0, "u[pole]": 0, "u[cart]": [-0.1, 0.1]},
}


def test_least_effort_from_rest_to_rest():
    found = pl.plan(
        pl.loads(SLED), cost={"effort": 1}, duration=2, end=REST, intervals=20, solver="scipy"
    )
    assert found.success
    # u = 6 m d / T^2 (1 - 2 t / T), of which the means over intervals lose 1/N^2
    whole = 12 * 2.0**2 / 2.0**3 / (1 - 1 / 20**2)
    assert found.cost == pytest.approx(whole, rel=1e-6)
    assert found["push"] == pytest.approx(-found["push"][::-1], abs=1e-4)
    assert found.error() < 1e-9


def test_least_time_is_all_ahead_and_all_astern():
    found = pl.plan(
        pl.loads(SLED), cost={"time": 1}, duration=[0.5, 4], end=REST, intervals=10, steps=1
    )
    assert found.success
    assert found.cost == pytest.approx(2 * np.sqrt(1.0 * 2.0 / 4.0), rel=1e-5)
    assert np.allclose(np.abs(found["push"]), 4.0, atol=1e-3)
    assert found.times[-1] == pytest.approx(found.cost)


def test_a_free_duration_stretches_from_the_beginning_on():
    """A sled in gusts, from rest at 3 s: what signals see is the time of the plan."""
    gusty = SLED + '  gusts: {motor: {joint: sled, input: "2*sin(3*t)"}}\n'
    found = pl.plan(
        pl.loads(gusty),
        cost={"time": 1, "effort": 0.01},
        duration=[0.5, 4],
        begin=3,
        inputs=["push"],
        end=REST,
        intervals=10,
        steps=4,
    )
    assert found.success
    assert found.times[0] == 3.0
    assert 3.5 < found.times[-1] < 7.0
    # where the gusts have brought it by then: u = (1 - cos 3t) / 3 after sin 3t m/s2
    assert found["u[sled]"][0] == pytest.approx((1 - np.cos(9)) / 3, rel=1e-6)
    assert found["q[sled]"][0] == pytest.approx(1 - np.sin(9) / 9, rel=1e-6)
    assert found.error() < 1e-5


@pytest.mark.parametrize(("cost", "ends"), [({"effort": 1}, 3.0), ({"time": 1}, 1.7)])
def test_a_free_duration_stays_within_its_range(cost, ends):
    """Less effort takes longer; the least time would be 1.41 s."""
    found = pl.plan(pl.loads(SLED), cost=cost, duration=[1.7, 3.0], end=REST, intervals=6, steps=1)
    assert found.success
    assert found.times[-1] == pytest.approx(ends, abs=1e-6)


def test_the_work_of_a_drive_becomes_motion():
    found = pl.plan(
        pl.loads(SLED),
        cost={"energy": 1, "effort": 1e-4},
        duration=2,
        end={"u[sled]": 0.5},
        intervals=4,
        solver="scipy",
    )
    effort = 1e-4 * float((found.inputs**2).sum()) * 0.5
    assert found.cost - effort == pytest.approx(0.5 * 2.0 * 0.5**2, rel=1e-9)


def test_two_solvers_find_the_same():
    found = [pl.plan("cart-pole", **SHORT, solver=name) for name in ("ipopt", "scipy")]
    assert all(one.success for one in found)
    assert found[0].cost == pytest.approx(found[1].cost, rel=1e-6)
    assert np.allclose(found[0].inputs, found[1].inputs, atol=1e-3)


def test_a_track_pulls_an_expression_to_a_value():
    found = pl.plan(
        pl.loads(SLED),
        cost={"track": {"pos[sled.x]": {"to": 0.3, "weight": 1e3}}, "effort": 1e-3},
        duration=4,
        intervals=10,
    )
    assert found["q[sled]"][-1] == pytest.approx(0.3, abs=0.02)


def test_a_free_parameter_and_a_periodic_motion():
    """A pendulum whose period fits the time: small swings have 2 pi sqrt(I / m g r)."""
    words = {
        "cost": {"end": "0"},
        "duration": 2.0,
        "intervals": 4,
        "steps": 20,
        "inputs": [],
        "parameters": {"bodies.rod.com.2": [-2.0, -0.2]},
        "start": {"q[rod]": 0.02},
        "periodic": ["u[rod]"],
        "end": {"q[rod]": 0.02},
    }
    model = """
pelagos: 1
name: swing
gravity: [0, 0, -9.81]
bodies:
  rod: {joint: {revolute: y}, mass: 1, com: [0, 0, -0.8], inertia: [1e-6, 1e-6, 1e-6]}
"""
    found = pl.plan(pl.loads(model), **words)
    assert found.violation < 1e-7
    length = 9.81 / np.pi**2
    assert found.parameters["bodies.rod.com.2"] == pytest.approx(-length, rel=1e-3)


def _program(**more) -> Transcription:
    words = {
        **SHORT,
        "begin": 0.3,
        "duration": [1.0, 1.2],
        "intervals": 3,
        "parameters": {"bodies.cart.mass": [0.5, 2.0]},
        "periodic": ["q[cart]"],
        "bounds": {"sin(q[pole]) + input.drive*0.01": [-2, 2], "q[cart]": [-3, 3]},
        "cost": {"effort": 0.1, "energy": 0.3, "time": 1, "final": {"pos[pole.x]*t": 2}},
    }
    return Transcription(request_of("cart-pole", words_of(words | more), IN_PYTHON, None))


def test_slopes_of_a_program_are_those_of_its_values():
    program = _program()
    random = np.random.default_rng(2)
    z, v = 0.3 * random.normal(size=program.size), random.normal(size=program.size)
    z[-2:], h = [1.1, 0.9], 1e-4

    def along(function):
        at = [function(z + k * h * v) for k in (-2, -1, 1, 2)]
        return (8 * (at[2] - at[1]) - (at[3] - at[0])) / (12 * h)

    assert program.gradient(z) @ v == pytest.approx(along(program.cost), rel=1e-8)
    rows, columns = program.jacobian_pattern()
    expected = along(program.constraints)
    found = np.bincount(rows, weights=program.jacobian(z) * v[columns], minlength=len(expected))
    assert np.allclose(found, expected, rtol=1e-8, atol=1e-8)


def test_second_slopes_are_near_enough():
    program = _program()
    random = np.random.default_rng(4)
    z, v = 0.3 * random.normal(size=program.size), random.normal(size=program.size)
    z[-2:], h = [1.1, 0.9], 1e-5
    weights = random.normal(size=len(program.constraint_bounds()[0]))
    rows, columns = program.jacobian_pattern()

    def slopes(z):
        own = 0.7 * program.gradient(z)
        by = program.jacobian(z) * weights[rows]
        return own + np.bincount(columns, weights=by, minlength=program.size)

    expected = (slopes(z + h * v) - slopes(z - h * v)) / (2 * h)
    rows_, columns_ = program.hessian_pattern()
    values = program.hessian(z, 0.7, weights)
    found = np.bincount(rows_, weights=values * v[columns_], minlength=program.size)
    assert np.allclose(found, expected, rtol=1e-4, atol=1e-3)


def test_second_slopes_look_away_from_bounds():
    """At the limit of an actuator its effort has a corner."""
    program = _program()
    program.low[:], program.high[:] = -1.0, 1.0
    every = np.arange(program.size)
    for at, side in ((np.ones(program.size), -1), (-np.ones(program.size), 1)):
        moved = program._nudged(at, every) - at
        assert np.allclose(moved, side * 1e-6, rtol=1e-6)
    program.low[:] = 1.0 - 1e-7  # and remain within them
    assert np.allclose(program._nudged(np.ones(program.size), every), 1.0 - 0.5e-7, atol=1e-15)


def test_a_plan_that_cannot_be_says_why_and_keeps_its_best():
    far = {"q[sled]": 50.0, "u[sled]": 0.0}
    found = pl.plan(pl.loads(SLED), cost={"effort": 1}, duration=2, end=far, intervals=5)
    assert not found.success
    assert "no motion near" in found.reason or "stuck" in found.reason
    assert found.violation > 1.0
    assert found.worst.startswith(("q[sled]", "u[sled]"))
    assert np.isfinite(found.states).all()


def test_iterations_that_are_used_up():
    found = pl.plan("cart-pole", **SHORT, max_iterations=2)
    assert not found.success
    assert "iterations" in found.reason
    assert found.iterations == 2


def test_a_search_that_fails_where_inputs_move_nothing_says_so():
    """The thrust of a propeller goes with the square of its speed."""
    words = {"cost": {"effort": 1}, "duration": 2, "end": {"q[m]": 0.5}, "intervals": 4}
    found = pl.plan(pl.loads(PROPELLER), **words)
    assert not found.success
    assert "ahead moves nothing where the search begins: give a guess" in found.reason
    assert pl.plan(pl.loads(PROPELLER), **words, guess={"ahead": [10]}).success


@pytest.mark.parametrize("solver", ["ipopt", "scipy"])
def test_ctrl_c_keeps_the_best(solver):
    """Which is as good as any point that was told of before."""
    told = []

    def progress(_, message):
        if message.startswith("iteration"):
            told.append(float(message.split("off by ")[1]))
            signal.raise_signal(signal.SIGINT)

    found = pl.plan("cart-pole", **SHORT, solver=solver, progress=progress)
    assert found.interrupted
    assert not found.success
    assert len(told) == 1
    assert found.violation <= 1.05 * told[0]  # which was rounded to two digits
    assert found.iterations <= 2


def test_of_points_that_were_seen_the_best_is_kept():
    """Conditions first, then the cost; what is not finite never."""

    class Program:
        def cost(self, z):
            return z[0]

        def constraints(self, z):
            return z[1:]

    none = np.zeros(1)
    limits = SolverLimits(np.full(2, -np.inf), np.full(2, np.inf), none, none)
    search = PlanSearch(Program(), limits, np.array([1.0, 0.5]), 1e-6, lambda *_: None, bool)
    seen = [(9.0, 0.1), (2.0, 0.2), (8.0, 1e-5), (5.0, 9e-5), (7.0, 0.0), (np.nan, 0.0), (4.0, 0.2)]
    best = []
    for point in seen:
        search.note(np.array(point))
        best.append(search.best[0])
    assert best == [9.0, 9.0, 8.0, 5.0, 5.0, 5.0, 5.0]
    assert search.iterations == len(seen)


STIFF = SLED.replace("prismatic: x", "prismatic: x, damping: 10000")  # 5000/s


@pytest.mark.parametrize(("integrator", "limit"), [("rk4", 2.7853), ("dopri5", 3.3066)])
def test_steps_that_are_too_long_are_refused_with_how_many_it_takes(integrator, limit):
    """Limits of stability on the real axis: Hairer and Wanner 1996, section IV.2."""
    words = {"cost": {"effort": 1}, "duration": 0.2, "intervals": 2, "integrator": integrator}
    with pytest.raises(PelagosError, match=r"as quick as 5e\+03/s") as told:
        pl.plan(pl.loads(STIFF), **words, steps=10)
    enough = int(re.search(r"take (\d+) or more", str(told.value))[1])
    assert 500 / limit <= enough <= 1.1 * 500 / limit + 1
    assert pl.plan(pl.loads(STIFF), **words, steps=enough).success
    with pytest.raises(PelagosError, match="stiffest parts"):
        pl.plan(pl.loads(STIFF.replace("10000", "1e9")), **words)


def test_a_search_that_fails_with_long_steps_says_so():
    """Steps that let a deviation grow by less than a thousand in an interval are tried."""
    end = {"q[sled]": 1.0}
    words = {"cost": {"effort": 1}, "duration": 0.2, "intervals": 2, "steps": 178, "end": end}
    found = pl.plan(pl.loads(STIFF), **words, max_iterations=3)
    assert not found.success
    assert "as quick as 5e+03/s: take" in found.reason


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"cost": {"end": "log(q[cart])"}}, r"plan: cost: it is -?(inf|nan) where"),
        ({"cost": {"end": "1/0"}}, "has no value: .*division by zero\n    choose one"),
        ({"cost": {"end": "q[card]"}}, "there is no q.card."),
        ({"cost": {"effort": {"push": 1}}}, "push is no free input"),
        ({"cost": {"energy": 1}, "inputs": ["push"]}, "push acts on a body"),
        ({"cost": {"speed": 1}}, "unknown key"),
        ({"cost": {}}, "a cost without terms"),
        ({"inputs": ["engine"]}, "there is no actuator 'engine'"),
        ({"inputs": ["drive", "drive"]}, "each once"),
        ({"inputs": [["drive"]]}, "each once"),
        (
            {"inputs": {"drive": [-20, 20]}},
            r"inputs.drive: the bounds go beyond .*10.0\] \(found \[-20.0",
        ),
        ({"parameters": {"bodies.cart.joint": [0, 1]}}, "bodies.cart.joint is no number"),
        ({"parameters": {"name": [0, 1]}}, "name is no number of the model\n    choose from"),
        ({"bounds": {"q[pole]": [-0.1, 0.1]}}, r"start.q.pole.: 0.5 lies outside .*-0.1, 0.1"),
        ({"bounds": {"q[cart]": [1, 2]}}, r"start.q.cart.: 0 lies outside"),
        (
            {"bounds": {"u[cart]": [-1, -0.2]}, "start": {"u[cart]": -1}},
            r"end.u.cart.: \[-0.1, 0.1\] lies outside",
        ),
        ({"parameters": {"bodies.cart.mass": [2, 1]}}, "do not increase"),
        ({"end": {"q[pol]": 0}}, "there is no q.pol."),
        ({"periodic": ["q[pol]"]}, "periodic: there is no q.pol."),
        ({"guess": {"q[pol]": [0]}}, "guess.q.pol.: there is no q.pol."),
        ({"guess": {"q[pole]": []}}, "guess"),
        ({"guess": "walk"}, "guess: no guess is called so .*\n    write run"),
        ({"duration": -1}, "a duration is above 0 s"),
        ({"solver": "simplex"}, "must be"),
        ({"intervals": 100, "solver": "scipy"}, "too many for scipy"),
        ({"end": {"q[pole]": 0, " q[pole] ": 1}}, r"q.pole. is given twice\n    keep one"),
        ({"intervals": 2000, "steps": 1000}, r"steps: 2,000,000 steps in all.*\n    take fewer"),
        ({"inputs": []}, "32 equations, and 30 variables .*\n    free an input, a parameter"),
        ({"parameters": {"bodies.cart.mass": [-2, 1]}}, r"parameters.bodies.cart.mass: .*below 0"),
        ({"set": {"bodies.card.mass": 2}}, r"plan: set: .*no .card. in bodies.*\n    did you mean"),
        ({"scenario": "bal"}, r"plan: scenario: .*no such scenario.*bal.*\n    did you mean bal"),
        # of the wrong kind altogether
        ({"robot": 5}, "robot: 5 is no robot\n    give the name"),
        ({"scenario": 5}, "scenario: text is needed, this is a number .*\n    put"),
        ({"cost": 5}, "cost: a mapping is needed, this is a number .*\n    write"),
        ({"bounds": [1]}, "bounds: a mapping is needed, this is a list .*\n    write"),
        ({"duration": "soon"}, "duration: unknown name 'soon'.*\n    choose"),
        ({"inputs": "drive"}, "inputs: a mapping is needed, this is text .*\n    write"),
        ({"start": "low"}, "start: a mapping is needed, this is text .*\n    write"),
        ({"end": 5}, "end: a mapping is needed, this is a number .*\n    write"),
        ({"periodic": 5}, r"periodic: a list is needed, this is a number .*\n    write \[a"),
        ({"parameters": ["half"]}, "parameters: a mapping is needed, this is a list .*\n"),
        ({"intervals": "many"}, "intervals: a whole number is needed, this is text .*\n"),
        ({"steps": None}, "steps: a whole number is needed, this is .*\n    write"),
        ({"integrator": 4}, r"integrator: must be rk4, dopri5 \(found 4\)"),
        ({"begin": "x"}, "begin: unknown name 'x'.*\n    choose"),
        ({"guess": 5}, "guess: a mapping is needed, this is a number .*\n    write"),
        ({"guess": {"q[pole]": [np.nan]}}, "1 problem in the plan\n.*pole..0: .*not finite"),
        ({"set": 5}, "set: a mapping is needed, this is a number .*\n    write"),
        ({"solver": 5}, r"solver: must be ipopt, scipy \(found 5\)"),
        ({"tolerance": -1}, "tolerance: .*-1.*\n    "),
        ({"tolerance": object()}, "tolerance: .*object.*\n    "),
        ({"max_iterations": 2.5}, "max_iterations: a whole number is needed, .*\n    write"),
        ({"progress": 5}, "progress: 5 is no function\n    give one"),
    ],
)
def test_refused(words, message):
    with pytest.raises(PelagosError, match=message):
        pl.plan(**{"robot": "cart-pole", **SHORT, **words})


def test_all_that_is_wrong_with_expressions_is_said_at_once():
    wrong = {"end": {"q[pol]": 0, "q[pole] +": 1}, "cost": {"effort": {"push": 1}, "end": "log()"}}
    with pytest.raises(PelagosError, match="4 problems in the plan") as told:
        pl.plan("cart-pole", **SHORT | wrong)
    assert all(f"plan: {key}" in str(told.value) for key in ("end.q[pol]:", "end.q[pole] +:"))


def test_the_square_of_a_pulse_is_no_effort():
    """Its least would be all astern: 1100 us, where 1500 us is no thrust."""
    words = {"duration": 1, "intervals": 2}
    with pytest.raises(
        PelagosError, match=r"thruster1 is never 0, but from 1100 to 1900 us.*\n.*to:"
    ):
        pl.plan("bluerov", cost={"effort": 1}, **words)
    pulses = {f"input.thruster{k}": {"to": 1500} for k in range(1, 7)}
    found = pl.plan("bluerov", cost={"track": pulses}, guess={"thruster1": [1600]}, **words)
    assert np.allclose(found.inputs[:, :6], 1500.0, atol=1e-3)


def test_a_plan_needs_a_cost():
    with pytest.raises(PelagosError, match="cost: this key is required"):
        pl.plan("cart-pole", duration=1)


def test_without_casadi_the_extra_is_named_or_scipy_is_used(monkeypatch):
    monkeypatch.setitem(sys.modules, "casadi", None)
    assert pl.plan("cart-pole", **SHORT).solver == "scipy"
    with pytest.raises(PelagosError, match=r"pelagos\[casadi\]"):
        pl.plan("cart-pole", **SHORT, solver="ipopt")


def test_a_robot_with_controllers_is_refused():
    with pytest.raises(PelagosError, match=r"has controllers .*, which plans do not know"):
        pl.plan("rov-arm", "hold", cost={"effort": 1}, duration=1)


def test_planned_inputs_are_simulated(tmp_path):
    found = [planned("cart-pole", words_of(SHORT | {"steps": n}), IN_PYTHON, None) for n in (4, 8)]
    run = found[1].run(every=0.15)
    assert np.allclose(run.arrays["q"][:, 1], found[1]["q[pole]"], atol=1e-4)
    drive = list(run.robot.actuators).index("drive")
    assert run.arrays["actuation"][0, drive] == found[1]["drive"][0]
    assert 10 < found[0].error() / found[1].error() < 20  # steps of order four
    place = tmp_path / "plan.json"
    found[1].save(place)
    assert '"q[pole]"' in place.read_text()
    with pytest.raises(KeyError, match="it has"):
        found[1]["nothing"]
