"""FMUs: valid, and the motion of the engine in two masters."""

from __future__ import annotations

import ctypes
import struct
import zipfile

import numpy as np
import pytest

import pelagos as pl
from pelagos.exporters import compilers
from pelagos.exporters.c.files import write_c
from pelagos.exporters.fmu.files import write_fmu
from pelagos.exporters.fmu.units import exponents
from tests.exporters.c_library import STRICT

needs_compiler = pytest.mark.skipif(not compilers.compilers(), reason="no C compiler")


@pytest.fixture(scope="module")
def fmu(tmp_path_factory):
    """The vehicle with its arm, one mass open, and a force of the current by signals."""
    path = tmp_path_factory.mktemp("fmu") / "rov.fmu"
    outputs = ["q[hull.x]", "u[hand]", "depth[hull]", "reach=distance[hand,hull]", "effort[slew]"]
    return write_fmu(
        "rov-arm",
        path,
        "current",
        inputs=["surge", "slew"],
        parameters=["bodies.hull.mass"],
        outputs=outputs,
    )


@needs_compiler
def test_valid_and_simulated_by_fmpy(fmu):
    fmpy = pytest.importorskip("fmpy")
    from fmpy.validation import validate_fmu

    assert validate_fmu(str(fmu.path)) == []
    told = fmpy.read_model_description(str(fmu.path))
    kinds = {v.name: (v.causality, v.variability) for v in told.modelVariables}
    assert kinds["surge"] == ("input", "continuous")
    assert kinds["bodies.hull.mass"] == ("parameter", "tunable")
    assert kinds["q[hull.x]"] == ("output", "continuous")
    assert kinds["q[hull.y]"] == ("local", "continuous")
    signals = np.array([(0.0, 3.0, 0.2), (0.5, -6.0, 0.4), (1.0, -6.0, 0.4)], dtype=[
        ("time", float), ("surge", float), ("slew", float)])  # fmt: skip
    held = np.repeat(signals, 2)[:-1]  # steps, not ramps
    held["time"][1::2] = signals["time"][1:] - 1e-9
    found = fmpy.simulate_fmu(
        str(fmu.path),
        stop_time=1.0,
        step_size=0.1,
        output_interval=0.1,
        fmi_type="CoSimulation",
        start_values={"bodies.hull.mass": 13.0, "u[hull.v]": 0.2},
        input=held,
        output=list(fmu.outputs),
    )
    robot = pl.load("rov-arm").resolved("current").with_values({"bodies.hull.mass": 13.0})
    session = pl.Session(robot, rtol=1e-12, atol=1e-14, inputs=fmu.inputs)
    u = session.u
    u[1] = 0.2
    session.set_state(u=u)
    for row in found:
        late = row["time"] > 0.5 + 1e-6
        if row["time"] > 0.0:
            session.set_inputs({"surge": -6.0 if late else 3.0, "slew": 0.4 if late else 0.2})
            session.advance(float(row["time"]))
        seen = session.observe()
        expected = {
            "q[hull.x]": seen["q", "hull.x"],
            "u[hand]": seen["u", "hand"],
            "reach": np.linalg.norm(seen["position"][0] - seen["position"][-1]),
        }
        for name, value in expected.items():
            assert abs(row[name] - value) < 1e-9, (name, row["time"])


class Slave:
    """An instance in FMPy that keeps what it is told."""

    def __init__(self, path):
        fmpy = pytest.importorskip("fmpy")
        from fmpy import fmi2

        told = fmpy.read_model_description(str(path))
        self.places = {v.name: v.valueReference for v in told.modelVariables}
        self.said: list[str] = []
        self._logger = fmi2.fmi2CallbackLoggerTYPE(
            lambda _place, _name, _status, _kind, text: self.said.append(text.decode())
        )
        self.own = fmi2.FMU2Slave(
            guid=told.guid,
            unzipDirectory=fmpy.extract(str(path)),
            modelIdentifier=told.coSimulation.modelIdentifier,
            instanceName="one",
        )
        self.own.instantiate(callbacks=fmi2.fmi2CallbackFunctions(logger=self._logger))

    def begin(self, start=0.0):
        self.own.setupExperiment(startTime=start)
        self.own.enterInitializationMode()
        self.own.exitInitializationMode()

    def set(self, name, value):
        self.own.setReal([self.places[name]], [value])

    def states(self, count):
        return np.array(self.own.getReal(range(count)))

    def refuses(self, said, call, *given):
        """Whether a call fails, and why."""
        with pytest.raises(Exception, match="failed with status 3"):
            call(*given)
        assert said in self.said[-1]


