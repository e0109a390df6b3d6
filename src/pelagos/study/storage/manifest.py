"""What the folder of a study says about itself (study.json), checked when it is opened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from pelagos.errors import PelagosError
from pelagos.files import read_text
from pelagos.result.schema import SAMPLES, UNIT_COORDINATES
from pelagos.study.words import StudyWords

SCHEMA = 1
MANIFEST = "study.json"
_REMEDY = "restore the file, or sweep again into another folder"

# histories are files of that name
FileName = Annotated[str, StringConstraints(pattern=r"^[^./\\\x00][^/\\\x00]*$", max_length=200)]


class _Facts(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Kept(_Facts):
    dims: list[str]
    attributes: dict[str, str]


class _Labels(_Facts):
    labels: list[str]
    units: list[str] | None


class _Histories(_Facts):
    names: dict[FileName, _Kept]
    labels: dict[str, _Labels]


class _Search(_Facts):
    metric: str
    goal: str
    as_is: float | None


class _Manifest(_Facts):
    identity: str
    study: dict[str, Any]
    source: str
    robot: dict[str, Any]
    robot_hash: str
    runs: Annotated[int, Field(ge=1, le=100_000_000)]
    columns: list[str]
    metrics: list[str]
    stops: list[str]
    chunk: Annotated[int, Field(ge=1)]
    versions: dict[str, str]
    created: str
    histories: _Histories | None = None
    optimise: _Search | None = None


def read_manifest(folder: Path) -> dict[str, Any]:
    """The facts of a folder, or what is wrong with them."""
    place = folder / MANIFEST
    if not place.exists():
        raise PelagosError(
            f"{folder}: no study is here\n    name the folder that `pelagos sweep` wrote"
        )
    try:
        facts: Any = json.loads(read_text(place))
    except (ValueError, RecursionError) as error:
        raise PelagosError(f"{place}: cannot be read: {error}\n    {_REMEDY}") from None
    schema = facts.get("schema") if isinstance(facts, dict) else None
    if schema != SCHEMA:
        raise PelagosError(
            f"{folder}: layout {str(schema)[:50]}, not {SCHEMA}\n"
            "    read it with the version of Pelagos that wrote it"
        )
    try:
        found = _Manifest.model_validate(facts)
        words = StudyWords.model_validate(facts["study"])
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        key = ".".join(map(str, wrong["loc"]))
        raise PelagosError(f"{place}: {key}: {wrong['msg']}\n    {_REMEDY}") from None
    for said in _contradictions(found, words):
        raise PelagosError(f"{place}: {said}\n    {_REMEDY}")
    return dict(facts)


def _contradictions(facts: _Manifest, words: StudyWords) -> list[str]:
    """Where parts of a manifest do not fit together."""
    found = []
    if facts.metrics != list(words.metrics):
        found.append("metrics: these are not those of the study")
    if len({*facts.columns, *facts.metrics}) < len(facts.columns) + len(facts.metrics):
        found.append("columns: some have the same name")
    if facts.columns != words.columns:
        found.append("columns: these are not those of the study")
    if facts.histories is not None:
        known = facts.histories.labels
        for name, kept in facts.histories.names.items():
            if not set(kept.dims) <= known.keys() & set(SAMPLES.dimensions):
                found.append(f"histories.names.{name}: unknown dimensions")
        for dim, of in known.items():
            if of.units is not None and (
                dim not in UNIT_COORDINATES or len(of.units) != len(of.labels)
            ):
                found.append(f"histories.labels.{dim}: units that do not fit")
    return found
