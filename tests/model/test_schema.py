"""The JSON schema: what loads conforms to it, common mistakes do not."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

from pelagos import model
from pelagos.language import yaml_text

SCHEMA = model.json_schema()
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}


def conforms(value, schema) -> bool:
    """The part of JSON schema that ours uses, written from the standard."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema:
        return conforms(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return any(conforms(value, form) for form in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "const" in schema and value != schema["const"]:
        return False
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(
        isinstance(value, TYPES[n]) and (n == "boolean" or not isinstance(value, bool))
        for n in names
    ):
        return False
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)) or len(value) < schema.get(
            "minItems", 0
        ):
            return False
        forms = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
        return all(conforms(item, form) for item, form in zip(value, forms, strict=True))
    if isinstance(value, dict):
        known = schema.get("properties", {})
        other = schema.get("additionalProperties", {})
        if not set(schema.get("required", [])) <= set(value):
            return False
        return all(
            conforms(item, known[key])
            if key in known
            else other is not False and conforms(item, other)
            for key, item in value.items()
        )
    return True


def test_it_is_json():
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("name", model.builtin_names())
def test_built_in_robots_conform(name):
    assert conforms(model.load(name).to_dict(), SCHEMA)


@pytest.mark.parametrize("name", ["bluerov-pair", "bluerov-raft", "snake20"])
def test_modules_and_shorthands_conform_as_written(name):
    text = (resources.files("pelagos") / "robots" / f"{name}.yaml").read_text(encoding="utf-8")
    words = yaml_text.read(text).data
    assert conforms(words, SCHEMA)
    assert not conforms({**words, "modules": {"a": {"fil": "x"}}}, SCHEMA)
    assert not conforms({**words, "docks": {"a": {"from": "x"}}}, SCHEMA)


def test_the_sample_conforms(words):
    assert conforms(words, SCHEMA)


@pytest.mark.parametrize(
    "change",
    [
        "bodis: {}",
        "bodies: {a: {mas: 1}}",
        "bodies: {a: {mass: [1]}}",
        "bodies: {a: {joint: revolut}}",
        "bodies: {a: {joint: {revolut: x}}}",
        "bodies: {a: {com: [1, 2]}}",
        "integrator: {method: euler}",
        "actuators: {a: {motor: {}}}",
        "scenarios: {a: {inputs: {b: {ramp: {}}}}}",
        "constraints: {a: {hinge: {between: [a, world]}}}",
        "constraints: {a: {rope: {}}}",
        "constraints: {a: {gear: {joints: [a]}}}",
        "water: {densty: 3}",
        "water: {waves: [{period: 3}]}",
        "bodies: {a: {added_mass: {surg: 1}}}",
        "bodies: {a: {added_mass: shap}}",
        "bodies: {a: {drag: {X_x: 1}}}",
        "bodies: {a: {buoyancy: {volum: 1}}}",
        "pelagos: 2",
        "name: 3",
    ],
)
def test_mistakes_do_not(change):
    good = {"name": "a", "bodies": {"a": {"mass": 1, "inertia": [1, 1, 1]}}}
    assert conforms(good, SCHEMA)
    assert not conforms({**good, **yaml_text.read(change).data}, SCHEMA)