@needs_compiler
def test_states_are_kept_and_set_again(fmu):
    instance = Slave(fmu.path)
    instance.begin()
    slave, surge = instance.own, instance.places["surge"]
    all_states = list(range(21))
    slave.setReal([surge], [10.0])
    slave.doStep(0.0, 0.2)
    kept = slave.getFMUstate()
    packed = slave.serializeFMUstate(kept)
    slave.doStep(0.2, 0.3)
    after = slave.getReal(all_states)
    slave.setFMUstate(kept)
    slave.setReal([surge], [-10.0])
    slave.doStep(0.2, 0.3)
    assert slave.getReal(all_states) != after
    again = slave.deSerializeFMUstate(packed)
    slave.setFMUstate(again)
    slave.doStep(0.2, 0.3)
    assert slave.getReal(all_states) == after  # to the bit
    instance.refuses("before the initialization ends", slave.setReal, [0], [1.0])
    slave.freeFMUstate(kept)
    slave.freeFMUstate(again)
    slave.reset()
    assert slave.getReal([0]) == [pl.load("rov-arm").resolved("current").initial_state()[0][0]]
    slave.terminate()
    slave.freeInstance()


@needs_compiler
def test_a_failed_step_can_be_tried_again(tmp_path):
    slave = Slave(write_fmu("pendulum", tmp_path / "p.fmu", "upright").path)
    slave.refuses("not finite", slave.begin, float("nan"))
    slave.begin()
    slave.own.doStep(0.0, 0.1)
    before = slave.states(2)
    for size in (-0.1, float("nan"), float("inf")):
        slave.refuses("negative or not finite", slave.own.doStep, 0.1, size)
    slave.refuses("where the last one ended", slave.own.doStep, 3.0, 0.1)
    slave.refuses("a million steps", slave.own.doStep, 0.1, 1e9)
    assert np.array_equal(slave.states(2), before)
    slave.own.doStep(0.1, 0.1)
    assert not np.array_equal(slave.states(2), before)


@needs_compiler
def test_loops_that_do_not_fit_are_told(tmp_path):
    made = write_fmu("four-bar", tmp_path / "f.fmu", "release", parameters=["parameters.crank"])
    slave = Slave(made.path)
    slave.set("parameters.crank", 5.0)  # longer than all others together
    slave.refuses("loops cannot be closed", slave.begin)
    slave.set("parameters.crank", 1.1)
    slave.begin()
    slave.own.doStep(0.0, 0.1)
    kept = slave.states(6)
    slave.set("parameters.crank", 5.0)
    slave.refuses("loops cannot be closed", slave.own.doStep, 0.1, 0.1)
    assert np.array_equal(slave.states(6), kept)


@needs_compiler
def test_what_a_signal_prescribes_is_not_set(tmp_path):
    slave = Slave(write_fmu("snake8-free", tmp_path / "s.fmu", "coil").path)
    slave.set("q[tail.x]", 0.5)
    slave.refuses("a signal prescribes this state", slave.set, "q[link1]", 0.5)


@needs_compiler
def test_a_parameter_that_is_tuned_on_the_way(fmu):
    """Two instances at once; that of the engine goes on from the same state with another mass."""
    one, other = Slave(fmu.path), Slave(fmu.path)
    one.begin()
    other.begin()
    for k in range(4):
        if k == 2:
            one.set("bodies.hull.mass", 14.0)
        one.own.doStep(0.1 * k, 0.1)
        other.own.doStep(0.1 * k, 0.1)
    robot = pl.load("rov-arm").resolved("current")
    session = pl.Session(robot, rtol=1e-12, atol=1e-14, inputs=fmu.inputs)
    session.advance(0.2)
    changed = pl.Session(
        robot.with_values({"bodies.hull.mass": 14.0}), rtol=1e-12, atol=1e-14, inputs=fmu.inputs
    )
    changed.set_state(session.q, session.u, time=0.2)
    for slave, run in ((one, changed), (other, session)):
        run.advance(0.4)
        expected = np.concatenate([run.q, run.u])
        assert np.abs(slave.states(len(expected)) - expected).max() < 1e-9
    assert np.abs(changed.u - session.u).max() > 1e-6


@needs_compiler
def test_loops_in_libcosim(tmp_path):
    """The master of the Open Simulation Platform drives a closed loop."""
    pytest.importorskip("libcosimpy")
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
    from libcosimpy.CosimManipulator import CosimManipulator
    from libcosimpy.CosimObserver import CosimObserver
    from libcosimpy.CosimSlave import CosimLocalSlave

    log_output_level(CosimLogLevel.ERROR)
    made = write_fmu("four-bar", tmp_path / "loop.fmu", "release")
    execution = CosimExecution.from_step_size(step_size=int(2e7))
    place = execution.add_local_slave(
        local_slave=CosimLocalSlave(fmu_path=str(made.path), instance_name="loop")
    )
    observer, given = CosimObserver.create_last_value(), CosimManipulator.create_override()
    execution.add_observer(observer=observer)
    execution.add_manipulator(manipulator=given)
    count = len(made.outputs)
    given.slave_real_values(place, [count], [2.0])  # N m of the motor
    execution.simulate_until(target_time=int(1e9))
    found = observer.last_real_values(slave_index=place, variable_references=list(range(count)))
    session = pl.Session("four-bar", "release", rtol=1e-12, atol=1e-14, inputs=["motor"])
    session.set_input("motor", 2.0)
    session.advance(1.0)
    assert np.abs(found - np.concatenate([session.q, session.u])).max() < 1e-9


