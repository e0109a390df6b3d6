"""Does a robot obey mechanics, whichever formulation moves it? Independent answers, compared.

All formulations answer the same questions at random states and along a short run. They were derived
apart, so an error of one shows as a disagreement; the laws of energy and momentum and the identity
of inverse and forward dynamics show errors that all of them share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.analysis import laws
from pelagos.analysis.random_states import random_states
from pelagos.analysis.reactions import reactions
from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.errors import PelagosError
from pelagos.integrators.table import FIXED_STEP
from pelagos.march.engine import Engine, engine_of, prepare
from pelagos.march.settings import read_robot
from pelagos.mechanism.robot import Compiled
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot
from pelagos.programs.observed import KINETIC, Observed
from pelagos.programs.robot import FORMULATIONS
from pelagos.progress import Progress, with_bar
from pelagos.result.run import Run
from pelagos.run.simulate import simulate
from pelagos.shown import Shown
from pelagos.text import aligned

LONGEST = 1.0  # s: the short run, unless the scenario is shorter or nothing acts so early
SAMPLES = 20  # of the short run
RTOL, ATOL = 1e-10, 1e-12
MAX_STEPS = 200_000
WITH_REACTIONS = 8  # states at which reactions are compared

# The largest errors that rounding, and the tolerance of the run, explain.
TOLERANCES = {
    "acceleration": 1e-9,
    "forces": 1e-8,
    "inverse": 1e-9,
    "power": 1e-7,
    "momentum": 1e-7,
    "energy": 1e-7,
    "constraint": 1e-9,
    "quaternion": 1e-9,
    "finished": 0.0,
}


@dataclass(frozen=True)
class Finding:
    """One question and its largest error."""

    name: str
    value: float
    tolerance: float
    where: str

    @property
    def ok(self) -> bool:
        return self.value <= self.tolerance  # not so for NaN

    def to_dict(self) -> dict[str, Any]:
        value = self.value if np.isfinite(self.value) else None
        return {
            "check": self.name,
            "value": value,
            "tolerance": self.tolerance,
            "ok": self.ok,
            "where": self.where,
        }


@dataclass(frozen=True)
class Check(Shown):
    """What was asked of a robot, and the answers."""

    robot: str
    scenario: str | None
    methods: tuple[str, ...]
    states: int
    seed: int
    duration: float
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        return all(finding.ok for finding in self.findings)

    def __getitem__(self, name: str) -> Finding:
        """A finding by its name."""
        for finding in self.findings:
            if finding.name == name:
                return finding
        raise KeyError(name)

    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """The table: what was checked, largest error, tolerance, verdict, where."""
        head = ("check", "largest", "tolerance", "", "where")
        body = [
            (f.name, f"{f.value:.1e}", f"{f.tolerance:.0e}", "ok" if f.ok else "FAILS", f.where)
            for f in self.findings
        ]
        return [head, *body]

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "scenario": self.scenario,
            "methods": list(self.methods),
            "states": self.states,
            "seed": self.seed,
            "duration": self.duration,
            "ok": self.ok,
            "checks": [finding.to_dict() for finding in self.findings],
        }

    def __repr__(self) -> str:
        holds = sum(finding.ok for finding in self.findings)
        return f"<Check of {self.robot}: {holds} of {len(self.findings)} hold>"

    def __str__(self) -> str:
        return "\n".join(aligned(self.rows(), indent=""))


@with_bar
def check(
    robot: Robot | str | Path,
    scenario: str | None = None,
    *,
    states: int = 20,
    seed: int = 0,
    duration: float | None = None,
    set: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Check:
    """Compare all formulations on a robot, and hold them to the laws of mechanics.

    states: how many random states; seed: of their generator. duration: of the short run, by
    default that of the scenario, at most 1 s; where no actuator acts so early, 1 s from when one
    does. See `.ok`, `.findings`, `print(...)`.

    Examples:
        >>> found = pl.check("pendulum", states=3, duration=0.1)
        >>> found.ok
        True
        >>> found.findings[0].name
        'acceleration, newton-euler and kane'
    """
    if states < 1:
        raise PelagosError(f"states: {states}\n    give at least 1")
    resolved = in_scenario(read_robot(robot, set), scenario)
    prepare(progress)
    engines = {method: engine_of(resolved, method) for method in FORMULATIONS}
    length = duration or _telling(engines["newton-euler"])
    runs = {}
    for done, method in enumerate(engines):
        if progress is not None:
            progress(done / len(engines), f"running by {method}")
        runs[method] = _short_run(resolved, method, length)
    asked = _Asked.at_random(engines, states, seed), _Asked.along(engines, runs["newton-euler"])
    findings = (
        *_agreement((*asked, *_set_free(resolved, states, seed))),
        *_forces(resolved, asked[0]),
        *_identities(engines, asked[0], seed),
        *_runs(runs, laws.largest(asked[0].seen["newton-euler"].totals[:, KINETIC])),
    )
    names = tuple(engines)
    return Check(resolved.name, scenario, names, states, seed, length, findings)


def _telling(engine: Engine) -> float:
    """How long a run must be to show something: until an actuator has acted for a while."""
    robot = engine.robot.robot
    first = min(robot.duration, LONGEST)
    later = [t for t in engine.breakpoints[0] if first <= t < robot.duration]
    if not later:  # no input changes after the first second
        return first
    for end in (first, min(robot.duration, later[-1] + LONGEST)):
        run = simulate(robot, duration=end, every=LONGEST / SAMPLES)
        acting = np.flatnonzero(np.any(run.arrays["actuation"], axis=1))
        if len(acting):
            begins = float(run.arrays["time"][acting[0]])
            return first if begins < 0.5 * first else min(robot.duration, begins + LONGEST)
    return first


def _set_free(robot: Robot, states: int, seed: int) -> Iterator[_Asked]:
    """The same questions with motors in place of prescribed motions, whose joints then answer."""
    if not robot.prescribed:
        return
    words = {**robot.to_dict(), "scenarios": {}}  # whose inputs are motions, not efforts
    for name, actuator in robot.actuators.items():
        law = actuator.law
        if isinstance(law, PrescribedMotion):
            words["actuators"][name] = law.as_motor()
    free = Robot(**words)
    engines = {method: engine_of(free, method) for method in FORMULATIONS}
    yield _Asked.at_random(engines, states, seed, " without prescribed motions")


def _short_run(robot: Robot, method: str, duration: float) -> Run:
    own = robot.integrator.method
    return simulate(
        robot,
        method=method,
        duration=duration,
        every=duration / SAMPLES,
        integrator="dopri5" if own in FIXED_STEP else own,  # else its step would be measured
        rtol=RTOL,
        atol=ATOL,
        max_steps=MAX_STEPS,
    )


@dataclass(frozen=True)
class _Asked:
    """States, and what every formulation says of them."""

    robot: Compiled
    labels: list[str]
    times: np.ndarray
    states: np.ndarray
    seen: dict[str, Observed]

    @classmethod
    def of(
        cls, engines: Mapping[str, Engine], labels: list[str], times: np.ndarray, x: np.ndarray
    ) -> _Asked:
        seen = {
            method: engine.observe(times, x, 0, given=True) for method, engine in engines.items()
        }
        return cls(engines["newton-euler"].robot, labels, times, x, seen)

    def accelerations(self, method: str) -> np.ndarray:
        return self.seen[method].dx[:, self.robot.nq : -1]

    @classmethod
    def at_random(
        cls, engines: Mapping[str, Engine], count: int, seed: int, note: str = ""
    ) -> _Asked:
        times, x = random_states(engines["newton-euler"], count, seed)
        return cls.of(engines, [f"random state {i}{note}" for i in range(count)], times, x)

    @classmethod
    def along(cls, engines: Mapping[str, Engine], run: Run) -> _Asked:
        times, a, robot = run.arrays["time"], run.arrays, engines["newton-euler"].robot
        x = np.tile(robot.start, (len(times), 1))  # states that results do not show start anew
        shown = np.column_stack([a["q"], a["u"], a["state"]])
        x[:, : shown.shape[1]], x[:, -1] = shown, a["work"]
        return cls.of(engines, [f"run, t = {t:.3g} s" for t in times], times, x)


def _agreement(asked: tuple[_Asked, ...]) -> Iterator[Finding]:
    """Accelerations of all pairs of formulations, relative to the largest one of the state."""
    # states of little motion are measured by the others
    usual = max(laws.largest(part.accelerations("newton-euler")) for part in asked)
    for one, other in combinations(asked[0].seen, 2):
        worst, where = 0.0, ""
        for part in asked:
            a, b = part.accelerations(one), part.accelerations(other)
            gap = laws.relative(a - b, np.hstack([a, b]), laws.FLOOR * usual)
            worst, where = laws.worst((worst, where), zip(gap, part.labels, strict=True))
        name = f"acceleration, {one} and {other}"
        yield Finding(name, worst, TOLERANCES["acceleration"], where)


def _forces(robot: Robot, asked: _Asked) -> Iterator[Finding]:
    """Reactions, efforts of prescribed joints and constraint forces, against the recursion's."""
    nq, nv = asked.robot.nq, asked.robot.nv
    found: dict[str, list[np.ndarray]] = {method: [] for method in asked.seen}
    for method, seen in asked.seen.items():
        for i, t in enumerate(asked.times[:WITH_REACTIONS]):
            q, u = seen.x[i, :nq], seen.x[i, nq : nq + nv]
            pushes = reactions(robot, q, u, float(t), method).values()
            found[method].append(np.concatenate([*pushes, seen.actuation[i], seen.row_forces[i]]))
    first = np.array(found["newton-euler"])
    scale = max(laws.largest(first), laws.force_scale(asked.seen["newton-euler"]))
    worst, where = 0.0, ""
    for method, forces in found.items():
        gap = np.abs(np.array(forces) - first).max(axis=1, initial=0.0) / scale
        labels = (f"{label}, {method}" for label in asked.labels)
        worst, where = laws.worst((worst, where), zip(gap, labels, strict=False))
    yield Finding("reactions and forces", worst, TOLERANCES["forces"], where)


