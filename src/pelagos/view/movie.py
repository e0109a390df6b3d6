"""Movies of runs, key frames on a sheet, and single pictures, all from the software renderer."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.progress import with_bar
from pelagos.result.storage import check_folder, temporary
from pelagos.view import video
from pelagos.view.cameras import Shot
from pelagos.view.currents import speed as speed_of_stream
from pelagos.view.scene import Scene, build
from pelagos.view.strip import SHARE as STRIP
from pelagos.view.strip import Strip

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.result import Run
    from pelagos.view.renderer import Renderer

_SMALLEST, _LARGEST = 64, 4320
_MOST_PICTURES = 1_000_000
_GIF_WIDTH, _GIF_FPS = 640, 15
_MARGIN = 0.025  # of the height


@with_bar
def write_movie(
    runs: Sequence[Run],
    path: str | os.PathLike[str],
    *,
    labels: Sequence[str] | None = None,
    size: tuple[int, int] | None = None,
    fps: int | None = None,
    speed: float = 1.0,
    start: float | None = None,
    end: float | None = None,
    camera: str | None = None,
    azimuth: float | None = None,
    elevation: float | None = None,
    zoom: float = 1.0,
    at: float | None = None,
    strip: str | None = None,
    added_mass: bool = False,
    forces: bool = True,
    progress: Progress | None = None,
) -> Path:
    """Write a movie of one run, or of several laid over one another.

    The ending of `path` chooses the format: .mp4, .webm, .avi or .gif; .png makes a sheet of key
    frames; a name without ending makes a folder of numbered PNG pictures. `size` is width and
    height (default 1280 x 720, GIF 640 x 360), `fps` the pictures per second (30, GIF 15), `speed`
    how much faster than real time it plays. Cameras are orbit, follow, top and side; orbit and
    follow may look from an `azimuth` (degrees from x, counter-clockwise from above) and an
    `elevation`, and from nearer by `zoom`. `at` makes one picture at that time of a .png. `strip`
    is a quantity, as in `Run.plot`, whose curves are drawn below. `added_mass` draws it as
    ellipsoids: along each axis the radius of a ball of water as heavy. `forces` are the arrows of
    the actuators.
    """
    place, suffix = Path(path), Path(path).suffix.lower()
    check(place)
    shape = size or ((_GIF_WIDTH, 360) if suffix == ".gif" else (1280, 720))
    rate = (_GIF_FPS if suffix == ".gif" else 30) if fps is None else fps
    _check_numbers(shape, rate, speed)
    scene = build(runs, labels)
    if not forces:
        scene.actors[:] = [dataclasses.replace(actor, arrows=[]) for actor in scene.actors]
    begin, stop = _interval(scene, start, end)
    shot = Shot(camera, azimuth, elevation, zoom)
    plot = None if strip is None else Strip(runs[0], strip, shape, scene.look, begin, stop)
    _check_still(place, scene, at, plot)
    if at is not None:
        return write_picture(scene, place, at, shape, shot, added_mass, plot)
    if suffix == ".png":
        return write_sheet(scene, place, begin, stop, shape, shot, progress, added_mass)
    times = _times(place, begin, stop, rate, speed)
    frames = _frames(scene, times, shape, shot, progress, added_mass, plot)
    if suffix:
        with temporary(place) as beside:
            video.write(frames, beside, suffix, rate)
            beside.replace(place)
        return place
    place.mkdir(exist_ok=True)
    for i, frame in enumerate(frames):
        video.write_png(frame, place / f"{i:05d}.png")
    return place


def _times(place: Path, begin: float, stop: float, rate: int, speed: float) -> np.ndarray:
    """Times of the pictures."""
    count = (stop - begin) * rate / speed + 1e-6
    if count > _MOST_PICTURES:
        raise PelagosError(
            f"{place}: {stop - begin:g} s make {count:.3g} pictures, more than {_MOST_PICTURES:,}\n"
            "    give start and end, or a higher speed"
        )
    return np.asarray(begin + np.arange(int(count) + 1) * speed / rate)


def _check_still(place: Path, scene: Scene, at: float | None, plot: Strip | None) -> None:
    """Refuse a time without a picture, and a plot below a sheet."""
    one = place.suffix.lower() == ".png"
    if at is not None:
        _interval(scene, at, at)
        if not one:
            raise PelagosError(f"{place}: one picture ends in .png\n    give such a name, or no at")
    elif one and plot is not None:
        raise PelagosError("strip: a sheet of pictures has no plot\n    give at, or a movie")


def check(path: Path) -> None:
    """Refuse a movie that could not be written, before anything is computed for it."""
    suffix = path.suffix.lower()
    if suffix not in (*video.FORMATS, ".png", ""):
        known = ", ".join(video.FORMATS)
        raise PelagosError(
            f"{path}: movies end in {known}; .png makes a sheet of key frames, no ending a folder"
        )
    check_folder(path)
    if not suffix and path.exists() and not path.is_dir():
        raise PelagosError(f"{path}: exists and is no folder; choose another name")
    video.check_extras(suffix)


def write_sheet(
    scene: Scene,
    path: Path,
    start: float,
    end: float,
    size: tuple[int, int] = (1280, 720),
    camera: Shot | str | None = None,
    progress: Progress | None = None,
    added_mass: bool = False,
    count: int = 6,
    across: int = 3,
) -> Path:
    """Key frames at equal intervals on one sheet, each with its time."""
    width, height = size[0] // 2, size[1] // 2
    times = np.linspace(start, end, count)
    frames = list(_frames(scene, times, (width, height), camera, progress, added_mass))
    rows = -(-count // across)
    gap = 4
    sheet = np.full((rows * (height + gap) - gap, across * (width + gap) - gap, 3), 255, np.uint8)
    for i, frame in enumerate(frames):
        y, x = i // across * (height + gap), i % across * (width + gap)
        sheet[y : y + height, x : x + width] = frame
    with temporary(path) as beside:
        video.write_png(sheet, beside)
        beside.replace(path)
    return path


def write_picture(
    scene: Scene,
    path: str | os.PathLike[str],
    time: float,
    size: tuple[int, int] = (1280, 720),
    camera: Shot | str | None = None,
    added_mass: bool = False,
    strip: Strip | None = None,
) -> Path:
    """One picture at a time, as PNG."""
    place = Path(path)
    video.check_extras(".png")
    frames = _frames(scene, np.array([time]), size, camera, None, added_mass, strip)
    with temporary(place) as beside:
        video.write_png(next(frames), beside, small=True)
        beside.replace(place)
    return place


def _frames(
    scene: Scene,
    times: np.ndarray,
    size: tuple[int, int],
    camera: Shot | str | None,
    progress: Progress | None,
    added_mass: bool = False,
    strip: Strip | None = None,
) -> Iterator[np.ndarray]:
    from pelagos.view.renderer import Renderer

    renderer: Renderer = Renderer(scene, size, camera, progress, added_mass)
    writer = _Writer(size, scene.look)
    for i, time in enumerate(times):
        frame = renderer.frame(float(time))
        writer.draw(frame, scene.title, _MARGIN, bold=True)
        if strip is not None:
            strip.draw(frame, float(time))
        writer.draw(frame, f"{time:.2f} s{_stream(scene, time)}", 0.93 - (STRIP if strip else 0.0))
        yield frame
        if progress is not None:
            progress((i + 1) / len(times), f"picture {i + 1} of {len(times)}")


def _stream(scene: Scene, time: float) -> str:
    """The speed of the stream in words, where there is one."""
    if not scene.current:
        return ""
    kind = "current" if scene.look == "water" else "wind"
    place = f" {scene.current_at}" if scene.current_at else ""
    return f", {kind} {speed_of_stream(scene.current, time):.3g} m/s{place}"


class _Writer:
    """Puts lines of text on pictures of a size."""

    def __init__(self, size: tuple[int, int], look: str) -> None:
        from PIL import ImageFont

        self._size = size
        self._fonts = [ImageFont.load_default(size=max(10, k * size[1])) for k in (0.028, 0.034)]
        self._color = np.array([29, 38, 48] if look == "bench" else [240, 250, 255], np.float32)

    def draw(self, frame: np.ndarray, text: str, height: float, bold: bool = False) -> None:
        """Text at the left, at a height from 0 (top) to 1."""
        from PIL import Image, ImageDraw

        font = self._fonts[bold]
        right, bottom = (int(x) for x in font.getbbox(text)[2:])
        ink = Image.new("L", (max(1, min(right + 2, self._size[0])), bottom + 2))
        ImageDraw.Draw(ink).text((0, 0), text, 255, font=font, stroke_width=0.4 if bold else 0)
        y, x = int(height * frame.shape[0]), int(_MARGIN * frame.shape[0])
        part = frame[y : y + ink.height, x : x + ink.width]
        share = np.asarray(ink, dtype=np.float32)[: part.shape[0], : part.shape[1], None] / 255
        part[:] = (part * (1 - share) + self._color * share).astype(np.uint8)


def _interval(scene: Scene, start: float | None, end: float | None) -> tuple[float, float]:
    begin = scene.start if start is None else start
    stop = scene.end if end is None else end
    if not scene.start <= begin <= stop <= scene.end:
        raise PelagosError(
            f"the run lasts from {scene.start:g} to {scene.end:g} s; it cannot be shown from "
            f"{begin:g} to {stop:g} s"
        )
    return begin, stop


def _check_numbers(size: tuple[int, int], fps: int, speed: float) -> None:
    fits = all(_SMALLEST <= side <= _LARGEST and side % 2 == 0 for side in size)
    if len(size) != 2 or not fits:
        raise PelagosError(
            f"the size {' x '.join(map(str, size))} cannot be used; "
            f"both sides must be even and from {_SMALLEST} to {_LARGEST} pixels"
        )
    if fps != int(fps) or not 1 <= fps <= 120:
        raise PelagosError(
            f"{fps} pictures per second cannot be shown; choose a whole number from 1 to 120"
        )
    if not 0 < speed < np.inf:
        raise PelagosError(f"the speed {speed:g} is not positive and finite")
