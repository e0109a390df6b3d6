"""The pages of docs/how-to/playground.md, which simulate in the browser: docs/assets/playground."""

from __future__ import annotations

from pathlib import Path

from pelagos.playground import Knob, write_playground

FOLDER = Path(__file__).parents[1] / "assets" / "playground"
PAGES = {
    "double-pendulum": (
        None,
        10.0,
        [
            Knob("parameters.length", 0.5, 1.5, 11, "length of both rods, m"),
            Knob("bodies.lower.mass", 0.25, 4.0, 16, "mass of the lower rod"),
            Knob("initial.upper.angle", 0.1, 3.1, 31, "first angle, rad"),
            Knob("gravity.2", -20.0, -1.0, 20, "gravity"),
        ],
    ),
    "four-bar": (None, 10.0, [Knob("parameters.per_metre", 0.25, 2.0, 8, "mass per length, kg/m")]),
    "snake8-free": ("coil", 4.0, [Knob("parameters.mass", 0.1, 0.4, 7, "mass of a link, kg")]),
    "maarco": (
        "yaw",
        10.0,
        [Knob("parameters.rho", 500.0, 1100.0, 13, "density of the water, kg/m3")],
    ),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, (scenario, duration, sliders) in PAGES.items():
        write_playground(name, FOLDER / f"{name}.html", sliders, scenario, duration=duration)
