"""`pelagos run`, from the command line to the files it leaves."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import xarray

from pelagos import result
from pelagos.errors import PelagosError

# The torque grows with the square of the rate: infinite after a finite time.
RUNAWAY = """\
name: runaway
gravity: [0, 0, 0]
bodies: {rod: {joint: {revolute: y}, mass: 1, inertia: [1, 1, 1]}}
actuators: {push: {motor: {joint: rod, input: "u[rod]^2"}}}
initial: {rod: {rate: 1}}
"""


def test_a_run_leaves_a_result_and_says_so(pelagos, tmp_path):
    done = pelagos("run", "pendulum", "swing", "--duration", "1", "--every", "10 ms")
    assert (done.code, done.err) == (0, "")
    assert "pendulum, swing: finished at t = 1 s" in done.out
    assert "times real time" in done.out
    assert "energy" in done.out
    assert "pendulum-swing.nc (101 samples)" in done.out
    run = result.open(tmp_path / "pendulum-swing.nc")
    np.testing.assert_allclose(run.arrays["time"], np.linspace(0, 1, 101), atol=1e-12)
    assert run.robot.name == "pendulum"
    assert run.header.scenario == "swing"
    assert run.header.coordinate_units == ("rad",)
    with xarray.open_dataset(tmp_path / "pendulum-swing.nc", engine="h5netcdf") as data:
        assert data.q.sel(coordinate="rod")[0].item() == pytest.approx(np.pi / 6)
    assert [p.name for p in tmp_path.iterdir()] == ["pendulum-swing.nc"]


def test_json(pelagos):
    done = pelagos(
        *("run", "double-pendulum", "--duration", "1", "--rtol", "1e-10", "--json"),
        *("--integrator", "dopri5", "--out", "a.nc", "--plot", "a.png"),
    )
    assert done.code == 0
    facts = done.json
    assert facts["outcome"]["code"] == "finished"
    assert facts["outcome"]["time"] == 1
    assert facts["audit"]["energy_balance"] < 1e-7
    assert facts["integrator"]["method"] == "dopri5"
    assert facts["integrator"]["rtol"] == 1e-10
    assert (facts["result"], facts["plot"]) == ("a.nc", "a.png")


def test_an_integrator_of_high_order(pelagos):
    args = ("run", "pendulum", "--duration", "2", "--rtol", "1e-11", "--no-out", "--json")
    low, high = (pelagos(*args, "--integrator", name).json for name in ("dopri5", "dop853"))
    assert high["integrator"]["method"] == "dop853"
    assert high["outcome"]["steps"] < low["outcome"]["steps"] / 3


def test_a_step_that_is_too_long_is_told(pelagos):
    args = ("run", "double-pendulum", "chaos", "--duration", "3", "--no-out", "--integrator", "rk4")
    done = pelagos(*args, "--step", "0.1")
    assert done.code == 0
    assert "balanced to 4" in done.out
    assert "pelagos: warning: energy appears or vanishes" in done.err
    assert "the step of 0.1 s is too long for rk4" in done.err
    assert "halve `step`" in done.err
    (warning,) = pelagos(*args, "--step", "0.1", "--json").json["warnings"]
    assert "too long for rk4" in warning
    good = pelagos(*args)
    assert good.err == ""


def test_values_can_be_set_and_files_left_out(pelagos, tmp_path):
    args = ("run", "pendulum", "--duration", "0.5", "--json", "--no-out")
    light = pelagos(*args, "--set", "bodies.rod.mass=1").json
    heavy = pelagos(*args, "--set", "bodies.rod.mass=2", "--set", "gravity=[0, 0, -9.81]").json
    assert heavy["audit"]["energy_scale"] == pytest.approx(2 * light["audit"]["energy_scale"])
    assert heavy["result"] is None
    assert not list(tmp_path.iterdir())


def test_quiet(pelagos, tmp_path):
    done = pelagos("run", "pendulum", "--duration", "0.1", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "pendulum.nc").exists()


def test_a_second_run_replaces_the_first_but_nothing_else(pelagos, tmp_path):
    for duration in (1, 2):
        assert pelagos("run", "pendulum", "--duration", duration).code == 0
    assert result.open(tmp_path / "pendulum.nc").outcome.time == 2
    (tmp_path / "pendulum.nc").write_text("a diary")
    done = pelagos("run", "pendulum")
    assert done.code == 2
    assert "not a result of Pelagos" in done.err
    assert (tmp_path / "pendulum.nc").read_text() == "a diary"


@pytest.mark.parametrize(
    ("option", "hint"),
    [(("--integrator", "dopri"), "dopri5"), (("--method", "newton-eulr"), "newton-euler")],
)
def test_unknown_methods_are_refused_with_near_names(pelagos, option, hint, tmp_path):
    done = pelagos("run", "pendulum", *option)
    assert done.code == 2
    assert hint in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("integrator", ["dopri5", "rk4"])
def test_a_run_that_blows_up_keeps_what_came_before(pelagos, tmp_path, integrator):
    (tmp_path / "runaway.yaml").write_text(RUNAWAY)
    done = pelagos(
        *("run", "runaway.yaml", "--duration", "2", "--every", "0.01", "--integrator", integrator)
    )
    assert done.code == 1
    assert "Traceback" not in done.err
    run = result.open(tmp_path / "runaway.nc")
    assert run.outcome.code == {"dopri5": "step-too-small", "rk4": "non-finite"}[integrator]
    assert f"pelagos: {run.outcome.code} at t = " in done.err
    assert run.outcome.message in done.err
    if integrator == "rk4":
        assert "(body rod)" in done.err
    # u = 1/(1 - t) until it is infinite at t = 1; fixed steps notice a little later.
    assert run.outcome.time == pytest.approx(1, abs=2e-2)
    assert len(run) >= 100
    t = run.arrays["time"][:90]
    np.testing.assert_allclose(run.arrays["u"][:90, 0], 1 / (1 - t), rtol=1e-4)


# Signals from outside ----------------------------------------------------------------------------


def start_a_long_run(folder):
    """A run that would take very long, given back as soon as it has written some samples."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "pelagos", "run", "chain20", "--duration", "1e5"),
            *("--every", "1", "--out", "long.nc"),
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a suite started in the background may have been given ignored interrupts to pass on
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    limit = time.monotonic() + 120
    while time.monotonic() < limit and process.poll() is None:
        try:
            if len(result.open(folder / "long.nc")) > 20:
                return process
        except PelagosError:
            pass
        time.sleep(0.05)
    process.kill()
    raise AssertionError(f"no samples: {process.communicate()}")


