"""How the tension of a hanging tether nears the elastic catenary with the number of segments.

    python -m benchmarks.tether_statics

The line weighs 0.2 kg/m without water, is 10 m long and hangs between ends 3 m apart in height and
6 m (slack) or 9 m (nearly taut) apart sideways. Errors are those of the tension at the upper end.
"""

from __future__ import annotations

import numpy as np

from tests.tethers.lines import G, elastic_catenary, line, outputs, robot

COUNTS = (20, 40, 80, 160, 200)
LENGTH, DROP, EA = 10.0, 3.0, 3e3
SPANS = {"slack": 6.0, "nearly taut": 9.0}


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
