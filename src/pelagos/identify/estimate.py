"""What an identification hands back: numbers with intervals, and what they were made from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.identify.least_squares import Bound, student
from pelagos.language.suggest import did_you_mean
from pelagos.shown import Shown
from pelagos.text import aligned


@dataclass(frozen=True)
class Estimate(Shown):
    """Named parameters with covariance; every result of `identify` is one.

    residuals are measured less fitted, in the unit of what was measured. `notes` say what a reader
    of the numbers must know: bounds that are active, points left out or far off, what cannot be
    told apart. chi_square, per degree of freedom, is 1 if the sigmas that were given are right.
    """

    title: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    values: Array
    covariance: Array
    dof: int
    residuals: Array
    notes: tuple[str, ...] = field(default=(), kw_only=True)
    bounds: Mapping[str, Bound] = field(default_factory=dict, kw_only=True)  # that are active
    chi_square: float | None = field(default=None, kw_only=True)  # None if no sigma was given

    def __init_subclass__(cls, **words: Any) -> None:
        super().__init_subclass__(**words)
        cls.__repr__ = Estimate.__repr__  # type: ignore[method-assign]  # dataclasses keep it

    def __repr__(self) -> str:
        pairs = zip(self.names[:4], self.units, strict=False)
        found = [f"{name} = {self[name]:.5g} {unit}".rstrip() for name, unit in pairs]
        more = f" and {len(self.names) - 4} more" if len(self.names) > 4 else ""
        return f"<{type(self).__name__}: {', '.join(found)}{more}>"

    def index(self, name: str) -> int:
        """Place of a parameter."""
        if name not in self.names:
            raise refuse((f"there is no {name!r} in this fit", did_you_mean(name, self.names)))
        return self.names.index(name)

    def __getitem__(self, name: str) -> float:
        return float(self.values[self.index(name)])

    def sigma(self, name: str) -> float:
        """Standard deviation of a parameter."""
        i = self.index(name)
        return float(np.sqrt(self.covariance[i, i]))

    def interval(self, name: str, level: float = 0.95) -> tuple[float, float]:
        """Between which values a parameter lies with this confidence.

        Of one on its bound: from there to where the fit becomes too bad.
        """
        if name in self.bounds:
            return self.bounds[name].interval(student(level, self.dof))
        half = student(level, self.dof) * self.sigma(name)
        return self[name] - half, self[name] + half

    @property
    def correlation(self) -> Array:
        """Correlation of the parameters; zero beside those that have no variance."""
        deviations = np.sqrt(np.diag(self.covariance))
        scale = np.where(deviations > 0, deviations, 1.0)
        matrix: Array = self.covariance / np.outer(scale, scale)
        np.fill_diagonal(matrix, 1.0)
        return matrix

    @property
    def rms(self) -> float:
        """Root mean square of the residuals."""
        return float(np.sqrt(np.mean(self.residuals**2))) if len(self.residuals) else 0.0

    # for readers --------------------------------------------------------------------------------

    def rows(self, level: float = 0.95) -> list[tuple[str, ...]]:
        """A table of the parameters, heading first."""
        rows: list[tuple[str, ...]] = [("parameter", "estimate", f"{100 * level:g} % interval", "")]
        for name, unit in zip(self.names, self.units, strict=True):
            low, high = self.interval(name, level)
            said = f"{low:.5g} .. {high:.5g}"
            rows.append((name, f"{self[name]:.6g}", said, unit))
        return rows

    def __str__(self) -> str:
        lines = [self.title, *aligned(self.rows())]
        lines.append(f"  rms of {len(self.residuals)} residuals: {self.rms:.4g}")
        if self.chi_square is not None:
            lines.append(f"  chi-square per degree of freedom: {self.chi_square:.4g}")
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(line.rstrip() for line in lines)

    def to_dict(self, level: float = 0.95) -> dict[str, Any]:
        """All of it, for programs."""
        return {
            "title": self.title,
            "level": level,
            "parameters": {
                name: {
                    "estimate": self[name],
                    "interval": list(self.interval(name, level)),
                    "sigma": self.sigma(name),
                    "unit": unit,
                }
                for name, unit in zip(self.names, self.units, strict=True)
            },
            "correlation": self.correlation.tolist(),
            "covariance": self.covariance.tolist(),
            "degrees_of_freedom": self.dof,
            "rms": self.rms,
            "chi_square_per_degree_of_freedom": self.chi_square,
            "notes": list(self.notes),
        }

    # for the model ------------------------------------------------------------------------------

    def words(self) -> dict[str, Any]:
        """The estimates as words of a model, empty if the kind of fit has none."""
        return {}

    def fragment(self, body: str = "hull") -> str:
        """The estimates as a piece of a model file, with their intervals as comments."""
        import yaml

        words = _renamed(self.words(), body)
        head = [f"# {self.title}", *(f"# {' '.join(row).strip()}" for row in self.rows())]
        head += [f"# {note}" for note in self.notes]
        return "\n".join(head) + "\n" + yaml.safe_dump(words, sort_keys=False)

    def write(self, path: str | os.PathLike[str], body: str = "hull") -> Path:
        """Write the fragment; a model takes it in with `include: FILE`."""
        place = Path(path)
        if place.suffix not in (".yaml", ".yml"):
            raise refuse((f"{place}: a fragment is YAML", "let the name end in .yaml"))
        from pelagos.result.storage import temporary

        with temporary(place) as beside:
            beside.write_text(self.fragment(body), encoding="utf-8")
            beside.replace(place)
        return place

    # pictures -----------------------------------------------------------------------------------

    def draw(self, axes: Any) -> None:
        """Draw the fit; each kind has its own picture."""
        from pelagos.identify.pictures import draw_residuals

        draw_residuals(axes, self)

    def plot(self, path: str | os.PathLike[str]) -> Path:
        """Draw the fit into a .png, .pdf or .svg file."""
        from pelagos.identify.pictures import figure

        with figure(Path(path)) as drawing:
            self.draw(drawing.add_subplot())
        return Path(path)


def _renamed(words: Mapping[str, Any], body: str) -> dict[str, Any]:
    """Words of "BODY" as those of the body that is meant."""
    return {
        key: {body if name == "BODY" else name: value for name, value in inner.items()}
        if isinstance(inner, Mapping)
        else inner
        for key, inner in words.items()
    }


def readable(values: Iterable[float], digits: int = 6) -> list[float]:
    """Rounded to what is worth writing into a file."""
    return [float(f"{value:.{digits}g}") for value in values]
