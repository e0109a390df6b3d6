"""Makes the pictures and the table of docs/validation/maarco.md: `docs/scripts/maarco.py`."""

from __future__ import annotations

from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import pelagos as pl
from pelagos.laws import Force, Vec3
from pelagos.result.euler import unfolded

FOLDER = Path(__file__).parents[1] / "assets" / "maarco"
# figure of the document, scenario, seconds shown, the two coordinates of the path
FIGURES = (
    (4, "forward", 10.0, "xz"),
    (5, "rise", 10.0, "xz"),
    (6, "yaw", 6.0, "xy"),
    (7, "roll-ballast", 20.0, "yz"),
    (8, "roll-slider", 40.0, "yz"),
    (9, "pitch-slider", 20.0, "xz"),
)
ROBOTS = {"maarco": "-", "maarco-corrected": "--"}
COLOURS = ("#0072B2", "#D55E00", "#009E73")
ROUNDING = 1e-6  # m or rad
HIDDEN = 10.0  # times the range of a curve: it is a straight line on this scale

# Other readings of the document: what to replace in the words of maarco.
DIAMETER = {
    "A_link: rho*V_link/4": "A_link: rho*V_link",
    "A_drive: rho*V_drive/4": "A_drive: rho*V_drive",
    "d_link*l_link/2 ": "d_link*l_link ",
    "d_drive*l_drive/2 ": "d_drive*l_drive ",
}
KIRCHHOFF = {"added_mass_form: acceleration": "added_mass_form: kirchhoff"}
SPEED = "drag: {ellipsoid: {axial: 0.25, normal: 1.2, form: speed}}"
READINGS: dict[str, dict[str, str]] = {
    "`maarco`, which section 5 asks for": {},
    "links of 0.32 kg": {"m_link: rho*V_link ": "m_link: 0.32 "},
    "r is the diameter": DIAMETER,
    "no sin² in the drag of cylinders": {"form: inclined": "form: cross-flow"},
    "cross-flow drag of the chassis": {"form: speed": "form: cross-flow"},
    "eq 38-40 to the letter, cubic": {SPEED: "drag: false"},
    "Kirchhoff's added mass": KIRCHHOFF,
}


def cubic(velocity: Any, density: Any, p: Any) -> Force:
    """Equations 38 to 40 to the letter: the square of the speed times each component."""
    v = velocity.v
    k = -0.5 * density * np.pi * v.dot(v)
    axial, normal = 0.25 * p.a * p.a, 1.2 * p.a * p.b
    return Force.at(Vec3(0.0, 0.0, 0.0), k * Vec3(axial * v.x, normal * v.y, normal * v.z))


@cache
def words() -> str:
    return (resources.files("pelagos") / "robots" / "maarco.yaml").read_text(encoding="utf-8")


def reading(changes: dict[str, str]) -> pl.Robot:
    """The rover with other words; each must be there."""
    text = words()
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"maarco.yaml has no {old!r}")
        text = text.replace(old, new)
    robot = pl.loads(text)
    return robot.with_laws(drag={"chassis": cubic}) if SPEED in changes else robot


def turn(run: pl.Run) -> np.ndarray:
    """Roll, pitch and yaw, where pitch goes on past the vertical."""
    return unfolded(run.arrays["orientation"][:, 0])


def figure(scenario: str, seconds: float, plane: str) -> Figure:
    """Path, coordinates and angles of both robots; apart, if one would hide the other."""
    runs = {
        robot: pl.simulate(robot, scenario, duration=seconds, every=seconds / 1200)
        for robot in ROBOTS
    }
    spans = [float(np.ptp(turn(run), axis=0).max()) for run in runs.values()]
    apart = max(spans) > HIDDEN * min(spans) > HIDDEN * ROUNDING
    picture = Figure(figsize=(10.0, 5.6 if apart else 3.1), layout="constrained")
    rows = picture.subplots(2 if apart else 1, 3, squeeze=False)
    for k, (robot, run) in enumerate(runs.items()):
        draw(rows[k if apart else 0], robot, run, plane, named=apart or k == 0)
    for row, robot in zip(rows, ROBOTS, strict=False):
        finish(row, plane)
        if apart:
            row[0].set_title(robot, fontsize=9, loc="left")
    return picture


