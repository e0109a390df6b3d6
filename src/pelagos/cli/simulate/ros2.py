"""Run a robot as a node of ROS 2, without ROS."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.ending import ended_by_signals
from pelagos.cli.support.options import reading_options, set_option
from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_table
from pelagos.cli.support.types import NUMBER, ROBOT, SCENARIO, TIME
from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.bridges.ros2.node import Ros2Node

_EVERY = 0.02  # output interval of a recording [s]


@click.command("ros2")
@click.argument("robot", type=ROBOT)
@click.argument("scenario", type=SCENARIO, required=False)
@click.option("--rate", type=NUMBER, default=50.0, help="Messages per second of simulated time.")
@click.option("--speed", type=NUMBER, help="Multiple of real time; default 1.")
@click.option("--fast", is_flag=True, help="As fast as it goes; slow readers are waited for.")
@click.option("--duration", type=TIME, help="Simulated time to end at; default: until Ctrl-C.")
@click.option("--wait", is_flag=True, help="Begin when somebody reads a topic.")
@click.option("--name", help="Namespace of the topics; default: the robot's name.")
@click.option("--no-clock", is_flag=True, help="Leave /clock to another of several robots.")
@click.option(
    "--domain",
    type=click.IntRange(0, 232),
    envvar="ROS_DOMAIN_ID",
    default=0,
    help="ROS domain; default: ROS_DOMAIN_ID, or 0.",
)
@click.option(
    "--connect",
    multiple=True,
    metavar="ENDPOINT",
    help="Zenoh router to connect to; default: tcp/localhost:7447. Repeatable.",
)
@click.option(
    "--listen",
    multiple=True,
    metavar="ENDPOINT",
    help="Be the Zenoh router, at this endpoint, as tcp/localhost:7447. Repeatable.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Record to this result file.")
@click.option("--every", type=TIME, help="Output interval of --out; default 20 ms.")
@click.option("--method", help="Formulation of the motion; default newton-euler.")
@click.option("--integrator", help="An explicit one; default: dopri5.")
@click.option("--rtol", type=NUMBER, help="Relative tolerance of variable steps.")
@click.option("--step", type=TIME, help="Fixed step, or the longest variable one.")
@set_option("bodies.hull.mass=12")
@reading_options
def command(
    robot: str,
    scenario: str | None,
    settings: tuple[str, ...],
    reading: dict[str, Any],
    out: Path | None,
    every: float | None,
    speed: float | None,
    fast: bool,
    **options: Any,
) -> int:
    """Run ROBOT and speak with ROS 2 as a node of it, until Ctrl-C.

    Nodes with RMW_IMPLEMENTATION=rmw_zenoh_cpp find it at their router. No ROS need be installed
    here: with --listen it is that router. The list of topics is printed at the start: /clock, /tf,
    odometry and imu of free bodies, joint states and wrenches; readings of the model's sensors;
    commands of thrusters and joints.
    World axes are east, north, up; body axes forward, left, up.

    \b
    Examples:
      pelagos ros2 rov-arm
      pelagos ros2 bluerov-heavy --listen tcp/localhost:7447
      pelagos ros2 rov-arm reach --fast --duration 20 --wait --out reach.nc
    """
    if fast and speed is not None:
        raise click.UsageError("--fast and --speed exclude each other; give one of them")
    if every is not None and out is None:
        raise click.UsageError("--every is the output interval of --out, which is not given")
    from pelagos import model

    loaded = model.load(robot, set=settings, **reading)
    pace = None if fast else speed or 1.0
    progress = Progress(quiet=False)
    try:
        node, close = _prepared(loaded, scenario, pace, progress, **options)
    finally:
        progress.done()
    try:
        _tell(node, options["listen"])
        if out is not None:
            node.session.record(out, every=every or _EVERY)
        return _run(node, options["duration"], options["wait"], out)
    finally:
        close()


def _prepared(
    loaded: Any,
    scenario: str | None,
    pace: float | None,
    progress: Progress,
    *,
    rate: float,
    name: str | None,
    domain: int,
    connect: tuple[str, ...],
    listen: tuple[str, ...],
    no_clock: bool,
    **words: Any,
) -> tuple[Ros2Node, Any]:
    """The node, and what ends its connections."""
    from pelagos.bridges.messages.robot import RobotInRos
    from pelagos.bridges.ros2.link import ZenohLink
    from pelagos.bridges.ros2.node import Ros2Node, prepared_inputs
    from pelagos.run.session import Session

    known = RobotInRos.of(loaded.resolved(scenario), name)
    link = ZenohLink(domain, known.topic(), connect=connect, listen=listen, lossless=pace is None)
    try:
        ways = ("method", "integrator", "rtol", "step")
        given = {key: words[key] for key in ways if words[key] is not None}
        inputs = prepared_inputs(known.robot)
        session = Session(loaded, scenario, inputs=inputs, progress=progress, **given)
        node = Ros2Node(session, link, known, rate=rate, speed=pace, clock=not no_clock, tell=_warn)
    except BaseException:
        link.close()
        raise
    return node, link.close


def _warn(line: str) -> None:
    click.echo(f"pelagos: {line}", err=True)


def _tell(node: Ros2Node, listen: tuple[str, ...]) -> None:
    from pelagos.bridges.ros2.link import is_local

    for endpoint in listen:
        if not is_local(endpoint):
            _warn(f"warning: others on the network who reach {endpoint} can drive the robot")
    click.echo(f"{node.session.robot.name}, {node.rate:g} times a second:")
    print_table((t.name, t.type.replace("/msg/", "/"), t.thing) for t in node.topics)
    if node.sensors:
        click.echo("sensors, at their own rates:")
        print_table((t.name, t.type.replace("/msg/", "/"), t.thing) for t in node.sensors)
    if node.commands:
        click.echo("listens to:")
        print_table((t.name, t.type.replace("/msg/", "/"), t.thing) for t in node.commands)
    if node.unsent:
        click.echo("sensors without a message:")
        print_table(node.unsent.items())
    click.echo("Ctrl-C ends it.")


def _run(node: Ros2Node, until: float | None, wait: bool, out: Path | None) -> int:
    """Until the end; 1 if the simulation failed, whose samples are kept."""
    code = 0
    try:
        with ended_by_signals() as ended:
            if wait:
                node.wait(ended)
            node.run(ended, until)
    except PelagosError as error:
        _warn(str(error))
        code = 1
    finally:
        if out is not None:
            node.session.close()
    inbox = node.inbox
    click.echo(f"ended at t = {node.session.time:g} s, {inbox.obeyed} commands obeyed")
    if node.session.outcome is not None and not code:
        click.echo(f"  {node.session.outcome}")
    for (topic, reason), count in inbox.ignored.items():
        click.echo(f"  {count} ignored of {topic}: {reason}")
    if out is not None:
        click.echo(f"  {out}")
    return code
