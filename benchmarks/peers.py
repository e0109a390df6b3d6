"""A robot of Pelagos as a model of Pinocchio, MuJoCo or DART, with the states converted.

Only what they can express is converted: bodies, joints of every kind, rotor inertia, gravity.
Universal and planar joints become two and three simple joints, so speeds keep their meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.elements.spring import SpringBetween
from pelagos.model import Robot

Array = np.ndarray

# What the conversions leave out; a robot that has it is refused rather than changed.
_LEFT_OUT = ("stiffness", "damping", "coulomb")


def simple_joints(joint: Any) -> list[tuple[str, Array]]:
    """A joint as a sequence of ("turn" | "slide", axis), outermost first."""
    axes = [np.array(axis, float) for axis in joint.axes]
    if joint.kind == "revolute":
        return [("turn", axes[0])]
    if joint.kind == "prismatic":
        return [("slide", axes[0])]
    if joint.kind == "universal":
        return [("turn", axes[0]), ("turn", axes[1])]
    if joint.kind == "planar":
        first, second = in_plane(axes[0])
        return [("slide", first), ("slide", second), ("turn", axes[0])]
    return []


def in_plane(normal: Array) -> tuple[Array, Array]:
    """The in-plane axes of a planar joint whose normal is a coordinate axis (see conventions)."""
    k = int(np.argmax(np.abs(normal)))
    if abs(normal[k] - 1.0) > 1e-12:
        raise ValueError(f"only the normals x, y and z are converted, not {normal}")
    return np.eye(3)[(k + 1) % 3], np.eye(3)[(k + 2) % 3]


def require_plain(robot: Robot, *more: str) -> None:
    """Refuse what the conversions would drop silently; `more` is what the engine also lacks."""
    for name, body in robot.bodies.items():
        used = [word for word in _LEFT_OUT if any(getattr(body.joint, word))]
        if any(limit is not None for limit in body.joint.limits):
            used.append("limits")
        if "armature" in more and any(body.joint.armature):
            used.append("armature")
        if "spatial_inertia" in more and body.spatial_inertia is not None:
            used.append("spatial_inertia")
        if used:
            raise ValueError(f"body {name}: {', '.join(used)} cannot be converted")


def rotation_to_quaternion(R: Array) -> Array:
    """Scalar-first quaternion of a rotation matrix."""
    from scipy.spatial.transform import Rotation

    return np.roll(Rotation.from_matrix(R).as_quat(), 1)


def quaternion_to_rotation(q: Array) -> Array:
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(np.roll(q, -1)).as_matrix()


# --- Pinocchio ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pinocchio:
    """`q[..., q_index]` and `u[..., v_index]` are the coordinates and speeds of `model`."""

    model: Any
    data: Any
    q_index: Array
    v_index: Array

    def acceleration(self, q: Array, u: Array, tau: Array | None = None) -> Array:
        import pinocchio as pin

        effort = np.zeros(self.model.nv) if tau is None else tau[self.v_index]
        there = pin.aba(self.model, self.data, q[self.q_index], u[self.v_index], effort)
        here = np.empty(self.model.nv)
        here[self.v_index] = there
        return here


def pinocchio(robot: Robot) -> Pinocchio:
    """The robot in Pinocchio, with its own joint types for the coordinate axes."""
    import pinocchio as pin

    require_plain(robot, "spatial_inertia")
    model = pin.Model()
    model.gravity.linear = np.array(robot.gravity)
    # Where each body's frame is: a joint of the model, and the placement in its frame.
    frames = {"world": (0, pin.SE3.Identity())}
    q_index, v_index, armature = [], [], []
    nq = nv = 0
    for name in robot.order:
        body = robot.bodies[name]
        joint_id, placement = frames[body.parent]
        placement = placement * pin.SE3(np.array(body.at.R), np.array(body.at.p))
        if body.joint.kind == "free":
            placement = pin.SE3.Identity()
        for k, joint in enumerate(_pinocchio_joints(body.joint)):
            joint_id = model.addJoint(joint_id, joint, placement, f"{name}.{k}")
            placement = pin.SE3.Identity()
        frames[name] = (joint_id, placement)
        inertia = pin.Inertia(body.mass, np.array(body.com), np.array(body.inertia))
        model.appendBodyToJoint(joint_id, inertia, placement)
        # Quaternions come last and scalar last.
        count = {"free": [0, 1, 2, 4, 5, 6, 3], "spherical": [1, 2, 3, 0]}.get(body.joint.kind)
        speeds = {"free": 6, "spherical": 3}.get(body.joint.kind, len(simple_joints(body.joint)))
        count = count if count is not None else list(range(speeds))
        q_index += [nq + i for i in count]
        v_index += range(nv, nv + speeds)
        armature += list(body.joint.armature) or [0.0] * speeds
        nq, nv = nq + len(count), nv + speeds
    model.armature = np.array(armature)
    return Pinocchio(model, model.createData(), np.array(q_index), np.array(v_index))


def _pinocchio_joints(joint: Any) -> list[Any]:
    import pinocchio as pin

    if joint.kind == "free":
        return [pin.JointModelFreeFlyer()]
    if joint.kind == "spherical":
        return [pin.JointModelSpherical()]
    types = {
        "turn": (pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ),
        "slide": (pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ),
    }
    general = {"turn": pin.JointModelRevoluteUnaligned, "slide": pin.JointModelPrismaticUnaligned}
    made = []
    for kind, axis in simple_joints(joint):
        along = [k for k in range(3) if axis[k] == 1.0]
        made.append(types[kind][along[0]]() if along else general[kind](axis))
    return made


# --- MuJoCo -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MuJoCo:
    """The robot in MuJoCo; only a free body's velocity, there in world axes, needs converting."""

    model: Any
    data: Any
    free: tuple[tuple[int, int], ...]  # offsets of free joints in q and u

    def state(self, q: Array, u: Array) -> tuple[Array, Array]:
        """qpos and qvel."""
        qvel = np.array(u, float)
        for iq, iv in self.free:
            qvel[iv : iv + 3] = quaternion_to_rotation(q[iq + 3 : iq + 7]) @ u[iv : iv + 3]
        return np.array(q, float), qvel

    def speeds(self, qpos: Array, qvel: Array) -> Array:
        u = np.array(qvel, float)
        for iq, iv in self.free:
            u[iv : iv + 3] = quaternion_to_rotation(qpos[iq + 3 : iq + 7]).T @ qvel[iv : iv + 3]
        return u

    def full_state(self, q: Array, u: Array) -> Array:
        """mjSTATE_FULLPHYSICS of one state, as `mujoco.rollout` takes it."""
        import mujoco

        self.data.qpos[:], self.data.qvel[:] = self.state(q, u)
        self.data.time = 0.0
        kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
        state = np.empty(mujoco.mj_stateSize(self.model, kind))
        mujoco.mj_getState(self.model, self.data, state, kind)
        return state


