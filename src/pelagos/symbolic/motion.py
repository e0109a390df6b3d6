"""The equations of motion of a small robot, derived in symbols, checked, and ready to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pelagos.analysis.linear import check_free
from pelagos.equations import mechanism as mech
from pelagos.errors import PelagosError
from pelagos.march.engine import check_method
from pelagos.march.settings import read_robot
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.model.paths.shadowed import in_scenario
from pelagos.model.robot import Robot
from pelagos.progress import Progress
from pelagos.symbolic import derive as dv
from pelagos.symbolic.chosen import chosen_symbols, numbers_asked_for
from pelagos.symbolic.exact import Generators
from pelagos.symbolic.inputs import signals, with_held, with_letters
from pelagos.symbolic.names import SymbolNames
from pelagos.symbolic.parameters import named_parts, parts_of
from pelagos.symbolic.steps.contract import Derivation, DerivationStep

if TYPE_CHECKING:
    from pelagos.symbolic.reduced import ReducedEquations
    from pelagos.symbolic.steps.written import RawSteps

FEW = 4  # degrees of freedom up to which all is written out
LARGEST = 8  # degrees of freedom that still read well, with letters for long parts
LONGEST = 4000  # terms, multiplied out, that may still be printed
LONGEST_OF_MANY = 2000  # the same with more than a few degrees of freedom, where terms are longer


@dataclass(frozen=True)
class EquationsOfMotion:
    """M y = f + J' forces, J y = g, with y = udot; with all bodies free udot = P y + r.

    SymPy matrices of the symbols `t`, `coordinates` and `speeds`, of `inputs` (what each stands
    for) and `parameters` (their values). `unknowns` and `rows` label y and the rows of J.
    Prescribed joints have their motion in `prescribed`. `error` is the largest relative difference
    to the engine at some random states.
    """

    robot: str
    scenario: str | None
    method: str
    coordinates: tuple[Any, ...]
    speeds: tuple[Any, ...]
    accelerations: tuple[Any, ...]  # udot of every speed
    free: tuple[int, ...]  # speeds that are not prescribed
    unknowns: tuple[str, ...]
    rows: tuple[str, ...]
    mass_matrix: Any  # M
    forcing: Any  # f
    jacobian: Any  # J
    target: Any  # g
    back: tuple[Any, Any] | None  # P, r
    kinematics: Any  # qdot
    parameters: dict[Any, float]
    inputs: dict[Any, Any]
    prescribed: dict[Any, Any]  # symbols of coordinates, speeds and accelerations
    auxiliary: dict[Any, Any]  # symbols for long parts, in the order of their definition
    names: SymbolNames = field(repr=False)
    parameter_words: dict[str, str] = field(repr=False)  # by their paths in the model
    error: float = float("nan")
    steps: tuple[DerivationStep, ...] = ()  # what the method writes down on the way
    reduced: ReducedEquations | None = None  # of a linkage, in its independent speeds alone
    steps_note: str = ""  # why there are none, where they might have been

    def __repr__(self) -> str:
        scenario = f", {self.scenario}" if self.scenario else ""
        of = f"{self.robot}{scenario}, by {self.method}"
        return f"<EquationsOfMotion of {of}: {len(self.free)} speeds>"

    @property
    def known(self) -> dict[Any, Any]:
        """Everything the matrices mention beside state and parameters; none needs a later one."""
        return {**self.prescribed, **self.inputs, **self.auxiliary}

    def text(self) -> str:
        """For a terminal."""
        from pelagos.symbolic.printing import text

        return text(self)

    def latex(self) -> str:
        """For a paper: displayed equations."""
        from pelagos.symbolic.printing import latex

        return latex(self)

    def _repr_latex_(self) -> str:
        """For notebooks."""
        from pelagos.symbolic.printing import for_notebooks

        return for_notebooks(self)

    def python(self) -> str:
        """For a program: a module that needs numpy alone."""
        from pelagos.symbolic.code import python

        return python(self)


def equations_of_motion(
    robot: Robot | str | Path,
    scenario: str | None = None,
    *,
    method: str = "newton-euler",
    set: Mapping[str, Any] | None = None,
    steps: bool | None = False,
    symbols: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> EquationsOfMotion:
    """Equations of motion as SymPy expressions, by the code of the formulation itself.

    Up to eight degrees of freedom, or a single body with any; with more than four, long velocities
    and forces have letters of their own, defined below the equations. They are compared with the
    engine at random states before they are returned. See `.text()`, `.latex()`, `.python()`.

    steps: with what the method writes down on the way, such as partial velocities; None: where that
        is short.
    symbols: letters and what they stand for, beside those of the model: {"l_1": "length",
        "m_2": "bodies.lower.mass", "theta_1": "q[upper]"}.

    Examples:
        >>> found = pl.equations_of_motion("pendulum")
        >>> found.mass_matrix.shape
        (1, 1)
    """
    _need_sympy()
    from pelagos.symbolic.steps.written import check_steps
    from pelagos.symbolic.verify import check_reduced, verified

    check_method(method)
    resolved = in_scenario(read_robot(robot, set), scenario)
    compiled = compile_robot(resolved)
    _check_size(compiled)
    if compiled.states.count:
        raise PelagosError(
            f"equations: the auxiliary states {', '.join(compiled.states.labels)} are not printed\n"
            "    choose inputs without them, or take linearize()"
        )
    chosen = chosen_symbols(resolved, symbols)
    tell = progress or _silent
    tell(0.0, f"deriving by {method}")
    found, raw = _derived(resolved, compiled, scenario, method, steps, chosen, tell)
    tell(0.8, "comparing with the engine")
    found = verified(found, resolved)
    check_reduced(found, resolved)
    if found.steps:
        check_steps(found, resolved, raw.part)
    return found


def _silent(_fraction: float | None, _message: str) -> None:
    """Nobody asked how far it is."""


def _need_sympy() -> None:
    try:
        import sympy  # noqa: F401
    except ImportError:
        raise PelagosError(
            "equations: SymPy is not installed\n    pip install 'pelagos[symbolic]'"
        ) from None


def _check_size(robot: Compiled) -> None:
    freedoms = robot.nv - len(robot.elements.driven)
    if freedoms > LARGEST and robot.nb > 1:
        raise PelagosError(
            f"equations: {robot.robot.name} has {freedoms} degrees of freedom; printed equations "
            f"are readable up to about {LARGEST}\n    print a smaller robot; mass_matrix and "
            "bias_forces have the numbers at a state"
        )
    check_free(robot.robot, "equations")
    if not freedoms:
        raise PelagosError(
            f"equations: {robot.robot.name} has no degrees of freedom\n    free a joint"
        )


def _derived(
    robot: Robot,
    compiled: Compiled,
    scenario: str | None,
    method: str,
    wanted: bool | None,
    chosen: Mapping[tuple[str, str], str],
    tell: Progress,
) -> tuple[EquationsOfMotion, RawSteps]:
    """Letters for all numbers, the formulation run on them, and expressions of what it says."""
    from pelagos.symbolic.reduced import choice, reduced
    from pelagos.symbolic.steps.written import chosen_steps, written

    of, names = Generators(), SymbolNames(chosen)
    state = _letters(robot, compiled, of, names)
    named = named_parts(robot, of, names, numbers_asked_for(chosen))
    channels = signals(compiled, parts_of(robot)[0], state, named.letters)
    moving, state = state, with_held(state, compiled.elements.driven.tolist(), channels)
    fed, words = with_letters(compiled, named.mechanism, named.closures, state, names)
    system = dv.derive(method, fed, named.closures, state, compiled.align.tolist())
    _check_length(robot, system, of, state.compact is None)
    names_of_rows = tuple(compiled.constraints.row_names)
    d = Derivation(fed, named.closures, state, robot.speeds, compiled.align.tolist(), names_of_rows)
    raw = chosen_steps(wanted, robot.name, method, d, system)
    tell(0.3, "writing")
    plain, write = _Writing(of), _Writing(of, names)
    found = EquationsOfMotion(
        robot=robot.name,
        scenario=scenario,
        method=method,
        coordinates=tuple(map(write.one, moving.q)),
        speeds=tuple(map(write.one, moving.u)),
        accelerations=tuple(map(write.one, moving.udot)),
        free=tuple(state.free),
        unknowns=system.unknowns or tuple(robot.speeds[v] for v in state.free),
        rows=(*system.rows, *names_of_rows),
        mass_matrix=write.matrix(system.M, len(system.f)),
        forcing=write.column(system.f),
        jacobian=write.matrix(system.J, len(system.f)),
        target=write.column(system.g),
        back=None if system.P is None else write.pair(system.P, system.r),
        kinematics=write.column(mech.coordinate_rates(fed, state.q, state.u)),
        parameters={write.symbol(word): value for word, value in named.values.items()},
        inputs={write.symbol(word): plain.one(channels[c]) for word, c in words.items()},
        prescribed=_prescribed(compiled, moving, channels, plain),
        auxiliary=write.auxiliary,
        names=names,
        parameter_words=named.words,
        steps=written(raw.steps, write.matrix),
        steps_note=raw.note,
    )
    which = None if method == "udwadia-kalaba" else choice(robot, method)
    if which is not None:
        short = reduced(system, which, state, names, robot.speeds, names_of_rows, write.one)
        found = replace(found, reduced=short)
    return found, raw


def _prescribed(
    compiled: Compiled, state: dv.Letters, channels: Sequence[Any], plain: _Writing
) -> dict[Any, Any]:
    """What coordinates, speeds and accelerations of prescribed joints are."""
    found: dict[Any, Any] = {}
    for coordinate, speed, channel in compiled.elements.driven.tolist():
        trio = (state.q[coordinate], state.u[speed], state.udot[speed])
        for letter, value in zip(trio, channels[channel : channel + 3], strict=True):
            found[plain.one(letter)] = plain.one(value)
    return found


def _check_length(robot: Robot, system: dv.DerivedSystem, of: Generators, few: bool) -> None:
    entries = [
        x for part in (system.M, system.J, [system.f, system.g]) for row in part for x in row
    ]
    terms = sum(len(of.exact(x).terms) for x in entries) + of.named_terms()
    most = LONGEST if few else LONGEST_OF_MANY
    if terms > most:
        raise PelagosError(
            f"equations: those of {robot.name} have {terms} terms; printed equations are readable "
            f"up to about {most}\n    print a simpler robot; mass_matrix and bias_forces have "
            "the numbers at a state"
        )


def _letters(robot: Robot, compiled: Compiled, of: Generators, names: SymbolNames) -> dv.Letters:
    q = [of.symbol(word) for word in names.words("q", robot.coordinates)]
    u = [of.symbol(word) for word in names.words("u", robot.speeds)]
    udot = [of.symbol(word) for word in names.words("udot", robot.speeds)]
    for first in compiled.quaternions:
        w, x, y, z = q[first : first + 4]
        of.ones.append(w * w + x * x + y * y + z * z)
    driven = {int(speed) for _, speed, _ in compiled.elements.driven}
    free = [v for v in range(len(u)) if v not in driven]
    compact = compiled.align.tolist() if len(free) > FEW and compiled.nb > 1 else None
    return dv.Letters(of, of.symbol("t"), q, u, udot, free, compact)


class _Writing:
    """From numbers of the derivation to SymPy."""

    def __init__(self, of: Generators, names: SymbolNames | None = None):
        import sympy

        from pelagos.symbolic.readable import ExpressionWriter

        writer = ExpressionWriter(of, names)
        self.one, self.auxiliary, self._sympy = writer.expression, writer.auxiliary, sympy

    def symbol(self, word: str) -> Any:
        return self._sympy.Symbol(word, real=True)

    def column(self, entries: Sequence[Any]) -> Any:
        return self._sympy.Matrix(len(entries), 1, [self.one(x) for x in entries])

    def matrix(self, rows: Sequence[Sequence[Any]], columns: int) -> Any:
        entries = [self.one(x) for row in rows for x in row]
        return self._sympy.Matrix(len(rows), columns, entries)

    def pair(self, rows: Sequence[Sequence[Any]], column: Sequence[Any]) -> tuple[Any, Any]:
        return self.matrix(rows, len(rows[0])), self.column(column)
