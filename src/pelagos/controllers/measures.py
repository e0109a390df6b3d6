"""What controllers measure of a body: where it is, how it lies, how it moves.

north, east and depth are of the origin of its frame; depth counts from the surface of the water, or
from the origin of the world where there is none. Heading, roll and pitch are those of mariners
(`mathematics.geography`). surge, sway and heave are the velocity of the origin over ground along
the body's own x, y and z; roll_rate, pitch_rate and yaw_rate the angular velocity about these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.geography import roll_pitch_heading
from pelagos.mathematics.inertia import into_frame
from pelagos.mathematics.scalars import Scalar, atan2, sincos


class Measure(NamedTuple):
    """One thing that can be measured of any body."""

    unit: str
    is_angle: bool = False  # compared the short way round
    needs_north: bool = True


PLACE = ("north", "east", "depth")
ATTITUDE = ("roll", "pitch", "heading")
SPEEDS = ("surge", "sway", "heave")
TURNS = ("roll_rate", "pitch_rate", "yaw_rate")
MEASURES: dict[str, Measure] = {
    **dict.fromkeys(PLACE, Measure("m")),
    **dict.fromkeys(ATTITUDE, Measure("rad", is_angle=True)),
    **dict.fromkeys(SPEEDS, Measure("m/s", needs_north=False)),
    **dict.fromkeys(TURNS, Measure("rad/s", needs_north=False)),
}


@dataclass(frozen=True)
class SteeredBody:
    """A body as controllers see it."""

    link: int
    axes: Mat3  # from joint-aligned axes to the body's own
    chart: Mat3  # from world axes to north, east, down
    level: float  # of the surface, along up

    def place(self, at: Any) -> Vec3:
        """North, east, depth."""
        p = self.chart @ at.world[self.link].p
        return Vec3(p.x, p.y, p.z + self.level)

    def attitude(self, at: Any) -> Vec3:
        """Roll, pitch, heading."""
        turned = self.chart @ at.world[self.link].R @ self.axes.T @ self.chart.T
        return Vec3(*roll_pitch_heading(turned))

    def speed(self, at: Any) -> Vec3:
        """Surge, sway, heave."""
        found: Vec3 = self.axes @ at.velocities[self.link].v
        return found

    def turning(self, at: Any) -> Vec3:
        """Rates about the body's own axes."""
        found: Vec3 = self.axes @ at.velocities[self.link].w
        return found

    def measure(self, name: str, at: Any) -> Scalar:
        """One of MEASURES."""
        groups = ((PLACE, self.place), (ATTITUDE, self.attitude), (SPEEDS, self.speed))
        for names, read in (*groups, (TURNS, self.turning)):
            if name in names:
                return [*read(at)][names.index(name)]
        raise KeyError(name)

    def own(self, v: Vec3) -> Vec3:
        """A vector in axes ahead, starboard, down of the vehicle, in the body's own axes."""
        return into_frame(self.chart, v)


def attitude_matrix(angles: Vec3) -> Mat3:
    """By roll, pitch, heading: from ahead, starboard, down of a vehicle to north, east, down."""
    (sr, cr), (sp, cp), (sh, ch) = (sincos(angle) for angle in angles)
    return Mat3(
        Vec3(cp * ch, cp * sh, -sp),
        Vec3(sr * sp * ch - cr * sh, sr * sp * sh + cr * ch, sr * cp),
        Vec3(cr * sp * ch + sr * sh, cr * sp * sh - sr * ch, cr * cp),
    )


def turning_of(angles: Vec3, rates: Vec3) -> Vec3:
    """Angular velocity about ahead, starboard, down, by rates of roll, pitch, heading."""
    (sr, cr), (sp, cp) = sincos(angles.x), sincos(angles.y)
    roll, pitch, heading = rates
    return Vec3(
        roll - sp * heading,
        cr * pitch + sr * cp * heading,
        cr * cp * heading - sr * pitch,
    )


def short_way(angle: Scalar) -> Scalar:
    """A difference of angles, the short way round."""
    sine, cosine = sincos(angle)
    return atan2(sine, cosine)
