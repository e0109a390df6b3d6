"""Options that several commands have, said in the same words."""

from __future__ import annotations

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
