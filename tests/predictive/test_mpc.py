"""Predictive control: gains of the linear regulator, limits, currents, known futures, refusals."""

import copy
import pickle

import numpy as np
import pytest
from scipy.linalg import expm, solve_discrete_are

import pelagos as pl
from pelagos.errors import PelagosError

pytest.importorskip("casadi")
WEIGHTS = {"s[cart]": 1.0, "s[pole]": 10.0}
CART = {"inputs": ["drive"], "target": [0.0, 0.0], "Q": WEIGHTS, "R": 0.1}


def gains(mpc, size=1e-5):
    """Minus the commands per unit of each state, about zero."""
    found = []
    for x in size * np.eye(4):
        mpc.reset()
        found.append(-mpc.control(0.0, {"q": x[:2], "u": x[2:]})["drive"] / size)
    return np.array(found)


# --- linear regulators


def test_near_its_target_it_is_the_linear_regulator_of_the_samples():
    """By Riccati's equation with exponentials of the linear system; at any horizon."""
    h = 0.02
    system = pl.linearize("cart-pole", q=[0, 0], u=[0, 0])
    whole = np.zeros((5, 5))
    whole[:4, :4], whole[:4, 4] = system.A, system.B[:, 1]
    A, B = expm(h * whole)[:4, :4], expm(h * whole)[:4, 4:]
    Q, R = h * np.diag([1.0, 10.0, 0.0, 0.0]), np.array([[0.1 * h]])
    P = solve_discrete_are(A, B, Q, R)
    K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)[0]
    mpc = pl.MPC("cart-pole", rate=1 / h, horizon=0.1, disturbance=None, **CART)
    assert gains(mpc) == pytest.approx(K, rel=1e-5)


def test_with_a_long_horizon_it_is_lqr_whatever_is_paid_at_its_end():
    """Weights that make all motions quick beside the horizon."""
    own = {"Q": {"s[cart]": 100.0, "s[pole]": 10.0}, "R": 0.1, "rate": 50, "inputs": ["drive"]}
    other = pl.lqr("cart-pole", q=[0, 0], **own).K[0]
    own |= {"target": [0.0, 0.0], "terminal": 0.0, "disturbance": None}
    assert gains(pl.MPC("cart-pole", horizon=2.0, **own)) == pytest.approx(other, rel=1e-4)
    short = gains(pl.MPC("cart-pole", horizon=0.3, **own))
    assert np.abs(short / other - 1.0).max() > 0.1  # and a short one is not


# --- limits, targets, time


def test_limits_are_kept_and_cost_something():
    seen = {"q": [0.0, 0.3], "u": [0.0, 0.0]}
    free = pl.MPC("cart-pole", horizon=1.0, **CART)
    bound = pl.MPC("cart-pole", horizon=1.0, limits={"drive": (-4.0, 4.0)}, **CART)
    assert free.control(0.0, seen)["drive"] == pytest.approx(10.0, abs=1e-12)  # the motor's own
    assert bound.control(0.0, seen)["drive"] == pytest.approx(4.0, abs=1e-12)
    assert np.abs(bound.plan.inputs).max() <= 4.0
    assert bound.ticks[0].cost > free.ticks[0].cost > 0.0


def test_the_first_plan_is_a_motion_of_the_robot():
    """What it predicts comes true: a session with its inputs goes where it says."""
    mpc = pl.MPC("cart-pole", horizon=0.5, steps=4, **CART)
    session = pl.Session("cart-pole", inputs=["drive"])
    mpc.control(0.0, session.observe())
    for k, v in enumerate(mpc.plan.inputs[:, 0].tolist()):
        session.set_input("drive", v)
        session.advance(mpc.plan.times[k + 1])
    assert np.append(session.q, session.u) == pytest.approx(mpc.plan.states[-1], abs=1e-4)


