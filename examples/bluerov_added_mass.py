"""How much water a BlueROV2 takes along: what was published, and what its form allows.

Published added masses of the vehicle differ by a factor of 2.6 in sway. An open frame has no single
answer: at least, the water flows between its solid parts; at most, all that its outline encloses
goes along. Both limits are computed from meshes made here, whose sizes are assumptions but for the
outline, which is that of the data sheet of Blue Robotics.

python examples/bluerov_added_mass.py [--view parts.html]
"""

import argparse

import numpy as np
import trimesh

import pelagos as pl

MOTIONS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
OUTLINE = (0.457, 0.338, 0.254)  # m, along x (ahead), y and z
ROBOTS = {  # what their authors found, as the built-in robots have it
    "bluerov": "bluerov",
    "rov-arm, Wu (2018)": "rov-arm",
    "bluerov-heavy, von Benzon (2022)": "bluerov-heavy",
}


def box(sizes, at):
    moved = trimesh.creation.box(sizes)
    moved.apply_translation(at)
    return moved


def tube(diameter, length, at, along=(1, 0, 0)):
    lying = trimesh.creation.cylinder(diameter / 2, length, sections=16)
    lying.apply_transform(trimesh.geometry.align_vectors((0, 0, 1), along))
    lying.apply_translation(at)
    return lying


def solid_parts(*, plates):
    """Foam, two tubes, six thrusters, and the side plates of the frame; none touches another.

    The real plates are more hole than plate: with and without them, two limits.
    """
    parts = [
        tube(0.114, 0.33, (0.0, 0.0, 0.03)),  # electronics
        tube(0.089, 0.2, (0.0, 0.0, -0.08)),  # battery
    ]
    for side in (-1, 1):
        if plates:
            parts.append(box((0.44, 0.012, 0.19), (0.0, side * 0.163, -0.032)))
        parts += [
            box((0.42, 0.085, 0.055), (0.0, side * 0.115, 0.095)),  # foam
            tube(0.09, 0.07, (0.0, side * 0.108, 0.015), (0, 0, 1)),  # vertical thruster
        ]
        for end in (-1, 1):
            parts.append(tube(0.095, 0.07, (end * 0.165, side * 0.09, -0.078), (1, -end * side, 0)))
    return trimesh.util.concatenate(parts)


parser = argparse.ArgumentParser()
parser.add_argument("--view", help="write a page of the parts and the flow about them")
given = parser.parse_args()

bare = pl.hydro(solid_parts(plates=False), panels=1500, estimate=False)
parts = pl.hydro(solid_parts(plates=True), panels=1800, estimate=False)
volume = parts.bodies[0].properties.volume
outline = pl.hydro(trimesh.creation.box(OUTLINE), panels=800, estimate=False,
                   fill=1.0, displaced=volume)  # fmt: skip
low, high = bare.added_mass, outline.frame.high

print(f"the solid parts displace {1000 * volume:.1f} litres of {1000 * np.prod(OUTLINE):.1f}")
print(f"{'kg, kg m2':34}" + "".join(f"{motion:>8}" for motion in MOTIONS))
rows = {"parts without side plates": low, "parts with closed side plates": parts.added_mass,
        "outline, closed": outline.added_mass, "outline, with the water inside": high}  # fmt: skip
for name, robot in ROBOTS.items():
    hull = pl.load(robot).bodies
    rows[name] = np.array(next(body.added_mass for body in hull.values() if body.added_mass))
for name, matrix in rows.items():
    print(f"{name:34}" + "".join(f"{x:8.3g}" for x in np.diag(matrix)))
for name in ROBOTS:
    share = (np.diag(rows[name]) - np.diag(low)) / (np.diag(high) - np.diag(low))
    outside = [m for m, s in zip(MOTIONS, share, strict=True) if not 0 <= s <= 1]
    said = f"outside of the limits in {', '.join(outside)}" if outside else "within the limits"
    print(f"{name}: sway at {100 * share[1]:.0f} % of the way from least to most; {said}")
if given.view:
    print("page:", parts.view(given.view))
