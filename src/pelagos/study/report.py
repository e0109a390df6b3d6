"""The report of a study: one page, and beside it the 3D pages of the runs that stand out."""

from __future__ import annotations

import html
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result import pages
from pelagos.result.columns import per_second, with_unit
from pelagos.result.pages import Markup
from pelagos.result.schema import UNIT_COORDINATES
from pelagos.study import pictures
from pelagos.study.sensitivity import Sensitivity
from pelagos.study.summary import MetricSummary, Summary
from pelagos.study.words import StudyWords

if TYPE_CHECKING:
    from pelagos.progress import Progress
    from pelagos.study.storage.folder import StudyFolder

_PANELS = 12  # factors drawn for an output, and lines of a history
_SHOWN = 20  # reasons of failure listed
_RUNS = 4000  # histories that quantiles are taken of


def write_report(
    study: StudyFolder,
    path: str | Path,
    *,
    worst: int = 1,
    progress: Progress | None = None,
) -> Path:
    """Write the page, which needs no other file.

    worst: how many runs with the highest and the lowest values of each output, and how many failed
        runs, are repeated and shown in 3D pages; these go to a folder of the page's name.
    """
    place = Path(path)
    pages.check(place)
    if worst < 0:
        raise PelagosError(f"worst: {worst}\n    give a number of runs, or 0")
    summary = Summary(study)
    links = _run_pages(summary, place, worst, progress)
    parts = [_outputs_table(summary)] if summary.outputs else []
    parts.append(_search(summary))
    parts += [_output(summary, output, links, max(worst, 1)) for output in summary.outputs]
    parts += [_histories(summary), _failures(summary, links), _made(summary)]
    lead = f"<p>{html.escape(summary.words.description)}</p>" if summary.words.description else ""
    return pages.write(place, summary.title, [p for p in parts if p], lead=lead + _lead(summary))


# --- 3D pages


def _run_pages(
    summary: Summary, place: Path, worst: int, progress: Progress | None
) -> dict[int, str]:
    """Address of the 3D page of every run that stands out."""
    chosen = [run for output in summary.outputs for ends in output.extremes(worst) for run in ends]
    chosen += list(summary.failures)[:worst]
    runs = sorted(set(chosen))
    beside = place.with_name(f"{place.stem}-3d")
    found = {}
    for k, run in enumerate(runs):
        if progress is not None:
            progress(k / len(runs), f"3D pages, {k} of {len(runs)}")
        try:
            repeated = summary.study.rerun(run)
        except PelagosError:
            continue  # refused by the model: there is nothing to see
        if len(repeated) < 2:
            continue
        beside.mkdir(exist_ok=True)
        repeated.view(beside / f"{run}.html")
        found[run] = f"{beside.name}/{run}.html"
    return found


# --- parts of the page


def _lead(summary: Summary) -> str:
    good = sum(summary.outcomes.values()) - len(summary.failures)
    total = summary.study.runs
    text = f"{good:,} of {total:,} runs are good"
    if summary.failures:
        text += f", {len(summary.failures):,} failed"
    left = total - sum(summary.outcomes.values())
    if left:
        text += f", {left:,} are not done" + ("" if summary.searched else " yet")
    drawn = "chosen by a search" if summary.searched else _sampling(summary.words)
    text += f". Factors: {len(summary.factors)}; sampling: {drawn}"
    anchors = [("search", "the search")] if summary.searched else []
    anchors += [(_anchor(output), output.name) for output in summary.outputs]
    anchors += [("histories", "over time")] if _channels(summary) else []
    anchors += [("failed", "failed runs")] if summary.failures else []
    anchors.append(("made", "how it was made"))
    links = "".join(pages.link(f"#{name}", said) for name, said in anchors)
    return f'<p class="said">{text}.</p><nav>{links}</nav>'


def _outputs_table(summary: Summary) -> str:
    head = ["", *summary.outputs[0].spread()]
    rows = [
        [pages.link(f"#{_anchor(o)}", o.label), *map(_number, o.spread().values())]
        for o in summary.outputs
    ]
    return pages.card(pages.table([head, *rows]), wide=True)


def _anchor(output: MetricSummary) -> str:
    return f"output-{output.name}"


