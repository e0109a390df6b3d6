"""The page in a real browser: headless Chromium with software WebGL, as on any server."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.view import build
from tests.browser import Opened, running
from tests.tethers.lines import line, robot
from tests.view.conftest import WORDS, make_run, poses


@pytest.fixture(scope="module")
def browser():
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    path = make_run().view(tmp_path_factory.mktemp("page") / "a.html")
    opened = Opened(browser, f"{path.as_uri()}#paused", (1280, 720))
    yield opened
    opened.tab.close()


@pytest.fixture
def two(browser, tmp_path):
    runs = [make_run(), make_run(rate=1.3, time=np.linspace(0, 3, 100))]
    path = runs[0].view(tmp_path / "b.html", runs[1], labels=["a", "b"])
    opened = Opened(browser, f"{path.as_uri()}#paused", (390, 844))
    yield opened
    opened.tab.close()


def test_opens_without_complaint_and_without_network(page):
    page.tab.wait_for_timeout(300)
    assert page.complaints == []
    assert len(page.requests) == 1
    assert page.requests[0].startswith("file:")
    assert page.ask("page.frames") > 0


def test_the_canvas_shows_the_robot(page):
    page.ask("page.camera('orbit')")
    page.ask("page.seek(0)")
    first = page.pixels()
    assert first.std() > 3
    red = (first[..., 0] > 110) & (first[..., 0] > 2 * first[..., 1])
    assert red.sum() > 5  # the hull's own colour
    page.ask("page.seek(2)")
    assert np.abs(page.pixels() - first).max() > 40


@pytest.mark.parametrize("time", [0.0, 0.617, 1.93, 3.999, 4.0])
def test_bodies_are_where_the_result_says(page, time):
    page.ask(f"page.seek({time})")
    positions, quaternions = poses([time])
    for body in range(3):
        pose = page.ask(f"page.pose({body})")
        assert np.allclose(pose["position"], positions[0, body], atol=1e-3)
        assert abs(np.dot(pose["orientation"], quaternions[0, body])) > np.cos(1e-3 / 2)


def test_the_slider_moves_the_time(page):
    page.tab.locator("#scrub").fill("1.5")
    assert page.ask("page.time") == pytest.approx(1.5)
    assert page.tab.locator("#time").inner_text() == "1.50 s"
    positions, _ = poses([1.5])
    assert np.allclose(page.ask("page.pose(2)")["position"], positions[0, 2], atol=1e-3)


def test_pressing_in_a_plot_goes_there_and_the_cursor_follows(page):
    over = page.tab.locator(".u-over").first
    box = over.bounding_box()
    page.tab.mouse.click(box["x"] + box["width"] / 4, box["y"] + 20)
    assert page.ask("page.time") == pytest.approx(1.0, abs=0.02)
    frames = page.ask("page.frames")
    page.ask("page.seek(3)")
    page.until(f"page.frames > {frames + 2}")
    line = page.tab.locator(".u-cursor-x").first.bounding_box()
    assert line["x"] + line["width"] - box["x"] == pytest.approx(0.75 * box["width"], abs=4)


def test_keys(page):
    press = page.tab.keyboard.press
    page.tab.locator("#canvas").focus()
    press("Home")
    assert page.ask("page.time") == 0
    press("ArrowRight")
    assert page.ask("page.time") == pytest.approx(4 / 200)
    press(" ")
    page.until("page.time > 0.1")
    press(" ")
    stopped = page.ask("page.time")
    page.tab.wait_for_timeout(200)
    assert page.ask("page.time") == stopped
    press("+")
    assert page.ask("page.speed") == 2
    press("-")
    press("f")
    assert page.ask("page.shown.frames") is True
    press("f")
    press("3")
    assert page.tab.locator("#top").get_attribute("aria-pressed") == "true"
    press("1")
    assert page.complaints == []


def test_cameras_look_at_the_robot(page):
    page.ask("page.seek(4)")
    for mode in ("orbit", "follow", "top", "side"):
        page.ask(f"page.camera('{mode}')")
        picture = page.pixels()
        red = (picture[..., 0] > 110) & (picture[..., 0] > 2 * picture[..., 1])
        assert red.sum() > 3, mode


def test_a_snapshot_is_saved(page):
    with page.tab.expect_download() as waiting:
        page.tab.locator("#snapshot").click()
    assert waiting.value.suggested_filename.endswith("s.png")


def test_a_shear_is_shown_with_the_height_where_it_holds(browser, tmp_path):
    shear = "{shear: {velocity: [0.5, 0, 0], reference_depth: 20}}"
    words = WORDS.replace("bodies:", f"water: {{current: {shear}}}\nbodies:", 1)
    path = make_run(words=words).view(tmp_path / "s.html")
    opened = Opened(browser, f"{path.as_uri()}#paused", (390, 844))
    shown = opened.tab.locator("#speed-of-stream").inner_text()
    assert shown == "current 0.5 m/s 20 m over the bed"
    heads = [opened.tab.locator(name).bounding_box() for name in ("#head", "#scale")]
    assert heads[0]["x"] + heads[0]["width"] <= heads[1]["x"]
    assert opened.complaints == []
    opened.tab.close()


def test_the_stream_is_that_of_the_time_shown(browser, tmp_path):
    ramp = "{ramp: {from: 0, to: 0.3, start: 1, end: 3}}"
    words = WORDS.replace("bodies:", f"water: {{current: [{ramp}, 0, 0]}}\nbodies:", 1)
    path = make_run(words=words).view(tmp_path / "c.html")
    opened = Opened(browser, f"{path.as_uri()}#paused", (390, 844))
    for time, text in ((0, "current 0 m/s"), (2, "current 0.15 m/s"), (4, "current 0.3 m/s")):
        opened.ask(f"(page.seek({time}), page.render())")
        assert opened.tab.locator("#speed-of-stream").inner_text() == text
    # carried by the mean of the ramp for two seconds, and at full speed for one
    way = opened.tab.evaluate(
        "(s => { s.seek(4); return s.way.length(); })(pelagos.page.stage.stream)"
    )
    assert way == pytest.approx(0.3 + 0.3, rel=0.01)
    heads = [opened.tab.locator(name).bounding_box() for name in ("#head", "#scale")]
    assert heads[0]["x"] + heads[0]["width"] <= heads[1]["x"]
    assert opened.complaints == []
    opened.tab.close()


@pytest.mark.parametrize("size", [(844, 390), (1000, 700), (1280, 720)])
@pytest.mark.parametrize("name", ["a", "a name as long as a name of a robot may ever get"])
def test_names_and_buttons_keep_apart(page, size, name):
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    page.ask(f"document.getElementById('title').textContent = {name!r}")
    page.ask("page.resize()")
    boxes = [page.tab.locator(one).bounding_box() for one in ("#title", "#subtitle")]
    groups = page.tab.locator("#tools .group")
    for group in (groups.nth(i).bounding_box() for i in range(groups.count())):
        for box in boxes:
            beside = box["x"] + box["width"] <= group["x"]
            apart = box["y"] >= group["y"] + group["height"] - 1
            assert beside or apart
    page.tab.set_viewport_size({"width": 1280, "height": 720})


def test_runs_overlaid_on_a_phone(two):
    assert two.ask("page.actors.length") == 2
    two.ask("page.seek(2)")
    for run, rate in ((0, 1.0), (1, 1.3)):
        positions, _ = poses([2.0], rate)
        assert np.allclose(two.ask(f"page.pose(2, {run})")["position"], positions[0, 2], atol=1e-3)
    # the shorter run waits at its end
    two.ask("page.seek(4)")
    positions, _ = poses([3.0], 1.3)
    assert np.allclose(two.ask("page.pose(0, 1)")["position"], positions[0, 0], atol=1e-3)
    assert two.tab.locator("#runs li").all_inner_texts() == ["a", "b"]
    # nothing sticks out of the screen
    assert two.tab.evaluate("document.documentElement.scrollWidth") <= 390
    for name in ("#play", "#scrub", "#loop", "#snapshot", "#side"):
        box = two.tab.locator(name).bounding_box()
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 390, name
    assert two.complaints == []


def test_parts_turn_and_skins_lie_as_in_python(browser, tmp_path):
    words = """name: swimmer
