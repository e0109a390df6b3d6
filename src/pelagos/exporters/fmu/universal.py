"""Libraries for several processors of a Mac in one file.

A universal file is a table of thin ones (Apple's `mach-o/fat.h`), all of its numbers big-endian:
a magic number, how many there are, and of each its processor, where it begins, its size and the
power of two to which that is aligned.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

FAT_MAGIC = 0xCAFEBABE
THIN_MAGIC = 0xFEEDFACF  # of 64 bits, little-endian
ALIGNED = 14  # 2^14 bytes: a page of Apple's own processors


def universal(libraries: Sequence[bytes]) -> bytes:
    """One file of libraries for different processors."""
    head = struct.Struct(">2I")
    row = struct.Struct(">5I")
    table, body = [head.pack(FAT_MAGIC, len(libraries))], b""
    page = 1 << ALIGNED
    first = -(-(head.size + row.size * len(libraries)) // page) * page
    for library in libraries:
        magic, processor, kind = struct.unpack("<3I", library[:12])
        assert magic == THIN_MAGIC
        body += bytes(-len(body) % page)
        table.append(row.pack(processor, kind, first + len(body), len(library), ALIGNED))
        body += library
    return b"".join(table).ljust(first, b"\0") + body
