"""The hash of a robot: equal for robots that are the same in all values."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from pelagos.elements.own import record
from pelagos.model import laws

if TYPE_CHECKING:
    from pelagos.model.reading import OwnElements
    from pelagos.model.robot import Robot

# words that came later: robots without them keep the hashes they had
_LATER = ("seed", "autopilots", "symbols")
_LATER_IN_SCENARIOS = ("controllers",)
_FIRST_KINDS = {"force", "motion", "motor", "servo", "thruster", "torque"}  # of actuators
_LATER_IN_ACTUATORS = (("force", "limits"), ("torque", "limits"))


def of_robot(robot: Robot, elements: OwnElements) -> str:
    """SHA-256 of all values in SI, of the order of bodies and actuators, and of laws."""
    values = robot.model_dump(mode="json")
    for key in _LATER:
        if not values[key]:
            del values[key]
    for body in values["bodies"].values():
        del body["visual"]  # looks are no values of mechanics: equal robots may differ in them
    for scenario in values["scenarios"].values():
        for key in _LATER_IN_SCENARIOS:
            if not scenario[key]:
                del scenario[key]
        _without_later(scenario["actuators"])
    _without_later(values["actuators"])
    for water in (values["water"], *(s["water"] for s in values["scenarios"].values())):
        if water is not None and not water["crossing"]:
            del water["crossing"]
    values["order"] = [[*robot.order], [*robot.actuators]]
    if robot.laws:
        values["laws"] = laws.digest(robot.laws)
    if elements:
        named = {
            key: {name: words.model_dump(mode="json") for name, words in section.items()}
            for key, section in elements.items()
        }
        values["elements"] = [named, record(robot.element_kinds)]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _without_later(actuators: dict[str, Any]) -> None:
    for actuator in actuators.values():
        for kind in [k for k, law in actuator.items() if law is None and k not in _FIRST_KINDS]:
            del actuator[kind]
        for kind, key in _LATER_IN_ACTUATORS:
            if actuator.get(kind) is not None and actuator[kind][key] is None:
                del actuator[kind][key]
