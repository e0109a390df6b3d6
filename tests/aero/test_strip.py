"""Strip theory: Goland's wing, closed forms, and Theodorsen's function instead of Jones' lag."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import fsolve
from scipy.special import hankel2

from pelagos.aero import strip
from pelagos.errors import PelagosError
from tests.aero.wagner import wagner_exact


def test_goland_wing_flutters_at_137_and_diverges_at_the_closed_form():
    wing = strip.goland()
    model = strip.StripWing(wing)
    flutter, divergence = model.flutter(20, 300), model.divergence(20, 300)
    # Goland and Luke 1948: 137.2 m/s at 70.7 rad/s
    assert flutter.kind == "flutter"
    assert flutter.speed == pytest.approx(137.2, rel=0.01)
    assert flutter.frequency == pytest.approx(70.7, rel=0.03)
    # sines are the exact shapes of divergence: only bisection and eigenvalues round
    assert divergence.kind == "divergence"
    assert divergence.frequency == 0
    assert divergence.speed == pytest.approx(strip.divergence_speed(wing), rel=1e-8)
    assert divergence.speed == pytest.approx(252.3, rel=1e-3)


def test_a_growing_oscillation_is_no_divergence():
    model = strip.StripWing(strip.goland())
    assert model.divergence(20, 250) is None
    assert model.flutter(20, 137) is None
    leading = model.eigenvalues(150)[0]
    assert leading.real > 0
    assert abs(leading.imag) > 50
    # with the elastic axis at the quarter chord it cannot diverge; balanced, it does not flutter
    balanced = replace(strip.goland(), elastic_axis=0.25, mass_centre=0.25)
    assert strip.divergence_speed(balanced) == np.inf
    assert strip.StripWing(balanced).divergence(20, 600) is None
    assert strip.StripWing(balanced).flutter(20, 600) is None


def theodorsen(k: float) -> complex:
    one, zero = hankel2(1, k), hankel2(0, k)
    return complex(one / (one + 1j * zero))


def test_flutter_by_theodorsens_function_and_quadrature_of_the_modes():
    """Another way: exact lag, integrals by themselves, speed and frequency of a zero."""
    w = strip.goland()
    b, a, rho = w.chord / 2, 2 * w.elastic_axis - 1, w.density
    z = 1.8751040687119611
    ratio = (np.sinh(z) - np.sin(z)) / (np.cosh(z) + np.cos(z))

    def bend(y):
        return np.cosh(z * y) - np.cos(z * y) - ratio * (np.sinh(z * y) - np.sin(z * y))

    ww = quad(lambda y: bend(y) ** 2, 0, 1)[0]
    wt = quad(lambda y: bend(y) * np.sin(np.pi * y / 2), 0, 1)[0]
    tt = 0.5

    def residual(unknowns):
        speed, omega = unknowns
        s, c = 1j * omega, theodorsen(omega * b / speed)
        # plunge h down and pitch, as Theodorsen writes them
        lift = np.array([
            np.pi * rho * b**2 * s**2 + 2 * np.pi * rho * speed * b * c * s,
            np.pi * rho * b**2 * (speed * s - b * a * s**2)
            + 2 * np.pi * rho * speed * b * c * (speed + b * (0.5 - a) * s),
        ])  # fmt: skip
        moment = np.array([
            np.pi * rho * b**3 * a * s**2 + 2 * np.pi * rho * speed * b**2 * (a + 0.5) * c * s,
            np.pi * rho * b**2 * (-speed * b * (0.5 - a) * s - b**2 * (1 / 8 + a**2) * s**2)
            + 2 * np.pi * rho * speed * b**2 * (a + 0.5) * c * (speed + b * (0.5 - a) * s),
        ])  # fmt: skip
        first = [
            (w.mass * s**2 + lift[0] + w.EI * (z / w.half_span) ** 4) * ww,
            (w.mass * w.offset * s**2 + lift[1]) * wt,
        ]
        second = [
            (w.mass * w.offset * s**2 - moment[0]) * wt,
            (w.inertia * s**2 - moment[1] + w.GJ * (np.pi / 2 / w.half_span) ** 2) * tt,
        ]
        det = (first[0] * second[1] - first[1] * second[0]) / 1e10
        return det.real, det.imag

    speed, omega = fsolve(residual, (130.0, 70.0))
    assert max(map(abs, residual((speed, omega)))) < 1e-6
    found = strip.StripWing(w, bending=1, torsion=1).flutter(20, 300)
    # what remains is Jones' fit of the lag, good to about one percent
    assert found.speed == pytest.approx(speed, rel=0.01)
    assert found.frequency == pytest.approx(omega, rel=0.01)


def test_modes_are_orthonormal_and_fulfil_the_ends():
    nodes, weights = np.polynomial.legendre.leggauss(80)
    eta, weights = (nodes + 1) / 2, weights / 2
    for shapes in (strip.bending_shapes, strip.torsion_shapes):
        values = shapes(8, eta)
        np.testing.assert_allclose((values * weights) @ values.T, np.eye(8), atol=1e-12)
        np.testing.assert_allclose(shapes(8, np.zeros(1)), 0, atol=1e-12)
    np.testing.assert_allclose(np.abs(strip.bending_shapes(8, np.ones(1))), 2, rtol=1e-12)
    np.testing.assert_allclose(
        strip.bending_roots(4), [1.87510407, 4.69409113, 7.85475744, 10.99554073], rtol=1e-8
    )


def test_frequencies_in_hardly_any_air_are_those_of_beam_and_shaft():
    wing = replace(strip.goland(), density=1e-9, mass_centre=0.33)
    values = strip.StripWing(wing, bending=2, torsion=1).eigenvalues(1.0)
    found = np.sort(values.imag[values.imag > 1e-3])
    z = strip.bending_roots(2)
    bending = z**2 * np.sqrt(wing.EI / wing.mass / wing.half_span**4)
    torsion = np.pi / 2 / wing.half_span * np.sqrt(wing.GJ / wing.inertia)
    np.testing.assert_allclose(found, np.sort([*bending, torsion]), rtol=1e-8)


def test_jones_fit_is_near_wagners_function():
    for s in (0.0, 0.5, 1, 2, 5, 10, 20, 50):
        assert strip.wagner(s) == pytest.approx(wagner_exact(s), abs=0.007)


def test_refusals_name_every_value_and_the_remedy():
    with pytest.raises(PelagosError) as refused:
        replace(strip.goland(), chord=-1.0, GJ=np.nan, mass_centre=1.5)
    text = str(refused.value)
    assert all(word in text for word in ("chord", "-1.0", "GJ", "mass_centre", "1.5"))
    with pytest.raises(PelagosError, match="about the elastic axis"):
        replace(strip.goland(), inertia=1.0)
    with pytest.raises(PelagosError, match="bending"):
        strip.StripWing(strip.goland(), bending=0)
    with pytest.raises(PelagosError, match="above zero"):
        strip.StripWing(strip.goland()).flutter(0, 100)
