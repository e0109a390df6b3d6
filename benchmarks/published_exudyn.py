"""Planar mechanisms of Pelagos in Exudyn: bodies in the plane x y, joints and loops as constraints.

A robot of revolute joints about z, with balls that close loops, springs and constant motors.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.peers import springs_of
from benchmarks.published_peers import PeerResult, Question, constant_efforts

Array = np.ndarray


class PlanarMechanism:
    """The robot in Exudyn, as it stands and moves at the start."""

    def __init__(self, robot: pl.Robot) -> None:
        import exudyn as exu
        from exudyn import itemInterface as item  # noqa: N813

        self._exu, self._item, self.robot = exu, item, robot
        self._container = exu.SystemContainer()  # which owns the system
        self.system = self._container.AddSystem()
        self._made = {"world": self.system.AddObject(item.ObjectGround())}
        self._centres = {"world": np.zeros(3)}
        start = pl.simulate(robot, duration=1e-9, every=1e-9).arrays
        self.sensors = [self._body(name, start, k) for k, name in enumerate(robot.order)]
        self._hold_together()
        self._push()
        self.system.Assemble()

    def _body(self, name: str, start: Any, k: int) -> int:
        """Add a body; the sensor of how far it has turned."""
        item, body = self._item, self.robot.bodies[name]
        w, _, _, z = start["orientation"][0, k]
        angle, rate = 2 * np.arctan2(z, w), start["angular_velocity"][0, k, 2]
        c, s = np.cos(angle), np.sin(angle)
        arm = np.array([[c, -s], [s, c]]) @ np.array(body.com)[:2]
        centre = start["position"][0, k, :2] + arm
        velocity = start["velocity"][0, k, :2] + rate * np.array([-arm[1], arm[0]])
        node = self.system.AddNode(
            item.NodeRigidBody2D(
                referenceCoordinates=[*centre, angle], initialVelocities=[*velocity, rate]
            )
        )
        inertia = float(np.array(body.inertia)[2, 2])
        rigid = item.ObjectRigidBody2D(mass=body.mass, inertia=inertia, nodeNumber=node)
        self._made[name] = self.system.AddObject(rigid)
        self._centres[name] = np.array(body.com)
        weight = self.system.AddMarker(item.MarkerBodyMass(bodyNumber=self._made[name]))
        gravity = list(self.robot.gravity)
        self.system.AddLoad(item.LoadMassProportional(markerNumber=weight, loadVector=gravity))
        sensor = item.SensorNode(
            nodeNumber=node,
            outputVariableType=self._exu.OutputVariableType.Coordinates,
            storeInternal=True,
            writeToFile=False,
        )
        return int(self.system.AddSensor(sensor))

    def _marker(self, body: str, point: Any) -> int:
        local = np.array(point, float) - self._centres[body]
        words = self._item.MarkerBodyPosition(
            bodyNumber=self._made[body], localPosition=[*local[:2], 0]
        )
        return int(self.system.AddMarker(words))

    def _hold_together(self) -> None:
        pairs = [
            [self._marker(body.parent, body.at.p), self._marker(name, np.zeros(3))]
            for name, body in self.robot.bodies.items()
        ]
        for constraint in self.robot.constraints.values():
            one, other = constraint.ball.between
            at, to = constraint.ball.at.p, constraint.ball.to.p
            pairs.append([self._marker(one, at), self._marker(other, to)])
        for pair in pairs:
            self.system.AddObject(self._item.ObjectJointRevolute2D(markerNumbers=pair))

    def _push(self) -> None:
        item = self._item
        for spring in springs_of(self.robot).values():
            ends = zip(spring.between, (spring.at, spring.to), strict=True)
            words = item.ObjectConnectorSpringDamper(
                markerNumbers=[self._marker(body, point) for body, point in ends],
                referenceLength=spring.rest,
                stiffness=spring.stiffness,
            )
            self.system.AddObject(words)
        for joint, effort in constant_efforts(self.robot).items():
            turned = self.system.AddMarker(item.MarkerBodyRigid(bodyNumber=self._made[joint]))
            self.system.AddLoad(
                item.LoadTorqueVector(markerNumber=turned, loadVector=[0, 0, effort])
            )

    def solve(self, end: float, step: float, every: float) -> tuple[Array, float]:
        """How far each body has turned (time, body), after every so many seconds; wall time."""
        exu, settings = self._exu, self._exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps = round(end / step)
        settings.timeIntegration.endTime = end
        settings.timeIntegration.newton.relativeTolerance = 1e-10
        settings.timeIntegration.newton.absoluteTolerance = 1e-11
        settings.timeIntegration.verboseMode = 0
        # as its own example of this benchmark does, for redundant and singular positions
        settings.linearSolver.solverType = exu.LinearSolverType.EigenDense
        settings.linearSolver.ignoreSingularJacobian = True
        settings.solution.file.write = False
        settings.solution.sensors.writePeriod = every
        begun = perf_counter()
        kind = exu.DynamicSolverType.GeneralizedAlpha
        self.system.SolveDynamic(settings, solverType=kind)  # an exception where it gives up
        spent = perf_counter() - begun
        found = [self.system.GetSensorStoredData(sensor)[:, 3] for sensor in self.sensors]
        return np.stack(found, axis=1), spent


def by_exudyn(question: Question) -> PeerResult:
    """Its default method with a fixed step; the trapezoidal rule gives up in singular positions."""
    robot, times = question.robot, question.times
    every = times[1] - times[0] if len(times) > 1 else times[0]
    turned, spent = PlanarMechanism(robot).solve(times[-1], question.step, every)
    turned = turned[-len(times) :]
    # joint angles: what a body turns more than its parent
    q = np.tile(robot.initial_state()[0], (len(times), 1))
    for k, name in enumerate(robot.order):
        parent = robot.bodies[name].parent
        less = 0.0 if parent == "world" else turned[:, robot.order.index(parent)]
        q[:, robot.coordinates.index(name)] += turned[:, k] - less
    steps = round(times[-1] / question.step)
    method = f"generalised alpha, {question.step:g} s"
    return PeerResult(question.error(q, 0 * q), question.unit, steps, spent, method)
