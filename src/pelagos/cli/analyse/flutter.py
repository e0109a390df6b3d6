"""Find where wings flutter and where they diverge."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.options import set_option
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.cli.support.types import ROBOT, SCENARIO

if TYPE_CHECKING:
    from pelagos.analysis.flutter import Flutter

ROWS = 15  # of the table, where the range is given without a step
MOST = 1000  # speeds
POINTS = 71  # of the drawing


class Speeds(click.ParamType):
    """20:160, 20:160:5 or 60,80,100, in m/s."""

    name = "speeds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[list[float], bool]:
        """The speeds, and whether each of them was asked for."""
        remedy = "give a range 20:160 or 20:160:5, or a list 60,80,100, in m/s"
        try:
            numbers = [float(word) for word in str(value).replace(",", ":").split(":")]
        except ValueError:
            self.fail(f"{value!r} has what is not a number; {remedy}", param, ctx)
        if "," in str(value):
            speeds, asked = numbers, ":" not in str(value)
        elif len(numbers) == 3 and 0 < numbers[2] < math.inf and numbers[1] > numbers[0]:
            count = (numbers[1] - numbers[0]) / numbers[2] + 1e-9
            if not count < MOST:
                self.fail(f"{value!r} are more than {MOST} speeds; take a larger step", param, ctx)
            speeds, asked = [numbers[0] + k * numbers[2] for k in range(int(count) + 1)], True
        else:
            speeds, asked = numbers, False
            if len(numbers) > 2:
                self.fail(f"{value!r} is not a range; {remedy}", param, ctx)
        rising = all(0 < a < b < math.inf for a, b in zip(speeds, speeds[1:], strict=False))
        if len(speeds) < 2 or not rising or ("," in str(value) and ":" in str(value)):
            self.fail(f"{value!r} does not rise from above zero; {remedy}", param, ctx)
        return speeds, asked


@click.command("flutter")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--speeds", type=Speeds(), required=True, metavar="20:160",
              help="Speeds in m/s: a range, also with a step (20:160:5), or a list.")  # fmt: skip
@click.option("--modes", type=click.IntRange(1, 100), default=6, show_default=True,
              help="Number of slowest modes to follow with a vortex lattice.")  # fmt: skip
@set_option("wings.wing.method=strip")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path),
              help="Draw the root locus, and growth and frequency over speed.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    robot: str,
    scenario: str | None,
    speeds: tuple[list[float], bool],
    modes: int,
    settings: tuple[str, ...],
    plot: Path | None,
    as_json: bool,
) -> int:
    """Find the speeds at which the wings of ROBOT begin to flutter and to diverge.

    The roots are those of the linearised equations of structure and flow: small motions about the
    undeformed shape, with the flow along the wing and without gravity. Flutter is an oscillation
    that grows; divergence grows without oscillating. Each is sought between the lowest and the
    highest speed.

    \b
    Examples:
      pelagos flutter wing --speeds 20:160 --plot root-locus.png
      pelagos flutter goland --speeds 20:300:20
      pelagos flutter goland --speeds 100,137,150 --json
    """
    if plot is not None:
        from pelagos.result.plot import check

        check(plot)
    import numpy as np

    from pelagos import model

    resolved = model.load(robot, set=settings).resolved(scenario)
    from pelagos.analysis.flutter import flutter
    from pelagos.march.engine import prepare

    asked, all_of_them = speeds
    if not all_of_them:
        asked = np.linspace(asked[0], asked[-1], POINTS if plot is not None else ROWS).tolist()
    progress = Progress(quiet=as_json)
    try:
        prepare(progress, resolved)
        found = flutter(resolved, asked, modes=modes, progress=progress)
    finally:
        progress.done()
    if plot is not None:
        found.plot(plot)
    if as_json:
        print_json(found.to_dict())
        return 0
    _print(found, asked, all_of_them)
    if plot is not None:
        click.echo(f"  plot: {plot}")
    return 0


def _print(found: Flutter, asked: list[float], all_of_them: bool) -> None:
    """A table over the speeds, and where flutter and divergence begin."""
    from pelagos.analysis.flutter import ABOUT

    click.echo(f"{found.robot}, {found.method}: {ABOUT}")
    shown = range(len(asked)) if all_of_them else range(0, len(asked), max(1, len(asked) // ROWS))
    rows = [("speed", "least damped oscillation", "growth", "damping ratio", "")]
    for k in shown:
        root = found.leading(k)
        facts = (f"{root.imag / (2 * math.pi):.4g} Hz", f"{root.real:.4g} 1/s",
                 f"{-root.real / abs(root):.4g}")  # fmt: skip
        facts = facts if math.isfinite(root.real) else ("-", "-", "-")
        rows.append((f"{asked[k]:.4g} m/s", *facts, found.verdict(k)))
    print_table(rows)
    for kind, onset in (("flutter", found.flutter), ("divergence", found.divergence)):
        if onset is None:
            click.echo(f"  {kind:<10} none between {asked[0]:.4g} and {asked[-1]:.4g} m/s")
            continue
        turns = f" at {onset.frequency / (2 * math.pi):.4g} Hz" if kind == "flutter" else ""
        since = "already at" if onset.speed <= asked[0] else "from"
        click.echo(f"  {kind:<10} {since} {onset.speed:.2f} m/s{turns}")
    if found.lost:
        click.echo(
            f"  {plural(found.lost, 'mode')} decayed too fast to be followed; a higher first "
            "speed, more panels along the chord or method: strip may help"
        )