def mujoco(robot: Robot, step: float, integrator: str = "RK4", *, closed: bool = False) -> MuJoCo:
    """The robot in MuJoCo, contacts off; constraints off, too, unless it is to close loops.

    Closed loops are soft there: as stiff as the step allows. Balls, hinges and springs only.
    """
    import mujoco as mj

    require_plain(robot, "spatial_inertia")
    children: dict[str, list[str]] = {"world": []}
    for name in robot.order:
        children[name] = []
        children[robot.bodies[name].parent].append(name)
    numbers = _text(robot.gravity)
    model = mj.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian" autolimits="false" boundmass="0" boundinertia="0"/>'
        f'<option timestep="{step!r}" integrator="{integrator}" gravity="{numbers}">'
        f'<flag contact="disable" constraint="{"enable" if closed else "disable"}"/></option>'
        f"<worldbody>{''.join(_mujoco_bodies(robot, children, closed))}"
        f"{_sites(robot, 'world', closed)}</worldbody>"
        f"{_mujoco_loops(robot, step) if closed else ''}{_tendons(robot)}</mujoco>"
    )
    free, nq, nv = [], 0, 0
    for name in _depth_first(children):
        kind = robot.bodies[name].joint.kind
        if kind == "free":
            free.append((nq, nv))
        simple = len(simple_joints(robot.bodies[name].joint))
        nq += {"free": 7, "spherical": 4}.get(kind, simple)
        nv += {"free": 6, "spherical": 3}.get(kind, simple)
    if _depth_first(children) != list(robot.order):
        raise ValueError("MuJoCo orders bodies depth first: list the robot's bodies in that order")
    return MuJoCo(model, mj.MjData(model), tuple(free))


