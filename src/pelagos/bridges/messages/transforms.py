"""/tf: every body in its parent, what hangs on the world, in `world`; sensors on their bodies."""

from __future__ import annotations

from typing import Any

from pelagos.bridges.messages.frames import Array
from pelagos.bridges.messages.moment import RosMoment, quaternion, vector
from pelagos.bridges.messages.mounts import sensor_frames
from pelagos.bridges.messages.robot import RobotInRos, Topic
from pelagos.bridges.messages.types import make
from pelagos.data.frames import conjugate, product
from pelagos.language.words import WORLD
from pelagos.result.euler import rotate

TRANSFORMS = "tf2_msgs/msg/TFMessage"


def topic(known: RobotInRos) -> Topic:
    """All bodies and sensors of a robot in one message."""
    order, bodies = known.robot.order, known.robot.bodies
    parents = [bodies[body].parent for body in order]
    rows = [None if parent == WORLD else order.index(parent) for parent in parents]
    frames = [
        (known.frame(parent), known.frame(b)) for parent, b in zip(parents, order, strict=True)
    ]

    mounted = list(sensor_frames(known))

    def fill(moment: RosMoment) -> Any:
        found = []
        for row, (parent_row, (parent, child)) in enumerate(zip(rows, frames, strict=True)):
            place, turn = moment.position[row], moment.orientation[row]
            if parent_row is not None:
                back = conjugate(moment.orientation[parent_row])
                place = rotate(back, place - moment.position[parent_row])
                turn = product(back, turn)
            found.append(_transform(moment, parent, child, place, turn))
        found += [_transform(moment, f.parent, f.name, f.position, f.orientation) for f in mounted]
        return make(TRANSFORMS, transforms=found)

    return Topic("/tf", TRANSFORMS, "places of all bodies", fill, depth=100)


def _transform(moment: RosMoment, parent: str, child: str, place: Array, turn: Array) -> Any:
    return make(
        "geometry_msgs/msg/TransformStamped",
        header=moment.header(parent),
        child_frame_id=child,
        transform=make(
            "geometry_msgs/msg/Transform", translation=vector(place), rotation=quaternion(turn)
        ),
    )
