"""Water beside the peers, and what it costs: `python -m benchmarks.hydrodynamics [--table FILE]`.

Two ellipsoids with exact answers show where the added mass of an engine goes: one is pushed, one
falls without buoyancy. Then a chain of 20 links in water takes turns with the same chain in air.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.timing import Candidate, best_of, machine, taken_with, write_table
from pelagos.cli.support.text import span
from pelagos.model.hydrodynamics.added_mass_of_shapes import ellipsoid

SEMI_AXES = (0.5, 0.1, 0.1)  # m
DENSITY = 1000.0  # kg/m3, of body and water
GRAVITY = 9.81
LINKS, RUNS, STEPS, STEP = 20, 64, 200, 1e-3
LIMIT = 1.6  # what water on every link may cost


def exact() -> dict[str, float]:
    """1 N over the mass and the added mass across; weight over the same.

    Of a prolate spheroid with eccentricity e, in closed form (Lamb 1932, article 114).
    """
    a, b, _ = SEMI_AXES
    mass = DENSITY * 4 / 3 * np.pi * a * b * b
    e = np.sqrt(1.0 - (b / a) ** 2)
    beta = 1.0 / e**2 - (1.0 - e**2) / (2.0 * e**3) * np.log((1.0 + e) / (1.0 - e))
    across = mass * (1.0 + beta / (2.0 - beta))
    return {"pushed": 1.0 / across, "falling": -mass * GRAVITY / across}


def _added() -> np.ndarray:
    """Lamb's added mass for a density of one, on the diagonal."""
    return np.diag(ellipsoid(*SEMI_AXES))


def in_pelagos() -> dict[str, float]:
    hull = {"joint": "free", "shape": {"ellipsoid": SEMI_AXES}, "density": DENSITY, "drag": False}
    push = {"force": {"body": "hull", "direction": "y", "input": 1.0}}
    water = {"density": DENSITY}
    pushed = pl.Robot(name="pushed", bodies={"hull": hull}, actuators={"push": push}, water=water)
    falling = pl.Robot(name="falling", bodies={"hull": hull | {"buoyancy": False}}, water=water)
    return {
        "pushed": float(pl.acceleration(pushed, *pushed.initial_state())[1]),
        "falling": float(pl.acceleration(falling, *falling.initial_state())[2]),
    }


def in_mujoco() -> dict[str, float]:
    """The ellipsoid model of MuJoCo, with the coefficients of drag and lift at zero."""
    import mujoco

    size = " ".join(map(str, SEMI_AXES))
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option density="{DENSITY}" gravity="0 0 0"/><worldbody>
        <body><freejoint/><geom type="ellipsoid" size="{size}" density="{DENSITY}"
        fluidshape="ellipsoid" fluidcoef="0 0 0 0 0"/></body></worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    data.xfrc_applied[1, 1] = 1.0
    mujoco.mj_forward(model, data)
    pushed = float(data.qacc[1])
    data.xfrc_applied[:] = 0.0
    model.opt.gravity[2] = -GRAVITY
    mujoco.mj_forward(model, data)
    return {"pushed": pushed, "falling": float(data.qacc[2])}


def in_dart() -> dict[str, float]:
    """Body and water as one spatial tensor, the only place that DART has for added mass."""
    import dartpy

    tensor = np.zeros((6, 6))
    a, b, c = SEMI_AXES
    mass = DENSITY * 4 / 3 * np.pi * a * b * c
    turning = mass / 5 * np.array([b * b + c * c, a * a + c * c, a * a + b * b])
    linear, angular = np.split(DENSITY * _added(), 2)
    np.fill_diagonal(tensor, [*(turning + angular), *(mass + linear)])  # angular first

    def start(gravity: float, push: float) -> np.ndarray:
        skeleton = dartpy.dynamics.Skeleton()
        skeleton.setGravity([0.0, 0.0, -gravity])
        _, node = skeleton.createFreeJointAndBodyNodePair()
        inertia = dartpy.dynamics.Inertia()
        inertia.setSpatialTensor(tensor)
        node.setInertia(inertia)
        node.addExtForce([0.0, push, 0.0])
        skeleton.computeForwardDynamics()
        return np.asarray(skeleton.getAccelerations())

    return {"pushed": float(start(0.0, 1.0)[4]), "falling": float(start(GRAVITY, 0.0)[5])}


def chain(*, wet: bool) -> pl.Robot:
    """The geometry of chain20; in water neutral, with added mass and strips of drag."""
    rod = {"cylinder": {"radius": 0.01, "length": 0.1, "along": "z"}, "at": [0, 0, -0.05]}
    link: dict[str, Any] = {"shape": rod, "density": DENSITY}
    if wet:
        link["drag"] = {"strip": {"normal": 1.1}}
    bodies = {"link1": {"joint": {"revolute": "x"}, **link}}
    for i in range(2, LINKS + 1):
        joint = {"revolute": "yx"[i % 2]}
        bodies[f"link{i}"] = {"parent": f"link{i - 1}", "at": [0, 0, -0.1], "joint": joint, **link}
    water = {"water": {"density": DENSITY}} if wet else {}
    return pl.Robot(name="wet chain" if wet else "dry chain", bodies=bodies, **water)


def cost(rounds: int) -> dict[str, float]:
    """Seconds per step of each chain, in batches of RK4 on one core."""
    rng = np.random.default_rng(4)
    initial = 0.2 * rng.normal(size=(2, RUNS, LINKS))
    span = STEPS * STEP
    words = {"duration": span, "integrator": "rk4", "step": STEP, "every": span, "threads": 1}

    def candidate(robot: pl.Robot) -> Candidate:
        def work() -> None:
            pl.simulate_batch(robot, n=RUNS, initial=tuple(initial), **words)

        return Candidate(work, RUNS * STEPS)

    return best_of({k: candidate(chain(wet=k == "wet")) for k in ("dry", "wet")}, rounds)


def table(rounds: int) -> str:
    """Both parts in Markdown."""
    lines = [taken_with(machine()), ""]
    lines += ["| start of the ellipsoid, m/s² | pushed by 1 N | falling without buoyancy |"]
    lines += ["| --- | --- | --- |"]
    answers = {
        "exact": exact(),
        "Pelagos": in_pelagos(),
        "MuJoCo, ellipsoid fluid model": in_mujoco(),
        "DART, 6x6 spatial tensor": in_dart(),
    }
    for name, found in answers.items():
        cells = [f"{found[k]:.5g}{_verdict(found[k], answers['exact'][k])}" for k in found]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    best = cost(rounds)
    ratio = best["wet"] / best["dry"]
    lines += ["", f"| chain of {LINKS} links, RK4, batch | time per step |", "| --- | --- |"]
    lines += [f"| {name} | {span(seconds)} |" for name, seconds in best.items()]
    lines += [f"| wet over dry (at most {LIMIT}) | {ratio:.2f} |"]
    return "\n".join(lines) + "\n"


def _verdict(found: float, right: float) -> str:
    error = found / right - 1.0
    return "" if abs(error) < 1e-6 else f" ({100 * error:+.0f} %)"


if __name__ == "__main__":
    write_table(__doc__.splitlines()[0], table)
