"""Makes the pictures and the table of docs/validation/docked.md: `docs/scripts/docked.py`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

import pelagos as pl

FOLDER = Path(__file__).parents[1] / "assets" / "docked"
COLOURS = {1600: "#0072B2", 1700: "#D55E00", 1800: "#009E73"}
Array = np.ndarray


# --- the runs of sections 4.2.1 and 4.2.2, figures 13 and 16


def axes_of(figure: Figure, labels: list[tuple[str, str]]) -> list:
    found = list(figure.subplots(1, len(labels)))
    for axes, (across, up) in zip(found, labels, strict=True):
        axes.set(xlabel=across, ylabel=up)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=7)
    return found


def straight() -> Figure:
    """Position and speed over time, as figure 13."""
    picture = Figure(figsize=(10.0, 2.9), layout="constrained")
    place, speed, load = axes_of(
        picture, [("t [s]", "x [m]"), ("t [s]", "speed [m/s]"), ("t [s]", "y + 0.4 [m]")]
    )
    for pwm, colour in COLOURS.items():
        run = pl.simulate("bluerov-pair", f"straight-{pwm}", every=0.02)
        time, position = run.arrays["time"], run.arrays["position"][:, 0]
        place.plot(time, position[:, 0], color=colour, label=f"{pwm} us", lw=1)
        speed.plot(time, np.linalg.norm(run.arrays["velocity"][:, 0], axis=-1), color=colour, lw=1)
        load.plot(time, position[:, 1] + 0.4, color=colour, lw=1)
    speed.axvline(3.0, color="grey", ls="--", lw=0.7)
    place.legend(frameon=False, fontsize=7)
    return picture


def turning() -> Figure:
    """Path, heading, speed and yaw rate of the port vehicle, as figure 16."""
    picture = Figure(figsize=(10.0, 2.9), layout="constrained")
    path, heading, speed, rate = axes_of(
        picture,
        [
            ("x [m]", "y [m]"),
            ("t [s]", "heading [rad]"),
            ("t [s]", "speed [m/s]"),
            ("t [s]", "r [rad/s]"),
        ],
    )
    for pwm, colour in COLOURS.items():
        run = pl.simulate("bluerov-pair", f"turn-{pwm}", every=0.02)
        time, position = run.arrays["time"], run.arrays["position"][:, 0]
        path.plot(position[:, 0], position[:, 1], color=colour, label=f"{pwm} us", lw=1)
        heading.plot(time, np.array(run.euler("port.hull"))[:, 2], color=colour, lw=1)
        speed.plot(time, np.linalg.norm(run.arrays["velocity"][:, 0], axis=-1), color=colour, lw=1)
        rate.plot(time, run.arrays["angular_velocity"][:, 0, 2], color=colour, lw=1)
    path.set_aspect("equal")
    path.legend(frameon=False, fontsize=7)
    return picture


# --- the Munk instability of a single vehicle without hold


def steady_speed(robot: pl.Robot) -> float:
    def surge(u: Array) -> float:
        q, _ = robot.initial_state()
        return float(pl.acceleration(robot, q, np.array([u[0], 0, 0, 0, 0, 0]), t=10.0)[0])

    return float(fsolve(surge, 0.8, xtol=1e-13)[0])


def munk() -> tuple[Figure, dict[str, float]]:
    """A touch grows as the unstable eigenvalue of the linearised motion says."""
    paths = (f"actuators.thruster{i}.thruster.input" for i in (1, 2))
    robot = pl.load("bluerov").with_values(dict.fromkeys(paths, "1700 us"))
    U = steady_speed(robot)
    q, _ = robot.initial_state()
    linear = pl.linearize(robot, q, np.array([U, 0, 0, 0, 0, 0]), t=10.0)
    values, vectors = np.linalg.eig(linear.A)
    fastest = int(np.argmax(values.real))
    growth, shape = float(values[fastest].real), np.real(vectors[:, fastest])
    # start on the unstable direction, far below what is nonlinear
    nv = len(robot.speeds)
    speeds = shape[-nv:] * 1e-8 / np.abs(shape[-nv:]).max()
    start = {
        "velocity": [U, *(float(x) for x in speeds[1:3])],
        "angular_velocity": [float(x) for x in speeds[3:]],
    }
    touched = robot.with_values({"initial.hull": start})
    run = pl.simulate(touched, duration=12, rtol=1e-11, atol=1e-15, every=0.02)
    time, pitch = run.arrays["time"], np.abs(run.arrays["u"][:, 4])
    inside = (pitch > 3e-8) & (pitch < 1e-3)
    measured = float(np.polyfit(time[inside], np.log(pitch[inside]), 1)[0])
    picture = Figure(figsize=(10.0, 2.9), layout="constrained")
    rate, angle = axes_of(picture, [("t [s]", "|q| [rad/s]"), ("t [s]", "pitch [rad]")])
    rate.semilogy(time, pitch, color="black", lw=1, label="simulated")
    rate.semilogy(
        time, pitch[0] * np.exp(growth * time), "--", color="#D55E00", lw=1, label="eigenvalue"
    )
    rate.set_ylim(1e-9, 10)
    rate.legend(frameon=False, fontsize=7)
    for name, hold in (("without hold", 0), ("with hold", 1)):
        free = robot.with_values(
            {"parameters.hold": hold, "initial.hull": {"angular_velocity": [0, 1e-3, 0]}}
        )
        run = pl.simulate(free, duration=20, every=0.02)
        angle.plot(run.arrays["time"], nose(run), lw=1, label=name)
    angle.legend(frameon=False, fontsize=7)
    return picture, {"speed": U, "eigenvalue": growth, "measured": measured}


def nose(run: pl.Run) -> Array:
    """The angle of the nose in the vertical plane, without a jump."""
    w, x, y, z = np.moveaxis(run.arrays["orientation"][:, 0], -1, 0)
    return np.unwrap(np.arctan2(-2 * (x * z - w * y), 1 - 2 * (y * y + z * z)))


# --- the rows as printed, and drift: Udwadia-Kalaba with all rows, written from the document


def skew(p: Array) -> Array:
    return np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])


def matrix(q: Array) -> Array:
    s, e = q[0], q[1:]
    return np.eye(3) + 2 * s * skew(e) + 2 * skew(e) @ skew(e)


def times(a: Array, b: Array) -> Array:
    return np.array(
        [a[0] * b[0] - a[1:] @ b[1:], *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))]
    )


def T(q: Array) -> Array:
    """qdot = T w, eq 3."""
    return 0.5 * np.vstack([-q[1:], q[0] * np.eye(3) + skew(q[1:])])


Rows = Callable[[Array, Array, Array, Array, Array, Array], tuple[Array, Array]]


def corrected(q_A: Array, q_B: Array, V_A: Array, V_B: Array, s_A: Array, s_B: Array):
    """Points coincide, and so do the angular velocities in world axes."""
    R_A, R_B, w_A, w_B = matrix(q_A), matrix(q_B), V_A[3:], V_B[3:]
    A = np.block(
        [
            [R_A, -R_A @ skew(s_A), -R_B, R_B @ skew(s_B)],
            [np.zeros((3, 3)), R_A, np.zeros((3, 3)), -R_B],
        ]
    )
    b = -R_A @ np.cross(w_A, V_A[:3] + np.cross(w_A, s_A))
    b += R_B @ np.cross(w_B, V_B[:3] + np.cross(w_B, s_B))
    return A, np.concatenate([b, np.zeros(3)])


def printed(q_A: Array, q_B: Array, V_A: Array, V_B: Array, s_A: Array, s_B: Array):
    """Eq 25 without its rotation, and eq 32, 33 of q_A q_B^* = const (eq 22)."""
    R_A, R_B, w_A, w_B = matrix(q_A), matrix(q_B), V_A[3:], V_B[3:]
    place = np.hstack([R_A, -skew(R_A @ s_A), -R_B, skew(R_B @ s_B)])
    b = -R_A @ np.cross(w_A, V_A[:3] + np.cross(w_A, s_A))
    b += R_B @ np.cross(w_B, V_B[:3] + np.cross(w_B, s_B))
    conjugate = np.array([1.0, -1, -1, -1])
    left = np.column_stack([times(e, q_B * conjugate) for e in np.eye(4)])  # times q_A
    right = np.column_stack([times(q_A, e * conjugate) for e in np.eye(4)])  # times q_B
    dq_A, dq_B = T(q_A) @ w_A, T(q_B) @ w_B
    none = np.zeros((4, 3))
    turn = np.hstack([none, left @ T(q_A), none, right @ T(q_B)])
    bent = 2 * times(dq_A, dq_B * conjugate)
    bent += left @ (T(dq_A) @ w_A) + right @ (T(dq_B) @ w_B)
    return np.vstack([place, turn]), np.concatenate([b, -bent])


M = np.array([9.91, 25.81, 20.61, 0.164, 0.1973, 0.49])  # Table 3 and the assumed inertia


def docked(rows: Rows, mount: Array, seconds: float = 3.0, rtol: float = 1e-7):
    """Two vehicles without drag, B mounted on A at `mount`, spinning freely."""
    s_A, s_B = np.array([0.0, 0.4, 0]), np.array([0.0, -0.4, 0])
    V_A = np.array([0.3, 0, 0, 0.4, -0.3, 0.6])
    R = matrix(mount)
    w = R.T @ V_A[3:]
    V_B = np.array([*(R.T @ (V_A[:3] + np.cross(V_A[3:], s_A)) - np.cross(w, s_B)), *w])
    p_B = s_A - R @ s_B
    y0 = np.concatenate([np.zeros(3), [1.0, 0, 0, 0], p_B, mount, V_A, V_B])

    def rate(_: float, y: Array) -> Array:
        q_A, q_B, V_A, V_B = y[3:7], y[10:14], y[14:20], y[20:]
        free = []
        for V in (V_A, V_B):
            P = M * V
            free += [-np.cross(V[3:], P[:3]), -np.cross(V[3:], P[3:]) - np.cross(V[:3], P[:3])]
        mass = np.concatenate([M, M])
        a = np.concatenate(free) / mass
        A, b = rows(q_A, q_B, V_A, V_B, s_A, s_B)
        root = np.sqrt(mass)
        a = a + np.linalg.pinv(A / root, rcond=1e-10) @ (b - A @ a) / root
        turns = T(q_A) @ V_A[3:], T(q_B) @ V_B[3:]
        moves = matrix(q_A) @ V_A[:3], matrix(q_B) @ V_B[:3]
        return np.concatenate([moves[0], turns[0], moves[1], turns[1], a])

    asked = np.linspace(0, seconds, 241)
    found = solve_ivp(rate, (0, seconds), y0, t_eval=asked, rtol=rtol, atol=1e-12).y.T
    gap, turn, energy = [], [], []
    for y in found:
        q_A, q_B = (q / np.linalg.norm(q) for q in (y[3:7], y[10:14]))
        gap.append(np.linalg.norm(y[:3] + matrix(q_A) @ s_A - y[7:10] - matrix(q_B) @ s_B))
        conjugate = q_A * [1, -1, -1, -1]
        off = times(times(conjugate, q_B), mount * [1, -1, -1, -1])
        turn.append(2 * np.arcsin(min(1.0, np.linalg.norm(off[1:]))))
        energy.append(0.5 * (M @ y[14:20] ** 2 + M @ y[20:] ** 2))
    return asked, np.array(gap), np.array(turn), np.array(energy)


def mounts() -> dict[str, Array]:
    half = np.deg2rad(70) / 2
    axis = np.array([1.0, 2, 2]) / 3
    return {
        "parallel": np.array([1.0, 0, 0, 0]),
        "askew": np.array([np.cos(half), *(np.sin(half) * axis)]),
    }


def rows_figure() -> tuple[Figure, str]:
    picture = Figure(figsize=(10.0, 2.9), layout="constrained")
    gaps, turns, energies = axes_of(
        picture,
        [
            ("t [s]", "gap [m]"),
            ("t [s]", "relative attitude off by [rad]"),
            ("t [s]", "energy / initial"),
        ],
    )
    lines = [
        "| rows | mounting | gap after 3 s | attitude off after 3 s | energy after 3 s |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, rows in (("corrected", corrected), ("printed", printed)):
        for mounting, mount in mounts().items():
            time, gap, turn, energy = docked(rows, mount)
            style = "-" if name == "corrected" else "--"
            colour = "#0072B2" if mounting == "parallel" else "#D55E00"
            label = f"{name}, {mounting}"
            gaps.semilogy(time, np.maximum(gap, 1e-16), style, color=colour, lw=1, label=label)
            turns.semilogy(time, np.maximum(turn, 1e-16), style, color=colour, lw=1)
            energies.plot(time, energy / energy[0], style, color=colour, lw=1)
            lines.append(
                f"| {name} | {mounting} | {gap[-1]:.1e} m | {turn[-1]:.1e} rad "
                f"| {energy[-1] / energy[0]:.3f} of the initial |"
            )
    gaps.legend(frameon=False, fontsize=7)
    return picture, "\n".join(lines) + "\n"


def drift() -> Figure:
    """The largest error of a dock: rows alone, and with the projection of the engine."""
    picture = Figure(figsize=(6.0, 2.9), layout="constrained")
    (axes,) = [picture.subplots()]
    axes.set(xlabel="t [s]", ylabel="largest error of a dock [m, rad]")
    mount = mounts()["askew"]
    for rtol in (1e-4, 1e-6):
        time, gap, turn, _ = docked(corrected, mount, 30.0, rtol)
        axes.semilogy(time[1:], np.maximum(gap, turn)[1:], lw=1, label=f"rows alone, rtol {rtol:g}")
    for rtol in (1e-4, 1e-6):
        robot = pl.load("bluerov-pair")
        run = pl.simulate(robot, "turn-1700", duration=30, rtol=rtol, every=0.125)
        error = np.maximum(run.arrays["constraint_error"], 1e-17)
        axes.semilogy(run.arrays["time"][1:], error[1:], lw=1, label=f"`turn-1700`, rtol {rtol:g}")
    axes.legend(frameon=False, fontsize=7)
    axes.spines[["top", "right"]].set_visible(False)
    return picture


def steady_table() -> str:
    lines = [
        "| PWM | straight: speed | straight: x at 12 s "
        "| turn: speed of port | turn: yaw rate | turn: diameter of port's circle |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for pwm in COLOURS:
        ahead = pl.simulate("bluerov-pair", f"straight-{pwm}", duration=60)
        turn = pl.simulate("bluerov-pair", f"turn-{pwm}", duration=60)
        twelve = pl.simulate("bluerov-pair", f"straight-{pwm}").arrays["position"][-1, 0, 0]
        speed = float(np.linalg.norm(turn.arrays["velocity"][-1, 0]))
        rate = float(turn.arrays["angular_velocity"][-1, 0, 2])
        lines.append(
            f"| {pwm} us | {ahead.arrays['u'][-1, 0]:.3f} m/s | {twelve:.2f} m | {speed:.3f} m/s "
            f"| {rate:.3f} rad/s | {2 * speed / rate:.2f} m |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True, parents=True)
    straight().savefig(FOLDER / "straight.png", dpi=80)
    turning().savefig(FOLDER / "turn.png", dpi=80)
    unstable, facts = munk()
    unstable.savefig(FOLDER / "munk.png", dpi=80)
    print(facts)
    compared, table = rows_figure()
    compared.savefig(FOLDER / "rows.png", dpi=80)
    (FOLDER / "rows.md").write_text(table, encoding="utf-8")
    drift().savefig(FOLDER / "drift.png", dpi=80)
    (FOLDER / "steady.md").write_text(steady_table(), encoding="utf-8")
    print(table, (FOLDER / "steady.md").read_text(encoding="utf-8"), sep="\n")