def _depth_first(children: dict[str, list[str]]) -> list[str]:
    order, stack = [], list(reversed(children["world"]))
    while stack:
        name = stack.pop()
        order.append(name)
        stack += reversed(children[name])
    return order


def _mujoco_bodies(robot: Robot, children: dict[str, list[str]], closed: bool) -> list[str]:
    """The nested body elements as text, without recursion: chains may be a thousand deep."""
    parts: list[str] = []
    stack: list[str | None] = list(reversed(children["world"]))
    while stack:
        name = stack.pop()
        if name is None:
            parts.append("</body>")
            continue
        body = robot.bodies[name]
        I = np.array(body.inertia)
        full = _text((I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]))
        place = _text(body.at.p), _text(rotation_to_quaternion(np.array(body.at.R)))
        parts.append(f'<body name="{name}" pos="{place[0]}" quat="{place[1]}">')
        parts.append(
            f'<inertial mass="{body.mass!r}" pos="{_text(body.com)}" fullinertia="{full}"/>'
        )
        parts += [*_mujoco_joints(name, body.joint), _sites(robot, name, closed)]
        stack += [None, *reversed(children[name])]
    return parts


def springs_of(robot: Robot) -> dict[str, Any]:
    """Springs between bodies; other elements are refused."""
    for name, element in robot.elements.items():
        if not isinstance(element, SpringBetween) or element.tension_only or element.damping:
            raise ValueError(f"{name}: only springs without damping are converted")
    return dict(robot.elements)


def _ends(robot: Robot, closed: bool) -> Iterator[tuple[str, str, Any]]:
    """Names, bodies and places of points that springs, and constraints if they hold, act on."""
    for name, spring in springs_of(robot).items():
        for k, point in enumerate((spring.at, spring.to)):
            yield f"{name}.{k}", spring.between[k], point
    for name, constraint in robot.constraints.items() if closed else ():
        held = constraint.ball or constraint.hinge
        if held is None:
            raise ValueError(f"{name}: only balls and hinges are converted")
        for k, place in enumerate((held.at, held.to)):
            yield f"{name}.{k}", held.between[k], place.p
            if constraint.hinge is not None:  # a second point on the axis
                along = np.array(place.R) @ np.array(held.axis)
                yield f"{name}.{k}.axis", held.between[k], np.array(place.p) + along


def _sites(robot: Robot, body: str, closed: bool) -> str:
    return "".join(
        f'<site name="{name}" pos="{_text(point)}"/>'
        for name, owner, point in _ends(robot, closed)
        if owner == body
    )


def _tendons(robot: Robot) -> str:
    parts = [
        f'<spatial stiffness="{spring.stiffness!r}" springlength="{spring.rest!r}">'
        f'<site site="{name}.0"/><site site="{name}.1"/></spatial>'
        for name, spring in springs_of(robot).items()
    ]
    return f"<tendon>{''.join(parts)}</tendon>" if parts else ""


def _mujoco_loops(robot: Robot, step: float) -> str:
    """Points that stay together, two of them for a hinge."""
    stiff = f'solref="{2 * step!r} 1" solimp="0.9999 0.9999 0.001 0.5 2"'
    parts = []
    for name, constraint in robot.constraints.items():
        parts += [
            f'<connect site1="{name}.0{mark}" site2="{name}.1{mark}" {stiff}/>'
            for mark in (("",) if constraint.hinge is None else ("", ".axis"))
        ]
    return f"<equality>{''.join(parts)}</equality>"


def _mujoco_joints(name: str, joint: Any) -> list[str]:
    if joint.kind == "free":
        return [f'<freejoint name="{name}"/>']
    if joint.kind == "spherical":
        return [f'<joint name="{name}" type="ball"/>']
    words = {"turn": "hinge", "slide": "slide"}
    armature = joint.armature or (0.0,) * 3
    return [
        f'<joint name="{name}.{k}" type="{words[kind]}" axis="{_text(axis)}" '
        f'armature="{armature[k]!r}"/>'
        for k, (kind, axis) in enumerate(simple_joints(joint))
    ]


def _text(numbers: Any) -> str:
    return " ".join(repr(float(x)) for x in numbers)


# --- DART ---------------------------------------------------------------------------------------

_ANGULAR_FIRST = [3, 4, 5, 0, 1, 2]


