"""Fit some measured trials of a vehicle, predict the others."""

from __future__ import annotations

from pathlib import Path

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import print_json
from pelagos.errors import PelagosError


@click.command("validate-trials")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--robot", default="bluerov-alpha", show_default=True, help="Robot or model file.")
@click.option("--fit", default="0.5", show_default=True,
              help="Share of the trials to fit, or names with commas and *.")  # fmt: skip
@click.option(
    "--predict", help="Names to predict, or another folder; default: all that are not fitted."
)
@click.option("--free", help="Parameters to fit, separated by commas.")
@click.option("--free-added", help="Parameters of added mass, fitted in one more model.")
@click.option(
    "--bound", "bounds", multiple=True, metavar="NAME=LOW..HIGH", help="Bounds. Repeatable."
)
@click.option("--attitude", type=click.Choice(["imu", "mocap"]), default="imu", show_default=True,
              help="Where roll and pitch come from.")  # fmt: skip
@click.option("--every", default=0.1, show_default=True, help="Interval of compared samples, s.")
@click.option("--seed", default=0, show_default=True, help="Of the draw of trials.")
@click.option("--out", type=click.Path(path_type=Path), help="Page of the report: .html.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def command(
    folder: Path,
    robot: str,
    fit: str,
    predict: str | None,
    free: str | None,
    free_added: str | None,
    bounds: tuple[str, ...],
    attitude: str,
    every: float,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Fit ROBOT to some trials of FOLDER and predict the others.

    FOLDER has per trial NAME_joint_states.csv (angles ACTUATOR_pos), NAME_imu.csv, NAME_mocap.csv
    and NAME_metadata.yml. A trial without some of these is used as far as it goes, or named and
    left out. Three models are compared: added mass as in the robot, its scalar mean, none.

    \b
    Examples:
      pelagos validate-trials hinsdale --seed 1 --out report.html
      pelagos validate-trials hinsdale --fit "traj00*" --predict "traj01*,traj02*"
      pelagos validate-trials hinsdale --fit 1 --predict other-folder --out other.html
    """
    from pelagos.identify.trials.validation import validate
    from pelagos.result import pages

    if out is not None:
        pages.check(out)
    progress = Progress(quiet=as_json)
    try:
        found = validate(
            robot,
            folder,
            fit=_share(fit),
            predict=_wanted(predict),
            free=_names(free),
            free_added=_names(free_added),
            bounds=_limits(bounds),
            attitude=attitude,
            every=every,
            seed=seed,
            progress=progress,
        )
    finally:
        progress.done()
    if out is not None:
        found.write_report(out)
    if as_json:
        print_json(found.to_dict())
        return
    click.echo(str(found))
    if out is not None:
        click.echo(f"  page: {out}")


def _limits(texts: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Of --bound: the ends by name."""
    from pelagos.cli.support.tank_files import range_of

    named = (text.partition("=") for text in texts)
    return {name.strip(): range_of(ends, f"--bound {name}={ends}") for name, _, ends in named}


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def _share(text: str) -> float | list[str]:
    """A share, or names."""
    try:
        return float(text)
    except ValueError:
        names = _names(text)
        if not names:
            raise PelagosError("--fit: nothing named\n    give a share, as 0.5, or names") from None
        return names


def _wanted(text: str | None) -> str | list[str] | None:
    """Another folder, or names."""
    if text is not None and (Path(text).is_dir() or "/" in text):
        return text
    return _names(text)
