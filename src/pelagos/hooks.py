"""What lower packages ask higher ones for, without knowing them.

`pelagos/__init__`, which knows all packages, says who answers; it is loaded before any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    from pelagos.model.robot import Robot

close_loops: Callable[[Robot], np.ndarray]
"""The state at the start of a robot whose scenario is merged in, with loops and docks closed."""

added_mass_of_mesh: Callable[[Path, dict[str, Any]], tuple[np.ndarray, str]]
"""The added mass of a mesh file for a density of one, about its origin, and where it comes from."""

html: Callable[[Any], str]
"""What a notebook shows of an object."""

show_page: Callable[[str, str], Path | Any]
"""Show a page, given its text and title, where it is asked for."""

show_figure: Callable[[Any, str], Any]
"""Show a figure of matplotlib, given its title, to who types at a prompt; the figure."""

progress_bar: Callable[[], Any]
"""A bar in a notebook, called as progress and ended by `done`."""
