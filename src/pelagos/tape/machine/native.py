"""Programs as machine code in this process, kept on disk for the next one.

A program's code is found by a digest of its instructions and of all that decides what they become:
another robot, another number that folds, another version of the tape has another digest. Code that
is there needs no assembly. `native.objects` checks it to the last bit before it is loaded; what is
damaged is made anew.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.metadata
import marshal
import os
import pkgutil
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from pelagos.native import places
from pelagos.native.objects import ObjectStore
from pelagos.tape.instructions import Program
from pelagos.tape.machine import (
    blocks,
    cuts,
    listed,
    llvm_instructions,
    llvm_rows,
    llvm_text,
    order,
    repeats,
    series,
    series_order,
    series_text,
    shuffles,
)
from pelagos.tape.machine.lanes import width

CACHE_LINE = 64  # bytes
MOST_KEPT = 2000  # programs, of some 50 kB each; sometimes a tenth more
_SCRATCH = 8  # bytes before the code that say how much scratch it needs
_RUN = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Job:
    """States to work on, as `tape.machine.llvm_rows` reads them; keeps the arrays alive."""

    def __init__(
        self,
        native: Native,
        arguments: Sequence[np.ndarray],  # contiguous: one row, or one row per state
        strides: Sequence[int],  # numbers from one state to the next: none for one row
        found: np.ndarray,
        stride: int,
        count: int,
    ):
        scratch = aligned_zeros(native.room)
        self._kept = [*arguments, found, scratch]
        addresses = [_address(a) for a in arguments]
        numbers = [_address(found), stride, 0, count, _address(scratch), *addresses, *strides]
        self._table = np.array(numbers, dtype=np.int64)
        self.address = _address(self._table)


class Native:
    """A program with a number of lanes; `run(address of a job)` does the job.

    Compiled loops call it by its `address` (see `llvm_text.function`) with a scratch of
    `scratch` numbers in each lane.
    """

    def __init__(self, program: Program, lanes: int, sizes: Sequence[int], rare: bool = False):
        """sizes: how the inputs are divided into rows of memory.

        rare: a program that is called so rarely that the time to compile it counts for more: code
        is there in a third of the time and takes three times as long, with the same bits.
        """
        self.lanes, self.outputs, self.sizes = lanes, len(program.outputs), tuple(sizes)
        code, self.scratch = code_of(program, lanes, sizes, rare)
        numbers = sum(sizes) + self.outputs + self.scratch
        self.room = max(1, numbers * lanes)  # numbers that a job needs beside its arrays
        self._engine = _loaded(code)
        self.address = self._engine.get_function_address("program")
        self.run = _RUN(self._engine.get_function_address("program_rows"))


def aligned_zeros(count: int) -> np.ndarray:
    """Zeros that begin on a cache line: a vector across two lines takes two loads."""
    room = np.zeros(count + CACHE_LINE // 8)
    start = -_address(room) % CACHE_LINE // 8
    return room[start : start + count]


def code_of(
    program: Program, lanes: int, sizes: Sequence[int], rare: bool = False
) -> tuple[bytes, int]:
    """Machine code and its scratch: that of last time, or made now and kept."""
    name, store = _digest(program, lanes, sizes, rare), _store()
    found = None if store is None else store.get(name)
    if store is not None and found is not None:
        store.touch(name)
        return found[_SCRATCH:], int.from_bytes(found[:_SCRATCH], "little")
    text, scratch = assembly(program, lanes, sizes)
    code = _machine(rare).emit_object(llvm.parse_assembly(text))
    if store is not None:
        _keep(store, name, scratch.to_bytes(_SCRATCH, "little") + code)
    return code, scratch


def _digest(program: Program, lanes: int, sizes: Sequence[int], rare: bool) -> str:
    """Of everything that decides what code is made for this processor."""
    parts = (
        *(_sources(), blocks.WHOLE, blocks.PIECES, blocks.MOST, lanes, tuple(sizes), rare),
        *(program.inputs, program.common, program.tables, program.outputs, program.instructions),
    )
    # this version of marshal writes each value as it is, without a word on which are one object
    return hashlib.sha256(marshal.dumps(parts, 2)).hexdigest()


@cache
def _sources() -> bytes:
    """Digest of the files that decide how instructions are written."""
    modules = (
        *(blocks, cuts, listed, llvm_instructions, llvm_rows, llvm_text, order, repeats, series),
        *(series_order, series_text, shuffles, sys.modules[__name__]),
    )
    texts = (
        pkgutil.get_data("pelagos.tape.machine", f"{m.__name__.split('.')[-1]}.py") for m in modules
    )
    return hashlib.sha256(b"".join(text or b"" for text in texts)).digest()


def _keep(store: ObjectStore, name: str, code: bytes) -> None:
    """Put code beside that of other programs; those that were used longest ago go."""
    try:
        store.put(name, code)
        if len(os.listdir(store.folder)) <= MOST_KEPT + MOST_KEPT // 10:
            return  # to ask the age of each takes longer than to compile a small program
        pieces = sorted(store.folder.iterdir(), key=lambda p: p.stat().st_mtime)
        for old in pieces[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
    except OSError:  # disk full, folder taken away: the program runs all the same
        pass


@cache
def _store() -> ObjectStore | None:
    """Code for this processor, by this version of LLVM."""
    folder = places.folder("programs")
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    version = f"llvmlite {importlib.metadata.version('llvmlite')} {cpu}"
    return None if folder is None else ObjectStore(folder, version)


def assembly(program: Program, lanes: int, sizes: Sequence[int]) -> tuple[str, int]:
    """A program as an LLVM module, and its scratch; `sizes` says how its inputs are divided."""
    k = llvm_instructions.Kinds(lanes)
    body, scratch = llvm_text.function("program", program, k, sizes)
    parts = (
        f'target triple = "{llvm.get_process_triple()}"',
        body,
        llvm_rows.rows("program", k, sizes, len(program.outputs), program.common > 0),
        llvm_instructions.declarations(k, llvm_instructions.Kinds(width())),
    )
    return "\n".join(parts), scratch


def _address(array: np.ndarray) -> int:
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
    except (TypeError, ValueError):  # an array that may not be written, or an empty one
        return array.__array_interface__["data"][0]


def engine_of(text: str) -> Any:
    """An engine with the code of a module that is not kept on disk."""
    return _loaded(_machine().emit_object(llvm.parse_assembly(text)))


def _loaded(code: bytes) -> Any:
    """An engine that holds machine code; it must live as long as the code is called."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _new_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


@cache
def _machine(rare: bool = False) -> Any:
    """The one that code is made for; an engine takes a machine of its own."""
    return _new_machine(0 if rare else 1)


def _new_machine(effort: int = 1) -> Any:
    """This processor. The tape has done the optimiser's work: code is only selected and placed."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=effort,
        codemodel="jitdefault",
    )
