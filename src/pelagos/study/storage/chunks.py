"""Chunks of consecutive runs and the files they are kept in."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from pelagos.errors import PelagosError
from pelagos.files import LARGEST_LOG, read_bytes


@dataclass(frozen=True)
class Chunk:
    """Consecutive runs."""

    first: int
    drawn: np.ndarray  # (run, column)
    metrics: np.ndarray  # (run, metric)
    outcomes: np.ndarray  # (run,) codes
    times: np.ndarray  # (run,) reached
    stops: np.ndarray  # (run,) names of the conditions that ended them, or empty
    messages: dict[int, str]  # of runs that did not finish, by index in the study
    histories: dict[str, np.ndarray] = field(default_factory=dict)
    """(run, time, ...), NaN where a run did not get to; only on the way to the files."""

    def __len__(self) -> int:
        return len(self.outcomes)


def chunk_bytes(chunk: Chunk) -> bytes:
    """The content of a chunk's file."""
    stream = io.BytesIO()
    messages = json.dumps({str(run): text for run, text in chunk.messages.items()})
    np.savez(
        stream,
        drawn=chunk.drawn,
        metrics=chunk.metrics,
        outcomes=chunk.outcomes.astype("U16"),
        times=chunk.times,
        stops=chunk.stops,
        messages=np.frombuffer(messages.encode(), dtype=np.uint8),
    )
    return stream.getvalue()


def read_chunk(place: Path, first: int, runs: int, columns: int, metrics: int) -> Chunk:
    """The chunk in a file, which must have so many runs, columns and metrics."""
    content = read_bytes(place, LARGEST_LOG)
    try:
        _check_stored(content)
        with np.load(io.BytesIO(content)) as data:
            messages = json.loads(data["messages"].tobytes())
            found = Chunk(
                first=first,
                drawn=_numbers(data["drawn"], (runs, columns)),
                metrics=_numbers(data["metrics"], (runs, metrics)),
                outcomes=_texts(data["outcomes"], runs),
                times=_numbers(data["times"], (runs,)),
                stops=_texts(data["stops"], runs),
                messages={int(run): str(text) for run, text in messages.items()},
            )
            if not all(first <= run < first + runs for run in found.messages):
                raise ValueError("messages of other runs")
            return found
    except Exception as error:  # numpy and zipfile raise whatever damaged bytes lead them to
        raise PelagosError(
            f"{place}: cannot be read: {error or type(error).__name__}\n"
            "    remove it and sweep with --resume"
        ) from None


def _check_stored(content: bytes) -> None:
    """What was written is not compressed; a few bytes that unfold to many were not written."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(member.file_size for member in archive.infolist()) > len(content):
            raise ValueError("it declares more than it holds")


def _numbers(values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    if values.shape != shape or values.dtype != np.dtype("<f8"):
        raise ValueError(f"{values.dtype}{list(values.shape)}, not float64{list(shape)}")
    return values


def _texts(values: np.ndarray, count: int) -> np.ndarray:
    if values.shape != (count,) or values.dtype.kind != "U":
        raise ValueError(f"{values.dtype}{list(values.shape)}, not {count} texts")
    return values
