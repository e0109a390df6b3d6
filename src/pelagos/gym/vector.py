"""Many environments of a task in one call, as Gymnasium has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from pelagos.errors import PelagosError
from pelagos.gym.crowd import Crowd
from pelagos.gym.env import RENDER_MODES, checked_mode, spaces_of
from pelagos.gym.pictures import Painter
from pelagos.gym.task import Task

_MASK = "reset_mask"  # Gymnasium's name of the environments that `reset` is for


class VectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """num_envs environments of a task; each equals an `Env` with its seed, to the bit.

    task, changes: as for `Env`; threads: default one per core; autoreset_mode: when environments
    that ended begin again; rendered: those of which `render` makes pictures.

    Examples:
        >>> envs = pl.gym.VectorEnv("cart-pole", 8)
        >>> observations, infos = envs.reset(seed=1)
        >>> envs.step(np.zeros((8, 1)))[1]
        array([1., 1., 1., 1., 1., 1., 1., 1.])
    """

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012

    def __init__(
        self,
        task: str | Path | Mapping[str, Any] | Task,
        num_envs: int = 1,
        *,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        rendered: Sequence[int] = (0,),
        render_size: tuple[int, int] = (640, 360),
        **changes: Any,
    ):
        super().__init__()
        self.task, self.num_envs = Task.read(task, **changes), num_envs
        self.render_mode = checked_mode(render_mode)
        self._mode = AutoresetMode(autoreset_mode)
        fps = max(1, round(1 / self.task.words.every))
        self.metadata = {**type(self).metadata, "render_fps": fps, "autoreset_mode": self._mode}
        self.single_observation_space, self.single_action_space = spaces_of(self.task)
        self._crowd = Crowd(self.task, num_envs, threads)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rendered = [_member(k, num_envs) for k in rendered]
        self._painter = Painter(self.task, render_size)
        self._is_seeded = np.zeros(num_envs, dtype=bool)
        self._ended = np.arange(num_envs)  # that must be reset before they go on

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin episodes of all environments, or of those of options["reset_mask"].

        seed: of environment i it is seed + i, or number i of a list.
        """
        super().reset(seed=seed if isinstance(seed, int | np.integer) else None)
        chosen = self._chosen(options or {})
        self._seed(chosen, seed)
        self._crowd.reset(chosen)
        self._ended = np.setdiff1d(self._ended, chosen)
        return self._crowd.observations(), {}

    def _chosen(self, options: Mapping[str, Any]) -> np.ndarray:
        if unknown := sorted(set(options) - {_MASK}):
            raise PelagosError(f"options: {unknown[0]} is not known\n    use {_MASK} or nothing")
        if _MASK not in options:
            return np.arange(self.num_envs)
        mask = np.asarray(options[_MASK])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise PelagosError(
                f"options: {_MASK} has the shape {mask.shape} of {mask.dtype}\n"
                f"    give {self.num_envs} times True or False"
            )
        return np.flatnonzero(mask)

    def _seed(self, chosen: np.ndarray, seed: Any) -> None:
        """Give seeds to environments: those that are given, or any to those that have none."""
        if seed is None and self._is_seeded[chosen].all():
            return
        given = seed if isinstance(seed, Sequence | np.ndarray) else [seed] * self.num_envs
        if len(given) != self.num_envs:
            raise PelagosError(f"seed: {len(given)} for {self.num_envs} environments\n    give all")
        if given is not seed and seed is not None:
            given = [int(seed) + k for k in range(self.num_envs)]
        base = int(self.np_random.integers(2**62))
        new = [k for k in chosen.tolist() if given[k] is not None or not self._is_seeded[k]]
        seeds = [base + k if given[k] is None else given[k] for k in new]
        self._crowd.seed(np.array(new, dtype=np.int64), seeds)
        self._is_seeded[new] = True

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Hold an action in each environment for one interval.

        Of environments that ended, infos["reason"] says why.
        """
        waiting = self._ended
        if len(waiting):
            if self._mode is not AutoresetMode.NEXT_STEP or not self._is_seeded.all():
                raise PelagosError(
                    f"step: environment {waiting[0]} has ended, or not begun\n    call reset(), "
                    f'or reset(options={{"{_MASK}": mask}}) for those that ended'
                )
            self._crowd.reset(waiting, look=False)
        out = self._crowd.step(actions, waiting)
        ended = np.flatnonzero(out.terminated | out.truncated)
        infos = self._infos(ended) if len(ended) else {}
        if len(ended) and self._mode is AutoresetMode.SAME_STEP:
            infos = self._final(ended, out.observations, infos)
            self._crowd.reset(ended)
            out.observations[ended] = self._crowd.observations()[ended]
        else:
            self._ended = ended
        return out.observations, out.rewards, out.terminated, out.truncated, infos

    def _infos(self, ended: np.ndarray) -> dict[str, Any]:
        """Why environments ended, as Gymnasium lays it out."""
        reasons = np.full(self.num_envs, None, dtype=object)
        reasons[ended] = self._crowd.reasons(ended)
        return {"reason": reasons, "_reason": self._mask(ended)}

    def _final(
        self, ended: np.ndarray, observations: np.ndarray, infos: dict[str, Any]
    ) -> dict[str, Any]:
        """Last observations and infos of environments that begin again at once."""
        last = np.full(self.num_envs, None, dtype=object)
        for k in ended.tolist():
            last[k] = observations[k].copy()
        mask = self._mask(ended)
        return {
            "final_obs": last,
            "_final_obs": mask,
            "final_info": infos,
            "_final_info": mask.copy(),
        }

    def _mask(self, chosen: np.ndarray) -> np.ndarray:
        mask = np.zeros(self.num_envs, dtype=bool)
        mask[chosen] = True
        return mask

    def render(self) -> tuple[np.ndarray, ...] | None:
        """Pictures of the chosen environments."""
        if self.render_mode is None:
            return None
        return tuple(self._painter.frame(self._crowd.session, k) for k in self._rendered)


def _member(k: int, count: int) -> int:
    if not 0 <= k < count:
        raise PelagosError(f"rendered: there is no environment {k}\n    the last is {count - 1}")
    return int(k)
