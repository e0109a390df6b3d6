"""What a session looks at after each step: expressions, and numbers that runs keep in mind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pelagos.errors import PelagosError
from pelagos.language.expressions import Node, Parameter, walk
from pelagos.language.parser import ExpressionError, parse
from pelagos.march.engine import Engine
from pelagos.march.fleet import Watch
from pelagos.programs.watched import reader_of, unknown, watching


class WatchList:
    """Expressions of the state of every run, then those that numbers of memory become."""

    def __init__(
        self,
        engine: Engine,
        watch: Sequence[str | Node],
        memory: Mapping[str, str | Node | None],
    ):
        """watch, memory: texts or trees; the robots of the engine are those of the runs."""
        self.memory = tuple(memory)
        changing = {name: text for name, text in memory.items() if text is not None}
        self._nodes = [self._node(engine, "watch", text) for text in watch]
        self._nodes += [self._node(engine, f"memory: {n}", text) for n, text in changing.items()]
        places = {name: len(watch) + k for k, name in enumerate(changing)}
        self.columns = tuple(places.get(name) for name in memory)

    @property
    def program(self) -> Any:
        """What reads it off, for any engine; None: nothing is asked."""
        return self._of if self._nodes else None

    def _of(self, engine: Engine) -> Watch:
        return lambda lanes: watching(engine.programs, self._nodes, lanes, self.memory)

    def _node(self, engine: Engine, what: str, text: str | Node) -> Any:
        """The tree of a text; all that it reads is there, and the same in every robot."""
        robot, node = engine.robot.robot, text
        if isinstance(text, str):
            try:
                names = [*robot.parameters, *self.memory]
                node = parse(text, names, state=True, bodies=True).node
            except ExpressionError as error:
                raise PelagosError(f"{what}: {text}: {error.message}\n    {error.remedy}") from None
        assert not isinstance(node, str)
        for message, remedy in unknown(robot, node):
            raise PelagosError(f"{what}: {text}: {message}\n    {remedy}")
        if any(self._folded(other, node) != self._folded(engine.robot, node)
               for other in engine.robots[1:]):  # fmt: skip
            raise PelagosError(
                f"{what}: {text}: robots of the pool differ in a number that this reads\n"
                "    leave it out of vary, or watch what moves alone"
            )
        return node

    def _folded(self, robot: Any, node: Node) -> tuple[Any, list[float]]:
        """What of an expression is the same all the time: where it is read, its parameters."""
        names = [part.name for part in walk(node) if isinstance(part, Parameter)]
        fixed = [n for n in names if n not in self.memory and n not in robot.parameter_slots]
        return reader_of(robot).lowered(node), [robot.robot.parameters[n] for n in fixed]
