"""Names that ROS accepts: letters, digits and single underscores, no digit first.

Source: design.ros2.org, "Topic and Service name mapping to DDS". A name that begins with an
underscore would be hidden, so none does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pelagos.errors import PelagosError


def ros_name(text: str) -> str:
    """The nearest name to a text: `port.hull` is port_hull, `3rpr-small` is n3rpr_small."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_") or "robot"
    return f"n{plain}" if plain[0].isdigit() else plain


def check_distinct(named: Iterable[tuple[str, str]]) -> None:
    """Refuse two things that would go by the same name; pairs of a thing and its name."""
    known: dict[str, str] = {}
    for thing, name in named:
        other = known.setdefault(name, thing)
        if other != thing:
            raise PelagosError(
                f"{other} and {thing} would both be {name} in ROS\n    rename one of them in the "
                "model; letters and digits tell names apart"
            )
