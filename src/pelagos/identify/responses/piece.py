"""One piece of a recording as a compiled march: its motion, and how that moves.

A run and its tangents go in lanes of one march: each direction, a parameter or an offset of the
start, is a lane that has the state in common with the others and takes the same steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.data.checks import Array
from pelagos.data.turns import beside
from pelagos.errors import PelagosError
from pelagos.identify.experiment import Piece
from pelagos.identify.responses.channels import SeenBodies, SeenChannel
from pelagos.loops import data, library
from pelagos.march.attitudes import with_unit_quaternions
from pelagos.march.engine import Engine
from pelagos.march.samples.facts import quaternions
from pelagos.march.samples.surface import Surface
from pelagos.march.settings import settings_for
from pelagos.march.variational.forward import Tangents
from pelagos.mechanism.robot import Compiled
from pelagos.programs.numbers import flat
from pelagos.programs.observed import observed_of, parts_of

Motion = dict[str, Array]


@dataclass(frozen=True)
class MovedPiece:
    """The motion of a piece, and of each channel the moves (sample, direction)."""

    motion: Motion
    by_values: dict[str, Array]
    by_offsets: dict[str, Array]


class PieceMarch:
    """Marches a piece from any start with any numbers."""

    def __init__(self, piece: Piece, robot: Compiled, moving: np.ndarray, rtol: float):
        """moving: which of the robot's flat numbers depend on a parameter."""
        self.piece, self._robot, self._moving = piece, robot, np.flatnonzero(moving)
        self.engine = Engine([robot], read=self._moving.tolist())
        words = dict.fromkeys(("atol", "step", "max_steps"))
        self._settings = settings_for(
            robot.robot,
            integrator="dopri5",
            duration=piece.duration,
            every=piece.every,
            rtol=rtol,
            **words,
        )
        self._times = self._settings.samples()
        self._stops = self.engine.stops(0.0, piece.duration)
        self._surface = Surface(robot)
        self._channels = {name: SeenChannel(robot, name) for name in piece.measured}
        numbers = self.engine.programs.numbers
        self._places = [numbers.place_of(index) for index in self._moving.tolist()]
        rates = np.zeros((1, numbers.size))
        rates[0, self._places] = 1.0
        self._tangents = Tangents(
            self.engine, self._settings, rates, np.zeros((1, self.engine.size))
        )

    def read(self, numbers: Array) -> Array:
        """What the programs read, of flat numbers."""
        return np.asarray(self.engine.programs.numbers.read(numbers[None]))

    def start(self, states: Array, offsets: Array) -> tuple[Array, Array]:
        """The initial state with these auxiliary states, and its rates by the offsets."""
        robot, begun = self._robot, self.piece.start
        q, u = (rows[0] for rows in begun.moved(robot.robot, offsets[None]))
        dq, du = begun.rates(robot.robot, offsets)
        rates = np.zeros((len(offsets), robot.size))
        rates[:, : robot.nq], rates[:, robot.nq : robot.nq + robot.nv] = dq, du
        found = np.concatenate([q, u, states, [0.0]])
        return with_unit_quaternions(robot, found, "start"), rates

    def motion(self, own: Array, begin: Array) -> Motion:
        """The channels alone; not a number from where a run fails on."""
        engine, settings = self.engine, self._settings
        runs = data.allocate(begin[None], np.zeros(1, dtype=np.int64), len(self._times))
        plan, method = settings.plan(self._times, self._stops), settings.method()
        model, variants = engine.model(), data.variants_of(own)
        lanes, work = data.lanes_like(variants, 1), data.work_for(model, 1)
        state = engine.lane_state(1, len(method.a), 0, 1)
        while not library.march(model, variants, lanes, work, method, plan, runs, state, 100_000):
            pass
        count = int(runs.done[0])
        seen = engine.observe(self._times[:count], runs.out[0, :count], 0, lanes=lanes)
        sight = self._sight(np.hstack([seen.x[:, : self._nx], *_rows(seen.poses, seen.velocities)]))
        return self._shown(sight)

    def responses(
        self, own: Array, begin: Array, by_values: tuple[Array, Array], by_offsets: Array
    ) -> MovedPiece:
        """The same with its moves.

        by_values: rates of flat numbers and of the initial state, (parameter, ...); by_offsets: of
        the initial state, (offset, n).
        """
        numbers, starts = by_values
        count, width = len(numbers), len(numbers) + len(by_offsets)
        rates = np.zeros((width, own.shape[1]))
        rates[:count, self._places] = numbers[:, self._moving]
        directions = np.concatenate([starts, by_offsets])
        tangents = self._tangents.elsewhere(
            np.repeat(own, width, axis=0),
            np.repeat(begin[None], width, axis=0),
            rates,
            directions,
            np.repeat(self._stops, width, axis=0),
        )
        states, moves, done = tangents.runs(self._times)
        reached = int(done.min())
        if reached < len(self._times) or not np.isfinite(moves).all():
            raise PelagosError(
                f"derivatives of the run from {self.piece.begin:g} s on are not finite"
            )
        seen, moved = self._seen(tangents, own, states, moves)
        shown = {n: channel.move(seen, moved).T for n, channel in self._channels.items()}
        shown = {n: own[: len(self.piece.measured[n])] for n, own in shown.items()}
        return MovedPiece(
            self._shown(seen),
            {n: own[:, :count] for n, own in shown.items()},
            {n: own[:, count:] for n, own in shown.items()},
        )

    @property
    def _nx(self) -> int:
        return self._robot.nq + self._robot.nv

    def _sight(self, numbers: Array) -> SeenBodies:
        return SeenBodies.of(self._robot, numbers)

    def _seen(
        self, tangents: Tangents, own: Array, states: Array, moves: Array
    ) -> tuple[SeenBodies, SeenBodies]:
        """What is seen of a run, and how it moves in each of the directions."""
        if not self._robot.constraints.rows:
            x = tangents.programs.layout.joined(states, moves)
            rows = zip(x, tangents.numbers, strict=True)  # one run for each direction
            both = np.stack(
                [tangents.programs.observed(self._times, row, p, "seen") for row, p in rows]
            )
            width = both.shape[-1] // 2
            return self._sight(both[0, :, :width]), self._sight(both[:, :, width:])
        lanes = data.lanes_like(data.variants_of(own), 1)
        seen = self.engine.observe(self._times, states[0], 0, lanes=lanes)
        parts = parts_of(self._robot)
        each = tangents.observed(self._times, states[0], moves)
        moved = [observed_of(parts, row) for row in each]
        one, *rest = (
            np.hstack([o.x[:, : self._nx], *_rows(o.poses, o.velocities)]) for o in (seen, *moved)
        )
        return self._sight(one), self._sight(np.array(rest))

    def _shown(self, seen: SeenBodies) -> Motion:
        """Channels on the grid of the piece, until a body leaves the water."""
        count = len(seen.q)
        if count and self._surface.is_watched:
            turned = np.matmul(self._robot.align, seen.poses[:, :, :3])
            attitude = quaternions(np.swapaxes(turned, -1, -2))
            out = self._surface.first_out(
                {
                    "position": seen.poses[:, :, 3],
                    "orientation": attitude,
                    "time": self._times[:count],
                }
            )
            count = count if out is None else out[0] + 1
        found = {}
        for name, measured in self.piece.measured.items():
            found[name] = np.full(len(measured), np.nan)
            values = self._channels[name].value(seen)[:count] if len(seen.q) else np.zeros(0)
            values = beside(name, values[: len(measured)], measured)
            found[name][: len(values)] = values
        return found


def _rows(poses: Array, velocities: Array) -> tuple[Array, Array]:
    return poses.reshape(len(poses), -1), velocities.reshape(len(velocities), -1)


def numbers_of(robot: Compiled) -> Array:
    """Flat numbers of a robot, and its auxiliary states at the start."""
    return np.concatenate([flat(robot), robot.start[robot.nq + robot.nv : -1]])
