"""A real browser for tests: headless Chromium with software WebGL, as on any server."""

from __future__ import annotations

import shutil
from contextlib import contextmanager

import numpy as np
import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
PATIENCE = 120_000  # ms, for a machine that has much else to do
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
if CHROMIUM is None:
    pytest.skip("no browser: install Debian's chromium to test the page", allow_module_level=True)
api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install playwright")


@contextmanager
def running():
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)
        yield started
        started.close()


class Opened:
    """A page that is open, with what it complained about and asked for."""

    def __init__(self, browser, address, size, **words):
        self.complaints, self.requests = [], []
        self.tab = browser.new_page(viewport={"width": size[0], "height": size[1]}, **words)
        self.tab.set_default_timeout(PATIENCE)
        self.tab.on("console", lambda message: self.complaints.append(message.text))
        self.tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.tab.goto(address)
        self.tab.evaluate("pelagos.ready.then(() => true)")

    def ask(self, script):
        return self.tab.evaluate(f"(() => {{ const page = pelagos.page; return {script}; }})()")

    def until(self, condition):
        """Wait for the page, which forbids itself to evaluate text, until a condition holds."""
        for _ in range(PATIENCE // 50):
            if self.ask(condition):
                return
            self.tab.wait_for_timeout(50)
        raise AssertionError(f"waited in vain for {condition}")

    def pixels(self):
        """The canvas as shown, shrunk to 80 x 60, as numbers."""
        return np.array(
            self.tab.evaluate(
                """async () => {
                  const image = new Image();
                  image.src = pelagos.page.picture();
                  await image.decode();
                  const small = new OffscreenCanvas(80, 60).getContext("2d");
                  small.drawImage(image, 0, 0, 80, 60);
                  return Array.from(small.getImageData(0, 0, 80, 60).data);
                }"""
            )
        ).reshape(60, 80, 4)[..., :3]
