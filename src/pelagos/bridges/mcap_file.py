"""A result as an MCAP file with the messages of a robot in ROS 2: for Foxglove and rosbag2.

The profile is `ros2`: definitions as ros2msg, messages as CDR, a channel per topic. The quality of
service that a channel offers is left empty, since versions of rosbag2 write it in two ways and none
reads both from a lone file; empty, all take their default, which is reliable and volatile, as the
topics are. Sources: mcap.dev/spec/registry; rosbag2_storage_mcap, mcap_storage.cpp.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from pelagos.bridges.messages.moment import RosMoment, nanoseconds
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.topics import topics_of
from pelagos.bridges.messages.types import definition, missing, to_bytes, type_hash
from pelagos.errors import PelagosError
from pelagos.progress import Progress
from pelagos.result.run import Run
from pelagos.result.storage import check_folder, temporary


class Sample(Mapping[str, np.ndarray]):
    """One sample of a run, variable by variable."""

    def __init__(self, arrays: Mapping[str, np.ndarray], index: int) -> None:
        self._arrays, self._index = arrays, index

    def __getitem__(self, name: str) -> np.ndarray:
        found: np.ndarray = self._arrays[name][self._index]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


def write_mcap(
    run: Run, path: Path, *, name: str | None = None, progress: Progress | None = None
) -> Path:
    """Write every topic at every sample; times are those of the simulation.

    name: what the robot is called in ROS, if not by its own name.
    """
    known = RobotInRos.of(run.robot, name)
    topics = topics_of(known)
    if not len(run):
        raise PelagosError(f"{run.path or run.header.name}: has no samples\n    nothing to write")
    if run.arrays["time"][0] < 0.0:
        raise PelagosError(
            f"{run.path or run.header.name}: begins at {run.arrays['time'][0]:g} s\n"
            "    MCAP has no times before zero"
        )
    check_folder(path)
    with temporary(path) as hidden:
        with hidden.open("wb") as stream:
            _write(run, stream, known, topics, progress)
        hidden.replace(path)
    return path


def _write(
    run: Run, stream: IO[bytes], known: RobotInRos, topics: list[Topic], progress: Progress | None
) -> None:
    writer = _writer(stream)
    writer.start(
        profile="ros2", library=f"pelagos {run.header.versions.get('pelagos', '')}".strip()
    )
    schemas = {
        kind: writer.register_schema(kind, "ros2msg", definition(kind).encode())
        for kind in dict.fromkeys(topic.type for topic in topics)
    }
    channels = []
    for topic in topics:
        facts = {"offered_qos_profiles": "", "topic_type_hash": type_hash(topic.type)}
        channels.append(writer.register_channel(topic.name, "cdr", schemas[topic.type], facts))
    for index in range(len(run)):
        moment = RosMoment(Sample(run.arrays, index), known.axes)
        stamp = nanoseconds(moment.time)
        for topic, channel in zip(topics, channels, strict=True):
            data = to_bytes(topic.fill(moment))
            writer.add_message(channel, stamp, data, stamp, index)
        if progress is not None:
            progress((index + 1) / len(run), f"sample {index + 1} of {len(run)}")
    writer.add_metadata("pelagos", _provenance(run))
    writer.finish()


def _writer(stream: IO[bytes]) -> Any:
    try:
        from mcap.writer import Writer
    except ImportError:
        raise missing("MCAP files") from None
    return Writer(stream)


def _provenance(run: Run) -> dict[str, str]:
    """How the run was made, as text."""
    header = run.header
    return {
        "robot": header.name,
        "robot_hash": header.robot_hash,
        "scenario": header.scenario or "",
        "method": header.method,
        "integrator": json.dumps(header.integrator),
        "versions": json.dumps(header.versions),
        "created": header.created,
        "outcome": str(run.outcome),
    }
