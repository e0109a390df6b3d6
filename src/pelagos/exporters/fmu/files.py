"""A robot as an FMU of FMI 2.0 for co-simulation: it runs without Python and without Pelagos."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
import uuid
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pelagos.errors import PelagosError
from pelagos.exporters.c.header import header_of
from pelagos.exporters.c.source import CSource, SourceWriter, asset
from pelagos.exporters.compilers import compiler
from pelagos.exporters.fmu.description import description
from pelagos.exporters.fmu.outputs import FmuOutput, chosen_outputs
from pelagos.exporters.fmu.universal import universal
from pelagos.exporters.opened import Opened, opened, tell
from pelagos.language.suggest import did_you_mean
from pelagos.model.robot import Robot
from pelagos.programs.watched import watched
from pelagos.progress import Progress
from pelagos.result.storage import temporary

TOLERANCE = 1e-12  # relative, of the steps inside; a master may ask for another
EPOCH = (1980, 1, 1, 0, 0, 0)  # of files in the archive: the same robot gives the same file


@dataclass(frozen=True)
class FmuPlatform:
    """Machines as FMI calls them."""

    ending: str
    targets: tuple[str, ...]  # processors and systems, as zig calls them


PLATFORMS = {
    "linux64": FmuPlatform(".so", ("x86_64-linux-gnu.2.17",)),
    "win64": FmuPlatform(".dll", ("x86_64-windows-gnu",)),
    # of Intel and of Apple, from the first system that runs on both
    "darwin64": FmuPlatform(".dylib", ("x86_64-macos.11.0", "aarch64-macos.11.0")),
}


@dataclass(frozen=True)
class WrittenFmu:
    """What is in a file."""

    path: Path
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    platforms: tuple[str, ...]
    source: CSource

    @property
    def told(self) -> list[str]:
        """Lines on what it has, on its size, and on what is lost."""
        counts = (
            f"{len(self.inputs)} inputs, {len(self.outputs)} outputs, "
            f"{len(self.parameters)} parameters; {', '.join(self.platforms)}; "
            f"{self.path.stat().st_size:,} bytes"
        )
        return [counts, *self.source.told]


def write_fmu(
    robot: Robot | str | Path,
    path: str | os.PathLike[str],
    scenario: str | None = None,
    *,
    inputs: Iterable[str] | None = None,
    parameters: Iterable[str] = (),
    outputs: Iterable[str] = (),
    platforms: Iterable[str] = (),
    progress: Progress | None = None,
) -> WrittenFmu:
    """Write an FMU, which needs a C compiler or zig (extra `fmu`).

    inputs: actuators that are set from outside; None: all that can be. The others follow their
        signals.
    parameters: paths of numbers that stay open, as bodies.hull.mass; parameters that signals alone
        use are open anyway.
    outputs: expressions of the state, as depth[hull] or NAME=EXPRESSION; none: all states.
    platforms: linux64, win64, darwin64; none: the machine at hand. Others than that need zig.

    Examples:
        >>> from pelagos.exporters.fmu.files import write_fmu
        >>> made = write_fmu("cart-pole", "cart.fmu", inputs=["push"], outputs=["q[cart]"])
        >>> made.inputs, made.outputs
        (('push',), ('q[cart]',))
    """
    place = Path(path)
    if place.suffix != ".fmu":
        raise PelagosError(f"{place}: does not end in .fmu\n    name an FMU")
    if not place.parent.is_dir():
        raise PelagosError(f"{place.parent}: is no folder\n    make it first")
    wanted = _platforms(platforms)
    for name in wanted:
        compiler(cross=name != _here())  # before anything is done
    ready = opened(robot, scenario, inputs, parameters, progress)
    chosen = chosen_outputs(ready, outputs)
    source, guid = _source(ready, chosen)
    text = description(ready, source.name, guid, chosen, TOLERANCE)
    with tempfile.TemporaryDirectory() as folder, temporary(place) as new:
        binaries = {}
        for name in wanted:
            tell(progress, f"compiling {source.name} for {name} ...")
            binaries[name] = _compiled(source, name, Path(folder))
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
            _add(archive, "modelDescription.xml", text.encode())
            _add(archive, "sources/all.c", source.source.encode())
            _add(archive, f"sources/{source.name}.h", source.header.encode())
            for name, code in binaries.items():
                _add(archive, f"binaries/{name}/{source.name}{PLATFORMS[name].ending}", code)
        new.replace(place)
    return WrittenFmu(
        place,
        tuple(i.name for i in ready.inputs),
        tuple(output.name for output in chosen),
        tuple(p.name for p in ready.parameters),
        tuple(wanted),
        source,
    )


def _platforms(asked: Iterable[str]) -> list[str]:
    wanted = list(dict.fromkeys(asked)) or [_here()]
    for name in wanted:
        if name not in PLATFORMS:
            remedy = did_you_mean(name, PLATFORMS)
            raise PelagosError(f"platform: FMI has no {name!r}\n    {remedy}")
    return wanted


def _here() -> str:
    """The machine at hand, as FMI calls it."""
    kinds = {"linux": "linux64", "win32": "win64", "darwin": "darwin64"}
    if platform.machine().lower() in ("x86_64", "amd64"):
        return kinds.get(sys.platform, "linux64")
    return f"{sys.platform} on {platform.machine()}"


def _source(robot: Opened, outputs: Sequence[FmuOutput]) -> tuple[CSource, str]:
    """The C of an FMU, and its GUID, which follows from it."""
    writer = SourceWriter(robot)
    writer.march_programs()
    others = [output.node for output in outputs if output.state is None]
    trace, found = watched(robot.engine.programs, others)
    writer.add("outputs", trace.tape, found)
    writer.sizes["OUTPUTS"] = len(others)
    marks = ", ".join("1" if k in robot.prescribed else "0" for k in range(robot.flowing))
    more = [
        f"static const char @prescribed_state[@NX] = {{{marks}}};\n",
        asset("march.c"),
        asset("seen_driven.c" if robot.is_driven else "seen.c"),
        asset("fmi2.c").replace("@TOLERANCE", repr(TOLERANCE)),
    ]
    written = writer.whole(more, header_of(robot, writer.name, ""))
    digest = hashlib.sha256((written.header + written.source).encode()).hexdigest()
    guid = f"{{{uuid.UUID(digest[:32])}}}"
    written.source = written.source.replace(", GUID)", f', "{guid}")')
    return written, guid


def _compiled(source: CSource, name: str, folder: Path) -> bytes:
    """The library for a machine."""
    one, made = compiler(cross=name != _here()), PLATFORMS[name]
    (folder / "all.c").write_text(source.source, encoding="ascii")
    (folder / f"{source.name}.h").write_text(source.header, encoding="ascii")
    options = ["-std=c99", "-O2", "-shared", "-fvisibility=hidden"]
    if name != "win64":
        options.append("-fPIC")
    if name == "linux64":
        options.append("-Wl,--no-undefined")
    targets = [["-target", target] for target in made.targets] if one.is_zig else [[]]
    libraries = []
    for target in targets:
        library = folder / f"{source.name}{made.ending}"
        one.run([*options, *target, "all.c", "-o", library.name, "-lm"], folder)
        libraries.append(library.read_bytes())
    return libraries[0] if len(libraries) == 1 else universal(libraries)


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)
