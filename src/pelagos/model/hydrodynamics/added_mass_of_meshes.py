"""Added mass that a model takes from the mesh of a surface: `added_mass: {from: hull.stl}`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from pelagos import hooks
from pelagos.errors import PelagosError
from pelagos.language import matrix6, units
from pelagos.language.files import find
from pelagos.language.placement import Placement
from pelagos.language.words import Positive, Quantity, Words, refusal

ENDINGS = (".stl", ".obj", ".ply", ".glb", ".gltf")


class FromMesh(Words):
    """The words below `added_mass` with `from`: a mesh, placed by `at` in the body's frame.

    What the panel method finds for a density of one, about the mesh's origin, is written beside
    them as `per_density` in results; given that, the file is not opened.
    """

    file: str = Field(alias="from")
    at: Placement = Placement()
    unit: Literal["m", "cm", "mm", "in", "ft"] | None = None
    panels: Annotated[int, Field(ge=100, le=40_000)] | None = None
    decimate: Annotated[int, Field(ge=100, le=40_000)] | None = None
    close_holes: bool = False
    unite: bool = False
    fill: Annotated[float, Quantity(least=0.0)] | None = None
    displaced: Annotated[float, Quantity(units.VOLUME), Positive()] | None = None
    per_density: list[list[float]] | None = None
    source: str = ""

    @model_validator(mode="after")
    def _measure(self) -> FromMesh:
        if self.per_density is not None:
            matrix6.check_added_mass(matrix6.to_matrix(self.per_density))
            return self
        options = {key: getattr(self, key) for key in OPTIONS}
        try:
            matrix, source = hooks.added_mass_of_mesh(find(self.file, ENDINGS), options)
        except PydanticCustomError as error:
            raise matrix6.narrowed(error, "from") from None
        except PelagosError as error:
            said, _, remedy = str(error).rpartition("\n    ")
            raise refusal(said or str(error), remedy if said else "", "from") from None
        # frozen for the user; these fields are completed once, here
        self.__dict__.update(per_density=matrix.tolist(), source=source)
        return self

    @property
    def matrix(self) -> np.ndarray:
        """For a density of one, about the mesh's origin."""
        return np.array(self.per_density)

    def measured(self) -> dict[str, Any]:
        """What needs no file."""
        return {"per_density": self.per_density, "source": self.source}


OPTIONS = ("unit", "panels", "decimate", "close_holes", "unite", "fill", "displaced")
KEYS = ("from", "at", *OPTIONS, "per_density", "source")
