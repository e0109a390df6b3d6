"""The one-page report on solved problems: what holds, with numbers; as text, Markdown or HTML."""

from __future__ import annotations

import html
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from pelagos.errors import PelagosError
from pelagos.problems.contract import Figure, PublishedProblem, SolvedProblem
from pelagos.result import pages
from pelagos.result.storage import check_folder, temporary
from pelagos.version import __version__

MARKDOWN = ".md"
Row = tuple[str, ...]

HEAD: Row = ("problem", "figure", "value", "answer", "error", "tolerance", "")
_PACKAGES = ("numpy", "scipy", "llvmlite")


@dataclass(frozen=True)
class Attempt:
    """A problem and what came of it: a solution, or the reason why there is none."""

    problem: type[PublishedProblem]
    solved: SolvedProblem | None
    failure: str = ""

    @property
    def holds(self) -> bool:
        """Whether it was solved and every figure holds."""
        return self.solved is not None and self.solved.holds

    @property
    def line(self) -> str:
        """What a progress line says of it."""
        if self.solved is None:
            return f"FAILS: {self.failure}"
        worst = self.solved.worst
        said = f"{worst.what}: {shown_error(worst)}, allowed {worst.tolerance:.0e}"
        return f"{'holds' if self.holds else 'FAILS'}; {said}"

    def rows(self) -> list[Row]:
        """A row per figure."""
        name = self.problem.name
        if self.solved is None:
            return [(name, " ".join(self.failure.split()), "", "", "", "", "FAILS")]
        return [_row(name, figure) for figure in self.solved.figures]


def attempt(problem: type[PublishedProblem], *, brief: bool = False) -> Attempt:
    """Solve a problem; an engine that refuses it, or gives up, is a result as well."""
    try:
        return Attempt(problem, problem(brief=brief).solve())
    except PelagosError as error:
        return Attempt(problem, None, str(error))


def shown_error(figure: Figure) -> str:
    """The error with its unit, or as a relative one."""
    if figure.relative:
        return f"error {figure.error:.1e} of the answer"
    return f"error {figure.error:.1e} {figure.unit}".rstrip()


def _row(name: str, figure: Figure) -> Row:
    kind = " (rel.)" if figure.relative else f" {figure.unit}".rstrip()
    return (
        name,
        figure.what,
        f"{figure.value + 0.0:.12g}",  # no -0
        f"{figure.answer + 0.0:.12g}",
        f"{figure.error:.1e}{kind}",
        f"{figure.tolerance:.0e}",
        "holds" if figure.holds else "FAILS",
    )


def verdict(attempts: Sequence[Attempt], seconds: float) -> str:
    """What stands at the head of a report."""
    good = sum(one.holds for one in attempts)
    return f"{good} of {len(attempts)} problems hold, in {seconds:.0f} s, compilation included."


def machine() -> Mapping[str, str]:
    """Where and with what the problems were solved."""
    return {
        "Pelagos": __version__,
        "Python": platform.python_version(),
        **{name: version(name) for name in _PACKAGES},
        "system": f"{platform.system()} {platform.machine()}",
    }


def markdown(attempts: Sequence[Attempt], seconds: float) -> str:
    """The report as Markdown."""
    lines = ["# Problems with known answers", "", verdict(attempts, seconds), "", _taken(), ""]
    lines += markdown_table([HEAD, *(row for one in attempts for row in one.rows())])
    lines += ["", "## Sources", ""]
    lines += [f"- **{one.problem.name}**: {_told(one.problem)}" for one in attempts]
    return "\n".join(lines) + "\n"


def markdown_table(rows: Sequence[Row]) -> list[str]:
    """Lines of a table whose first row is the head."""
    cells = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    rule = " | ".join("---" for _ in rows[0])
    return [f"| {line} |" for line in (cells[0], rule, *cells[1:])]


def check_report(path: Path) -> None:
    """Refuse a report that could not be written, before anything is solved."""
    if path.suffix.lower() not in (*pages.SUFFIXES, MARKDOWN):
        raise PelagosError(f"{path}: a report ends in .html or {MARKDOWN}")
    check_folder(path)


def write_solved(path: Path, attempts: Sequence[Attempt], seconds: float) -> Path:
    """Write the report, as a page or as Markdown by its ending."""
    check_report(path)
    if path.suffix.lower() == MARKDOWN:
        with temporary(path) as beside:
            beside.write_text(markdown(attempts, seconds), encoding="utf-8")
            beside.replace(path)
        return path
    rows = [row for one in attempts for row in one.rows()]
    sources = [(one.problem.name, _told(one.problem)) for one in attempts]
    parts = [
        pages.card(pages.table([HEAD, *rows], kind="dense"), wide=True),
        "<h2>Sources</h2>",
        pages.card(pages.table(sources, head=False, kind="text"), wide=True),
    ]
    lead = f"<p><strong>{html.escape(verdict(attempts, seconds))}</strong></p>"
    return pages.write(
        path, "Problems with known answers", parts, lead=lead, footer=html.escape(_taken())
    )


def _told(problem: type[PublishedProblem]) -> str:
    return f"{problem.title}. {problem.source} {problem.why}"


def _taken() -> str:
    return f"Taken with: {', '.join(f'{name} {value}' for name, value in machine().items())}."
