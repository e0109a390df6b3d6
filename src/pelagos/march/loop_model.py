"""A robot as compiled loops see it: addresses of its programs, sizes, tables."""

from __future__ import annotations

import numpy as np

from pelagos.loops import data, library
from pelagos.loops.lattice.data import wings_of
from pelagos.programs.robot import Programs
from pelagos.programs.settling import natives_of


def model_of(programs: Programs, lanes: int, by_signals: bool, rates: str) -> data.Model:
    """All programs that a march may call, with so many lanes."""
    robot = programs.robot
    closed, states = robot.constraints.rows > 0, robot.states
    wanted = {
        "rates": rates,
        "margins": "margins" if robot.conditions else None,
        "restore": "restore" if closed else None,
        "shift": "shift",  # semi-implicit steps move coordinates by it, too
        "observe": "observe" if closed else None,
        "places": "wings" if robot.lattice.count else None,
    }
    made = {
        field: None if name is None else programs.native(name, lanes, by_signals)
        for field, name in wanted.items()
    }
    implicit = any(element.implicit for element in robot.elements.all)
    made |= (
        natives_of(programs, lanes, by_signals) if implicit else {"factor": None, "settle": None}
    )
    samples = [programs.native("sample", lanes, index=k) for k in range(len(states.samplers))]
    natives = [native for native in (*made.values(), *samples) if native is not None]
    components, affected = programs.rates_layout.arrays()
    restored, moved = programs.restore_layout.arrays()
    held = programs.loose_rows + (6 * len(robot.welds.attaching) if programs.attaches else 0)
    return data.Model(
        **{field: 0 if native is None else native.address for field, native in made.items()},
        tangent=0,
        restore_tangent=0,
        affected_tangents=affected[:0],
        samples=np.array([native.address for native in samples], dtype=np.int64),
        scratch=max(native.scratch for native in natives),
        results=max(native.outputs for native in natives),
        factors=0 if made["factor"] is None else made["factor"].outputs,
        outputs=0 if made["observe"] is None else made["observe"].outputs,
        size=robot.size,
        nq=robot.nq,
        nv=robot.nv,
        flowing=robot.flowing,
        judged=robot.flowing,
        rows=robot.constraints.rows,
        loose_rows=programs.loose_rows,
        held_rows=held,
        components=components,
        affected=affected,
        restored=restored,
        moved=moved,
        driven=robot.elements.driven[:, :2],
        quaternions=robot.quaternions,
        samplers=states.samplers,
        frequencies=states.frequencies,
        starts=states.starts,
        assignments=states.assignments,
        air=library.couple.address if robot.lattice.count else 0,
        wings=wings_of(robot.lattice, robot.nb),
    )
