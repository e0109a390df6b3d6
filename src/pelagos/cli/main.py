"""The command `pelagos`: finds the sub-command, and turns errors into messages and exit codes.

Exit codes: 0 done; 1 the simulation failed (its samples are kept); 2 the input or the command is
wrong; 130 interrupted with Ctrl-C (what was computed is kept).
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn, TextIO

import click

from pelagos.errors import ModelWarning, PelagosError
from pelagos.version import __version__

# Module and help line of every command; the module holds a click command of the same name.
COMMANDS = {
    "run": ("pelagos.cli.run", "Simulate a robot and keep the result."),
    "live": ("pelagos.cli.live", "Drive a robot in the browser while it is simulated."),
    "list": ("pelagos.cli.list", "Show the built-in robots and their scenarios."),
    "info": ("pelagos.cli.info", "Describe a robot and what its numbers mean, or a result."),
    "view": ("pelagos.cli.view", "Write results as a 3D page that opens anywhere."),
    "movie": ("pelagos.cli.movie", "Write results as a movie, or as a sheet of pictures."),
    "plot": ("pelagos.cli.plot", "Draw figures of a result."),
    "check": ("pelagos.cli.check", "Compare all formulations of a robot with each other."),
    "modes": ("pelagos.cli.modes", "Find the position of rest and the modes about it."),
    "flutter": ("pelagos.cli.flutter", "Find where wings flutter and where they diverge."),
    "roundtrip": ("pelagos.cli.roundtrip", "Turn prescribed motion into efforts and back."),
    "servo": ("pelagos.cli.servo", "Make prescribed motion with emulated hobby servos."),
    "equations": ("pelagos.cli.equations", "Print the equations of motion of a small robot."),
    "identify": ("pelagos.cli.identify", "Find parameters from measurements, with intervals."),
    "compare": ("pelagos.cli.compare", "Compare simulated runs with records of experiments."),
    "sweep": ("pelagos.cli.sweep", "Run the variations of a study file, many at once."),
    "study": ("pelagos.cli.study", "Inspect the results of a sweep; repeat one of its runs."),
    "optimise": ("pelagos.cli.optimise", "Search for values that optimise a metric of a study."),
    "bench": ("pelagos.cli.bench", "Measure how fast a robot is on this machine."),
    "examples": ("pelagos.cli.examples", "Write example data sets and show what is in them."),
    "validate": ("pelagos.cli.validate", "Check model files and report every problem."),
    "schema": ("pelagos.cli.schema", "Print the JSON schema of model files, for editors."),
}


class LazyGroup(click.Group):
    """Commands by name; their modules are imported when called, not for `--help`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = get_close_matches(name, COMMANDS, 3, 0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {_names()}."
            raise click.UsageError(f"No such command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _names() -> str:
    return ", ".join(COMMANDS)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`pelagos COMMAND --help` explains a command and shows examples.",
)
@click.version_option(__version__, prog_name="pelagos")
def cli() -> None:
    """Multibody dynamics for robots.

    \b
    pelagos list                                   what there is to try
    pelagos run double-pendulum --plot swing.png   simulate it
    pelagos info double-pendulum                   what its numbers mean
    pelagos run arm.yaml --set bodies.arm.mass=2   your own robot, one value changed
    """


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Notes about a model as plain lines; other warnings as ever."""
    if not issubclass(category, ModelWarning):
        _show_any_warning(message, category, filename, lineno, file, line)
        return
    for note in str(message).splitlines():
        click.echo(f"note: {note}", err=True)


_show_any_warning = warnings.showwarning


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", ModelWarning)
            warnings.showwarning = _show_warning
            code = cli.main(args, prog_name="pelagos", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except PelagosError as error:
        click.echo(f"pelagos: {error}", err=True)
        code = 2
    except OSError as error:  # a file that cannot be read or written
        named = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        click.echo(f"pelagos: {named}", err=True)
        code = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("pelagos: interrupted", err=True)
        code = 130
    sys.exit(code if isinstance(code, int) else 0)
