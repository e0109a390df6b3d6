"""Robots with a line for tests, and what a line does at the start, without any compiled code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.optimize import fsolve

import pelagos as pl
from pelagos.equations.mechanism import given
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import Compiled, compile_robot

G = 9.81


def line(**words: Any) -> dict[str, Any]:
    """Words of a line from the world's origin to the origin of the body `b`."""
    plain = {"between": ["world", "b"], "length": 10, "segments": 10, "diameter": "1 cm"}
    return {**plain, "line_density": 0.2, "EA": 1e5, **words}


def robot(words: dict[str, Any], at: Any = (0, 0, -5), **more: Any) -> pl.Robot:
    """A free body at a place, with such a line."""
    body = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1], "joint": "free"}
    more.setdefault("initial", {"b": {"position": list(at)}})
    return pl.Robot(**{"name": "lines", "bodies": {"b": body}, "tethers": {"line": words}} | more)


def at_start(made: pl.Robot) -> tuple[Compiled, Any]:
    """The robot as tables, and what is known at its start, in floats."""
    c = compile_robot(made)
    m = mechanism_of(c)
    start = c.start
    own = tuple(start[c.nq + c.nv : -1].tolist())
    return c, given(replace(m, states=own), 0.0, c.q0.tolist(), c.u0.tolist())


def outputs(made: pl.Robot) -> dict[str, float]:
    """Outputs of the line at the start."""
    c, known = at_start(made)
    element = c.elements.outputs[0][0]
    return dict(zip(made.outputs, known.outputs[element], strict=False))


def accelerations(made: pl.Robot) -> np.ndarray:
    """(nodes, 3) of inner nodes at the start."""
    c, known = at_start(made)
    count = 3 * (c.elements.all[c.elements.outputs[0][0]].count - 1)
    return np.array([known.rates[count + k] for k in range(count)]).reshape(-1, 3)


def elastic_catenary(span: float, drop: float, L: float, w: float, EA: float) -> float:
    """Tension at the upper end: Irvine 1981, Cable Structures, section 1.3."""

    def gap(unknown):
        H, V = unknown  # at the upper end
        s = V / H, (V - w * L) / H
        x = H * L / EA + H / w * (np.arcsinh(s[0]) - np.arcsinh(s[1]))
        z = w * L / EA * (V / w - L / 2) + H / w * (np.hypot(1, s[0]) - np.hypot(1, s[1]))
        return x - span, z - drop

    H, V = fsolve(gap, (0.25 * w * L, 0.6 * w * L), xtol=1e-12)
    return float(np.hypot(H, V))
