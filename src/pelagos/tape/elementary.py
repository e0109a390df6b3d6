"""Elementary functions by polynomials: the same bits on every machine and for any number of lanes.

Every function reduces its argument to a short interval, evaluates a polynomial there and puts the
parts together so that only the last step rounds noticeably. There is no branch, no table and no
call: special values are chosen by conditions, and NaN passes through. Each operator is one IEEE
instruction; a product and a sum are fused only where `fma` says so.

| function   | largest error, ulp  | outside its domain                                   |
| ---------- | ------------------- | ---------------------------------------------------- |
| sin cos    | 0.8 for |x| < 1e5   | digits fade slowly from 1e9 on; NaN from 1e15 on     |
| tan        | 2.5 for |x| < 1e5   | likewise                                             |
| exp        | 1                   | overflow to infinity, underflow through subnormals   |
| log        | 1                   | log 0 = -infinity, NaN for negative numbers          |
| tanh       | 2                   |                                                      |
| atan atan2 | 2                   | all quadrants, signed zeros and infinities as in C99 |
| asin acos  | 3                   | NaN outside [-1, 1]                                  |
| sqrt floor | exact               | NaN for the root of a negative number                |

"fdlibm" beside coefficients is Sun's Freely Distributable Math Library (Ng and others, 1993),
"Cephes" is Moshier's Cephes Mathematical Library (1989).
"""

from __future__ import annotations

import math
from typing import Any

# Adding 1.5 * 2^52 rounds to a whole number and leaves that number in the lowest bits.
ROUNDER = 1.5 * 2.0**52
ROUNDER_BITS = 0x4338_0000_0000_0000
SIGN_BIT = -(1 << 63)
EXPONENT_BIAS = 1023
MANTISSA_SIZE = 52

# pi/2 in three parts; the second has 33 bits, so k times it is exact for whole k below 2^20.
HALF_PI = (1.5707963267948966, 6.12323399538461e-17, 3.5215598651832e-27)
TWO_OVER_PI = 0.6366197723675814
LARGEST_ANGLE = 1e15  # neighbouring doubles are 0.1 rad apart here
LN_2 = (0.6931471805599453, 2.3190468138462996e-17)
ONE_OVER_LN_2 = 1.4426950408889634
SQRT_HALF_BITS = 0x3FE6_A09E_667F_3BCD

# sin x = x + x³ S(x²) and cos x = 1 - x²/2 + x⁴ C(x²) for |x| < pi/4 (fdlibm, k_sin and k_cos).
SIN = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
COS = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
# exp x = 1 + x + x² E(x): Taylor to x¹³, whose remainder for |x| < ln(2)/2 is below 0.05 ulp.
EXP = tuple(1.0 / math.factorial(n) for n in range(2, 14))
# log((1 + s)/(1 - s)) = 2s + s³ L(s²) for |s| < 0.1716 (fdlibm, e_log).
LOG = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)
# tanh x = x + x³ P(x²)/Q(x²) for |x| < 0.625 (Cephes, tanh).
TANH_P = (-1.61468768441708447952e3, -9.92877231001918586564e1, -9.64399179425052238628e-1)
TANH_Q = (4.84406305325125486048e3, 2.23548839060100448583e3, 1.12811678491632931402e2, 1.0)
# atan x = x - x³ A(x²) for |x| <= 1: interpolation at Chebyshev nodes of x² in [0, 1], computed in
# 300 bits (mpmath.chebyfit) and rounded; off by 0.2 ulp at most.
ATAN = (
    0.3333333333333333,
    -0.19999999999999554,
    0.14285714285648404,
    -0.11111111107234799,
    0.09090908969557403,
    -0.07692305354678655,
    0.06666636435777692,
    -0.05882074956371294,
    0.05261265735709454,
    -0.04752086773576656,
    0.04308119655330471,
    -0.03872640214042632,
    0.033750132001619734,
    -0.027567942297344678,
    0.020238706986393514,
    -0.012756172907694298,
    0.006575683344151699,
    -0.002622977891906089,
    0.0007518472526973822,
    -0.0001368724853148122,
    1.1832505417555692e-05,
)


def where(condition: Any, x: Any, y: Any) -> Any:
    """x where the condition holds, else y; one of them is no plain float."""
    return (y if isinstance(x, float) else x).select(condition, x, y)


def tan(x: Any) -> Any:
    sine, cosine = sincos(x)
    return sine / cosine


def asin(x: Any) -> Any:
    return atan2(x, complement(x))


def acos(x: Any) -> Any:
    return atan2(complement(x), x)


def atan(x: Any) -> Any:
    return atan2(x, x.like(1.0))


def sign(x: Any) -> Any:
    """Zero and NaN are their own sign."""
    return where(abs(x) > 0.0, x.like(1.0).with_sign_of(x), x)


