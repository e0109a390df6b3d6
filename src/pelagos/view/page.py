"""The 3D page: one HTML file with everything in it, which opens from disk without a network."""

from __future__ import annotations

import dataclasses
import html
import json
import os
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.result.pages import check
from pelagos.result.panels import Panel, default_panels, quantity_panels
from pelagos.result.storage import temporary
from pelagos.version import __version__
from pelagos.view.forms import Form
from pelagos.view.packing import Packer
from pelagos.view.scene import POSITION_TOLERANCE, Actor, Scene, build

if TYPE_CHECKING:
    from pelagos.result import Run

_POINTS = 1000  # of a line in a plot
_NODE = 20.0  # roundings of poses that nodes of lines may be off


def write_page(
    runs: Sequence[Run],
    path: str | os.PathLike[str],
    *,
    labels: Sequence[str] | None = None,
    quantities: Sequence[str] | None = None,
) -> Path:
    """Write the page of one run, or of several laid over one another.

    `quantities` chooses the plots, named as in `Run.plot`; by default coordinates, speeds,
    energies, their balance and the actuators.
    """
    place = Path(path)
    check(place)
    text = page_text(runs, labels=labels, quantities=quantities)
    with temporary(place) as beside:
        beside.write_text(text, encoding="utf-8")
        beside.replace(place)
    return place


def page_text(
    runs: Sequence[Run],
    *,
    labels: Sequence[str] | None = None,
    quantities: Sequence[str] | None = None,
) -> str:
    """The same page as a text."""
    return render(build(runs, labels), runs, quantities)


def render(scene: Scene, runs: Sequence[Run], quantities: Sequence[str] | None = None) -> str:
    """The text of the page."""
    packer = Packer()
    surfaces = Surfaces(packer)
    described = {
        "scene": describe(scene, packer, surfaces),
        "surfaces": surfaces.facts,
        "panels": _panels(scene, runs, quantities, packer),
        "facts": facts(scene),
    }
    return document(scene.title, described, packer.text)


class Surfaces:
    """Surfaces of a page: forms name them by number, and equal ones are there once."""

    def __init__(self, packer: Packer) -> None:
        self._packer = packer
        self._known: dict[str, int] = {}
        self.facts: list[dict[str, Any]] = []

    def named(self, one: Form) -> Form:
        """A form whose surface is put away."""
        if one["kind"] != "mesh":
            return one
        key = json.dumps([one["vertices"], one["faces"]])
        if key not in self._known:
            self._known[key] = len(self.facts)
            vertices, faces = np.array(one["vertices"]), np.array(one["faces"], dtype=float)
            packed = {"vertices": self._packer.add(vertices), "faces": self._packer.add(faces, 0.4)}
            self.facts.append(packed)
        rest = {k: v for k, v in one.items() if k not in ("vertices", "faces")}
        return {**rest, "surface": self._known[key]}


def describe(scene: Scene, packer: Packer, surfaces: Surfaces) -> dict[str, Any]:
    """A scene in the words of the page; long numbers go to the packer."""
    return {
        **{f.name: getattr(scene, f.name) for f in dataclasses.fields(scene)},
        "actors": [_actor(actor, packer, surfaces) for actor in scene.actors],
        "follows": scene.follows,
    }


def document(title: str, described: dict[str, Any], data: str, connects: str = "'none'") -> str:
    """The page as one text; `connects` says where it may ask for more."""
    assets = resources.files("pelagos.view") / "assets"
    read = {
        name: (assets / name).read_text(encoding="utf-8")
        for name in ("page.html", "viewer.js", "viewer.css")
    }
    # no text inside a script may look like its end
    words = json.dumps(described, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    pieces = {
        "version": __version__,
        "title": html.escape(title),
        "connects": connects,
        "style": read["viewer.css"],
        "scene": words,
        "data": data,
        "script": read["viewer.js"].replace("</script", "<\\/script"),
    }
    parts = read["page.html"].split("{{")
    filled = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}}")
        filled += [pieces[name], rest]
    return "".join(filled)


