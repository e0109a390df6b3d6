"""Make prescribed motion with emulated hobby servos."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from pelagos.cli.support.options import set_option
from pelagos.cli.support.outputs import check_distinct
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json, print_table
from pelagos.cli.support.types import NUMBER, ROBOT, SCENARIO, TIME

if TYPE_CHECKING:
    from pelagos.applications.servos import ServoRun


@click.command("servo")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path),
              help="Write commanded and reached angles as text.")  # fmt: skip
@click.option("--table", type=click.Path(dir_okay=False, path_type=Path),
              help="Write the pulses for a microcontroller: C header (.h) or .csv.")  # fmt: skip
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path),
              help="Draw prescribed, commanded and reached angles.")  # fmt: skip
@click.option("--step", type=TIME, default=0.02, show_default=True, help="Time between commands.")
@click.option("--speed", type=NUMBER, default=352.9, show_default=True,
              help="Largest speed of a servo, in degrees per second.")  # fmt: skip
@click.option(
    "--torque",
    type=NUMBER,
    help="Largest torque of a servo, in N m; default: the robot's own, or 2.",
)
@click.option("--duration", type=TIME, help="Simulated time; default: the scenario's.")
@set_option("snake.mass=0.3")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    robot: str,
    scenario: str | None,
    log: Path | None,
    table: Path | None,
    plot: Path | None,
    step: float,
    speed: float,
    torque: float | None,
    duration: float | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Follow the prescribed motion of ROBOT with emulated hobby servos.

    The controller moves in constant increments per time step between start, turning points and
    end, and sends pulses of whole microseconds; the servos follow as far as their speed and torque
    allow. The table shows the error of each joint at the start, at the maximum of the prescribed
    motion, and the largest anywhere.

    \b
    Examples:
      pelagos servo snake20 accordion --log servo.txt
      pelagos servo snake8-planar sinusoid --table pulses.h
      pelagos servo snake20 cobra --torque 0.5 --plot cobra.png
    """
    from pelagos import model

    loaded = model.load(robot, set=settings)
    _check_files(log, table, plot)
    from pelagos.applications.pulse_table import write_table
    from pelagos.applications.servos import emulate, servo_of

    progress = Progress(quiet=as_json)
    servo = replace(servo_of(loaded), step=step, speed=np.radians(speed))
    if torque is not None:
        servo = replace(servo, torque=torque)
    try:
        found = emulate(loaded, scenario, servo=servo, duration=duration, progress=progress)
    finally:
        progress.done()
    if log is not None:
        found.log.write(log)
    if table is not None:
        write_table(found.log, table, " ".join(filter(None, (loaded.name, scenario))))
    if plot is not None:
        _draw(found, plot)
    if as_json:
        print_json([vars(deviation) for deviation in found.deviations])
        return 0
    place = f", {scenario}" if scenario else ""
    click.echo(
        f"{found.robot}{place}: servos with {servo.torque:g} N m, "
        f"one command every {step * 1e3:g} ms"
    )
    _print(found, servo.torque)
    for name, path in (("log", log), ("table", table), ("plot", plot)):
        if path is not None:
            click.echo(f"  {name}: {path}")
    return 0


def _check_files(log: Path | None, table: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written, before anything is computed."""
    from pelagos.applications.pulse_table import check_table
    from pelagos.result.storage import check_folder

    check_distinct(log=log, table=table, plot=plot)
    if plot is not None:
        from pelagos.result.plot import check

        check(plot)
    for path in (log, table):
        if path is not None:
            check_folder(path)
    if table is not None:
        check_table(table)


def _print(found: ServoRun, torque: float) -> None:
    """How far each joint is from its motion, and what it takes."""
    rows: list[tuple[str, ...]] = [
        ("joint", "stroke", "off at start", "at maximum", "anywhere", "of stroke", "takes")
    ]
    for d in found.deviations:
        share = f"{100 * d.between / d.stroke:.2f} %" if d.stroke else "-"
        angles = (f"{np.degrees(a):.2f} deg" for a in (d.stroke, d.start, d.maximum, d.between))
        warning = "" if d.effort <= torque else " (more than the servo has)"
        rows.append((d.joint, *angles, share, f"{d.effort:.3g} N m{warning}"))
    print_table(rows)


def _draw(found: ServoRun, path: Path) -> None:
    """The joints that move, prescribed and commanded and reached."""
    from matplotlib.figure import Figure

    moving = [j for j, d in enumerate(found.deviations) if d.stroke > 0][:12]
    rows = -(-len(moving) // 3) or 1
    figure = Figure(figsize=(9, 2.2 * rows), layout="constrained")
    axes = figure.subplots(rows, 3, squeeze=False, sharex=True).ravel()
    curves = (
        (found.positions, "prescribed"),
        (found.log.commanded, "commanded"),
        (found.log.reached, "reached"),
    )
    for ax, j in zip(axes, moving, strict=False):
        for values, label in curves:
            ax.plot(found.log.time, np.degrees(values[:, j]), label=label, lw=1)
        ax.set_title(found.log.joints[j], fontsize=9)
        ax.set_ylabel("deg")
    for ax in axes[len(moving) :]:
        ax.set_visible(False)
    axes[0].legend(fontsize=7, frameon=False)
    figure.savefig(path, dpi=150)
