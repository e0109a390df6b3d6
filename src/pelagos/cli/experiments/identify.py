"""Find parameters from measurements, with intervals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json, print_table
from pelagos.cli.support.types import ROBOT, TIME
from pelagos.errors import PelagosError

if TYPE_CHECKING:
    from pelagos.identify import Estimate

_MAP = click.option(
    "--map", "mapping", type=click.Path(path_type=Path), help="Column map of the data (YAML)."
)


_BODY = click.option("--body", default="hull", show_default=True, help="Body of the fragment.")


def _outputs(function: Any) -> Any:
    """Options that every fit has."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table."),
        click.option("--plot", type=click.Path(path_type=Path), help="Figure: .png, .pdf, .svg."),
        click.option("--out", type=click.Path(path_type=Path), help="Model fragment: .yaml."),
    ):
        function = option(function)
    return function


def _finish(
    fit: Estimate, as_json: bool, plot: Path | None, out: Path | None, body: str = "hull"
) -> None:
    if plot is not None:
        fit.plot(plot)
    empty = out is not None and not fit.words()
    if out is not None and not empty:
        fit.write(out, body)
    if as_json:
        print_json(fit.to_dict())
        return
    click.echo(str(fit))
    for name, place in (("figure", plot), ("fragment", out)):
        if place is not None:
            none = empty and name == "fragment"
            click.echo(f"  {name}: {'none: this fit gives no part of a model' if none else place}")


@click.group("identify")
def command() -> None:
    """Find parameters from measurements, with 95 % intervals.

    \b
    Examples:
      pelagos identify tow surge/*.csv --axis surge --plot surge.pdf --out surge.yaml
      pelagos identify thruster t200.csv --diameter 0.076
      pelagos identify decay roll.csv --axis roll --stiffness 12.3
      pelagos identify run bluerov dive.csv --map dive.yaml --free drag.X_|u|u,added_mass.surge
    """


@command.command("tow")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--axis", default="surge", show_default=True, help="surge, sway, ... or yaw.")
@click.option(
    "--angle", default=47.0, show_default=True, help="Angle of the wire to load cell 3, in degrees."
)
@click.option("--exclude", multiple=True, metavar="LOW..HIGH=REASON",
              help="Leave points with a (signed) speed in this range out of the fit.")  # fmt: skip
@click.option("--column", "columns", multiple=True, metavar="NAME=COLUMN",
              help="Column of speed, force, ..., if it has another name.")  # fmt: skip
@_BODY
@_outputs
def tow(
    files: tuple[Path, ...],
    axis: str,
    angle: float,
    columns: tuple[str, ...],
    exclude: tuple[str, ...],
    as_json: bool,
    plot: Path | None,
    out: Path | None,
    body: str,
) -> None:
    """Find drag coefficients from towing-tank runs.

    One FILE with columns speed, force and perhaps sigma is a table of points. Otherwise every FILE
    is a run with columns time, speed and force, or m1, m2, m3 of the bracket; its steady part is
    used. Runs at the same speed are combined; points of a table only if it has sigmas.

    \b
    Examples:
      pelagos identify tow tare_drag.csv --column speed=tow_speed --column force=tare_drag
      pelagos identify tow surge/*.csv --exclude "-0.1..0.1=not sensitive" --plot surge.pdf
    """
    from pelagos.cli.support.tank_files import drag_of

    fit = drag_of(files, axis, angle, exclude, columns)
    _finish(fit, as_json, plot, out, body)


@command.command("thruster")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--diameter", type=float, help="Diameter of the propeller, in m; needed for thrust.")
@click.option("--density", type=float, default=1000.0, show_default=True, help="Water, kg/m3.")
@click.option("--voltage", type=float, help="Use only rows with this voltage.")
@click.option("--column", "columns", multiple=True, metavar="NAME=COLUMN",
              help="Where pwm, rpm, thrust, ... stand, if called otherwise.")  # fmt: skip
@click.option(
    "--angle", default=47.0, show_default=True, help="Angle of the wire to load cell 3, in degrees."
)
@click.option("--drag", metavar="C1,C2", help="Of the towed vehicle, as `identify tow` finds it.")
@click.option("--thrusters", type=click.IntRange(1, 100), default=1, show_default=True,
              help="How many push together in tank runs.")  # fmt: skip