@dataclass(frozen=True)
class Dart:
    """The robot in DART, which takes any 6x6 inertia (but weighs all of it: leave gravity off)."""

    skeleton: Any
    bodies: tuple[tuple[str, Any, int, int, int], ...]  # kind, node, offsets in q, u, DART's dofs

    def acceleration(self, q: Array, u: Array, tau: Array | None = None) -> Array:
        count = self.skeleton.getNumDofs()
        position, speed, effort = np.zeros(count), np.zeros(count), np.zeros(count)
        tau = np.zeros(len(u)) if tau is None else tau
        for kind, _, iq, iv, i in self.bodies:
            n = _dart_dofs(kind)
            position[i : i + n] = _dart_position(kind, q[iq:])
            turn = _dart_turn(kind, q[iq:])
            speed[i : i + n], effort[i : i + n] = turn @ u[iv : iv + n], turn @ tau[iv : iv + n]
        self.skeleton.setPositions(position)
        self.skeleton.setVelocities(speed)
        self.skeleton.setForces(effort)
        self.skeleton.computeForwardDynamics()
        found = self.skeleton.getAccelerations()
        here = np.zeros(len(u))
        for kind, node, _, iv, i in self.bodies:
            n = _dart_dofs(kind)
            free = kind == "free"
            here[iv : iv + n] = (
                node.getSpatialAcceleration()[_ANGULAR_FIRST] if free else found[i : i + n]
            )
        return here


def dart(robot: Robot) -> Dart:
    """The robot in DART."""
    import dartpy

    require_plain(robot, "armature")
    skeleton = dartpy.dynamics.Skeleton()
    skeleton.setGravity(np.array(robot.gravity))
    nodes: dict[str, Any] = {"world": None}
    bodies = []
    iq = iv = i = 0
    for name in robot.order:
        body = robot.bodies[name]
        kind = body.joint.kind
        words = {"fixed": "Weld", "spherical": "Ball"}
        create = getattr(
            skeleton, f"create{words.get(kind, kind.capitalize())}JointAndBodyNodePair"
        )
        parent = nodes[body.parent]
        joint, node = create() if parent is None else create(parent)
        axes = [np.array(axis) for axis in body.joint.axes]
        if kind in ("revolute", "prismatic"):
            joint.setAxis(axes[0])
        elif kind == "universal":
            joint.setAxis1(axes[0])
            joint.setAxis2(axes[1])
        elif kind == "planar":
            joint.setArbitraryPlane(*in_plane(axes[0]))
        if kind != "free":
            placement = np.eye(4)
            placement[:3, :3], placement[:3, 3] = body.at.R, body.at.p
            joint.setTransformFromParentBodyNode(dartpy.math.Isometry3(placement))
        node.setInertia(_dart_inertia(body))
        nodes[name] = node
        n = _dart_dofs(kind)
        bodies.append((kind, node, iq, iv, i))
        iq, iv, i = iq + n + (kind in ("free", "spherical")), iv + n, i + n
    return Dart(skeleton, tuple(bodies))


def _dart_dofs(kind: str) -> int:
    return {"fixed": 0, "revolute": 1, "prismatic": 1, "universal": 2, "free": 6}.get(kind, 3)


def _dart_turn(kind: str, q: Array) -> Array:
    """Speeds of a joint there from those here: a free body's are in world axes, angular first."""
    if kind != "free":
        return np.eye(_dart_dofs(kind))
    R, zero = quaternion_to_rotation(q[3:7]), np.zeros((3, 3))
    return np.block([[zero, R], [R, zero]])


def _dart_position(kind: str, q: Array) -> Array:
    """Rotation vectors take the place of quaternions."""
    from scipy.spatial.transform import Rotation

    if kind == "free":
        return np.r_[Rotation.from_quat(np.roll(q[3:7], -1)).as_rotvec(), q[:3]]
    if kind == "spherical":
        return Rotation.from_quat(np.roll(q[:4], -1)).as_rotvec()
    return q[: _dart_dofs(kind)]


def _dart_inertia(body: Any) -> Any:
    import dartpy

    if body.spatial_inertia is None:
        return dartpy.dynamics.Inertia(body.mass, np.array(body.com), np.array(body.inertia))
    turned = np.array(body.spatial_inertia)[np.ix_(_ANGULAR_FIRST, _ANGULAR_FIRST)]
    return dartpy.dynamics.Inertia(turned)