def _identities(engines: Mapping[str, Engine], asked: _Asked, seed: int) -> Iterator[Finding]:
    """At each state, by each formulation: inverse of forward dynamics, power, momentum."""
    measures = {
        "inverse of forward dynamics": ("inverse", laws.inverse_error(seed)),
        "power is the rate of energy": ("power", laws.power_error),
    }
    if asked.robot.robot.is_left_alone:
        measures["force is the rate of momentum"] = ("momentum", laws.momentum_error)
    for name, (kind, measure) in measures.items():
        worst, where = 0.0, ""
        for method, engine in engines.items():
            errors = measure(engine, asked.times, asked.seen[method])
            labels = (f"{label}, {method}" for label in asked.labels)
            worst, where = laws.worst((worst, where), zip(errors, labels, strict=True))
        yield Finding(name, worst, TOLERANCES[kind], where)


def _runs(runs: Mapping[str, Run], usual: float) -> Iterator[Finding]:
    """Energy balance and constraints along the runs, and whether they came to their end."""
    audits = {method: run.audit() for method, run in runs.items()}
    energies = [(laws.energy_error(run, usual), f"run by {method}") for method, run in runs.items()]
    yield Finding("energy balance", *_worst(energies, "energy"))
    first = runs["newton-euler"]
    if first.header.constraints:
        gaps = [(audit.constraint_error, f"run by {method}") for method, audit in audits.items()]
        yield Finding("constraint residual (m, rad)", *_worst(gaps, "constraint"))
    if any(label.endswith(".qw") for label in first.header.coordinates):
        norms = [(audit.quaternion_error, f"run by {method}") for method, audit in audits.items()]
        yield Finding("quaternion norm", *_worst(norms, "quaternion"))
    for method, run in runs.items():
        if not run.outcome.finished:
            where = f"run by {method}: {run.outcome.code} at t = {run.outcome.time:.3g} s"
            left = 1.0 - run.outcome.time / run.header.integrator["duration"]
            yield Finding("share of the run left out", left, TOLERANCES["finished"], where)


def _worst(found: list[tuple[float, str]], kind: str) -> tuple[float, float, str]:
    value, where = laws.worst((0.0, ""), found)
    return value, TOLERANCES[kind], where
