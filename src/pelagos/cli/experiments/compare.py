"""Compare simulated runs with records of experiments."""

from __future__ import annotations

from pathlib import Path

import click

from pelagos.cli.support.text import print_json, print_table


@click.command("compare")
@click.argument("pairs", nargs=-1, required=True, metavar="RUN DATA [RUN DATA]...")
@click.option("--map", "mapping", type=click.Path(path_type=Path), help="Column map of the data.")
@click.option("--report", type=click.Path(path_type=Path), help="Page with figures: .html.")
@click.option("--shift", type=float, default=0.0, help="Seconds to add to the data's times.")
@click.option("--channel", "channels", multiple=True, help="Compare only this one. Repeatable.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def command(
    pairs: tuple[str, ...],
    mapping: Path | None,
    report: Path | None,
    shift: float,
    channels: tuple[str, ...],
    as_json: bool,
) -> int:
    """Compare simulated runs with records of experiments.

    RUN is a result file, DATA a record (.csv, .BIN, .tlog, .mcap, a ROS 2 bag, a log of
    `pelagos servo`, or a result). Per channel: root mean square, mean and largest error, mean
    distance after time warping, Pearson's R, delay, rise time and steady value. Velocities of
    records are smoothed from positions. Several pairs make one report with bars per data set.

    \b
    Examples:
      pelagos compare bluerov-straight-1700.nc run7.csv --map qualisys.yaml --report run7.html
      pelagos compare a.nc a.csv b.nc b.csv --map qualisys.yaml --report all.html
    """
    if len(pairs) % 2:
        raise click.UsageError("RUN and DATA come in pairs")
    from pelagos import compare, data

    found = []
    for run, record in zip(pairs[::2], pairs[1::2], strict=True):
        measured = data.read(record, mapping)
        if shift:
            measured = measured.shifted(shift)
        simulated = data.read(run)
        label = Path(record).stem
        found.append(compare.compared(simulated, measured, label=label, channels=channels or None))
    if report is not None:
        compare.write_report(found, report)
    if as_json:
        print_json([item.to_dict() for item in found])
        return 0
    for item in found:
        click.echo(item.label)
        print_table(item.rows())
        for note in item.notes:
            click.echo(f"  note: {note}")
    if report is not None:
        click.echo(f"report: {report}")
    return 0
