"""Pictures of environments, from the software renderer."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from pelagos.gym.task import Task
from pelagos.run.session import Session
from pelagos.run.vec_session import VecSession

_ROOM = 4.0  # above and below a robot in water, in its sizes


class Painter:
    """Draws the robot of a task where an environment has it; made ready when first asked."""

    def __init__(self, task: Task, size: tuple[int, int]):
        self._task, self._size = task, size
        self._session: Session | None = None
        self._renderer: Any = None
        self._track: Any = None

    def frame(self, session: VecSession, run: int) -> np.ndarray:
        """(height, width, 3) of bytes."""
        words = self._task.words
        if self._session is None:
            self._session = Session(self._task.robot, words.scenario, **words.timing, lands=True)
        q, u = session.q[run], session.u[run]
        if np.isfinite(q).all() and np.isfinite(u).all():
            self._session.set_state(q, u, time=float(session.time[run]))
        if self._renderer is None:  # the first picture sets the stage
            self._renderer = self._ready(self._session)
        facts = self._session.observe()
        self._track.position[0] = facts["position"]
        self._track.orientation[0] = facts["orientation"]
        picture: np.ndarray = self._renderer.frame(0.0)
        return picture

    def _ready(self, session: Session) -> Any:
        """The renderer of a scene whose only moment is the present one."""
        from pelagos.view.renderer import Renderer
        from pelagos.view.scene import build

        session.record(every=1.0)
        scene = build([session.close()])
        (actor,) = scene.actors
        if scene.look == "water":  # nobody knows how deep it will go
            above = None if scene.surface is None else scene.surface + _ROOM * actor.size
            surface = scene.surface if scene.afloat else above
            floor = scene.floor - _ROOM * actor.size
            scene = dataclasses.replace(scene, floor=floor, surface=surface)
        bare = dataclasses.replace(actor, arrows=[], paths=[])
        scene.actors[:] = [bare]
        self._track = bare.track
        return Renderer(scene, self._size, self._task.words.camera)
