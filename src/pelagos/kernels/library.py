"""The compiled library as Python sees it: object files loaded from the cache, called by address.

On a machine's first use `kernels.build` compiles every entry with numba, and the object files are
kept; after that numba is not even imported. What is kept is verified before it is loaded.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

from pelagos.compiled.blocks import BLOCK
from pelagos.kernels import cache
from pelagos.kernels.locks import OwnLock
from pelagos.kernels.packed import Code, packed, unpacked
from pelagos.native.objects import ObjectStore

_ARGUMENTS = {"Int": ctypes.c_int64, "Real": ctypes.c_double}
_lock = OwnLock()


class Function:
    """An entry that Python may call: arguments are bundles and numbers."""

    def __init__(self, symbol: str, signature: str, returns: str = "", group: str = "core"):
        self.symbol = f"pelagos.{symbol}"
        self.signature, self.returns, self.group = signature, returns, group
        self._call: Any = None

    @property
    def address(self) -> int:
        return loaded(self.group)[self.symbol]

    def __call__(self, *arguments: Any) -> Any:
        if self._call is None:
            kinds = [_ARGUMENTS.get(word, ctypes.c_void_p) for word in self.signature.split()]
            # numba's convention: status = f(&result, &error, arguments...)
            prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)
            self._call = prototype(self.address)
        result, error = ctypes.c_int64(0), ctypes.c_void_p()
        values = [getattr(argument, "address", argument) for argument in arguments]
        status = self._call(ctypes.byref(result), ctypes.byref(error), *values)
        if status != 0:
            raise RuntimeError(f"{self.symbol} failed with status {status}")
        return result.value if self.returns else None


# What is compiled together: modules whose entries make up a group. All groups stand on the core but
# those that call none of its entries.
GROUPS = {
    "core": ("kernels.march", "kernels.observe", "kernels.reactions", "kernels.restore"),
    "kane": ("kernels.dense", "kernels.kane"),
    "moving-frame": ("kernels.dense", "kernels.moving_frame"),
    "udwadia-kalaba": ("kernels.udwadia_kalaba",),
    "lattice": (
        "kernels.lattice",
        "kernels.lattice_shape",
        "kernels.lattice_flow",
        "kernels.lattice_forces",
        "kernels.mixing",
    ),
    "warping": ("kernels.warping",),
    "planar-3rpr": ("kernels.planar_3rpr",),
    "march": (
        "march.march",
        "march.stages",
        "march.step_control",
        "march.interpolation",
        "march.lane_queue",
        "march.observe",
        "march.projection",
        "march.pseudo_inverse",
        "march.rates",
    ),
}
ALONE = ("warping", "planar-3rpr", "march")

_addresses: dict[str, dict[str, int]] = {}  # group -> symbol -> address
_engines: list[Any] = []  # own the machine code


def loaded(group: str = "core", announce: Callable[[], None] | None = None) -> dict[str, int]:
    """Addresses of a group's entries by symbol; builds the group first where needed."""
    if group != "core" and group not in ALONE:
        loaded("core", announce)
    with _lock:
        if group not in _addresses:
            store = cache.store()
            found = _kept(store, group)
            if found is None:
                if announce is not None:
                    announce()
                found = _linked(_built(store, group))
            _addresses[group] = found
        return _addresses[group]


def _kept(store: ObjectStore | None, group: str) -> dict[str, int] | None:
    """Addresses of a group that was built before; None if it has to be built."""
    data = store.get(group) if store is not None else None
    if data is None:
        return None
    try:
        return _linked(unpacked(data))
    except (RuntimeError, ValueError):  # not what this version writes
        return None


def _built(store: ObjectStore | None, group: str) -> list[Code]:
    """Compile, and keep the code where that is possible."""
    from pelagos.kernels import build

    try:
        code = build.build(group, None if store is None else store.folder)
    except OSError:  # disk full, folder taken away: go on without the cache
        return build.build(group, None)
    if store is not None and cache.key() == cache.KEY:  # else edited: not of this version
        with contextlib.suppress(OSError):
            store.put(group, packed(code))
    return code


def _linked(code: list[Code]) -> dict[str, int]:
    """Load the object files, callees before callers, so that every symbol is known in time."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault")
    for group_addresses in _addresses.values():  # a build in this process put others in their place
        for symbol, address in group_addresses.items():
            llvm.add_symbol(symbol, address)
    found = {}
    for symbol, name, file in code:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(file))
        engine.finalize_object()
        found[symbol] = engine.get_function_address(name)
        if not found[symbol]:  # a call there would end the process
            raise RuntimeError(f"{symbol}: its object file has no function {name}")
        llvm.add_symbol(symbol, found[symbol])
        _engines.append(engine)
    return found


march = Function(
    "kernels.march.march", "Model Variants Lanes Work Method Plan Runs Marcher Int", "Int"
)
observe = Function("kernels.observe.observe", "Model Lanes Work States Observed")
accelerations = Function("kernels.observe.accelerations", "Model Lanes Work States Efforts")
efforts = Function("kernels.observe.efforts", "Model Lanes Work States Efforts")
body_jacobians = Function("kernels.observe.body_jacobians", "Model Lanes Work States Jacobians")
rates = Function("kernels.observe.rates", "Model Lanes Work States Rates")
restore = Function("kernels.restore.restore", "Model Lanes Work States Restored")
couple = Function("kernels.lattice.couple", "Model Lanes Work Runs Marcher", group="lattice")
warp = Function("kernels.warping.warp", "Curves", "Int", group="warping")
inverse_3rpr = Function(
    "kernels.planar_3rpr.inverse", "Platform3RPR Samples3RPR", group="planar-3rpr"
)
forward_3rpr = Function(
    "kernels.planar_3rpr.forward", "Platform3RPR Samples3RPR", group="planar-3rpr"
)


class Method(Function):
    """A formulation: its evaluation, called by the march through its address."""

    def __init__(
        self,
        symbol: str,
        group: str,
        dense: Callable[[Any], int],
        reactions: Function | None = None,
        hangs: bool = False,
    ):
        super().__init__(symbol, "Model Lanes Work Real1 Real2 Real2", group=group)
        self.hangs = hangs  # whether its sweeps carry welded bodies along `model.hung`
        self.dense = dense  # rows of `work.dense` that a compiled robot needs
        # wrenches through the joints; by the recursion, where the formulation has none of its own
        self.reactions = reactions or Function("kernels.reactions.reactions", "Model Lanes Work")


def _dense_rows(robot: Any) -> int:
    """Columns, mass matrix and Jacobian: see `kernels.dense.places`."""
    return robot.nv * (6 * robot.nb + robot.nv + robot.constraints.rows)


METHODS = {
    "newton-euler": Method("kernels.evaluate.evaluate", "core", lambda robot: 0, hangs=True),
    "kane": Method(
        "kernels.kane.evaluate", "kane", lambda robot: _dense_rows(robot) + 6 * robot.nb + 36
    ),
    "moving-frame": Method(
        "kernels.moving_frame.evaluate",
        "moving-frame",
        lambda robot: _dense_rows(robot) + 36 + robot.nv * (1 + 6 * robot.nb),
    ),
    "udwadia-kalaba": Method(
        "kernels.udwadia_kalaba.evaluate",
        "udwadia-kalaba",
        lambda robot: (robot.nb + 1) * BLOCK,
        Function("kernels.udwadia_kalaba.reactions", "Model Lanes Work", group="udwadia-kalaba"),
        hangs=True,
    ),
}
