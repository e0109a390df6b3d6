"""Draw figures of a result."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("plot")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("quantities", nargs=-1, metavar="[QUANTITY]...")
@click.option("--out", type=click.Path(path_type=Path), help="Picture; default: RUN.png here.")
def command(run: Path, quantities: tuple[str, ...], out: Path | None) -> None:
    """Draw QUANTITIES of a result into a .png, .pdf or .svg file.

    \b
    A quantity is
      path         the paths in space, and seen from above and from the side
      coordinates  by unit, quaternions as angles       speeds   by unit
      attitude     roll, pitch, yaw of free bodies      efforts  of the actuators
      energy       kinetic, potential, work             balance  how well these add up
      momentum     linear and angular                   constraints  largest error
      loads        force and moment at every dock or other constraint between bodies
      wings        force and moment of the flow on every wing
      control      set point beside measurement of every controller, and what it asks for
      all          every one of these that the robot has
    or a variable of the result or a part of it: u, q.arm, position.hull, euler.hull;
    or readings of a sensor, at their own times: imu, imu.gyro (sensors.imu, where a variable
    or one of the words above has the name of the sensor).

    \b
    Examples:
      pelagos plot swing.nc
      pelagos plot swing.nc path energy --out swing.pdf
      pelagos plot swing.nc q.upper u.upper --out upper.svg
      pelagos plot hold.nc control
      pelagos plot dive.nc imu.gyro depth --out sensors.png
    """
    from pelagos import result

    picture = out or Path(run.with_suffix(".png").name)
    result.open(run).plot(picture, quantities or None)
    click.echo(str(picture))
