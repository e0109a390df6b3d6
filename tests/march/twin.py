"""The march in plain Python, one state, as its pages say: what the compiled one must give.

Sums are taken in the same order and products are fused with sums where they are there, so that
every bit can be compared.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np

from pelagos.integrators.table import TABLEAUX
from pelagos.loops.stages import HAIR, LAST_STRETCH
from pelagos.mathematics.scalars import exp, log
from tests.march.systems import System


def fma(a: float, b: float, c: float) -> float:
    """a b + c, rounded once."""
    return float(Fraction(a) * Fraction(b) + Fraction(c))


@cache
def _power() -> System:
    return System([0.0, 0.0], lambda t, x, p: [exp(x[1] * log(x[0])), 0.0])


def power(a: float, b: float) -> float:
    return float(_power().evaluate("rates", 0.0, [a, b])[0])


class Twin:
    """A march from one state to the end of the samples; `judged` numbers are under control."""

    def __init__(self, system: System, integrator: str, samples, rtol=1e-6, atol=1e-9, step=None):
        self.system, self.tableau = system, TABLEAUX[integrator]
        self.samples, self.end = list(samples), float(samples[-1])
        self.rtol, self.atol = rtol, atol
        self.longest = step or (self.end if self.tableau.adaptive else 0.01)
        self.judged = len(system.start) - 1
        self.accepted = self.rejected = 0
        self.out = [np.array(system.start)]

    def rates(self, t, y):
        return self.system.evaluate("rates", t, y)[: len(y)].copy()

    def combined(self, y, weights, k, h):
        """y + h times the weighted sum of stages."""
        new = y.copy()
        for i in range(len(y)):
            total = 0.0
            for weight, stage in zip(weights, k, strict=False):
                if weight != 0.0:
                    total = fma(weight, stage[i], total)
            new[i] = fma(h, total, y[i])
        return new

    def march(self):
        tableau, t, y = self.tableau, 0.0, np.array(self.system.start)
        k0 = self.rates(t * (1.0 + HAIR), y)
        h = self.first_step(y, k0)
        while t < self.end:
            left, wish = self.end - t, min(h, self.longest)
            step = left if wish * LAST_STRETCH >= left else wish
            k, last = [k0], len(tableau.b) - 1
            for i in range(1, last):
                stage_time = (
                    self.end_time(t, step) if tableau.c[i] == 1 else t + tableau.c[i] * step
                )
                k.append(self.rates(stage_time, self.combined(y, tableau.a[i], k, step)))
            new = self.combined(y, tableau.b, k, step)
            k.append(self.rates(self.end_time(t, step), new))
            error = self.error(y, new, k, step)
            if error > 1.0:
                self.rejected += 1
                h = step * self.growth(error)
                continue
            new_time = self.end if step >= left else t + step
            self.take_samples(t, new_time, step, y, new, k)
            if tableau.adaptive:
                wish = step * self.growth(error)
                h = max(wish, h) if step >= left else wish
            t, y, k0 = new_time, new, k[last]
            self.accepted += 1
        return self

    def end_time(self, t, step):
        return self.end * (1.0 - HAIR) if t + step >= self.end else t + step

    def first_step(self, y, k):
        if not self.tableau.adaptive:
            return self.longest
        size = rate = 0.0
        for i in range(self.judged):
            scale = self.atol + self.rtol * abs(y[i])
            size += (y[i] / scale) ** 2
            rate += (k[i] / scale) ** 2
        size, rate = math.sqrt(size), math.sqrt(rate)
        guess = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
        return min(guess, 1e-3 * self.longest)

    def weighed(self, weights, y, new, k, step):
        """Errors of all numbers under control, over what is allowed."""
        errors = []
        for i in range(self.judged):
            total = 0.0
            for weight, stage in zip(weights, k, strict=False):
                if weight != 0.0:
                    total = fma(weight, stage[i], total)
            scale = fma(self.rtol, max(abs(y[i]), abs(new[i])), self.atol)
            errors.append(step * total / scale)
        return errors

    def error(self, y, new, k, step):
        tableau = self.tableau
        if not tableau.adaptive:
            return 0.0
        own = self.weighed(tableau.e, y, new, k, step)
        if tableau.halving:
            return max(map(abs, own))
        total = self.squares(own)
        if len(tableau.e_low):
            low = self.squares(self.weighed(tableau.e_low, y, new, k, step))
            total = total * total / (total + 0.01 * low) if low > 0.0 else total
        return math.sqrt(total / self.judged)

    @staticmethod
    def squares(errors):
        """Eight sums, added in order."""
        sums = [0.0] * 8
        for i, error in enumerate(errors):
            sums[i % 8] = fma(error, error, sums[i % 8])
        total = sums[0]
        for other in sums[1:]:
            total += other
        return total

    def growth(self, error):
        if self.tableau.halving:
            return 0.5 if error > 1.0 else (2.0 if error < 1.0 / 64.0 else 1.0)
        if error <= 0.0:
            return 5.0
        exponent = 1.0 / (self.tableau.error_order + 1)
        return min(max(0.9 * power(error, -exponent), 0.2), 5.0)

    def take_samples(self, t, new_time, step, y, new, k):
        dense = self.tableau.dense
        while len(self.out) < len(self.samples) and self.samples[len(self.out)] <= new_time:
            x = (self.samples[len(self.out)] - t) / step
            if x >= 1.0:
                self.out.append(new.copy())
                continue
            while len(k) < len(dense):  # stages that only the interpolation uses
                i = len(k)
                state = self.combined(y, self.tableau.a[i], k, step)
                k.append(self.rates(t + self.tableau.c[i] * step, state))
            if not len(dense):
                bend = (1.0 - 2.0 * x) * (new - y) + (x - 1.0) * step * k[0] + x * step * k[-1]
                self.out.append((1.0 - x) * y + x * new + x * (x - 1.0) * bend)
                continue
            total = np.zeros(len(y))
            for row, stage in zip(dense, k, strict=True):
                weight = 0.0
                for coefficient in row[::-1]:
                    weight = x * (coefficient + weight)
                total = total + stage * weight
            self.out.append(y + step * total)
