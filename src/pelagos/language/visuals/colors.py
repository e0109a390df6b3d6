"""Colours as words of a model: #rgb, #rrggbb or a name."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

from pelagos.language.words import refusal

NAMES = {
    "black": "#1f2328",
    "white": "#f4f5f7",
    "gray": "#8a929c",
    "grey": "#8a929c",
    "silver": "#c3c9d0",
    "red": "#d6423b",
    "orange": "#ee8a2e",
    "yellow": "#f2c53d",
    "green": "#3f9f5c",
    "teal": "#1f9e9a",
    "cyan": "#2fb7cf",
    "blue": "#2f6fd0",
    "navy": "#1f3a6e",
    "purple": "#7b52ab",
    "magenta": "#c2489b",
    "pink": "#ec8fb5",
    "brown": "#8d5f3c",
    "darkorange": "#f08722",
    "dodgerblue": "#2b87e3",
    "steelblue": "#4a80b4",
    "gold": "#f0c419",
    "tomato": "#e8573f",
    "coral": "#f08060",
    "turquoise": "#3cc8bd",
    "seagreen": "#2f8f5b",
    "navajowhite": "#f3d9a8",
    "slategray": "#6f7f90",
    "deepskyblue": "#22a7e8",
    "skyblue": "#84c5e8",
    "royalblue": "#3d64d8",
    "aqua": "#2fb7cf",
    "lime": "#7cc832",
    "olive": "#7d7f35",
    "khaki": "#d9c987",
    "beige": "#e9e0c8",
    "tan": "#c9a878",
    "ivory": "#f4f0e2",
    "maroon": "#7b2a32",
    "crimson": "#cc2f4a",
    "firebrick": "#b0322f",
    "violet": "#b18ae0",
    "indigo": "#4a3a9a",
    "dimgray": "#5d6670",
    "darkgray": "#737b85",
    "lightgray": "#d5dae0",
}


def parse(text: str) -> str | None:
    """#rrggbb of a colour given as #rgb, #rrggbb or one of NAMES; None if it is neither."""
    word = text.strip().lower()
    if word in NAMES:
        return NAMES[word]
    if re.fullmatch(r"#[0-9a-f]{3}", word):
        return "#" + "".join(2 * digit for digit in word[1:])
    return word if re.fullmatch(r"#[0-9a-f]{6}", word) else None


def _known(text: str) -> str:
    if parse(text) is None:
        remedy = 'use "#rrggbb" or a name such as teal, orange, steelblue'
        raise refusal(f"{text!r} is no colour", remedy)
    return text


Color = Annotated[str, AfterValidator(_known)]
