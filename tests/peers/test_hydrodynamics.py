"""The ellipsoids of the benchmark: the exact answers, and what the peers answer."""

from __future__ import annotations

import pytest

from benchmarks import hydrodynamics


def test_pelagos_is_exact():
    exact = hydrodynamics.exact()
    assert exact["pushed"] == pytest.approx(0.02521, abs=5e-6)
    assert exact["falling"] == pytest.approx(-5.179, abs=5e-4)
    assert hydrodynamics.in_pelagos() == pytest.approx(exact, rel=1e-12)


def test_mujoco_leaves_added_mass_out_of_the_acceleration():
    pytest.importorskip("mujoco")
    found = hydrodynamics.in_mujoco()
    assert found["pushed"] == pytest.approx(0.04775, abs=5e-5)
    assert found["falling"] == pytest.approx(-9.81)


def test_dart_weighs_added_mass():
    pytest.importorskip("dartpy")
    found = hydrodynamics.in_dart()
    assert found["pushed"] == pytest.approx(hydrodynamics.exact()["pushed"], rel=1e-9)
    assert found["falling"] == pytest.approx(-9.81)
