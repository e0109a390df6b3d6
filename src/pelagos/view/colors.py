"""Colours of bodies: the model's own, or a palette that stays apart on light and on blue."""

from __future__ import annotations

import re

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
}
METAL = "#59636f"
FORCE = "#e5484d"
TORQUE = "#8e4ec6"
WATER = "#8fe3f5"
# Told apart by the colour-blind, and calm enough for large surfaces.
PALETTE = ("#2f7fd0", "#ee8a2e", "#2a9d7c", "#d0587e", "#e3b62f", "#6f63c5", "#4bb3d3", "#b5643c")
# From the first to the last of many bodies.
RAMP = ("#1d4e89", "#1f8aa6", "#3bb08f", "#e9c04c", "#ee7d3b", "#c9403f")
# Whole runs laid over the first one.
RUNS = ("#2f7fd0", "#b5489a", "#2a9d7c", "#8a929c", "#c98a1b")


def parse(text: str) -> str | None:
    """#rrggbb of a colour given as #rgb, #rrggbb or one of NAMES; None if it is neither."""
    word = text.strip().lower()
    if word in NAMES:
        return NAMES[word]
    if re.fullmatch(r"#[0-9a-f]{3}", word):
        return "#" + "".join(2 * digit for digit in word[1:])
    return word if re.fullmatch(r"#[0-9a-f]{6}", word) else None


def palette(count: int) -> list[str]:
    """Colours of `count` bodies: a palette for a few, a ramp for many."""
    if count <= len(PALETTE):
        return list(PALETTE[:count])
    last = len(RAMP) - 1
    return [_between(RAMP, i / (count - 1) * last) for i in range(count)]


def rgb(color: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1 of #rrggbb."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _between(ramp: tuple[str, ...], place: float) -> str:
    i = min(int(place), len(ramp) - 2)
    mixed = (a + (b - a) * (place - i) for a, b in zip(rgb(ramp[i]), rgb(ramp[i + 1]), strict=True))
    return "#" + "".join(f"{round(255 * value):02x}" for value in mixed)
