"""What sensors cost: a vehicle with six PID controllers at 100 Hz, without and with sensors.

python -m benchmarks.sensors [--table benchmarks/sensors.md]
"""

from __future__ import annotations

from typing import Any

import pelagos as pl
from benchmarks.timing import Candidate, best_of, machine, taken_with, write_table

AXES = {
    "north": "surge",
    "east": "sway",
    "depth": "heave",
    "roll": "roll",
    "pitch": "pitch",
    "heading": "yaw",
}
GAINS = {"rate": 100, "kp": 30, "ki": 3, "kd": 20, "filter": 0.05, "limits": [-60, 60]}
FIELD = {"strength": 5e-5, "inclination": 1.2}
SENSORS: dict[str, Any] = {
    "imu": {"imu": {"preset": "icm-20602", "rate": 100}},
    "magnetometer": {"magnetometer": {"preset": "mmc5983ma", "rate": 50, "field": FIELD}},
    "depth": {"depth": {"preset": "bar30", "rate": 20}},
    "dvl": {"dvl": {"preset": "waterlinked-a50", "rate": 10, "seabed": 20}},
    "altimeter": {"altimeter": {"preset": "ping", "rate": 10, "seabed": 20}},
}
SETS = {"none": (), "imu": ("imu",), "all five": tuple(SENSORS)}
SECONDS, RUNS = 20.0, 64


def pids(sensors: tuple[str, ...]) -> pl.Robot:
    """bluerov-heavy at 5 m in still water, held by six PID controllers, with some sensors."""
    controllers = {
        f"keep_{measure}": {"measure": measure, "axis": axis, "body": "hull", **GAINS}
        for measure, axis in AXES.items()
    }
    controllers["keep_depth"]["target"] = 5.0
    return _robot(sensors, controllers, {})


def station(sensors: tuple[str, ...]) -> pl.Robot:
    """The same held by the controller of its scenario `hold`, at 100 Hz, in its shear current."""
    hold = pl.load("bluerov-heavy").resolved("hold").to_dict()
    controllers = hold["controllers"]
    controllers["hold"]["station"]["rate"] = 100
    return _robot(sensors, controllers, {"water": hold["water"]})


def _robot(sensors: tuple[str, ...], controllers: Any, more: dict[str, Any]) -> pl.Robot:
    own: dict[str, Any] = {}
    for name in sensors:
        ((kind, given),) = SENSORS[name].items()
        kept = {key: value for key, value in given.items() if key != "seabed" or not more}
        own[name] = {kind: {"body": "hull", **kept}}  # water with a depth has a seabed
    words = pl.load("bluerov-heavy").to_dict() | more
    words |= {"controllers": controllers, "initial": {"hull": {"position": [0, 0, 5]}}}
    return pl.Robot(**words, **({"sensors": own} if own else {}))


def march(one: pl.Robot) -> Candidate:
    """A session that goes on and records nothing."""
    session = pl.Session(one)
    return Candidate(lambda: session.advance(session.time + SECONDS), int(100 * SECONDS))


def alone(one: pl.Robot) -> Candidate:
    """A single run from words to a result, with all its readings."""
    return Candidate(lambda: pl.simulate(one, duration=10 * SECONDS, every=1.0), int(1e3 * SECONDS))


def batch(one: pl.Robot) -> Candidate:
    """Runs in lanes, of which the coordinates are kept."""
    words = {"n": RUNS, "duration": SECONDS, "every": 1.0, "threads": 1, "keep": ["q"]}
    return Candidate(lambda: pl.simulate_batch(one, **words), int(100 * SECONDS * RUNS))


def table(rounds: int) -> str:
    """One line per vehicle and set of sensors."""
    rates = {name: next(iter(words.values()))["rate"] for name, words in SENSORS.items()}
    lines = [
        taken_with(machine()),
        "",
        "`bluerov-heavy` without and with sensors: "
        + ", ".join(f"{name} at {rate} Hz" for name, rate in rates.items())
        + ". Microseconds of one core per run and 10 ms: of the march alone, as in a session; of "
        f"`simulate`, whose result has all readings; in a batch of {RUNS} runs, which keeps none. "
        "Six PID controllers at 100 Hz in still water are the least that there is to add to; the "
        "controller of the scenario `hold`, at 100 Hz in its current, is what a vehicle has.",
        "",
        "| held by | sensors | march | more | simulate | more | batch | more |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for held, made in (("six PIDs", pids), ("`hold`", station)):
        robots = {title: made(sensors) for title, sensors in SETS.items()}
        found = [
            best_of({title: of(one) for title, one in robots.items()}, rounds)
            for of in (march, alone, batch)
        ]
        for title in SETS:
            parts = []
            for spent in found:
                more = 100.0 * (spent[title] / spent["none"] - 1.0)
                parts.append(f"{1e6 * spent[title]:.3g} us | {more:.0f} %")
            lines.append(f"| {held} | {title} | {' | '.join(parts)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_table("What sensors cost beside six PID controllers.", table)
