"""The scene: what there is to see of one or several runs, as plain data.

Built from results alone, which carry their robots. The page turns it into JSON, the movie into
triangles; neither looks at robots or results again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.euler import rotate
from pelagos.view import colors, forms, track
from pelagos.view.currents import Row, current, where
from pelagos.view.drawn.bodies import Part, body_colors, parts_of
from pelagos.view.drawn.fixtures import fixtures_of
from pelagos.view.drawn.grounds import floor_of, grounds_of
from pelagos.view.drawn.skins import SkinLine, skins_of
from pelagos.view.drawn.tubes import TubeLine, node_columns, tubes_of
from pelagos.view.forms import Form
from pelagos.view.lines import Line, lines_of
from pelagos.view.track import Track

if TYPE_CHECKING:
    from pelagos.model import Robot
    from pelagos.result import Run

POSITION_TOLERANCE = 1e-4  # of the size of the robot
ANGLE_TOLERANCE = 1e-3  # rad
AIR = 100.0  # kg/m3: what is thinner is not drawn as water
ROOM = 600_000  # bytes that the poses of all runs may take before they are packed
_LONG, _WIDE, _LEAST = 0.5, 2.0, 0.25  # of arrows: to the size, the body, and at least
_PATHS = 6  # at most; more would be a tangle
_CORNERS = 64


@dataclass(frozen=True)
class Arrow:
    """An actuator that pushes or turns: where, which way, and how large it gets."""

    name: str
    row: int  # of the actuator in the track
    kind: str  # "force" or "torque"
    body: int
    at: list[float]
    direction: list[float]
    in_world: bool
    unit: str
    largest: float
    scale: float  # length of the longest arrow [m], by the size of what is pushed


@dataclass(frozen=True)
class Actor:
    """One run on the stage."""

    label: str
    color: str
    parts: list[Part]
    fixtures: list[Form]  # fixed to the world: pivots, rails
    arrows: list[Arrow]
    lines: list[Line]
    skins: list[SkinLine]
    tubes: list[TubeLine]
    paths: list[dict[str, Any]]  # body index and point in its frame
    track: Track
    size: float  # of the robot itself [m]
    travel: float  # of its first body [m]

    def largest(self, row: int) -> float:
        """The largest effort of an actuator, by which what it turns is paced."""
        own = [arrow.largest for arrow in self.arrows if arrow.row == row]
        alike = [arrow.largest for arrow in self.arrows if arrow.kind == "force"]
        return max(alike if own else [], default=0.0)


@dataclass(frozen=True)
class Scene:
    """Everything on the stage."""

    title: str
    subtitle: str
    up: list[float]
    look: str  # "bench" or "water"
    surface: float | None  # height of the water surface along up [m]
    afloat: bool  # bodies float in that surface, which is then where the model has it
    current: list[Row]  # of the water or air, see view.currents
    current_at: str  # where it holds, if not everywhere
    floor: float  # height of the floor along up [m]
    centre: list[float]
    radius: float
    start: float
    end: float
    actors: list[Actor] = field(default_factory=list)

    @property
    def follows(self) -> bool:
        """Whether the robot travels so far that the camera should go with it."""
        return self.actors[0].travel > 6 * self.actors[0].size


def build(runs: Sequence[Run], labels: Sequence[str] | None = None) -> Scene:
    """The scene of a run, or of several laid over one another; the first sets the stage."""
    if not runs:
        raise PelagosError("a scene needs at least one run")
    if labels is not None and len(labels) != len(runs):
        raise PelagosError(f"labels: {len(labels)} for {len(runs)} runs; give one for each")
    names = list(labels) if labels is not None else _labels(runs)
    actors = [_actor(run, names[i], i, len(runs)) for i, run in enumerate(runs)]
    robot, header = runs[0].robot, runs[0].header
    up = _up(robot)
    centre, radius, bottom = _bounds(actors, up)
    # above the usual cameras too
    surface = _surface(robot, float(centre @ up) + radius + 2.2 * min(radius, 1.5 * actors[0].size))
    start = min(float(actor.track.time[0]) for actor in actors)
    end = max(float(actor.track.time[-1]) for actor in actors)
    return Scene(
        title=header.name or "robot",
        subtitle=_subtitle(runs[0]) if len(runs) == 1 else f"{len(runs)} runs",
        up=up.tolist(),
        look="bench" if surface is None else "water",
        surface=surface,
        afloat=_afloat(robot),
        # a live run has only begun: its stream is known beyond what there is of it
        current=current(robot, start, max(end, start + robot.duration)),
        current_at=where(robot),
        floor=floor_of(robot, up, bottom, actors[0].size),
        centre=centre.tolist(),
        radius=max(radius, 1e-6),
        start=start,
        end=end,
        actors=actors,
    )


# One run -----------------------------------------------------------------------------------------


def _actor(run: Run, label: str, index: int, count: int) -> Actor:
    robot = run.robot
    good = _finite(run)
    arrays = {name: run.arrays[name][good] for name in ("time", "position", "orientation")}
    if not len(arrays["time"]):
        raise PelagosError(f"{label}: there is nothing to see, the run has no samples")
    parts = parts_of(robot, run.header.surfaces)
    size = _size(parts, arrays["position"][0])
    actuation = run.arrays["actuation"][good]
    columns = node_columns(robot, run.header.states)
    moved = track.make(
        arrays["time"],
        arrays["position"],
        arrays["orientation"],
        actuation,
        _hooks(robot),
        POSITION_TOLERANCE * size,
        ANGLE_TOLERANCE,
        ROOM // count,
        run.arrays["state"][good][:, columns].reshape(len(actuation), len(columns) // 3, 3),
    )
    return Actor(
        label=label,
        color=colors.RUNS[index % len(colors.RUNS)],
        parts=parts,
        fixtures=[
            *fixtures_of(robot, arrays["position"], size),
            *grounds_of(robot, arrays["position"], size, _up(robot)),
        ],
        arrows=_arrows(robot, run, actuation, parts, size),
        lines=lines_of(robot, size),
        skins=skins_of(robot, body_colors(robot)),
        tubes=tubes_of(robot, size),
        paths=_paths(robot, parts),
        track=moved,
        size=size,
        travel=float(np.linalg.norm(np.ptp(arrays["position"][:, 0], axis=0))),
    )


def _hooks(robot: Robot) -> list[track.Hook | None]:
    """Where bodies hang on their parents: joints that only turn keep a point in place."""
    found: list[track.Hook | None] = []
    for name in robot.order:
        body = robot.bodies[name]
        hangs = body.joint.mechanics.keeps_origin and body.parent in robot.bodies
        found.append((robot.order.index(body.parent), body.at.p) if hangs else None)
    return found


def _size(parts: list[Part], positions: np.ndarray) -> float:
    """Radius of the ball that holds the robot at the start, without what stands by itself."""
    counts = [not part.scenery for part in parts]
    positions, radii = positions[counts], np.array([part.radius for part in parts])[counts]
    middle = positions.mean(axis=0)
    reach = np.linalg.norm(positions - middle, axis=1) + radii
    return float(reach.max(initial=0.0)) or 1.0


def _arrows(
    robot: Robot, run: Run, actuation: np.ndarray, parts: list[Part], size: float
) -> list[Arrow]:
    """Forces and torques; those on joints act about or along the joint's axis."""
    found = []
    for i, (name, actuator) in enumerate(robot.actuators.items()):
        law: Any = actuator.law
        largest = float(np.abs(actuation[:, i]).max(initial=0.0))
        unit = run.header.units("actuator")[i]
        kind = "torque" if "N m" in unit else "force"
        if hasattr(law, "joint"):
            body, at, in_world = law.joint, (0.0, 0.0, 0.0), False
            axes = robot.bodies[body].joint.axes
            if not axes:
                continue
            direction = axes[min(robot.driven_dof(name), len(axes) - 1)]
        elif hasattr(law, "body") and hasattr(law, "direction"):
            body, at, direction = law.body, getattr(law, "at", (0.0, 0.0, 0.0)), law.direction
            in_world = getattr(law, "frame", "body") == "world"
        elif law.lifts:
            body, at, direction, in_world = law.body, law.at, _up(robot).tolist(), True
        else:
            continue
        index = robot.order.index(body)
        found.append(
            Arrow(
                *(name, i, kind, index, list(at), list(direction), in_world, unit, largest),
                scale=_LONG * min(size, max(_WIDE * parts[index].radius, _LEAST * size)),
            )
        )
    return found


