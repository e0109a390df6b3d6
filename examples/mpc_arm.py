"""Predictive control of a vehicle whose arm swings a payload about, beside a PID.

rov-arm has the eight thrusters of bluerov-heavy here, 1.5 kg of steel in its hand and a shear
current about it that no controller knows. Three keep its place: a PID for each axis, a predictive
controller that knows the vehicle alone, and one that knows what the arm is told to do as well.

    pip install 'pelagos[casadi,plot]'
    python examples/mpc_arm.py [--duration 20] [--page mpc.html] [--view motion.html]

The PID is given all the help there is: its gains are tuned on this very motion, for the cost that
the plans make least, by an optimiser. The plans know the weights of that cost, and nothing else of
what will come. To tune it anew, in a minute:

    pip install 'pelagos[casadi,optimise]'
    python examples/mpc_arm.py --tune
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cache

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
# A PID is as quick as w (rad/s), damped by z, and n times slower in what it integrates: kp = m w^2,
# kd = 2 z m w, ki = kp w / n, with masses and moments of inertia m. w, z and n of places, and of
# attitudes: what `--tune` finds.
TUNED = (4.463, 2.445, 4.915, 13.96, 0.1739, 11.36)
AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")
# weights of m, rad, m/s and rad/s, along and about the axes of the hull
WEIGHTS = {f"s[hull.{axis}]": 100.0 for axis in "uvw"} | {f"s[hull.{axis}]": 50.0 for axis in "pqr"}
WEIGHTS |= {f"u[hull.{axis}]": 10.0 for axis in "uvw"} | {f"u[hull.{axis}]": 1.0 for axis in "pqr"}
CHANGES = 1e-4  # weight of (N/s)^2, of each thruster
COLOURS = {"PID": "#d55e00", "MPC without the arm": "#e69f00", "MPC with the arm": "#0072b2"}


def vehicle(arm: str | None = "servos", current: bool = False, pid: tuple = ()) -> pl.Robot:
    """rov-arm with eight thrusters and a load; pid: six numbers of one, as `TUNED`.

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
        law = {"body": "hull", "rate": RATE, "gains": gains(pid)}
        words["controllers"] = {"hold": {"station": law}}
    return pl.loads(yaml.safe_dump(words, sort_keys=False))


@cache
def masses() -> np.ndarray:
    """Mass and added mass along the axes of the hull and about them, arm and load included."""
    plant = vehicle()
    return np.diag(pl.mass_matrix(plant, q=[*START, 1, 0, 0, 0, 0, 0, 0, 0]))[:6]


def gains(numbers: tuple) -> dict[str, dict[str, float]]:
    """Of each axis."""
    found = {}
    for k, (axis, m) in enumerate(zip(AXES, masses(), strict=True)):
        w, z, n = numbers[:3] if k < 3 else numbers[3:]
        found[axis] = {"kp": m * w**2, "ki": m * w**3 / n, "kd": 2 * z * m * w}
    return {axis: {name: float(gain) for name, gain in own.items()} for axis, own in found.items()}


def thrusters() -> list[str]:
    return [f"thruster{k}" for k in range(1, 9)]


def controller(arm: str | None, **options) -> pl.MPC:
    """A predictive controller that knows the vehicle, so much of its arm, and no current."""
    options = {"Q": WEIGHTS, "R": 1e-3, "changes": CHANGES, "disturbance": 0.1} | options
    return pl.MPC(vehicle(arm), inputs=thrusters(), rate=RATE, horizon=HORIZON, **options)


def costs(times: np.ndarray, arrays: dict) -> np.ndarray:
    """What plans make least, as a mean over time: squares of errors, speeds and changes of thrust.
    Of one run, or of many."""
    late = times >= min(SETTLED, 0.5 * times[-1])
    off = arrays["q"][..., :3] - START
    turned = 2.0 * arrays["q"][..., 4:7]  # for small angles
    errors = np.concatenate([off, turned, arrays["u"][..., :6]], axis=-1)[..., late, :]
    changes = RATE * np.diff(arrays["actuation"][..., :8], axis=-2)[..., late[1:], :]
    stages = errors**2 @ list(WEIGHTS.values())
    return stages.mean(axis=-1) + CHANGES * (changes**2).sum(axis=-1).mean(axis=-1)


