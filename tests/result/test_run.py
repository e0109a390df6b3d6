"""Run: what it shows, measures and exports."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import pelagos as pl
from pelagos.errors import PelagosError
from pelagos.result import Outcome
from pelagos.result.audit import audit
from pelagos.result.euler import angles


def test_variables_are_labelled_arrays(record):
    run = record()
    assert run.position.sel(body="arm").dims == ("time", "axis")
    assert run.q.sel(coordinate="arm", time=0.5).item() == pytest.approx(1.5)
    assert run.time.attrs["units"] == "s"
    assert run.dataset.attrs["scenario"] == "spin"
    assert "angular_momentum" in dir(run)
    with pytest.raises(AttributeError, match=r"no 'velocities'.*velocity"):
        _ = run.velocities


def test_it_says_what_it_is(record):
    text = repr(record())
    assert text == "<Run of toy, spin: finished at t = 0.99 s, 100 samples, newton-euler, rk4>"
    outcome = Outcome("step-limit", 3.0, "too many steps")
    assert str(outcome) == "step-limit at t = 3 s: too many steps"


def test_runs_are_read_only(record):
    run = record()
    with pytest.raises(ValueError, match="read-only"):
        run.arrays["q"][0] = 1
    with pytest.raises(TypeError):
        run.arrays["q"] = 1
    with pytest.raises(AttributeError):
        run.outcome = None


# Euler angles ------------------------------------------------------------------------------------


def rotation(axis, angle):
    return np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * np.eye(3)[axis]])


def product(a, b):
    w, v, s, t = a[0], a[1:], b[0], b[1:]
    return np.concatenate([[w * s - v @ t], w * t + s * v + np.cross(v, t)])


def attitude(roll, pitch, yaw):
    return product(rotation(2, yaw), product(rotation(1, pitch), rotation(0, roll)))


def test_angles_of_random_attitudes():
    rng = np.random.default_rng(1)
    wanted = rng.uniform([-3.1, -1.57, -3.1], [3.1, 1.57, 3.1], (200, 3))
    found = np.concatenate([angles(attitude(*row)[None]) for row in wanted])
    np.testing.assert_allclose(found, wanted, atol=1e-7)


def test_turns_are_counted_and_the_sign_of_a_quaternion_does_not_matter(record):
    run = record()
    yaw = run.euler("hull").sel(angle="yaw")
    np.testing.assert_allclose(yaw, 12 * np.pi * run.time, atol=1e-9)
    flipped = run.arrays["orientation"][:, 0] * np.where(np.arange(100) % 3, 1, -1)[:, None]
    np.testing.assert_allclose(angles(flipped)[:, 2], yaw, atol=1e-9)


@pytest.mark.parametrize("side", [1, -1])
def test_ninety_degrees_of_pitch_is_no_event(side):
    # Roll stays as it was and yaw takes up the rest, so the attitude is reproduced.
    path = [(0.3, side * (np.pi / 2 - e), 0.5) for e in (0.2, 0.1, 0.0, 0.0)]
    found = angles(np.array([attitude(*row) for row in path]))
    np.testing.assert_allclose(found, path, atol=1e-6)
    only = attitude(0.3, side * np.pi / 2, 0.5)
    again = attitude(*angles(only[None])[0])
    assert abs(again @ only) == pytest.approx(1, abs=1e-9)


def test_unknown_bodies_are_refused_with_a_near_name(record):
    with pytest.raises(PelagosError, match=r"no body 'hul'.*hull"):
        record().euler("hul")


# Audit -------------------------------------------------------------------------------------------


def test_energy_balance_is_relative_to_the_energy_exchanged(header, blocks):
    arrays = blocks(header, 0, 101)
    phase = 2 * np.pi * arrays["time"]
    arrays["kinetic_energy"] = 5 * np.sin(phase) ** 2
    arrays["potential_energy"] = 7 + 5 * np.cos(phase) ** 2
    arrays["work"] = np.zeros(101)
    assert audit(header, arrays).energy_balance < 1e-15
    # An error of 1 % of the 5 J that swing, where the potential energy is least.
    arrays["potential_energy"][25] += 0.05
    found = audit(header, arrays)
    assert (found.energy_error, found.energy_scale) == pytest.approx((0.05, 5))
    assert found.energy_balance == pytest.approx(0.01)


def test_work_is_part_of_the_balance(header, blocks):
    arrays = blocks(header, 0, 101)
    arrays["work"] = -8 * arrays["time"]
    arrays["kinetic_energy"] = 1 - arrays["time"]
    arrays["potential_energy"] = -7 * arrays["time"]
    found = audit(header, arrays)
    assert found.energy_error < 1e-14
    assert found.energy_scale == pytest.approx(8)


def test_a_steady_spin_is_measured_against_its_kinetic_energy(header, blocks):
    arrays = blocks(header, 0, 10)
    arrays["kinetic_energy"] = np.full(10, 4.0)
    arrays["kinetic_energy"][-1] += 4e-10
    arrays["potential_energy"] = arrays["work"] = np.zeros(10)
    assert audit(header, arrays).energy_balance == pytest.approx(1e-10)


def test_momentum_is_spoken_of_only_where_it_is_kept(header, blocks):
    arrays = blocks(header, 0, 10)
    assert "momentum" not in str(audit(header, arrays))
    said = str(audit(header, arrays, momentum_kept=True))
    assert said.count("momentum") == 2


def test_momenta_norms_and_constraints(header, blocks):
    arrays = blocks(header, 0, 10)
    arrays["linear_momentum"] = np.tile([3.0, 0, 4.0], (10, 1))
    arrays["angular_momentum"] = np.tile([0.0, 2.0, 0], (10, 1))
    arrays["angular_momentum"][4, 0] = 0.5
    arrays["orientation"][3, 1] *= 1.001
    arrays["constraint_error"] = -np.arange(10.0)
    found = audit(header, arrays)
    assert (found.linear_momentum_change, found.linear_momentum_scale) == (0, 5)
    assert found.angular_momentum_change == 0.5
    assert found.quaternion_error == pytest.approx(1e-3)
    assert found.constraint_error == 9
    arrays["q"][2, 3:7] *= 1.01
    assert audit(header, arrays).quaternion_error == pytest.approx(1e-2)
    assert "quaternion norm   1.0e-03" in str(found)
    assert found.to_dict()["samples"] == 10


def test_a_run_without_samples_has_no_errors(record):
    found = record(count=0).audit()
    assert found.energy_balance == found.quaternion_error == 0


# Tables and pictures -----------------------------------------------------------------------------


def test_csv_keeps_every_digit(record, tmp_path):
    run = record()
    table = np.genfromtxt(run.to_csv(tmp_path / "a.csv"), delimiter=",", names=True, deletechars="")
    np.testing.assert_array_equal(table["u.hull.w_(m/s)"], run.arrays["u"][:, 2])
    np.testing.assert_array_equal(table["position.arm.z_(m)"], run.arrays["position"][:, 1, 2])
    few = run.to_csv(tmp_path / "b.csv", ["work"]).read_text().splitlines()
    assert few[0] == "time (s),work (J)"
    assert len(few) == 101
    with pytest.raises(PelagosError, match="did you mean velocity"):
        run.to_csv(tmp_path / "c.csv", ["velocty"])


@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_pictures(record, tmp_path, name):
    path = record().plot(tmp_path / name)
    assert path.stat().st_size > 10_000
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_chosen_quantities(record, tmp_path):
    run = record()
    run.plot(tmp_path / "a.png", ["q.arm", "position.hull", "u", "euler.arm", "energy", "balance"])
    for wrong, hint in {"q.arn": "q.arm", "positon": "position", "euler.hul": "euler.hull"}.items():
        with pytest.raises(PelagosError, match=f"did you mean {hint}"):
            run.plot(tmp_path / "b.png", [wrong])
    with pytest.raises(PelagosError, match=r"\.png, \.pdf, \.svg"):
        run.plot(tmp_path / "a.jpeg2")


def test_runs_with_nothing_to_draw(record, bare_header, tmp_path):
    record(header=bare_header, count=3).plot(tmp_path / "bare.png")
    record(count=0).plot(tmp_path / "empty.png")


# What is imported --------------------------------------------------------------------------------


def modules_after(code):
    code += "\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_reading_results_imports_no_engine(record, tmp_path):
    record(tmp_path / "a.nc")
    path = str(tmp_path / "a.nc")
    loaded = modules_after(f"from pelagos import result; result.open({path!r}).audit()")
    assert not loaded & {"numba", "scipy", "xarray", "matplotlib", "pandas"}
    assert "h5py" in loaded
    assert "h5py" not in modules_after("import pelagos.result")


def test_pyplot_is_never_loaded(record, tmp_path):
    record(tmp_path / "a.nc")
    code = "from pelagos import result; "
    code += f"result.open({str(tmp_path / 'a.nc')!r}).plot({str(tmp_path / 'a.png')!r})"
    assert "matplotlib.pyplot" not in modules_after(code)


@pytest.mark.parametrize(
    ("package", "use", "extra"),
    [
        ("xarray", lambda run, folder: run.dataset, "analysis"),
        ("matplotlib", lambda run, folder: run.plot(folder / "a.png"), "plot"),
    ],
)
def test_missing_extras_are_named(record, tmp_path, monkeypatch, package, use, extra):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(PelagosError, match=rf'pip install "pelagos\[{extra}\]"'):
        use(record(), tmp_path)


def test_a_plot_without_a_path_is_a_figure(record):
    pytest.importorskip("matplotlib")
    figure = record().plot()
    assert len(figure.axes) >= 3
    assert [ax.get_ylabel() for ax in record().plot(quantities=["u"]).axes] != []


def test_a_view_without_a_path_is_opened(monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    run = pl.simulate("pendulum", duration=0.1)
    page = run.view()
    assert opened == [page.as_uri()]
    assert page.name == "pendulum.html"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    page.unlink()
    page.parent.rmdir()
