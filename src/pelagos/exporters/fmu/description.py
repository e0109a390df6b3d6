"""modelDescription.xml of an FMU (FMI 2.0.4, chapter 2.2 and 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from pelagos.exporters.fmu.outputs import FmuOutput
from pelagos.exporters.fmu.units import add_units
from pelagos.exporters.opened import Opened, OpenQuantity
from pelagos.version import __version__

_Element = ElementTree.Element


def description(
    robot: Opened, name: str, guid: str, outputs: Sequence[FmuOutput], tolerance: float
) -> str:
    """The whole file. Value references are those of assets/fmi2.c."""
    root = ElementTree.Element(
        "fmiModelDescription",
        fmiVersion="2.0",
        modelName=robot.robot.name,
        guid=guid,
        description=robot.robot.description or f"{robot.robot.name}, a robot in Pelagos",
        generationTool=f"Pelagos {__version__}",
        variableNamingConvention="flat",
        numberOfEventIndicators="0",
    )
    simulation = ElementTree.SubElement(
        root,
        "CoSimulation",
        modelIdentifier=name,
        canHandleVariableCommunicationStepSize="true",
        canNotUseMemoryManagementFunctions="true",
        canGetAndSetFMUstate="true",
        canSerializeFMUstate="true",
    )
    files = ElementTree.SubElement(simulation, "SourceFiles")
    ElementTree.SubElement(files, "File", name="all.c")
    quantities = (*robot.states, *robot.inputs, *robot.parameters)
    add_units(root, {q.unit for q in quantities})
    logs = ElementTree.SubElement(root, "LogCategories")
    ElementTree.SubElement(logs, "Category", name="logStatusError")
    span = {
        "startTime": "0",
        "stopTime": repr(float(robot.robot.duration)),
        "tolerance": repr(tolerance),
    }
    ElementTree.SubElement(root, "DefaultExperiment", span)
    _Variables(root, robot, outputs).add()
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(
        root, encoding="unicode"
    )


class _Variables:
    """ModelVariables and ModelStructure, which counts them from 1."""

    def __init__(self, root: _Element, robot: Opened, outputs: Sequence[FmuOutput]):
        self._robot, self._outputs = robot, outputs
        self._variables = ElementTree.SubElement(root, "ModelVariables")
        self._structure = ElementTree.SubElement(root, "ModelStructure")
        self._shown: list[int] = []  # indices of outputs
        self._calculated: list[int] = []

    def add(self) -> None:
        robot = self._robot
        seen = {output.state for output in self._outputs}
        held = robot.prescribed
        place = 0
        for k, state in enumerate(robot.states):
            kind = "output" if k in seen else "local"
            self._state(state, place + k, kind, k in held)
        place += len(robot.states)
        for k, one in enumerate(robot.inputs):
            self._real(one, place + k, "input", "continuous", None, one.value)
        place += len(robot.inputs)
        for k, one in enumerate(robot.parameters):
            self._real(one, place + k, "parameter", "tunable", "exact", one.value)
        place += len(robot.parameters)
        others = [output for output in self._outputs if output.state is None]
        for k, output in enumerate(others):
            told = OpenQuantity(output.name, "", output.text, 0.0)
            self._shown.append(
                self._real(told, place + k, "output", "continuous", "calculated", None)
            )
            self._calculated.append(self._shown[-1])
        for tag, indices in (("Outputs", self._shown), ("InitialUnknowns", self._calculated)):
            if indices:
                listed = ElementTree.SubElement(self._structure, tag)
                for index in sorted(indices):
                    ElementTree.SubElement(listed, "Unknown", index=str(index))

    def _state(self, state: OpenQuantity, place: int, kind: str, held: bool) -> None:
        """A state can be set before a run, unless a signal prescribes it."""
        initial, start = ("calculated", None) if held else ("exact", state.value)
        index = self._real(state, place, kind, "continuous", initial, start)
        if kind == "output":
            self._shown.append(index)
            if held:
                self._calculated.append(index)

    def _real(
        self,
        told: OpenQuantity,
        reference: int,
        causality: str,
        variability: str,
        initial: str | None,
        start: float | None,
    ) -> int:
        """One variable; gives its index."""
        words = {"name": told.name, "valueReference": str(reference)}
        if told.meaning:
            words["description"] = told.meaning
        words |= {"causality": causality, "variability": variability}
        if initial is not None:
            words["initial"] = initial
        variable = ElementTree.SubElement(self._variables, "ScalarVariable", words)
        real = ElementTree.SubElement(variable, "Real")
        if told.unit:
            real.set("unit", told.unit)
        if start is not None:
            real.set("start", repr(float(start)))
        return len(self._variables)
