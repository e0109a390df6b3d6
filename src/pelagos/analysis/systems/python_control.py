"""Linear systems for python-control, by names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.text import numbered

if TYPE_CHECKING:
    from pelagos.analysis.linear import Linearization


def state_space(system: Linearization) -> Any:
    """A `control.StateSpace` with the names of states and inputs; all states are its outputs.

    It knows no dots in names: they become underscores. Names that are then the same are numbered.
    """
    try:
        import control
    except ImportError:
        raise PelagosError(
            "to_control: python-control is not installed\n    pip install 'pelagos[control]'"
        ) from None
    n, inputs = system.B.shape
    states, pushed = (
        numbered([name.replace(".", "_") for name in own]) for own in (system.states, system.inputs)
    )
    names = {"states": states, "inputs": pushed}
    outputs = [f"y_{name}" for name in states]  # it wants each name once
    return control.StateSpace(
        system.A, system.B, np.eye(n), np.zeros((n, inputs)), outputs=outputs, **names
    )
