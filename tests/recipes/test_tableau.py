"""A Runge-Kutta method takes one file."""

from __future__ import annotations

from tests.recipes.tools import with_file

BOGACKI_SHAMPINE = '''
    """Bogacki and Shampine 1989: order 3 with an estimate of order 2."""

    from __future__ import annotations

    from fractions import Fraction as F

    from pelagos.integrators.tableau import tableau_of

    METHOD = tableau_of(
        "bogacki-shampine",
        order=3,
        error_order=2,
        rows=[[F(1, 2)], [0, F(3, 4)]],
        b=[F(2, 9), F(1, 3), F(4, 9)],
        e=[F(-5, 72), F(1, 12), F(1, 9), F(-1, 8)],
    )
'''


def test_a_tableau_takes_one_file(tmp_path):
    """It marches single runs, batches, sessions and events, and is known to words and commands."""
    copy = with_file(tmp_path, "integrators/bogacki_shampine.py", BOGACKI_SHAMPINE)
    copy.python("""
        import numpy as np, pelagos as pl
        from pelagos.integrators.table import METHODS, TABLEAUX

        name = "bogacki-shampine"
        assert name in METHODS and TABLEAUX[name].adaptive
        words = {"integrator": name, "duration": 1.0, "every": 0.1}
        fine = pl.simulate("pendulum", integrator="dop853", rtol=1e-12, duration=1.0, every=0.1)
        off = []
        for rtol in (1e-5, 1e-8):
            run = pl.simulate("pendulum", rtol=rtol, **words)
            off.append(np.abs(run.arrays["q"] - fine.arrays["q"]).max())
        assert off[1] < 1e-6 and off[1] < off[0] < 1e-2, off
        batch = pl.simulate_batch("pendulum", n=3, rtol=1e-8, **words)
        assert np.array_equal(batch.arrays["q"][2], run.arrays["q"])
        session = pl.Session("pendulum", integrator=name, rtol=1e-8)
        session.advance(0.5)
        assert np.abs(session.q - fine.arrays["q"][5]).max() < 1e-6
        robot = pl.load("pendulum").with_values({"integrator.method": name})
        assert pl.simulate(robot, duration=0.1).header.integrator["method"] == name
    """)
    said = copy.command("run", "pendulum", "--integrator", "bogacki-shampine", "--duration", "0.1")
    assert "pendulum: finished at t = 0.1 s" in said
