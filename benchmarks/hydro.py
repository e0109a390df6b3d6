"""The panel method against closed forms, tables and Capytaine: `python -m benchmarks.hydro`.

Options: --table FILE writes the table; --large solves 20,000 panels as well. Capytaine needs an
environment of its own (`benchmarks/hydro_capytaine.py` says why); its first-run tables are made
beforehand and not counted. Times are those of the processor, all cores added.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

import numpy as np

import pelagos as pl
from benchmarks import hydro_solids as solids
from benchmarks.hydro_capytaine import MOTIONS, bodies, in_capytaine, settled
from benchmarks.timing import machine, taken_with
from pelagos.model.hydrodynamics.added_mass_of_shapes import ellipsoid
from pelagos.panel_method.surface import PanelSurface

LINES: list[str] = []


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
    cases = ((1.2, None, 0.62), (2.5, None, 0.78), (5.0, None, 0.90), (1.0, 3.678, 0.5793))
    for ratio, along, across in cases:
        surface = solids.cylinder(0.5, ratio, 48, max(12, int(10 * ratio)), 10)
        found = np.diag(added(surface))
        volume = np.pi / 4 * ratio
        name, share = f"cylinder, length / diameter {ratio}", found[1] / volume
        say(f"{name}, across", len(surface.faces), f"{share:.4f}", across,
            percent(share / across - 1))  # fmt: skip
        if along is not None:
            say(f"{name}, along, over r3", len(surface.faces), f"{found[0] * 8:.4f}", along,
                percent(found[0] * 8 / along - 1))  # fmt: skip
    for ratio, value in ((1.0, 0.68), (2.0, 0.36), (3.0, 0.24), (5.0, 0.15)):
        surface = solids.box(ratio, 1, 1, (int(14 * ratio**0.5), 14, 14))
        share = added(surface)[0, 0] / ratio
        name = f"square prism, length / edge {ratio}, along"
        say(name, len(surface.faces), f"{share:.4f}", value, percent(share / value - 1))


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


def beside_capytaine(large: bool) -> None:
    try:
        import capytaine
    except ImportError:
        print("Capytaine is not installed: left out")
        return
    in_capytaine(solids.sphere(1))  # makes its tables
    added(solids.sphere(1))
    limits_of_capytaine()
    head("same panels", "motion", "Pelagos", f"Capytaine {capytaine.__version__}", "difference",
         "Pelagos, s", "Capytaine, s")  # fmt: skip
    same = {
        "sphere": solids.ellipsoid((1, 1, 1), 3, True),
        "cube": solids.box(1, 1, 1, (14, 14, 14)),
        "cylinder, length / diameter 2": solids.cylinder(0.5, 2.0, 32, 20, 8),
        "sphere, fine": solids.ellipsoid((1, 1, 1), 4, True),
    }
    for name, surface in same.items():
        start = time.process_time()
        own = added(surface)
        middle = time.process_time()
        other = in_capytaine(surface)
        end = time.process_time()
        times = (f"{middle - start:.2f}", f"{end - middle:.2f}")
        for k, motion in MOTIONS.items():
            if "sphere" in name and k:
                continue
            say(f"{name}, {len(surface.faces)}", motion, f"{own[k, k]:.4f}", f"{other[k, k]:.4f}",
                percent(own[k, k] / other[k, k] - 1), *(times if k == 0 else ("", "")))  # fmt: skip
    if large:
        surface = solids.ellipsoid((1, 1, 1), 5, True)
        start, clock = time.process_time(), time.perf_counter()
        added(surface)
        spent, waited = time.process_time() - start, time.perf_counter() - clock
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        say(
            f"sphere, {len(surface.faces)}",
            "",
            "",
            "",
            "",
            f"{spent:.1f}, {waited:.1f} by the clock, {most:.2f} GB",
            "",
        )


def limits_of_capytaine() -> None:
    """Ours on the finest of three meshes beside what the other goes to."""
    head("to panels without size", "panels", "motion", "Capytaine", "its order", "its limit",
         "Pelagos, finest", "difference")  # fmt: skip
    for name, meshes, motions in bodies():
        counts = ", ".join(str(len(mesh.faces)) for mesh in meshes)
        others = [np.diag(in_capytaine(mesh)) for mesh in meshes]
        own = np.diag(added(meshes[-1]))
        for k in motions:
            found = settled([float(other[k]) for other in others])
            if found.limit is None:
                cells = (
                    "not settled",
                    f"{own[k]:.5f}",
                    f"{percent(own[k] / others[-1][k] - 1)} of its finest",
                )
            else:
                cells = (f"{found.limit:.5f}", f"{own[k]:.5f}", percent(own[k] / found.limit - 1))
            shown = ", ".join(f"{other[k]:.5f}" for other in others)
            say(name, counts, MOTIONS[k], shown, f"{found.order:.2f}", *cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only", choices=("lamb", "tables", "remus", "capytaine"))
    given = parser.parse_args()
    parts = {"lamb": lamb, "tables": tables, "remus": remus,
             "capytaine": lambda: beside_capytaine(given.large)}  # fmt: skip
    for name, part in parts.items():
        if given.only in (None, name):
            part()
    if given.table is not None:
        given.table.write_text(f"{taken_with(machine())}\n" + "\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
