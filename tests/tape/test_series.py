"""Alike instructions by vectors: the same bits as one by one, and what may not be done so."""

import numpy as np
import pytest

from pelagos.march.engine import engine_of
from pelagos.mathematics import scalars
from pelagos.tape.instructions import program_of
from pelagos.tape.machine import llvm_text, native, series_text
from pelagos.tape.machine.native import Job, Native
from pelagos.tape.machine.repeats import Repeat, repeats
from pelagos.tape.machine.series import SeriesPlan
from pelagos.tape.machine.series_text import plan_of
from pelagos.tape.machine.shuffles import spaced
from pelagos.tape.numbers import Tape
from tests.tethers.lines import line, robot

TABLE = [(float(k), np.sin(k), np.cos(k)) for k in range(9)]
GUARD = -77.0


def nodes(count):
    """Nodes with neighbours, between an input and a constant; all sorts of operations."""
    tape = Tape()
    t = tape.input("t")
    x = tape.row(f"x{i}" for i in range(6 * count + 2))
    a, b = x[-2:]
    places = [x[3 * k : 3 * k + 3] for k in range(count)]
    speeds = [x[3 * k : 3 * k + 3] for k in range(count, 2 * count)]
    ends = [scalars.sin(a), b, a * b], [1.5, 2.0, t]
    whole = [ends[0], *places, ends[1]]
    stretched = []
    for one, other in zip(whole, whole[1:], strict=False):
        d = [q - p for p, q in zip(one, other, strict=True)]
        length = scalars.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
        pull = scalars.where(length > 1.0, 3.0 * (length - 1.0), 0.1 * b)
        stretched.append([pull / length * e for e in d])
    total, outputs = 0.0, []
    for k, v in enumerate(speeds):
        depth = scalars.exp(0.3 * scalars.log(abs(places[k][2]) + 0.1))
        _, value, slope = scalars.lookup(TABLE, 4.0 * abs(v[0]))
        deep = (places[k][0] < a) & ~(v[1] > 0.2)
        force = [q - p for p, q in zip(stretched[k], stretched[k + 1], strict=True)]
        force[1] = force[1] + scalars.where(deep, depth * (1.0 + 0.1 * k), value + slope * b)
        total = total + force[0] * v[0] + force[2] * v[2]
        outputs += force
    return tape, [*x[3 * count : 6 * count], *outputs, total, 2.0, a], 6 * count + 2


def found_by(program, sizes, args, lanes=1):
    """Outputs of one state, of several states where there are more lanes."""
    made = Native(program, lanes, sizes)
    room = np.full((lanes, made.outputs + 16), GUARD)
    job = Job(made, args, [0] * len(args), room[:, 8:], room.shape[1], lanes)
    made.run(job.address)
    assert (room[:, :8] == GUARD).all()
    assert (room[:, made.outputs + 8 :] == GUARD).all()
    return room[0, 8 : made.outputs + 8].copy()


@pytest.fixture(autouse=True)
def _nothing_on_disk(monkeypatch):
    monkeypatch.setattr(native, "_store", lambda: None)


def one_by_one(monkeypatch, *given):
    with monkeypatch.context() as patch:
        patch.setattr(llvm_text, "plan_of", lambda *_: None)
        return found_by(*given)


@pytest.mark.parametrize("width", [4, 8])
@pytest.mark.parametrize("count", [17, 24])
def test_same_bits(monkeypatch, width, count):
    tape, outputs, size = nodes(count)
    program, sizes = program_of(tape, outputs), (1, size)
    plan = plan_of(program, sizes)
    assert plan is not None
    assert plan.saved > 4 * plan.single
    monkeypatch.setattr(series_text, "width", lambda: width)
    monkeypatch.setattr(native, "width", lambda: width)
    args = [np.array([[0.3]]), np.random.default_rng(count).normal(size=(1, size))]
    found = found_by(program, sizes, args)
    assert np.isfinite(found).all()
    assert np.array_equal(found, one_by_one(monkeypatch, program, sizes, args))
    assert np.array_equal(found, found_by(program, sizes, args, 4))


