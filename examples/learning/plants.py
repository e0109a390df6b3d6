"""Plants with another added mass than the one that a policy learnt with, as words of its task.

`wrong` has it in the mass matrix, but with other numbers. `lagged` has the right numbers, but as an
external force from the acceleration of the step before, passed through a filter, since an engine
that knows nothing of added mass allows no more (Manhães et al. 2016 and MarineGym, both with a
filter of 0.3). At every physics step k, of length h, with velocities v relative to the water:

    a_k = (1 - filter) a_{k-1} + filter (v_k - v_{k-1}) / h
    wrench, held until the next step: -M_A a_k, and the Coriolis and Munk terms of v_k

Along one axis the acceleration of the step before is (F - M_A a)/m, so errors of `a` grow by
1 - filter (1 + M_A/m) per step: the plant is stable while M_A/m < 2/filter - 1, however short h is.
"""

from collections.abc import Sequence
from typing import Any

RIGHT = (6.36, 7.12, 18.68, 0.189, 0.135, 0.222)  # of bluerov-heavy, kg and kg m2
SPEEDS = ("u", "v", "w", "p", "q", "r")
AXES = ("x", "y", "z")


def wrong(added_mass: Sequence[float] | bool) -> dict[str, Any]:
    """The task with other numbers of the added mass; False: none."""
    given = added_mass if isinstance(added_mass, bool) else list(added_mass)
    return {"add": {"bodies": {"hull": {"added_mass": given}}}}


def lagged(
    filter: float, step: float = 0.01, added_mass: Sequence[float] = RIGHT
) -> dict[str, Any]:
    """The task with an added mass that is an external force, and late."""
    states: dict[str, Any] = {"begun": {"next": 1, "every": step}}
    later: dict[str, str] = {}  # the current has names only after `add`
    for k, name in enumerate(SPEEDS):
        states |= {f"{part}_{name}": {"next": 0, "every": step} for part in ("was", "felt")}
        velocity = f"u[hull.{name}]"
        if k < 3:
            velocity += f" - rot[hull.x{AXES[k]}]*current_x - rot[hull.y{AXES[k]}]*current_y"
        change = f"s[begun]*({velocity} - s[was_{name}])/{step!r}"  # none at the first step
        later[f"states.was_{name}.next"] = velocity
        later[f"states.felt_{name}.next"] = f"{1 - filter!r}*s[felt_{name}] + {filter!r}*{change}"
    add = {
        "bodies": {"hull": {"added_mass": False}},
        "states": states,
        "actuators": _wrench(added_mass),
    }
    return {"add": add, "set": later, "step": step}


def _wrench(added_mass: Sequence[float]) -> dict[str, Any]:
    """Actuators whose inputs are the wrench that the water is said to push with.

    Kirchhoff: the impulse P = M_A v gives the force -M_A a + P x w, and with the angular one
    L = I_A w the moment -I_A a + P x v + L x w.
    """
    speeds = [f"s[was_{name}]" for name in SPEEDS]
    impulse = [f"{m!r}*{v}" for m, v in zip(added_mass, speeds, strict=True)]
    felt = [f"-{m!r}*s[felt_{name}]" for m, name in zip(added_mass, SPEEDS, strict=True)]
    force = _cross(impulse[:3], speeds[3:])
    munk, turning = _cross(impulse[:3], speeds[:3]), _cross(impulse[3:], speeds[3:])
    found: dict[str, Any] = {}
    for k, axis in enumerate(AXES):
        push, turn = f"{felt[k]} + {force[k]}", f"{felt[3 + k]} + {munk[k]} + {turning[k]}"
        on_hull = {"body": "hull", "direction": axis}
        found[f"water_{axis}"] = {"force": {**on_hull, "input": push}}
        found[f"water_turn_{axis}"] = {"torque": {**on_hull, "input": turn}}
    return found


def _cross(a: Sequence[str], b: Sequence[str]) -> list[str]:
    """Elements of a vector product of expressions."""
    return [f"{a[i]}*{b[j]} - {a[j]}*{b[i]}" for i, j in ((1, 2), (2, 0), (0, 1))]