def test_targets_that_move_are_followed():
    def wanted(time):
        return [0.3 * np.sin(time), 0.0]

    mpc = pl.MPC("cart-pole", horizon=1.0, rate=25, Q={**WEIGHTS, "s[cart]": 100}, target=wanted,
                 inputs=["drive"], R=0.01)  # fmt: skip
    run = pl.simulate("cart-pole", controller=mpc, rate=25, duration=6, every=0.04)
    late = run.arrays["time"] > 3.0
    off = run.arrays["q"][late, 0] - 0.3 * np.sin(run.arrays["time"][late])
    assert np.abs(off).max() < 0.05


def test_targets_in_the_words_of_initial_are_the_same_as_coordinates():
    turned = {"hull": {"position": [1, 2, 3], "rpy": [0, 0, 0.4]}}
    q = [1, 2, 3, np.cos(0.2), 0, 0, np.sin(0.2)]
    options = {"inputs": ["thruster1", "thruster2"], "horizon": 0.1, "terminal": 0.0}
    one, other = (pl.MPC("bluerov-heavy", target=target, **options) for target in (turned, q))
    assert one.targets.states(np.zeros(1)) == pytest.approx(other.targets.states(np.zeros(1)))


def test_what_is_prepared_gives_the_same_commands():
    commands = []
    for beforehand in (False, True):
        mpc = pl.MPC("cart-pole", horizon=0.5, **CART)
        mpc.control(0.0, {"q": [0.0, 0.1], "u": [0.0, 0.0]})
        if beforehand:
            mpc.prepare()
        commands.append(mpc.control(0.05, {"q": [0.001, 0.09], "u": [0.1, -0.1]}))
        assert mpc.ticks[-1].preparation > 0.0
    assert commands[0] == commands[1]


def test_an_earlier_time_begins_anew():
    mpc = pl.MPC("cart-pole", horizon=0.5, **CART)
    seen = {"q": [0.0, 0.1], "u": [0.0, 0.0]}
    first = mpc.control(0.0, seen)
    mpc.control(0.05, {"q": [0.0, 0.2], "u": [0.0, 0.3]})
    assert np.abs(mpc.disturbance).max() > 0.0
    assert mpc.control(0.0, seen) == first
    assert len(mpc.ticks) == 1


def test_a_copy_plans_for_itself():
    mpc = pl.MPC("cart-pole", horizon=0.5, **CART)
    session = pl.Session("cart-pole", controller=mpc, rate=20)
    session.advance(0.12)
    other = copy.deepcopy(session)
    other.advance(0.3)
    assert len(mpc.ticks) == 3
    session.advance(0.3)
    assert np.array_equal(session.q, other.q)
    with pytest.raises(PelagosError, match="cannot be pickled"):
        pickle.dumps(mpc)


# --- what is unknown, what is known in advance


@pytest.mark.parametrize(("seconds", "least", "most"), [(0.3, 0.0, 2e-3), (None, 0.02, 1.0)])
def test_an_unknown_current_leaves_no_offset(seconds, least, most):
    """Without an estimate it does: the drag of 0.25 m/s is paid for by a distance."""
    model = pl.load("bluerov-heavy")
    inputs = [f"thruster{k}" for k in range(1, 9)]
    mpc = pl.MPC(model, inputs=inputs, rate=10, horizon=0.8, R=1e-3, disturbance=seconds)
    plant = model.with_values({"water.current": [0.2, -0.15, 0.05]})
    run = pl.simulate(plant, controller=mpc, rate=10, duration=8, every=0.5)
    off = np.linalg.norm(run.arrays["q"][-1, :3])
    assert least <= off < most
    assert {tick.status for tick in mpc.ticks} == {"solved"}


