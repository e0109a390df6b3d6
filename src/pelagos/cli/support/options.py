"""Options that several commands have, said in the same words."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click


def set_option(example: str, or_else: str = "") -> Callable[[Any], Any]:
    """`--set PATH=VALUE`, as `settings` of the command."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="PATH=VALUE",
        help=f"Change a value of the model, as in {example}{or_else}. Repeatable.",
    )


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How a model's files are read, as `reading` of the command: keywords of `model.load`."""

    @functools.wraps(command)
    def with_reading(
        *args: Any,
        allow_outside: bool,
        allow_code: bool,
        balance: bool,
        packages: tuple[str, ...],
        **others: Any,
    ) -> Any:
        reading = {
            "allow_outside": allow_outside,
            "allow_code": allow_code,
            "balance": balance,
            "packages": _folders(packages),
        }
        return command(*args, reading=reading, **others)

    options = (
        click.option(
            "--allow-outside", is_flag=True, help="Let the model refer to files anywhere."
        ),
        click.option(
            "--allow-code",
            is_flag=True,
            help="Run the files of Python that the model names under elements:.",
        ),
        click.option(
            "--package",
            "packages",
            multiple=True,
            metavar="NAME=DIR",
            help="Folder of package://NAME/ in imported files. Repeatable.",
        ),
        click.option(
            "--balance",
            is_flag=True,
            help="Replace impossible inertias in imported files by the nearest possible ones.",
        ),
    )
    for option in reversed(options):
        with_reading = option(with_reading)
    return with_reading


def _folders(packages: tuple[str, ...]) -> dict[str, str]:
    folders = {}
    for text in packages:
        name, equals, folder = text.partition("=")
        if not (name and equals and folder):
            raise click.BadParameter(f"{text!r}: write NAME=DIR", param_hint="--package")
        folders[name] = folder
    return folders
