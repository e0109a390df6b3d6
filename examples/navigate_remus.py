"""Navigation of an underwater vehicle by its sensors, and whether the filter is honest.

python examples/navigate_remus.py [--plot survey.png]
python examples/navigate_remus.py --claim 0.33      told that the log has a third of its noise
python examples/navigate_remus.py --delay 0.3       the log is late, and the filter is not told

The filter (navigation/error_state.py) says how wrong it is. Innovations and errors are as large as
it says, because sensors have the noise that they state, and the filter takes it from the result.
"""

import argparse

import numpy as np
from navigation.error_state import (
    ErrorStateFilter,
    bias_of,
    expected_attitude,
    expected_depth,
    expected_velocity,
    turn,
)
from scipy.spatial.transform import Rotation
from scipy.stats import chi2

import pelagos as pl

# Legs to the north and back, with dives. Fins follow the true state: it is the filter that is
# tried, not the autopilot.
COURSE, DEPTH = "pi/2*(1 - tanh(2*cos(2*pi*t/80)))", "(10 + 3*sin(2*pi*t/50))"
NORTH = "(1 - 2*(q[hull.qy]^2 + q[hull.qz]^2))"  # parts of the axis of the hull
EAST = "2*(q[hull.qx]*q[hull.qy] + q[hull.qw]*q[hull.qz])"
UP = "2*(q[hull.qw]*q[hull.qy] - q[hull.qx]*q[hull.qz])"
MODEL = f"""
name: survey
include: [remus100]
actuators:
  rudder:
    fin: {{input: "0.3*tanh(2*({EAST}*cos({COURSE}) - {NORTH}*sin({COURSE})) + 2*u[hull.r])"}}
  stern:
    fin: {{input: "0.3*tanh(2*({UP} - 0.5*tanh(0.5*(q[hull.z] - {DEPTH}))) + 2*u[hull.q])"}}
sensors:
  imu: {{imu: {{body: hull, at: [0.1, 0.02, 0.03], preset: hg1700}}}}
  log:
    dvl: {{body: hull, at: {{position: [-0.2, 0, 0.09], rpy: [0, 0, 45 deg]}}, seabed: 40,
          preset: rdi-explorer-600}}
  press: {{depth: {{body: hull, at: [0.55, 0, 0], preset: keller-10lhpx-30bar, bias: 0}}}}   # tared
  ahrs:      # noise is an assumption
    compass: {{body: hull, at: [0.3, 0, 0], rate: 10, heading: {{noise: 2 deg}},
              level: {{noise: 0.5 deg}}}}
duration: 120
"""
AIDS = {  # channels, and what they should read
    "log": (("velocity.x", "velocity.y", "velocity.z"), expected_velocity),
    "press": (("depth",), expected_depth),
    "ahrs": (("heading", "pitch", "roll"), expected_attitude),
}
# Standard deviations at the start: position, velocity; roll, pitch and heading
START = np.r_[[0.05] * 3, [0.05] * 3, np.radians([1.0, 1.0, 3.0])]


def truth(run):
    """Times, and the inertial unit at these: position, velocity, axes."""
    arrays, at = run.arrays, run.robot.sensors["imu"].law.at
    hull = Rotation.from_quat(np.roll(arrays["orientation"][:, 0], -1, axis=1)).as_matrix()
    around = np.cross(arrays["angular_velocity"][:, 0], at.p)
    velocity = arrays["velocity"][:, 0] + np.einsum("tij,tj->ti", hull, around)
    return arrays["time"], arrays["position"][:, 0] + hull @ at.p, velocity, hull @ at.R


def begin(run, start, seed):
    """The filter at t = 0, off the truth by as much as it says; noise as the result states it."""
    (_, p, v, R), imu, law = truth(run), run.readings("imu"), run.robot.sensors["imu"].law
    density = imu.variances[0, :6] / imu.rate
    biases = [bias_of(law.gyro, density[0]), bias_of(law.accelerometer, density[3])]
    spread, walk = np.repeat(biases, 3, axis=0).T
    noise = np.r_[np.zeros(3), density[3:], density[:3], walk]
    off = np.random.default_rng(seed).standard_normal(9) * start
    cov, gravity = np.diag(np.r_[start**2, spread]), np.array(run.robot.gravity)
    return ErrorStateFilter(
        p[0] - off[:3], v[0] - off[3:6], R[0] @ turn(-off[6:]), cov, noise, gravity
    )