@pytest.mark.parametrize("target", [0.0, 0.3])
def test_what_a_measurement_says_of_a_disturbance_is_known_at_the_same_tick(target):
    """The commands are those of a plan that was linearised with it: of a linear robot, exactly."""
    robot, seen = pl.loads(LAGGING), {"q": [0.0], "u": [0.0], "state": [19.62]}
    options = {"rate": 20, "horizon": 0.5, "target": [target], "Q": 100.0, "R": 0.01}
    late, early = (pl.MPC(robot, **options) for _ in range(2))
    pushed = {"q": [0.001], "u": [0.05], "state": [19.7]}
    for mpc in (late, early):
        mpc.control(0.0, seen)
    early._observer.update(
        0.0, early.plan.states[0], early.plan.inputs[0], early.model.measured(pushed)
    )
    early._observer.update = lambda *_: None
    commands = late.control(0.05, pushed), early.control(0.05, pushed)
    assert np.abs(late.disturbance).max() > 0.01
    assert commands[0]["up"] == pytest.approx(commands[1]["up"], rel=1e-9)
    assert late.plan.states == pytest.approx(early.plan.states, rel=1e-9, abs=1e-12)


def test_a_push_that_is_known_in_advance_disturbs_less():
    """One and the same push of 5 N; the controller that knows of it leans into it before."""
    text = {"scenarios.push.inputs.push": "where(t > 1, where(t < 1.5, 5, 0), 0)"}
    robot, off = pl.load("cart-pole", set=text), {}
    for scenario in ("push", None):
        mpc = pl.MPC(robot, scenario, rate=20, horizon=1.5, **CART)
        run = pl.simulate(robot, "push", controller=mpc, rate=20, duration=4, every=0.05)
        off[scenario] = np.abs(run.arrays["q"][:, 1]).max()
    assert off["push"] < 0.7 * off[None]


LAGGING = """
name: lift
bodies: {m: {joint: {prismatic: z}, mass: 2, inertia: [1, 1, 1]}}
actuators: {up: {thruster: {body: m, direction: z, command: thrust, lag: 0.3, limits: [-50, 50]}}}
"""


def test_thrusters_that_spin_up_slowly_hold_a_weight():
    """In closed form: 2 kg take 19.62 N, whatever the lag."""
    robot = pl.loads(LAGGING)
    mpc = pl.MPC(robot, rate=20, horizon=1.0, target=[0.2], Q=100.0, R=0.01, disturbance=None)
    run = pl.simulate(robot, controller=mpc, rate=20, duration=10, every=1)
    assert mpc.plan.rest == pytest.approx(np.full((20, 1), 2 * 9.81), rel=1e-9)
    assert run.arrays["q"][-1] == pytest.approx([0.2], abs=2e-4)
    assert run.arrays["state"][-1] == pytest.approx([2 * 9.81], rel=1e-3)


def test_a_model_with_fewer_bodies_steers_by_names():
    """bluerov-heavy in place of bluerov-arm, whose hull has the same name and other numbers."""
    inputs = [f"thruster{k}" for k in range(1, 9)]
    mpc = pl.MPC("bluerov-heavy", inputs=inputs, rate=10, horizon=0.5)
    session = pl.Session("bluerov-arm", inputs=inputs)
    session.set_state(q=[0.1, 0, 0, 1, 0, 0, 0, 0.2, 0.1, 0.3])
    given = {"q": [0.1, 0, 0, 1, 0, 0, 0], "u": np.zeros(6)}
    by_names = mpc.control(0.0, session.observe())
    mpc.reset()
    assert mpc.control(0.0, given) == by_names
    other = pl.Session("cart-pole")
    with pytest.raises(PelagosError, match=r"does not have all states.*hull"):
        mpc.control(0.1, other.observe())


CRANE = """
name: crane
bodies:
  trolley: {joint: {prismatic: x}, mass: 5, inertia: [1, 1, 1]}
  jib: {parent: trolley, joint: {prismatic: x}, mass: 2, inertia: [1, 1, 1]}
actuators:
  pull: {motor: {joint: trolley, limit: 50}}
  reach: {motion: {joint: jib, input: "0.3*sin(2*t)"}}
"""


