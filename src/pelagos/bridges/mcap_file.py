"""A result as an MCAP file with the messages of a robot in ROS 2: for Foxglove and rosbag2.

The profile is `ros2`: definitions as ros2msg, messages as CDR, a channel per topic. The quality of
service that a channel offers is left empty, since versions of rosbag2 write it in two ways and none
reads both from a lone file; empty, all take their default, which is reliable and volatile, as the
topics are. Sources: mcap.dev/spec/registry; rosbag2_storage_mcap, mcap_storage.cpp.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from pelagos.bridges.messages.moment import RosMoment, nanoseconds
from pelagos.bridges.messages.reading import SensorTopic
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.sensors import messages, unsent
from pelagos.bridges.messages.sensors import topics as sensor_topics
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
    """Write every topic at every sample, and of sensors every reading when it arrived.

    Times are those of the simulation. `left_out` says which sensors have no messages.
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
    sensors = [topic for topic in sensor_topics(known) if topic.sensor in run.sensors]
    with temporary(path) as hidden:
        with hidden.open("wb") as stream:
            file = McapTopics(run, stream, [*topics, *sensors])
            _write(run, file, known, topics, progress)
            file.finish(_provenance(run))
        hidden.replace(path)
    return path


def left_out(run: Run, name: str | None = None) -> dict[str, str]:
    """Sensors of a result that a file has no messages of, and why."""
    absent = [sensor for sensor in run.robot.sensors if sensor not in run.sensors]
    why = dict.fromkeys(absent, "the result has no readings of it")
    return {**unsent(RobotInRos.of(run.robot, name)), **why}


class McapTopics:
    """Channels of a file by their topics."""

    def __init__(self, run: Run, stream: IO[bytes], topics: list[Topic | SensorTopic]) -> None:
        self.topics = topics
        version = run.header.versions.get("pelagos", "")
        self._writer = _writer(stream)
        self._writer.start(profile="ros2", library=f"pelagos {version}".strip())
        kinds = dict.fromkeys(topic.type for topic in topics)
        schemas = {
            kind: self._writer.register_schema(kind, "ros2msg", definition(kind).encode())
            for kind in kinds
        }
        self._channels: dict[str, int] = {}
        for topic in topics:
            facts = {"offered_qos_profiles": "", "topic_type_hash": type_hash(topic.type)}
            found = self._writer.register_channel(topic.name, "cdr", schemas[topic.type], facts)
            self._channels[topic.name] = found
        self._counts = dict.fromkeys(self._channels, 0)

    def add(self, topic: str, time: float, message: Any) -> None:
        """A message that was known at a time."""
        stamp, count = nanoseconds(time), self._counts[topic]
        self._writer.add_message(self._channels[topic], stamp, to_bytes(message), stamp, count)
        self._counts[topic] = count + 1

    def finish(self, provenance: dict[str, str]) -> None:
        """Write how it was made, and the end."""
        self._writer.add_metadata("pelagos", provenance)
        self._writer.finish()


def _write(
    run: Run, file: McapTopics, known: RobotInRos, topics: list[Topic], progress: Progress | None
) -> None:
    """All messages by their times; at the same time, those of samples first."""
    told = [topic for topic in file.topics if isinstance(topic, SensorTopic)]
    coming = messages(told, {t.sensor: run.readings(t.sensor) for t in told}, known.axes)
    ahead = next(coming, None)
    times = [*run.arrays["time"][1:].tolist(), math.inf]
    for index, until in enumerate(times):
        moment = RosMoment(Sample(run.arrays, index), known.axes)
        for topic in topics:
            file.add(topic.name, moment.time, topic.fill(moment))
        while ahead is not None and ahead[0] < until:
            arrival, sensed, message = ahead
            file.add(sensed.name, arrival, message)
            ahead = next(coming, None)
        if progress is not None:
            progress((index + 1) / len(run), f"sample {index + 1} of {len(run)}")


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
