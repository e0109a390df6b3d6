"""The commands of identification and comparison, as typed."""

import json

import numpy as np
import pytest
import yaml
from click.testing import CliRunner

import pelagos as pl
from pelagos import identify
from pelagos.cli.main import cli
from pelagos.errors import PelagosError
from pelagos.identify.made_up import campaign


def typed(*words):
    found = CliRunner().invoke(cli, [str(word) for word in words], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def test_tow_from_points(tmp_path):
    u = np.linspace(0.1, 1, 9)
    table = np.column_stack([u, 30 * u**2 + 2 * u + 0.01 * np.sin(40 * u)])
    np.savetxt(tmp_path / "p.csv", table, delimiter=",", header="v,force", comments="")
    out, plot = tmp_path / "surge.yaml", tmp_path / "surge.png"
    words = ("--column", "speed=v", "--exclude", "0..0.15=slow", "--out", out, "--plot", plot)
    said = typed("identify", "tow", tmp_path / "p.csv", *words)
    assert "1 points left out: slow" in said
    assert "X_|u|u: 30" in out.read_text() or "X_|u|u: 29.9" in out.read_text()
    assert plot.stat().st_size > 5000
    facts = json.loads(
        typed("identify", "tow", tmp_path / "p.csv", "--column", "speed=v", "--json")
    )
    assert facts["parameters"]["c1"]["estimate"] == pytest.approx(30, rel=0.01)


def written(place, **columns):
    table = np.column_stack(list(columns.values()))
    np.savetxt(place, table, delimiter=",", header=",".join(columns), comments="")
    return place


def test_tow_leaves_out_signed_speeds(tmp_path):
    u = np.linspace(-1, 1, 21)
    force = 30 * np.abs(u) * u + 2 * u + 0.01 * np.sin(40 * u)
    place = written(tmp_path / "p.csv", speed=u, force=force)
    for span, count in (("-0.25..0.05", 3), ("0.15..0.45", 3), ("-1.05..-0.75", 3), ("-9..-5", 0)):
        assert f"{count} points left out: why" in typed(
            "identify", "tow", place, "--exclude", f"{span}=why"
        )


def test_tow_fuses_repeated_runs_of_a_table(tmp_path):
    rng = np.random.default_rng(0)
    u = np.repeat(np.linspace(0.1, 1, 10), 4)
    sigma = rng.uniform(0.1, 0.3, len(u))
    force = 30 * u**2 + 2 * u + rng.normal(0, sigma)
    place = written(tmp_path / "p.csv", speed=u, force=force, sigma=sigma)
    said = typed("identify", "tow", place)
    assert "40 runs at 10 speeds: those at one speed were fused" in said
    facts = json.loads(typed("identify", "tow", place, "--json"))
    points = identify.fuse_by(u, force, sigma**2)
    fit = identify.fit_drag(
        [p.setting for p in points], [p.value for p in points], [p.variance**0.5 for p in points]
    )
    assert facts["parameters"]["c1"]["interval"] == pytest.approx(list(fit.c1_interval), rel=1e-12)
    force[:2] += 9, -9
    assert "runs at 0.1 differ by more" in typed(
        "identify", "tow", written(tmp_path / "q.csv", speed=u, force=force, sigma=sigma)
    )


def test_columns_that_never_change_are_named(tmp_path):
    t = np.linspace(0, 10, 400)
    tow = written(tmp_path / "stuck.csv", time=t, speed=0.5 + 0 * t, force=0 * t + 3)
    with pytest.raises(PelagosError, match=r"stuck\.csv: the column force is 3 throughout"):
        typed("identify", "tow", tow)
    decay = written(tmp_path / "still.csv", time=t, z=0 * t)
    with pytest.raises(PelagosError, match=r"still\.csv: the column z is 0 throughout"):
        typed("identify", "decay", decay)
    q = np.sin(3 * t)
    mapping = {"channels": {"q.rod": "a", "u.rod": "b"}}
    place = written(tmp_path / "rod.csv", time=t, a=q, b=0 * t + 1)
    record = pl.data.read(place, mapping)
    free = ["parameters.length"]
    with pytest.raises(PelagosError, match=r"rod\.csv: u\.rod is 1 throughout"):
        identify.fit_trajectory("pendulum", record, free, outputs=["q.rod", "u.rod"])
    fit = identify.fit_trajectory("pendulum", record, free, every=0.5, rtol=1e-4)
    assert fit.notes[0].endswith("rod.csv: u.rod is 1 throughout and was left out of the fit")
    assert list(fit.trained[0].measured) == ["q.rod"]


def test_thrusters_of_a_table_and_of_the_tank(tmp_path):
    """The command finds in the runs of the campaign what the functions find in them."""
    x = np.linspace(40, 340, 12)
    rpm = 60 * x**0.65 - 25 + np.sin(x)
    table = written(tmp_path / "t.csv", pulse=1500 + x, turns=rpm)
    named = ("--column", "pwm=pulse", "--column", "rpm=turns")
    assert "pulse width to rate of turn, forward" in typed("identify", "thruster", table, *named)
    with pytest.raises(PelagosError, match="belong to runs"):
        typed("identify", "thruster", table, *named, "--drag", "1,2")
    runs = [r for r in campaign.thruster_runs(np.random.default_rng(0)) if r.speed in (0.0, 0.9)]
    files = [written(tmp_path / f"{run.name}-{run.pwm:.0f}us.csv", **run.channels) for run in runs]
    words = ("--diameter", campaign.DIAMETER, "--thrusters", 2, "--drag", "34.96,4")
    out = tmp_path / "tank.yaml"
    typed("identify", "thruster", *files, *words, "--out", out)
    found = campaign.identify_thrusters(runs)
    rate, thrust = (yaml.safe_load((tmp_path / f"tank-{k}.yaml").read_text()) for k in (1, 2))
    assert rate["parameters"]["rpm_a"] == pytest.approx(found.rate["a"], rel=1e-2)
    assert thrust["parameters"]["T_ww"] == pytest.approx(found.thrust.T_ww, rel=1e-3)
    named = ("--actuator", "thruster1", "--actuator", "thruster2", "--out", out)
    typed("identify", "thruster", *files, *words, *named)
    (tmp_path / "m.yaml").write_text("include: [bluerov, tank-1.yaml, tank-2.yaml]\n")
    robot = pl.load(tmp_path / "m.yaml")
    for name, kept in (("thruster1", False), ("thruster2", False), ("thruster3", True)):
        law = robot.actuators[name].thruster
        before = pl.load("bluerov").actuators[name].thruster
        assert (law.pwm == before.pwm) == (law.propeller == before.propeller) == kept
        assert law.at == before.at
    law = robot.actuators["thruster1"].thruster
    assert law.pwm.power.exponent == pytest.approx(-found.rate["b"], rel=1e-3)
    assert law.propeller.a0 == pytest.approx(found.thrust.alpha0, rel=1e-3)
    with pytest.raises(PelagosError, match=r"was towed at 0\.9 m/s, and the drag is not known"):
        typed("identify", "thruster", *files, "--diameter", 0.076)


def test_parameters_inside_of_modules_are_fitted(tmp_path):
    pair = pl.load("bluerov-pair")
    run = pl.simulate(pair, "straight-1700", duration=6, every=0.1,
                      set={"modules.port.bodies.hull.drag.quadratic.0": 60.0})  # fmt: skip
    t = run.arrays["time"]
    x = run.arrays["position"][:, run.body_index("port.hull"), 0]
    x = x + np.random.default_rng(0).normal(0, 1e-3, len(t))
    record = written(tmp_path / "x.csv", time=t, x=x)
    (tmp_path / "map.yaml").write_text("channels: {position.port.hull.x: x}\n")
    out = tmp_path / "fit.yaml"
    words = ("--map", tmp_path / "map.yaml", "--scenario", "straight-1700", "--every", 0.5)
    free = ("--free", "drag.X_|u|u", "--body", "port.hull", "--out", out)
    typed("identify", "run", "bluerov-pair", record, *words, *free)
    found = yaml.safe_load(out.read_text())["bodies"]["port.hull"]["drag"]["quadratic"]
    assert found[0] == pytest.approx(60, rel=0.05)
    assert found[1:] == [103.25, 74.23, 0.084, 0.028, 0.43]
    (tmp_path / "fitted.yaml").write_text("include: [bluerov-pair, fit.yaml]\n")
    fitted = pl.load(tmp_path / "fitted.yaml")
    assert fitted.bodies["port.hull"].drag[0].quadratic[0][0] == found[0]


def test_rates_of_straight_runs_are_compared(tmp_path):
    t = np.linspace(0, 5, 101)
    noise = np.random.default_rng(0).normal(0, 1e-3, len(t))
    pose = {"x": t, "y": 0 * t}
    run, seen = (
        written(tmp_path / f"{name}.csv", time=t, **pose, yaw=yaw)
        for name, yaw in (("run", 0 * t), ("seen", noise))
    )
    channels = {"position.h.x": "x", "position.h.y": "y", "euler.h.yaw": "yaw"}
    one, other = (pl.data.read(place, {"channels": channels}) for place in (run, seen))
    found = pl.compare.compared(one, other, channels=("rate.h", "speed.h"))
    assert found["rate.h"].numbers["rmse"] < 0.02
    assert np.all(found["rate.h"].simulated == 0)


def test_tow_says_what_is_missing(tmp_path):
    (tmp_path / "p.csv").write_text("a,b\n1,2\n2,3\n3,5\n")
    with pytest.raises(PelagosError, match="no column speed and no force"):
        typed("identify", "tow", tmp_path / "p.csv")


def test_decay(tmp_path):
    t = np.linspace(0, 10, 200)
    x = 0.2 * np.exp(-0.1 * t) * np.cos(3 * t)
    np.savetxt(
        tmp_path / "d.csv", np.column_stack([t, x]), delimiter=",", header="time,z", comments=""
    )
    said = typed("identify", "decay", tmp_path / "d.csv", "--stiffness", 18)
    assert "free decay in heave" in said
    assert " kg/s" in said  # drag, as the stiffness is known
    with pytest.raises(PelagosError, match="it lasts from 0 to 10 s"):
        typed("identify", "decay", tmp_path / "d.csv", "--start", 50)
    (tmp_path / "one.csv").write_text("time,z\n0,1\n")
    with pytest.raises(PelagosError, match="no channel has two samples"):
        typed("identify", "decay", tmp_path / "one.csv")


def test_compare_writes_a_page_of_its_own(tmp_path):
    run = pl.simulate("double-pendulum", "small", duration=2)
    run.save(tmp_path / "a.nc")
    other = pl.simulate(
        "double-pendulum", "small", duration=2, set={"parameters.length": 1.02}, every=0.013
    )
    other.to_csv(tmp_path / "b.csv", ["q"])
    report = tmp_path / "r.html"
    pair = (tmp_path / "a.nc", tmp_path / "b.csv")
    said = typed("compare", *pair, *pair, "--report", report)
    assert "q.upper" in said
    page = report.read_text()
    # of 2 channels: bars over both data sets, and curves of each data set
    assert page.count("data:image/svg+xml;base64") == 2 + 2 * 2
    assert "://" not in page
    (facts, _) = json.loads(typed("compare", *pair, *pair, "--json"))
    assert facts["channels"]["q.upper"]["Pearson R"] > 0.9
