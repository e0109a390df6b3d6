"""The water of a robot in words, as `pelagos info` says it: every number, with its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pelagos.cli.support.text import Facts, print_table
from pelagos.language.matrix6 import told
from pelagos.text import axis, number, vector

if TYPE_CHECKING:
    from pelagos.model import Body


def facts_of(body: Body) -> Facts:
    """What the water does to a body, and where each number comes from."""
    return {
        "volume": body.volume,
        "centre_of_buoyancy": body.cob,
        "added_mass": body.added_mass,
        "added_mass_form": body.added_mass_form,
        "floating": body.buoyancy.floating,
        "drag": [law.model_dump(mode="json") for law in body.drag],
        "lift": [law.model_dump(mode="json") for law in body.lift],
        "sources": body.water_sources,
    }


def water_lines(water: Facts | None) -> Iterator[tuple[str, str]]:
    """Density and surface, the current, and every wave."""
    from pelagos.model.hydrodynamics.water import DEEP

    if water is None:
        return
    said = [f"{number(water['density'])} kg/m3"]
    if water["depth"] < DEEP:
        said.append(f"{number(water['depth'])} m deep")
    if water["surface"] is not None:
        crossed = ", which bodies may cross" if water["crossing"] else ""
        said.append(f"surface at {number(water['surface'])} m{crossed}")
    yield "water", ", ".join(said)
    if water["current"] is not None:
        yield from _current(water["current"], (water["surface"] or 0.0) - water["depth"])
    for wave in water["waves"]:
        yield "wave", _sea(wave) if "spectrum" in wave else _wave(wave)


def _wave(wave: Facts) -> str:
    size = f"{number(wave['amplitude'])} m, {number(wave['period'])} s"
    length = f"{number(wave['wavelength'])} m long"
    return f"amplitude {size}, {length}, along {axis(wave['direction'])}"


def _sea(sea: Facts) -> str:
    gamma = "" if sea["gamma"] is None else f" (gamma {number(sea['gamma'])})"
    size = f"significant height {number(sea['height'])} m, peak at {number(sea['period'])} s"
    spread = "long crests"
    if sea["spreading"] is not None:
        spread = f"spread by cos^{number(2.0 * sea['spreading'])} of half the angle"
    drawn = f"{sea['components']} waves, seed {number(sea['seed'])}"
    return f"{sea['spectrum']}{gamma}, {size}, along {axis(sea['direction'])}, {spread}; {drawn}"


def _current(current: Facts, bed: float) -> Iterator[tuple[str, str]]:
    """What the current consists of."""
    if current["velocity"] is not None:
        yield "current", f"[{', '.join(map(_signal, current['velocity']))}] m/s"
    if current["shear"] is not None:
        shear = current["shear"]
        place = number(shear["reference_depth"])
        yield (
            "current",
            f"{vector(shear['velocity'])} m/s {place} m over the bed (reference_depth), elsewhere "
            f"times (height over the bed / {place} m)^{number(shear['exponent'])}",
        )
        yield "", f"slower towards the bed, at height {number(bed)} m; below it the water rests"
    if current["profile"] is not None:
        depth, rows = current["profile"]["depth"], current["profile"]["velocity"]
        ends = [f"{vector(rows[k])} m/s at a depth of {number(depth[k])} m" for k in (0, -1)]
        yield "current", f"{' to '.join(ends)}, by a table of {len(depth)} rows"
    for tide in current["tide"]:
        turned = "" if not any(tide["across"]) else f", {vector(tide['across'])} across"
        slower = "" if not tide["exponent"] else f", by height^{number(tide['exponent'])}"
        yield "tide", f"{vector(tide['velocity'])} m/s{turned}, {number(tide['period'])} s{slower}"
    if current["turbulence"] is not None:
        whirl = current["turbulence"]
        yield "turbulence", f"+- {vector(whirl['sigma'])} m/s, fading in {number(whirl['tau'])} s"


def _signal(signal: Facts) -> str:
    """A number, an expression, or the kind of a signal."""
    kind, value = next((key, value) for key, value in signal.items() if value is not None)
    if kind == "constant":
        return number(value)
    return str(value) if kind == "expression" else f"a {kind}"


def print_bodies(bodies: list[Facts]) -> None:
    """Per body what displaces, adds and resists, each with its source."""
    rows = [("name", "", "value", "source")]
    for body in bodies:
        sources = body["water"]["sources"]
        if not sources:
            rows.append((body["name"], "dry", "", ""))
        for key, title, values in _values(body["water"]):
            if key in sources:
                said = [sources[key], *[""] * len(values)]
                rows += [(body["name"], title, *pair) for pair in zip(values, said, strict=False)]
    print_table(rows)


def _values(wet: Facts) -> Iterator[tuple[str, str, list[str]]]:
    """Key, title and lines of all that the water does to a body."""
    immersed = ", as far as immersed" if wet["floating"] else ""
    place = f"at {vector(wet['centre_of_buoyancy'])} m"
    yield "buoyancy", "volume", [f"{number(wet['volume'])} m3 {place}{immersed}"]
    if wet["added_mass"] is not None:
        values = list(told(wet["added_mass"], "kg, kg m2"))
        if wet["added_mass_form"] != "kirchhoff":
            values[0] += f", {wet['added_mass_form']} form"
        yield "added_mass", "added mass", values
    for key in ("drag", "lift"):
        laws = Counter(line for law in wet[key] for line in _law(key, law))
        yield key, key, [f"{count} x {line}" if count > 1 else line for line, count in laws.items()]


def _law(key: str, law: Facts) -> Iterator[str]:
    """A law of drag or lift in a line; a matrix in some more."""
    from pelagos.elements.table import kinds

    words = {name: value for name, value in law.items() if name != "kind"}
    yield from kinds(key)[law["kind"]].model_validate(words).told()
