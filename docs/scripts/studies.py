"""Makes the pictures and tables of the pages on studies and searches: docs/scripts/studies.py

Runs the studies that are shipped (a few minutes), and looks at a report in Debian's chromium.
"""

from __future__ import annotations

import shutil
import tempfile
from importlib import resources
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

import pelagos as pl
from pelagos.study.optimising import Optimum, write_picture
from pelagos.study.report import write_report

ASSETS = Path(__file__).parents[1] / "assets" / "studies"
STUDIES = resources.files("pelagos.study") / "examples"
SEARCHES = {
    "eel-thrifty": ("eel-gait", {"minimise": "thrifty"}, ("speed", "power", "cost")),
    "eel-fastest": ("eel-gait", {"maximise": "fastest"}, ("speed", "power", "cost")),
    "hold": (
        "bluerov-hold",
        {"minimise": "burden"},
        ("depth_settled", "pitch_settled", "overshoot", "force", "moment", "burden"),
    ),
}


def report(folder: Path) -> None:
    """The report of a study as a desktop and a phone show it."""
    study = pl.sweep(str(STUDIES / "maarco-yaw.yaml"), folder / "runs")
    page = write_report(study, folder / "report.html")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, width, height in (("report", 1200, 1010), ("phone", 390, 844)):
            tab = browser.new_page(viewport={"width": width, "height": height})
            tab.goto(page.as_uri())
            tab.screenshot(path=ASSETS / f"{name}.png")
        browser.close()


def search(name: str, folder: Path) -> None:
    """The way of a search, and what it has found beside what was there."""
    file, goal, shown = SEARCHES[name]
    found = pl.optimise(str(STUDIES / f"{file}.yaml"), folder / name, **goal)
    write_picture(found, ASSETS / f"{name}.png")
    (ASSETS / f"{name}.md").write_text(_table(found, shown), encoding="utf-8")
    print(name, found.done, "runs;", found.ended)


def _table(found: Optimum, shown: tuple[str, ...]) -> str:
    """Values and metrics, as the robot is and at the best."""
    study = found.folder.study
    robot = study.robot.resolved(study.words.scenario)
    names = list(study.words.metrics)
    best = found.folder.of_run(found.run)[1]
    run = pl.simulate_batch(study.robot, study.words.scenario, n=1, **study.words.settings)[0]
    as_is = dict(zip(names, study.metrics.of(run), strict=True))
    rows = ["| | as is | found |", "| --- | --- | --- |"]
    for path, value in found.values.items():
        before = robot.parameters[path.removeprefix("parameters.")]
        rows.append(f"| `{path}` | {before:.4g} | {value:.4g} |")
    rows += [f"| {name} | {as_is[name]:.4g} | {best[name]:.4g} |" for name in shown]
    assert np.isclose(as_is[found.metric], found.as_is)
    return "\n".join(rows) + "\n"


def main() -> None:
    ASSETS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        report(folder)
        for name in SEARCHES:
            search(name, folder)


if __name__ == "__main__":
    main()
