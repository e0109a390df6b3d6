"""Near names, for messages about names that do not exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

_SHOWN = 12
_LOOKED_AT = 500
_ALIKE, _VERY_ALIKE = 0.6, 0.75  # twice the letters in common, by all letters


def did_you_mean(name: str, choices: Iterable[str]) -> str:
    """A remedy that names the nearest choices, or lists what there is."""
    known = list(islice(choices, _LOOKED_AT))
    if not known:
        return "there are none in this model"
    lower = {choice.lower(): choice for choice in reversed(known)}
    wanted = str(name)[:100].lower()
    near = get_close_matches(wanted, lower, n=3, cutoff=_ALIKE)
    # few slips are in the first letter: springs are no wings
    if near and near[0][:1] != wanted[:1]:
        near = get_close_matches(wanted, lower, n=3, cutoff=_VERY_ALIKE)
    if near:
        return "did you mean " + " or ".join(lower[n] for n in near) + "?"
    return "choose from " + listing(known)


def listing(choices: Iterable[str]) -> str:
    """The choices in one line, cut when there are many."""
    known = list(choices)
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return ", ".join(known[:_SHOWN]) + more
