"""Driving in a real browser: the page follows the run, keys change its motion, nobody else does."""

from __future__ import annotations

import socket

import numpy as np
import pytest

import pelagos as pl
from pelagos.live import Live
from tests.browser import Opened, running

SHOWN = "[page.time, page.live.track.a.t, page.live.track.b.t, page.pose(0), page.pose(4)]"


@pytest.fixture(scope="module")
def browser():
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    made = Live(
        pl.load("rov-arm"),
        "current",
        out=tmp_path_factory.mktemp("recordings"),
        sliders=["bodies.hull.mass"],
    )
    made.start()
    yield made
    made.close()


@pytest.fixture(scope="module")
def page(browser, live):
    opened = Opened(browser, live.address, (1280, 720))
    opened.until("page.live.track.frames.length > 3 && page.live.track.a !== null")
    yield opened
    opened.tab.close()


@pytest.fixture
def phone(page):
    page.tab.set_viewport_size({"width": 390, "height": 844})
    page.tab.wait_for_timeout(300)
    yield page
    page.tab.set_viewport_size({"width": 1280, "height": 720})


def test_the_page_follows_the_run(page, live):
    """Poses read back from the page are those of the recording at the time shown."""
    page.tab.keyboard.press("Enter")
    page.until("page.live.status.recording")
    _, since = live.simulation._recording
    page.until(f"page.live.track.a?.t > {since}")
    seen = []
    for _ in range(5):
        page.until(f"page.time > {seen[-1][0] + 0.05 if seen else 0}")
        seen.append(page.ask(SHOWN))
    page.until(f"page.time > {seen[-1][2] + 0.05}")
    page.tab.keyboard.press("Enter")
    page.until("!page.live.status.recording")
    run = pl.open(live.simulation.saved[-1])
    assert run.outcome.finished
    time = run.arrays["time"]
    for t, before, after, *poses in seen:
        assert time[0] < before <= t <= after < time[-1]
        # straight between the two frames shown, which a busy machine may set far apart
        share = (t - before) / (after - before) if after > before else 0.0
        for body, pose in zip((0, 4), poses, strict=True):
            values = np.hstack([run.arrays[n][:, body] for n in ("position", "orientation")])
            ends = [[np.interp(x, time, column) for column in values.T] for x in (before, after)]
            mixed = (1 - share) * np.array(ends[0]) + share * np.array(ends[1])
            assert np.allclose(pose["position"], mixed[:3], atol=1e-3)
            turn = mixed[3:] / np.linalg.norm(mixed[3:])
            assert abs(np.dot(turn, pose["orientation"])) > np.cos(0.5e-3)


def test_a_key_changes_the_motion_and_letting_go_ends_it(page, live):
    simulation = live.simulation
    page.tab.locator("#canvas").focus()
    page.until("page.live.track.a?.a[0] === 0")
    page.tab.keyboard.down("w")
    page.until("page.live.track.effort(0) > 14.9")
    before = page.ask("page.pose(0)")["position"][0]
    page.until(f"page.pose(0).position[0] > {before + 0.1}")
    assert page.tab.locator(".axis.on").inner_text().split() == ["S", "ahead", "W"]
    page.tab.keyboard.up("w")
    page.until("page.live.track.effort(0) === 0")
    page.until("Object.keys(JSON.parse(page.live.drive.sent).axes).length === 0")
    page.until("!page.live.drive.sending")
    assert simulation._plant.axes == {}


def test_joints_are_chosen_and_turned(page):
    page.tab.keyboard.press("]")
    assert page.tab.locator("#joint").evaluate("e => e.selectedOptions[0].text") == "shoulder"
    before = page.ask("page.live.status.places.shoulder")
    page.tab.keyboard.down("ArrowUp")
    page.until(f"page.live.status.places.shoulder > {before + 0.2}")
    page.tab.keyboard.up("ArrowUp")
    page.tab.keyboard.press("[")


@pytest.fixture
def pad(page):
    """A gamepad, as far as the page can tell."""
    page.tab.evaluate(
        """() => {
          const button = () => ({ value: 0, pressed: false });
          const buttons = Array.from({ length: 16 }, button);
          window.pad = { connected: true, axes: [0, 0, 0, 0], buttons };
          navigator.getGamepads = () => [window.pad];
        }"""
    )
    yield lambda change: page.tab.evaluate(f"() => {{ {change}; }}")
    page.tab.evaluate("() => { delete navigator.getGamepads; }")


