"""Reports as one HTML file each: text, tables and figures inside, no scripts, nothing to load."""

from __future__ import annotations

import base64
import functools
import html
import io
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pelagos.errors import PelagosError
from pelagos.result.plot import STYLE
from pelagos.result.storage import check_folder, temporary
from pelagos.version import __version__

P = ParamSpec("P")
T = TypeVar("T")
SUFFIXES = (".html", ".htm")
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="generator" content="Pelagos {version}"><title>{title}</title>
<style>
:root {{ color-scheme: light; --line: #dde3e8; --soft: #5b6770; --blue: #0072b2; }}
* {{ box-sizing: border-box }}
body {{ font: 15px/1.5 system-ui, sans-serif; color: #1d252b; background: #f4f6f8; margin: 0 }}
header, main, footer {{ max-width: 1120px; margin: 0 auto; padding: 0 1rem }}
header {{ padding-top: 1.6rem }}
h1 {{ font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem }}
h2 {{ font-size: 1.25rem; margin: 2.4rem 0 .6rem }}
h3 {{ font-size: .95rem; margin: 1.3rem 0 .4rem; color: var(--soft) }}
p {{ margin: .3rem 0 .8rem }}
a {{ color: var(--blue) }}
nav {{ display: flex; flex-wrap: wrap; gap: .4rem; margin: .8rem 0 }}
nav a {{ background: #fff; border: 1px solid var(--line); border-radius: 1rem;
  padding: .2rem .8rem; text-decoration: none }}
.said {{ color: var(--soft) }}
.cards {{ display: grid; gap: .8rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 310px), 1fr)) }}
.card {{ background: #fff; border: 1px solid var(--line); border-radius: .6rem; padding: .7rem;
  min-width: 0 }}
.wide {{ grid-column: 1 / -1 }}
.wide table {{ width: 100% }}
.card img {{ display: block; max-width: 100%; height: auto; margin: 0 auto }}
.card h3 {{ margin: 0 0 .3rem }}
.scroll {{ overflow-x: auto }}
summary {{ cursor: pointer; color: var(--blue) }}
table {{ border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums }}
td, th {{ padding: .25rem .7rem .25rem 0; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--line); vertical-align: top }}
td:first-child, th:first-child {{ text-align: left; position: sticky; left: 0; background: #fff }}
table.text th {{ text-align: left }}
table.text td {{ text-align: left; white-space: normal; overflow-wrap: anywhere }}
table.text td:first-child {{ color: var(--soft); white-space: nowrap }}
table.dense {{ width: 100% }}
table.dense th {{ white-space: normal; vertical-align: bottom }}
table.dense td:first-child {{ white-space: normal; overflow-wrap: anywhere; min-width: 7.5rem }}
th {{ font-weight: 600; color: var(--soft) }}
details {{ margin: .8rem 0 }}
details > summary {{ font-weight: 600; padding: .2rem 0 }}
.cards + .card {{ margin-top: .8rem }}
code, pre {{ font-size: .85rem }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 }}
footer {{ color: var(--soft); font-size: .86rem; padding-top: 2rem; padding-bottom: 2rem }}
</style></head><body>
<header><h1>{title}</h1>
{lead}</header>
<main>
{body}
</main>
<footer>{footer} Pelagos {version}.</footer></body></html>
"""


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def check(path: Path) -> None:
    """Refuse a page that could not be written, before anything is computed for it."""
    if path.suffix.lower() not in SUFFIXES:
        raise PelagosError(f"{path}: pages end in {' or '.join(SUFFIXES)}")
    check_folder(path)


def write(
    path: str | os.PathLike[str],
    title: str,
    parts: Sequence[str],
    *,
    lead: str = "",
    footer: str = "",
) -> Path:
    """Write a page of these parts, which are HTML, as are what leads to them and the footer."""
    place = Path(path)
    check(place)
    text = _PAGE.format(
        title=html.escape(title),
        lead=lead,
        body="\n".join(parts),
        footer=footer,
        version=__version__,
    )
    with temporary(place) as beside:
        beside.write_text(text, encoding="utf-8")
        beside.replace(place)
    return place


def table(rows: Sequence[Sequence[str]], *, head: bool = True, kind: str = "") -> Markup:
    """Rows of text, or of `Markup`; the first one is the head."""
    lines = [
        "<tr>" + "".join(_cell(cell, "th" if head and k == 0 else "td") for cell in row) + "</tr>"
        for k, row in enumerate(rows)
    ]
    style = f' class="{kind}"' if kind else ""
    return Markup(f'<div class="scroll"><table{style}>{"".join(lines)}</table></div>')


def _cell(text: str, tag: str) -> str:
    inside = text if isinstance(text, Markup) else html.escape(text)
    return f"<{tag}>{inside}</{tag}>"


def link(address: str, text: str) -> Markup:
    """A link to an address beside the page, or within it."""
    return Markup(f'<a href="{html.escape(address)}">{html.escape(text)}</a>')


def card(*parts: str, wide: bool = False) -> Markup:
    """HTML on a sheet of its own."""
    return Markup(f'<div class="card{" wide" if wide else ""}">{"".join(parts)}</div>')


def cards(parts: Sequence[str]) -> Markup:
    """Sheets beside one another, as many as there is room for."""
    return Markup(f'<div class="cards">{"".join(parts)}</div>')


def styled(draw: Callable[P, T]) -> Callable[P, T]:
    """Let a function that makes a figure do so in the project's style."""

    @functools.wraps(draw)
    def drawing(*args: P.args, **words: P.kwargs) -> T:
        try:
            import matplotlib
        except ImportError:
            raise PelagosError('reports need matplotlib: pip install "pelagos[plot]"') from None
        with matplotlib.rc_context(STYLE):
            return draw(*args, **words)

    return drawing


def figure(width: float, height: float) -> Any:
    """An empty figure, in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


@styled
def image(drawn: Any, said: str) -> Markup:
    """A figure as part of the page; what has been rasterised in it is fine enough for phones."""
    stream = io.BytesIO()
    # without a date: the same figure is the same bytes
    drawn.savefig(stream, format="svg", dpi=200, metadata={"Date": None})
    code = base64.b64encode(stream.getvalue()).decode()
    source = f"data:image/svg+xml;base64,{code}"
    return Markup(f'<img alt="{html.escape(said)}" src="{source}">')
