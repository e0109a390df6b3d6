"""Compiled loops: which functions are called from outside, and machine code of all of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm

from pelagos.kernels.bundle import Bundle
from pelagos.kernels.code_values import Array, CodeNumber, CodeTable, Intrinsic, number
from pelagos.kernels.packed import Code
from pelagos.kernels.translate import Translation

_exported: dict[str, tuple[Callable, str, str]] = {}  # symbol -> function, signature, result


def loop(signature: str, returns: str = "") -> Callable[[Callable], Callable]:
    """Let a function be called from Python, by `kernels.library`, or by its address.

    The signature has one word per argument: `Int`, `Real` or the name of a `Bundle` in the module;
    the result is `Int` or nothing. Functions that only others call need no word about them.
    """

    def noted(function: Callable) -> Callable:
        symbol = f"{function.__module__}.{function.__qualname__}"
        _exported[symbol] = function, signature, returns
        return function

    return noted


def code_of(modules: Sequence[str], vectorised: bool = False) -> Code:
    """The loops of some modules in one object file.

    vectorised: whether LLVM looks for loops of which it can take several turns at once.
    """
    for name in modules:
        importlib.import_module(name)
    module = Translation()
    symbols = [s for s, (f, *_) in _exported.items() if f.__module__ in modules]
    for symbol in symbols:
        module.export(symbol, *_exported[symbol])
    return Code(symbols, machine_code(module.text(), vectorised))


def machine_code(text: str, vectorised: bool = False) -> bytes:
    """Variables into registers, functions into their callers; no sum is taken in another order."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=2,
        codemodel="jitdefault",
    )
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2 if vectorised else 1)
    options.loop_vectorization = options.loop_unrolling = vectorised
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


@Intrinsic
def program(body: Any, address: CodeNumber, *rows: Array) -> None:
    """Call a program of a robot: time, state, numbers, outputs, scratch; all (row, lane).

    See `tape.machine.llvm_text.function`.
    """
    called = body.new("ptr", f"inttoptr i64 {number(address).text} to ptr")
    body.say(f"call void {called.text}({', '.join(f'ptr {row.pointer}' for row in rows)})")


@Intrinsic
def bundle_at(body: Any, address: CodeNumber, bundle: type[Bundle]) -> CodeTable:
    """The bundle whose table is at an address."""
    return CodeTable(bundle, body.new("ptr", f"inttoptr i64 {number(address).text} to ptr").text)


@Intrinsic
def call(body: Any, address: CodeNumber, *tables: CodeTable) -> None:
    """Call another loop of bundles through its address."""
    called = body.new("ptr", f"inttoptr i64 {number(address).text} to ptr")
    body.say(f"call void {called.text}({', '.join(f'ptr {table.pointer}' for table in tables)})")
