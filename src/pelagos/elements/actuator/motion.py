"""A prescribed motion: the joint follows the input, whatever effort that takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pelagos.elements.contract import Element
from pelagos.elements.site import ActuatorSite
from pelagos.elements.targets import OnJoint, position_unit


class PrescribedMotion(OnJoint):
    """The joint follows the input exactly, whatever effort that takes."""

    key = "motion"
    order = 2
    follows = True
    meaning = "prescribed position of joint"

    def input_unit(self, effort: str) -> str:
        return position_unit(effort)

    def build(self, site: ActuatorSite) -> Iterator[Element]:
        """No force of its own: the joint's speed is prescribed."""
        site.prescribe(self.joint)
        yield from ()

    def as_motor(self, input: Any = 0.0) -> dict[str, Any]:
        """Words of a motor at the same joint, whose input is an effort."""
        return {"motor": {"joint": self.joint, "dof": self.dof, "input": input}}
