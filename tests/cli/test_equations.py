"""`pelagos equations` as a user types it."""

from __future__ import annotations

import pytest


def test_text_is_the_default(pelagos):
    done = pelagos("equations", "pendulum")
    assert done.code == 0
    assert "M[rod, rod] = length^2*mass/3" in done.out
    assert done.out == pelagos("equations", "pendulum", "--text").out


def test_latex(pelagos):
    done = pelagos("equations", "cart-pole", "fall", "--method", "kane", "--latex")
    assert done.code == 0
    assert r"\[ M = " in done.out


def test_python(pelagos):
    done = pelagos("equations", "double-pendulum", "--python")
    assert done.code == 0
    compile(done.out, "printed", "exec")
    assert "def rhs(t, x):" in done.out


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["chain20"], "20 degrees of freedom"),
        (["pendulum", "--method", "lagrange"], "there is no formulation 'lagrange'"),
        (["pendulum", "swnig"], "did you mean swing"),
    ],
)
def test_mistakes(pelagos, args, hint):
    done = pelagos("equations", *args)
    assert done.code == 2
    assert hint in done.err
    assert done.out == ""
