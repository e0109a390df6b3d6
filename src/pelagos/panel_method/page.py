"""A page that shows panels, potentials and pressures in 3D: one file that needs no other."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.panel_method.surface import Array, PanelSurface
from pelagos.panel_method.words import MOTIONS

if TYPE_CHECKING:
    from pelagos.panel_method.result import HydroResult

_TEMPLATE = Path(__file__).with_name("page.html")


def write(result: HydroResult, path: str | Path) -> Path:
    """Write the page."""
    place = Path(path)
    place.write_text(page(result), encoding="utf-8")
    return place


def page(result: HydroResult) -> str:
    """The page as text."""
    surface = result.surface
    names = [body.name for body in result.bodies]
    motions = [
        f"{motion} of {name}" if len(names) > 1 else motion for name in names for motion in MOTIONS
    ]
    fields = [_fields(result, k) for k in range(result.potential.shape[1])]
    data: dict[str, Any] = {
        "title": ", ".join(names),
        "limits": result.limits,
        "panels": len(surface.faces),
        "corners": _packed(surface.corners.reshape(-1, 3)),
        "normals": _packed(surface.normals),
        "motions": motions,
        "fields": fields,
        "matrix": _rounded(result.added_mass),
        "density": result.density,
        "first": names[0],
        "error": None,
    }
    if result.error is not None:
        shares = 100 * np.diag(result.error) / result.scales
        data |= {"error": _rounded(result.error), "shares": shares[:6].tolist()}
    text = json.dumps(data).replace("<", "\\u003c").replace("&", "\\u0026")
    return _TEMPLATE.read_text(encoding="utf-8").replace("__DATA__", text)


def _rounded(matrix: Array) -> list[list[float]]:
    """The first body's."""
    return [[float(f"{x:.6g}") for x in row] for row in matrix[:6, :6]]


def _fields(result: HydroResult, k: int) -> dict[str, str]:
    """What is shown of one motion, by corners of panels."""
    surface, potential = result.surface, result.potential[:, k]
    by_corner = potential[surface.faces]
    found = {
        "potential": _packed(by_corner),
        "pressure": _packed(-result.density * by_corner),
    }
    if k % 6 < 3 and len(result.bodies) == 1:
        found["steady"] = _packed(np.repeat(steady_pressure(surface, potential, k), 3))
    return found


def steady_pressure(surface: PanelSurface, potential: Array, axis: int) -> Array:
    """(panel,) 1 - (u/U)^2 with u the speed of the water along the moving surface."""
    # a hat function's gradient is its curl turned back by the normal
    gradients = np.cross(surface.normals[:, None], surface.edges)
    slope = (potential[surface.faces][..., None] * gradients).sum(axis=1)
    past = np.eye(3)[axis] - surface.normals * surface.normals[:, axis, None]
    return 1 - ((slope - past) ** 2).sum(axis=1)


def _packed(values: Array) -> str:
    """Numbers of 32 bits, lowest byte first, in base 64."""
    return base64.b64encode(np.ascontiguousarray(values, dtype="<f4").tobytes()).decode()
