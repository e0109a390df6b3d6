"""Values inside modules: a path takes effect, or is refused with the true reason."""

import pytest

import pelagos as pl
from pelagos.errors import ModelError
from pelagos.identify.names import model_path
from pelagos.live.sliders import of_model


@pytest.fixture(scope="module")
def pair():
    return pl.load("bluerov-pair")


def drag(robot, body):
    return robot.bodies[body].drag[0].quadratic[0][0]


@pytest.mark.parametrize(
    "path", ["bodies.port.hull.drag.quadratic.0", "modules.port.bodies.hull.drag.quadratic.0"]
)
def test_an_entry_of_a_list_inside_of_a_module(pair, path):
    changed = pair.with_values({path: 30.0})
    assert (drag(changed, "port.hull"), drag(changed, "starboard.hull")) == (30.0, 34.96)
    assert changed.bodies["port.hull"].drag[0].quadratic[1][1] == 103.25
    # once more, and in a scenario, whose words are flat
    again = changed.with_values({path: 31.0}).resolved("turn-1700").with_values({path: 32.0})
    assert drag(again, "port.hull") == 32.0


@pytest.mark.parametrize(
    ("path", "value", "seen"),
    [
        ("bodies.port.hull.added_mass.0", 3.0, lambda b: b.added_mass[0][0]),
        ("modules.port.bodies.hull.inertia.1", 0.3, lambda b: b.inertia[1][1]),
        ("bodies.port.hull.drag.linear", [1, 2, 3, 4, 5, 6], lambda b: b.drag[0].linear[2][2]),
        ("modules.port.parameters.m", 8.0, lambda b: b.mass),
        ("modules.port.set.parameters.m", 8.0, lambda b: b.mass),
    ],
)
def test_other_values(pair, path, value, seen):
    body = pair.with_values({path: value}).bodies["port.hull"]
    assert seen(body) == (value[2] if isinstance(value, list) else value)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("modules.prt.bodies.hull.mass", "no module 'prt' with bodies(.|\n)*mean port"),
        ("modules.port.bodies.hul.mass", "no 'port.hul' in bodies(.|\n)*port.hull"),
        ("modules.port.water.density", "that of the whole model(.|\n)*set water.density"),
        ("modules.port.bodies", "whole section of a module"),
        ("bodies.port.hull.drag.quadratic.9", "list of 6(.|\n)*from 0 to 5"),
        ("bodies.port.hull.joint.damping", "joint has nothing below it"),
    ],
)
def test_what_is_refused_is_refused_for_its_reason(pair, path, said):
    with pytest.raises(ModelError, match=said) as caught:
        pair.with_values({path: 1.0})
    assert len(caught.value.problems) == 1


def test_batches_and_sliders_take_such_paths(pair):
    path = "modules.port.bodies.hull.drag.quadratic.0"
    batch = pl.simulate_batch(
        pair, "straight-1700", vary={path: [10.0, 34.96, 80.0]}, duration=5, every=1.0
    )
    reached = batch.arrays["q"][:, -1, batch.header.coordinates.index("port.hull.x")]
    assert reached[0] > reached[1] > reached[2]
    alone = pl.simulate(pair, "straight-1700", duration=5, every=1.0)
    assert reached[1] == alone.arrays["q"][-1, 0]
    (slider,) = of_model(pair, [path])
    assert (slider.value, slider.high) == (34.96, 2 * 34.96)


def test_names_of_parameters_inside_of_modules(pair):
    path = "bodies.port.hull.drag.quadratic.0"
    for name in (path, "port.hull.drag.X_|u|u", f"modules.port.{path.replace('port.', '')}"):
        assert model_path(pair, name) == path
    assert model_path(pair, "drag.X_|u|u", "port.hull") == path
    assert model_path(pair, "bodies.port.hull.drag.X_|u|u") == path
    assert model_path(pair, "port.a0") == model_path(pair, "modules.port.parameters.a0")
    with pytest.raises(pl.PelagosError, match=r"several bodies(.|\n)*starboard\.hull\.drag"):
        model_path(pair, "drag.X_|u|u")
    with pytest.raises(pl.PelagosError, match="there is no 'port'"):
        model_path(pair, "drag.X_|u|u", "port")
