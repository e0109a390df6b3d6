"""Thrusters: the force of a propeller in moving water (Nielsen et al. 2018, eq 8 to 13).

T = T_ww |w| w + T_wu |w| u_a, with the shaft speed w and the speed u_a of the thruster along its
axis through the water, u_a = (v + w_body x p - current) . t. That is K_T = a0 + a1 J in other
words: J = 2 pi u_a / (w D), T_ww = rho D^4 a0 / (4 pi^2), T_wu = rho D^3 a1 / (2 pi).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pelagos.mathematics.algebra import Force, Motion, Vec3
from pelagos.mathematics.scalars import absolute, where

Scalar = Any


class Numbers(NamedTuple):
    """Constants of a thruster, body axes."""

    tx: Scalar
    ty: Scalar
    tz: Scalar
    px: Scalar
    py: Scalar
    pz: Scalar
    linear: Scalar  # 1: the input is the thrust itself
    T_ww: Scalar  # N s2
    T_wu: Scalar  # N s2/m
    reverse_ww: Scalar
    reverse_wu: Scalar
    reaction: Scalar  # m: moment about the axis per newton, against the thrust
    health: Scalar


def thrust(n: Numbers, drive: Scalar, along: Scalar) -> Scalar:
    """Newtons along the axis at a drive (shaft speed or thrust) and a speed through the water."""
    back = drive < 0.0
    T_ww, T_wu = where(back, n.reverse_ww, n.T_ww), where(back, n.reverse_wu, n.T_wu)
    return n.health * (n.linear * drive + absolute(drive) * (T_ww * drive + T_wu * along))


def wrench(n: Numbers, drive: Scalar, relative: Motion) -> tuple[Scalar, Force]:
    """Thrust, and its wrench about the body's origin; motion through the water in body axes."""
    axis, place = Vec3(n.tx, n.ty, n.tz), Vec3(n.px, n.py, n.pz)
    along = (relative.v + relative.w.cross(place)).dot(axis)
    size = thrust(n, drive, along)
    push = size * axis
    return size, Force(push, place.cross(push) - n.reaction * push)
