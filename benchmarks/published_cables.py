"""The elastica and the catenary by Exudyn's cables (absolute nodal coordinates), at rest."""

from __future__ import annotations

from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.published_peers import PeerResult
from pelagos.problems.water import catenary, elastic_catenary, elastica

Array = np.ndarray

STRETCH = 1e6  # axial stiffness: the cables stretch by about its inverse, where segments do not
SLACK = 1e-6  # bending stiffness of the chain, over weight times length squared


class Cable:
    """A cable of length one from the origin, straight along x when it is not loaded.

    `begin` are places and directions of its nodes (x, z each) where the search for rest begins.
    """

    def __init__(
        self, begin: Array, stiffness: float, weight: float, axial: float = STRETCH
    ) -> None:
        import exudyn as exu
        from exudyn import itemInterface as item  # noqa: N813

        self._exu, self._item = exu, item
        self._container = exu.SystemContainer()  # which owns the system
        self.system = self._container.AddSystem()
        ground = item.MarkerNodeCoordinate(
            nodeNumber=self.system.AddNode(item.NodePointGround()), coordinate=0
        )
        self._ground = self.system.AddMarker(ground)
        straight = straight_cable(len(begin) - 1)
        self.nodes = [
            self.system.AddNode(
                item.NodePoint2DSlope1(
                    referenceCoordinates=list(own), initialCoordinates=list(start - own)
                )
            )
            for own, start in zip(straight, begin, strict=True)
        ]
        for ends in pairwise(self.nodes):
            cable = item.ObjectANCFCable2D(
                length=1 / (len(begin) - 1),
                massPerLength=1,  # per unstretched length
                bendingStiffness=stiffness,
                axialStiffness=axial,
                nodeNumbers=list(ends),
            )
            mass = item.MarkerBodyMass(bodyNumber=self.system.AddObject(cable))
            load = item.LoadMassProportional(
                markerNumber=self.system.AddMarker(mass), loadVector=[0, -weight, 0]
            )
            self.system.AddLoad(load)

    def hold(self, node: int, coordinate: int, offset: float = 0.0) -> None:
        """Keep a displacement of a node; coordinates are x, z and the slope along each."""
        held = self._item.MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate)
        pair = [self._ground, self.system.AddMarker(held)]
        keep = self._item.ObjectConnectorCoordinate(markerNumbers=pair, offset=offset)
        self.system.AddObject(keep)

    def push(self, node: int, force: list[float]) -> None:
        place = self.system.AddMarker(self._item.MarkerNodePosition(nodeNumber=node))
        load = self._item.LoadForceVector(markerNumber=place, loadVector=force)
        self.system.AddLoad(load)

    def rest(self, steps: int) -> tuple[Array, float]:
        """Places of the nodes at rest, with the load put on in so many steps, and the time."""
        self.system.Assemble()
        settings: Any = self._exu.SimulationSettings()
        settings.staticSolver.numberOfLoadSteps = steps
        settings.staticSolver.newton.relativeTolerance = 1e-10
        settings.staticSolver.newton.absoluteTolerance = 1e-8
        settings.staticSolver.verboseMode = 0
        settings.solution.file.write = False
        begun = perf_counter()
        if not self.system.SolveStatic(settings):
            raise RuntimeError("found no rest")
        spent = perf_counter() - begun
        kind = self._exu.OutputVariableType.Position
        return np.array([self.system.GetNodeOutput(n, kind)[:2] for n in self.nodes]), spent


def straight_cable(elements: int) -> Array:
    """Places and directions of nodes along x."""
    one = np.ones(elements + 1)
    return np.stack([np.linspace(0, 1, elements + 1), 0 * one, one, 0 * one], axis=1)


def elastica_by_exudyn(elements: int = 16) -> PeerResult:
    """Tips under all loads across."""
    errors, spent = [], 0.0
    for load in elastica.LOADS:
        cable = Cable(straight_cable(elements), stiffness=1.0, weight=0.0)
        for coordinate in (0, 1, 3):  # clamped
            cable.hold(cable.nodes[0], coordinate)
        cable.push(cable.nodes[-1], [0, load, 0])
        places, seconds = cable.rest(20)
        errors.append(np.abs(places[-1] - elastica.bent_tip(load)).max())
        spent += seconds
    method = f"{elements} ANCF cables, 20 load steps"
    return PeerResult(float(max(errors)), "L", 20 * len(elastica.LOADS), spent, method)


def catenary_by_exudyn(elements: int = 24) -> PeerResult:
    """Nodes of a cable that hardly resists bending.

    From further off than jointed rods its search for rest finds nothing.
    """
    far = np.array([catenary.WIDTH, catenary.RISE])
    line, _ = catenary.catenary(np.linspace(0, 1, elements + 1))
    return _hanging(catenary.jointed_rods(elements)[0], far, line, STRETCH)


def elastic_catenary_by_exudyn(elements: int = 32) -> PeerResult:
    """The same of a cable that stretches."""
    far = np.array([elastic_catenary.WIDTH, elastic_catenary.RISE])
    axial = elastic_catenary.ElasticCatenary.robot().parameters["EA"]
    line = elastic_catenary.elastic_line(axial, np.linspace(0, 1, elements + 1))
    return _hanging(elastic_catenary.lumped_line(axial, elements), far, line, axial)


def _hanging(joints: Array, far: Array, line: Array, axial: float) -> PeerResult:
    """A cable held at both ends, whose search begins at these joints, beside its line."""
    along = np.gradient(joints, axis=0)
    begin = np.hstack([joints, along / np.linalg.norm(along, axis=1)[:, None]])
    weight = catenary.WEIGHT
    cable = Cable(begin, SLACK * weight, weight, axial)
    for node, place in ((0, np.zeros(2)), (-1, far - (1, 0))):
        for coordinate in (0, 1):
            cable.hold(cable.nodes[node], coordinate, float(place[coordinate]))
    found, spent = cable.rest(1)
    error = float(np.abs(found - line).max())
    method = f"{len(line) - 1} ANCF cables, EI {SLACK:g} of w L^3"
    return PeerResult(error, "L", 1, spent, method)