def test_what_is_prescribed_in_a_model_need_not_be_measured():
    """A plant without the jib, whose speeds nobody could tell."""
    text = CRANE.replace(
        "  jib: {parent: trolley, joint: {prismatic: x}, mass: 2, inertia: [1, 1, 1]}\n", ""
    )
    plant = pl.loads(text.replace('  reach: {motion: {joint: jib, input: "0.3*sin(2*t)"}}\n', ""))
    mpc = pl.MPC(pl.loads(CRANE), inputs=["pull"], horizon=0.5)
    mpc.control(0.0, pl.Session(plant).observe())
    # the trolley stays where it is if it is pulled as the momentum of the jib changes
    momenta = 2.0 * 0.6 * np.cos(2.0 * mpc.plan.times)
    assert mpc.plan.rest[:, 0] == pytest.approx(np.diff(momenta) * 20.0, rel=1e-4)


def test_steps_are_as_short_as_the_quickest_decay_needs():
    """500/s in intervals of 0.05 s: Runge and Kutta's method is stable up to 2.785."""
    robot = pl.loads(
        CRANE.replace(
            "joint: {prismatic: x}, mass: 5", "joint: {prismatic: x, damping: 3500}, mass: 5"
        )
    )
    mpc = pl.MPC(robot, inputs=["pull"], horizon=0.5)
    assert 25.0 / 2.785 < mpc.model.steps <= 13


def test_closed_loops_stay_closed():
    mpc = pl.MPC("four-bar", rate=20, horizon=0.5, R=0.01)
    session = pl.Session("four-bar", inputs=mpc.inputs)
    for tick in range(3):
        session.set_inputs(mpc.control(tick / 20, session.observe()))
        session.advance((tick + 1) / 20)
    predicted = pl.Session("four-bar")
    predicted.set_state(q=mpc.plan.states[-1, :3])
    assert predicted.q == pytest.approx(mpc.plan.states[-1, :3], abs=1e-6)
    assert session.q == pytest.approx(mpc.model.start[:3], abs=1e-3)


# --- what goes wrong


def test_a_program_that_is_not_solved_leaves_the_plan_as_it_was(monkeypatch):
    mpc = pl.MPC("cart-pole", horizon=0.5, **CART)
    mpc.control(0.0, {"q": [0.0, 0.1], "u": [0.0, 0.0]})
    planned = mpc.plan.inputs.copy()
    monkeypatch.setattr(mpc._program, "solve", lambda *_: (None, "iteration limit"))
    with pytest.warns(RuntimeWarning, match="the plan before goes on"):
        commands = mpc.control(0.05, {"q": [0.0, 0.1], "u": [0.0, 0.0]})
    assert commands == {"drive": planned[1, 0]}
    assert mpc.ticks[-1].status == "iteration limit"
    monkeypatch.undo()
    mpc.control(0.1, {"q": [0.0, 0.1], "u": [0.0, 0.0]})
    assert mpc.ticks[-1].status == "solved"


def test_a_plan_that_is_lost_begins_anew():
    mpc = pl.MPC("cart-pole", horizon=0.5, **CART)
    seen = {"q": [0.0, 0.1], "u": [0.0, 0.0]}
    mpc.control(0.0, seen)
    mpc.plan.states[3:] = np.nan
    with pytest.warns(RuntimeWarning, match="the plan before goes on"):
        mpc.control(0.05, seen)
    assert mpc.ticks[-1].status == "the plan is not finite"
    mpc.control(0.1, seen)
    assert mpc.ticks[-1].status == "solved"


