"""Makes docs/assets/wings/{root-locus.png,flutter.md,spread.md,goland.md} for the pages on wings:
`python docs/scripts/flutter.py`.

Roots of the wing of Abdelaziz et al. 2004 over speed; flutter and divergence under every reading of
what the paper leaves open; Goland's wing by both methods.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np

import pelagos as pl
from pelagos.aero import strip
from pelagos.analysis.flutter import Flutter

FOLDER = Path(__file__).parents[1] / "assets" / "wings"
SPEEDS = np.linspace(20, 160, 71)
METHODS = {
    "lattice, wall": {"wings.plate.method": "vortex-lattice", "wings.plate.mirror": "y"},
    "lattice, no wall": {"wings.plate.method": "vortex-lattice", "wings.plate.mirror": "none"},
    "strips": {"wings.plate.method": "strip"},
}
TORSION = {"EI/L": "EI", "GJ/L": "GJ"}


def onset(found: Flutter, kind: str) -> str:
    """Speed, and frequency if it oscillates."""
    at = getattr(found, kind)
    if at is None:
        return "none"
    hertz = f" ({at.frequency / (2 * np.pi):.1f} Hz)" if kind == "flutter" else ""
    return f"{at.speed:.1f}{hertz}"


def over_speed(found: Flutter) -> str:
    """Every tenth speed: the least damped oscillation and what happens."""
    lines = ["| speed [m/s] | least damped [Hz] | growth [1/s] | |", "| --- | --- | --- | --- |"]
    for k in range(0, len(found.speeds), 10):
        root = found.leading(k)
        lines.append(
            f"| {found.speeds[k]:.0f} | {root.imag / (2 * np.pi):.2f} | {root.real:+.2f} "
            f"| {found.verdict(k)} |"
        )
    return "\n".join(lines) + "\n"


def spread() -> str:
    """Flutter and divergence under all readings, and how far they lie apart."""
    lines = [
        "| flow | torsion springs | root spring | links | flutter [m/s] | divergence [m/s] |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    speeds: dict[str, list[float]] = {"flutter": [], "divergence": []}
    for flow, torsion, root, links in product(METHODS, TORSION, (1, 2), (4, 12)):
        changes = {
            **METHODS[flow],
            "parameters.twist": TORSION[torsion],
            "parameters.root": root,
            "beams.link.segments": links,
            "wings.plate.panels": {"chord": 4, "span": 2 if links == 4 else 1},
        }
        found = pl.flutter(pl.load("wing").with_values(changes), [40, 220], modes=4)
        for kind, values in speeds.items():
            at = getattr(found, kind)
            values += [] if at is None else [at.speed]
        onsets = f"{onset(found, 'flutter')} | {onset(found, 'divergence')}"
        lines.append(f"| {flow} | {torsion} | {'K' if root == 1 else '2K'} | {links} | {onsets} |")
        print(lines[-1], flush=True)
    ranges = ", ".join(f"{k} from {min(v):.0f} to {max(v):.0f} m/s" for k, v in speeds.items())
    return "\n".join(lines) + f"\n\nOver all of these: {ranges}.\n"


def goland() -> str:
    """Goland's wing as a robot, by the number of segments and by the method."""
    wing = strip.goland()
    modal = strip.StripWing(wing, 8, 8).flutter(100, 160)
    assert modal is not None
    lines = [
        "| | flutter [m/s] | divergence [m/s] |",
        "| --- | --- | --- |",
        f"| strips, 8 + 8 modes of a uniform wing | {modal.speed:.2f} "
        f"({modal.frequency / (2 * np.pi):.1f} Hz) | {strip.divergence_speed(wing):.2f} |",
    ]
    for segments in (10, 20):
        robot = pl.load("goland").with_values({"beams.spar.segments": segments})
        found = pl.flutter(robot, [60, 300])
        lines.append(
            f"| strips, robot of {segments} segments | {onset(found, 'flutter')} "
            f"| {onset(found, 'divergence')} |"
        )
    lattice = {"wings.wing.method": "vortex-lattice", "wings.wing.mirror": "y"}
    for chord in (6, 12):
        panels = {"wings.wing.panels": {"chord": chord, "span": 1}}
        robot = pl.load("goland").with_values({**lattice, **panels})
        found = pl.flutter(robot, [100, 400], modes=2)
        lines.append(
            f"| lattice of {chord} by 10 panels, wall | {onset(found, 'flutter')} "
            f"| {onset(found, 'divergence')} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = pl.flutter("wing", SPEEDS)
    found.plot(FOLDER / "root-locus.png")
    (FOLDER / "flutter.md").write_text(over_speed(found), "utf-8")
    (FOLDER / "goland.md").write_text(goland(), "utf-8")
    (FOLDER / "spread.md").write_text(spread(), "utf-8")


if __name__ == "__main__":
    main()
