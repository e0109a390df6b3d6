"""Disks that are full, or may only be read."""

from __future__ import annotations

import contextlib
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pelagos as pl
from benchmarks.endurance import STUDY, WHEEL
from benchmarks.harm.tools import COMMAND, IS_ROOT, Found, Started, environment
from pelagos.language.yaml_text import write

SIZES = (0, 16, 64, 128, 256, 1024, 2048)  # kB


@contextlib.contextmanager
def disk(size: int) -> Iterator[tuple[Path, Callable[[], None] | None]]:
    """A disk of so many kB, or a folder and what limits the files of a process there."""
    with tempfile.TemporaryDirectory() as place:
        if not IS_ROOT:
            limit = 1000 * size

            def limited() -> None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

            yield Path(place), limited
            return
        options = f"size={max(size, 4)}k"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], check=True)
        try:
            yield Path(place), None
        finally:
            subprocess.run(["umount", "-l", place], check=True)


BATCH = (
    "import pelagos as pl; b = pl.simulate_batch('pendulum', n=9, duration=5); "
    "import sys; exec('try: b.save(\"b.nc\")\\nexcept pl.PelagosError as e: sys.exit(str(e))')"
)
WORKS: dict[str, list[str]] = {
    "run": [*COMMAND, "run", "pendulum", "--duration", "100", "--every", "0.01", "--out", "x.nc"],
    "plots": [*COMMAND, "plot", "RESULT", "--out", "x.png"],
    "page": [*COMMAND, "view", "RESULT", "--out", "x.html"],
    "sweep": [*COMMAND, "sweep", "STUDY", "--out", "runs"],
    "batch": [sys.executable, "-c", BATCH],
}


def full_disks() -> Found:
    """Every work on disks of every size: it is done, or a message says why it is not."""
    tried, done, failed, dead = 0, 0, [], "Traceback (most recent call last)"
    with tempfile.TemporaryDirectory() as place:
        source = Path(place)
        result = pl.simulate("pendulum", duration=1, out=source / "r.nc").path
        (source / "wheel.yaml").write_text(write(WHEEL))
        words = STUDY | {"runs": 3000, "every": 0.01, "histories": {"variables": ["q"]}}
        (source / "study.yaml").write_text(write(words))
        names = {"RESULT": str(result), "STUDY": str(source / "study.yaml")}
        for size in SIZES:
            for work, words_of_it in WORKS.items():
                with disk(size) as (folder, limited):
                    tried += 1
                    ended = subprocess.run(
                        [names.get(word, word) for word in words_of_it],
                        cwd=folder,
                        env=environment(),
                        preexec_fn=limited,
                        capture_output=True,
                        text=True,
                    )
                    done += ended.returncode == 0
                    fine = ended.returncode in (0, 1, 2) and dead not in ended.stderr
                    left = list(folder.glob("x.nc"))
                    with contextlib.suppress(pl.PelagosError):
                        fine = fine and all(len(pl.open(path)) >= 0 for path in left)
                        left = []
                    if not fine or left or (ended.returncode and not ended.stderr.strip()):
                        failed.append(
                            f"{work}, {size} kB: {ended.returncode} {ended.stderr[-200:]}"
                        )
    kind = "tmpfs" if IS_ROOT else "limits of files"
    remark = f"{', '.join(WORKS)} on {len(SIZES)} sizes to {SIZES[-1]} kB ({kind}): {done} done"
    return tried, failed, f"{remark}, {tried - done} ended in a message"


def reading_only() -> Found:
    """A result whose writer was killed, opened on a full disk and on one that may only be read."""
    if not IS_ROOT:
        return 0, [], "needs root, for a disk"
    tried, failed = 0, []
    opening = "import pelagos as pl; r = pl.open('x.nc'); print(len(r), r.arrays['q'].shape)"
    with disk(100_000) as (folder, _):
        Started(folder).end(signal.SIGKILL)
        size = (folder / "x.nc").stat().st_size
        with contextlib.suppress(OSError), (folder / "rest").open("wb") as rest:
            while rest.write(bytes(1 << 16)):
                pass
        for how in ("full", "read-only"):
            if how == "read-only":
                subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
            tried += 1
            ended = subprocess.run(
                [sys.executable, "-c", opening],
                cwd=folder,
                env=environment(),
                capture_output=True,
                text=True,
            )
            if ended.returncode or (folder / "x.nc").stat().st_size != size:
                failed.append(f"{how}: {ended.returncode} {ended.stderr[-200:]}")
    return tried, failed, "opened and read, unchanged"