def test_inputs_that_never_move_anything_are_told_of():
    """The thrust of a propeller goes with the square of its speed: no slope at zero."""
    boat = LAGGING.replace("command: thrust, lag: 0.3", "command: speed, coefficients: {T_ww: 1}")
    mpc = pl.MPC(pl.loads(boat), horizon=0.5, target=[0.2], terminal=1.0)
    with pytest.warns(RuntimeWarning, match="MPC: up: moves nothing near the first plan"):
        mpc.control(0.0, {"q": [0.0], "u": [0.0]})
    with pytest.raises(
        PelagosError, match=r"thruster1 is never 0, but from 1100 to 1900.*\n.*thrust"
    ):
        pl.MPC("bluerov", inputs=["thruster1"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rate": 0.0}, r"rate: 0 is not a positive number\n    give ticks per second"),
        ({"horizon": 0.52}, r"not a whole number of ticks.*\n    give 0.5$"),
        ({"horizon": 200.0}, r"plan for at most 1500"),
        ({"inputs": []}, r"at least one input"),
        ({"inputs": ["drift"]}, r"no actuator 'drift'\n    .*drive"),
        ({"disturbance": 0.0}, r"0 is not a positive number\n    give seconds above 0, or None"),
        ({"limits": {"drive": (1.0, -1.0)}}, r"limits of drive: \(1.0, -1.0\)\n.*-10 to 10"),
        ({"limits": {"drive": (-20.0, 1.0)}}, r"limits of drive: \(-20.0, 1.0\)"),
        ({"limits": {"drive": 3.0}}, r"limits of drive: 3.0\n    give \(low, high\)"),
        ({"limits": {"drive": ("low", "high")}}, r"limits of drive"),
        ({"R": "little"}, r"R is 'little', which is no number\n    give a number"),
        ({"Q": {"s[cart]": "much"}}, r"Q of s\[cart\] is 'much', which is no number"),
        ({"Q": np.nan}, r"finite numbers\n    give a number"),
        ({"target": {"cart": 0.5}}, r"target of cart: 0.5 has no key\n    write the words"),
        ({"limits": {"push": (0.0, 1.0)}}, r"no input 'push'"),
        ({"terminal": "riccati"}, r"terminal 'riccati' is not known\n    write lqr"),
        ({"Q": {"s[carts]": 1.0}}, r"no state 's\[carts\]'"),
        ({"R": 0.0}, r"R has the eigenvalue 0"),
        ({"target": [0.0]}, r"target at t = 0 s: the shape is \(1,\).*\n    give 2 coordinates"),
        ({"target": lambda _: [np.nan, 0.0]}, r"not finite"),
        ({"solver": "simplex"}, r"no solver 'simplex'"),
        ({"steps": 0}, r"steps: 0"),
        # of the wrong kind altogether
        ({"robot": 5}, r"robot: 5 is no robot\n    give the name"),
        ({"scenario": ["push"]}, r"there is no such scenario"),
        ({"inputs": "drive"}, r"inputs: 'drive' is no list of names\n    give names"),
        ({"inputs": {"drive": (-1, 1)}}, r"inputs: .* is no list of names"),
        ({"inputs": 3}, r"inputs: 3 is no list of names"),
        ({"rate": "20"}, r"rate: '20' is not a number\n    give ticks"),
        ({"horizon": None}, r"horizon: None is not a number\n    give seconds"),
        ({"horizon": 1e300, "rate": 1e300}, r"has inf ticks.*\n    plan for at most 1500"),
        ({"target": "home"}, r"target at t = 0 s: 'home' is no vector\n    give 2 coordinates"),
        ({"target": lambda _: "home"}, r"target at t = 0 s: 'home' is no vector"),
        ({"target": {"cart": {"angle": 1}}}, r"target: cart.angle: .*\n    .*position"),
        ({"Q": True}, r"Q is True, which is no number\n    give a number"),
        ({"Q": {5: 1.0}}, r"no state 5\n    choose from s\[cart\]"),
        ({"R": [[1.0, 0.0]]}, r"R has the shape \(1, 2\), not \(1, 1\)"),
        ({"changes": -1.0}, r"changes has the eigenvalue -1"),
        ({"terminal": object()}, r"terminal is <object.*, which is no number"),
        ({"limits": 3.0}, r"limits: 3.0 is no mapping\n    give low and high"),
        ({"disturbance": np.inf}, r"disturbance: inf is not finite\n    give seconds"),
        ({"disturbance": [0.1]}, r"disturbance: \[0.1\] is not a number"),
        ({"steps": 1.5}, r"steps: 1.5 is no whole number\n    give one from 1"),
        ({"solver": 3}, r"no solver 3\n    choose from daqp"),
        ({"progress": "loud"}, r"progress: 'loud' is no function\n    give one"),
    ],
)
def test_requests_that_cannot_be_are_refused(options, said):
    words = {"robot": "cart-pole", "horizon": 0.5, **CART, **options}
    with pytest.raises(PelagosError, match=said):
        pl.MPC(**words)


