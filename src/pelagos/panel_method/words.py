"""A result of the panel method as text, as plain numbers and as words of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.panel_method.drag_guess import SOURCE
from pelagos.text import aligned

if TYPE_CHECKING:
    from pelagos.panel_method.result import HydroBody, HydroResult
    from pelagos.panel_method.surface import Array

MOTIONS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
_LINEAR, _ANGULAR = "kg", "kg m2"


def text(result: HydroResult) -> str:
    """A page for reading."""
    lines: list[str] = []
    for number, body in enumerate(result.bodies):
        lines += _of_body(result, body, number)
    if len(result.bodies) > 1:
        lines += [
            "",
            "coupling of the bodies (6 rows and columns each)",
            *_matrix(result.added_mass),
        ]
    lines += ["", *_sureness(result)]
    return "\n".join(lines)


def _of_body(result: HydroResult, body: HydroBody, number: int) -> list[str]:
    facts = body.properties
    own = result.added_mass[6 * number : 6 * number + 6, 6 * number : 6 * number + 6]
    lines = [f"{body.file or body.name}: {body.triangles} triangles, {result.limits}"]
    lines += [f"  note: {note}" for note in body.notes]
    rows = [
        ("volume", f"{facts.volume:.6g} m3", f"{result.density * facts.volume:.5g} kg of water"),
        ("centre of buoyancy", _point(facts.centre - result.at), ""),
        ("size", _point(facts.extent), "along x, y, z"),
        ("surface", f"{facts.area:.5g} m2", ""),
        ("shadows", _point(facts.projected, "m2"), "seen along x, y, z"),
        ("inertia per kg", _point(np.diag(facts.inertia), "m2"), "uniform, about its centre"),
        ("", _point(np.diag(facts.shell_inertia), "m2"), "as a shell, about its own"),
    ]
    if body.waterplane is not None:
        cut = body.waterplane
        rows.append(
            (
                "waterplane",
                f"{cut.area:.5g} m2",
                "second moments " + _point(cut.second_moments, "m4"),
            )
        )
    lines += aligned(rows, "  ")
    lines += ["", f"  added mass about {_point(result.at)} (kg, kg m, kg m2)", *_matrix(own)]
    error = result.error
    if error is not None:
        part = slice(6 * number, 6 * number + 6)
        shares = 100 * np.diag(error)[part] / result.scales[part]
        found = ", ".join(f"{m} {s:.2g}" for m, s in zip(MOTIONS, shares, strict=True))
        lines.append(f"  may be off, for these panels, by (%): {found}")
    if result.frame is not None:
        lines += _frame(result)
    if body.drag is not None:
        lines += ["", "  quadratic drag, a first guess (N s2/m2, N m s2)"]
        table: list[tuple[str, ...]] = [("", "low", "guess", "high")]
        for k, motion in enumerate(MOTIONS):
            numbers = (body.drag.low[k], body.drag.value[k], body.drag.high[k])
            table.append((motion, *(f"{x:.3g}" for x in numbers)))
        lines += aligned(table, "    ")
        lines.append(f"    {SOURCE}")
    return lines


def _frame(result: HydroResult) -> list[str]:
    frame = result.frame
    assert frame is not None
    lines = ["", f"  as an open frame that displaces {frame.displaced:.4g} m3, fill {frame.fill:g}"]
    table: list[tuple[str, ...]] = [("", "no water carried", f"fill {frame.fill:g}", "all of it")]
    for k, motion in enumerate(MOTIONS):
        numbers = (frame.low[k, k], frame.value[k, k], frame.high[k, k])
        table.append((motion, *(f"{x:.4g}" for x in numbers)))
    return lines + aligned(table, "    ")


def _sureness(result: HydroResult) -> list[str]:
    said = ", ".join(str(level.panels) for level in result.levels)
    return [
        f"solved with {said} panels",
        f"symmetric to {result.asymmetry:.1g}, least eigenvalue {result.least:.2g} of the largest; "
        f"energies from the potential differ by {100 * result.energy_gap:.2g} %",
        *(f"warning: {said}" for said in result.warnings),
    ]


def _matrix(matrix: Array) -> list[str]:
    """Six significant places of the largest; what is less than rounding of it is 0."""
    size = np.sqrt(np.abs(np.outer(np.diag(matrix), np.diag(matrix))))
    shown = np.where(np.abs(matrix) < 1e-6 * np.maximum(size, 1e-300), 0.0, matrix)
    return aligned([[f"{x:.5g}" for x in row] for row in shown], "    ")


def _point(values: Array, unit: str = "m") -> str:
    shown = np.where(np.abs(values) < 1e-9, 0.0, values)
    return "(" + ", ".join(f"{x:.5g}" for x in shown) + f") {unit}"


def plain(result: HydroResult) -> dict[str, Any]:
    """All numbers as lists."""
    error = result.error
    found: dict[str, Any] = {
        "density": result.density,
        "at": result.at.tolist(),
        "limits": result.limits,
        "added_mass": result.added_mass.tolist(),
        "error": None if error is None else error.tolist(),
        "panels": [level.panels for level in result.levels],
        "asymmetry": result.asymmetry,
        "least_eigenvalue": result.least,
        "energy_gap": result.energy_gap,
        "warnings": list(result.warnings),
        "bodies": [_plain_body(body) for body in result.bodies],
    }
    if result.frame is not None:
        frame = result.frame
        found["frame"] = {
            "fill": frame.fill, "displaced": frame.displaced, "low": frame.low.tolist(),
            "value": frame.value.tolist(), "high": frame.high.tolist(),
        }  # fmt: skip
    return found


def _plain_body(body: HydroBody) -> dict[str, Any]:
    facts = {
        key: value.tolist() if isinstance(value, np.ndarray) else value
        for key, value in vars(body.properties).items()
    }
    found: dict[str, Any] = {
        "name": body.name, "file": body.file, "sha256": body.sha256,
        "triangles": body.triangles, "notes": list(body.notes), **facts,
    }  # fmt: skip
    if body.waterplane is not None:
        cut = body.waterplane
        found["waterplane"] = {
            "area": cut.area, "centre": cut.centre.tolist(),
            "second_moments": cut.second_moments.tolist(),
        }  # fmt: skip
    if body.drag is not None:
        found["drag"] = {key: value.tolist() for key, value in vars(body.drag).items()}
    return found


def fragment(result: HydroResult) -> str:
    """Bodies of a model file."""
    lines = [
        "# Bodies for a model file, from meshes of their surfaces; the origin is the point",
        f"# {_point(result.at)} of the mesh, and the axes are the mesh's.",
        f"# {result.limits}",
        *(f"# warning: {said}" for said in result.warnings),
        f"water: {{density: {result.density:.6g}}}",
        "bodies:",
    ]
    for number, body in enumerate(result.bodies):
        lines += _fragment_of(result, body, number)
    if len(result.bodies) > 1:
        lines.append("# left out: the coupling of the bodies, for which models have no words")
    return "\n".join(lines) + "\n"


def _fragment_of(result: HydroResult, body: HydroBody, number: int) -> list[str]:
    facts, density = body.properties, result.density
    part = slice(6 * number, 6 * number + 6)
    matrix, displaced = result.added_mass[part, part], facts.volume
    if result.frame is not None:
        matrix, displaced = result.frame.value, result.frame.displaced
    mass = density * displaced
    centre = facts.centre - result.at
    lines = [
        f"  {_name(body.name)}:",
        f"    mass: {mass:.6g}    # assumption: as heavy as the water it displaces",
        f"    com: {_list(centre)}    # assumption: uniform",
        f"    inertia: {_rows(mass * facts.inertia)}    # assumption: uniform",
        f"    buoyancy: {{volume: {displaced:.6g}, at: {_list(centre)}}}",
        "    added_mass:",
        "      matrix:",
        *(f"        - {_list(row)}" for row in (matrix + matrix.T) / 2),
    ]
    if body.drag is not None:
        lines += [
            f"    # {SOURCE}",
            f"    # between {_list(body.drag.low, 3)} and {_list(body.drag.high, 3)}",
            f"    drag: {{quadratic: {_list(body.drag.value, 3)}}}",
        ]
    return [*lines, f'    source: "{source(result, number)}"']


def source(result: HydroResult, number: int = 0) -> str:
    """Where the numbers come from, in a line."""
    body = result.bodies[number]
    said = f"panel method, {result.levels[-1].panels} panels, {result.limits}"
    digest = f", sha256 {body.sha256[:12]}" if body.sha256 else ""
    error = result.error
    if error is not None:
        k = slice(6 * number, 6 * number + 3)
        share = np.diag(error)[k] / result.scales[k]
        said += f", may be off by {100 * share.max():.1g} % for these panels"
    said += "".join(f"; warning: {warning}" for warning in result.warnings)
    if result.frame is not None:
        said += f"; open frame with fill {result.frame.fill:g}, an assumption"
    return f"{body.file or body.name}{digest}: {said}".replace('"', "'").replace("\\", "/")


def _name(name: str) -> str:
    kept = "".join(c if c.isalnum() else "_" for c in name).strip("_")
    return kept if kept[:1].isalpha() else f"body_{kept}"


def _list(values: Array, digits: int = 6) -> str:
    shown = np.where(np.abs(values) < 1e-12, 0.0, values)
    return "[" + ", ".join(f"{x:.{digits}g}" for x in shown) + "]"


def _rows(matrix: Array) -> str:
    return "[" + ", ".join(_list(row) for row in matrix) + "]"
