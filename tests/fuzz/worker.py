"""The process that tries cases one after the other, under limits of time and memory."""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import Any, BinaryIO

from pelagos.errors import PelagosError
from tests.fuzz.harness import MEMORY, WALL

SOURCE = f"{os.sep}pelagos{os.sep}"


class TooSlowError(BaseException):
    """Nothing that reads files may catch this."""


def generator(kind: str, seed: int, case: int) -> random.Random:
    """The same numbers for the same case on every machine."""
    return random.Random(f"{kind} {seed} {case}")


def attempt(
    module: Any, rng: random.Random, folder: Path, prepared: Any, cpu: float
) -> dict[str, str]:
    """What became of one case, which may take so many seconds of processor time."""
    try:
        signal.setitimer(signal.ITIMER_PROF, cpu)
        faulthandler.dump_traceback_later(0.9 * WALL)  # says where it waits
        module.attempt(rng, folder, prepared)
    except PelagosError:
        return {"status": "refused"}
    except TooSlowError as error:
        where = f"took over {cpu:g} s of processor time, {_place(error)}"
        return {"status": "failed", "where": where, "details": traceback.format_exc()}
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        where = f"{type(error).__name__} at {_place(error)}"
        return {"status": "failed", "where": where, "details": traceback.format_exc()}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()
    return {"status": "read"}


def _place(error: BaseException) -> str:
    """The innermost line of the project in a traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if SOURCE in f.filename] or frames
    return f"{own[-1].filename.rpartition(SOURCE)[2]}:{own[-1].lineno}" if own else "nowhere"


def main(kind: str, seed: int, first: int, last: int, cpu: float) -> None:
    faulthandler.enable()
    # what the project prints goes to standard error, what the harness reads has its own way out
    lines = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, _too_slow)
    module = importlib.import_module(f"tests.fuzz.kinds.{kind}")
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        root = Path(name)
        (root / "sources").mkdir()
        prepared = module.prepare(root / "sources")
        _limit_memory()
        for case in range(first, last):
            _say(lines, {"status": "begun", "case": case})
            folder = root / f"case-{case}"
            folder.mkdir()
            with contextlib.chdir(folder):
                found = attempt(module, generator(kind, seed, case), folder, prepared, cpu)
            _say(lines, {**found, "case": case})
            shutil.rmtree(folder, ignore_errors=True)


def _say(lines: BinaryIO, facts: dict[str, Any]) -> None:
    lines.write(json.dumps(facts).encode() + b"\n")


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _too_slow(number: int, frame: Any) -> None:
    raise TooSlowError


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]), float(sys.argv[5]))
