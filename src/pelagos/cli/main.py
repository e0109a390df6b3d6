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
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NoReturn, TextIO

import click

from pelagos.errors import ModelWarning, PelagosError
from pelagos.version import __version__

# Folders of commands, in the order in which `--help` shows them; each is a heading.
GROUPS = ("simulate", "show", "analyse", "experiments", "studies", "files")


@cache
def commands() -> dict[str, dict[str, tuple[str, str]]]:
    """Heading -> command -> its module and help line: the first line of the module's docstring.

    Whatever module lies in the folder of a group and has a click command called `command` is one;
    none is imported here.
    """
    found = {}
    for group in GROUPS:
        folder = resources.files("pelagos.cli") / group
        lines = {
            file.name.removesuffix(".py"): _first_line(file)
            for file in sorted(folder.iterdir(), key=lambda file: file.name)
            if file.name.endswith(".py")
        }
        heading = lines.pop("__init__").removesuffix(".")
        found[heading] = {
            name.replace("_", "-"): (f"pelagos.cli.{group}.{name}", text)
            for name, text in lines.items()
        }
    return found


def _first_line(file: Traversable) -> str:
    with file.open(encoding="utf-8") as text:
        return text.readline().strip().strip('"')


@cache
def modules() -> dict[str, str]:
    """The module of every command."""
    return {
        name: module for members in commands().values() for name, (module, _) in members.items()
    }


class LazyGroup(click.Group):
    """Commands by name; their modules are imported when called, not for `--help`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(modules())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in modules():
            return None
        command: click.Command = importlib.import_module(modules()[name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in modules() and not name.startswith("-"):
            near = get_close_matches(name, list(modules()), 3, 0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {_names()}."
            raise click.UsageError(f"No such command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        for heading, members in commands().items():
            with formatter.section(heading):
                formatter.write_dl([(name, text) for name, (_, text) in members.items()])


def _names() -> str:
    return ", ".join(modules())


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
