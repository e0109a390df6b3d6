"""Files of moving pictures: MP4, WebM and AVI by PyAV, GIF and PNG by Pillow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError

# Encoder, layout of its pixels and its settings. MJPEG: a picture per frame, for every old player.
_CODECS: dict[str, tuple[str, str, dict[str, str]]] = {
    ".mp4": ("libx264", "yuv420p", {"crf": "22", "preset": "superfast", "movflags": "+faststart"}),
    ".webm": (
        "libvpx-vp9",
        "yuv420p",
        {"crf": "32", "b": "0", "deadline": "realtime", "cpu-used": "7"},
    ),
    ".avi": ("mjpeg", "yuvj420p", {"qmin": "3", "qmax": "3"}),
}
FORMATS = (*_CODECS, ".gif")
_HINT = 'movies need PyAV and Pillow: pip install "pelagos[movie]"'


def check_extras(suffix: str) -> None:
    """Refuse early, in one line, what needs a package that is not there."""
    try:
        import PIL  # noqa: F401

        if suffix in _CODECS:
            import av  # noqa: F401
    except ImportError:
        raise PelagosError(_HINT) from None


def ahead(frames: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
    """The same frames, each drawn while the one before is encoded."""
    drawn, end = iter(frames), None
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, drawn, end)
        while (frame := coming.result()) is not None:
            coming = pool.submit(next, drawn, end)
            yield frame


def write(frames: Iterable[np.ndarray], path: Path, suffix: str, fps: int) -> None:
    """Encode frames (height, width, 3) in the format of a suffix."""
    if suffix == ".gif":
        _write_gif(frames, path, fps)
    else:
        _write_movie(frames, path, suffix, fps)


def _write_movie(frames: Iterable[np.ndarray], path: Path, suffix: str, fps: int) -> None:
    import av

    codec, pixels, options = _CODECS[suffix]
    with av.open(
        str(path), "w", format={".mp4": "mp4", ".webm": "webm", ".avi": "avi"}[suffix]
    ) as out:
        stream: Any = None
        for i, frame in enumerate(ahead(frames)):
            if stream is None:
                stream = out.add_stream(codec, rate=fps, options=options)
                stream.height, stream.width = frame.shape[:2]
                stream.pix_fmt = pixels
                stream.time_base = Fraction(1, fps)
            picture = av.VideoFrame.from_ndarray(frame, format="rgb24")
            picture.pts, picture.time_base = i, Fraction(1, fps)
            out.mux(stream.encode(picture))
        if stream is not None:
            out.mux(stream.encode(None))


def _write_gif(frames: Iterable[np.ndarray], path: Path, fps: int) -> None:
    """One palette for all frames, made from three of them, so that still parts stay still."""
    from PIL import Image

    pictures = [Image.fromarray(frame) for frame in frames]
    chosen = [pictures[i] for i in sorted({0, len(pictures) // 2, len(pictures) - 1})]
    sample = Image.fromarray(np.concatenate([np.asarray(picture) for picture in chosen]))
    palette = sample.quantize(255, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    reduced: Iterator[Image.Image] = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures
    )
    first = next(reduced)
    first.save(
        path,
        format="GIF",
        save_all=True,
        append_images=list(reduced),
        duration=round(1000 / fps),
        loop=0,
        optimize=False,
    )


def write_png(frame: np.ndarray, path: Path, *, small: bool = False) -> None:
    """One picture; a small file takes longer."""
    from PIL import Image

    Image.fromarray(frame).save(path, format="PNG", optimize=small)
