"""Solve problems with published answers; report what holds."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pelagos.cli.support.text import plural, print_json, print_table

if TYPE_CHECKING:
    from pelagos.problems.contract import PublishedProblem
    from pelagos.problems.report import Attempt


@click.command("selftest")
@click.option("--only", multiple=True, metavar="NAME", help="Only this problem; may be repeated.")
@click.option("--all", "everything", is_flag=True, help="All problems, not just the strongest.")
@click.option("--list", "listed", is_flag=True, help="List the problems and solve none.")
@click.option("--model", metavar="NAME", help="Print the model file of a problem and solve none.")
@click.option("--out", type=click.Path(path_type=Path), help="Report: .html or .md.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def command(
    only: tuple[str, ...],
    everything: bool,
    listed: bool,
    model: str | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Solve problems whose answers are published, or have a closed form, and report what holds.

    Without options the strongest are solved, within five minutes. Every number stands beside the
    answer with its error and the error that is allowed. The exit code is 1 if one does not hold.

    \b
    Examples:
      pelagos selftest
      pelagos selftest --out report.html
      pelagos selftest --only andrews-squeezer --only nasa-tumbling-brick
      pelagos selftest --list
      pelagos selftest --model andrews-squeezer > squeezer.yaml
    """
    if sum((bool(only), everything, listed, model is not None)) > 1:
        raise click.UsageError("--only, --all, --list and --model exclude each other")
    if (listed or model is not None) and (out or as_json):
        raise click.UsageError("--list and --model solve nothing: there is nothing to report")
    from pelagos.problems import report
    from pelagos.problems.table import problem_named, problems, strong_problems

    if model is not None:
        click.echo(problem_named(model).model_text(), nl=False)
        return 0
    if listed:
        print_table(_listed(list(problems().values())))
        return 0
    if out is not None:
        report.check_report(out)
    chosen = {name: problem_named(name) for name in only}
    if not only:
        chosen = problems() if everything else strong_problems()
    started = time.monotonic()
    attempts = _attempts(list(chosen.values()))
    spent = time.monotonic() - started
    if out is not None:
        report.write_solved(out, attempts, spent)
    if as_json:
        print_json(_facts(attempts, spent))
    else:
        click.echo()
        print_table([report.HEAD, *(row for one in attempts for row in one.rows())])
        click.echo(report.verdict(attempts, spent))
        if out is not None:
            click.echo(f"report: {out}")
    return 0 if all(one.holds for one in attempts) else 1


def _attempts(problems: list[type[PublishedProblem]]) -> list[Attempt]:
    """Solve one after the other, with a line for each."""
    from pelagos.problems.report import attempt

    attempts = []
    for k, problem in enumerate(problems):
        click.echo(f"[{k + 1}/{len(problems)}] {problem.name} ...", err=True)
        begun = time.monotonic()
        attempts.append(attempt(problem))
        click.echo(f"      {attempts[-1].line}; {time.monotonic() - begun:.1f} s", err=True)
    return attempts


def _listed(problems: list[type[PublishedProblem]]) -> list[tuple[str, str, str]]:
    """Names, whether they are solved without options, titles."""
    rows = [(one.name, "selftest" if one.strong else "--all", one.title) for one in problems]
    return [("problem", "part of", plural(len(problems), "problem")), *rows]


def _facts(attempts: list[Attempt], seconds: float) -> dict[str, object]:
    from dataclasses import asdict

    from pelagos.problems.report import machine

    return {
        "machine": dict(machine()),
        "seconds": seconds,
        "problems": [
            {
                "name": one.problem.name,
                "holds": one.holds,
                "failure": one.failure,
                "steps": one.solved.steps if one.solved else None,
                "seconds": one.solved.seconds if one.solved else None,
                "figures": [
                    {**asdict(figure), "error": figure.error, "holds": figure.holds}
                    for figure in (one.solved.figures if one.solved else ())
                ],
            }
            for one in attempts
        ],
    }
