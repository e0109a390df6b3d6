"""A hull of triangles afloat: its stability by hydrostatics, and its roll as a run shows it.

The hull is Wigley's, of parabolas, with upright walls above the waterline: its displacement and its
metacentre have closed forms.

python examples/floating_hull.py [--view hull.html]
"""

import argparse
import math
import tempfile
from pathlib import Path

import numpy as np

import pelagos as pl

LENGTH, BEAM, DRAUGHT, FREEBOARD = 2.0, 0.5, 0.2, 0.15  # m
RHO, G = 1025.0, 9.81


def wigley(stations: int = 12, levels: int = 4) -> tuple[np.ndarray, list]:
    """Vertices and faces: the shell from the deck's port edge over the keel to the other one."""
    xi = np.linspace(-1.0, 1.0, stations + 1)[1:-1]
    half = np.sin(np.linspace(0.0, math.pi / 2, levels + 1))[1:] - 1.0  # from above the keel up
    below = BEAM / 2 * np.outer(1 - xi**2, 1 - half**2)
    z = np.array([*(DRAUGHT * half), FREEBOARD])
    y = np.hstack([below, below[:, -1:]])
    points = [(-LENGTH / 2, 0.0, -DRAUGHT), (-LENGTH / 2, 0.0, FREEBOARD)]
    points += [(LENGTH / 2, 0.0, -DRAUGHT), (LENGTH / 2, 0.0, FREEBOARD)]
    rings = []
    for x, widths in zip(xi * LENGTH / 2, y, strict=True):
        port = [(x, w, h) for w, h in zip(widths, z, strict=True)][::-1]
        other = [(x, -w, h) for w, h in zip(widths, z, strict=True)]
        rings.append(range(len(points), len(points) + 2 * len(z) + 1))
        points += [*port, (x, 0.0, -DRAUGHT), *other]
    faces = []
    for a, b in zip(rings, rings[1:], strict=False):
        for k in range(len(a)):
            n = (k + 1) % len(a)  # the last side is the deck
            faces += [(a[k], b[k], b[n]), (a[k], b[n], a[n])]
    for ring, (low, high), turned in ((rings[0], (0, 1), True), (rings[-1], (2, 3), False)):
        sides = [(ring[k], ring[k + 1], low) for k in range(len(ring) - 1)]
        sides += [(ring[0], low, high), (high, low, ring[-1]), (ring[-1], ring[0], high)]
        faces += [side if turned else side[::-1] for side in sides]
    return np.array(points), faces


def save(file: Path, vertices: np.ndarray, faces: list) -> None:
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in vertices.tolist()]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]
    file.write_text("\n".join(lines) + "\n")


def afloat(folder: Path, centre: float) -> pl.Robot:
    """The hull at its displacement, with its mass centre at a height over the waterline."""
    save(folder / "wigley.obj", *wigley())
    mass = RHO * 4 / 9 * LENGTH * BEAM * DRAUGHT
    file = folder / "hull.yaml"
    file.write_text(f"""
name: hull
water: {{density: {RHO}, crossing: true}}
bodies:
  hull:
    joint: free
    shape: {{mesh: {{file: wigley.obj}}, at: {{position: [0, 0, {-centre}]}}}}
    mass: {mass}
    com: [0, 0, 0]
    inertia: {[mass * (0.35 * BEAM) ** 2, *[mass * (0.25 * LENGTH) ** 2] * 2]}
    added_mass: false
    drag: false
initial: {{hull: {{position: [0, 0, {centre}], rpy: [2 deg, 0, 0]}}}}
duration: 4
""")
    return pl.load(file)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--view", metavar="PAGE", help="write the run as a page")
    asked = options.parse_args()
    buoyancy, metacentre = -3 / 8 * DRAUGHT, 3 * BEAM**2 / (35 * DRAUGHT)
    print("mass centre    GM, closed form, and period    in the run")
    for centre in (-0.08, 0.0, 0.06):
        gm = buoyancy + metacentre - centre
        with tempfile.TemporaryDirectory() as folder:
            run = pl.simulate(afloat(Path(folder), centre), every=0.01)
        w, x = run.arrays["orientation"][:, 0, :2].T
        heel = np.degrees(2 * np.arctan2(x, w))
        # it starts to roll at 2 degrees, and is upright after a quarter of its period
        found, want = "capsizes", "none"
        if np.abs(heel).max() < 3.0:
            k = int(np.argmax(heel < 0.0))
            quarter = np.interp(0.0, heel[[k, k - 1]], run.arrays["time"][[k, k - 1]])
            found = f"{4 * quarter:.3f} s"
        if gm > 0:
            want = f"{2 * math.pi * 0.35 * BEAM / math.sqrt(G * gm):.3f} s"
        print(f"{centre:8.2f} m {gm:12.3f} m {want:>14} {found:>13}")
    if asked.view:
        print("page:", run.view(asked.view))


if __name__ == "__main__":
    main()