def sincos(x: Any) -> tuple[Any, Any]:
    """Sine and cosine by quarter turns (Cody and Waite 1980) with a two-part remainder."""
    # the nearest whole number k of quarter turns, as a double and in the lowest bits
    rounded = x.fma(TWO_OVER_PI, ROUNDER)
    k = rounded - ROUNDER
    quadrant = rounded.bits

    # the remainder r + tail = x - k pi/2; the first difference and the product are exact
    first = k.fma(-HALF_PI[0], x)
    second = k * HALF_PI[1]
    r = first - second
    tail = k.fma(-HALF_PI[2], (first - r) - second)
    # too large an angle has no digits left to reduce: NaN, carried on by the tail
    tail = where(abs(x) < LARGEST_ANGLE, tail, math.nan)

    # sin(r + tail) = r + (r³ S + tail (1 - r²/2))
    z = r * r
    w = z.fma(-0.5, 1.0)
    sine = r + tail.fma(w, z * r * z.polynomial(SIN))
    # cos(r + tail) = w + ((1 - r²/2 - w) - r tail + r⁴ C), where w is 1 - r²/2 rounded
    lost = z.fma(-0.5, 1.0 - w)
    cosine = w + (z * z).fma(z.polynomial(COS), (-r).fma(tail, lost))

    return in_quadrant(sine, cosine, quadrant)


def in_quadrant(sine: Any, cosine: Any, quadrant: Any) -> tuple[Any, Any]:
    """Sine and cosine of an angle and so many quarter turns, by those of the angle.

    Odd quadrants swap the two; bit 1 of their number, and of the next one, gives their signs.
    """
    odd = quadrant.odd
    s, c = where(odd, cosine, sine), where(odd, sine, cosine)
    return _flip(s, quadrant << 62), _flip(c, (quadrant + 1) << 62)


def _flip(x: Any, sign: Any) -> Any:
    """x with its sign changed where the highest bit of `sign` is set."""
    return (x.bits ^ (sign & SIGN_BIT)).number


def exp(x: Any) -> Any:
    """exp(k ln 2 + r) = 2^k exp(r) with |r| < ln(2)/2."""
    # beyond these bounds the result is infinite or zero anyway; NaN passes the comparisons
    x = where(x > 710.0, 710.0, x)
    x = where(x < -746.0, -746.0, x)
    rounded = x.fma(ONE_OVER_LN_2, ROUNDER)
    k = rounded - ROUNDER
    r = k.fma(-LN_2[1], k.fma(-LN_2[0], x))
    value = 1.0 + (r * r).fma(r.polynomial(EXP), r)

    # 2^k as the product of two powers, so that infinities and subnormals round once
    half = k.fma(0.5, ROUNDER).bits
    rest = rounded.bits - half
    return value * _power_of_two(rest) * _power_of_two(half)


def _power_of_two(k: Any) -> Any:
    """2^k for the whole number k in the lowest bits; higher bits are shifted away."""
    return ((k + EXPONENT_BIAS) << MANTISSA_SIZE).number


def log(x: Any) -> Any:
    """log(2^k (1 + f)) = k ln 2 + log(1 + f) with 1 + f between sqrt(1/2) and sqrt(2)."""
    # subnormal numbers are scaled into the normal range first
    tiny = x < 2.0**-1022
    k, f = parted(where(tiny, x * 2.0**54, x))
    value = _log_of_parts(where(tiny, k - 54.0, k), f)

    # outside (0, infinity): -infinity at zero, NaN below, infinity and NaN unchanged
    outside = where(x.equals(0.0), x.like(-math.inf), math.nan)
    return where(x > 0.0, where(x < math.inf, value, x), outside)


def parted(x: Any) -> tuple[Any, Any]:
    """k and f of x = 2^k (1 + f), of a number that is positive, finite and not subnormal."""
    exponent = (x.bits - SQRT_HALF_BITS) >> MANTISSA_SIZE
    f = (x.bits - (exponent << MANTISSA_SIZE)).number - 1.0
    return (exponent + ROUNDER_BITS).number - ROUNDER, f


def _log_of_parts(k: Any, f: Any) -> Any:
    # with s = f/(2 + f): log(1 + f) = f - (f²/2 - s (f²/2 + s² L))
    s = f / (2.0 + f)
    z = s * s
    square = 0.5 * f * f
    product = s * (square + z * z.polynomial(LOG))
    return k.fma(LN_2[0], f - (square - k.fma(LN_2[1], product)))


def tanh(x: Any) -> Any:
    """A rational function near zero, 1 - 2/(exp(2x) + 1) beyond."""
    size = abs(x)
    z = x * x
    near = (size * z).fma(z.polynomial(TANH_P) / z.polynomial(TANH_Q), size)
    far = 1.0 - 2.0 / (exp(2.0 * size) + 1.0)
    return where(size < 0.625, near, far).with_sign_of(x)


def complement(x: Any) -> Any:
    """sqrt(1 - x²), the other leg of a right triangle; accurate near |x| = 1, NaN beyond."""
    return ((1.0 - x) * (1.0 + x)).sqrt()


def atan2(y: Any, x: Any) -> Any:
    """The angle of the point (x, y): an arc from the nearest axis, then quarter turns put back."""
    # slope from the nearest axis; equal legs give 1, or 0 at the origin, also where 0/0 would not
    steep = abs(y) > abs(x)
    short, long = where(steep, abs(x), abs(y)), where(steep, abs(y), abs(x))
    one = x.like(1.0)
    slope = where(short.equals(long), where(long > 0.0, one, 0.0), short / long)
    z = slope * slope
    arc = slope - slope * z * z.polynomial(ATAN)

    # angle = quarters pi/2 ± arc, mirrored at the diagonal, then at the y axis
    left = x.bits.negative
    quarters, arc = where(steep, one, 0.0), where(steep, -arc, arc)
    quarters, arc = where(left, 2.0 - quarters, quarters), where(left, -arc, arc)
    angle = quarters.fma(HALF_PI[0], quarters.fma(HALF_PI[1], arc))
    return angle.with_sign_of(y)
