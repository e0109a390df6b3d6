"""Arrays as users have them, one row of numbers per state, for a function that works in lanes.

`void NAME_rows(int64 *job)` calls `NAME` (see `tape.llvm_text`) for the states from start to stop,
as many at once as there are lanes. A job is a table of addresses and numbers:

    found, stride, start, stop, scratch, address of argument 0, 1, ..., stride of argument 0, 1, ...

Row i of argument k begins at `address[k] + i * stride[k]`, in numbers; a stride of zero gives all
states the same row. Results go to `found + i * stride`. The last group repeats the last state where
lanes are left over, and writes it as often.

Blocks of rows are turned in registers: `lanes` numbers of `lanes` states at a time. The scratch
holds inputs and outputs in lanes, then what `NAME` itself needs. One lane reads and writes the rows
themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from pelagos.tape.llvm_text import Kinds

FOUND, STRIDE, START, STOP, SCRATCH, ARGUMENTS = range(6)  # places in a job


def rows(name: str, k: Kinds, arguments: Sequence[int], outputs: int, common: bool) -> str:
    """The wrapper of `NAME` for arguments of so many numbers each.

    common: whether the first of them is one row for all states, which `NAME` reads as it is.
    """
    return _Rows(k).text(name, arguments, outputs, common)


def _load(name: str, kind: str, place: int) -> list[str]:
    """An entry of the job."""
    return [
        f"  {name}_at = getelementptr i64, ptr %job, i64 {place}",
        f"  {name} = load {kind}, ptr {name}_at, align 8",
    ]


class _Rows:
    def __init__(self, k: Kinds):
        self.k = k
        self.lines: list[str] = []
        self.count = 0

    def text(self, name: str, arguments: Sequence[int], outputs: int, common: bool) -> str:
        lanes = self.k.lanes
        self._begin(name, sum(arguments[common:]), outputs)
        pointers = []
        first = 0
        for k, size in enumerate(arguments):
            base = self._entry("ptr", ARGUMENTS + k)
            if common and k == 0:
                pointers.append(base)
                continue
            pointers.append(self._at("%x", first * lanes))
            stride = self._entry("i64", ARGUMENTS + len(arguments) + k)
            starts = [self._row(base, stride, lane) for lane in range(lanes)]
            if lanes == 1:
                pointers[-1] = starts[0]
            else:
                self._read(starts, first, size)
            first += size
        results = [self._row("%found", "%stride", lane) for lane in range(lanes)]
        pointers += [results[0] if lanes == 1 else "%y", "%s"]
        passed = ", ".join(f"ptr {pointer}" for pointer in pointers)
        self._say(f"call void @{name}({passed})")
        if lanes > 1:
            self._write(results, outputs)
        self._say(f"%after = add i64 %i, {lanes}")
        self._say("br label %head")
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
        self.count += 1
        self.lines += _load(f"%r{self.count}", kind, place)
        return f"%r{self.count}"

    def _row(self, base: str, stride: str, lane: int) -> str:
        offset = self._new(f"mul i64 %state{lane}, {stride}")
        return self._new(f"getelementptr double, ptr {base}, i64 {offset}")

    def _read(self, starts: list[str], first: int, size: int) -> None:
        """Numbers of an argument, from the rows of all lanes to x[first] and on."""
        lanes, kind = self.k.lanes, self.k.number
        whole = size - size % lanes
        for number in range(0, whole, lanes):
            block = [
                self._new(f"load {kind}, ptr {self._at(start, number)}, align 8")
                for start in starts
            ]
            for i, vector in enumerate(self._turned(block)):
                place = self._at("%x", (first + number + i) * lanes)
                self._say(f"store {kind} {vector}, ptr {place}, align 8")
        for number in range(whole, size):
            for lane, start in enumerate(starts):
                x = self._new(f"load double, ptr {self._at(start, number)}, align 8")
                place = self._at("%x", (first + number) * lanes + lane)
                self._say(f"store double {x}, ptr {place}, align 8")

    def _write(self, starts: list[str], size: int) -> None:
        """Results, from y to the rows of all lanes."""
        lanes, kind = self.k.lanes, self.k.number
        whole = size - size % lanes
        for number in range(0, whole, lanes):
            block = [
                self._new(f"load {kind}, ptr {self._at('%y', (number + i) * lanes)}, align 8")
                for i in range(lanes)
            ]
            for start, vector in zip(starts, self._turned(block), strict=True):
                self._say(f"store {kind} {vector}, ptr {self._at(start, number)}, align 8")
        for number in range(whole, size):
            for lane, start in enumerate(starts):
                y = self._new(f"load double, ptr {self._at('%y', number * lanes + lane)}, align 8")
                self._say(f"store double {y}, ptr {self._at(start, number)}, align 8")

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

    def _new(self, expression: str) -> str:
        self.count += 1
        self._say(f"%r{self.count} = {expression}")
        return f"%r{self.count}"

    def _say(self, line: str) -> None:
        self.lines.append(f"  {line}")
