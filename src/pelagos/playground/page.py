"""The page: programs in JavaScript, numbers for every slider, and a march in the browser."""

from __future__ import annotations

import dataclasses
import html
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.march.settings import read_robot
from pelagos.model.paths.numbers import number_at
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.paths.units import unit_of_path
from pelagos.model.robot import Robot
from pelagos.playground.javascript import function_of
from pelagos.playground.rows import Rows, rows_of
from pelagos.progress import Progress
from pelagos.result import meaning
from pelagos.result.pages import check
from pelagos.result.storage import temporary
from pelagos.version import __version__
from pelagos.view import colors

STEPS = 21  # positions of a slider
MOST_SLIDERS, MOST_STEPS = 8, 201


@dataclass(frozen=True)
class Knob:
    """A number of the model that readers may change."""

    path: str
    low: float
    high: float
    steps: int = STEPS
    label: str = ""

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise PelagosError(f"{self.path}: from {self.low:g} to {self.high:g} is no range")
        if not 2 <= self.steps <= MOST_STEPS:
            raise PelagosError(f"{self.path}: {self.steps} steps\n    give 2 to {MOST_STEPS}")

    @property
    def values(self) -> list[float]:
        found: list[float] = np.linspace(self.low, self.high, self.steps).tolist()
        return found


def write_playground(
    robot: Robot | str | Path,
    path: str | os.PathLike[str],
    sliders: Sequence[Knob],
    scenario: str | None = None,
    *,
    duration: float | None = None,
    title: str | None = None,
    progress: Progress | None = None,
) -> Path:
    """Write a page that simulates a robot anew whenever one of its sliders moves.

    The page is a single file and needs no network. It integrates by Dormand and Prince's method
    with a relative tolerance of 1e-13, and agrees with the engine to 1e-9 over some seconds.

    Examples:
        >>> from pelagos.playground import Knob, write_playground
        >>> sliders = [Knob("bodies.lower.mass", 0.5, 2.0, 4)]
        >>> page = write_playground("double-pendulum", "pendulum.html", sliders, duration=2)
        >>> page.stat().st_size < 200_000
        True
    """
    place = Path(path)
    check(place)
    base = read_robot(robot, None)
    resolved = in_scenario(base, scenario)
    _check(resolved, sliders)
    span = duration or resolved.duration
    values = {slider.path: slider.values for slider in sliders}
    middle = [_nearest(base, slider) for slider in sliders]
    rows = rows_of(base, scenario, values, middle, span, progress)
    text = _document(resolved, rows, sliders, middle, span, title or _title(base, scenario))
    with temporary(place) as beside:
        beside.write_text(text, encoding="utf-8")
        beside.replace(place)
    return place


def _title(robot: Robot, scenario: str | None) -> str:
    return f"{robot.name}, {scenario}" if scenario else robot.name


def _check(robot: Robot, sliders: Sequence[Knob]) -> None:
    """Refuse what the march of a page does not know."""
    if len(sliders) > MOST_SLIDERS:
        raise PelagosError(f"{len(sliders)} sliders are too many\n    give up to {MOST_SLIDERS}")
    twice = {s.path for s in sliders if [o.path for o in sliders].count(s.path) > 1}
    if twice:
        raise PelagosError(f"{', '.join(sorted(twice))}: is given twice")
    parts: dict[str, Mapping[str, Any]] = {
        "sensors": robot.sensors,
        "controllers": robot.controllers,
        "events": robot.events,
        "wings": {
            name: wing for name, wing in robot.wings.items() if wing.method == "vortex-lattice"
        },
    }
    for name, found in parts.items():
        if found:
            raise PelagosError(
                f"{robot.name}: has {name} ({', '.join(found)}), which pages do not simulate\n"
                f"    leave them out, or choose a robot without"
            )