def _paths(robot: Robot, parts: list[Part]) -> list[dict[str, Any]]:
    """Points to follow: the ends of the chains, and every free body's centre of mass."""
    parents = {part.parent for part in parts}
    found = []
    for i, part in enumerate(parts):
        body = robot.bodies[part.name]
        if body.joint.mechanics.in_world:
            point = np.array(body.com)
        elif part.name not in parents and part.forms:
            point = max((forms.tip(one) for one in part.forms), key=np.linalg.norm)
        else:
            continue
        found.append({"body": i, "point": [float(x) for x in point]})
    return found[:_PATHS]


def _finite(run: Run) -> np.ndarray:
    good = np.ones(len(run), dtype=bool)
    for name in ("time", "position", "orientation"):
        values = run.arrays[name]
        good &= np.isfinite(values).all(axis=tuple(range(1, values.ndim)))
    return good


# All runs ----------------------------------------------------------------------------------------


def _up(robot: Robot) -> np.ndarray:
    """Against gravity; z where there is none."""
    gravity = np.array(robot.gravity)
    size = np.linalg.norm(gravity)
    return -gravity / size if size > 0 else np.array([0.0, 0.0, 1.0])


def _surface(robot: Robot, top: float) -> float | None:
    """Height of the water surface along up; None for a robot on the bench, or in air.

    Bodies that do not float count as wholly in the water: it is never drawn through them.
    """
    if robot.water is None or robot.water.density < AIR:
        return None
    return robot.water.level if _afloat(robot) else max(robot.water.level, top)


