"""Predictive control of a vehicle whose arm swings a payload about, beside a PID.

rov-arm has the eight thrusters of bluerov-heavy here, 1.5 kg of steel in its hand and a shear
current about it that no controller knows. Three keep its place: a PID for each axis, a predictive
controller that knows the vehicle alone, and one that knows what the arm is told to do as well.

    pip install 'pelagos[casadi,plot]'
    python examples/mpc_arm.py [--duration 20] [--page mpc.html] [--view motion.html]
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
import yaml

import pelagos as pl

RATE, HORIZON, START = 20.0, 1.5, [0.0, 0.0, 5.0]
SETTLED = 5.0  # s: errors are counted from here on
ARM = ("turret", "upper-arm", "forearm", "hand", "load")
# joint, stiffness, damping, limit (those of rov-arm would give way by 12 degrees under the load),
# and what it is told to do, in rad; all of it assumptions
SERVOS = {
    "slew": ("turret", 60, 6, 20, "0.7*(1 - cos(0.9*t))"),
    "shoulder": ("upper-arm", 150, 12, 20, "0.4*(1 - cos(1.3*t))"),
    "elbow": ("forearm", 80, 6, 12, "-0.5*(1 - cos(1.1*t))"),
    "wrist": ("hand", 10, 0.3, 5, "0"),
}
LOAD = {
    "parent": "hand",
    "at": ["hand", 0, 0],
    "joint": "fixed",
    "shape": {"sphere": "(0.75*payload/(pi*steel))^(1/3)"},
    "density": "steel",
    "color": "dimgray",
    "source": "assumption, a ball of steel",
}
CURRENT = {"shear": {"velocity": [0.35, 0.2, 0], "reference_depth": 15}}  # 0.4 m/s
# Of the form kp = m w^2, kd = 2 z m w, ki = kp w / n, with m masses and added mass; w of places and
# of attitudes, z and n were tried out on a grid for the least cost of the plans below.
GAINS = {
    "surge": {"kp": 80, "ki": 53, "kd": 80},
    "sway": {"kp": 108, "ki": 72, "kd": 108},
    "heave": {"kp": 116, "ki": 77, "kd": 116},
    "roll": {"kp": 35, "ki": 117, "kd": 7},
    "pitch": {"kp": 70, "ki": 233, "kd": 14},
    "yaw": {"kp": 70, "ki": 233, "kd": 14},
}
# weights of m, rad, m/s and rad/s, along and about the axes of the hull
WEIGHTS = {f"s[hull.{axis}]": 100.0 for axis in "uvw"} | {f"s[hull.{axis}]": 50.0 for axis in "pqr"}
WEIGHTS |= {f"u[hull.{axis}]": 10.0 for axis in "uvw"} | {f"u[hull.{axis}]": 1.0 for axis in "pqr"}
COLOURS = {"PID": "#d55e00", "MPC without the arm": "#e69f00", "MPC with the arm": "#0072b2"}


def vehicle(arm: str | None = "servos", current: bool = False, pid: bool = False) -> pl.Robot:
    """rov-arm with eight thrusters and a load.

    arm: `servos` as in the plant, `motions` that follow what servos are told, `frozen` as it is at
    the start, or None.
    """
    words, heavy = pl.load("rov-arm").to_dict(), pl.load("bluerov-heavy").to_dict()
    words["name"] = "rov-arm with eight thrusters"
    words["parameters"] |= {n: heavy["parameters"][n] for n in ("x", "y", "x_up", "y_up", "most")}
    words["parameters"] |= {"payload": "1.5 kg", "steel": 7850}
    words["actuators"] = dict(heavy["actuators"])
    words["bodies"] |= {"load": LOAD}
    words["initial"] = {"hull": {"position": START}}
    words["water"] |= {"depth": 20, "current": CURRENT} if current else {}
    words["scenarios"] = {}
    for name, (joint, stiffness, damping, limit, told) in SERVOS.items():
        if arm == "servos":
            law = {"joint": joint, "stiffness": stiffness, "damping": damping, "limit": limit}
            words["actuators"][name] = {"servo": {**law, "input": told}}
        elif arm == "motions":
            words["actuators"][name] = {"motion": {"joint": joint, "input": told}}
        elif arm == "frozen":
            words["bodies"][joint]["joint"] = "fixed"
    if arm is None:
        words["bodies"] = {n: own for n, own in words["bodies"].items() if n not in ARM}
    if pid:
        words["controllers"] = {"hold": {"station": {"body": "hull", "rate": RATE, "gains": GAINS}}}
    return pl.loads(yaml.safe_dump(words, sort_keys=False))


def thrusters() -> list[str]:
    return [f"thruster{k}" for k in range(1, 9)]


def controller(arm: str | None, **options) -> pl.MPC:
    """A predictive controller that knows the vehicle, so much of its arm, and no current."""
    options = {"rate": RATE, "horizon": HORIZON, "Q": WEIGHTS, "R": 1e-3, "changes": 1e-4} | options
    return pl.MPC(vehicle(arm), inputs=thrusters(), disturbance=0.2, **options)


@dataclass(frozen=True)
class Kept:
    """How well a place was kept."""

    name: str
    run: pl.Run
    seconds: np.ndarray  # of the processor, for every tick but the first

    @property
    def times(self) -> np.ndarray:
        return np.asarray(self.run.arrays["time"])

    @property
    def off(self) -> np.ndarray:
        """Distance from the place, m."""
        return np.linalg.norm(self.run.arrays["q"][:, :3] - START, axis=1)

    @property
    def turned(self) -> np.ndarray:
        """Angle from the attitude, rad."""
        return 2.0 * np.arctan2(
            np.linalg.norm(self.run.arrays["q"][:, 4:7], axis=1), np.abs(self.run.arrays["q"][:, 3])
        )

    @property
    def thrust(self) -> np.ndarray:
        """Of the eight thrusters, their root mean square, N."""
        return np.sqrt(np.mean(np.asarray(self.run.arrays["actuation"])[:, :8] ** 2, axis=1))

    @property
    def largest(self) -> np.ndarray:
        return np.abs(np.asarray(self.run.arrays["actuation"])[:, :8]).max(axis=1)

    def rms(self, values: np.ndarray) -> float:
        late = values[self.times >= min(SETTLED, 0.5 * self.times[-1])]
        return float(np.sqrt(np.mean(late**2)))

    def row(self) -> list[str]:
        late = self.times >= min(SETTLED, 0.5 * self.times[-1])
        ticks = 1e3 * self.seconds
        return [
            self.name,
            f"{1e3 * self.rms(self.off):.1f}",
            f"{1e3 * self.off[late].max():.1f}",
            f"{np.degrees(self.rms(self.turned)):.2f}",
            f"{np.degrees(self.turned[late].max()):.2f}",
            f"{self.rms(self.thrust):.2f}",
            f"{np.median(ticks):.2f}",
            f"{np.quantile(ticks, 0.99):.2f}",
        ]


HEAD = ["", "off (mm)", "at most", "turned (deg)", "at most", "thrust (N)", "tick (ms)", "99 %"]


def kept_by_pid(duration: float) -> Kept:
    """The time of a tick is that of the whole simulation: its controller is compiled into it."""
    plant = vehicle(current=True, pid=True)
    pl.simulate(plant, duration=1 / RATE)  # compiles
    begun = time.thread_time()
    run = pl.simulate(plant, duration=duration, every=1 / RATE)
    spent = (time.thread_time() - begun) / (duration * RATE)
    return Kept("PID", run, np.array([spent]))


def kept_by_plans(name: str, duration: float, mpc: pl.MPC) -> Kept:
    seconds = []

    def clocked(now, seen):
        begun = time.thread_time()
        commands = mpc.control(now, seen)
        seconds.append(time.thread_time() - begun)
        return commands

    plant = vehicle(current=True)
    run = pl.simulate(plant, controller=clocked, rate=RATE, duration=duration, every=1 / RATE)
    if not run.outcome.finished:
        raise SystemExit(run.outcome.message)
    return Kept(name, run, np.array(seconds[1:]))


def compared(duration: float) -> list[Kept]:
    found = [kept_by_pid(duration)]
    for name, arm in (("MPC without the arm", None), ("MPC with the arm", "servos")):
        found.append(kept_by_plans(name, duration, controller(arm)))
    return found


def write_page(kept: list[Kept], path: str) -> None:
    """The comparison as one page, without scripts."""
    from pelagos.result import pages

    @pages.styled
    def drawn(title: str, unit: str, values, log: bool = False) -> str:
        figure = pages.figure(4.6, 3.1)
        axes = figure.subplots()
        for own in kept:
            times, numbers = values(own)
            axes.plot(times, numbers, color=COLOURS[own.name], label=own.name, linewidth=1.4)
        axes.set(xlabel="time (s)", ylabel=f"{title} ({unit})", yscale="log" if log else "linear")
        axes.legend()
        return pages.card(pages.image(figure, title))

    def ticks(own: Kept):
        many = len(own.seconds) > 1
        numbers = 1e3 * own.seconds if many else np.full(2, 1e3 * own.seconds[0])
        return (np.arange(1, len(numbers) + 1) / RATE if many else own.times[[0, -1]]), numbers

    @pages.styled
    def arm() -> str:
        figure = pages.figure(4.6, 3.1)
        axes = figure.subplots()
        for name, (joint, *_) in SERVOS.items():
            angle = kept[-1].run.arrays["q"][:, kept[-1].run.robot.coordinates.index(joint)]
            axes.plot(kept[-1].times, np.degrees(angle), label=name, linewidth=1.4)
        axes.set(xlabel="time (s)", ylabel="joints of the arm (deg)")
        axes.legend()
        return pages.card(pages.image(figure, "joints of the arm"))

    pictures = [
        drawn("off its place", "mm", lambda own: (own.times, 1e3 * own.off)),
        drawn("turned off", "deg", lambda own: (own.times, np.degrees(own.turned))),
        drawn("thrust, rms of eight", "N", lambda own: (own.times, own.thrust)),
        drawn("largest thrust of eight", "N", lambda own: (own.times, own.largest)),
        drawn("time per tick", "ms", ticks, log=True),
        arm(),
    ]
    lead = (
        '<p class="said">rov-arm with eight thrusters keeps its place in a shear current of '
        "0.4 m/s that no controller knows, while its arm swings 1.5 kg of steel about. Twenty "
        f"ticks a second; plans reach {HORIZON:g} s ahead.</p>"
    )
    footer = (
        f"Errors and thrust: root mean squares from {SETTLED:g} s on. Ticks: median and 99 % "
        "of the processor's time from the measured state to the commands, all work included; of "
        "the PID, whose law is compiled into the simulation, the time of simulating a tick."
    )
    table = pages.card(pages.table([HEAD, *(own.row() for own in kept)], kind="dense"), wide=True)
    title = "An arm that moves: predictive control and PID"
    pages.write(path, title, [pages.cards([table, *pictures])], lead=lead, footer=footer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duration", type=float, default=20.0, help="seconds to simulate")
    parser.add_argument("--page", metavar="FILE.html", help="write the comparison as a page")
    parser.add_argument("--view", metavar="FILE.html", help="write the motions as a 3D page")
    options = parser.parse_args()
    kept = compared(options.duration)
    rows = [HEAD, *(own.row() for own in kept)]
    for row in rows:
        print(f"{row[0]:22}" + "".join(f"{cell:>13}" for cell in row[1:]))
    if options.page:
        write_page(kept, options.page)
        print("page:", options.page)
    if options.view:
        print("page:", kept[-1].run.view(options.view, kept[0].run))


if __name__ == "__main__":
    main()
