"""Pieces that all representations are made of. Whatever is not `Markup` is escaped."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pelagos.errors import PelagosError
from pelagos.result.pages import Markup, table

STYLE = """<style>
.pelagos { font: 14px/1.45 system-ui, sans-serif; max-width: 1000px }
.pelagos h3 { font-size: 1.05rem; margin: .2rem 0 .1rem }
.pelagos p { margin: .15rem 0 .5rem }
.pelagos .said { opacity: .72 }
.pelagos .side { display: flex; flex-wrap: wrap; gap: .8rem 1.2rem; align-items: flex-start }
.pelagos .side > * { min-width: 0; max-width: 100%; flex: 1 1 320px }
.pelagos .scroll { overflow-x: auto; max-width: 100% }
.pelagos table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .2rem 0;
  font-size: .86rem; background: transparent }
.pelagos td, .pelagos th { padding: .15rem .7rem .15rem 0; text-align: left; vertical-align: top;
  border: 0; border-bottom: 1px solid rgba(128, 128, 128, .3); background: transparent;
  white-space: nowrap; max-width: 34rem; overflow: hidden; text-overflow: ellipsis }
.pelagos table.wrap td { white-space: normal; overflow-wrap: anywhere }
.pelagos table.wrap td:first-child { white-space: nowrap }
.pelagos th { font-weight: 600; opacity: .72 }
.pelagos img { display: block; max-width: 100%; height: auto; border-radius: .4rem }
.pelagos iframe { display: block; width: 100%; height: 440px; border: 0; border-radius: .4rem }
.pelagos .wide img { min-width: 620px }
@media (max-width: 600px) { .pelagos iframe { height: 620px } }
.pelagos .good { color: #12805c; font-weight: 600 }
.pelagos .bad { color: #c4320a; font-weight: 600 }
.pelagos summary { cursor: pointer }
.pelagos ul { margin: .2rem 0 .5rem; padding-left: 1.2rem }
</style>"""
_ROWS = 24  # of a table that are shown


def sheet(title: str, *parts: str) -> str:
    """A title and pieces of HTML below it."""
    inside = "".join(part for part in parts if part)
    return f'<div class="pelagos">{STYLE}<h3>{html.escape(title)}</h3>{inside}</div>'


def said(text: str) -> Markup:
    """A quiet line; nothing for no text."""
    return Markup(f'<p class="said">{html.escape(text)}</p>' if text else "")


def verdict(good: bool, text: str) -> Markup:
    """A word that stands out."""
    return Markup(f'<span class="{"good" if good else "bad"}">{html.escape(text)}</span>')


def paragraph(*parts: str) -> Markup:
    """Pieces one after the other on a line."""
    inside = "".join(p if isinstance(p, Markup) else html.escape(p) for p in parts)
    return Markup(f"<p>{inside}</p>")


def rows(lines: Sequence[Sequence[str]], *, head: bool = True, wrap: bool = False) -> Markup:
    """A table, the first line its head; long ones end with how many lines there are more."""
    most = _ROWS + head
    shown = table(lines[:most], head=head, kind="wrap" if wrap else "")
    more = len(lines) - most
    return Markup(shown + said(f"and {more} more") if more > 0 else shown)


def bullets(lines: Iterable[str]) -> Markup:
    """A list; nothing without any."""
    items = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return Markup(f"<ul>{items}</ul>" if items else "")


def side_by_side(*parts: str) -> Markup:
    """Pieces beside one another, as far as there is room."""
    inside = "".join(f"<div>{part}</div>" for part in parts if part)
    return Markup(f'<div class="side">{inside}</div>')


def folded(summary: str, inside: str, *, open: bool = False) -> Markup:
    """A piece that can be folded away."""
    begin = "<details open>" if open else "<details>"
    return Markup(f"{begin}<summary>{html.escape(summary)}</summary>{inside}</details>")


def picture(data: bytes, alt: str, width: int | None = None) -> Markup:
    """A PNG inside the page."""
    code = base64.b64encode(data).decode()
    wide = f' width="{width}"' if width else ""
    return Markup(f'<img alt="{html.escape(alt)}"{wide} src="data:image/png;base64,{code}">')


def drawn(figure: Callable[[], Any], alt: str, *, wide: bool = False) -> Markup:
    """A figure of matplotlib as a picture; where that is not installed, a line says so.

    wide: of several panels beside each other, which narrow screens scroll through.
    """
    try:
        found = figure()
    except PelagosError as error:
        return said(str(error))
    shown = picture(as_png(found), alt, round(100 * found.get_figwidth()))
    return Markup(f'<div class="scroll wide">{shown}</div>') if wide else shown


def as_png(figure: Any) -> bytes:
    """A figure of matplotlib, fine enough for any screen."""
    import matplotlib

    from pelagos.result import plot

    stream = io.BytesIO()
    with matplotlib.rc_context(plot.STYLE):
        figure.savefig(stream, format="png", dpi=150)
    return stream.getvalue()


def frame(page: str, title: str) -> Markup:
    """A whole page with its scripts, which reach nothing outside of its frame."""
    source = html.escape(page, quote=True)
    return Markup(
        f'<iframe title="{html.escape(title)}" sandbox="allow-scripts" loading="lazy" '
        f'srcdoc="{source}"></iframe>'
    )
