"""The expressions of a task as trees: what is observed, rewarded, kept in mind and ends episodes.

Names stand for trees: terms, observations, conditions and actions are written out where they are
used, so that one program computes all of them, and what they share once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pelagos.gym.words import TaskWords
from pelagos.language.expressions import Const, Node, Op, Parameter, op, walk
from pelagos.language.parser import NAME, ExpressionError, parse
from pelagos.language.scope import Keys
from pelagos.language.suggest import did_you_mean
from pelagos.mathematics.randomness import NORMALS, stream_of
from pelagos.model.robot import Robot
from pelagos.programs.watched import InputValue, NormalNoise, unknown

# numbers of an episode that only noise uses; no name can be written so
SEED, COUNT = "#seed", "#count"
Refuse = Callable[[Keys, str, str, Any], None]


@dataclass(frozen=True)
class Sheet:
    """What is watched in each run, in this order, and what runs keep in mind."""

    observations: tuple[Node, ...]
    reward: Node | None
    conditions: dict[str, Node]
    named: dict[str, Node]  # terms, observations without scale and noise, actions
    memory: dict[str, Node | None]  # None: drawn at a reset, and held
    noisy: bool

    @property
    def watched(self) -> list[Node]:
        """Observations, the reward if an expression gives it, conditions; for a function all that
        has a name."""
        reward = [*self.named.values()] if self.reward is None else [self.reward]
        return [*self.observations, *self.conditions.values(), *reward]


@dataclass
class _Names:
    """What the names of a task stand for."""

    robot: Robot
    refuse: Refuse
    trees: dict[str, Node] = field(default_factory=dict)

    def add(self, keys: Keys, name: str, tree: Node) -> None:
        if name in self.trees or name in self.robot.parameters:
            what = "a parameter of the robot" if name in self.robot.parameters else "a name here"
            self.refuse(keys, f"{name} is {what} already", "give it another name", ...)
        self.trees[name] = tree

    def read(self, keys: Keys, text: str) -> Node:
        """The tree of a text; a problem is told, and a constant stands for it."""
        try:
            names = [*self.trees, *self.robot.parameters]
            node = parse(text, names, state=True, bodies=True).node
        except ExpressionError as error:
            self.refuse(keys, error.message, error.remedy, text)
            return Const(0.0)
        missing = list(unknown(self.robot, node))
        for message, remedy in missing:
            self.refuse(keys, message, remedy, text)
        return Const(0.0) if missing else written_out(node, self.trees)


def written_out(node: Node, trees: Mapping[str, Node]) -> Node:
    """The tree with trees in the place of names."""
    if isinstance(node, Parameter):
        return trees.get(node.name, node)
    if isinstance(node, Op):
        return op(node.name, *(written_out(arg, trees) for arg in node.args))
    return node


def sheet_of(words: TaskWords, robot: Robot, refuse: Refuse) -> Sheet:
    """All expressions of a task; what is wrong with them is told to `refuse`."""
    names = _Names(robot, refuse)
    _check_spelling(words, refuse)
    for section, given in (("parameters", words.parameters), ("memory", words.memory)):
        for name in given:
            names.add((section, name), name, Parameter(name))
    for name, action in words.actions.items():
        low, high = action.bounds
        value = _input_value(robot, action.input or name)
        scaled = op("div", op("sub", value, Const((low + high) / 2)), Const((high - low) / 2))
        names.add(("actions", name), f"action.{name}", scaled)
        names.add(("actions", name), f"last.{name}", Parameter(f"last.{name}"))
    before = set(names.trees)
    for name, text in words.terms.items():
        names.add(("terms", name), name, names.read(("terms", name), text))
    seen: list[Node] = []
    noisy = 0  # observations so far that are
    for name, observation in words.observations.items():
        tree = names.read(("observations", name), observation.value)
        if tree != names.trees.get(name):  # an observation may be a term of the same name
            names.add(("observations", name), name, tree)
        seen.append(_seen(tree, observation, noisy))
        noisy += observation.noise > 0.0
    conditions = {}
    for name, text in words.terminate.items():
        conditions[name] = names.read(("terminate", name), text)
        names.add(("terminate", name), name, conditions[name])
    reward = None if words.reward is None else names.read(("reward",), words.reward)
    memory: dict[str, Node | None] = dict.fromkeys(words.parameters)
    memory |= {n: names.read(("memory", n, "next"), m.next) for n, m in words.memory.items()}
    trees = [*seen, *conditions.values(), *(n for n in (reward, *memory.values()) if n is not None)]
    memory |= {last: names.trees[f"action.{last[5:]}"] for last in _last(trees)}
    if noisy:
        memory |= {SEED: None, COUNT: op("add", Parameter(COUNT), Const(1.0))}
    hidden = {name for name in before if name.startswith("last.") and name not in memory}
    named = {name: tree for name, tree in names.trees.items() if name not in hidden}
    return Sheet(tuple(seen), reward, conditions, named, memory, noisy > 0)


def _input_value(robot: Robot, name: str) -> Node:
    """What an input is; a set point that nobody has set yet is NaN, and counts as 0."""
    value: Any = InputValue(name)
    if robot.inputs.get(name, ...) is None:
        return op("where", op("lt", op("abs", value), Const(math.inf)), value, Const(0.0))
    return value


def _seen(tree: Node, words: Any, noisy: int) -> Node:
    """What the agent sees of a value; noise comes in blocks."""
    if words.noise:
        block, place = divmod(noisy, NORMALS)
        stream = stream_of("noise", str(block))
        noise: Any = NormalNoise(stream, place, Parameter(SEED), Parameter(COUNT))
        tree = op("add", tree, op("mul", Const(words.noise), noise))
    tree = op("div", tree, Const(words.scale))
    if words.bounds is not None:
        low, high = words.bounds
        tree = op("min", op("max", tree, Const(low)), Const(high))
    return tree


def _last(trees: list[Node]) -> Iterator[str]:
    """Names of actions of the step before that are used."""
    found = (part.name for t in trees for part in walk(t) if isinstance(part, Parameter))
    return (name for name in dict.fromkeys(found) if name.startswith("last."))


def _check_spelling(words: TaskWords, refuse: Refuse) -> None:
    import re

    for section in ("actions", "parameters", "terms", "memory", "observations", "terminate"):
        for name in getattr(words, section):
            if not re.fullmatch(NAME, name) or name == "t":
                remedy = "use letters, digits and _, beginning with a letter"
                refuse((section, name), "a name in expressions is written otherwise", remedy, name)


def check_inputs(words: TaskWords, robot: Robot, refuse: Refuse) -> None:
    """Actions go to inputs that the robot has, each to one of its own."""
    taken: set[str] = set()
    known = [*robot.inputs, *robot.parameters]
    for name, given in zip(words.actions, words.inputs, strict=True):
        keys = ("actions", name, "input") if words.actions[name].input else ("actions", name)
        if given not in known:
            remedy = did_you_mean(given, known)
            refuse(keys, "there is no such actuator, set point or parameter", remedy, given)
        elif given in taken:
            refuse(keys, "another action has this input", "keep one of them", given)
        taken.add(given)
