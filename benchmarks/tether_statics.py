"""How the tension of a hanging tether nears the elastic catenary with the number of segments.

    python -m benchmarks.tether_statics

The line weighs 0.2 kg/m without water, is 10 m long and hangs between ends 3 m apart in height and
6 m (slack) or 9 m (nearly taut) apart sideways. Errors are those of the tension at the upper end.
"""

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
COUNTS = (20, 40, 80, 160, 200)
LENGTH, DROP, EA = 10.0, 3.0, 3e3
SPANS = {"slack": 6.0, "nearly taut": 9.0}


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


def errors(span: float) -> list[float]:
    """Relative ones, for every number of segments."""
    exact = elastic_catenary(span, DROP, LENGTH, 0.2 * G, EA)
    made = [robot(line(EA=EA, segments=n), (span, 0, -DROP)) for n in COUNTS]
    return [abs(outputs(one)["line.tension_at"] / exact - 1) for one in made]


def order(found: list[float], k: int) -> str:
    """By which power of the number of segments an error fell from the row before."""
    if k == 0:
        return ""
    return f"{np.log(found[k - 1] / found[k]) / np.log(COUNTS[k] / COUNTS[k - 1]):.2f}"


def main() -> None:
    found = {name: errors(span) for name, span in SPANS.items()}
    print("| segments | " + " | ".join(f"{name} | order" for name in found) + " |")
    print("| --- " * (1 + 2 * len(found)) + "|")
    for k, count in enumerate(COUNTS):
        cells = (f"{own[k]:.1e} | {order(own, k)}" for own in found.values())
        print(f"| {count} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
