"""Controllers and sensors on the live page, in a real browser."""

from __future__ import annotations

import pytest

import pelagos as pl
from pelagos.live import Live
from tests.browser import Opened, running
from tests.live.vehicle import vehicle

HOLD, COURSE = "page.live.holds.all[0]", "page.live.holds.all[1]"
TARGET = "page.live.holds.all[0].points[0].input"


@pytest.fixture(scope="module")
def browser():
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    made = Live(vehicle(), out=tmp_path_factory.mktemp("recordings"))
    made.start()
    yield made
    made.close()


@pytest.fixture(scope="module")
def page(browser, live):
    opened = Opened(browser, live.address, (1280, 720))
    opened.until("page.live.track.frames.length > 3")
    yield opened
    opened.tab.close()


@pytest.fixture
def phone(page):
    page.tab.set_viewport_size({"width": 390, "height": 844})
    page.tab.wait_for_timeout(300)
    yield page
    page.tab.locator("#to-deck").click()
    page.tab.set_viewport_size({"width": 1280, "height": 720})


def is_on(live, name="hold"):
    holds, session = live.simulation._plant.holds, live.simulation._plant.session
    return holds.is_on(session, holds.controllers[name])


def test_a_key_holds_and_letters_move_the_set_point(page, live):
    switch = page.tab.locator(".switch").first
    assert switch.get_attribute("aria-checked") == "false"
    assert page.ask(f"{TARGET}.disabled") is True
    page.tab.keyboard.press("h")
    page.until(f"{HOLD}.on && {HOLD}.root.classList.contains('open')")
    assert is_on(live)
    assert switch.get_attribute("aria-checked") == "true"
    assert page.tab.locator(".axis.taken").count() == 4
    page.tab.keyboard.down("w")
    page.until(f"+{TARGET}.value > 0.3")
    page.tab.keyboard.up("w")
    page.until(f"+{HOLD}.points[0].measure.textContent > 0.2")
    assert live.simulation._plant.session.inputs["t1"] == 0


def test_a_number_is_told_and_letters_in_fields_drive_nobody(page, live):
    field = page.tab.locator(".point input").nth(3)  # heading
    field.fill("45")
    page.tab.keyboard.press("h")
    page.tab.keyboard.press("w")
    field.fill("30")
    page.tab.keyboard.press("Enter")
    page.until("document.activeElement.tagName !== 'INPUT'")
    page.until(f"{HOLD}.points[3].input.value === '30.0'")
    assert is_on(live)
    assert page.ask("page.live.status.recording") is None  # Enter was for the field
    page.until(f"Math.abs({HOLD}.points[3].measure.textContent - 30) < 10")
    field.fill("99")
    page.tab.keyboard.press("Escape")
    page.until(f"{HOLD}.points[3].input.value === '30.0'")


def test_all_viewers_see_the_switch_and_recordings_have_it(page, live):
    page.tab.keyboard.press("Enter")
    page.until("page.live.status.recording")
    # somebody else's page does this
    assert live.simulation.command({"do": "switch", "name": "course", "value": True}) == {}
    page.until(f"{COURSE}.on && !{HOLD}.on")
    assert (is_on(live), is_on(live, "course")) == (False, True)
    page.until(f"{COURSE}.note.textContent.startsWith('to waypoint')")
    page.until("page.live.status.recording.seconds > 0.3")
    page.tab.keyboard.press("Enter")
    page.until("!page.live.status.recording")
    run = pl.open(live.simulation.saved[-1])
    states = dict(zip(run.header.states, run.arrays["state"].T, strict=True))
    assert (states["hold.on"][0], states["hold.on"][-1]) == (1, 0)
    assert states["course.on"][-1] == 1
    page.tab.locator(".switch").nth(1).click()
    page.until(f"!{COURSE}.on")
    assert not is_on(live, "course")


def test_readings_are_shown_and_those_that_are_lost_are_grey(page, live):
    page.until("document.querySelectorAll('.sensor')[1].classList.contains('lost')")
    imu = page.tab.locator(".sensor").first
    assert imu.locator("h3").inner_text() == "imu"
    assert not page.ask("document.querySelector('.sensor').classList.contains('lost')")
    page.until("Math.abs(+document.querySelectorAll('.sensor output')[5].textContent + 9.81) < 1")
    assert imu.locator(".reading i").all_inner_texts() == ["°/s", "m/s²"]
    page.tab.locator("#fold-readings").click()
    assert not imu.is_visible()
    page.tab.locator("#fold-readings").click()
    assert imu.is_visible()
    assert live.simulation.refused == {}


def test_nothing_is_in_the_way_on_a_phone(phone):
    assert phone.tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert not phone.tab.locator("#readings").is_visible()
    assert phone.tab.locator(".switch").first.is_visible()
    for name in ("#to-deck", "#to-readings", "#to-plots", ".switch >> nth=0", "#left", "#right"):
        box = phone.tab.locator(name).bounding_box()
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 390, name
        assert box["y"] + box["height"] <= 844, name
    phone.tab.locator("#to-readings").click()
    assert phone.tab.locator(".sensor").first.is_visible()
    assert not phone.tab.locator("#deck").is_visible()
    assert phone.complaints == []


def test_nothing_goes_wrong(page):
    assert page.complaints == []
