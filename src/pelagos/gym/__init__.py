"""Environments of Gymnasium: tasks in words, single or many in one call of compiled code.

`import pelagos.gym` makes the tasks known: `gymnasium.make("pelagos/CartPole-v0")`.
"""

from __future__ import annotations

from pelagos.errors import PelagosError

try:
    import gymnasium
except ImportError:
    raise PelagosError('pelagos.gym needs Gymnasium: pip install "pelagos[gym]"') from None

from pelagos.gym.baselines import Baseline
from pelagos.gym.env import Env
from pelagos.gym.evaluation import EpisodeReturns, evaluate
from pelagos.gym.task import Task, task_names
from pelagos.gym.vector import VectorEnv

# what they are called there -> names of tasks
ENVIRONMENTS = {
    "pelagos/BlueROVStation-v0": "bluerov-station",
    "pelagos/CartPole-v0": "cart-pole",
    "pelagos/Docking-v0": "docking",
    "pelagos/EelSwim-v0": "eel-swim",
    "pelagos/REMUSCourse-v0": "remus-course",
    "pelagos/ROVArmReach-v0": "rov-arm-reach",
}

for _id, _task in ENVIRONMENTS.items():
    gymnasium.register(
        _id,
        entry_point="pelagos.gym:Env",
        vector_entry_point="pelagos.gym:VectorEnv",
        kwargs={"task": _task},
    )

__all__ = [
    "ENVIRONMENTS",
    "Baseline",
    "Env",
    "EpisodeReturns",
    "Task",
    "VectorEnv",
    "evaluate",
    "task_names",
]
