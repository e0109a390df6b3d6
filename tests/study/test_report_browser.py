"""The report in a real browser, as wide as a phone."""

from __future__ import annotations

import pelagos as pl
from pelagos.study.report import write_report
from tests.browser import running


def test_fits_a_phone_and_asks_for_nothing(folder, drawn_words):
    words = drawn_words | {"metrics": {"speed": {"final": "u.weight"}}}
    write_report(pl.sweep(words, "out"), "report.html", worst=0)
    complaints, requests = [], []
    with running() as browser:
        tab = browser.new_page(viewport={"width": 390, "height": 844})
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto((folder / "report.html").as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390
        broken = "[...document.images].filter(i => !i.complete || !i.naturalWidth).length"
        assert tab.evaluate(broken) == 0
        assert tab.evaluate("document.images.length") > 4
        assert tab.evaluate("document.images[0].clientWidth") > 300
    assert not complaints
    assert all(address.startswith(("file:", "data:")) for address in requests)
