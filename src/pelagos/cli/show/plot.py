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

    Without QUANTITIES: coordinates, speeds, set points beside what came, efforts, energy, balance.

    \b
    A quantity is
      path         the paths in space, from above and from the side; path.BODY of one body
      coordinates  by unit, quaternions as angles       speeds   by unit
      attitude     roll, pitch, yaw of free bodies, on past the vertical
      efforts      of the actuators, thrusts among them
      energy       kinetic, potential, work             balance  how well these add up
      momentum     linear and angular                   constraints  largest error
      loads        force and moment at every dock or other constraint between bodies
      wings        force and moment of the flow on every wing
      control      set point beside measurement of controllers and servos, and what they ask for
      residuals    set point less actual, errors of constraints, energy balance
      sensitivities  of the coordinates, of a run with --sensitivity
      all          every one of these that the robot has
    or a variable of the result or a part of it: u, q.arm, position.hull, attitude.hull.yaw,
    euler.hull (pitch within 90 degrees);
    or an expression of these as in metrics of studies: "position.hull.z - 5";
    or several with commas between them, in one panel: "position.hull.z, 5 m";
    or readings of a sensor, at their own times: imu, imu.gyro (sensors.imu, where a variable
    or one of the words above has the name of the sensor).
    Numbers in expressions are SI, angles in rad, unless they have a unit; angles are drawn in deg.

    \b
    Examples:
      pelagos plot swing.nc
      pelagos plot swing.nc path energy --out swing.pdf
      pelagos plot swing.nc q.upper u.upper --out upper.svg
      pelagos plot hold.nc control
      pelagos plot rover.nc path.chassis attitude.chassis.pitch "position.chassis.z - 5"
      pelagos plot dive.nc imu.gyro depth --out sensors.png
    """
    from pelagos import result

    picture = out or Path(run.with_suffix(".png").name)
    result.open(run).plot(picture, quantities or None)
    click.echo(str(picture))