def test_a_tether_has_the_same_bits_in_any_number_of_lanes():
    """With all that a line may have; its rates are done by vectors almost wholly."""
    words = line(segments=20, length=25, damping=50, EI=0.5, winch=0.1, added_mass={"normal": 0.9})
    made = robot(words, (8, 0, -9), water={"depth": 10, "current": [0.3, 0.2, 0]})
    engine = engine_of(made)
    trace, outputs = engine.programs.traced("rates", False)
    program = trace.program(outputs)
    plan = plan_of(program, trace.sizes)
    assert plan is not None
    assert plan.saved > 4 * plan.single
    x = engine.initial() + 0.01 * np.random.default_rng(1).normal(size=engine.robot.size)
    args = [np.array([[0.3]]), x[None], engine.variants.numbers[:1]]
    found = found_by(program, trace.sizes, args)
    assert np.array_equal(found, found_by(program, trace.sizes, args, 4))


def test_numbers_that_follow_from_each_other_are_none():
    tape = Tape()
    tape.input("t")
    x = tape.row(f"x{i}" for i in range(200))
    carried, outputs = x[0], []
    for value in x[1:]:
        carried = scalars.sqrt(carried * carried + value * value) / 3.0
        outputs.append(carried)
    plan = SeriesPlan(program_of(tape, outputs), (1, 200))
    assert {s.name for s in plan.series if not s.family} <= {"mul"}


def many_tables():
    """Parts that differ in nothing but the table that they read."""
    tape, count = Tape(), 40
    tape.input("t")
    x = tape.row(f"x{i}" for i in range(count))
    outputs = []
    for k, value in enumerate(x):
        table = [(float(j), np.sin(j + k), np.cos(j * k)) for j in range(6)]
        _, found, slope = scalars.lookup(table, 3.0 * abs(value))
        found = found + slope * value
        for _ in range(3):
            found = scalars.sqrt(found * found + 1.1) / (value * value + 2.0) - found * value
        outputs.append(found)
    return tape, outputs, count


def part_of_itself():
    """Numbers of an array beside their neighbours, the last beside one of its own."""
    tape, count = Tape(), 40
    tape.input("t")
    x = tape.row(f"x{i}" for i in range(2 * count))
    products = [x[k] * x[count + k] for k in range(count)]
    roots = []
    for k in range(count):
        roots.append(scalars.sqrt(products[k + 1] if k < count - 1 else roots[3]))
    return tape, [*roots, *products], 2 * count


@pytest.mark.parametrize("made", [many_tables, part_of_itself])
def test_what_only_looks_alike_is_done_one_by_one(monkeypatch, made):
    tape, outputs, size = made()
    program, sizes = program_of(tape, outputs), (1, size)
    args = [np.array([[0.3]]), np.random.default_rng(3).uniform(0.1, 2.0, (1, size))]
    with monkeypatch.context() as patch:
        patch.setattr(llvm_text, "plan_of", SeriesPlan)
        found = found_by(program, sizes, args)
    assert np.isfinite(found).all()
    assert np.array_equal(found, one_by_one(monkeypatch, program, sizes, args))


def test_repeats_are_found_with_the_shortest_period():
    rng = np.random.default_rng(0)
    part = rng.permutation(23)
    codes = np.concatenate(
        [100 + rng.permutation(50), np.tile(part, 18), 100 + rng.permutation(40)]
    )
    assert repeats(codes, np.full((len(codes), 3), -1)) == [Repeat(50, 23, 18)]


@pytest.mark.parametrize("gap", [2, 3, 4, 7])
def test_nothing_beyond_the_last_number_is_read(gap):
    """Places that the loads of a vector touch, from its first number on."""
    places, lines = {"%p": 0}, []

    def new(text):
        name = f"%{len(lines)}"
        lines.append(text)
        if text.startswith("getelementptr"):
            places[name] = places[text.split(" ptr ")[1].split(",")[0]] + int(text.split()[-1])
        return name

    spaced(new, "%p", gap, 4)
    loads = [text for text in lines if text.startswith("load")]
    touched = [places[text.split(" ptr ")[1].split(",")[0]] for text in loads]
    wide = [4 if "<4 x" in text.split(",")[0] else 1 for text in loads]
    assert min(touched) == 0
    assert max(p + w for p, w in zip(touched, wide, strict=True)) == 3 * gap + 1