def draw(row: Any, robot: str, run: pl.Run, plane: str, *, named: bool) -> None:
    """Lines of a robot in three axes."""
    path, place, angle = row
    style, colour = ROBOTS[robot], "black" if robot == "maarco" else "#999999"
    time, position = run.arrays["time"], run.arrays["position"][:, 0]
    first, second = ("xyz".index(axis) for axis in plane)
    path.plot(position[:, first], position[:, second], style, color=colour, label=robot, lw=1)
    words = ("roll", "pitch", "yaw")
    for axes, values, names in ((place, position, "xyz"), (angle, turn(run), words)):
        for k, name in enumerate(names):
            label = name if named else None
            axes.plot(time, values[:, k], style, color=COLOURS[k], label=label, lw=1)


def finish(row: Any, plane: str) -> None:
    path, place, angle = row
    path.set(xlabel=f"{plane[0]} [m]", ylabel=f"{plane[1]} [m]")
    place.set(xlabel="t [s]", ylabel="[m]")
    angle.set(xlabel="t [s]", ylabel="[rad]")
    for axes in row:
        axes.legend(frameon=False, fontsize=7)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=7)
        axes.locator_params(nbins=6)
        # rounding errors are no motion
        if np.ptp(axes.get_xlim()) < ROUNDING:
            axes.set_xlim(-1.0, 1.0)
        if np.ptp(axes.get_ylim()) < ROUNDING:
            axes.set_ylim(-1.0, 1.0)


def effects() -> str:
    """What each reading changes: one line per reading, one column per statement."""
    lines = [
        "| reading | 5.1 speed | 5.1 sinks in 10 s | 5.2 speed | 5.3 yaw rate "
        "| 5.3 farthest from the first line | 5.4.1 roll, peak "
        "| 5.5 pitch, least | 5.5 pitch at 20 s |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    robots = {name: reading(changes) for name, changes in READINGS.items()}
    robots["all of it: `maarco-corrected`"] = pl.load("maarco-corrected")
    first = None
    for name, robot in robots.items():
        run = partial(pl.simulate, robot, rtol=1e-9)
        forward, rise = (run(s, duration=10.0) for s in ("forward", "rise"))
        # peaks are read off samples, so these are close
        yaw, roll = run("yaw", every=0.01), run("roll-ballast", every=1e-3)
        pitch = turn(run("pitch-slider", duration=20.0, every=2e-3))[:, 1]
        places = yaw.arrays["position"]
        first = places if first is None else first
        apart = np.linalg.norm(places - first, axis=2).max()
        speed = np.linalg.norm(forward.arrays["velocity"][-1, 0])
        cells = [
            f"{speed:.3f} m/s",
            f"{max(0.0, -forward.arrays['position'][-1, 0, 2]):.2f} m",
            f"{np.linalg.norm(rise.arrays['velocity'][-1, 0]):.3f} m/s",
            f"{yaw.arrays['angular_velocity'][-1, 0, 2]:.2f} rad/s",
            f"{apart:.3f} m",
            f"{np.array(roll.euler('chassis'))[:, 0].max():.3f}",
            f"{pitch.min():.2f}",
            f"{pitch[-1]:.2f}",
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True, parents=True)
    for number, scenario, seconds, plane in FIGURES:
        place = FOLDER / f"figure{number}.png"
        figure(scenario, seconds, plane).savefig(place, dpi=120)
        print(place)
    table = FOLDER / "effects.md"
    table.write_text(effects(), encoding="utf-8")
    print(table.read_text(encoding="utf-8"))