def arrivals(run, aids, claim):
    """Readings of the aids by their times: name, values, variances. Lost ones are left out."""
    found = {}
    for name in aids:
        read, scale = run.readings(name), claim**2 if name == "log" else 1.0
        columns = [read.channels.index(channel) for channel in AIDS[name][0]]
        good = ~np.isnan(read.values[:, columns[0]])
        for k in np.flatnonzero(good):
            row = name, read.values[k, columns], scale * read.variances[k, columns]
            found.setdefault(round(read.time[k], 9), []).append(row)
    return found


def navigate(run, seed, aids=tuple(AIDS), claim=1.0, start=START):
    """Errors over time, and NIS by aid. claim: noise of the log as told, over what it is."""
    at, queue, imu = begin(run, start, seed), arrivals(run, aids, claim), run.readings("imu")
    home, sensors = run.robot.sensors["imu"].law.at, run.robot.sensors
    places = {name: sensors[name].law.at for name in aids}
    places = {n: (home.R.T @ (s.p - home.p), home.R.T @ s.R) for n, s in places.items()}
    true = {round(t, 9): state for t, *state in zip(*truth(run), strict=True)}
    # Readings of the unit are values at a time, not increments: lines between them are integrated,
    # with a stop wherever another sensor has a reading. Two steps then share the noise of the
    # reading between them, half of it each, so that angles and speeds gather N^2 per second.
    times = np.unique(np.r_[np.round(imu.time, 9), list(queue), list(true)])
    times = times[times <= imu.time[-1] + 1e-9]
    values = np.stack([np.interp(times, imu.time, x) for x in imu.values[:, :6].T], axis=1)
    nis, rows = {name: [] for name in aids}, []
    for k, t in enumerate(times):
        if k:
            gyro, accel = np.split(0.5 * (values[k - 1] + values[k]), 2)
            at.predict(gyro, accel, t - times[k - 1])
        for name, read, variances in queue.get(t, ()):
            expected, H = AIDS[name][1](at, values[k, :3], *places[name])
            off = read - expected
            if name == "ahrs":
                off = (off + np.pi) % (2 * np.pi) - np.pi
            nis[name].append((t, at.correct(off, H, np.diag(variances))))
        if t in true:
            p, v, R = true[t]
            error = np.r_[p - at.p, v - at.v, Rotation.from_matrix(at.R.T @ R).as_rotvec()]
            nees = error @ np.linalg.solve(at.cov[:9, :9], error)
            rows.append((t, error, np.sqrt(np.diag(at.cov)[:9]), nees, at.p))
    names = "time", "error", "sigma", "nees", "position"
    errors = {name: np.array(x) for name, x in zip(names, zip(*rows, strict=True), strict=True)}
    return errors, {name: np.array(found) for name, found in nis.items()}


def band(dimensions, count):
    """Where the mean of so many normalised squares is in 95 of 100 cases.

    Bar-Shalom, Li, Kirubarajan (2001), 5.4: in a consistent filter they are of chi-square.
    """
    return chi2.ppf([0.025, 0.975], dimensions * count) / count


def judged(runs):
    """Mean NIS by aid, mean NEES of position, velocity and attitude at two times; their bands."""
    for name, (channels, _) in AIDS.items():
        squares = np.concatenate([nis[name][:, 1] for _, nis in runs])
        yield f"NIS of {name}", squares.mean(), band(len(channels), len(squares))
    for part in (0.5, 1.0):
        k = round(part * (len(runs[0][0]["time"]) - 1))
        mean = np.mean([errors["nees"][k] for errors, _ in runs])
        yield f"NEES at {runs[0][0]['time'][k]:.0f} s", mean, band(9, len(runs))


