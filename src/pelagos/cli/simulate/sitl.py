"""Let ArduPilot steer a robot, over its JSON interface."""

from __future__ import annotations

import shutil
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.ending import ended_by_signals
from pelagos.cli.support.options import reading_options, set_option
from pelagos.cli.support.outputs import check_distinct
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_table
from pelagos.cli.support.types import NUMBER, ROBOT, SCENARIO, TIME
from pelagos.text import number

if TYPE_CHECKING:
    from pelagos.bridges.ardupilot.fleet import Fleet, FleetMember
    from pelagos.bridges.ardupilot.server import SitlServer, SitlStatus
    from pelagos.result import Run


@click.command("sitl")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--duration", type=TIME, help="Simulated time; default: until Ctrl-C.")
@click.option("--speed", type=NUMBER, help="Simulated seconds per second, at most.")
@click.option("--fast", is_flag=True, help="As fast as this machine can.")
@set_option("bodies.hull.mass=12.1")
@click.option("--out", type=click.Path(path_type=Path), help="Result file; default: none.")
@click.option("--every", type=TIME, help="Output interval of the result; default 20 ms.")
@click.option("--view", type=click.Path(path_type=Path), help="3D page of the run, at the end.")
@click.option("--method", help="Formulation of the motion; default newton-euler.")
@click.option("--integrator", help="an explicit one (default: dopri5).")
@click.option("--rtol", type=NUMBER, help="Relative tolerance of variable steps.")
@click.option("--step", type=TIME, help="Fixed step, or the longest variable one.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="UDP port of the first vehicle, default 9002; others are 10 apart. 0: free ones.",
)
@click.option(
    "--host", default="127.0.0.1", help="Address to listen on; default: this machine only."
)
@click.option("--patience", type=TIME, help="Until a silent autopilot is gone; default 2 s.")
@reading_options
def command(
    robot: str,
    scenario: str | None,
    settings: tuple[str, ...],
    speed: float | None,
    fast: bool,
    out: Path | None,
    view: Path | None,
    port: int | None,
    host: str,
    reading: dict[str, Any],
    **options: Any,
) -> int:
    """Simulate ROBOT in lockstep with ArduPilot, in SCENARIO if one is named, until Ctrl-C.

    Each entry of autopilots: in the model waits for an ArduPilot of its own: the first on UDP port
    9002, the second on 9012, as ArduPilot's instances expect it. What servo outputs move stands in
    the model; `pelagos info ROBOT` shows it.

    How fast it goes is up to the autopilot (SIM_SPEEDUP), up to --speed, or, with --fast, up to the
    machine. An ArduPilot that starts again takes the run back to its start; what comes then is
    recorded beside --out, as NAME-2.nc and so on. Ctrl-C keeps what was computed.

    \b
    Examples:
      pelagos sitl bluerov-heavy
      pelagos sitl bluerov-heavy --out dive.nc --view dive.html --speed 1
      pelagos sitl bluerov-pair --fast --duration "2 min"
    and in ArduPilot's folder:
      sim_vehicle.py -v ArduSub -f vectored_6dof --model JSON:127.0.0.1 -l 33.81,-118.39,0,0
    """
    if speed is not None and fast:
        raise click.UsageError("--speed and --fast contradict each other")
    if options["every"] is not None and out is None and view is None:
        raise click.UsageError("--every is the interval of a result: add --out or --view")
    if view is not None:
        from pelagos.result import pages

        pages.check(view)
    check_distinct(out=out, view=view)
    from pelagos import model

    loaded = model.load(robot, set=settings, **reading)
    from pelagos.bridges.ardupilot import FIRST_PORT
    from pelagos.bridges.ardupilot.fleet import Fleet
    from pelagos.bridges.ardupilot.server import SitlServer

    given = {name: value for name, value in options.items() if value is not None}
    given |= {"unpaced": fast or speed is not None, "record": out is not None or view is not None}
    progress = Progress(quiet=False)
    try:
        fleet = Fleet(loaded, scenario, out=out, progress=progress, **given)
    finally:
        progress.done()
    server = SitlServer(fleet, host=host, port=FIRST_PORT if port is None else port, speed=speed)
    _warn_of_others(host)
    with ended_by_signals() as ended:
        _serve(loaded.name, fleet, server, ended)
        return _end(fleet, view)


def _warn_of_others(host: str) -> None:
    from pelagos.bridges.ardupilot.server import LOOPBACK

    if host not in (LOOPBACK, "::1", "localhost"):
        click.echo(
            "pelagos: warning: whoever reaches these ports can steer the vehicles and start the "
            "run again; nothing is encrypted or signed",
            err=True,
        )


def _serve(name: str, fleet: Fleet, server: SitlServer, ended: threading.Event) -> None:
    """Answer until Ctrl-C, with a line on the terminal that says how it goes."""
    click.echo(f"{name} waits for ArduPilot; Ctrl-C ends it")
    rows = zip(fleet.members, server.addresses, strict=True)
    print_table((m.vehicle.name, f"{host}:{port}", m.vehicle.body) for m, (host, port) in rows)
    sys.stdout.flush()
    shown = sys.stderr.isatty()
    try:
        server.serve(ended.is_set, (lambda status: _tell(fleet, status)) if shown else None)
    finally:
        server.close()
        if shown:
            click.echo("\r" + " " * (_width() - 1) + "\r", nl=False, err=True)


def _tell(fleet: Fleet, status: SitlStatus) -> None:
    """One line over the last one."""
    said = [f"t = {status.time:.1f} s, {status.speed:.2g} x real time, {status.frames:.0f} Hz"]
    for member in fleet.members:
        facts = [f"{n} {100 * level:.0f} %" for n, level in member.vehicle.shown.items()]
        facts = [*facts, *_counts(member)] if member.present else ["waits"]
        if facts:
            said.append(f"{member.vehicle.name}: {', '.join(facts)}")
    width = _width() - 1
    click.echo("\r" + "; ".join(said)[:width].ljust(width), nl=False, err=True)


def _width() -> int:
    return shutil.get_terminal_size().columns


def _counts(member: FleetMember) -> list[str]:
    """What went wrong on the way, in words."""
    link = member.link
    counts = {"lost": link.lost, "repeated": link.repeated, "not sent": link.unsent, **link.ignored}
    return [f"{count} {what}" for what, count in counts.items() if count]


def _end(fleet: Fleet, view: Path | None) -> int:
    """Say what was done, and keep it."""
    runs: list[Run] = fleet.close()
    if view is not None and runs:
        runs[-1].view(view)
    session = fleet.session
    how = f": {session.outcome}" if session.outcome is not None and not fleet.failure else ""
    restarts = f", {plural(fleet.restarts, 'restart')}" if fleet.restarts else ""
    click.echo(f"ended at t = {number(session.time)} s{restarts}{how}")
    frames = ((m, [plural(m.answers, "frame"), *_counts(m)]) for m in fleet.members)
    rows = [(m.vehicle.name, ", ".join(facts)) for m, facts in frames]
    rows += [("result", f"{run.path} ({plural(len(run), 'sample')})") for run in runs if run.path]
    print_table(rows + ([("view", str(view))] if view is not None and runs else []))
    if fleet.failure:
        click.echo(f"pelagos: {fleet.failure}", err=True)
    return 1 if fleet.failure else 0
