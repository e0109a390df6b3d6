"""Makes the gallery: a picture and a 3D page of every built-in robot, and the page that lists them.

`python docs/scripts/gallery.py` writes docs/gallery.md and the pictures, which are kept with the
sources, of all robots or of those named; `--pages` writes the 3D pages beside them, which
`make docs` does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pelagos as pl
from pelagos.view import build, write_picture

FOLDER = Path(__file__).parents[1] / "assets" / "gallery"
HEAVIEST = 1_500_000  # bytes of a page
HEAD = """\
# Gallery

Every built-in robot in its first scenario: a picture by the software renderer, the 3D page behind
it, and the command that makes it. This page is made by `docs/scripts/gallery.py`.
"""
ENTRY = """
## {name}

{description}

[![{name}](assets/gallery/{name}.png)](assets/gallery/{name}.html)

```
pelagos run {command} --view {name}.html
```
"""
STUDIES = """
## Studies

A [report on a study](how-to/study-reports.md) of 1536 turns of `maarco`, and the
[search](how-to/optimise.md) for a gait of `eel`.

[![A report on a study](assets/studies/report.png)](how-to/study-reports.md)

[![The way of a search](assets/studies/eel-thrifty.png)](how-to/optimise.md)
"""


def make(name: str, run: pl.Run, pages: bool) -> None:
    """The page or the picture of a run; a page that is too heavy fails the build."""
    if pages:
        weight = run.view(FOLDER / f"{name}.html").stat().st_size
        if weight > HEAVIEST:
            raise SystemExit(f"{name}: its page has {weight} bytes, more than {HEAVIEST}")
    else:
        scene = build([run])
        time = scene.start + 0.3 * (scene.end - scene.start)
        write_picture(scene, FOLDER / f"{name}.png", time, (640, 360))


def main(pages: bool, names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    entries = []
    for name in pl.builtin_names():
        robot = pl.load(name)
        scenario = next(iter(robot.scenarios), None)
        if name in names or not names:
            make(name, pl.simulate(robot, scenario), pages)
        command = f"{name} {scenario}" if scenario else name
        description = " ".join(robot.description.split())
        entries.append(ENTRY.format(name=name, command=command, description=description))
        print(name)
    if not pages:
        (Path(__file__).parents[1] / "gallery.md").write_text(
            HEAD + "".join(entries) + STUDIES, "utf-8"
        )


if __name__ == "__main__":
    given = sys.argv[1:]
    main("--pages" in given, [name for name in given if name != "--pages"])
