"""JSON schema of model files, for editors that complete and check while typing."""

from __future__ import annotations

from typing import Any

from pelagos.elements.table import kinds
from pelagos.language.words import Words
from pelagos.model.expansion.arrangement import Dock, Module
from pelagos.model.expansion.shorthand import SHORTHANDS
from pelagos.model.own_elements import CODE
from pelagos.model.robot import Robot


def json_schema() -> dict[str, Any]:
    """The schema of a model file."""
    schema = Robot.model_json_schema(by_alias=True)
    for key, shorthand in SHORTHANDS.items():
        own = shorthand.model_json_schema(by_alias=True)
        schema["$defs"] |= own.pop("$defs", {})
        schema["properties"][key] = own
    named: dict[str, type[Words]] = {**kinds("section"), "modules": Module, "docks": Dock}
    for key, words in named.items():
        own = words.model_json_schema(by_alias=True)
        schema["$defs"] |= own.pop("$defs", {})
        schema["properties"][key] = {"type": "object", "additionalProperties": own}
    name = {"type": "string"}
    wing = schema["properties"]["wings"]["additionalProperties"]
    wing["properties"]["beam"] = name  # takes the place of bodies and span
    wing["required"] = ["chord"]
    schema["properties"][CODE] = {"type": "object", "additionalProperties": name}
    schema["properties"]["include"] = {"anyOf": [name, {"type": "array", "items": name}]}
    schema["required"].remove("bodies")  # a shorthand may write them
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_tidy(schema)}


def _tidy(schema: Any) -> Any:
    """Without what editors show but nobody may write: empty values as defaults."""
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _tidy(value) for key, value in schema.items() if (key, value) != ("default", None)}
    if isinstance(kept.get("anyOf"), list):
        forms = [item for item in kept.pop("anyOf") if item != {"type": "null"}]
        kept |= forms[0] if len(forms) == 1 else {"anyOf": forms}
    return kept