def _afloat(robot: Robot) -> bool:
    if robot.water is not None and robot.water.crossing:
        return True
    bodies = robot.bodies.values()
    return any(body.buoyancy is not None and body.buoyancy.floating for body in bodies)


def _bounds(actors: list[Actor], up: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Centre and radius of a ball that holds all that moves at all times; the lowest height."""
    every = [(cloud, part) for actor in actors for cloud, part in _clouds(actor)]
    clouds = [cloud for cloud, part in every if not part.scenery]
    low = np.min([points.min(axis=0) - radius for points, radius in clouds], axis=0)
    high = np.max([points.max(axis=0) + radius for points, radius in clouds], axis=0)
    centre: np.ndarray = (low + high) / 2
    reach = [float(np.linalg.norm(p - centre, axis=1).max()) + radius for p, radius in clouds]
    bottom = min(float((points @ up).min()) - radius for (points, radius), _ in every)
    for actor in actors:  # lines are long: the floor is below them, but cameras stay by the bodies
        bottom = min(bottom, float((actor.track.nodes @ up).min(initial=bottom)))
    return centre, max(reach), bottom


def _clouds(actor: Actor) -> list[tuple[tuple[np.ndarray, float], Part]]:
    """Balls that hold the forms of a run: centres (n, 3) at all key times, and radius; of what."""
    found = []
    for i, part in enumerate(actor.parts):
        for centres, radius in part.balls:
            if len(centres) > _CORNERS:  # of a surface: those of its box will do
                ends = np.stack([centres.min(axis=0), centres.max(axis=0)])
                centres = np.array(np.meshgrid(*ends.T)).reshape(3, -1).T
            turned = rotate(actor.track.orientation[:, i, None], centres[None])
            points = actor.track.position[:, i, None] + turned
            found.append(((points.reshape(-1, 3), radius), part))
    return found


def _subtitle(run: Run) -> str:
    words = [run.header.scenario or "", run.header.method, run.header.integrator.get("method", "")]
    return " · ".join(word for word in words if word)


def _labels(runs: Sequence[Run]) -> list[str]:
    """What tells the runs apart: file, scenario, method; numbered if nothing does."""
    if len(runs) == 1:
        return [runs[0].header.name]
    choices = [
        [run.path.stem if run.path else "" for run in runs],
        [run.header.scenario or "" for run in runs],
        [run.header.method for run in runs],
        [run.header.integrator.get("method", "") for run in runs],
        [run.header.name for run in runs],
    ]
    for names in choices:
        if all(names) and len(set(names)) == len(runs):
            return names
    return [f"run {i + 1}" for i in range(len(runs))]
