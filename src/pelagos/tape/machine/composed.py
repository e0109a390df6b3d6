"""A program, a compiled loop and another program, called like one program.

The first program gives numbers that the loop reads, the last one reads what the loop answers beside
its own inputs. All addresses are written into a few instructions, which are made anew in every
process; the programs and the loop come from the cache.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from pelagos.tape.machine import llvm_instructions, llvm_rows
from pelagos.tape.machine.native import Native, engine_of

_RUN = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Loop(NamedTuple):
    """A compiled loop, `loop(table, lanes, parts, work, answer)`: a bundle and whole numbers."""

    address: int
    table: Any  # a bundle
    work: int  # doubles that it needs for itself
    answer: int  # numbers of its answer


class Composed(Native):
    """Three in one; to callers it is a program like any other."""

    def __init__(self, first: Native, loop: Loop, last: Native, sizes: Sequence[int]):
        """sizes: how the inputs are divided; the last program has the answer as one more row."""
        self.lanes, self.outputs, self.sizes = last.lanes, last.outputs, tuple(sizes)
        work = -(-loop.work // self.lanes)
        between = first.outputs + loop.answer
        self.scratch = between + max(first.scratch, work, last.scratch)
        self.room = max(1, (sum(sizes) + self.outputs + self.scratch) * self.lanes)
        self._kept = first, loop, last
        k = llvm_instructions.Kinds(self.lanes)
        text = (
            f'target triple = "{llvm.get_process_triple()}"',
            _function(first, loop, last, len(sizes)),
            llvm_rows.rows("program", k, sizes, self.outputs, False),
            llvm_instructions.declarations(k),
        )
        self._engine = engine_of("\n".join(text))
        self.address = self._engine.get_function_address("program")
        self.run = _RUN(self._engine.get_function_address("program_rows"))


def _function(first: Native, loop: Loop, last: Native, rows: int) -> str:
    """Scratch: parts, answer, then what each of the three needs for itself."""
    lanes, given = last.lanes, ", ".join(f"ptr %a{i}" for i in range(rows))
    taken = ", ".join(f"ptr noalias %a{i}" for i in range(rows))
    called = f"ptr %table, i64 {lanes}, i64 %parts, i64 %work, i64 %answer"
    answer, rest = first.outputs * lanes, (first.outputs + loop.answer) * lanes
    return f"""define void @program({taken}, ptr noalias %y, ptr noalias %s) noinline {{
  %d = getelementptr double, ptr %s, i64 {answer}
  %r = getelementptr double, ptr %s, i64 {rest}
  %parts = ptrtoint ptr %s to i64
  %answer = ptrtoint ptr %d to i64
  %work = ptrtoint ptr %r to i64
  %first = inttoptr i64 {first.address} to ptr
  %loop = inttoptr i64 {loop.address} to ptr
  %last = inttoptr i64 {last.address} to ptr
  %table = inttoptr i64 {loop.table.address} to ptr
  call void %first({given}, ptr %s, ptr %r)
  call void %loop({called})
  call void %last({given}, ptr %d, ptr %y, ptr %r)
  ret void
}}"""
