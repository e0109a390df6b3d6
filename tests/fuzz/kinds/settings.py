"""Values changed with `--set`, one by one or from a file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pelagos as pl
from pelagos.language import yaml_text
from pelagos.model import builtin_names, settings
from pelagos.model.sources import text_of
from tests.fuzz import damage


def prepare(folder: Path) -> dict[str, tuple[pl.Robot, list[str]]]:
    """All built-in robots with the paths of all their words."""
    return {
        name: (pl.load(name), paths(yaml_text.read(text_of(name)[0]).data, ()))
        for name in builtin_names()
    }


def paths(words: Any, keys: tuple[str, ...]) -> list[str]:
    """The paths of everything below."""
    found = [".".join(keys)] if keys else []
    if isinstance(words, dict | list):
        items = words.items() if isinstance(words, dict) else enumerate(words)
        found += [path for key, value in items for path in paths(value, (*keys, str(key)))]
    return found


def attempt(rng: random.Random, folder: Path, robots: dict[str, Any]) -> None:
    robot, known = robots[rng.choice(list(robots))]
    chosen = {}
    for _ in range(rng.randint(1, 3)):
        path = rng.choice(known)
        kind = rng.random()
        if kind < 0.15:
            path = damage.text(rng, path, 2)
        elif kind < 0.25:
            path = f"{path}.{rng.choice(['0', '1', 'x', 'mass', 'modules', ''])}"
        elif kind < 0.3:
            path = path.rpartition(".")[0] or path
        chosen[path] = damage.any_value(rng)
    if rng.random() < 0.3:
        place = folder / "best.yaml"
        if rng.random() < 0.1:
            damage.odd_file(rng, place)
        else:
            damage.yaml_file(rng, place, {"set": chosen}, [{"set": chosen}])
        texts = [f"@{place}"]
    else:
        texts = [f"{path}={_written(rng, value)}" for path, value in chosen.items()]
    robot.with_values(settings(texts))


def _written(rng: random.Random, value: Any) -> str:
    if isinstance(value, str):
        return value
    text = str(value) if rng.random() < 0.2 else yaml_text.write(value)
    return damage.text(rng, text, 1) if rng.random() < 0.1 else text