def _search(summary: Summary) -> str:
    """The way of an optimisation."""
    facts = summary.searched
    if facts is None:
        return ""
    output = next(output for output in summary.outputs if output.name == facts["metric"])
    if len(output.known) == 0:
        return ""
    highest, lowest = output.extremes(1)
    best = (lowest if facts["goal"] == "minimise" else highest)[0]
    as_is = np.nan if facts["as_is"] is None else facts["as_is"]
    named = {summary.labels[name]: values for name, values in summary.factors.items()}
    drawn = pictures.convergence(output.values, named, facts["goal"], output.label, as_is)
    value = _number(float(output.values[best]))
    unit = f" {output.unit}" if output.unit else ""
    said = f"{facts['goal']} {output.name}: {value}{unit} in run {best}, {_number(as_is)} as is."
    image = pages.image(drawn, "way of the search")
    return f'<h2 id="search">The search</h2><p class="said">{said}</p>{pages.card(image)}'


def _output(summary: Summary, output: MetricSummary, links: Mapping[int, str], worst: int) -> str:
    title = f'<h2 id="{_anchor(output)}">{html.escape(output.name)}</h2>'
    said = f'<p class="said">{html.escape(output.said)}</p>'
    if len(output.known) == 0:
        return f"{title}{said}<p>No run has a value.</p>"
    drawn = pages.image(
        pictures.histogram(output.known, output.label), f"distribution of {output.name}"
    )
    sheets: list[str] = [pages.card("<h3>Distribution</h3>", drawn, _missing(output))]
    ranked = _ranked(output.sensitivities)
    if ranked:
        sheets.append(_sensitivity_card(ranked))
    sheets += _responses(summary, output, list(ranked))
    sheets.append(_extremes_card(summary, output, links, worst))
    return title + said + pages.cards(sheets)


def _missing(output: MetricSummary) -> str:
    left = len(output.values) - len(output.known)
    return f'<p class="said">{left:,} runs have no value.</p>' if left else ""


def _ranked(found: Mapping[str, Sensitivity]) -> dict[str, Sensitivity]:
    """Those that are known, the most important first."""
    known = {n: s for n, s in found.items() if s.first is not None or s.rank is not None}
    weight = lambda s: -max((i.value for i in (s.total, s.first) if i is not None), default=0.0)  # noqa: E731
    return dict(sorted(known.items(), key=lambda pair: weight(pair[1])))


def _sensitivity_card(ranked: Mapping[str, Sensitivity]) -> str:
    shown = dict(itertools.islice(ranked.items(), _PANELS))
    picture = pages.image(pictures.sensitivities(shown), "sensitivities")
    head, kinds = [""], []
    for kind, said in (("first", "first-order"), ("total", "total"), ("rank", "rank corr.")):
        if any(getattr(s, kind) is not None for s in ranked.values()):
            head.append(said)
            kinds.append(kind)
    rows = [[name, *(str(getattr(s, kind) or "-") for kind in kinds)] for name, s in ranked.items()]
    numbers = f"<details><summary>Numbers</summary>{pages.table([head, *rows])}</details>"
    return pages.card("<h3>What it depends on</h3>", picture, numbers)


def _responses(summary: Summary, output: MetricSummary, ranked: list[str]) -> list[str]:
    """The output over each factor, the most important first; a grid of two also as a surface."""
    varied = [n for n, x in summary.factors.items() if np.nanmin(x) < np.nanmax(x)]
    order = [*(n for n in ranked if n in varied), *(n for n in varied if n not in ranked)]
    found: list[str] = []
    if len(varied) == 2 and summary.plan == "factorial":
        one, two = ((summary.labels[name], summary.factors[name]) for name in order)
        drawn = pictures.surface(one, two, output.values, output.label)
        heading = f"<h3>Over {html.escape(' and '.join(order))}</h3>"
        found.append(pages.card(heading, pages.image(drawn, "map")))
    for name in order[:_PANELS]:
        label = summary.labels[name]
        drawn = pictures.response(summary.factors[name], output.values, label, output.label)
        heading = f"<h3>Over {html.escape(name)}</h3>"
        found.append(pages.card(heading, pages.image(drawn, f"{output.name} over {name}")))
    if len(order) > _PANELS:
        found.append(pages.card(f"<p>{len(order) - _PANELS} more factors are not drawn.</p>"))
    return found


def _extremes_card(
    summary: Summary, output: MetricSummary, links: Mapping[int, str], worst: int
) -> str:
    highest, lowest = output.extremes(worst)
    if len(output.known) == 1:
        lowest = []
    head = ["", "run", output.label, "", *summary.labels.values()]
    rows: list[list[str]] = []
    for said, runs in (("highest", highest), ("lowest", lowest)):
        for k, run in enumerate(runs):
            values = [_number(float(x[run])) for x in summary.factors.values()]
            see = pages.link(links[run], "see it in 3D") if run in links else Markup("")
            number = _number(float(output.values[run]))
            rows.append([said if k == 0 else "", str(run), number, see, *values])
    return pages.card("<h3>Runs that stand out</h3>", pages.table([head, *rows]), wide=True)


