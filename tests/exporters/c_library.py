"""A robot's exported C, compiled and called from Python."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.exporters.c.source import CSource, c_source
from pelagos.exporters.compilers import compilers
from pelagos.exporters.opened import Opened, opened

STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
_ROW = ctypes.POINTER(ctypes.c_double)


class CRobot:
    """Functions of a robot's C file on arrays."""

    def __init__(self, folder: Path, robot: Opened, derivatives: bool = False):
        self.opened = robot
        self.source: CSource = c_source(robot, derivatives)
        name = self.source.name
        (folder / f"{name}.h").write_text(self.source.header)
        (folder / f"{name}.c").write_text(self.source.source)
        library = folder / f"{name}.so"
        command = [*compilers()[0].command, *STRICT, "-O0", "-shared", "-fPIC"]
        subprocess.run([*command, f"{folder / name}.c", "-o", library, "-lm"], check=True)
        self._library, self._name = ctypes.CDLL(str(library)), name
        self.x = np.array([state.value for state in robot.states])
        self.inputs = np.array([i.value for i in robot.inputs] or [0.0])
        self.parameters = np.array([p.value for p in robot.parameters] or [0.0])
        self.nv = robot.compiled.nv

    def _call(self, function: str, *arguments: Any) -> int:
        given = [
            a.ctypes.data_as(_ROW) if isinstance(a, np.ndarray) else ctypes.c_double(a)
            for a in arguments
        ]
        result: int = getattr(self._library, f"{self._name}_{function}")(*given)
        return result

    def rates(self, t: float, x: np.ndarray) -> np.ndarray:
        found = np.zeros(len(x))
        self._call("rates", t, x, self.inputs, self.parameters, found)
        return found

    def acceleration(self, t: float, x: np.ndarray, tau: np.ndarray) -> np.ndarray:
        found = np.zeros(self.nv)
        self._call("acceleration", t, x, self.inputs, tau, self.parameters, found)
        return found

    def inverse_dynamics(self, t: float, x: np.ndarray, udot: np.ndarray) -> np.ndarray:
        found = np.zeros(self.nv)
        self._call("inverse_dynamics", t, x, self.inputs, udot, self.parameters, found)
        return found

    def step(self, t: float, h: float, x: np.ndarray, said: int = 0) -> np.ndarray:
        """said: what the function returns."""
        found = x.copy()
        assert self._call("step", t, h, found, self.inputs, self.parameters) == said
        return found

    def derivatives(self, t: float, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        counts = len(x), len(self.opened.inputs), len(self.opened.parameters)
        found = [np.zeros((len(x), max(1, n))) for n in counts]
        self._call("derivatives", t, x, self.inputs, self.parameters, *found)
        a, b, c = (part[:, :n] for part, n in zip(found, counts, strict=True))
        return a, b, c


def c_robot(folder: Path, *given: Any, derivatives: bool = False, **more: Any) -> CRobot:
    return CRobot(folder, opened(*given, **more), derivatives)
