"""The recipe "A relation": a rack and its pinion, in one file."""

import json

import pytest

from tests.recipes.tools import with_file

RACK = '''
"""Rack: a pinion turns as a body moves along an axis of another."""

from typing import Annotated, ClassVar

from pelagos.language.placement import Placement
from pelagos.language.words import Axis, Length, Size, Vector
from pelagos.relations.contract import COORDINATE, Places, Relation, RelationRow, Seen
from pelagos.relations.frames import Between


class Rack(Between):
    """`to` is ahead of `at` along the axis, fixed to the first body, by radius * angle + offset."""

    to: Placement = Placement()
    axis: Axis
    joint: Annotated[str, COORDINATE]
    radius: Size
    # completed on reading, so it is never None
    offset: Length = None

    units: ClassVar[dict[str, str]] = {"travel": "m"}
    dockable = captures = True

    @classmethod
    def rows(cls, seen: Seen) -> list[RelationRow]:
        """c = e . d - r q - offset, with the axis e = z of A's frame and the way d from A to B."""
        (a, b), (radius, offset) = seen.sides, seen.numbers
        e, at = a.axes().c, b.point()
        d = at - a.point()
        w, dw = a.spin(), a.spin_rate()
        slip = b.point_velocity() - a.point_velocity() - w.cross(d)
        carried = a.point_acceleration() + dw.cross(d) + w.cross(w.cross(d))
        push = b.point_acceleration() - carried - 2.0 * w.cross(slip)
        return [
            RelationRow(
                residual=e.dot(d) - radius * seen.q[0] - offset,
                rate=e.dot(slip) - radius * seen.u[0],
                drift=e.dot(push),
                wrenches=(a.wrench(-e, at), b.wrench(e, at)),
                efforts=(-radius,),
            )
        ]

    @property
    def direction(self) -> Vector:
        return self.axis

    @property
    def numbers(self) -> tuple[float, ...]:
        return self.radius, self.offset

    def described(self) -> str:
        return f"{self.between[1]} along {self.between[0]}, {self.radius:g} m times {self.joint}"

    def completed(self, start: Places) -> Relation:
        return self if self.offset is not None else self.captured(start)

    def captured(self, now: Places) -> Relation:
        (one, other), (R, _) = self.between, self.frames[0]
        d = now.point(other, self.to.p) - now.point(one, self.at.p)
        travel = float((now.pose(one)[0] @ R)[:, 2] @ d)
        return self.model_copy(update={"offset": travel - self.radius * now.coordinate(self.joint)})
'''

BEGIN = """
import json
import numpy as np
import pelagos as pl
METHODS = ("newton-euler", "kane", "moving-frame", "udwadia-kalaba")
def rod(mass, **more):
    return {"mass": mass, "inertia": [0.02 * mass, 0.03 * mass, 0.04 * mass], **more}
PRESS = {
    "bodies": {
        "hull": rod(5, com=[0.1, 0, 0.05]),
        "bar": rod(1.5, parent="hull", at=[0.3, 0, 0], joint={"prismatic": [1, 2, 2]}),
        "arm": rod(0.8, parent="hull", at=[0, 0.2, 0], joint={"revolute": "x"}),
        "pinion": rod(0.4, parent="arm", at=[0, 0, 0.2], joint={"revolute": "y", "name": "shaft"}),
    },
    "initial": {
        "hull": {"angular_velocity": [0.4, -0.3, 0.2]},
        "bar": {"rate": 0.3}, "arm": {"rate": 0.5}, "pinion": {"angle": 0.2, "rate": 1},
    },
}
MESH = {"between": ["hull", "bar"], "at": [0.3, 0, 0], "axis": [2, 2, 1], "joint": "shaft",
        "radius": "5 cm"}
def press(constraints=None, **more):
    found = {"mesh": {"rack": MESH}} if constraints is None else constraints
    return pl.Robot(name="press", **PRESS, constraints=found, **more)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Python on a package with one more file."""
    return with_file(tmp_path_factory.mktemp("rack"), "relations/rack.py", RACK)


