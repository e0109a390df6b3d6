"""Large programs as calls of blocks: the same bits however they are cut, and shared code."""

import gc

import numpy as np
import pytest

import pelagos as pl
from pelagos.equations import newton_euler
from pelagos.mathematics import scalars
from pelagos.mechanism.objects import mechanism_of
from pelagos.mechanism.robot import compile_robot
from pelagos.tape.collector import paused
from pelagos.tape.derivatives import pullback, pushforward
from pelagos.tape.function import Function
from pelagos.tape.instructions import Program, program_of
from pelagos.tape.machine import blocks, native
from pelagos.tape.machine.blocks import BlockPlan
from pelagos.tape.machine.native import Job, Native
from pelagos.tape.numbers import Tape
from tests.tape.conftest import WIDTHS
from tests.tape.test_native import busy

TABLES = [[(float(k), np.sin(k + i), np.cos(k)) for k in range(9)] for i in range(3)]


def cut_into(monkeypatch, shortest, longest):
    monkeypatch.setattr(blocks, "WHOLE", 0)
    monkeypatch.setattr(blocks, "PIECES", [(shortest, longest)])


def chain(links):
    """Rods that turn about x and y in turns."""
    shape = {"cylinder": {"radius": 0.01, "length": 0.1, "along": "z"}, "at": [0, 0, -0.05]}
    bodies = {}
    for i in range(links):
        parent = {"parent": f"link{i - 1}", "at": [0, 0, -0.1]} if i else {}
        joint = {"revolute": "xy"[i % 2]}
        bodies[f"link{i}"] = {"joint": joint, "mass": 0.1, "shape": shape, **parent}
    return pl.Robot(name="chain", bodies=bodies)


def traced_chain(links):
    m = mechanism_of(compile_robot(chain(links)))
    tape = Tape()
    t = tape.input("t")
    q, u, tau = (tape.row(f"{name}{i}" for i in range(links)) for name in ("q", "u", "tau"))
    return tape, (q, u, tau), newton_euler.forward_dynamics(m, t, q, u, tau)


def gradient(links):
    tape, inputs, udot = traced_chain(links)
    found = pullback(tape, udot, [0.5 + k for k in range(links)])
    return tape, [found.get(x.index, 0.0) for row in inputs for x in row]


def accelerations(links):
    tape, _, udot = traced_chain(links)
    return tape, udot


def direction(links):
    tape, (q, u, _), udot = traced_chain(links)
    rates = pushforward(tape, udot, {x.index: 1.0 + k for k, x in enumerate([*q, *u])})
    return tape, [*udot, *rates]


def bodies_with_laws(count):
    """Bodies of one build, with numbers of their own, functions, conditions, tables and outputs."""
    tape = Tape()
    tape.input("t")
    x = tape.row(f"x{i}" for i in range(3 * count))
    outputs, carried = [], 1.0
    for k in range(count):
        a, b, c = x[3 * k : 3 * k + 3]
        start, value, slope = scalars.lookup(TABLES[k % 2], 4.0 * abs(b))
        wet = (a < carried) & ~(c > 0.1 * k)
        force = scalars.where(wet, scalars.sin(a) * (1.3 + k), value + slope * (4.0 * b - start))
        carried = scalars.tanh(0.3 * carried + force * c) if k else force * (a - c)
        outputs += [force, a] if k % 5 else [force, force, 2.0 + k]
    outputs += [scalars.where(x[0] < x[3 * k], carried, x[k]) for k in range(count)]
    return tape, outputs


def everything(_count):
    tape = Tape()
    t = tape.input("t")
    return tape, busy(t, tape.row("abc"), tape.row("de"))


PROGRAMS = {
    "accelerations": (accelerations, 14),
    "gradient": (gradient, 6),
    "direction": (direction, 7),
    "laws": (bodies_with_laws, 30),
    "everything": (everything, 1),
}


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_bits_do_not_depend_on_cuts(name, lanes, monkeypatch):
    make, size = PROGRAMS[name]
    tape, outputs = make(size)
    inputs = len(tape.inputs) - 1
    x = np.random.default_rng(6).normal(size=(11, inputs))
    monkeypatch.setattr(blocks, "WHOLE", 10**9)
    whole = Function(tape, {"x": inputs}, outputs, lanes)(0.2, x)
    assert np.isfinite(whole).all()
    for shortest, longest in ((3, 9), (40, 160), (256, 1024)):
        cut_into(monkeypatch, shortest, longest)
        function = Function(tape, {"x": inputs}, outputs, lanes)
        np.testing.assert_array_equal(function(0.2, x), whole)
        assert len(BlockPlan(function.program, function.sizes).calls) > 1 or longest > 100


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_code_that_is_made_quickly_gives_the_same_bits(name, lanes, monkeypatch):
    cut_into(monkeypatch, 256, 1024)
    make, size = PROGRAMS[name]
    tape, outputs = make(size)
    program, inputs = program_of(tape, outputs), len(tape.inputs)
    rows = np.random.default_rng(7).normal(size=(9, inputs))
    found = []
    for rare in (False, True):
        native = Native(program, lanes, (inputs,), rare)
        found.append(np.empty((len(rows), len(outputs))))
        job = Job(native, [rows], [inputs], found[-1], len(outputs), len(rows))
        native.run(job.address)
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize("lanes", WIDTHS)
def test_bits_do_not_depend_on_cuts_where_rows_share_a_part(lanes, monkeypatch):
    """One row of inputs is then the same in all lanes."""
    tape, inputs, udot = traced_chain(5)
    weights = tape.row(f"w{k}" for k in range(5))
    found = pullback(tape, udot, weights)
    outputs = [found.get(x.index, 0.0) for row in inputs for x in row]
    rows = {"x": 15, "weights": 5}
    state = np.random.default_rng(3).normal(size=15)
    whole = Function(tape, rows, outputs, lanes).over("weights", np.eye(5))(0.0, state)
    cut_into(monkeypatch, 40, 160)
    cut = Function(tape, rows, outputs, lanes).over("weights", np.eye(5))(0.0, state)
    np.testing.assert_array_equal(cut, whole)


