"""The header of a robot in C: sizes, the layout of states and inputs with units, functions."""

from __future__ import annotations

from collections.abc import Sequence

from pelagos.exporters.c.names import distinct, remark
from pelagos.exporters.opened import Opened, OpenQuantity
from pelagos.version import __version__

_FUNCTIONS = """\
/* Rates of the state: coordinates' rates, accelerations, rates of auxiliary states.
   Joints whose motion is prescribed follow their signals, and have rate 0 here. */
void {p}_rates(double t, const double *x, const double *in, const {p}_parameters *p, double *dx);

/* Accelerations of all speeds at a state, under efforts tau at the joints beside the robot's own
   (0 for none). */
void {p}_acceleration(double t, const double *x, const double *in, const double *tau,
                      const {p}_parameters *p, double *udot);

/* Efforts at the joints, beside the robot's own forces, that give accelerations udot{loops}. */
void {p}_inverse_dynamics(double t, const double *x, const double *in, const double *udot,
                          const {p}_parameters *p, double *tau);

/* One step of the classical method of Runge and Kutta, order 4, in place; inputs are held.
   Where a signal jumps at either end, its value is that inside of the step.
   Attitudes return to unit length{back}.
   0: all is well; 1: a number is not finite{lost}. */
int {p}_step(double t, double h, double *x, const double *in, const {p}_parameters *p);
"""
_PRESCRIBED = """
/* The state with joints of prescribed motion where their signals have them at t. */
void {p}_prescribed(double t, const double *x, const double *in, const {p}_parameters *p,
                    double *whole);
"""
_DERIVATIVES = """
/* Exact derivatives of the rates, row by row: A by the state ({P}_NX x {P}_NX), B by the inputs
   ({P}_NX x {P}_NIN), C by the parameters ({P}_NX x {P}_NP). 0 for those that are not wanted.
   Coordinates are taken one by one, quaternions by their four numbers{closed}. */
void {p}_derivatives(double t, const double *x, const double *in, const {p}_parameters *p,
                     double *A, double *B, double *C);
"""


def header(robot: Opened, name: str, derivatives: bool) -> str:
    """All of it."""
    closed = robot.is_closed
    functions = _FUNCTIONS.format(
        p=name,
        loops=",\n   as if its loops were open" if closed else "",
        back=", the state onto its constraints" if closed else "",
        lost="; 2: constraints cannot be kept" if closed else "",
    )
    if robot.is_driven:
        functions += _PRESCRIBED.format(p=name)
    if derivatives:
        along = ";\n   with closed loops they hold along motions that keep these closed"
        functions += _DERIVATIVES.format(p=name, P=name.upper(), closed=along if closed else "")
    return header_of(robot, name, functions)


def header_of(robot: Opened, name: str, functions: str) -> str:
    """Sizes, layouts and parameters, with declarations of functions."""
    compiled, upper = robot.compiled, name.upper()
    sizes = {
        "NQ": (compiled.nq, "coordinates"),
        "NV": (compiled.nv, "speeds"),
        "NX": (compiled.flowing, "numbers of a state: coordinates, speeds, auxiliary states"),
        "NIN": (len(robot.inputs), "inputs"),
        "NP": (len(robot.parameters), "parameters"),
    }
    return "\n".join(
        [
            f"/* {remark(robot.robot.name)}, written by Pelagos {__version__}.",
            "   SI units and radians. All memory is the caller's; functions may be called from",
            "   several threads at once. Link with the C library's mathematics (-lm). */",
            f"#ifndef {upper}_H",
            f"#define {upper}_H",
            "",
            "#ifdef __cplusplus",
            'extern "C" {',
            "#endif",
            "",
            "enum {",
            *(f"    {upper}_{key} = {n}, /* {what} */" for key, (n, what) in sizes.items()),
            "};",
            *_places(f"{upper}_X", "a state x", robot.states),
            *_places(f"{upper}_IN", "the inputs in", robot.inputs),
            "",
            *_parameters(robot, name),
            "",
            "/* The state at the start, with loops closed; inputs at the start. */",
            f"extern const double {name}_start[];",
            f"extern const double {name}_inputs[];",
            "",
            functions,
            "#ifdef __cplusplus",
            "}",
            "#endif",
            "#endif",
            "",
        ]
    )


def _places(prefix: str, what: str, quantities: Sequence[OpenQuantity]) -> list[str]:
    if not quantities:
        return []
    names = distinct(q.name for q in quantities)
    lines = [
        f"    {prefix}_{name.upper()} = {k}, /* {remark(told(q))} */"
        for k, (name, q) in enumerate(zip(names, quantities, strict=True))
    ]
    return ["", f"/* Places in {what}. */", "enum {", *lines, "};"]


def told(quantity: OpenQuantity) -> str:
    """Name, unit and meaning in a line."""
    unit = f" ({quantity.unit})" if quantity.unit else ""
    return f"{quantity.name}{unit}" + (f": {quantity.meaning}" if quantity.meaning else "")


def _parameters(robot: Opened, name: str) -> list[str]:
    names = distinct(p.name for p in robot.parameters)
    members = [
        f"    double {member}; /* {remark(told(p))}; {p.value!r} */"
        for member, p in zip(names, robot.parameters, strict=True)
    ] or ["    double unused;"]
    return [
        "/* Numbers that stay open, by their paths in the model, and their own values. */",
        f"typedef struct {name}_parameters {{",
        *members,
        f"}} {name}_parameters;",
        f"extern const {name}_parameters {name}_defaults;",
    ]
