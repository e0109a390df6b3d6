"""Ballast: tanks that take in water and press it out, and bladders that swell outside of a hull.

A tank holds the volume V of water; the body is heavier by rho V, with its centre and inertia. With
an axis s and a length L the tank is a cylinder of the area A = capacity / L, filled from the end at
p as by a piston: the water reaches to the face p + s V / A. Otherwise its water is a particle at p.

What comes in is laid down on the face and rests in the tank from then on; it comes with the
velocity c of the surrounding water, and so takes the wrench (Meshchersky, with dI/dV the inertia of
the layer on the face per volume, and V_b the velocity of the body)

    dV/dt ( (rho c at the face) - dI/dV V_b )   while the tank fills.

What goes out leaves the face with the velocity of the tank, which takes no wrench. If there is a
`port`, it is a jet of the speed |dV/dt| / area, whose reaction is rho (dV/dt)^2 / area against its
direction. Water is drawn in from all sides, without any jet. Momentum of the flow within the tank,
relative to it, is left out; so are sloshing and what the tank would hold of air.

A bladder changes the displaced volume at constant mass: buoyancy rho V at its centre, and there
rho V Dc/Dt of a flow. That oil moves inside of the hull is left out.

References: Irschik and Holl 2004; Davis, Eriksen and Jones 2002 (engines of gliders).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import model_validator

from pelagos.elements.contract import Element, Extra, Output, OwnState, Stage
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import OnBody
from pelagos.language import scope, units
from pelagos.language.signals import Signal
from pelagos.language.words import Axis, Duration, Point, Positive, Quantity, Size, Words, refusal
from pelagos.mathematics.algebra import Force, Sym3, Vec3
from pelagos.mathematics.inertia import Inertia, into_frame
from pelagos.mathematics.scalars import Scalar, clip, maximum, minimum, sqrt, where

Capacity = Annotated[float, Quantity(units.VOLUME), Positive()]
Contents = Annotated[float, Quantity(units.VOLUME, least=0.0)]
VolumeRate = Annotated[float, Quantity((0, 3, -1)), Positive()]
SectionArea = Annotated[float, Quantity((0, 2, 0)), Positive()]
Density = Annotated[float, Quantity(units.DENSITY, least=0.0)]


class Port(Words):
    """Where a tank is open to the water, and the jet that leaves it along `direction`."""

    at: Point
    direction: Axis
    area: SectionArea


class Ballast(OnBody):
    """A tank that takes in and lets out water, or a bladder that swells outside of the hull.

    `command` says what the input is: the contents that are wanted (`fill`, m3) or the `flow` into
    it (m3/s). Contents follow with the time constant `lag`, not faster than `fill_rate` and
    `drain_rate`, and stay between 0 and `capacity`. With `axis` and `length` the tank fills along
    the axis from the end `at`, as by a piston; otherwise its contents are a particle at `at`.
    A `bladder` changes the displaced volume at constant mass. A tank whose `port` (without any:
    `at`) is above the surface takes in no water.
    """

    key = "ballast"
    order = 7
    effort_word = "lift"
    lifts = True
    feels_flow = True
    meaning = "command of the ballast on body"
    outputs = (
        Output("lift", "N", "buoyancy less weight of the contents"),
        Output("flow", "m3/s", "volume that comes in per second; negative where it goes out"),
    )

    kind: Literal["tank", "bladder"] = "tank"
    at: Point
    capacity: Capacity
    axis: Axis | None = None
    length: Size | None = None
    initial: Contents = 0.0
    command: Literal["fill", "flow"] = "fill"
    input: Signal = None  # type: ignore[assignment]
    fill_rate: VolumeRate
    drain_rate: VolumeRate
    lag: Duration = 1.0
    # by default of the robot's water; completed on reading, so it is never None
    density: Density = None  # type: ignore[assignment]
    port: Port | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_water(cls, words: Any) -> Any:
        if not isinstance(words, dict) or words.get("density") is not None:
            return words
        density = scope.current().density
        if density is None:
            raise refusal("the density of the contents is not known", "add density:, or water:")
        return {**words, "density": density}

    @model_validator(mode="after")
    def _fits(self) -> Ballast:
        if self.initial > self.capacity:
            raise refusal(
                f"the contents {self.initial:g} m3 are more than the capacity {self.capacity:g} m3",
                "start with less, or enlarge capacity",
                "initial",
            )
        if (self.axis is None) != (self.length is None):
            lacks = "length" if self.length is None else "axis"
            raise refusal("a tank has axis and length, or neither", f"add {lacks}", lacks)
        if self.kind == "bladder" and self.port is not None:
            raise refusal("a bladder lets nothing out: it has no port", "remove port", "port")
        around = scope.current().density
        if self.kind == "bladder" and around is None:
            raise refusal("a bladder displaces water, and there is none", "add water: to the robot")
        if not self.density and around != 0.0:
            raise refusal("contents without mass do nothing", "use a density above 0", "density")
        given: Signal | None = self.input
        if given is None:
            rest = self.initial if self.command == "fill" else 0.0
            object.__setattr__(self, "input", Signal(constant=rest))
        return self

    def misfit(self, body: Any) -> tuple[str, str] | None:
        if self.kind == "tank" and body.added_mass_form == "acceleration":
            form = "added_mass_form: acceleration knows one mass centre, which a tank moves"
            return form, "remove added_mass_form, or put the tank on another body"
        return None

    @property
    def states(self) -> tuple[OwnState, ...]:  # type: ignore[override]
        return (OwnState("fill", self.initial, "m3"),)

    @property
    def input_limits(self) -> tuple[float, float]:
        if self.command == "fill":
            return 0.0, self.capacity
        return -self.drain_rate, self.fill_rate

    def input_unit(self, effort: str) -> str:
        return {"fill": "m3", "flow": "m3/s"}[self.command]

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        body, level = site.body(self.body), _level(site)
        port = self.port
        shared: dict[str, Any] = {
            "link": body.link,
            "channel": site.channel(site.input),
            "state": site.states[0],
            "store": self._store(body),
            "by_flow": self.command == "flow",
            "most": self.fill_rate,
            "least": -self.drain_rate,
            "lag": self.lag,
            "opening": body.vector(self.at if port is None else port.at),
            "up": None if level is None else Vec3(*site.up.tolist()),
        }
        if self.kind == "bladder":
            size = 2.0 * (3.0 * self.capacity / (4.0 * math.pi)) ** (1.0 / 3.0)
            yield Bladder(**shared, diameter=size)
        else:
            jet = Vec3.zero() if port is None else (1.0 / port.area) * body.vector(port.direction)
            yield WaterTank(**shared, jet=jet)

    def _store(self, body: Any) -> Store:
        axis, length = self.axis, self.length
        rod = None
        if axis is not None and length is not None:
            area = self.capacity / length
            rod = Piston(body.vector(axis), area, area / math.pi)
        return Store(body.vector(self.at), rod, self.capacity, self.density)


def _level(site: ActuatorSite) -> float | None:
    """Of the surface, if the water has one."""
    found: float | None = None if site.water is None else site.water.surface
    return found


@dataclass(frozen=True)
class Piston:
    """The cylinder that a store fills along its axis."""

    axis: Vec3
    area: float
    radius2: float  # of the section, squared

    def of_unit_mass(self, length: Scalar) -> Sym3:
        """Inertia about the centre: r^2 / 4 + length^2 / 12 across, r^2 / 2 about the axis."""
        round_, slender = 0.25 * self.radius2, length * length / 12.0
        along = Sym3.square(self.axis)
        return _unit(round_ + slender) + (round_ - slender) * along


@dataclass(frozen=True)
class Store:
    """Contents that reach from a point along an axis; without one, a particle."""

    point: Vec3
    rod: Piston | None
    capacity: float
    density: float

    def face(self, volume: Scalar) -> Vec3:
        """Where the contents end: what comes in is laid down there."""
        return self._reached(volume)

    def centre(self, volume: Scalar) -> Vec3:
        return self._reached(0.5 * volume)

    def _reached(self, volume: Scalar) -> Vec3:
        rod = self.rod
        return self.point if rod is None else self.point + (volume / rod.area) * rod.axis

    def inertia(self, volume: Scalar) -> Inertia:
        """About the origin of the body."""
        mass, rod = self.density * volume, self.rod
        own = Sym3.zero() if rod is None else mass * rod.of_unit_mass(volume / rod.area)
        return Inertia.rigid(mass, self.centre(volume), own)

    def layer(self, volume: Scalar) -> Inertia:
        """d inertia / d volume: a disc on the face."""
        rod = self.rod
        own = Sym3.zero() if rod is None else self.density * rod.of_unit_mass(0.0)
        return Inertia.rigid(self.density, self.face(volume), own)


def _unit(size: Scalar) -> Sym3:
    return Sym3(size, size, size, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Contained(Element):
    """What tanks and bladders share: contents that follow a command."""

    link: int
    channel: int
    state: int
    store: Store
    by_flow: bool
    most: float  # m3/s
    least: float
    lag: float
    opening: Vec3
    up: Vec3 | None  # world; None in water without a surface

    stage = Stage.FLOW
    takes_input = True

    @property
    def heard(self) -> Mapping[int, str]:
        return {self.channel: ""}

    def flow(self, told: Scalar, volume: Scalar) -> Scalar:
        """Into it, in m3/s; it ends smoothly where the store is empty or full."""
        full = self.store.capacity
        wish = told if self.by_flow else (clip(told, 0.0, full) - volume) / self.lag
        wish = clip(wish, self.least, self.most)
        return clip(wish, -volume / self.lag, (full - volume) / self.lag)

    def depth(self, at: Any, point: Vec3) -> Scalar:
        """Of a point of the body below the surface."""
        assert self.up is not None
        place = at.world[self.link].point(point)
        return at.surface + at.elevation(place) - self.up.dot(place)


@dataclass(frozen=True)
class WaterTank(Contained):
    """A tank of water; see the head of this file."""

    jet: Vec3  # direction over the area of the port; zero without one

    adds_mass = True

    def masses(self, at: Any) -> Iterator[Extra]:
        volume, store = at.states[self.state], self.store
        mass = store.density * volume
        yield Extra(self.link, store.inertia(volume), mass, mass * store.centre(volume))

    def act(self, at: Any) -> Sequence[Scalar]:
        volume, store, velocity = at.states[self.state], self.store, at.velocities[self.link]
        flow = self.flow(at.signals[self.channel], volume)
        if self.up is not None:
            wet = self.depth(at, self.opening) > 0.0
            flow = where(wet, flow, minimum(flow, 0.0))
        at.rates[self.state] = flow
        pose, face = at.world[self.link], store.face(volume)
        place = pose.point(face)
        rho, momentum = store.density, store.layer(volume) @ velocity
        entering, leaving = maximum(flow, 0.0), minimum(flow, 0.0)
        stream = rho * into_frame(pose.R, at.stream(place).velocity)
        at.apply(self.link, entering * (Force.at(face, stream) - momentum))
        at.apply(self.link, Force.at(self.opening, (-rho * leaving * leaving) * self.jet))
        # the energy that the water has in the tank comes and goes with it
        energy = 0.5 * momentum.dot(velocity) - rho * at.gravity.dot(place)
        at.power = at.power + flow * energy
        return -rho * volume * sqrt(at.gravity.dot(at.gravity)), flow


@dataclass(frozen=True)
class Bladder(Contained):
    """A bladder in the water; see the head of this file."""

    diameter: float  # of a sphere of its capacity

    def act(self, at: Any) -> Sequence[Scalar]:
        volume, store, pose = at.states[self.state], self.store, at.world[self.link]
        flow = self.flow(at.signals[self.channel], volume)
        at.rates[self.state] = flow
        centre = store.centre(volume)
        share = self._immersed(at, centre)
        mass = share * store.density * volume
        push = -mass * at.gravity
        if at.flows:
            stream = at.stream(pose.point(centre))
            push = push + mass * stream.local
            if stream.gradient is not None:
                push = push + mass * (stream.gradient @ stream.velocity)
        at.apply(self.link, Force.at(centre, into_frame(pose.R, push)))
        return mass * sqrt(at.gravity.dot(at.gravity)), flow

    def _immersed(self, at: Any, centre: Vec3) -> Scalar:
        """The share below the surface, as of a sphere of the bladder's capacity."""
        if self.up is None:
            return 1.0
        h = clip(0.5 + self.depth(at, centre) / self.diameter, 0.0, 1.0)
        return h * h * (3.0 - 2.0 * h)
