"""What the live page shows: the scene of the robot at its start, and the lines of its plots."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from pelagos.live.controls import Controls
from pelagos.result import Header, Outcome, Run
from pelagos.result.panels import NAMED, Panel
from pelagos.view import build
from pelagos.view.packing import Packer
from pelagos.view.page import Surfaces, describe, document
from pelagos.view.scene import Actor, Scene

Sample = Mapping[str, np.ndarray]  # variables of a result at one time
_QUANTITIES = ("coordinates", "speeds", "efforts", "energy")
_ROOM = 3.0  # sizes of the robot between it and the floor or the surface of the water


def snapshot(header: Header, *samples: Sample) -> Run:
    """A run of a few samples."""
    arrays = {name: np.stack([one[name] for one in samples]) for name in samples[0]}
    return Run(header, Outcome("running", float(samples[-1]["time"])), arrays)


def scene_of(header: Header, facts: Sample, scenario: str | None) -> Scene:
    """The scene at the start, with room to move in."""
    scene = build([snapshot(header, facts)])
    room = 0.0 if scene.surface is None else _ROOM * scene.actors[0].size
    return dataclasses.replace(
        scene,
        subtitle=f"live · {scenario}" if scenario else "live",
        floor=scene.floor - room,
        surface=scene.surface + room
        if scene.surface is not None and not scene.afloat
        else scene.surface,
    )


def panels_of(header: Header, first: Sample, now: Sample) -> list[Panel]:
    """Panels whose lines end now; energies count from the first sample."""
    run = snapshot(header, first, now)
    return [panel for name in _QUANTITIES for panel in NAMED[name](run) if panel.lines]


def last_values(panels: list[Panel]) -> list[float | None]:
    values = [float(line.values[-1]) for panel in panels for line in panel.lines]
    return [float(f"{x:.6g}") if np.isfinite(x) else None for x in values]


def page_of(
    scene: Scene,
    panels: list[Panel],
    more: list[dict[str, Any]],
    live: dict[str, Any],
    facts: str,
) -> bytes:
    """The page, as it is sent.

    more: panels after those; live: controls, sliders, controllers and sensors.
    """
    packer = Packer()
    surfaces = Surfaces(packer)
    described = {
        "scene": {**describe(scene, packer, surfaces), "follows": True},
        "surfaces": surfaces.facts,
        "panels": [
            *(
                {
                    "title": panel.title,
                    "unit": panel.unit,
                    "log": False,
                    "series": [{"label": line.name, "run": 0} for line in panel.lines],
                }
                for panel in panels
            ),
            *more,
        ],
        "facts": facts,
        "live": live,
    }
    return document(scene.title, described, packer.text, connects="'self'").encode()


def strong(actor: Actor, controls: Controls) -> Actor:
    """The actor with arrows as long as the driver can make them."""
    arrows = [
        dataclasses.replace(one, largest=max(one.largest, controls.strength.get(one.name, 0.0)))
        for one in actor.arrows
    ]
    return dataclasses.replace(actor, arrows=arrows)
