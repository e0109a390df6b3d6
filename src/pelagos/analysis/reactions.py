"""Wrenches through the joints."""

from __future__ import annotations

import numpy as np

from pelagos.analysis.queries import AnyRobot, Vector, one_state
from pelagos.march.engine import check_method, engine_of
from pelagos.march.settings import read_robot


def reactions(
    robot: AnyRobot,
    q: Vector = None,
    u: Vector = None,
    t: float = 0.0,
    method: str = "newton-euler",
) -> dict[str, np.ndarray]:
    """What each joint puts on its body, by the body's name: force and moment, six numbers.

    In body axes, the moment about the origin of the body frame; everything that passes the joint
    counts, efforts along its axes included. The parent bears the opposite. Without q and u at the
    state that `acceleration` takes.

    Examples:
        >>> pl.reactions("pendulum", q=[0.0], u=[0.0])["rod"].round(3) + 0.0  # force, then moment
        array([0.  , 0.  , 9.81, 0.  , 0.  , 0.  ])
    """
    check_method(method)
    engine = engine_of(read_robot(robot, None), method)
    compiled = engine.robot
    state = np.append(one_state(engine, q, u, t)[0], 0.0)
    aligned = engine.reactions(float(t), state).reshape(compiled.nb, 2, 3)
    turned = np.einsum("bij,bkj->bki", compiled.align, aligned).reshape(compiled.nb, 6)
    return dict(zip(compiled.names, turned, strict=True))
