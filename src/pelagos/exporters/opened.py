"""A robot that is ready to leave: what is set from outside, what stays open, what cannot go.

Exported programs are those of the engine: functions of the time, the state (coordinates, speeds,
auxiliary states) and numbers. The numbers come from the inputs of actuators and from parameters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pelagos.arguments import texts
from pelagos.errors import PelagosError
from pelagos.exporters.tunable import Polynomial, Steps, itself, polynomials
from pelagos.language.suggest import did_you_mean
from pelagos.lazy import cached_property
from pelagos.march.engine import Engine
from pelagos.march.inputs import at_start
from pelagos.march.settings import read_robot
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.structure import structure
from pelagos.model.paths.numbers import number_at, required_number
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.paths.units import unit_of_path
from pelagos.model.robot import Robot
from pelagos.programs.numbers import first_value, flat
from pelagos.progress import Progress
from pelagos.result import meaning

STOP = "stop"  # the condition that ends a run


@dataclass(frozen=True)
class OpenQuantity:
    """A number that users see: its name in the model, its unit, what it is."""

    name: str
    unit: str
    meaning: str
    value: float  # at the start, or its default


@dataclass(frozen=True)
class Opened:
    """A robot with its programs, and where the numbers that these read come from."""

    robot: Robot  # in its scenario
    engine: Engine
    states: tuple[OpenQuantity, ...]
    inputs: tuple[OpenQuantity, ...]
    parameters: tuple[OpenQuantity, ...]
    defaults: np.ndarray  # of the numbers that programs read
    input_places: dict[int, int]  # number of the programs -> input
    polynomials: dict[int, Polynomial]  # number of the programs -> what follows from parameters
    steps: dict[str, Steps]
    lost: tuple[str, ...]  # what the exported programs do without

    @property
    def compiled(self) -> Compiled:
        return self.engine.robot

    @property
    def flowing(self) -> int:
        """Numbers of the state: all have a rate."""
        return self.compiled.flowing

    @property
    def is_driven(self) -> bool:
        """Whether signals prescribe the motion of joints."""
        return len(self.compiled.elements.driven) > 0

    @property
    def is_closed(self) -> bool:
        """Whether constraints beyond the joints are in force."""
        return self.compiled.constraints.rows > 0

    @cached_property
    def prescribed(self) -> set[int]:
        """Places of states that signals prescribe."""
        found: set[int] = set()
        for link in self.engine.programs.trace().m.links if self.is_driven else ():
            if link.driven:
                found |= set(range(link.q.start, link.q.stop))
                found |= {self.compiled.nq + v for v in range(link.u.start, link.u.stop)}
        return found


def opened(
    robot: Robot | str | Path,
    scenario: str | None = None,
    inputs: Iterable[str] | None = None,
    parameters: Iterable[str] = (),
    progress: Progress | None = None,
    users: str = "exported programs",
) -> Opened:
    """inputs: actuators that are set from outside; None: all that can be.

    parameters: paths of numbers that stay open, beside the parameters that signals alone use.
    users: who asks, for refusals.
    """
    base = read_robot(robot, None)
    resolved = in_scenario(base, scenario)
    chosen = check_inputs(resolved, inputs)
    first = compile_robot(resolved, chosen)
    _refuse(base, first, users)
    tell(progress, f"tracing {resolved.name} ...")
    variants = _Variants(base, scenario, chosen, first)
    paths = texts("parameters", parameters, "give paths of numbers, as ['bodies.hull.mass']")
    steps = variants.steps(_distinct(paths))
    signals = variants.of_signals(steps)
    read = variants.differing(steps)
    engine = Engine([first], read=read)
    programs = engine.programs
    places = {programs.value_place(first.input_slots[n]): i for i, n in enumerate(chosen)}

    def rows(given: Sequence[Mapping[str, float]]) -> np.ndarray:
        return programs.numbers.read(variants.rows(given, read))

    found = polynomials(rows, steps, users)
    for path, slot in signals.items():
        steps[path] = Steps(float(first.values[slot]), 1.0)
        found[programs.value_place(slot)] = itself(path, steps[path])
    own = meaning.coordinates(resolved) + meaning.speeds(resolved)
    start = engine.initial()
    units = (*(e.unit for e in own), *meaning.state_units(resolved))
    labels = (
        *(f"q[{label}]" for label in resolved.coordinates),
        *(f"u[{label}]" for label in resolved.speeds),
        *(f"s[{label}]" for label in resolved.state_labels),
    )
    what = (*(e.meaning for e in own), *["auxiliary state"] * len(resolved.state_labels))
    return Opened(
        robot=resolved,
        engine=engine,
        states=tuple(map(OpenQuantity, labels, units, what, start.tolist())),
        inputs=_inputs(resolved, chosen),
        parameters=tuple(
            OpenQuantity(path, unit_of_path(base, path, own.base), "", own.base)
            for path, own in steps.items()
        ),
        defaults=programs.numbers.read(flat(first)[None])[0],
        input_places=places,
        polynomials=found,
        steps=steps,
        lost=_lost(first),
    )


def tell(progress: Progress | None, what: str) -> None:
    """Say what takes a while."""
    if progress is not None:
        progress(None, what)


def _distinct(paths: Iterable[str]) -> list[str]:
    found = list(paths)
    twice = {path for path in found if found.count(path) > 1}
    if twice:
        raise PelagosError(f"{', '.join(sorted(twice))}: is given twice\n    name each once")
    return found


def check_inputs(robot: Robot, inputs: Iterable[str] | None) -> list[str]:
    """Names of actuators that are set from outside, in their own order or as they were given; what
    cannot be is refused."""
    able = [name for name, a in robot.actuators.items() if a.kind != "motion"]
    if inputs is None:
        return able
    names = texts("inputs", inputs, "give names of actuators, as ['drive']")
    for name in (found := _distinct(names)):
        if name not in robot.actuators:
            remedy = did_you_mean(name, able) if able else "the robot has none"
            raise PelagosError(f"input: there is no actuator {name!r}\n    {remedy}")
        if name not in able:
            raise PelagosError(
                f"input: {name} prescribes a motion, and takes no input from outside\n"
                "    leave it to its signal, or make it a servo"
            )
    return found


def _inputs(robot: Robot, chosen: Sequence[str]) -> tuple[OpenQuantity, ...]:
    known = {element.label: element for element in meaning.inputs(robot)}
    return tuple(
        OpenQuantity(name, known[name].unit, known[name].meaning, at_start(robot, name))
        for name in chosen
    )


def _refuse(base: Robot, compiled: Compiled, users: str) -> None:
    """Refuse what is no function of the time and of a state that flows."""
    robot, states = compiled.robot, compiled.states
    if not compiled.flowing:
        raise PelagosError(
            f"{robot.name}: nothing of it moves, so there is no motion to export\n"
            "    give a body a joint other than fixed"
        )
    for what, found in _unknown_parts(robot).items():
        raise PelagosError(
            f"{robot.name}: has {what} ({', '.join(found)}), which {users} do not know"
            f"\n    {_remedy(base)}"
        )
    others = [name for name in compiled.conditions if name != STOP]
    if others or states.count != states.continuous or compiled.seed_slot >= 0:
        why = "conditions" if others else "noise, or states that the march alone changes"
        raise PelagosError(
            f"{robot.name}: has {why}, which {users} do not know\n    {_remedy(base)}"
        )


def _unknown_parts(robot: Robot) -> dict[str, list[str]]:
    """What programs leave to the march, by kind, where a robot has it."""
    parts = {
        "a vortex lattice": [name for name, wing in robot.wings.items() if wing.is_lattice],
        "events": list(robot.events),
        "controllers": list(robot.controllers),
        "sensors": list(robot.sensors),
        "states that are sampled": [n for n, s in robot.states.items() if s.every is not None],
    }
    return {what: found for what, found in parts.items() if found}


def _remedy(base: Robot) -> str:
    """Where the same robot is without such parts: whoever controls it from outside needs these."""
    free = [name for name in base.scenarios if not _unknown_parts(base.resolved(name))]
    if not _unknown_parts(base.resolved(None)):
        free.insert(0, "no scenario at all")
    if not free:
        return "leave them out of the model"
    places = ", ".join(free)
    return f"leave them out, or choose {places}: inputs of actuators are set from outside there"


def _lost(compiled: Compiled) -> tuple[str, ...]:
    found = []
    if STOP in compiled.conditions:
        found.append("without the condition that ends a run (stop): it goes on")
    if shut := [name for name, c in compiled.robot.constraints.items() if not c.active]:
        found.append(f"without what is open at the start ({', '.join(shut)}): it stays so")
    return tuple(found)


class _Variants:
    """The robot with other values of its open numbers."""

    def __init__(self, base: Robot, scenario: str | None, inputs: Sequence[str], first: Compiled):
        self._base, self._scenario, self._inputs, self._first = base, scenario, inputs, first
        self._structure = structure(first)

    def robot(self, values: Mapping[str, float]) -> Compiled:
        varied = self._base.with_values(values).resolved(self._scenario, self._first.robot)
        made = compile_robot(varied, self._inputs, like=self._first)
        if structure(made) != self._structure:
            raise PelagosError(
                f"{', '.join(values)}: another value changes which parts the robot has, or a "
                "table of one of its signals\n    give it a value that is not 0, or leave it out"
            )
        return made

    def steps(self, paths: Iterable[str]) -> dict[str, Steps]:
        """Where open numbers are sampled: above their own value, or below if it must be."""
        return {path: self._steps(path) for path in paths}

    def _steps(self, path: str) -> Steps:
        base = required_number(self._base.resolved(self._scenario), path, "parameter")
        if not math.isfinite(base):
            raise PelagosError(f"parameter: {path} is {base:g}\n    give it a finite value")
        if number_at(self._base, path) != base:
            raise PelagosError(
                f"parameter: {path} is set by the scenario {self._scenario}\n"
                "    leave it out, or set it with --set and choose another scenario"
            )
        step = 2.0 ** round(math.log2(abs(base) or 1.0)) / 16.0
        try:
            self.robot({path: base + 4.5 * step})
        except PelagosError:
            step = -step
        return Steps(base, step)

    def of_signals(self, asked: Mapping[str, Steps]) -> dict[str, int]:
        """Parameters of the model that signals alone use, with their slots among the values: the
        programs read them anyway."""
        found: dict[str, int] = {}
        before = flat(self._first)
        for name, slot in self._first.parameter_slots.items():
            path = f"parameters.{name}"
            if path in asked:
                continue
            try:
                steps = self._steps(path)
                after = flat(self.robot({path: steps.at(4.5)}))
            except PelagosError:
                continue  # moves tables or parts of the robot: stays as it is
            changed = np.flatnonzero(after != before)
            if changed.tolist() == [first_value(self._first) + slot]:
                found[path] = slot
        return found

    def differing(self, steps: Mapping[str, Steps]) -> list[int]:
        """Which of the robot's numbers the open ones change, alone or together."""
        if not steps:
            return []
        given = [{path: own.at(k)} for path, own in steps.items() for k in (1.0, 3.0)]
        given.append({path: own.at(2.0) for path, own in steps.items()})
        made = np.stack([flat(self.robot(values)) for values in given])
        return np.flatnonzero((made != flat(self._first)).any(axis=0)).tolist()

    def rows(self, given: Sequence[Mapping[str, float]], read: Sequence[int]) -> np.ndarray:
        """All numbers of robots with these values; they differ in those alone that are read."""
        made = np.stack([flat(self.robot(values)) for values in given])
        others = np.delete(made != flat(self._first), read, axis=1)
        if others.any():
            raise PelagosError(
                f"{', '.join(dict.fromkeys(p for values in given for p in values))}: acts on "
                "numbers that it leaves alone near its own value\n    do not leave it open"
            )
        return made
