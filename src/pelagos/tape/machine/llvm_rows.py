"""Arrays as users have them, one row of numbers per state, for a function that works in lanes.

`void NAME_rows(int64 *job)` calls `NAME` (see `llvm_text`) for the states from start to stop,
as many at once as there are lanes. A job is a table of addresses and numbers:

    found, stride, start, stop, scratch, address of argument 0, 1, ..., stride of argument 0, 1, ...

Row i of argument k begins at `address[k] + i * stride[k]`, in numbers; a stride of zero gives all
states the same row. Results go to `found + i * stride`. The last group repeats the last state where
lanes are left over, and writes it as often.

Rows are turned in registers: `lanes` numbers of `lanes` states at a time, of which the last numbers
of a row are turned twice where a square would reach beyond its end. The scratch holds inputs and
outputs in lanes, then what `NAME` itself needs. One lane reads and writes rows where they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from pelagos.tape.machine.llvm_instructions import AssemblyLines, Kinds

FOUND, STRIDE, START, STOP, SCRATCH, ARGUMENTS = range(6)  # places in a job


def rows(name: str, k: Kinds, arguments: Sequence[int], outputs: int, common: bool) -> str:
    """The wrapper of `NAME` for arguments of so many numbers each.

    common: whether the first of them is one row for all states, which `NAME` reads as it is.
    """
    wrapper = _Lines(k).wrapper(name, arguments, outputs, common)
    if k.lanes == 1:
        return wrapper
    squares = [_Lines(k).squares(name, inward) for inward in (True, False)]
    singles = [_Lines(k).singles(name, inward) for inward in (True, False)]
    return "\n".join([wrapper, *squares, *singles])


def _load(name: str, kind: str, place: int) -> list[str]:
    """An entry of the job."""
    return [
        f"  {name}_at = getelementptr i64, ptr %job, i64 {place}",
        f"  {name} = load {kind}, ptr {name}_at, align 8",
    ]


class _Lines(AssemblyLines):
    def __init__(self, k: Kinds):
        super().__init__()
        self.k = k

    def wrapper(self, name: str, arguments: Sequence[int], outputs: int, common: bool) -> str:
        lanes = self.k.lanes
        self._begin(name, sum(arguments[common:]), outputs)
        pointers = []
        first = 0
        for k, size in enumerate(arguments):
            base = self._entry("ptr", ARGUMENTS + k)
            if common and k == 0:
                pointers.append(base)
                continue
            stride = self._entry("i64", ARGUMENTS + len(arguments) + k)
            starts = [self._row(base, stride, lane) for lane in range(lanes)]
            if lanes > 1:
                pointers.append(self._at("%x", first * lanes))
                self._turn(name, "in", starts, pointers[-1], size)
            else:
                pointers += starts
            first += size
        found = [self._row("%found", "%stride", lane) for lane in range(lanes)]
        results = "%y" if lanes > 1 else found[0]
        passed = ", ".join(f"ptr {pointer}" for pointer in (*pointers, results, "%s"))
        self._say(f"call void @{name}({passed})")
        if lanes > 1:
            self._turn(name, "out", found, "%y", outputs)
        self._say(f"%after = add i64 %i, {lanes}")
        self._say("br label %head")
        return "\n".join([*self.lines, "end:", "  ret void", "}"])

    def squares(self, name: str, inward: bool) -> str:
        """`NAME_in` and `NAME_out`: rows of at least as many numbers as there are lanes."""
        lanes, kind = self.k.lanes, self.k.number
        self._loop(f"{name}_{'in' if inward else 'out'}", lanes)
        # the last square ends where the row does
        self._say(f"%last = sub i64 %size, {lanes}")
        self._say("%past = icmp sgt i64 %n, %last")
        self._say("%at = select i1 %past, i64 %last, i64 %n")
        single = [self._new(f"getelementptr double, ptr %r{i}, i64 %at") for i in range(lanes)]
        start = self._new(f"mul i64 %at, {lanes}")
        start = self._new(f"getelementptr double, ptr %wide, i64 {start}")
        wide = [self._at(start, i * lanes) for i in range(lanes)]
        sources, targets = (single, wide) if inward else (wide, single)
        block = [self._new(f"load {kind}, ptr {source}, align 8") for source in sources]
        for target, vector in zip(targets, self._turned(block), strict=True):
            self._say(f"store {kind} {vector}, ptr {target}, align 8")
        return self._end()

    def singles(self, name: str, inward: bool) -> str:
        """`NAME_in_few` and `NAME_out_few`: rows of fewer numbers."""
        lanes, kind = self.k.lanes, self.k.number
        self._loop(f"{name}_{'in' if inward else 'out'}_few", 1)
        start = self._new(f"mul i64 %n, {lanes}")
        wide = self._new(f"getelementptr double, ptr %wide, i64 {start}")
        vector = "poison" if inward else self._new(f"load {kind}, ptr {wide}, align 8")
        for lane in range(lanes):
            place = self._new(f"getelementptr double, ptr %r{lane}, i64 %n")
            if inward:
                x = self._new(f"load double, ptr {place}, align 8")
                vector = self._new(f"insertelement {kind} {vector}, double {x}, i64 {lane}")
            else:
                x = self._new(f"extractelement {kind} {vector}, i64 {lane}")
                self._say(f"store double {x}, ptr {place}, align 8")
        if inward:
            self._say(f"store {kind} {vector}, ptr {wide}, align 8")
        return self._end()

    def _turn(self, name: str, way: str, rows: Sequence[str], wide: str, size: int) -> None:
        if size:
            few = "_few" if size < self.k.lanes else ""
            passed = ", ".join(f"ptr {pointer}" for pointer in (*rows, wide))
            self._say(f"call void @{name}_{way}{few}({passed}, i64 {size})")

    def _loop(self, name: str, step: int) -> None:
        """Begin a function of rows %r0, %r1, ..., the same in lanes, and their size."""
        taken = [*(f"ptr %r{lane}" for lane in range(self.k.lanes)), "ptr %wide", "i64 %size"]
        self.lines += [
            f"define internal void @{name}({', '.join(taken)}) noinline {{",
            "start:",
            "  br label %body",
            "body:",
            "  %n = phi i64 [ 0, %start ], [ %next, %body ]",
            f"  %next = add i64 %n, {step}",
        ]

    def _end(self) -> str:
        self._say("%more = icmp slt i64 %next, %size")
        self._say("br i1 %more, label %body, label %end")
        return "\n".join([*self.lines, "end:", "  ret void", "}"])

    def _begin(self, name: str, inputs: int, outputs: int) -> None:
        lanes = self.k.lanes
        self.lines += [
            f"define void @{name}_rows(ptr %job) {{",
            "start:",
            *_load("%found", "ptr", FOUND),
            *_load("%stride", "i64", STRIDE),
            *_load("%begin", "i64", START),
            *_load("%stop", "i64", STOP),
            *_load("%x", "ptr", SCRATCH),
            f"  %y = getelementptr double, ptr %x, i64 {inputs * lanes}",
            f"  %s = getelementptr double, ptr %x, i64 {(inputs + outputs) * lanes}",
            "  %last = sub i64 %stop, 1",
            "  br label %head",
            "head:",
            "  %i = phi i64 [ %begin, %start ], [ %after, %body ]",
            "  %more = icmp slt i64 %i, %stop",
            "  br i1 %more, label %body, label %end",
            "body:",
        ]
        for lane in range(lanes):
            self._say(f"%wanted{lane} = add i64 %i, {lane}")
            self._say(f"%past{lane} = icmp sgt i64 %wanted{lane}, %last")
            self._say(f"%state{lane} = select i1 %past{lane}, i64 %last, i64 %wanted{lane}")

    def _entry(self, kind: str, place: int) -> str:
        self._count += 1
        self.lines += _load(f"%t{self._count}", kind, place)
        return f"%t{self._count}"

    def _row(self, base: str, stride: str, lane: int) -> str:
        offset = self._new(f"mul i64 %state{lane}, {stride}")
        return self._new(f"getelementptr double, ptr {base}, i64 {offset}")

    def _turned(self, block: list[str]) -> list[str]:
        """A square of numbers transposed: swap bit after bit of the two indices."""
        lanes, kind = self.k.lanes, self.k.number
        block = list(block)
        bit = 1
        while bit < lanes:
            low = [lane if not lane & bit else lanes + (lane ^ bit) for lane in range(lanes)]
            high = [lane ^ bit if not lane & bit else lanes + lane for lane in range(lanes)]
            for i in (i for i in range(lanes) if not i & bit):
                a, b = block[i], block[i | bit]
                for place, mask in ((i, low), (i | bit, high)):
                    order = ", ".join(f"i32 {m}" for m in mask)
                    block[place] = self._new(
                        f"shufflevector {kind} {a}, {kind} {b}, <{lanes} x i32> <{order}>"
                    )
            bit *= 2
        return block

    def _at(self, pointer: str, offset: int) -> str:
        return self._new(f"getelementptr double, ptr {pointer}, i64 {offset}")