def paid_by_pids(several: list[tuple], duration: float) -> np.ndarray:
    """The costs of PIDs with such numbers as `TUNED`; many at once."""
    found = [gains(numbers) for numbers in several]
    vary = {
        f"controllers.hold.station.gains.{axis}.{name}": [own[axis][name] for own in found]
        for axis in AXES
        for name in ("kp", "ki", "kd")
    }
    batch = pl.simulate_batch(
        vehicle(current=True, pid=TUNED),
        vary=vary,
        duration=duration,
        every=1 / RATE,
        keep=["q", "u", "actuation"],
    )
    return costs(batch.arrays["time"], batch.arrays)


def tuned(duration: float) -> tuple[tuple, float]:
    """The six numbers of the PID with the least cost, by CMA-ES, and that cost."""
    import cma

    options = {"seed": 1, "popsize": 16, "maxiter": 100, "tolx": 1e-2, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.log([2, 1, 3, 5, 1, 3]), 0.3, options)
    while not search.stop():
        asked = search.ask()
        paid = paid_by_pids([tuple(np.exp(x)) for x in asked], duration)
        search.tell(asked, np.where(np.isfinite(paid), paid, 1e9).tolist())
        print(f"generation {search.countiter}: cost {search.result.fbest:.4f}", flush=True)
    return tuple(np.exp(search.result.xbest).tolist()), float(search.result.fbest)


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
    def cost(self) -> float:
        return float(costs(self.times, self.run.arrays))

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
            f"{self.cost:.3f}",
            f"{1e3 * self.rms(self.off):.1f}",
            f"{1e3 * self.off[late].max():.1f}",
            f"{np.degrees(self.rms(self.turned)):.2f}",
            f"{np.degrees(self.turned[late].max()):.2f}",
            f"{self.rms(self.thrust):.2f}",
            f"{np.median(ticks):.2f}",
            f"{np.quantile(ticks, 0.99):.2f}",
        ]


HEAD = (
    "",
    "cost",
    "off (mm)",
    "off, at most (mm)",
    "turned (deg)",
    "turned, at most (deg)",
    "thrust (N)",
    "tick (ms)",
    "tick, 99 % (ms)",
)


def table(kept: list[Kept]) -> list[tuple]:
    """One column for each, so that it is narrow enough for a phone."""
    return list(zip(*[HEAD, *(own.row() for own in kept)], strict=True))


def kept_by_pid(duration: float) -> Kept:
    """The time of a tick is that of the whole simulation: its controller is compiled into it."""
    plant = vehicle(current=True, pid=TUNED)
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
        axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
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
        f"ticks a second; plans reach {HORIZON:g} s ahead. The gains of the PID were tuned on this "
        "very motion for the cost that the plans make least.</p>"
    )
    footer = (
        f"From {SETTLED:g} s on. Cost: weighted squares of errors, speeds and changes of thrust. "
        "Errors and thrust: root mean squares. Ticks: median and 99 % of the processor's time from "
        "the measured state to the commands, all work included; of the PID, whose law is compiled "
        "into the simulation, the time of simulating a tick."
    )
    summary = pages.card(pages.table(table(kept), kind="dense"), wide=True)
    title = "An arm that moves: predictive control and PID"
    pages.write(path, title, [pages.cards([summary, *pictures])], lead=lead, footer=footer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duration", type=float, default=20.0, help="seconds to simulate")
    parser.add_argument("--page", metavar="FILE.html", help="write the comparison as a page")
    parser.add_argument("--view", metavar="FILE.html", help="write the motions as a 3D page")
    parser.add_argument("--tune", action="store_true", help="find the PID's gains, and no more")
    options = parser.parse_args()
    if options.tune:
        numbers, cost = tuned(options.duration)
        print(f"TUNED = ({', '.join(f'{x:.4g}' for x in numbers)})  # cost {cost:.4f}")
        return
    kept = compared(options.duration)
    for name, *cells in table(kept):
        print(f"{name:22}" + "".join(f"{cell:>21}" for cell in cells))
    if options.page:
        write_page(kept, options.page)
        print("page:", options.page)
    if options.view:
        print("page:", kept[-1].run.view(options.view, kept[0].run))


if __name__ == "__main__":
    main()