def _channels(summary: Summary) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Every line of the histories: its name, its variable, and its place after run and time."""
    data, found = summary.study.dataset, {}
    for name, variable in data.data_vars.items():
        if variable.dims[:2] != ("run", "time"):
            continue
        labels = [list(enumerate(data[dim].values)) for dim in variable.dims[2:]]
        for element in itertools.product(*labels):
            line = ".".join((str(name), *(str(label) for _, label in element)))
            found[line] = str(name), tuple(index for index, _ in element)
    return found


def _histories(summary: Summary) -> str:
    """Bands of quantiles of what was kept over time."""
    found = _channels(summary)
    if not found:
        return ""
    data = summary.study.dataset
    stride = max(1, -(-data.sizes["run"] // _RUNS))
    sheets: list[str] = []
    for line, (name, place) in itertools.islice(found.items(), _PANELS):
        values = np.asarray(data[name][(slice(None, None, stride), slice(None), *place)])
        if np.any(np.isfinite(values)):
            label = with_unit(line, _unit(data, name, place))
            drawn = pictures.bands(data["time"].values, values, label)
            sheets.append(pages.card(pages.image(drawn, f"{line} over time")))
    said = "Quantiles of the runs at each time; a run that has ended no longer counts."
    if stride > 1:
        said += f" One run in {stride} is looked at."
    if len(found) > _PANELS:
        said += f" The first {_PANELS} of {len(found)} lines are drawn."
    return f'<h2 id="histories">Over time</h2><p class="said">{said}</p>{pages.cards(sheets)}'


def _unit(data: Any, name: str, place: tuple[int, ...]) -> str:
    """Of a line; where units differ by element, a coordinate has them."""
    last = data[name].dims[-1]
    if UNIT_COORDINATES.get(last) in data.coords:  # studies before had none of auxiliary states
        unit = str(data[UNIT_COORDINATES[last]].values[place[-1]])
        return per_second(unit) if name == "udot" else unit
    return str(data[name].attrs.get("units", ""))


def _failures(summary: Summary, links: Mapping[int, str]) -> str:
    if not summary.failures:
        return ""
    counts = ", ".join(f"{n:,} {code}" for code, n in summary.outcomes.most_common())
    rows: list[list[str]] = [["runs", "such as", "why"]]
    reasons = summary.reasons()
    for runs in reasons[:_SHOWN]:
        such = next((run for run in runs if run in links), runs[0])
        see = pages.link(links[such], f"{such} in 3D") if such in links else str(such)
        why = Markup(f"<pre>{html.escape(summary.failures[such])}</pre>")
        rows.append([f"{len(runs):,}", see, why])
    if len(reasons) > _SHOWN:
        counts += f". The first {_SHOWN} of {len(reasons):,} reasons are listed"
    listed = pages.card(pages.table(rows, kind="text"))
    return f'<h2 id="failed">Failed runs</h2><p class="said">{counts}.</p>{listed}'


def _made(summary: Summary) -> str:
    study, words = summary.study, summary.words
    facts = study.facts
    rows: list[list[str]] = [
        ["robot", facts["source"]],
        ["scenario", words.scenario or "none"],
        ["settings", ", ".join(f"{k} {v}" for k, v in words.settings.items())],
        ["sampling", "by CMA-ES" if summary.searched else _sampling(words)],
        ["sensitivities", summary.method()],
        *([name, said] for name, said in summary.spans()),
        ["made", f"{facts['created']} with {_versions(facts['versions'])}"],
        ["study", facts["identity"][:16]],
    ]
    rows += [[f"set {path}", str(value)] for path, value in words.set.items()]
    again = f"pelagos study rerun {study.path.name} RUN --view run.html"
    said = f"<p>Any run by itself, to the bit: <code>{html.escape(again)}</code></p>"
    listed = pages.card(pages.table(rows, head=False, kind="text"), said)
    return f'<h2 id="made">How it was made</h2>{listed}'


def _sampling(words: StudyWords) -> str:
    return f"{words.sampling}, seed {words.seed}" if words.inputs else "grid"


def _versions(found: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {version}" for name, version in found.items())


def _number(value: float) -> str:
    return "-" if not np.isfinite(value) else f"{value:.4g}"
