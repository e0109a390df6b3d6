"""From what programs observe to what a result holds: the user's body frames, words, units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from pelagos.language.suggest import did_you_mean
from pelagos.march.samples.loads import loads, row_forces
from pelagos.march.samples.wing_loads import circulations, wing_loads
from pelagos.mechanism.robot import Compiled
from pelagos.model.robot import Robot
from pelagos.programs.observed import ANGULAR, KINETIC, LINEAR, POTENTIAL, Observed
from pelagos.result.readings import SECTION, sensor_meant

Block = dict[str, np.ndarray]


def block_of(
    robot: Compiled,
    times: np.ndarray,
    seen: Observed,
    before: np.ndarray | None = None,
    keep: Collection[str] | None = None,
) -> Block:
    """The variables of a result, or the time and those to keep.

    `before` is the last orientation (body, quat) already written.
    """
    found = variables_of(robot, times, seen, before)
    return {n: of() for n, of in found.items() if keep is None or n == "time" or n in keep}


def variables_of(
    robot: Compiled, times: np.ndarray, seen: Observed, before: np.ndarray | None = None
) -> dict[str, Callable[[], np.ndarray]]:
    """The same as functions: what nobody asks for is not worked out."""
    nq, nv = robot.nq, robot.nv
    poses = seen.poses.reshape(len(times), robot.nb, 4, 3)
    columns = poses[:, :, :3]  # columns of R, world to aligned axes
    linear, angular = seen.velocities[..., :3], seen.velocities[..., 3:]

    def orientation() -> np.ndarray:
        turned = np.matmul(robot.align, columns)  # columns for the user's axes
        return quaternions(np.swapaxes(turned, -1, -2), before)

    @cache
    def on_docks() -> tuple[np.ndarray, np.ndarray]:
        return loads(robot, seen)

    @cache
    def on_wings() -> tuple[np.ndarray, np.ndarray]:
        return wing_loads(robot, times, seen)

    return {
        "time": lambda: np.asarray(times, dtype=float),
        "q": lambda: seen.x[:, :nq],
        "u": lambda: seen.x[:, nq : nq + nv],
        "udot": lambda: seen.dx[:, nq : nq + nv],
        "position": lambda: poses[:, :, 3],
        "orientation": orientation,
        "velocity": lambda: np.einsum("tbkw,tbk->tbw", columns, linear),
        "angular_velocity": lambda: np.einsum("bik,tbk->tbi", robot.align, angular),
        "kinetic_energy": lambda: seen.totals[:, KINETIC],
        "potential_energy": lambda: seen.totals[:, POTENTIAL],
        "state": lambda: seen.x[:, nq + nv : nq + nv + robot.states.shown],
        "work": lambda: seen.x[:, -1],
        "constraint_error": lambda: seen.errors,
        "constraint_force": lambda: row_forces(robot, seen),
        "load_force": lambda: on_docks()[0],
        "load_moment": lambda: on_docks()[1],
        "wing_force": lambda: on_wings()[0],
        "wing_moment": lambda: on_wings()[1],
        "circulation": lambda: circulations(robot, seen),
        "actuation": lambda: seen.actuation,
        "outputs": lambda: seen.outputs,
        "commands": lambda: seen.commands,
        "linear_momentum": lambda: seen.totals[:, LINEAR:ANGULAR],
        "angular_momentum": lambda: seen.totals[:, ANGULAR : ANGULAR + 3],
    }


class Facts(Mapping[str, np.ndarray]):
    """Variables of one moment; a label after the name picks an element, as in ["q", "hull.z"].

    The name of a sensor gives its last reading by channel, ["imu"] or ["imu", "gyro.z"]; "y" are
    the auxiliary states, as in expressions: ["y", "imu.gyro.z"]. What was lost leaves the reading
    before in place, and ["y", "imu.valid"] is 0; so are all of them before the first reading.

    Each is worked out when it is first asked for.
    """

    def __init__(self, variables: Mapping[str, Callable[[], np.ndarray]], robot: Robot):
        """variables: samples of one moment, the first of which counts."""
        self._variables, self._robot = variables, robot
        self._known: dict[str, np.ndarray] = {}

    def __iter__(self) -> Iterator[str]:
        yield from self._variables
        for name in self._robot.sensors:
            yield f"{SECTION}{name}" if name in self._variables else name

    def __len__(self) -> int:
        return len(self._variables) + len(self._robot.sensors)

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            if key not in self._known:
                self._known[key] = self._found(key)
            return self._known[key]
        name, label, *rest = key
        labels = self._labels(name)
        if label not in labels:
            raise KeyError(f"{name} has no {label!r}: {did_you_mean(label, labels)}")
        values = self[name][labels.index(label)]
        return values["xyz".index(rest[0])] if rest else values

    def _found(self, name: str) -> np.ndarray:
        if name in self._variables:
            return self._variables[name]()[0]
        if name == "y":
            return np.asarray(self["state"])
        sensor, labels = self._sensor(name), self._robot.state_labels
        if sensor is None:
            raise KeyError(f"there is no {name!r}: {did_you_mean(name, [*self, 'y'])}")
        places = [labels.index(f"{sensor}.{channel}") for channel in self._labels(name)]
        return np.asarray(self["state"][places])

    def _sensor(self, name: str) -> str | None:
        if name in self._variables:
            return None
        return sensor_meant(name, self._robot.sensors, self._variables)

    def _labels(self, name: str) -> tuple[str, ...]:
        """Of the elements of a variable."""
        robot, sensor = self._robot, self._sensor(name)
        if sensor is not None:
            return tuple(channel.name for channel in robot.sensors[sensor].law.reads)
        known = {
            "q": robot.coordinates,
            "u": robot.speeds,
            "udot": robot.speeds,
            "actuation": tuple(robot.actuators),
            "commands": tuple(robot.actuators),
        }
        if name in ("state", "y"):
            return robot.state_labels
        return known.get(name, tuple(robot.order))


def quaternions(R: np.ndarray, before: np.ndarray | None = None) -> np.ndarray:
    """Unit quaternions (time, body, wxyz) of rotations (time, body, 3, 3), continuous in time.

    Of the four candidates (one per component) the best-conditioned is taken (Shepperd 1978).
    """
    xx, yy, zz = R[..., 0, 0], R[..., 1, 1], R[..., 2, 2]
    squares = [1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz]
    best = np.argmax(np.stack(squares, axis=-1), axis=-1)
    found = np.empty((*best.shape, 4))
    for k in range(4):
        chosen = best == k
        if not chosen.any():
            continue
        r = R[chosen]
        x, y, z = r[:, 2, 1] - r[:, 1, 2], r[:, 0, 2] - r[:, 2, 0], r[:, 1, 0] - r[:, 0, 1]
        xy, xz, yz = r[:, 0, 1] + r[:, 1, 0], r[:, 0, 2] + r[:, 2, 0], r[:, 1, 2] + r[:, 2, 1]
        own = squares[k][chosen]
        rows = ((own, x, y, z), (x, own, xy, xz), (y, xy, own, yz), (z, xz, yz, own))
        found[chosen] = np.stack(rows[k], axis=-1)
    found = found / np.linalg.norm(found, axis=-1, keepdims=True)
    return _continuous(found, before)


def _continuous(q: np.ndarray, before: np.ndarray | None) -> np.ndarray:
    """Choose between q and -q so that consecutive samples are near each other."""
    if len(q) == 0:
        return q
    first = np.where(q[:1, :, :1] < 0.0, -1.0, 1.0)
    if before is not None:
        first = np.where(np.sum(q[:1] * before, axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
    steps = np.where(np.sum(q[1:] * q[:-1], axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
    return q * np.cumprod(np.concatenate([first, steps]), axis=0)
