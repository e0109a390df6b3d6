"""Checks of lines that are paid out: enough of them, and nothing that would be passed over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pelagos.elements.joint.payout import Payout
from pelagos.errors import Problem
from pelagos.language.scope import Keys
from pelagos.model.bodies import WORLD, Body
from pelagos.model.checks.parts import Parts
from pelagos.model.scenarios import Initial


def check_payouts(parts: Parts) -> Iterator[Problem]:
    """Lines are dry, stores are deep enough, and no line starts with less than no length."""
    for name, body in parts.bodies.items():
        payout = body.joint.payout
        if payout is None:
            continue
        here = ("bodies", name, "joint", "payout")
        if parts.water is not None and body.water:
            yield parts.problem(
                here,
                "the robot is in water, and a paid-out line has no buoyancy, added mass or drag",
                "give the body water: false, and fix what is wet to it as a body of its own",
            )
        if payout.supply is not None:
            yield from _supply(parts, here, body, payout, payout.supply)
        path: Keys = ("initial",)
        yield from _start(parts, path, name, payout, parts.initial)
        for scenario, words in parts.scenarios.items():
            yield from _start(
                parts, ("scenarios", scenario, "initial"), name, payout, words.initial
            )


def _supply(
    parts: Parts, path: Keys, body: Body, payout: Payout, supply: float
) -> Iterator[Problem]:
    path = (*path, "supply")
    if body.parent == WORLD:
        yield parts.problem(
            path, "the world holds the store, and its mass is not noticed", "remove supply"
        )
    limits = body.joint.limits[0]
    if limits is None:
        yield parts.problem(
            path,
            "nothing keeps the line from running out further than the store lasts",
            f"give the joint limits: [low, high] with high below {supply / payout.line_density:g}",
        )
    elif payout.line_density * limits[1] > supply:
        yield parts.problem(
            path,
            f"the upper limit {limits[1]:g} m takes {payout.line_density * limits[1]:g} kg",
            "give a larger supply or a lower limit",
            supply,
        )


def _start(
    parts: Parts, path: Keys, name: str, payout: Payout, initial: Mapping[str, Initial]
) -> Iterator[Problem]:
    position = initial[name].position if name in initial else None
    if position is not None and position[0] + payout.length < 0.0:
        yield parts.problem(
            (*path, name, "position"),
            f"the line would start with a length of {position[0] + payout.length:g} m",
            f"start at {-payout.length:g} m or more, or give the payout a longer length",
            position[0],
        )
