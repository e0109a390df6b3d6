"""Roll and yaw, which are the same after a whole turn.

Records hold them within half a turn or go on beyond; predictions go on from where they begin, which
is within half a turn. So whole turns are taken out of records where these leap from one sample to
the next, and predictions are shifted by as many as bring their beginning next to what was measured.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pelagos.data.checks import Array
from pelagos.data.recording import Recording

_TURN = 2.0 * np.pi


def _turns(name: str) -> bool:
    kind, _, rest = name.partition(".")
    return kind == "euler" and rest.rpartition(".")[2] in ("roll", "yaw")


def without_leaps(recording: Recording) -> Recording:
    """The same record with angles that go on where they leapt by a whole turn."""
    channels = recording.channels.items()
    found = {n: np.unwrap(values) if _turns(n) else values for n, values in channels}
    return replace(recording, channels=found)


def beside(name: str, seen: Array, measured: Array) -> Array:
    """A predicted channel, an angle by whole turns next to what was measured at its beginning."""
    if not _turns(name) or not len(seen) or not np.isfinite(seen[0]):
        return seen
    return np.asarray(seen + _TURN * np.round((measured[0] - seen[0]) / _TURN))
