"""Environments as stable-baselines3 has them; importing this module needs the package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from pelagos.errors import PelagosError
from pelagos.gym.task import Task
from pelagos.gym.vector import VectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise PelagosError(
        "pelagos.gym.stable needs stable-baselines3: pip install stable-baselines3"
    ) from None


def stable_env(task: str | Path | Mapping[str, Any] | Task, num_envs: int, **words: Any) -> VecEnv:
    """A `VecEnv` of stable-baselines3 with environments of a task; words: as for `VectorEnv`.

    Environments that end begin again at once; infos have `terminal_observation` and
    `TimeLimit.truncated`, as its algorithms expect, and `reason`.
    """
    return StableVecEnv(VectorEnv(task, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **words))


class StableVecEnv(VecEnv):
    """Environments of one task, advanced together."""

    def __init__(self, envs: VectorEnv):
        self.envs = envs  # first: the base asks for its render_mode
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)
        self._actions: Any = None

    def reset(self) -> np.ndarray:
        if any(self._options):
            raise PelagosError("set_options: tasks have no options\n    give none")
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        observations, _ = self.envs.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        seen, rewards, terminated, truncated, found = self.envs.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = terminated | truncated
        for k in np.flatnonzero(ended).tolist():
            infos[k] = {
                "terminal_observation": found["final_obs"][k],
                "TimeLimit.truncated": bool(truncated[k] and not terminated[k]),
                "reason": found["final_info"]["reason"][k],
            }
        return seen, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.envs, attr_name) for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002
        raise PelagosError(
            f"set_attr: {attr_name} is the same for all environments\n"
            "    make them with another task"
        )

    def env_method(
        self,
        method_name: str,
        *method_args: Any,  # noqa: ARG002
        indices: Any = None,  # noqa: ARG002
        **method_kwargs: Any,  # noqa: ARG002
    ) -> list[Any]:
        raise PelagosError(
            f"env_method: {method_name} cannot be called of one environment\n"
            "    all are advanced together: use `envs`"
        )

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:  # noqa: ARG002
        return [False for _ in self._chosen(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        return self.envs.render() or ()

    def _chosen(self, indices: Any) -> Iterable[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices
