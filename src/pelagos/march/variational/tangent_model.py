"""A robot with its tangent as compiled loops see it: addresses of programs, sizes, tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.loops import data, library
from pelagos.loops.lattice.data import wings_of
from pelagos.march.engine import Engine
from pelagos.mechanism.robot import Compiled
from pelagos.programs.tangent import TangentLayout, TangentPrograms
from pelagos.tape.machine.native import Native


def tangent_model(engine: Engine, programs: TangentPrograms, lanes: int) -> data.Model:
    """The robot with its tangent as the march sees it."""
    robot, layout = engine.robot, programs.layout
    states = robot.states
    rates = programs.native("rates", lanes)
    samples = [programs.native("sample", lanes, k) for k in range(len(states.samplers))]
    closed = _closed(engine, programs, lanes)
    wings = _wings(robot, programs, lanes)
    natives = [rates, *samples, *closed.values(), *wings.values()]
    samplers, assignments = _both(layout, states.samplers, states.assignments)
    return data.plain_model(
        rates=rates.address,
        **{name: native.address for name, native in (closed | wings).items()},
        **_rows(engine, programs, closed),
        samples=np.array([native.address for native in samples], dtype=np.int64),
        scratch=max(native.scratch for native in natives),
        results=max(native.outputs for native in natives),
        size=layout.size,
        nq=robot.nq,
        nv=robot.nv,
        flowing=layout.flowing,
        judged=robot.flowing,
        driven=robot.elements.driven[:, :2],
        quaternions=robot.quaternions,
        samplers=samplers,
        frequencies=states.frequencies,
        starts=states.starts,
        assignments=assignments,
        air=library.couple_tangents.address if wings else 0,
        wings=wings_of(robot.lattice, robot.nb, layout.flowing - robot.flowing),
    )


def _wings(robot: Compiled, programs: TangentPrograms, lanes: int) -> dict[str, Native]:
    """The program that the flow about wings looks at."""
    return {"places": programs.native("wings", lanes)} if robot.lattice.count else {}


def _closed(engine: Engine, programs: TangentPrograms, lanes: int) -> dict[str, Native]:
    """Further programs of a robot with constraints."""
    if not engine.robot.constraints.rows:
        return {}
    names = ["restore", "restore_tangent", "shift", "observe"]
    names += ["tangent"] if engine.programs.loose_rows else []
    return {name: programs.native(name, lanes) for name in names}


def _rows(engine: Engine, tangents: TangentPrograms, closed: dict[str, Native]) -> dict[str, Any]:
    """Tables of its constraints' rows."""
    if not closed:
        return {}
    programs, robot, layout = engine.programs, engine.robot, tangents.layout
    components, affected = tangents.rates_layout.arrays()
    restored, moved = tangents.restore_layout.arrays()
    work = affected == robot.flowing
    attached = 6 * len(robot.welds.attaching) if programs.attaches else 0
    return {
        "outputs": closed["observe"].outputs,
        "rows": robot.constraints.rows,
        "loose_rows": programs.loose_rows,
        "held_rows": programs.loose_rows + attached,
        "components": components,
        "affected": np.where(work, layout.flowing, affected),
        "affected_tangents": affected + robot.flowing,
        "restored": restored,
        "moved": moved,
    }


def _both(
    layout: TangentLayout, samplers: np.ndarray, assignments: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Samplers that set their states, then the tangents of these."""
    table = samplers.copy()
    places: list[int] = []
    for row in table:
        own = assignments[row[data.FIRST] : row[data.LAST]]
        row[data.FIRST] = len(places)
        places += [*layout.state[own], *layout.tangent[own]]
        row[data.LAST] = len(places)
    return table, np.array(places, dtype=np.int64)
