"""What the surface of the water does to a body that crosses it, in numbers that results show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pelagos.elements.contract import BodyName, Element, ElementWords, Output, OwnState, Stage
from pelagos.elements.site import Site
from pelagos.errors import PelagosError
from pelagos.mathematics.scalars import Scalar, sqrt


class WaterlineOf(ElementWords):
    """How much of a body is wet, and what crossing the surface takes from it.

    It is for water with `crossing` and does nothing to the body. Beside the outputs, the state
    `lost` sums up the energy that spray, jets and water left behind have taken.
    """

    place = "section"
    key = "waterlines"
    outputs = (
        Output("wetted", "1", "share of the volume that is wet"),
        Output("slam", "N", "size of the force of newly wetted water"),
        Output("loss", "W", "power that the surface takes"),
    )
    states = (OwnState("lost", unit="J"),)

    body: BodyName

    def misfits(self, parts: Any) -> Iterator[tuple[Any, ...]]:
        waters = [parts.water, *(scenario.water for scenario in parts.scenarios.values())]
        body = parts.bodies.get(self.body)
        if not any(water is not None and water.crossing for water in waters):
            remedy = "add crossing: true to water, or remove the section"
            yield "body", "no body crosses the surface of this water", remedy, self.body
        elif body is not None and not (body.volume or body.added_mass or body.drag or body.lift):
            yield "body", "the water has no effect on this body", "name another body", self.body

    def build(self, site: Site) -> Iterator[Element]:
        if site.water is None or not site.water.crossing:
            raise PelagosError(
                f"waterlines.{site.name}: no body crosses the surface of this water\n    "
                "add crossing: true to water, or remove the section"
            )
        yield WaterlineRecord(site.body(self.body).link, site.states[0])

    def told(self) -> Iterator[str]:
        yield f"of {self.body}"

    @property
    def keeps_momentum(self) -> bool:
        return True


@dataclass(frozen=True)
class WaterlineRecord(Element):
    """Reads what crossing the surface does to a link."""

    link: int
    state: int

    stage = Stage.OWN

    def act(self, at: Any) -> Sequence[Scalar]:
        wet = at.wet.get(self.link)
        if wet is None:
            raise PelagosError(
                f"waterlines: the water has no effect on the body {at.links[self.link].name}\n    "
                "name a body that is in the water, or remove the section"
            )
        relative = at.relative[self.link]
        push, loss = wet.slam(relative).f, wet.loss(relative)
        at.rates[self.state] = loss
        return wet.share, sqrt(push.dot(push)), loss
