"""How harm is done: programs in processes of their own."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from pelagos.cli.main import main

ROOT = Path(__file__).parents[2]
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
COMMAND = [sys.executable, "-c", "from pelagos.cli.main import main; main()"]

Found = tuple[int, list[str], str]
"""How often it was tried, what failed, and a remark."""


def environment(**more: str) -> dict[str, str]:
    paths = [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))} | more


class Started:
    """A long run that writes x.nc: a fork of this process, which has loaded the engine already."""

    def __init__(self, folder: Path) -> None:
        self._said = folder / "said"
        self._child = os.fork()
        if self._child == 0:
            self._run(folder)
        written = folder / ("x.part.nc" if (folder / "x.nc").exists() else "x.nc")
        while not written.exists():
            time.sleep(0.001)

    def _run(self, folder: Path) -> None:
        os.chdir(folder)
        os.dup2(os.open(self._said, os.O_CREAT | os.O_WRONLY), 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # small files, slowly: most of the time goes into steps that keep nothing
        words = ["--duration", "100", "--every", "0.01", "--integrator", "rk4", "--step", "2e-5"]
        try:
            main(["run", "double-pendulum", *words, "--out", "x.nc"])
        except SystemExit as end:
            os._exit(int(end.code or 0))
        finally:
            os._exit(99)

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Send a signal; the exit code, negative for that of a signal, and what was said."""
        os.kill(self._child, how)
        _, status = os.waitpid(self._child, 0)
        return os.waitstatus_to_exitcode(status), self._said.read_text()
