"""What advances a run, by its settings and by what may happen on the way."""

from __future__ import annotations

from pelagos.errors import PelagosError
from pelagos.integrators.table import TABLEAUX
from pelagos.march.auto import Auto
from pelagos.march.contract import Marcher
from pelagos.march.control import Control
from pelagos.march.engine import Engine
from pelagos.march.events import EventMarch
from pelagos.march.explicit import Explicit
from pelagos.march.settings import Settings


def choose_marcher(engine: Engine, settings: Settings, control: Control | None = None) -> Marcher:
    """The marcher of a single run: explicit, from event to event, automatic, or implicit."""
    robot = engine.robot.robot
    if settings.integrator in TABLEAUX:
        if robot.has_events or control is not None:
            return EventMarch(engine, settings, control=control)
        return (Auto if settings.integrator == "auto" else Explicit)(engine, settings)
    if robot.has_events:
        raise PelagosError(
            f"integrator: {settings.integrator} does not look out for events\n"
            f"    use one of {', '.join(TABLEAUX)} for a robot with events or a stop condition"
        )
    if control is not None:
        raise PelagosError(
            f"integrator: {settings.integrator} cannot be advanced in pieces\n"
            f"    use one of {', '.join(TABLEAUX)} with a controller"
        )
    from pelagos.march.implicit.march import StiffMarch

    return StiffMarch(engine, settings)