def asked(copy, code):
    return json.loads(copy.python(BEGIN + code))


def test_closed_form(copy):
    """A weight on a vertical rack turns the pinion: a = g / (1 + I / (m r^2))."""
    found = asked(
        copy,
        """
robot = pl.Robot(
    name="lift",
    bodies={
        "bar": {"mass": 2, "inertia": [1, 1, 1], "joint": {"prismatic": "z"}},
        "pinion": {"mass": 1, "inertia": [1, 0.03, 1], "joint": {"revolute": "y"}},
    },
    constraints={"mesh": {"rack": {"between": ["world", "bar"], "axis": "z", "joint": "pinion",
                                   "radius": 0.1}}},
)
print(json.dumps([pl.acceleration(robot, method=m).tolist() for m in METHODS]))
""",
    )
    a = -9.81 / (1 + 0.03 / (2 * 0.1**2))
    for udot in found:
        assert udot == pytest.approx([a, a / 0.1], rel=1e-12)


def test_all_formulations_agree(copy):
    """Small robots on straight programs; large ones, which go through loops, at one state."""
    found = asked(
        copy,
        """
runs = [pl.simulate(press(), duration=0.5, every=0.1, method=m, rtol=1e-11, atol=1e-12)
        for m in METHODS]
chain = {f"link{i}": rod(1, parent=f"link{i-1}" if i else "pinion", at=[0, 0.1, 0],
                         joint={"revolute": "xyz"[i % 3]}) for i in range(20)}
words = press().to_dict()
words["bodies"].update(chain)
words["constraints"]["far"] = {"rack": {"between": ["bar", "link19"], "axis": "y",
                                        "joint": "link9", "radius": 0.2}}
long = pl.Robot(**words)
q, u = long.initial_state()
u = np.array(u) + np.linspace(-1, 1, len(u))
print(json.dumps({
    "q": [r.arrays["q"][-1].tolist() for r in runs],
    "force": [r.arrays["load_force"][-1, 0].tolist() for r in runs],
    "constraint": [r.arrays["constraint_force"][-1].tolist() for r in runs],
    "error": [float(r.arrays["constraint_error"].max()) for r in runs],
    "energy": [float(np.ptp(r.arrays["kinetic_energy"] + r.arrays["potential_energy"]
                            - r.arrays["work"])) for r in runs],
    "large": [pl.acceleration(long, q, u, method=m).tolist() for m in METHODS],
}))
""",
    )
    for name in ("q", "force", "large"):
        for other in found[name][1:]:
            assert other == pytest.approx(found[name][0], rel=1e-9, abs=1e-9)
    assert max(found["error"]) < 1e-12
    assert max(found["energy"]) < 1e-9
    # the load on the bar is the force of the row along the rack's axis, at an angle to the slide
    for force, (row,) in zip(found["force"], found["constraint"], strict=True):
        assert force == pytest.approx([row * x / 3 for x in (2, 2, 1)], rel=1e-12)


def test_what_is_told(copy):
    found = asked(
        copy,
        """
import contextlib, io
from pelagos.model import json_schema
from pelagos.cli.main import cli
pl_robot = press()
with open("press.json", "w") as file:
    json.dump(pl_robot.to_dict(), file)
def told(*words):
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        cli.main(list(words), standalone_mode=False)
    return text.getvalue()
def refused(**changed):
    try:
        press({"mesh": {"rack": {**MESH, **changed}}})
    except pl.PelagosError as error:
        return str(error)
print(json.dumps({
    "info": told("info", "press.json"),
    "facts": json.loads(told("info", "press.json", "--json"))["constraints"],
    "rows": list(pl.simulate(pl_robot, duration=0.1).header.constraints),
    "schema": sorted(json_schema()["$defs"]["Rack"]["properties"]),
    "unknown": refused(joint="shfat"),
    "free": refused(joint="hull"),
    "body": refused(between=["hull", "br"]),
}))
""",
    )
    assert "bar along hull, 0.05 m times pinion" in found["info"]
    assert found["facts"][0]["kind"] == "rack"
    assert found["facts"][0]["between"] == ["hull", "bar"]
    assert found["rows"] == ["mesh.travel"]
    assert found["schema"] == sorted(
        ["baumgarte", "active", "between", "at", "to", "axis", "joint", "radius", "offset"]
    )
    assert "there is no such joint" in found["unknown"]
    assert "a rack cannot act on a free joint" in found["free"]
    assert "did you mean bar" in found["body"]


