"""A plan as a nonlinear program: direct multiple shooting (Bock and Plitt 1984).

The variables are the states at the nodes, the inputs over the intervals between these, free
parameters, and a pace if the duration is free. Each interval must end where the next one begins.
First derivatives are those of the steps taken, exact. Second ones are differences of these along
every variable, of all intervals at once: solvers need them to go fast, not to be right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.planning.request import PlanCondition, PlanRequest
from pelagos.shooting.intervals import Intervals

NUDGE = 1e-6  # by which variables move for second derivatives, relative to 1 or their size


@dataclass(frozen=True)
class PlannedMotion:
    """Variables of a plan, taken apart."""

    states: np.ndarray  # (node, nx)
    inputs: np.ndarray  # (interval, nu)
    parameters: np.ndarray  # all that are open
    pace: float


class Transcription:
    """The program of one request, on a vector z of all variables."""

    def __init__(self, request: PlanRequest):
        self.request, words = request, request.words
        self.count = words.intervals
        self.longest = words.duration[1]
        self.is_timed = words.duration[0] < self.longest
        self.watched: tuple[PlanCondition, ...] = (
            *request.at_start,
            *request.everywhere,
            *request.at_end,
        )
        nodes = [c.node for c in self.watched]
        nodes += [] if request.final is None else [request.final]
        self.shots = Intervals(
            request.open,
            length=self.longest / self.count,
            steps=words.steps,
            integrator=words.integrator,
            integrand=request.integrand,
            watched=nodes,
            origin=words.begin if self.is_timed else 0.0,
        )
        self.start = self.shots.start
        if words.begin > 0.0:
            self.start = request.states_at(np.array([words.begin]), "begin")[0]
        self._lay_out()
        self.low, self.high = np.full(self.size, -np.inf), np.full(self.size, np.inf)
        self._ends: dict[bytes, tuple] = {}
        self._sloped: dict[bytes, tuple] = {}

    # --- variables

    def _lay_out(self) -> None:
        """Which columns of slopes are variables, and where these stand in z."""
        request, shots, count = self.request, self.shots, self.count
        nx, nu = len(shots.states), len(shots.inputs)
        compiled = request.open.compiled
        driven = {int(c) for c, _, _ in compiled.elements.driven}
        driven |= {compiled.nq + int(s) for _, s, _ in compiled.elements.driven}
        self.live = np.array([i for i in range(nx) if i not in driven], dtype=int)
        names = list(shots.parameters)
        self.free = np.array([names.index(path) for path in request.free], dtype=int)
        n, p = len(self.live), len(self.free) + self.is_timed
        self.columns = np.array(
            [*self.live, *range(nx, nx + nu), *(nx + nu + self.free), *[-1] * self.is_timed],
            dtype=int,
        )
        self.along = np.eye(shots.columns)[self.columns]
        self.size = (count + 1) * n + count * nu + p
        self.state_places = np.arange((count + 1) * n).reshape(count + 1, n)
        first = (count + 1) * n
        self.input_places = first + np.arange(count * nu).reshape(count, nu)
        self.shared_places = first + count * nu + np.arange(p)
        last = self.input_places[-1:] if count else self.input_places
        shared = np.broadcast_to(self.shared_places, (count + 1, p))
        # of each node: where the variables of its columns stand
        self.places = np.hstack([self.state_places, np.vstack([self.input_places, last]), shared])
        self.times = self.times_at(1.0)

    def times_at(self, pace: float) -> np.ndarray:
        """Of the nodes: all but the first stretch with the pace."""
        shares = np.arange(self.count + 1) / self.count
        return self.request.words.begin + pace * self.longest * shares

    def motion(self, z: np.ndarray) -> PlannedMotion:
        states = np.tile(self.start, (self.count + 1, 1))
        states[:, self.live] = z[self.state_places]
        parameters = self.shots.values.copy()
        parameters[self.free] = z[self.shared_places[: len(self.free)]]
        pace = float(z[-1]) if self.is_timed else 1.0
        return PlannedMotion(states, z[self.input_places], parameters, pace)

    # --- values

    def _at(self, z: np.ndarray, slopes: bool) -> tuple:
        """Ends of the intervals, and what is watched at the nodes."""
        kept = self._sloped if slopes else self._ends
        key = z.tobytes()
        if not slopes and key in self._sloped:
            return self._sloped[key]
        if key not in kept:
            m = self.motion(z)
            along = self.along if slopes else None
            given = m.parameters, m.pace
            ends = self.shots.shot(
                self.times[:-1], m.states[:-1], m.inputs, *given, slopes=slopes, directions=along
            )
            looks = None
            if self.shots.watches:
                inputs = np.vstack([m.inputs, m.inputs[-1:]])
                looks = self.shots.look(
                    self.times, m.states, inputs, *given, slopes=slopes, directions=along
                )
            kept.clear()
            kept[key] = ends, looks, m
        return kept[key]

    def cost(self, z: np.ndarray) -> float:
        ends, looks, _ = self._at(z, False)
        value = float(ends.integrals.sum())
        if self.request.final is not None:
            value += float(looks[0][-1, -1])
        return value + self._time_cost * float(z[-1] if self.is_timed else 1.0)

    @property
    def _time_cost(self) -> float:
        return self.request.words.cost.time * self.longest

    def gradient(self, z: np.ndarray) -> np.ndarray:
        ends, looks, _ = self._at(z, True)
        found = np.zeros(self.size)
        np.add.at(found, self.places[:-1], ends.integral_slopes)
        if self.request.final is not None:
            np.add.at(found, self.places[-1], looks[1][-1, -1])
        if self.is_timed:
            found[-1] += self._time_cost
        return found

    def constraints(self, z: np.ndarray) -> np.ndarray:
        ends, looks, m = self._at(z, False)
        gaps = m.states[1:, self.live] - ends.states[:, self.live]
        parts = [gaps.ravel(), m.states[-1, self._periodic] - m.states[0, self._periodic]]
        parts += [looks[0][k, e] for k, e in self._looked]
        return np.concatenate([np.atleast_1d(part) for part in parts])

    def idle_inputs(self, z: np.ndarray) -> list[str]:
        """Free inputs whose slopes are all zero at a point."""
        slopes = np.abs(self._at(z, True)[0].slopes).max(axis=(0, 1))
        first = len(self.live)
        own = slopes[first : first + len(self.shots.inputs)]
        return [name for name, most in zip(self.shots.inputs, own, strict=True) if most == 0.0]

    @property
    def _periodic(self) -> np.ndarray:
        labels = list(self.shots.states)
        return np.array([labels.index(name) for name in self.request.words.periodic], dtype=int)

    @property
    def _looked(self) -> list[tuple[int, int]]:
        """Node and expression of each condition."""
        request, last = self.request, self.count
        starts, paths = len(request.at_start), len(request.everywhere)
        found = [(0, e) for e in range(starts)]
        found += [(k, starts + e) for e in range(paths) for k in range(last + 1)]
        return found + [(last, starts + paths + e) for e in range(len(request.at_end))]

    def names(self) -> list[str]:
        """Of the constraints, for messages."""
        states, times = self.shots.states, self.times
        found = [
            f"{states[i]} from {times[k]:.3g} s to {times[k + 1]:.3g} s"
            for k in range(self.count)
            for i in self.live
        ]
        found += [f"periodic {name}" for name in self.request.words.periodic]
        return found + [f"{self.watched[e].text} at {times[k]:.3g} s" for k, e in self._looked]

    def constraint_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        ranges = [self.watched[e].range for _, e in self._looked]
        zeros = np.zeros(self.count * len(self.live) + len(self._periodic))
        low, high = ([r[side] for r in ranges] for side in (0, 1))
        return np.concatenate([zeros, low]), np.concatenate([zeros, high])

    # --- derivatives

    def jacobian_pattern(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows and columns of the entries that `jacobian` gives."""
        count, n, width = self.count, len(self.live), self.places.shape[1]
        rows = np.arange(count * n).reshape(count, n)
        own = np.broadcast_to(rows[:, :, None], (count, n, width))
        at = np.broadcast_to(self.places[:-1, None, :], (count, n, width))
        first = count * n
        periodic = [int(np.flatnonzero(self.live == i)[0]) for i in self._periodic]
        closed = first + np.arange(len(periodic))
        all_rows = [own.ravel(), rows.ravel(), closed, closed]
        all_columns = [at.ravel(), self.state_places[1:].ravel()]
        all_columns += [self.state_places[-1, periodic], self.state_places[0, periodic]]
        first += len(periodic)
        for row, (k, _) in enumerate(self._looked):
            all_rows.append(np.full(width, first + row))
            all_columns.append(self.places[k])
        return np.concatenate(all_rows).astype(int), np.concatenate(all_columns).astype(int)

    def jacobian(self, z: np.ndarray) -> np.ndarray:
        ends, looks, _ = self._at(z, True)
        closed = np.ones(len(self._periodic))
        parts = [-ends.slopes[:, self.live].ravel(), np.ones(self.count * len(self.live))]
        parts += [closed, -closed, *(looks[1][k, e] for k, e in self._looked)]
        return np.concatenate(parts)

    def hessian_pattern(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows and columns of the entries that `hessian` gives; the same place may come again."""
        width = self.places.shape[1]
        shape = (self.count + 1, width, width)
        rows = np.broadcast_to(self.places[:, :, None], shape)
        columns = np.broadcast_to(self.places[:, None, :], shape)
        return rows.ravel(), columns.ravel()

    def hessian(self, z: np.ndarray, of_cost: float, weights: np.ndarray) -> np.ndarray:
        """Of the weighted sum of cost and constraints."""
        width = self.places.shape[1]
        found = np.empty((self.count + 1, width, width))
        here = self._node_gradients(z, of_cost, weights)
        for c in range(width):
            own, moved = self.places[:, c], z.copy()
            moved[own] = self._nudged(z, own)
            change = self._node_gradients(moved, of_cost, weights) - here
            found[:, :, c] = change / (moved - z + np.where(moved == z, 1.0, 0.0))[own, None]
        return (0.5 * (found + found.transpose(0, 2, 1))).ravel()

    def _nudged(self, z: np.ndarray, own: np.ndarray) -> np.ndarray:
        """Some variables a little aside, towards the bound that is further away: at the limit of
        an actuator its effort has a corner."""
        at, step = z[own], NUDGE * np.maximum(1.0, np.abs(z[own]))
        up, down = self.high[own] - at, at - self.low[own]
        room = np.minimum(step, 0.5 * np.maximum(up, down))
        return np.where(up >= down, at + room, at - room)

    def _node_gradients(self, z: np.ndarray, of_cost: float, weights: np.ndarray) -> np.ndarray:
        """By the variables of each node: of what this node alone has in the sum."""
        ends, looks, _ = self._at(z, True)
        n, count = len(self.live), self.count
        gaps = weights[: count * n].reshape(count, n)
        found = np.zeros((count + 1, self.places.shape[1]))
        found[:-1] = of_cost * ends.integral_slopes
        found[:-1] -= np.einsum("kn,knc->kc", gaps, ends.slopes[:, self.live])
        rest = weights[count * n + len(self._periodic) :]
        for (k, e), weight in zip(self._looked, rest, strict=True):
            found[k] += weight * looks[1][k, e]
        if self.request.final is not None:
            found[-1] += of_cost * looks[1][-1, -1]
        return found
