"""The panel method against closed forms, tables and Capytaine: `python -m benchmarks.hydro`.

Options: --table FILE writes the table; --large solves 20,000 panels as well. Capytaine needs an
environment of its own (`benchmarks/hydro_capytaine.py` says why); its first-run tables are made
beforehand and not counted. Times are those of the processor, all cores added, but for the last
table. What must hold: to be faster than Capytaine with the same panels, and the limits of the last
table; the benchmark fails where it does not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import pelagos as pl
from benchmarks import hydro_solids as solids
from benchmarks.hydro_capytaine import in_capytaine
from benchmarks.hydro_edges import rows
from benchmarks.timing import machine, taken_with
from pelagos.model.hydrodynamics.added_mass_of_shapes import ellipsoid
from pelagos.panel_method.surface import PanelSurface

LINES: list[str] = []
MOST = {4: (8.0, 1.0), 5: (60.0, 4.0)}  # subdivisions of a sphere: seconds by the clock, and GB


def say(*cells: object) -> None:
    line = "| " + " | ".join(str(cell) for cell in cells) + " |"
    LINES.append(line)
    print(line, flush=True)


def head(*cells: str) -> None:
    LINES.append("")
    print()
    say(*cells)
    say(*("---" for _ in cells))


def added(surface: PanelSurface, at: tuple[float, float, float] = (0, 0, 0)) -> np.ndarray:
    mesh = (surface.vertices, surface.faces)
    return pl.hydro(mesh, density=1.0, panels=100, at=at, estimate=False, unit="m").added_mass


def percent(share: float) -> str:
    return f"{100 * share:+.3f} %"


def lamb() -> None:
    head("ellipsoid, semi-axes", "panels", "corners on it: translations", "rotations",
         "same volume: translations", "rotations")  # fmt: skip
    for axes in ((1.0, 1.0, 1.0), (3.0, 0.5, 0.5), (1.0, 0.6, 0.3)):
        answer = np.diag(ellipsoid(*axes))
        counts = answer > 1e-6 * answer.max()
        for level in (2, 3, 4):
            cells = []
            for same_volume in (False, True):
                surface = solids.ellipsoid(axes, level, same_volume)
                found = np.diag(added(surface))
                share = np.where(counts, found / np.where(counts, answer, 1) - 1, 0.0)
                cells += [percent(part[np.argmax(abs(part))]) for part in (share[:3], share[3:])]
                if axes == (1.0, 1.0, 1.0):
                    cells[-1] = "-"
            say(" x ".join(map(str, axes)), len(surface.faces), *cells)


def tables() -> None:
    """Bodies of DNV-RP-H103 (2011), table A-2, and what potential flow has for them."""
    head("body", "panels", "found", "table", "difference")
    thicknesses = (0.04, 0.02, 0.01)
    for name, unit, value, make in (
        ("square plate", np.pi / 4, 0.579, lambda t: solids.box(t, 1, 1, (2, 24, 24))),
        ("plate 1 x 2", np.pi / 2, 0.757, lambda t: solids.box(t, 1, 2, (2, 18, 32))),
        ("disc of radius 1", 8 / 3, 1.0, lambda t: solids.cylinder(1.0, t, 48, 2, 16)),
    ):
        found = []
        for t in thicknesses:
            surface = make(t)
            found.append(added(surface)[0, 0] / unit)
            say(f"{name}, {t} thick", len(surface.faces), f"{found[-1]:.4f}", "", "")
        limit = to_no_thickness(thicknesses, found)
        say(f"{name}, to no thickness", "", f"{limit:.4f}", value, percent(limit / value - 1))


def to_no_thickness(thicknesses: tuple[float, ...], found: list[float]) -> float:
    """The value at 0 of a + b t + c t log t: a plate's edges have that shape."""
    t = np.array(thicknesses)
    return float(np.linalg.solve(np.stack([np.ones(3), t, t * np.log(t)], axis=1), found)[0])


def remus() -> None:
    """The bare hull, beside Prestero (2001), whose lateral terms are strips with fins.

    unconfirmed: how he found them, and the hull's parameters; his values are those of `remus100`.
    """
    surface, x, r = solids.myring(16, 32)
    found = 1030 * added(surface)
    strips = 1030 * np.pi * np.trapezoid(r**2, -x)
    moment = 1030 * np.pi * np.trapezoid(r**2 * x**2, -x)
    head("REMUS, bare hull, density 1030", "found", "strips", "Prestero (2001), with fins")
    say("-X_udot, kg", f"{found[0, 0]:.3f}", "-", 0.93)
    say("-Y_vdot, kg", f"{found[1, 1]:.2f}", f"{strips:.2f}", 35.5)
    say("-N_rdot, kg m2", f"{found[5, 5]:.3f}", f"{moment:.3f}", 4.88)


