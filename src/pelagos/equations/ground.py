r"""A flat, compliant ground with friction that may differ along and across a body.

A contact is a small sphere of a body: centre c, radius r, height h of the centre over the plane,
depth d = r - h. Normal force (Hunt and Crossley 1975, with a linear spring)

    N = k d (1 - b dh/dt)   for d > 0, never below zero, else 0.

Friction acts where the plane is touched, on the sliding velocity v in the plane. With t the body's
axis laid down into the plane, v_a = (v . t) t along and v_c = v - v_a across it,

    F = -N [(mu_a / s + eta_a) v_a + (mu_c / s + eta_c) v_c],   s = sqrt(|v|^2 + v_s^2):

Coulomb's friction, smoothed below the speed v_s, and a viscous one in proportion to the load.
Friction that is larger across than along is what lets a snake push itself forward (Hirose 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.inertia import Pose, into_frame
from pelagos.mathematics.scalars import sqrt, where

Scalar = Any
LYING = 1e-6  # sine of the angle below which an axis upright on the plane has no direction in it


class Contact:
    """A small sphere of a body on the plane n . x = level."""

    parameters = (
        "cx", "cy", "cz", "radius", "ax", "ay", "az",
        "nx", "ny", "nz", "level", "stiffness", "damping",
        "mu_along", "mu_across", "eta_along", "eta_across", "speed",
    )  # fmt: skip

    def wrench(self, p: Sequence[Scalar], pose: Pose, velocity: Motion) -> Force:
        """The force of the ground on the body, in body axes."""
        centre, radius, axis = Vec3(*p[0:3]), p[3], Vec3(*p[4:7])
        level, stiffness, damping = p[10:13]
        n = into_frame(pose.R, Vec3(*p[7:10]))
        height = Vec3(*p[7:10]).dot(pose.p) + n.dot(centre) - level
        depth = radius - height
        touched = centre - height * n
        v = velocity.v + velocity.w.cross(touched)
        rising = n.dot(v)
        load = stiffness * depth * (1.0 - damping * rising)
        load = where(depth > 0.0, where(load > 0.0, load, 0.0 * load), 0.0 * load)
        return Force.at(touched, load * (n - self._friction(p[13:18], axis, n, v - rising * n)))

    def _friction(self, p: Sequence[Scalar], axis: Vec3, n: Vec3, v: Vec3) -> Vec3:
        """Per unit of load, against the sliding."""
        mu_along, mu_across, eta_along, eta_across, slow = p
        laid = axis - axis.dot(n) * n
        t = (1.0 / sqrt(laid.dot(laid) + LYING * LYING)) * laid
        along = v.dot(t) * t
        speed = sqrt(v.dot(v) + slow * slow)
        return (mu_along / speed + eta_along) * along + (mu_across / speed + eta_across) * (
            v - along
        )


CONTACT = Contact()