@click.option("--actuator", "actuators", multiple=True,
              help="Thruster whose words the fragment holds. Repeatable.")  # fmt: skip
@_outputs
def thruster(
    files: tuple[Path, ...],
    diameter: float | None,
    density: float,
    voltage: float | None,
    columns: tuple[str, ...],
    angle: float,
    drag: str | None,
    thrusters: int,
    actuators: tuple[str, ...],
    as_json: bool,
    plot: Path | None,
    out: Path | None,
) -> None:
    """Fit rate over pulse width, and thrust over rate and speed.

    One FILE with columns pwm (us) and rpm is a table of points; with thrust (N, or thrust_kgf) and
    perhaps speed (m/s) the thrust coefficient is
    fitted as well, separately for forward and reverse, and for each voltage if there is such a
    column. rpm_sigma and thrust_sigma set the weights.

    Otherwise every FILE is a run of the towing tank with columns time, speed, rpm and force, or m1,
    m2, m3 of the bracket; and pwm, or a name such as run7-1700us.csv. The thrust is the drag minus
    the force on the bracket.

    With --actuator the fragments describe these thrusters and are combined with a vehicle by
    `include`; without it they are parameters.

    \b
    Examples:
      pelagos identify thruster t200_bollard_10-20V.csv --diameter 0.076 --voltage 16
      pelagos identify thruster tank/thruster/*.csv --diameter 0.076 --drag 34.96,4 --thrusters 2
    """
    from pelagos.cli.support.tank_files import Tank, thruster_of

    if actuators and out is None:
        said = f"--actuator {actuators[0]}: there is no fragment to hold its words"
        raise PelagosError(f"{said}\n    give --out FILE.yaml")
    tank = Tank(angle, None if drag is None else _pair(drag), thrusters)
    fits = thruster_of(files, diameter, density, voltage, columns, tank, actuators)
    for k, fit in enumerate(fits):
        alone = len(fits) == 1
        at = None if plot is None else plot if alone else plot.with_stem(f"{plot.stem}-{k + 1}")
        to = None if out is None else out if alone else out.with_stem(f"{out.stem}-{k + 1}")
        _finish(fit, as_json, at, to)


def _pair(text: str) -> tuple[float, float]:
    """C1,C2."""
    try:
        c1, c2 = (float(part) for part in text.split(","))
    except ValueError:
        said = f"--drag {text}: two numbers are needed"
        raise PelagosError(f"{said}\n    write C1,C2, as 34.96,4") from None
    return c1, c2


@command.command("decay")
@click.argument("file", type=click.Path(path_type=Path))
@_MAP
@click.option("--channel", help="Column or channel; default: the only one.")
@click.option("--axis", default="heave", show_default=True, help="heave, roll or pitch.")
@click.option("--stiffness", type=float, help="Restoring force per m (or torque per rad).")
@click.option("--start", type=float, default=None, help="When the body was let go, s.")
@click.option("--end", type=float, default=None, help="Last time to use, s.")
@_BODY
@_outputs
def decay(
    file: Path,
    mapping: Path | None,
    channel: str | None,
    axis: str,
    stiffness: float | None,
    start: float | None,
    end: float | None,
    as_json: bool,
    plot: Path | None,
    out: Path | None,
    body: str,
) -> None:
    """Find period and damping from a free decay, or from a swinging pendulum.

    If the stiffness is known, also the mass, added mass included, and the drag.

    \b
    Example:
      pelagos identify decay heave.csv --channel z --stiffness 260 --plot heave.pdf
    """
    from pelagos import data, identify
    from pelagos.cli.support.tank_files import changing

    record = data.read(file, mapping)
    name = channel or (record.names[0] if len(record.names) == 1 else None)
    if name is None:
        raise PelagosError(f"{file}: several channels\n    choose one of {', '.join(record.names)}")
    t, x = record.time(name), record[name]
    keep = (t >= (t[0] if start is None else start)) & (t <= (t[-1] if end is None else end))
    if not keep.any():
        said = f"{file}: no samples between --start and --end"
        raise PelagosError(f"{said}\n    it lasts from {t[0]:g} to {t[-1]:g} s")
    changing(file, {name: x[keep]})
    fit = identify.fit_decay(t[keep] - t[keep][0], x[keep], stiffness=stiffness, axis=axis)
    fit = replace(fit, notes=(*record.notes, *fit.notes))
    _finish(fit, as_json, plot, out, body)
    if not as_json:
        print_table(fit.identifiability.rows())