def edges() -> None:
    """Prisms, cylinders and a plate: linear over the displaced mass, pitch also over edge^2."""
    head("body, length", "motion", "where ours goes", "second way", "Capytaine, direct",
         "DNV-RP-H103", "ours, finest", "panels: ours, Capytaine")  # fmt: skip
    for row in rows(has_capytaine()):
        say(*row)


def has_capytaine() -> bool:
    try:
        import capytaine  # noqa: F401
    except ImportError:
        print("Capytaine is not installed: left out")
        return False
    return True


def beside_capytaine() -> list[str]:
    """Both from a mesh in memory to the 6x6, checks of the mesh included, without our estimate."""
    if not has_capytaine():
        return []
    import capytaine

    in_capytaine(solids.sphere(1))  # makes its tables
    added(solids.sphere(1))
    head("same triangles", "motion", "Pelagos", f"Capytaine {capytaine.__version__}, indirect",
         "direct", "Pelagos, s", "indirect, s", "direct, s")  # fmt: skip
    same = {
        "sphere": solids.ellipsoid((1, 1, 1), 3, True),
        "cube": solids.box(1, 1, 1, (14, 14, 14)),
        "cylinder, length / diameter 2": solids.cylinder(0.5, 2.0, 32, 20, 8),
        "sphere, fine": solids.ellipsoid((1, 1, 1), 4, True),
    }
    missed = []
    for name, surface in same.items():
        found, times = [], []
        for solver in (
            added,
            lambda one: in_capytaine(one, "indirect"),
            lambda one: in_capytaine(one, "direct"),
        ):
            start = time.process_time()
            found.append(np.diag(solver(surface)))
            times.append(time.process_time() - start)
        if times[0] > min(times[1:]):
            missed.append(f"{name}: {times[0]:.2f} s, Capytaine {min(times[1:]):.2f} s")
        for k, motion in {0: "surge", 1: "sway", 4: "pitch"}.items():
            if "sphere" in name and k:
                continue
            own, *others = (values[k] for values in found)
            cells = [f"{other:.4f} ({percent(other / own - 1)})" for other in others]
            say(f"{name}, {len(surface.faces)}", motion, f"{own:.4f}", *cells,
                *(f"{taken:.2f}" if k == 0 else "" for taken in times))  # fmt: skip
    return missed


_ALONE = """
import json, resource, sys, time
import pelagos as pl
from benchmarks import hydro_solids as solids
ball = solids.ellipsoid((1, 1, 1), int(sys.argv[1]), True)
pl.hydro((solids.sphere(2).vertices, solids.sphere(2).faces), panels=320)
start = time.perf_counter()
pl.hydro((ball.vertices, ball.faces), panels=100)
waited = time.perf_counter() - start
print(json.dumps([len(ball.faces), waited, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))
"""


def limits(large: bool) -> list[str]:
    """`pl.hydro` as called, with its estimate and checks, in a process of its own."""
    head("`pl.hydro` of a sphere, panels", "by the clock, s", "must", "peak memory, GB", "must")
    missed = []
    for level, (seconds, memory) in MOST.items():
        if level == 5 and not large:
            continue
        said = subprocess.run([sys.executable, "-c", _ALONE, str(level)],
                              check=True, capture_output=True, text=True).stdout  # fmt: skip
        panels, waited, kilobytes = json.loads(said.splitlines()[-1])
        taken = kilobytes / 1e6
        say(panels, f"{waited:.1f}", f"{seconds:g}", f"{taken:.2f}", f"{memory:g}")
        if waited > seconds or taken > memory:
            missed.append(f"{panels} panels: {waited:.1f} s and {taken:.2f} GB")
    return missed


def main() -> None:
    missed: list[str] = []
    parts = {
        "lamb": lamb,
        "tables": tables,
        "edges": edges,
        "remus": remus,
        "capytaine": lambda: missed.extend(beside_capytaine()),
        "limits": lambda: missed.extend(limits(given.large)),
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only", choices=tuple(parts))
    given = parser.parse_args()
    for name, part in parts.items():
        if given.only in (None, name):
            part()
    if given.table is not None:
        given.table.write_text(f"{taken_with(machine())}\n" + "\n".join(LINES) + "\n")
    if missed:
        raise SystemExit(f"more than must hold: {'; '.join(missed)}")


if __name__ == "__main__":
    main()