def compiled_instructions(program: Program, inputs: int) -> int:
    return sum(len(block.instructions) for block in BlockPlan(program, [inputs]).blocks)


@pytest.mark.parametrize("make", [accelerations, gradient, direction])
def test_bodies_of_the_same_build_share_code(make, monkeypatch):
    monkeypatch.setattr(blocks, "WHOLE", 0)
    counts = []
    for links in (60, 120):
        tape, outputs = make(links)
        program = program_of(tape, outputs)
        counts.append((compiled_instructions(program, len(tape.inputs)), len(program.instructions)))
    (few, _), (many, length) = counts
    assert many < 1.3 * few
    assert many < length / 3


def test_numbers_of_bodies_do_not_keep_them_from_sharing(monkeypatch):
    cut_into(monkeypatch, 100, 800)
    tape, outputs = bodies_with_laws(80)
    program = program_of(tape, outputs)
    assert compiled_instructions(program, len(tape.inputs)) < len(program.instructions) / 3


def test_small_programs_are_one_block():
    tape, outputs = accelerations(12)
    plan = BlockPlan(program_of(tape, outputs), [37])
    assert len(plan.blocks) == len(plan.calls) == 1
    assert plan.size == 0
    assert not plan.blocks[0].places


def test_programs_that_share_little_are_cut_into_short_pieces(monkeypatch):
    tape, outputs = accelerations(30)
    program = program_of(tape, outputs)
    pieces = len(BlockPlan(program, [91]).calls)
    monkeypatch.setattr(blocks, "MOST", 1000)
    assert len(BlockPlan(program, [91]).calls) > 2 * pieces


def test_slots_are_used_again(monkeypatch):
    """Of a chain of sums no more than the last one is alive."""
    cut_into(monkeypatch, 16, 64)
    tape = Tape()
    x = tape.row(f"x{i}" for i in range(2000))
    total = x[0]
    for number in x[1:]:
        total = scalars.sqrt(total + number)
    plan = BlockPlan(program_of(tape, [total]), [2000])
    assert len(plan.calls) > 20
    assert plan.size <= 3


def test_outputs_that_nothing_is_done_to():
    tape = Tape()
    x = tape.row("ab")
    function = Function(tape, {"x": 1}, [x[1], 2.5, x[0], x[1]], 4)
    np.testing.assert_array_equal(function(0.5, [3.0]), [3.0, 2.5, 0.5, 3.0])
    rows = function(0.5, np.arange(5.0)[:, None])
    np.testing.assert_array_equal(rows[:, 0], np.arange(5.0))


def test_code_that_is_there_needs_no_assembly(tmp_path, monkeypatch):
    monkeypatch.setenv("PELAGOS_CACHE_DIR", str(tmp_path / "cache"))
    native._store.cache_clear()
    cut_into(monkeypatch, 40, 160)
    tape, outputs = accelerations(4)
    program = program_of(tape, outputs)
    first = Native(program, 4, (13,))
    monkeypatch.setattr(native, "assembly", None)
    again = Native(program_of(tape, outputs), 4, (13,))
    assert again.scratch == first.scratch > 0
    native._store.cache_clear()


def test_the_collector_works_again_after_a_pause():
    with paused():
        assert not gc.isenabled()
        with paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_signs_of_constants_make_no_other_form(monkeypatch):
    """Bodies whose numbers differ in sign share code as those with positive numbers do."""
    cut_into(monkeypatch, 32, 64)

    def forms(signs):
        tape = Tape()
        x, v = tape.row(f"x{i}" for i in range(400)), 1.0
        for k, one in enumerate(x):
            a, b, c = (signs[k] * np.array([2.0, 3.1, 5.3]) * (1.0 + 0.01 * k)).tolist()
            v = (a * v + b * one) * (one + c * v) - c * one * (a * one - b * v)
        return len(BlockPlan(program_of(tape, [v]), (len(x),)).blocks)

    mixed = np.random.default_rng(4).choice([-1.0, 1.0], (400, 3))
    assert forms(mixed) < 2 * forms(np.ones((400, 3)))  # nine times as many if signs made forms
