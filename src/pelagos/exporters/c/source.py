"""A robot as a C file and its header: no libraries but the C library's mathematics, no heap.

Programs are written by `functions`, and what calls them stands in assets/*.c, where @ stands for
the name of the robot.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from pelagos.exporters.c.functions import C99, c_function, reader
from pelagos.exporters.c.header import header
from pelagos.exporters.c.names import distinct, prefix
from pelagos.exporters.opened import Opened
from pelagos.exporters.tunable import Polynomial
from pelagos.tape.derivatives import pushforward
from pelagos.tape.numbers import Number
from pelagos.tape.split import shared
from pelagos.version import __version__


@dataclass
class CSource:
    """A robot in C: its texts, and what is in them."""

    name: str  # what all its functions begin with
    header: str
    source: str
    operations: dict[str, int] = field(default_factory=dict)  # by program
    lost: tuple[str, ...] = ()

    @property
    def told(self) -> list[str]:
        """Lines on the size, and on what is lost."""
        parts = ", ".join(f"{name} {count:,}" for name, count in self.operations.items())
        return [f"{len(self.source):,} characters of C; operations: {parts}", *self.lost]


def filled(text: str, name: str) -> str:
    """A text in which @word is a function or type of a robot, and @WORD one of its sizes."""
    text = re.sub(r"@(?=[A-Z])", f"{name.upper()}_", text)
    return re.sub(r"@(?=[a-z])", f"{name}_", text)


def asset(file: str) -> str:
    return (resources.files("pelagos.exporters.c") / "assets" / file).read_text(encoding="utf-8")


def c_source(robot: Opened, derivatives: bool = False, file: str | None = None) -> CSource:
    """derivatives: whether to write these, too; file: what the header will be called."""
    writer = SourceWriter(robot)
    writer.march_programs()
    writer.asked_programs()
    if derivatives:
        writer.slopes()
    more = writer.functions(derivatives)
    return writer.whole(more, header(robot, writer.name, derivatives), file)


class SourceWriter:
    """Collects programs, then writes them with what calls them."""

    def __init__(self, robot: Opened):
        self._open, self.name = robot, prefix(robot.robot.name)
        self._size = robot.engine.size
        self._written: list[str] = []
        self.operations: dict[str, int] = {}
        programs = robot.engine.programs
        self.sizes = {
            "NUMBERS": max(1, len(robot.defaults)),
            "LOOSE": max(1, programs.loose_rows),
        }

    @property
    def _loose(self) -> bool:
        """Whether forces of constraints have to be solved for, beside those of welds."""
        return self._open.engine.programs.loose_rows > 0

    def add(
        self, name: str, tape: Any, outputs: Sequence[Any], further: int = 0, **more: Any
    ) -> None:
        """One program."""
        read = more.pop("read", None) or reader(self._open.flowing, self._size, further)
        written = c_function(f"@{name}_program", tape, outputs, read, **more)
        self._written.append(written.text)
        self.operations[name] = written.operations

    def march_programs(self) -> None:
        """What a march calls: rates, prescribed joints, the way back onto constraints."""
        nv, driven = self._open.compiled.nv, self._open.is_driven
        for name, further in (
            ("rates", 0),
            *([("prescribed", 0)] if driven else []),
            *([("restore", 0), ("shift", nv)] if self._open.is_closed else []),
        ):
            trace, outputs = self._open.engine.programs.traced(name, driven)
            if name == "prescribed":
                outputs = outputs[: self._open.flowing]
            if name in ("rates", "restore"):
                self.sizes[f"{name.upper()}_OUT"] = len(outputs)
            self.add(name, trace.tape, outputs, further)
        if self._open.is_closed:
            self.sizes["MOVES"] = self.sizes["HELD"] = self.sizes["RESTORE_OUT"] - 2 * nv
        if self._loose:
            self._groups()

    def asked_programs(self) -> None:
        """What is asked of given states."""
        for name in ("pushed", "efforts"):
            trace, outputs = self._open.engine.programs.traced(name, by_signals=False)
            self.add(name, trace.tape, outputs, self._open.compiled.nv)

    def _groups(self) -> None:
        """Where programs put what belongs to groups of constraint rows."""
        programs = self._open.engine.programs
        for name, layout in (
            ("rates", programs.rates_layout),
            ("restore", programs.restore_layout),
        ):
            rows = ",".join("{" + ",".join(map(str, row)) + "}" for row in layout.table)
            size = f"[{len(layout.table)}][5]"
            self._written.append(f"static const int @{name}_groups{size}={{{rows}}};")
            affected = ",".join(map(str, layout.affected)) or "0"
            self._written.append(f"static const int @{name}_affected[]={{{affected}}};")
        self.sizes["GROUPS"] = len(programs.rates_layout.table)
        self.sizes["ROWS"] = max(row[1] for row in programs.rates_layout.table)
        self.sizes["HELD"] = programs.restore_layout.table[0][0]

    def slopes(self) -> None:
        """Derivatives of the rates along a seed: what all seeds share, and the rest."""
        programs, flowing = self._open.engine.programs, self._open.flowing
        trace, outputs = programs.traced("rates", self._open.is_driven)
        tape = trace.tape
        moved = [*trace.x[:flowing], *trace.p]
        seed = tape.row(f"seed[{k}]" for k in range(len(moved)))
        first = len(tape.inputs) - len(seed)
        directions = {x.index: s for x, s in zip(moved, seed, strict=True)}
        found = pushforward(tape, outputs, directions)
        common = shared(tape, found, range(first, first + len(seed)))
        self.sizes["COMMON"] = max(1, len(common))
        self.add("shared", tape, [Number(tape, index) for index in common])

        def read(k: int) -> str:
            assert k >= first  # all others are among what is shared
            return f"s[{k - first}]"

        self.add("seeded", tape, found, read=read, known=common, also="const double *s, ")

    def functions(self, derivatives: bool) -> list[str]:
        """Those that the header names."""
        kind = "closed" if self._loose else "tree"
        parts = [asset("functions.c")]
        if self._open.is_driven:
            parts.append(asset("prescribed.c"))
        if derivatives:
            parts += [self._number_slopes(), asset(f"answer_{kind}.c"), asset("derivatives.c")]
        return parts

    def whole(self, more: Sequence[str], head: str, file: str | None = None) -> CSource:
        """more: what calls the programs; head: the header; file: what it will be called."""
        parts = [
            f'/* Written by Pelagos {__version__}. */\n#include "{file or f"{self.name}.h"}"\n\n'
            "#include <float.h>\n#include <math.h>\n",
            self._constants(),
            self._helpers(),
            *self._written,
            self._numbers(),
            self._normalise(),
            *self._constraints(),
            asset("flow.c"),
            *more,
        ]
        text = filled("\n".join(parts), self.name)
        return CSource(self.name, head, text, self.operations, self._open.lost)

    def _constraints(self) -> list[str]:
        """What keeps them."""
        if not self._open.is_closed:
            return [asset("tree.c")]
        return [asset("closed.c" if self._loose else "welded.c"), asset("settle.c")]

    def _constants(self) -> str:
        lines = [f"    @{name} = {value}," for name, value in self.sizes.items()]
        return "\n".join(["enum {", *lines, "};", "", *self._defaults(), ""])

    def _defaults(self) -> list[str]:
        parameters = [C99.literal(p.value) for p in self._open.parameters] or ["0.0"]
        start = [C99.literal(state.value) for state in self._open.states]
        inputs = [C99.literal(i.value) for i in self._open.inputs] or ["0.0"]
        stops = ", ".join(map(C99.literal, self._open.engine.breakpoints[0])) or "-1.0"
        return [
            f"const @parameters @defaults = {{{', '.join(parameters)}}};",
            f"const double @start[@NX] = {{{', '.join(start)}}};",
            f"const double @inputs[] = {{{', '.join(inputs)}}};",
            "/* Times at which signals jump or bend. */",
            f"static const double @stops[] = {{{stops}}};",
        ]

    def _helpers(self) -> str:
        """What programs call beside the C library, if they do."""
        written, found = "\n".join(self._written), []
        if "SIGN(" in written:
            found.append(
                "static double @sign(double a)\n{\n"
                "    return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a;\n}\n#define SIGN(a) @sign(a)\n"
            )
        if "ROW(" in written:
            found.append(asset("row.c"))
        return "\n".join(found)

    def _numbers(self) -> str:
        """The robot's numbers from inputs and parameters."""
        return "\n".join(
            [
                "static void @numbers(const double *in, const @parameters *p, double *n)",
                "{",
                *self._offsets(),
                *(f"n[{k}]={self._number(k)};" for k in range(len(self._open.defaults))),
                "(void)in; (void)p; (void)n;",
                "}",
            ]
        )

    def _offsets(self) -> list[str]:
        """Open numbers less their own values, in steps."""
        members = self._members
        return [
            f"const double d{i}=(p->{members[i]}-{C99.literal(own.base)})/{C99.literal(own.step)};"
            for i, own in enumerate(self._open.steps.values())
        ]

    @property
    def _members(self) -> list[str]:
        return distinct(p.name for p in self._open.parameters)

    def _number(self, k: int) -> str:
        if k in self._open.input_places:
            return f"in[{self._open.input_places[k]}]"
        if k in self._open.polynomials:
            return self._polynomial(self._open.polynomials[k])
        return C99.literal(float(self._open.defaults[k]))

    def _polynomial(self, polynomial: Polynomial, by: str | None = None) -> str:
        """Its value, or its derivative by one of the open numbers, times that number's step."""
        paths, terms = list(self._open.steps), []
        for term in polynomial:
            powers = dict(term.powers)
            factor = term.factor
            if by is not None:
                if by not in powers:
                    continue
                factor *= powers[by]
                powers[by] -= 1
            factors = [f"d{paths.index(path)}" for path, k in powers.items() for _ in range(k)]
            terms.append("*".join([C99.literal(factor), *factors]))
        return "+".join(terms) or "0.0"

    def _number_slopes(self) -> str:
        """Slopes of the robot's numbers by one input or parameter."""
        lines = ["static void @number_slopes(const @parameters *p, int input, int j, double *n)"]
        lines += ["{", "int k;", *self._offsets()]
        lines += ["for (k = 0; k < @NUMBERS; k++) n[k] = 0.0;", "(void)p; (void)input; (void)j;"]
        lines += [f"(void)d{i};" for i in range(len(self._open.steps))]
        for k, i in self._open.input_places.items():
            lines.append(f"if (input && j == {i}) n[{k}]=1.0;")
        for j, (path, own) in enumerate(self._open.steps.items()):
            touched = [k for k, f in self._open.polynomials.items() if _depends(f, path)]
            lines.append(f"if (!input && j == {j}) {{")
            lines += [
                f"n[{k}]=({self._polynomial(self._open.polynomials[k], path)})"
                f"/{C99.literal(own.step)};"
                for k in touched
            ]
            lines.append("}")
        return "\n".join([*lines, "}"])

    def _normalise(self) -> str:
        places = [int(q) for q in self._open.compiled.quaternions]
        if not places:
            return "static void @normalise(double *x)\n{\n    (void)x;\n}\n"
        listed = ", ".join(map(str, places))
        return asset("normalise.c").replace("LISTED", listed).replace("COUNT", str(len(places)))


def _depends(polynomial: Polynomial, path: str) -> bool:
    return any(path in dict(term.powers) for term in polynomial)
