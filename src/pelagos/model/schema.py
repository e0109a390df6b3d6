"""JSON schema of model files, for editors that complete and check while typing."""

from __future__ import annotations

from typing import Any

from pelagos.model.robot import Robot


def json_schema() -> dict[str, Any]:
    """The schema of a model file."""
    return Robot.model_json_schema(by_alias=True)
