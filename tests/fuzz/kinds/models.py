"""Model files: read, and simulated for a few steps where they can be read."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pelagos as pl
from pelagos.cli.main import cli
from pelagos.language import yaml_text
from pelagos.model import builtin_names
from pelagos.model.sources import text_of
from tests.fuzz import damage

MOST_BODIES = 40  # of a robot that is simulated


def prepare(folder: Path) -> list[Any]:
    """The words of all built-in robots."""
    simulate(random.Random(0), pl.load("double-pendulum"))  # compiles, if need be
    return [yaml_text.read(text_of(name)[0]).data for name in builtin_names()]


def attempt(rng: random.Random, folder: Path, sound: list[Any]) -> None:
    place = folder / "model.yaml"
    if rng.random() < 0.02:
        damage.odd_file(rng, place)
    else:
        damage.yaml_file(rng, place, rng.choice(sound), sound)
    robot = pl.load(place)
    if rng.random() < 0.3 and len(robot.bodies) <= MOST_BODIES:
        cli.main(["info", str(place)], standalone_mode=False)
    simulate(rng, robot)


def simulate(rng: random.Random, robot: pl.Robot) -> None:
    """A short stretch of one of the robot's scenarios."""
    scenario = rng.choice([None, *robot.scenarios])
    if len(robot.bodies) <= MOST_BODIES and len(robot.wings) <= 1:
        assert pl.Robot(**robot.to_dict()).hash == robot.hash
        resolved = robot.resolved(scenario)
        duration = min(resolved.duration, 0.01)
        run = pl.simulate(robot, scenario, duration=duration, every=duration / 2, max_steps=20)
        repr(run)
        run.audit()
