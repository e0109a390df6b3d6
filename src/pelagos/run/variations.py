"""What differs from run to run of a batch: values in the model, initial states."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from pelagos.compiled.robot import Compiled, compile_robot
from pelagos.errors import PelagosError
from pelagos.kernels import arena
from pelagos.model.robot import Robot
from pelagos.run.engine import engine_of

Values = Sequence[float] | np.ndarray | Callable[[np.random.Generator, int], Any]
Initials = tuple[np.ndarray, np.ndarray]


def draw(
    vary: Mapping[str, Values], n: int | None, initial: Initials | None, seed: int
) -> dict[str, np.ndarray]:
    """One value per run for each path; what draws has a stream of the seed of its own."""
    vary = {path: _drawing(values) for path, values in vary.items()}
    for path, values in vary.items():
        if shared := set(path.split(".")) & {"duration", "integrator"}:
            raise PelagosError(
                f"vary: {path} is the same for all runs of a batch\n"
                f"    give {shared.pop()} to simulate_batch itself"
            )
        if not callable(values) and np.ndim(values) == 0:
            raise PelagosError(
                f"vary: {path} is the single value {values!r}\n"
                "    give one value per run, or a function that draws them, or use set"
            )
    lengths = {path: len(v) for path, v in vary.items() if not callable(v)}
    if initial is not None:
        lengths["initial"] = len(initial[0])
    counts = set(lengths.values()) | ({n} if n is not None else set())
    if len(counts) > 1:
        given = ", ".join(f"{path}: {length}" for path, length in lengths.items())
        raise PelagosError(
            f"vary: the numbers of runs differ (n = {n}; {given})\n    give equally many values"
        )
    if vary and not counts:
        raise PelagosError("n: how many runs shall be drawn?\n    give n")
    if any(count < 1 for count in counts):
        raise PelagosError(f"n: {min(counts)} runs\n    give at least 1")
    streams = np.random.SeedSequence(seed).spawn(len(vary))
    drawn = {}
    for (path, values), stream in zip(vary.items(), streams, strict=True):
        count = next(iter(counts))
        if callable(values):
            values = values(np.random.default_rng(stream), count)
        numbers = np.asarray(values, dtype=float)
        if numbers.shape != (count,):
            raise PelagosError(
                f"vary: {path} has the shape {numbers.shape}, not ({count},)\n"
                "    give one number per run"
            )
        if not np.all(np.isfinite(numbers)):
            first = int(np.argmin(np.isfinite(numbers)))
            raise PelagosError(
                f"vary: {path} is {numbers[first]} in run {first}\n    give finite numbers"
            )
        drawn[path] = numbers
    return drawn


def _drawing(values: Any) -> Any:
    """A distribution (anything with scipy's `rvs`) as a function that draws; others as they are."""
    if hasattr(values, "rvs"):
        return lambda rng, n: values.rvs(size=n, random_state=rng)
    return values


def vary_robot(
    robot: Robot, scenario: str | None, samples: Mapping[str, np.ndarray], count: int
) -> list[Compiled]:
    """The compiled variants; parameters that only signals use are changed without recompiling."""
    first = engine_of(robot.resolved(scenario)).robot
    if not samples:
        return [first]
    slots = _signal_parameters(robot, scenario, samples, first)
    if slots is not None:
        return [
            dataclasses.replace(first, values=_replaced(first.values, slots, samples, run))
            for run in range(count)
        ]
    return [
        compile_robot(variant.resolved(scenario, first.robot), like=first)
        for variant in (
            robot.with_values({path: float(values[run]) for path, values in samples.items()})
            for run in range(count)
        )
    ]


def _replaced(
    values: np.ndarray, slots: Mapping[str, int], samples: Mapping[str, np.ndarray], run: int
) -> np.ndarray:
    changed = values.copy()
    for path, slot in slots.items():
        changed[slot] = samples[path][run]
    return changed


def _signal_parameters(
    robot: Robot, scenario: str | None, samples: Mapping[str, np.ndarray], first: Compiled
) -> dict[str, int] | None:
    """Where each varied parameter sits among the program's values, if nothing else depends on it.

    Whether something else does is found by changing one: every other array must stay the same.
    """
    names = {path: path.removeprefix("parameters.") for path in samples}
    if any(path == name or name not in first.parameter_slots for path, name in names.items()):
        return None
    slots = {path: first.parameter_slots[name] for path, name in names.items()}
    probe = robot.with_values({path: float(values[-1]) for path, values in samples.items()})
    other = compile_robot(probe.resolved(scenario))
    expected = _replaced(first.values, slots, samples, -1)
    numbers = zip(arena.numbers_of(first).items(), arena.numbers_of(other).values(), strict=True)
    same = all(
        np.array_equal(getattr(first, name), getattr(other, name))
        for name in ("tree", "start", "program", "tables")
    ) and all(name == "values" or np.array_equal(a, b) for (name, a), b in numbers)
    moved = not np.array_equal(first.values, other.values) or len(samples) == 0
    return slots if same and moved and np.array_equal(expected, other.values) else None


def alike(variants: Sequence[Compiled]) -> list[np.ndarray]:
    """Groups of variants that differ in numbers only, so that they can march together.

    A stiffness of zero is no spring at all, an axis along a coordinate axis has simpler equations:
    such variants have other tables, as they have in a run of their own.
    """
    groups: dict[tuple, list[int]] = {}
    known: dict[int, tuple] = {}  # variants made from one another share their tables
    for run, variant in enumerate(variants):
        if id(variant.tree) not in known:
            model = arena.model_of(variant, 0, variant.welds)
            tables = [np.asarray(getattr(model, name)) for name in arena.Model.fields]
            known[id(variant.tree)] = tuple((t.shape, t.tobytes()) for t in tables)
        groups.setdefault(known[id(variant.tree)], []).append(run)
    return [np.array(members) for members in groups.values()]


def initial_states(
    variants: Sequence[Compiled], count: int, initial: Initials | None
) -> np.ndarray:
    """(run, n): given coordinates and speeds, or each variant's own; its own auxiliary states."""
    robot = variants[0]
    owners = [variants[run if len(variants) > 1 else 0] for run in range(count)]
    start = np.array([variant.start for variant in owners])
    if initial is None:
        return start
    q, u = (np.asarray(part, dtype=float) for part in initial)
    if q.shape != (count, robot.nq) or u.shape != (count, robot.nv):
        raise PelagosError(
            f"initial: shapes {q.shape} and {u.shape}, not ({count}, {robot.nq}) and "
            f"({count}, {robot.nv})\n    give one row per run"
        )
    if not (np.all(np.isfinite(q)) and np.all(np.isfinite(u))):
        raise PelagosError("initial: holds a number that is not finite\n    give finite numbers")
    start[:, : robot.nq], start[:, robot.nq : robot.nq + robot.nv] = q, u
    return start
