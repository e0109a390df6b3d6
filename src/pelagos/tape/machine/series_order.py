"""In which order the series of a program and its other instructions are done.

Series of the same length whose numbers need nothing of each other but what stands beside them go
through one loop. An instruction waits for no more than it needs; loops are as large as they can be.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from pelagos.tape.machine.series import One, SeriesPlan, Slice

Step = int | list[int]  # an instruction, or the series of a loop


class SeriesOrder:
    """Steps of a plan, one after the other."""

    def __init__(self, plan: SeriesPlan):
        self.plan, self.total = plan, len(plan.instructions)
        self.before: dict[int, dict[int, bool]] = {}  # unit -> what it needs: True if beside it
        self.after: dict[int, list[int]] = {}
        for unit in self._units():
            self.before[unit] = needs = self._needs(unit)
            for other in needs:
                self.after.setdefault(other, []).append(unit)
        self.left = {unit: len(needs) for unit, needs in self.before.items()}
        self.loop_of: dict[int, int] = {}  # series -> which loop
        self.steps: list[Step] = []
        self._ready = [unit for unit, count in self.left.items() if not count]
        self._order()
        if any(self.left.values()):  # what is not done would leave numbers of earlier calls
            raise RuntimeError("a series of the tape waits for itself")

    def _units(self) -> Iterator[int]:
        """Instructions that no series has, then series, counted on from there."""
        for index in range(self.total):
            if self.plan.does[index] and self.plan.of[index] < 0:
                yield index
        for k, s in enumerate(self.plan.series):
            if not s.in_place:
                yield self.total + k

    def _unit(self, index: int) -> int | None:
        """What gives the result of an instruction; None for what is there from the start."""
        series = int(self.plan.of[index])
        if series >= 0:
            return self.total + series
        return index if self.plan.does[index] else None

    def _needs(self, unit: int) -> dict[int, bool]:
        plan = self.plan
        if unit < self.total:
            found = (self._unit(i) for i in plan.operands[unit].tolist() if i >= 0)
            return {other: False for other in found if other is not None}
        s = plan.series[unit - self.total]
        needs: dict[int, bool] = {}
        for operand in s.operands:
            if isinstance(operand, One):
                others = [self._unit(operand.instruction)]
            elif isinstance(operand, Slice):
                whole = plan.series[operand.series]
                others = [self._unit(i) for _, i in whole.strangers_in(operand.first, s.count)]
                if not whole.in_place:
                    beside = operand.first == 0 and whole.count == s.count
                    own = self.total + operand.series
                    needs[own] = beside and needs.get(own, True)
            else:
                others = []
            needs |= {other: False for other in others if other is not None}
        return needs

    def _order(self) -> None:
        single = [unit for unit in self._ready if unit < self.total]
        series = [unit for unit in self._ready if unit >= self.total]
        heapq.heapify(single)
        while single or series:
            while single:
                unit = heapq.heappop(single)
                self.steps.append(unit)
                self._free(unit, single, series)
            if series:
                lengths = {self.plan.series[u - self.total].count for u in series}
                loop = max((self._loop(n, series) for n in sorted(lengths)), key=len)
                for unit in loop:
                    self.loop_of[unit - self.total] = len(self.steps)
                self.steps.append([unit - self.total for unit in loop])
                series = [u for u in series if u not in set(loop)]
                for unit in loop:
                    self._free(unit, single, series)
                series = [u for u in series if u not in set(loop)]

    def _free(self, unit: int, single: list[int], series: list[int]) -> None:
        for other in self.after.get(unit, ()):
            self.left[other] -= 1
            if not self.left[other]:
                if other < self.total:
                    heapq.heappush(single, other)
                else:
                    series.append(other)

    def _loop(self, count: int, ready: list[int]) -> list[int]:
        """Series of this length that one loop can do, in order."""
        plan, left, loop = self.plan, dict(self.left), []
        waiting = [u for u in ready if plan.series[u - self.total].count == count]
        heapq.heapify(waiting)
        while waiting:
            unit = heapq.heappop(waiting)
            loop.append(unit)
            for other in self.after.get(unit, ()):
                beside = other >= self.total and self.before[other][unit]
                if beside and plan.series[other - self.total].count == count:
                    left[other] -= 1
                    if not left[other]:
                        heapq.heappush(waiting, other)
        return loop