def test_modules_rename_it(copy):
    found = asked(
        copy,
        """
with open("one.yaml", "w") as file:
    json.dump({**PRESS, "name": "one", "constraints": {"mesh": {"rack": MESH}}}, file)
both = pl.Robot(name="two", modules={"left": "one.yaml", "right": {"file": "one.yaml",
                                                                  "at": [0, 3, 0]}})
docked = pl.Robot(name="dock", **PRESS, docks={"mesh": {
    "from": "hull", "to": "bar", "kind": "rack", "at": [0.3, 0, 0], "axis": [2, 2, 1],
    "joint": "shaft", "radius": 0.05}})
laws = {name: c.law for name, c in both.constraints.items()}
udot = pl.acceleration(press()).tolist()
print(json.dumps({
    "names": {n: [*law.between, law.joint] for n, law in laws.items()},
    "axes": [law.axis for law in laws.values()],
    "udot": [udot, pl.acceleration(docked).tolist(), pl.acceleration(both).tolist()],
}))
""",
    )
    assert found["names"] == {
        f"{name}.mesh": [f"{name}.hull", f"{name}.bar", f"{name}.pinion"]
        for name in ("left", "right")
    }
    assert found["axes"] == [pytest.approx([2 / 3, 2 / 3, 1 / 3])] * 2
    alone, docked, both = found["udot"]
    assert docked == pytest.approx(alone, rel=1e-12)
    assert both == pytest.approx([*alone, *alone], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("capture", ["exact", "here"])
def test_an_event_docks_it(copy, capture):
    """The impulse stops the slip of the rack and takes its energy; the offset may be of then."""
    found = asked(
        copy,
        f"""
more = {{"capture": "here"}} if {capture == "here"} else {{"tolerance": 1.0}}
robot = press({{"mesh": {{"rack": {{**MESH, "active": False}}}}}},
              events={{"meet": {{"at": 0.2, "dock": "mesh", **more}}}})
result = pl.simulate(robot, duration=0.4, every=0.1)
(event,) = result.outcome.events
q = result.arrays["q"]
travel = (q[:, 7] * np.dot([1, 2, 2], [2, 2, 1]) / 9 - 0.05 * q[:, 9]).tolist()
error = float(result.arrays["constraint_error"][2:].max())
print(json.dumps({{"travel": travel, "loss": event["energy_loss"], "error": error}}))
""",
    )
    assert found["error"] < 1e-10
    after = found["travel"][2:]
    assert after == pytest.approx([after[0]] * len(after), abs=1e-10)
    if capture == "exact":  # the offset is that of the start
        assert after[0] == pytest.approx(found["travel"][0], abs=1e-10)
    else:
        assert abs(after[0] - found["travel"][0]) > 1e-3
        assert found["loss"] > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RACK.replace("def rows", "def lines"), "Rack lacks rows"),
        (RACK.replace('"travel": "m"', ""), "Rack lacks units"),
        ('"""Nothing."""\n', "must hold one relation, it holds 0"),
    ],
)
def test_what_a_file_lacks_is_an_error_at_once(tmp_path, text, message):
    copy = with_file(tmp_path, "relations/rack.py", text)
    code = "try:\n    import pelagos.relations.table\nexcept TypeError as error:\n    print(error)"
    assert message in copy.python(code)