def test_numbers_of_numpy_are_numbers():
    """A weight of one number does not weigh auxiliary states, of whatever type it is."""
    robot, options = pl.loads(LAGGING), {"rate": np.float32(10.0), "horizon": np.float64(0.5)}
    one, *others = (
        pl.MPC(robot, Q=Q, limits={"up": limits}, **options)._Q
        for Q, limits in ((2.0, (-5, 5)), (np.int64(2), np.array([-5, 5])), (np.array(2), (-5, 5)))
    )
    assert np.diag(one).tolist() == [0.2, 0.2, 0.0]
    assert all(np.array_equal(one, other) for other in others)


def test_measurements_and_times_that_cannot_be_are_refused():
    mpc = pl.MPC("cart-pole", horizon=0.5, **CART)
    for seen, said in (
        ({"q": [0.0], "u": [0.0, 0.0]}, r"q of the measurement: the shape is \(1,\)"),
        ({"q": [0.0, np.nan], "u": [0.0, 0.0]}, "not finite"),
        ({"q": ["a", 0.0], "u": [0.0, 0.0]}, r"q of the measurement: \['a', 0.0\] is no vector"),
        ({"q": [0.0, 0.0], "v": [0.0, 0.0]}, r"there is no 'v'\n    give \{'q'"),
        ([0.0, 0.0], r"measurement: \[0.0, 0.0\] is no mapping\n    give \{'q'"),
    ):
        with pytest.raises(PelagosError, match=said):
            mpc.control(0.0, seen)
    for time in (np.nan, None, "now"):
        with pytest.raises(PelagosError, match=r"MPC: time: .*\n    give the seconds"):
            mpc.control(time, {"q": [0.0, 0.0], "u": [0.0, 0.0]})
    still = {"q": [0.0, 0.0], "u": [0.0, 0.0]}
    mpc.control(0.0, still)
    with pytest.raises(PelagosError, match=r"planned for every 0.05 s\n    give rate=20"):
        mpc.control(0.1, still)


def test_what_no_regulator_keeps_is_refused_unless_the_end_has_weights():
    """A vehicle that nothing pushes sideways."""
    options = {"inputs": ["thruster5"], "horizon": 0.2, "rate": 10}
    seen = {"q": [0, 0, 0, 1, 0, 0, 0], "u": np.zeros(6)}
    with pytest.raises(PelagosError, match=r"no linear regulator brings"):
        pl.MPC("bluerov-heavy", **options).control(0.0, seen)
    mpc = pl.MPC("bluerov-heavy", terminal=1.0, **options)
    mpc.control(0.0, seen)
    assert mpc.ticks[-1].status == "solved"


def test_a_robot_whose_every_joint_is_prescribed_is_refused():
    held = CRANE.replace(
        "pull: {motor: {joint: trolley, limit: 50}}", "pull: {motion: {joint: trolley, input: 0}}"
    )
    pushed = held + "  push: {force: {body: trolley, direction: x}}\n"
    with pytest.raises(
        PelagosError, match=r"MPC: all 2 degrees of freedom .* prescribed.*\n.*motors"
    ):
        pl.MPC(pl.loads(pushed), inputs=["push"], horizon=0.5)


def test_a_robot_with_controllers_of_its_own_is_refused():
    said = r"has controllers .*, which predictive controllers do not know"
    with pytest.raises(PelagosError, match=said):
        pl.MPC("rov-arm", "hold", target=[0.0], Q=1.0, R=1.0, horizon=0.5)