def _between(texts: tuple[str, ...]) -> Any:
    """Of --inputs: one word for all, or words by actuator."""
    if len(texts) == 1 and "=" not in texts[0]:
        return texts[0]
    for text in texts:
        if "=" not in text:
            said = f"--inputs {text}: holds for all actuators, and others are named"
            raise PelagosError(f"{said}\n    write ACTUATOR=WORD for each, or one word alone")
    return {name.strip(): word.strip() for name, _, word in (t.partition("=") for t in texts)}


def _limits(texts: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Of --bound: the ends by name."""
    from pelagos.cli.support.tank_files import range_of

    named = (text.partition("=") for text in texts)
    return {name.strip(): range_of(ends, f"--bound {name}={ends}") for name, _, ends in named}


@command.command("run")
@click.argument("robot", type=ROBOT)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@_MAP
@click.option("--free", required=True, help="Parameters to fit, separated by commas.")
@click.option("--scenario", help="Scenario whose settings apply.")
@click.option("--length", type=TIME, help="Cut records into pieces of this length.")
@click.option("--every", type=TIME, help="Interval of compared samples; default: the record's.")
@click.option("--inputs", multiple=True, metavar="[ACTUATOR=]hold|linear|cubic",
              help="Recorded inputs between samples; default: hold. Repeatable.")  # fmt: skip
@click.option(
    "--bound", "bounds", multiple=True, metavar="NAME=LOW..HIGH", help="Bounds. Repeatable."
)
@click.option("--starts", type=click.IntRange(1, 1000), default=1, show_default=True,
              help="Number of starting points.")  # fmt: skip
@click.option("--validation", default=0.0, help="Fraction of the pieces held back for validation.")
@click.option(
    "--validate-on", type=click.Path(path_type=Path), help="Record to validate on instead."
)
@click.option("--body", help="Body of the parameters that --free names without one.")
@_outputs
def run(
    robot: str,
    files: tuple[Path, ...],
    mapping: Path | None,
    free: str,
    scenario: str | None,
    length: float | None,
    every: float | None,
    inputs: tuple[str, ...],
    bounds: tuple[str, ...],
    starts: int,
    validation: float,
    validate_on: Path | None,
    as_json: bool,
    plot: Path | None,
    out: Path | None,
    body: str | None,
) -> None:
    """Fit parameters of ROBOT to recorded motion under recorded inputs.

    The column map uses the names of the robot: q.arm, position.hull.x, euler.hull.yaw, and
    input.ACTUATOR for commands. A command is held until the next one;
    --inputs linear joins samples by straight lines instead, --inputs elbow=linear those of one
    actuator.

    The search follows exact derivatives of runs; forty parameters are no trouble. At the end stand
    the combinations that the record shows worst, by the eigenvalues of its information matrix.

    \b
    Example:
      pelagos identify run bluerov dive.csv --map dive.yaml --length 10 --validation 0.3 \\
          --free "drag.X_|u|u,drag.N_r,added_mass.surge" --out fitted.yaml
    """
    from pelagos import data, identify

    records = [data.read(file, mapping) for file in files]
    held: Any = validation if validate_on is None else data.read(validate_on, mapping)
    progress = Progress(quiet=as_json)
    try:
        fit = identify.fit_trajectory(
            robot,
            records,
            [name.strip() for name in free.split(",") if name.strip()],
            body=body,
            scenario=scenario,
            length=length,
            every=every,
            inputs=_between(inputs),
            bounds=_limits(bounds),
            starts=starts,
            validation=held,
            progress=progress,
        )
    finally:
        progress.done()
    _finish(fit, as_json, plot, out)
    if not as_json:
        print_table(fit.error_rows())
        print_table(fit.identifiability.rows())
        click.echo(f"  condition number {fit.identifiability.condition:.3g}")