def draw(file, run, errors, nis, without):
    """Track, errors with three standard deviations, and innovations of the log."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 7.5), layout="constrained")
    axes = figure.subplot_mosaic("TN;TE;TD;IX;IZ", width_ratios=(1, 1.2))
    track, innovations = axes["T"], axes["I"]
    ways = {"truth": truth(run)[1], "filter": errors["position"], "no log": without["position"]}
    for (name, way), style in zip(ways.items(), ("0.75", "C0", "C1"), strict=True):
        track.plot(way[:, 1], way[:, 0], color=style, lw=5 if name == "truth" else 1.2, label=name)
    track.set(xlabel="east (m)", ylabel="north (m)", aspect="equal", title="track")
    track.legend(fontsize="small", loc="lower right")
    degrees, late = 180 / np.pi, errors["time"] > 2
    for key, k, scale, label in (
        ("N", 0, 1, "north (m)"),
        ("E", 1, 1, "east (m)"),
        ("D", 2, 1, "down (m)"),
        ("X", 6, degrees, "about x (deg)"),
        ("Z", 8, degrees, "about z (deg)"),
    ):
        size = 3 * scale * errors["sigma"][:, k]
        axes[key].fill_between(errors["time"], -size, size, color="C0", alpha=0.2, lw=0)
        axes[key].plot(errors["time"], scale * errors["error"][:, k], "C0", lw=1)
        most = 1.1 * size[late].max()
        axes[key].set(ylabel=label, ylim=(-most, most), xlim=(0, errors["time"][-1]))
    axes["N"].set_title("errors within three standard deviations")
    axes["Z"].set_xlabel("time (s)")
    t, squares = nis["log"].T
    blocks = np.array_split(np.arange(len(t)), round(t[-1] / 5))
    innovations.plot(t, squares, ".", color="0.8", ms=2)
    innovations.fill_between(t, *band(3, len(blocks[0])), color="C0", alpha=0.3, lw=0)
    means = [squares[block].mean() for block in blocks]
    innovations.plot([t[block].mean() for block in blocks], means, "C0o", ms=4)
    innovations.set(xlabel="time (s)", ylabel="NIS", xlim=(0, t[-1]), ylim=(0, 12))
    innovations.set_title("NIS of the log, means over 5 s and their 95 % band")
    figure.savefig(file, dpi=110)


def main():
    """Navigate some runs, and say how well and how honestly."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=12, help="how many runs, of other noise each")
    parser.add_argument("--claim", type=float, default=1.0, help="noise of the log: told / true")
    parser.add_argument("--delay", type=float, default=0.0, help="of the log (s), not told")
    parser.add_argument("--plot", metavar="FILE.png", help="draw the first run")
    options = parser.parse_args()
    if options.seeds < 1 or not options.claim > 0:
        parser.error("seeds and claim must be positive")

    robot = pl.loads(MODEL)
    if options.delay:
        robot = robot.with_values({"sensors.log.dvl.delay": options.delay})
    first = pl.simulate(robot, every=0.5, set={"seed": 1})
    length = np.linalg.norm(np.diff(truth(first)[1], axis=0), axis=1).sum()
    print(f"{length:.0f} m in {first.outcome.time:g} s; errors of the position:")

    def told(name, found):
        off = np.linalg.norm(found[0]["error"][:, :3], axis=1)
        rms = np.sqrt(np.mean(off**2))
        print(f"  {name:14}{rms:7.3f} m rms, {off[-1]:7.3f} m at the end", flush=True)
        return found

    without = told("without log", navigate(first, 1, aids=("press", "ahrs")))
    runs = [told("seed 1", navigate(first, 1, claim=options.claim))]
    for seed in range(2, options.seeds + 1):
        run = pl.simulate(robot, every=0.5, set={"seed": seed})
        runs.append(told(f"seed {seed}", navigate(run, seed, claim=options.claim)))

    print("normalised squares:  mean      95 % band")
    outside = []
    for name, mean, (low, high) in judged(runs):
        outside += [] if low <= mean <= high else [name]
        print(f"  {name:14}{mean:9.3f}  {low:8.3f} to {high:6.3f}")
    print(f"not consistent: {', '.join(outside)}" if outside else "consistent")
    if options.plot:
        draw(options.plot, first, *runs[0], without[0])
        print("picture:", options.plot)


if __name__ == "__main__":
    main()
