"""Force and torque that pass through a joint, or through a dock.

At a joint it reads what the joint puts on its body: what holds and drives it, springs and friction
included. At a constraint it reads what that puts on its second body; while the constraint is not in
force, zero. Where rigid docks close a loop, statics leave open which of them bears what: this
sensor then reads the loads of a tree of docks, in which those that close loops carry nothing, while
results share the loads among them (`run.load`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import model_validator

from pelagos.elements.contract import Names, Output
from pelagos.language.placement import Placement
from pelagos.language.words import refusal
from pelagos.mathematics.algebra import Force, Mat3, Vec3
from pelagos.sensors.contract import Flaw, Measured, Sensor, SensorWords
from pelagos.sensors.drift import Wander
from pelagos.sensors.errors import AxisErrors, TriadWords
from pelagos.sensors.mounting import Station


class ForceTorque(SensorWords):
    """Wrench on a body, in the axes of the sensor and about its place.

    Give `joint` (the body whose joint it is) or `dock` (a constraint between two bodies). `at`
    places the sensor in the frame of the body; by default it has the axes of the body, and is at
    its origin, or at the point of the constraint on it. `force` and `torque` have errors as an imu.
    """

    key = "force_torque"
    outputs = (
        *(Output(f"force.{k}", "N", f"force along {k}") for k in "xyz"),
        *(Output(f"torque.{k}", "N m", f"torque about {k}") for k in "xyz"),
    )

    joint: Annotated[str | None, Names()] = None
    dock: Annotated[str | None, Names(part="constraint")] = None
    at: Placement | None = None
    force: TriadWords = TriadWords()
    torque: TriadWords = TriadWords()

    @model_validator(mode="after")
    def _one_place(self) -> ForceTorque:
        if (self.joint is None) == (self.dock is None):
            said = "neither joint nor dock" if self.joint is None else "joint and dock"
            raise refusal(f"the sensor has {said}", "give one of them")
        return self

    @property
    def variances(self) -> tuple[float, ...]:
        return tuple(part.variance(self.rate) for part in (self.force, self.torque) for _ in "xyz")

    @property
    def wanders(self) -> tuple[Wander, ...]:
        return tuple(part.wander for part in (self.force, self.torque) for _ in "xyz")

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        if self.dock is None:
            return
        law = parts.constraints[self.dock].law
        if law.stands_for:
            message = f"this stands for several constraints: {', '.join(law.stands_for)}"
            yield Flaw("dock", message, "write these out, and name one of them", self.dock)
        elif not law.bodies:
            message = "this constraint couples coordinates, it is not between two bodies"
            yield Flaw("dock", message, "name one that is, or a joint", self.dock)

    def sensor(self, site: Any, name: str, drift: int) -> WrenchSensor:
        body = self.joint if self.dock is None else site.constraint(self.dock).bodies[1]
        at = Placement() if self.at is None else self.at
        stands = Station.of(site, str(body), at)
        after = drift + 3 * self.force.wander.count
        return WrenchSensor(
            link=stands.link,
            dock=self.dock,
            place=stands.point if self.dock is None or self.at is not None else None,
            axes=stands.axes,
            force=self.force.errors(f"{name}.force", self.rate, drift),
            torque=self.torque.errors(f"{name}.torque", self.rate, after),
        )


@dataclass(frozen=True)
class WrenchSensor(Sensor):
    """The sensor on a link, or on the world."""

    link: int | None
    dock: str | None
    place: Vec3 | None  # None: the point of the constraint
    axes: Mat3
    force: AxisErrors
    torque: AxisErrors

    feels_forces = True

    def measure(self, at: Any) -> Measured:
        wrench, place = self._wrench(at)
        about = wrench.n - place.cross(wrench.f)
        force = self.force.read(at, self.axes @ wrench.f)
        return Measured([*force, *self.torque.read(at, self.axes @ about)])

    def _wrench(self, at: Any) -> tuple[Force, Vec3]:
        """On the link, in its axes and about its origin; and the place of the sensor there."""
        if self.dock is None:
            assert self.place is not None
            return at.reactions[self.link], self.place
        load = at.load(self.dock)
        if load is None:
            return Force.zero(), Vec3.zero()
        closure, (first, second) = load
        place = closure.frames[1].p if self.place is None else self.place
        if self.link is not None:
            return second, place
        # the world bears the opposite of what the first body does
        pose = at.world[closure.links[0]]
        f = pose.R @ first.f
        return -Force(f, pose.R @ first.n + pose.p.cross(f)), place
