"""Fixed: the child does not move in its parent."""

from __future__ import annotations

from pelagos.joints.contract import NO_AXIS, JointKind, Numbers, as_forces, unit_forces
from pelagos.mathematics.algebra import Force, Motion
from pelagos.mathematics.inertia import Pose


class Fixed(JointKind):
    word, words, numbers = "fixed", NO_AXIS, ()
    coordinates = speeds = ()
    start = start_rates = ()
    turning = None
    in_world = resisted = pays_out = turnable = False
    hub, fixture = "ball", "block"
    urdf = ("fixed",)

    def pose(self, placement: Pose, q: Numbers) -> Pose:
        return placement

    def columns(self, q: Numbers) -> tuple[Motion, ...]:
        return ()

    def column_rates(self, q: Numbers, u: Numbers) -> tuple[Motion, ...]:
        return ()

    def rates(self, q: Numbers, u: Numbers) -> Numbers:
        return ()

    def active(self, q: Numbers) -> tuple[Force, ...]:
        return as_forces(self.columns(q))

    def held(self, q: Numbers) -> tuple[Force, ...]:
        return unit_forces(0, 1, 2, 3, 4, 5)

    def held_rates(self, q: Numbers, relative: Motion) -> tuple[Force, ...]:
        return (Force.zero(),) * 6
