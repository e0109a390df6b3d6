"""Hold: directions of a body that stay where they are; stands for planes, and for an attitude."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from pelagos.language.placement import to_quaternion
from pelagos.language.words import WORLD, refusal
from pelagos.relations.contract import BODY, Places, Relation

_PLACES = ("x", "y", "z")
_TURNS = ("roll", "pitch", "yaw")


class Hold(Relation):
    """Directions of a body that are held exactly where they are in the initial state.

    x, y, z are world directions of the body's origin. Of the attitude, roll and pitch are held
    together (the body's own z axis keeps its direction), or all three. Stands for constraints
    between the world and the body, whose forces are what the hold takes.
    """

    body: Annotated[str, BODY]
    axes: tuple[Literal["x", "y", "z", "roll", "pitch", "yaw"], ...] = Field(min_length=1)

    rank = 99
    stands_for = ("plane", "upright", "attitude")

    @model_validator(mode="after")
    def _known_sets(self) -> Hold:
        turns = {axis for axis in self.axes if axis in _TURNS}
        if turns not in (set(), {"roll", "pitch"}, {"roll", "pitch", "yaw"}):
            said = " and ".join(sorted(turns))
            raise refusal(
                f"{said} cannot be held without the others",
                "hold roll and pitch, or roll, pitch and yaw, or none of them",
                "axes",
            )
        return self

    def parts(self, name: str, start: Places) -> dict[str, dict[str, Any]]:
        """At the body's initial pose."""
        R, p = start.pose(self.body)
        here = {
            "between": [WORLD, self.body],
            "baumgarte": self.baumgarte,
            "active": self.active,
        }
        at = {"position": p.tolist()}
        found: dict[str, dict[str, Any]] = {
            f"{name}-{axis}": {"plane": {**here, "at": at, "to": {}, "normal": axis}}
            for axis in _PLACES
            if axis in self.axes
        }
        turned = {"position": p.tolist(), "quaternion": list(to_quaternion(R))}
        if "yaw" in self.axes:
            found[f"{name}-attitude"] = {"attitude": {**here, "at": turned, "to": {}}}
        elif "roll" in self.axes:
            found[f"{name}-upright"] = {"upright": {**here, "at": turned, "to": {}, "axis": "z"}}
        return found