@needs_compiler
def test_the_same_robot_gives_the_same_description(tmp_path):
    one, other = (write_fmu("pendulum", tmp_path / f"{k}.fmu", "driven") for k in "ab")
    read = [zipfile.ZipFile(f.path).read("modelDescription.xml") for f in (one, other)]
    assert read[0] == read[1]
    with zipfile.ZipFile(one.path) as archive:
        library = tmp_path / "p.so"
        library.write_bytes(archive.read("binaries/linux64/pendulum.so"))
    version = ctypes.CDLL(str(library)).fmi2GetVersion
    version.restype = ctypes.c_char_p
    assert version() == b"2.0"


@pytest.mark.slow  # the first time zig builds the C library of these systems
def test_zig_makes_others(tmp_path):
    pytest.importorskip("ziglang")
    made = write_fmu("pendulum", tmp_path / "p.fmu", platforms=["win64", "darwin64"])
    with zipfile.ZipFile(made.path) as archive:
        assert archive.read("binaries/win64/pendulum.dll")[:2] == b"MZ"
        mac = archive.read("binaries/darwin64/pendulum.dylib")
    processors = {0x01000007, 0x0100000C}  # of Intel and of Apple, from mach/machine.h
    assert struct.unpack(">2I", mac[:8]) == (0xCAFEBABE, 2)
    for k in range(2):
        processor, _, start, size, power = struct.unpack(">5I", mac[8 + 20 * k : 28 + 20 * k])
        processors.remove(processor)
        assert start % 2**power == 0
        thin = mac[start : start + size]
        assert struct.unpack("<4I", thin[:16])[::3] == (0xFEEDFACF, 6)  # a dynamic library
        assert b"_fmi2DoStep\0" in thin


@pytest.mark.slow
def test_zig_compiles_without_a_warning(tmp_path):
    """The system's compiler does in test_c.py, by the same options."""
    pytest.importorskip("ziglang")
    zig = next(one for one in compilers.compilers() if one.is_zig)
    for name, scenario in (("four-bar", "driven"), ("bluerov-pair", None), ("pendulum", None)):
        write_c(name, tmp_path / "robot.c", scenario, derivatives=True)
        zig.run([*STRICT, "-c", "robot.c"], tmp_path)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"outputs": ["deepth[hull]"]}, "deepth"),
        ({"outputs": ["depth[hul]"]}, "there is no body 'hul'"),
        ({"outputs": ["q[hul.x]"]}, "there is no q"),
        ({"outputs": ["surge=u[hull.u]"]}, "is the name of something else"),
        ({"outputs": ["a=u[hull.u]", "a=u[hull.v]"]}, "given twice"),
        ({"platforms": ["linux46"]}, "linux64"),
    ],
)
@needs_compiler
def test_refusals(tmp_path, more, said):
    with pytest.raises(pl.PelagosError, match=said):
        write_fmu("rov-arm", tmp_path / "a.fmu", **more)
    assert not list(tmp_path.iterdir())


@needs_compiler
def test_export_by_endings(tmp_path):
    made = pl.export("pendulum", tmp_path / "p.c", "driven", inputs=(), derivatives=True)
    assert made.name == "pendulum"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["p.c", "p.h"]
    assert pl.export("pendulum", tmp_path / "p.fmu", outputs=["q[rod]"]).outputs == ("q[rod]",)
    for path, more, said in (
        ("p.c", {"outputs": ["q[rod]"]}, "outputs has no effect on .c files"),
        ("p.fmu", {"derivatives": True}, "derivatives has no effect on .fmu files"),
        ("p.urdf", {}, "neither .c nor .fmu"),
    ):
        with pytest.raises(pl.PelagosError, match=said):
            pl.export("pendulum", tmp_path / path, **more)


def test_without_a_compiler(tmp_path, monkeypatch):
    monkeypatch.setattr(compilers, "compilers", list)
    with pytest.raises(pl.PelagosError, match=r"no C compiler and no zig\n.*pelagos\[fmu\]"):
        write_fmu("pendulum", tmp_path / "a.fmu")
    only = [compilers.CCompiler(("cc",), is_zig=False)]
    monkeypatch.setattr(compilers, "compilers", lambda: only)
    with pytest.raises(pl.PelagosError, match="for other systems there is no zig"):
        write_fmu("pendulum", tmp_path / "a.fmu", platforms=["win64"])


def test_units():
    assert exponents("N m") == (1, 2, -2, 0, 0)
    assert exponents("rad/s") == (0, 0, -1, 0, 1)
    assert exponents("kg/m3") == (1, -3, 0, 0, 0)
    assert exponents("1/s") == (0, 0, -1, 0, 0)
    assert exponents("furlong") is None
