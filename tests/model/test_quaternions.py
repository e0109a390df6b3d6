"""Unit quaternions: right to rounding, the same bits one by one and together, refused if none."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from pelagos.language.placement import from_rpy, product
from pelagos.language.quaternions import AttitudeError, unit, unit_of

EPS = np.finfo(float).eps
DRAWN = (
    np.random.default_rng(5).normal(size=(2000, 4))
    * 10.0 ** np.arange(-150, 150)[:2000, None][np.arange(2000) % 300]
)


def square(q) -> Fraction:
    """Of the length, without rounding."""
    return sum((Fraction(float(x)) ** 2 for x in q), Fraction(0))


def test_length_and_direction():
    """As in exact arithmetic, to the four roundings of an element (half an eps each)."""
    for q, made in zip(DRAWN[:300], unit(DRAWN[:300]), strict=True):
        assert abs(square(made) - 1) <= 4 * EPS
        k = int(np.argmax(np.abs(q)))
        exact = Fraction(float(q[k])) ** 2 / square(q)
        assert abs(Fraction(float(made[k])) ** 2 / exact - 1) <= 4 * EPS
        np.testing.assert_allclose(made / made[k], q / q[k], rtol=4 * EPS)


def test_one_by_one_and_together():
    together = unit(DRAWN)
    strided = unit(np.asfortranarray(np.repeat(DRAWN, 2, axis=0))[::2])
    for q, a, b in zip(DRAWN, together, strided, strict=True):
        assert unit(q).tobytes() == a.tobytes() == b.tobytes()
        assert unit_of(q.tolist()) == tuple(a)
    np.testing.assert_array_equal(unit(DRAWN.reshape(20, 100, 4)).reshape(-1, 4), together)


def test_what_is_unit_stays():
    once = unit(DRAWN)
    np.testing.assert_array_equal(unit(once), once)
    # as the compiled march and others make them
    other = DRAWN * (1.0 / np.sqrt((DRAWN**2).sum(axis=1)))[:, None]
    np.testing.assert_array_equal(unit(other), other)
    far = once * (1.0 + 20 * EPS)
    assert not np.any(unit(far) == far, axis=1).all()
    for q in (from_rpy((0.3, -1.2, 2.5)), product(tuple(once[0]), tuple(once[1]))):
        assert unit_of(q) == q
    for whole in np.eye(4).tolist():
        assert unit_of(whole) == tuple(whole)


@pytest.mark.parametrize("size", [5e-324, 1e-300, 1e-160, 1e160, 1.7e308])
def test_any_size(size):
    """Squares overflow or vanish; the subnormal numbers keep few digits, but a direction."""
    np.testing.assert_allclose(
        unit([0.0, size, 0.0, -size]), [0, math.sqrt(0.5), 0, -math.sqrt(0.5)]
    )


@pytest.mark.parametrize("bad", [[0, 0, 0, 0], [-0.0, 0, 0, 0]])
def test_length_zero(bad):
    with pytest.raises(AttitudeError, match="length zero"):
        unit([[1.0, 0.0, 0.0, 0.0], bad])


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_not_finite(bad):
    with pytest.raises(AttitudeError, match="not finite") as caught:
        unit([[1.0, 0.0, 0.0, 0.0], [1.0, bad, 0.0, 0.0]])
    np.testing.assert_array_equal(caught.value.found, [1.0, bad, 0.0, 0.0])
