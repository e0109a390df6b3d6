"""Where the search for a plan begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.language.suggest import did_you_mean
from pelagos.planning.request import PlanRequest
from pelagos.planning.transcription import Transcription
from pelagos.planning.words import RUN


def first_guess(request: PlanRequest, program: Transcription) -> np.ndarray:
    """Lines from the start to the end or a run, inputs as the model has them."""
    z, shots = np.zeros(program.size), program.shots
    guess: Any = request.words.guess
    given = {} if guess == RUN else guess
    names = [shots.states[i] for i in program.live]
    known = [*names, *shots.inputs]
    for name in given:
        if name not in known:
            message, remedy = f"there is no {name}", did_you_mean(name, known)
            raise request.refused(("guess", name), message, remedy)
    pace = 0.5 + 0.5 * request.words.duration[0] / program.longest
    run = None if guess != RUN else request.states_at(program.times_at(pace), "guess")
    for i, name in enumerate(names):
        own = program.start[program.live[i]]
        begun = float(np.clip(own, *request.start.get(name, (own, own))))
        ended = float(np.clip(begun, *request.end.get(name, (begun, begun))))
        line = spread(given.get(name, (begun, ended)), program.count + 1)
        if run is not None and name not in request.end:
            line = run[:, program.live[i]] + (begun - run[0, program.live[i]])
        z[program.state_places[:, i]] = line
    for j, name in enumerate(shots.inputs):
        line = spread(given.get(name, (float(shots.given[j]),)), program.count)
        z[program.input_places[:, j]] = line
    z[program.shared_places] = [*shots.values[program.free], *[pace] * program.is_timed]
    return z


def spread(values: Sequence[float], count: int) -> np.ndarray:
    """Values over the duration at so many places."""
    at = np.linspace(0.0, 1.0, len(values)) if len(values) > 1 else [0.0]
    return np.interp(np.linspace(0.0, 1.0, count), at, values)