def facts(scene: Scene) -> str:
    """How true the page is to the run."""
    track = scene.actors[0].track
    return (
        f"Pelagos {__version__}. {track.samples} samples shown from {len(track.time)} key frames; "
        f"between them positions are off by at most {1000 * track.position_error:.2g} mm and "
        f"angles by {np.rad2deg(track.angle_error):.2g} degrees."
    )


def _actor(actor: Actor, packer: Packer, surfaces: Surfaces) -> dict[str, Any]:
    described = {
        name: getattr(actor, name) for name in ("label", "color", "paths", "size", "travel")
    }
    described["parts"] = [
        {**vars(part), "forms": [surfaces.named(one) for one in part.forms]} for part in actor.parts
    ]
    described["fixtures"] = [surfaces.named(one) for one in actor.fixtures]
    described["skins"] = [dataclasses.asdict(skin) for skin in actor.skins]
    described["tubes"] = [dataclasses.asdict(tube) for tube in actor.tubes]
    turned = {one["turns"] for part in actor.parts for one in part.forms if "turns" in one}
    described["turning"] = {row: actor.largest(row) for row in sorted(turned)}
    described["arrows"] = [dataclasses.asdict(arrow) for arrow in actor.arrows]
    described["lines"] = [dataclasses.asdict(line) for line in actor.lines]
    track = actor.track
    rounding = 0.5 * POSITION_TOLERANCE * actor.size
    end = float(track.time[-1] - track.time[0])
    described["track"] = {
        "time": packer.add(track.time, 1e-6 * end),
        "position": packer.add(track.position[:, track.loose], rounding),
        "nodes": packer.add(track.nodes, _NODE * rounding),
        "orientation": packer.add(track.orientation),
        "actuation": packer.add(track.actuation),
        "hooks": [hook and [hook[0], *map(float, hook[1])] for hook in track.hooks],
    }
    return described


# Plots -------------------------------------------------------------------------------------------


def _panels(
    scene: Scene, runs: Sequence[Run], quantities: Sequence[str] | None, packer: Packer
) -> list[dict[str, Any]]:
    """Panels of all runs; those of the same title and unit share one."""
    found: dict[tuple[str, str], list[tuple[int, Panel]]] = {}
    for i, run in enumerate(runs):
        for panel in _chosen(run, quantities):
            if panel.lines:
                found.setdefault((panel.title, panel.unit), []).append((i, panel))
    times = _times(scene, runs)
    return [_panel(runs, panels, times, packer) for panels in found.values()]


def _chosen(run: Run, quantities: Sequence[str] | None) -> list[Panel]:
    if quantities is not None:
        return [panel for name in quantities for panel in quantity_panels(run, name)]
    return default_panels(run)


def _times(scene: Scene, runs: Sequence[Run]) -> np.ndarray:
    """Times of the plots: the samples themselves where they are few and all alike."""
    first = runs[0].arrays["time"]
    alike = all(np.array_equal(first, run.arrays["time"]) for run in runs[1:])
    if alike and len(first) <= _POINTS:
        return np.asarray(first)
    return np.linspace(scene.start, scene.end, _POINTS)


def _panel(
    runs: Sequence[Run], panels: list[tuple[int, Panel]], times: np.ndarray, packer: Packer
) -> dict[str, Any]:
    first = panels[0][1]
    series, values = [], []
    for i, panel in panels:
        own = runs[i].arrays["time"]
        for line in panel.lines:
            known = line.values if panel.time is None else panel.values_at(own, line)
            values.append(np.interp(times, own, _filled(known, first.logarithmic)))
            ends = {"start": float(own[0]), "end": float(own[-1])}
            series.append({"label": line.name, "run": i, **ends})
    return {
        "title": first.title,
        "unit": first.unit,
        "log": first.logarithmic,
        "series": series,
        "time": packer.add(times, 0.0),
        "values": packer.add(np.stack(values, axis=1)),
    }


def _filled(values: np.ndarray, logarithmic: bool) -> np.ndarray:
    """Numbers that can be drawn: logarithms where wanted, gaps closed."""
    good = np.isfinite(values) & ((values > 0) if logarithmic else True)
    if not good.any():
        return np.zeros(len(values))
    index = np.arange(len(values))
    known = np.log10(values[good]) if logarithmic else values[good]
    return np.interp(index, index[good], known)