def test_ctrl_c_keeps_what_was_computed(tmp_path):
    process = start_a_long_run(tmp_path)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "interrupted" in out
    assert "interrupted" in err
    assert "Traceback" not in err
    run = result.open(tmp_path / "long.nc")
    assert run.outcome.code == "interrupted"
    assert len(run) > 20
    assert np.isfinite(run.arrays["q"]).all()


def test_kill_keeps_what_was_written(tmp_path):
    process = start_a_long_run(tmp_path)
    process.kill()
    process.communicate(timeout=300)
    with xarray.open_dataset(tmp_path / "long.nc", engine="h5netcdf") as data:
        count = int(data.n_valid)
        assert count > 20
        assert np.isfinite(data.q[:count]).all()
    run = result.open(tmp_path / "long.nc")
    assert run.outcome.code == "interrupted"
    assert len(run) == count
    assert run.robot.name == "chain of 20 links"


def test_rows_that_wait_for_an_event_are_not_counted(pelagos, tmp_path):
    """Three vehicles in a triangle: a weld at the start, two more that close it on the way."""
    (tmp_path / "dock.yaml").write_text(
        """\
name: dock
gravity: [0, 0, 0]
bodies:
  a: {mass: 1, inertia: [1, 1, 1]}
  b: {mass: 1, inertia: [1, 1, 1]}
  c: {mass: 1, inertia: [1, 1, 1]}
constraints:
  first: {weld: {between: [a, b]}}
  second: {weld: {between: [b, c], active: false}}
  third: {weld: {between: [c, a], active: false}}
events: {two: {at: 1, dock: second}, three: {at: 1.5, dock: third}}
"""
    )
    done = pelagos("run", "dock.yaml", "--duration", "2")
    assert "constraints  6 rows of rank 6, kept to" in done.out
    assert "dock second, impulse 0 N s and 0 N m s, 0 J lost\n" in done.out
    assert "dock third, impulse 0 N s and 0 N m s, 0 J lost; now 18 rows of rank 12" in done.out
    facts = pelagos("run", "dock.yaml", "--duration", "2", "--json").json
    assert (facts["rows"], facts["rank"]) == (6, 6)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--plot", "x.png", "--movie", "./x.png"), "--plot and --movie name the same file"),
        (("--out", "x.html", "--view", "x.html"), "--out and --view name the same file"),
    ],
)
def test_two_outputs_in_one_file_are_refused(pelagos, tmp_path, args, said):
    done = pelagos("run", "pendulum", *args)
    assert (done.code, said in done.err) == (2, True)
    assert not list(tmp_path.iterdir())


def test_other_commands_keep_outputs_apart(pelagos):
    servo = pelagos("servo", "snake8-free", "--log", "a.png", "--plot", "a.png")
    assert (servo.code, "name the same file" in servo.err) == (2, True)
    rerun = pelagos("study", "rerun", "runs", "1", "--out", "a.html", "--view", "a.html")
    assert (rerun.code, "name the same file" in rerun.err) == (2, True)


def test_sensitivities_are_kept(pelagos, tmp_path):
    paths = ("--sensitivity", "bodies.rod.mass", "--sensitivity", "u[rod]")
    done = pelagos("run", "pendulum", "--duration", "0.1", *paths)
    assert (done.code, done.err) == (0, "")
    assert "by bodies.rod.mass, u[rod]" in done.out
    assert result.open(tmp_path / "pendulum.nc").sensitivities.paths == paths[1::2]
    done = pelagos("run", "pendulum", "--no-out", "--sensitivity", "bodies.rod.shape")
    assert done.code == 2
    assert "no number of the model" in done.err
