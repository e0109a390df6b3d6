"""Colours of bodies: the model's own, or a palette that stays apart on light and on blue."""

from __future__ import annotations

from pelagos.language.visuals.colors import NAMES, parse

__all__ = ["NAMES", "palette", "parse", "rgb"]

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