def _nearest(robot: Robot, slider: Knob) -> int:
    """Where a slider stands at first: nearest to the model's own value."""
    value = number_at(robot, slider.path)
    if value is None:
        return slider.steps // 2
    return int(np.argmin(np.abs(np.array(slider.values) - value)))


def _document(
    robot: Robot,
    rows: Rows,
    sliders: Sequence[Knob],
    middle: Sequence[int],
    duration: float,
    title: str,
) -> str:
    assets = resources.files("pelagos.playground") / "assets"
    read = {
        name: (assets / name).read_text(encoding="utf-8")
        for name in ("page.html", "page.css", "march.js", "play.js")
    }
    script = "\n".join([_programs(rows), read["march.js"], read["play.js"]])
    filled = {
        "title": html.escape(title),
        "version": __version__,
        "description": html.escape(robot.description),
        "style": read["page.css"],
        "facts": _json(_facts(robot, rows, sliders, middle, duration)),
        "script": script,
    }
    page = read["page.html"]
    for key, text in filled.items():
        page = page.replace("{{" + key + "}}", text)
    return page


def _json(facts: Any) -> str:
    return json.dumps(facts, separators=(",", ":")).replace("<", "\\u003c")


def _programs(rows: Rows) -> str:
    """All programs that the march of a page calls."""
    engine = rows.engine
    programs, size = engine.programs, engine.size
    driven = len(engine.robot.elements.driven) > 0
    wanted = {"rates": size, "places": size, "prescribed": size}
    if programs.loose_rows:
        wanted |= {"restore": size, "shift": size + engine.robot.nv}
    found = []
    for name, states in wanted.items():
        trace, outputs = programs.traced(name, driven)
        if trace.parts:
            raise PelagosError(f"{engine.robot.robot.name}: is too large for a page")
        found.append(function_of(name, trace.tape, outputs, states))
    return "\n".join(found)


def _facts(
    robot: Robot, rows: Rows, sliders: Sequence[Knob], middle: Sequence[int], duration: float
) -> dict[str, Any]:
    engine = rows.engine
    compiled, programs = engine.robot, engine.programs
    if compiled.states.samplers.size:
        raise PelagosError(f"{robot.name}: has sampled states, which pages do not simulate")
    layouts = {
        name: {"table": [list(row) for row in layout.table], "affected": list(layout.affected)}
        for name, layout in (("rates", programs.rates_layout), ("restore", programs.restore_layout))
    }
    chosen = dict(zip(robot.order, colors.palette(len(robot.order)), strict=True))
    own = {n: colors.parse(b.color) if b.color else None for n, b in robot.bodies.items()}
    up = -np.array(robot.gravity, float)
    size = float(np.linalg.norm(up))
    return {
        "layout": dataclasses.asdict(rows.layout),
        "base": rows.base.tolist(),
        "tables": [
            {"sliders": t.sliders, "places": t.places.tolist(), "rows": t.rows.tolist()}
            for t in rows.tables
        ],
        "sliders": [
            {
                "label": s.label or s.path,
                "values": s.values,
                "at": k,
                "unit": unit_of_path(robot, s.path, s.values[k]),
            }
            for s, k in zip(sliders, middle, strict=True)
        ],
        "size": engine.size,
        "flowing": compiled.flowing,
        "nq": compiled.nq,
        "nv": compiled.nv,
        "quaternions": [int(k) for k in compiled.quaternions],
        "groups": layouts,
        "driven": len(compiled.elements.driven) > 0,
        "duration": duration,
        "up": (up / size).tolist() if size else [0.0, 0.0, 1.0],
        "bodies": [
            {"name": name, "color": own[name] or chosen[name], "forms": counts}
            for name, counts in zip(robot.order, rows.outlines, strict=True)
        ],
        "coordinates": [{"label": e.label, "unit": e.unit} for e in meaning.coordinates(robot)],
        "speeds": [{"label": e.label, "unit": e.unit} for e in meaning.speeds(robot)],
    }
