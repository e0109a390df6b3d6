"""Representations in a real browser: frames that draw, no complaints, no wider than a phone."""

from __future__ import annotations

import pytest

import pelagos as pl
from tests.browser import PATIENCE, running


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    things = [pl.load("rov-arm"), pl.simulate("rov-arm", "reach", duration=0.5, every=0.05)]
    inside = "".join(thing._repr_html_() for thing in things)
    path = tmp_path_factory.mktemp("page") / "a.html"
    head = (
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    )
    path.write_text(f"{head}<title>a</title><body>{inside}", encoding="utf-8")
    return path


def test_they_are_drawn_without_complaint(page):
    with running() as browser:
        tab = browser.new_page(viewport={"width": 390, "height": 844})
        tab.set_default_timeout(PATIENCE)
        complaints, requests = [], []
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto(page.as_uri())
        tab.locator("iframe").scroll_into_view_if_needed()
        (frame,) = [frame for frame in tab.frames if frame != tab.main_frame]
        frame.evaluate("pelagos.ready.then(() => true)")
        for _ in range(PATIENCE // 50):
            if frame.evaluate("pelagos.page.frames") > 0:
                break
            tab.wait_for_timeout(50)
        assert frame.evaluate("pelagos.page.frames") > 0
        assert frame.evaluate("origin") == "null"  # scripts reach nothing of the notebook
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
        assert complaints == []
        assert [url for url in requests if not url.startswith(("file:", "data:", "about:"))] == []