def test_a_gamepad_drives(page, pad):
    """The right stick goes ahead, beyond its dead middle; the cross chooses and turns joints."""
    pad("window.pad.axes[3] = -1")
    page.until("page.live.track.effort(0) > 14.9")
    pad("window.pad.axes[3] = -0.05")
    page.until("page.live.track.effort(0) === 0")
    pad("window.pad.buttons[15] = { value: 1, pressed: true }")
    page.until("document.querySelector('#joint').selectedOptions[0].text === 'shoulder'")
    pad("window.pad.buttons[15] = { value: 0, pressed: false }")
    before = page.ask("page.live.status.places.shoulder")
    pad("window.pad.buttons[12] = { value: 1, pressed: true }")
    page.until(f"page.live.status.places.shoulder > {before + 0.1}")
    pad("window.pad.buttons[12] = { value: 0, pressed: false }")
    page.tab.keyboard.press("[")


def test_pause_speed_reset_and_sliders(page, live):
    page.tab.keyboard.press(" ")
    page.until("page.live.status.paused")
    stopped = live.simulation._plant.session.time
    page.tab.keyboard.press(" ")
    page.until(f"!page.live.status.paused && page.time > {stopped + 0.1}")
    page.tab.locator("#speed").select_option("2")
    page.until("page.live.status.speed === 2")
    assert live.simulation.speed == 2
    page.tab.locator("#speed").select_option("1")
    slider = page.tab.locator(".knob input").nth(1)
    slider.fill("14")
    page.until("page.live.status.sliders['bodies.hull.mass'] === 14")
    assert live.simulation._plant.session.robot.bodies["hull"].mass == 14
    page.tab.keyboard.press("Backspace")
    page.until("page.live.epoch === 1")
    assert live.simulation._epoch == 1


def test_plots_scroll_and_the_view_still_answers(page):
    page.until("page.live.scroll.panels[0].data[0].length > 10")
    points = page.ask("page.plots.slots[0].plot.data[0].length")
    page.until(f"page.plots.slots[0].plot.data[0].length > {points}")
    page.tab.keyboard.press("Shift+F")
    assert page.ask("page.shown.frames") is True
    page.tab.keyboard.press("Shift+F")
    page.tab.keyboard.press("3")
    assert page.tab.locator("#top").get_attribute("aria-pressed") == "true"
    page.tab.keyboard.press("2")
    assert page.pixels().std() > 3
    assert "ms" in page.tab.locator("#pulse").inner_text()


def test_nothing_is_asked_of_others_and_nothing_goes_wrong(page, live):
    assert page.complaints == []
    assert all(url.startswith((live.address, "data:")) for url in page.requests)


def test_a_phone_drives_by_its_sticks(phone):
    assert phone.tab.evaluate("document.documentElement.scrollWidth") <= 390
    for name in ("#play", "#record", "#speed", "#left", "#right", "#more", "#to-plots", "#help"):
        box = phone.tab.locator(name).bounding_box()
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 390, name
        assert box["y"] + box["height"] <= 844, name
    box = phone.tab.locator("#right").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.tab.mouse.move(x, y)
    phone.tab.mouse.down()
    phone.tab.mouse.move(x, y - 50)
    phone.until("page.live.track.effort(0) > 10")
    phone.tab.mouse.up()
    phone.until("page.live.track.effort(0) === 0")
    phone.tab.locator("#to-plots").click()
    assert phone.tab.locator("#plots").is_visible()
    assert not phone.tab.locator("#deck").is_visible()
    assert phone.complaints == []


def test_another_page_cannot_drive(browser, live, tmp_path):
    """Even one that knows the address, from another origin in the same browser."""
    (tmp_path / "evil.html").write_text("<p>evil</p>")
    tab = browser.new_page()
    tab.goto((tmp_path / "evil.html").as_uri())
    tab.evaluate(
        """async (url) => {
          const body = JSON.stringify({ do: "pause", value: true });
          for (const mode of ["cors", "no-cors"]) {
            for (const type of ["application/json", "text/plain"]) {
              const headers = { "Content-Type": type };
              try { await fetch(url, { method: "POST", mode, headers, body }); } catch {}
            }
          }
        }""",
        f"{live.address}command",
    )
    tab.close()
    assert live.simulation.paused is False


def test_viewers_that_do_not_read_slow_nobody(live):
    """Fifty requests whose answers pile up; the run goes on."""
    crowd = []
    for _ in range(5):
        one = socket.create_connection(("127.0.0.1", live.port))
        host, body = f"127.0.0.1:{live.port}", b'{"after": -1}'
        head = (
            f"POST /{live.address.split('/')[3]}/poll HTTP/1.1\r\nHost: {host}\r\n"
            f"Origin: http://{host}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode()
        one.sendall((head + body) * 10)
        crowd.append(one)
    live.simulation.watched = True
    before, tries = live.simulation._number, 0
    while live.simulation._number < before + 30:
        tries += 1
        assert tries < 1200, "the run stands still"
        live.simulation._stopped.wait(0.1)
    for one in crowd:
        one.close()
