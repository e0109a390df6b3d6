"""A disk that takes no more: a message and what was written, never a dead process."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import numpy as np
import pytest

pytest.importorskip("resource")

# A limit of the size of files stands in for a disk: writes beyond it are refused by the system.
# HDF5 would take the process with it, so all of this goes on in one of its own.
LIMITED = textwrap.dedent(
    """
    import json, resource, sys
    from pathlib import Path
    import numpy as np
    from pelagos import result
    from pelagos.errors import PelagosError
    from pelagos.result import Batch, Header, Outcome, Recorder
    from pelagos.result.schema import VARIABLES, SensorRecord

    bodies = tuple(f"b{i}" for i in range(5))
    sensor = SensorRecord("dvl", 2.0, 0.0, ("u", "v"), ("m/s",) * 2, ("",) * 2, (0.1, 0.1))
    header = Header(robot={"name": "x" * 30_000}, robot_hash="", bodies=bodies,
                    coordinates=bodies, speeds=bodies, samples=20, sensors={"dvl": sensor})
    block = {name: np.ones((20, *header.row_shape(name))) for name in VARIABLES}
    block["time"] = np.arange(20.0)
    several = {n: v if n == "time" else np.stack([v] * 9) for n, v in block.items()}
    read = {"dvl.time": np.arange(9.0), "dvl.readings": np.ones((9, 2))}
    several |= {n: v if n == "dvl.time" else np.stack([v] * 9) for n, v in read.items()}
    several |= {"dvl.variance": np.ones((9, 2)), "dvl.n_valid": np.full(9, 9)}
    batch = Batch(header, [Outcome("finished", 1.0)] * 9, several, reached=[20] * 9)

    def recorded(path):
        recorder = Recorder(header, path)
        for repeat in range(8):
            later = {"dvl": read | {"dvl.time": read["dvl.time"] + 20 * repeat}}
            recorder.append(block | {"time": block["time"] + 20 * repeat}, later)
        recorder.close(Outcome("finished", 160.0))

    def limited(limit, work, path):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        try:
            work(path)
            said = ""
        except PelagosError as error:
            said = str(error)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        kept = len(result.open(path)) if work is recorded and path.exists() else None
        return limit, said, kept, path.exists(), sum(1 for _ in path.parent.glob(".*"))

    work = {"recorded": recorded, "saved": batch.save}[sys.argv[2]]
    work(Path(sys.argv[1], "whole.nc"))
    whole = Path(sys.argv[1], "whole.nc").stat().st_size
    limits = [*np.linspace(0, whole, 40).astype(int).tolist()[:-1], 2 * whole]  # the last is enough
    print(json.dumps([limited(n, work, Path(sys.argv[1], f"{n}.nc")) for n in limits]))
    """
)


def limited(folder, work):
    command = [sys.executable, "-c", LIMITED, str(folder), work]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stderr) == (0, "")
    return json.loads(ended.stdout)


def test_a_run_keeps_what_was_written(tmp_path):
    found = limited(tmp_path, "recorded")
    for _, said, kept, exists, hidden in found[:-1]:
        assert "cannot write" in said
        assert "File too large" in said
        assert exists == ("samples are in" in said)
        assert not exists or f"the first {kept} samples" in said
        assert hidden == 0
    counts = [kept for _, _, kept, exists, _ in found if exists]
    assert counts == sorted(counts)
    assert {20, 160} < set(counts)
    assert found[-1][1:3] == ["", 160]


def test_a_batch_is_there_as_a_whole_or_not_at_all(tmp_path):
    found = limited(tmp_path, "saved")
    for _, said, _, exists, hidden in found[:-1]:
        assert "cannot write" in said
        assert not exists
        assert hidden == 0
    assert found[-1][1] == ""
    assert found[-1][3]


def test_opening_needs_no_room(tmp_path):
    """A run that was killed is read on a disk that takes nothing."""
    code = textwrap.dedent(
        """
        import resource, sys
        from pelagos import result
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        run = result.open(sys.argv[1])
        print(len(run), run.outcome.code, run.arrays["q"].sum())
        """
    )
    from pelagos.result import Header, Recorder
    from pelagos.result.schema import VARIABLES

    header = Header(robot={}, robot_hash="", bodies=("b",), coordinates=("b",), speeds=("b",))
    recorder = Recorder(header, tmp_path / "dead.nc")
    recorder.append({name: np.ones((3, *header.row_shape(name))) for name in VARIABLES})
    recorder._sink._file.close()  # what the end of a process does
    command = [sys.executable, "-c", code, str(tmp_path / "dead.nc")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == ["3", "interrupted", "3.0"]
