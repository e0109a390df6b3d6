"""Driving a robot live: a simulation in step with the clock, seen and steered in the browser.

controls    which key does what
offers      controllers of scenarios for driving without one
points      one controller: its set points, in units people read
holds       all of them: switches, set points, keys that move these
plant       a session whose inputs are moved
readings    what sensors read
wishes      what viewers ask for, read with care
simulation  the thread that runs it, its frames and commands
stage       what the page shows
server      the page and its numbers, for this machine alone
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pelagos.errors import PelagosError
from pelagos.live import sliders as knobs
from pelagos.live import stage
from pelagos.live.controls import controls_of
from pelagos.live.offers import with_offers
from pelagos.live.plant import Plant, is_movable, movable, tame
from pelagos.live.readings import LiveReadings
from pelagos.live.server import LOOPBACK, Server
from pelagos.live.simulation import Simulation
from pelagos.model import Robot
from pelagos.run.session import Session

__all__ = ["LOOPBACK", "Live"]

_EVERY = 0.02  # output interval of recordings [s]


class Live:
    """A simulation and its server; `address` is what the browser opens.

    scenario, method, integrator, rtol, atol, step, progress: as in `pl.simulate`.
    sliders: further numbers of the model to change, as "bodies.hull.mass" or "...=5..20".
    out: the folder of recordings, made if it is missing; every: their output interval.
    """

    def __init__(
        self,
        robot: Robot,
        scenario: str | None = None,
        *,
        sliders: Sequence[str] = (),
        out: str | os.PathLike[str] = "",
        every: float = _EVERY,
        host: str = LOOPBACK,
        port: int = 0,
        **words: Any,
    ) -> None:
        folder = _folder(Path(out))

        def prepare(model: Robot) -> Robot:
            return movable(with_offers(model) if scenario is None else model.resolved(scenario))

        ready = prepare(robot)
        chosen = knobs.of_model(robot, sliders)
        first = Session(ready, **words)
        facts = first.observe()
        header = first.header(every)
        scene = stage.scene_of(header, facts, scenario)
        controls = controls_of(
            ready, robot, facts["position"], facts["orientation"], scene.actors[0].size
        )
        controls.channels[:] = [c for c in controls.channels if is_movable(ready, c.name)]
        scene.actors[0] = stage.strong(scene.actors[0], controls)
        chosen = [*knobs.of_signals(ready), *chosen]
        panels = stage.panels_of(header, facts, facts)
        note = f"Recordings go to {folder.resolve().name}."
        self.controls = controls
        plant = Plant(ready, controls, **words)
        tame(plant)
        readings = LiveReadings(ready)
        told = {
            "controls": controls.to_dict(),
            "sliders": [s.to_dict() for s in chosen],
            "controllers": plant.holds.to_dict(),
            "sensors": readings.to_dict(),
        }
        page = stage.page_of(scene, panels, plant.holds.panels(), told, note)
        self.simulation = Simulation(
            plant,
            readings,
            header,
            robot,
            prepare,
            chosen,
            folder,
            _stem(ready.name, scenario),
            every,
        )
        self._server = Server(self.simulation, page, host, port)
        self.address, self.port = self._server.address, self._server.port

    def start(self) -> None:
        self.simulation.start()
        self._server.start()

    def close(self) -> list[Path]:
        """End server and simulation; the recordings that were made."""
        self._server.close()
        self.simulation.close()
        return self.simulation.saved


def _folder(path: Path) -> Path:
    """The folder of recordings, there or made now, before anybody drives."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "is no folder" if path.exists() else f"cannot be made: {error.strerror}"
        raise PelagosError(
            f"{path}: {reason}\n    name a folder for recordings, or leave it out"
        ) from None
    return path


def _stem(name: str, scenario: str | None) -> str:
    return re.sub(r"[^\w.+-]+", "_", f"{name}-{scenario or 'live'}")