water: {density: 1000}
snake:
  links: 3
  axes: z
  base: free
  half_length: 0.1
  radius: 0.03
  link: {density: 1000}
  skin: {width: [0.01, 0.04, 0.01], height: [0.02, 0.05, 0.02]}
  gaits: {bend: {amplitude: 40 deg, time: 1}}
bodies:
  hub:
    parent: tail
    joint: fixed
    mass: 0.1
    inertia: [1e-4, 1e-4, 1e-4]
    visual: [{propeller: {radius: 0.05, along: y}, turned_by: push}]
actuators: {push: {force: {body: tail, direction: y, input: 2*t}}}
"""
    run = pl.simulate(pl.loads(words, "s.yaml"), "bend", duration=1.5)
    opened = Opened(browser, f"{run.view(tmp_path / 's.html').as_uri()}#paused", (640, 480))
    actor = build([run]).actors[0]
    opened.ask("page.seek(1.2)")
    position, orientation, _ = (x[0] for x in actor.track.at(np.array([1.2])))
    vertices, normals = actor.skins[0].surface(position, orientation)
    for name, exact in (("position", vertices), ("normal", normals)):
        seen = opened.ask(f"Array.from(page.actors[0].skins[0].geometry.attributes.{name}.array)")
        assert np.array(seen).reshape(-1, 3) == pytest.approx(exact, abs=2e-3)
    turning = "page.actors[0].turning[0]"
    angle = opened.ask(f"page.actors[0].track.turned({turning}.row, {turning}.largest)")
    row = next(one["turns"] for part in actor.parts for one in part.forms if "turns" in one)
    exact = actor.track.turned(row, actor.largest(row), np.array([1.2]))[0]
    assert angle == pytest.approx(exact, abs=1e-2)
    assert opened.complaints == []
    opened.tab.close()


def test_tubes_lie_as_in_python(browser, tmp_path):
    words = line(segments=5, to=[0.1, 0, 0.2], damping=50)
    run = pl.simulate(robot(words, (6, 0, -3)), duration=1.0, every=0.02)
    opened = Opened(browser, f"{run.view(tmp_path / 't.html').as_uri()}#paused", (640, 480))
    actor = build([run]).actors[0]
    opened.ask("page.seek(0.6)")
    position, orientation, _ = (x[0] for x in actor.track.at(np.array([0.6])))
    nodes = actor.track.nodes_at(np.array([0.6]))[0]
    vertices, normals = actor.tubes[0].surface(position, orientation, nodes)
    for name, exact in (("position", vertices), ("normal", normals)):
        seen = opened.ask(f"Array.from(page.actors[0].tubes[0].geometry.attributes.{name}.array)")
        assert np.array(seen).reshape(-1, 3) == pytest.approx(exact, abs=2e-3)
    assert opened.complaints == []
    opened.tab.close()
