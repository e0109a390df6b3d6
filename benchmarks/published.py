"""Problems with published answers, beside MuJoCo, Exudyn and Pinocchio.

    python -m benchmarks.published --table benchmarks/published.md
    python -m benchmarks.published --only heavy-top

Peers that are not installed are left out; where a peer cannot state a problem its column is empty.
Times are wall times of the march alone, without compilation, on one thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from benchmarks.published_exudyn import by_exudyn
from benchmarks.published_peers import (
    LOOPS,
    PLANAR,
    QUESTIONS,
    TREES,
    PeerResult,
    Question,
    by_mujoco,
    by_pelagos,
    by_pinocchio,
)
from benchmarks.published_water import STATED
from benchmarks.timing import machine, taken_with
from pelagos.cli.support.text import span
from pelagos.problems.report import Attempt, Row, attempt, markdown_table
from pelagos.problems.table import problem_named, problems

# name of a peer, its module, what solves a problem there, and which ones
PEERS: tuple[tuple[str, str, Callable[[Question], PeerResult], Sequence[str]], ...] = (
    ("MuJoCo", "mujoco", by_mujoco, (*TREES, *LOOPS)),
    ("Exudyn", "exudyn", by_exudyn, PLANAR),
    ("Pinocchio", "pinocchio", by_pinocchio, TREES),
)
HEAD: Row = ("problem", "figure", "error", "allowed", "steps", "time")
PEER_HEAD: Row = ("problem", "engine", "method, tolerance or step", "error", "steps", "time")


def own_rows(attempts: Sequence[Attempt]) -> list[Row]:
    """A row per figure; steps and time of a problem stand in its first."""
    rows: list[Row] = []
    for one in attempts:
        name = one.problem.name
        if one.solved is None:
            rows.append((name, " ".join(one.failure.split()), "", "", "", ""))
            continue
        steps = "" if one.solved.steps is None else str(one.solved.steps)
        taken = (steps, span(one.solved.seconds))
        for k, figure in enumerate(one.solved.figures):
            unit = " (rel.)" if figure.relative else f" {figure.unit}".rstrip()
            mark = "" if figure.holds else " FAILS"
            error = f"{figure.error:.1e}{unit}{mark}"
            first = (name, figure.what, error, f"{figure.tolerance:.0e}")
            rows.append((*first, *(taken if k == 0 else ("", ""))))
    return rows


def peer_rows(attempts: Sequence[Attempt]) -> list[Row]:
    """Pelagos and the peers on the first figure of each problem that one of them can state."""
    rows: list[Row] = []
    for one in attempts:
        name = one.problem.name
        if name not in QUESTIONS or one.solved is None:
            continue
        what = f"{name}: {one.solved.figures[0].what}"
        rows.append((what, "Pelagos", *_tried(by_pelagos, QUESTIONS[name]())))
        for peer, module, solve, can in PEERS:
            if name in can and find_spec(module) is not None:
                rows.append(("", peer, *_tried(solve, QUESTIONS[name]())))
    return rows


def stated_rows(attempts: Sequence[Attempt]) -> list[Row]:
    """The same of problems that are written out for each peer, as flexible ones and water are."""
    rows: list[Row] = []
    for one in attempts:
        if one.problem.name not in STATED or one.solved is None:
            continue
        figure, solved = one.solved.figures[0], one.solved
        shown = f"{figure.error:.1e} {figure.unit}".rstrip()
        taken = ("" if solved.steps is None else str(solved.steps), span(solved.seconds))
        rows.append((f"{one.problem.name}: {figure.what}", "Pelagos", "", shown, *taken))
        for peer, module, solve in STATED[one.problem.name]:
            if find_spec(module) is not None:
                rows.append(("", peer, *_tried(solve)))
    return rows


def _tried(solve: Callable[..., PeerResult], *question: Question) -> Row:
    """What a peer makes of a problem; each has exceptions of its own for giving up."""
    try:
        found = solve(*question)
    except Exception as error:
        return (str(error).splitlines()[0], "gives up", "", "")
    shown = f"{found.error:.1e} {found.unit}".rstrip()
    return (found.method, shown, str(found.steps), span(found.seconds))


def text_of(attempts: Sequence[Attempt]) -> str:
    """Both tables as Markdown."""
    held = sum(one.holds for one in attempts)
    lines = [taken_with(machine()), "", f"{held} of {len(attempts)} problems hold.", ""]
    lines += markdown_table([HEAD, *own_rows(attempts)])
    lines += ["", "**Beside others**, the first figure of each:", ""]
    lines += markdown_table([PEER_HEAD, *peer_rows(attempts), *stated_rows(attempts)])
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the tables here")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this problem")
    options = parser.parse_args()
    chosen = [problem_named(name) for name in options.only or problems()]
    for problem in chosen:
        attempt(problem)  # compiles, so that times are those of the march
    text = text_of([attempt(problem) for problem in chosen])
    print(text)
    if options.table:
        options.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
