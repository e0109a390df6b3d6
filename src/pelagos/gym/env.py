"""One environment of a task, as Gymnasium has it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from pelagos.errors import PelagosError
from pelagos.gym.crowd import Crowd, bounds_of
from pelagos.gym.pictures import Painter
from pelagos.gym.task import Task

_ALL = np.zeros(1, dtype=np.int64)
RENDER_MODES = ("rgb_array",)


def spaces_of(task: Task) -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Box]:
    """Of observations, and of actions: -1 and 1 are the bounds of an input."""
    low, high = bounds_of(task)
    seen = gymnasium.spaces.Box(low, high, dtype=np.dtype(task.words.dtype).type)
    count = len(task.words.actions)
    return seen, gymnasium.spaces.Box(-1.0, 1.0, (count,), dtype=np.float32)


def checked_mode(render_mode: str | None) -> str | None:
    if render_mode not in (None, *RENDER_MODES):
        raise PelagosError(
            f"render_mode: {render_mode!r} is not known\n    use 'rgb_array' or None"
        )
    return render_mode


class Env(gymnasium.Env[np.ndarray, np.ndarray]):
    """An environment of a task.

    task: a name of a built-in task, a file, words, or a `Task`; changes replace words at its top.

    Examples:
        >>> env = pl.gym.Env("cart-pole", episode="2 s")
        >>> observation, info = env.reset(seed=1)
        >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        >>> reward, terminated
        (1.0, False)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 50}  # noqa: RUF012

    def __init__(
        self,
        task: str | Path | Mapping[str, Any] | Task,
        *,
        render_mode: str | None = None,
        render_size: tuple[int, int] = (640, 360),
        **changes: Any,
    ):
        self.task = Task.read(task, **changes)
        self.render_mode = checked_mode(render_mode)
        fps = max(1, round(1 / self.task.words.every))
        self.metadata = {**type(self).metadata, "render_fps": fps}
        self.observation_space, self.action_space = spaces_of(self.task)
        self._crowd = Crowd(self.task, 1, threads=1)
        self._painter = Painter(self.task, render_size)
        self._seeded, self._ended = False, "it has not begun"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode; a seed begins a new series of them."""
        super().reset(seed=seed)
        if options:
            raise PelagosError(f"options: {', '.join(options)} are not known\n    give none")
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        if seed is not None:
            self._crowd.seed(_ALL, [seed])
            self._seeded = True
        self._crowd.reset(_ALL)
        self._ended = ""
        return self._crowd.observations()[0], {}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Hold an action for one interval."""
        if self._ended:
            raise PelagosError(f"step: the episode has ended: {self._ended}\n    call reset()")
        out = self._crowd.step(np.asarray(action, dtype=float)[None])
        terminated, truncated = bool(out.terminated[0]), bool(out.truncated[0])
        info: dict[str, Any] = {}
        if terminated or truncated:
            self._ended = info["reason"] = str(self._crowd.reasons(_ALL)[0])
        return out.observations[0], float(out.rewards[0]), terminated, truncated, info

    def render(self) -> Any:
        """A picture of the robot, (height, width, 3); None without a render_mode."""
        if self.render_mode is None:
            return None
        return self._painter.frame(self._crowd.session, 0)
