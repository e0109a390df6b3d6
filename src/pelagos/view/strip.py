"""A plot along the lower edge of a movie, with a mark at the time shown."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.panels import Panel, quantity_panels
from pelagos.view import colors

if TYPE_CHECKING:
    from pelagos.result import Run

SHARE = 0.24  # of the height of the picture
MOST_CURVES = 8
_FINE = 2  # pixels computed for one that is shown, along each side
_PAPER = {"bench": ((250, 251, 253), (29, 38, 48)), "water": ((6, 40, 62), (226, 243, 250))}
_CLEAR = 0.8  # how much the paper hides


class Strip:
    """Curves of a quantity over time, drawn once; `draw` adds them and the mark to a picture."""

    def __init__(
        self, run: Run, quantity: str, size: tuple[int, int], look: str, start: float, end: float
    ) -> None:
        panel = quantity_panels(run, quantity)[0]
        if len(panel.lines) > MOST_CURVES:
            raise PelagosError(
                f"{quantity}: {len(panel.lines)} curves are too many below a picture\n"
                f"    choose at most {MOST_CURVES}, as in q.NAME or position.BODY.z"
            )
        self._width, self._height = size[0], round(SHARE * size[1])
        self._span = (start, end if end > start else start + 1.0)
        self._paper, self._ink = (np.array(c, np.float32) for c in _PAPER[look])
        self._room = (0.075 * size[0], 0.98 * size[0], 0.24 * self._height, 0.84 * self._height)
        self._picture, self._cover = self._drawn(run, panel)

    def _drawn(self, run: Run, panel: Panel) -> tuple[np.ndarray, np.ndarray]:
        """The curves with scale and names: colours, and how much of the picture they hide."""
        from PIL import Image, ImageDraw, ImageFont

        size = (_FINE * self._width, _FINE * self._height)
        paper = Image.new("RGB", size, tuple(int(x) for x in self._paper))
        pen = ImageDraw.Draw(paper)
        left, right, top, bottom = (_FINE * x for x in self._room)
        font = ImageFont.load_default(size=max(10, 0.105 * size[1]))
        ink = tuple(int(x) for x in self._ink)
        faint = tuple(int(0.75 * p + 0.25 * i) for p, i in zip(self._paper, self._ink, strict=True))
        times = run.arrays["time"]
        inside = (times >= self._span[0]) & (times <= self._span[1])
        known = [
            line.values if panel.time is None else panel.values_at(times, line)
            for line in panel.lines
        ]
        curves = [np.asarray(values)[inside] for values in known]
        low, high = _range(curves)
        for value, said in ticks(low, high):
            y = bottom - (value - low) / (high - low) * (bottom - top)
            pen.line([(left, y), (right, y)], fill=faint, width=_FINE)
            pen.text((left - 8 * _FINE, y), said, fill=ink, font=font, anchor="rm")
        x = left + (times[inside] - self._span[0]) / np.diff(self._span) * (right - left)
        at, unit = left, f" ({panel.unit})" if panel.unit else ""
        pen.text((at, 0.11 * size[1]), f"{panel.title}{unit}", fill=ink, font=font, anchor="lm")
        at += font.getlength(f"{panel.title}{unit}  ")
        pens = [self._seen(color) for color in colors.PALETTE]
        for line, values, color in zip(panel.lines, curves, pens, strict=False):
            good = np.isfinite(values)
            y = bottom - (values[good] - low) / (high - low) * (bottom - top)
            every = max(1, good.sum() // (2 * size[0]))
            points = list(zip(x[good][::every].tolist(), y[::every].tolist(), strict=True))
            if len(points) > 1:
                pen.line(points, fill=color, width=2 * _FINE, joint="curve")
            pen.text((at, 0.11 * size[1]), line.name, fill=color, font=font, anchor="lm")
            at += font.getlength(f"{line.name}  ")
        small = paper.resize((self._width, self._height), Image.Resampling.BOX)
        pixels = np.asarray(small, np.float32)
        apart = np.abs(pixels - self._paper).max(axis=2, keepdims=True) / 60
        return pixels, np.clip(np.maximum(_CLEAR, apart), 0, 1)

    def _seen(self, color: str) -> tuple[int, ...]:
        """A colour that stands out from the paper: a little of the ink in it."""
        mixed = 0.7 * 255 * np.array(colors.rgb(color)) + 0.3 * self._ink
        return tuple(int(x) for x in mixed)

    def draw(self, frame: np.ndarray, time: float) -> None:
        """Lay the plot over the lower part of a picture."""
        part = frame[-self._height :]
        part[:] = (self._picture * self._cover + part * (1 - self._cover)).astype(np.uint8)
        left, right, top, bottom = self._room
        share = (time - self._span[0]) / (self._span[1] - self._span[0])
        x = round(left + np.clip(share, 0, 1) * (right - left))
        part[round(top) : round(bottom), x - 1 : x + 1] = self._ink.astype(np.uint8)


def ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Two to four round numbers of a range, with as many places as tell them apart."""
    power = 10.0 ** math.floor(math.log10((high - low) / 2))
    step = max(size * power for size in (1, 2, 5) if size * power <= (high - low) / 2)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    values = [step * k for k in range(first, last + 1)]
    short = max(map(abs, values)) < 1e6 and places < 5
    return [(v, f"{v:.{places}f}" if short else f"{v:.6g}") for v in values]


def _range(curves: list[np.ndarray]) -> tuple[float, float]:
    """From the least to the largest number, with some room where they are all the same."""
    known = np.concatenate([curve[np.isfinite(curve)] for curve in curves])
    if not len(known):
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    room = max(1e-9, 1e-3 * max(abs(low), abs(high)))
    return (low, high) if high - low > room else (low - room, high + room)
