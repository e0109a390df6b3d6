"""The tables and pictures of docs/validation/bluerov-alpha.md, from a folder of measured trials.

python docs/scripts/bluerov_alpha.py FOLDER

FOLDER is that of `pelagos validate-trials`; it is not part of this repository, so nobody else runs
this. Numbers in the sentences of the page are written by hand: read them beside the new tables.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import matplotlib

from pelagos.errors import PelagosError
from pelagos.identify.trials import tables
from pelagos.identify.trials.report import curves
from pelagos.identify.trials.validation import FITTED, FREE_ADDED, Validation, validate
from pelagos.problems.report import markdown_table

PAGE = Path(__file__).parents[1] / "validation" / "bluerov-alpha.md"
PICTURES = Path(__file__).parents[1] / "assets" / "bluerov-alpha"
ROBOT, SEED = "bluerov-alpha", 0
SHOWN = {"traj006-1": "euler.hull.roll", "traj_alt_002-0": "euler.hull.pitch"}


def parts(found: Validation) -> dict[str, str]:
    """What stands between the marks of the page, by name."""
    split, added = found.split, FREE_ADDED[ROBOT]
    shares = tables.coverage(found).items()
    inside = ", ".join(f"{c.rpartition('.')[2]} {100 * v:.0f} %" for c, v in shares)
    fitted = found.results[FITTED].fit.rows()
    return {
        "split": f"Fitted: {', '.join(split.fitted)}. Predicted: {', '.join(split.predicted)}.",
        "models": _table(tables.model_rows(found)),
        "inside": f"By the full model, samples inside of their 95 % intervals: {inside}.",
        "trials": _table(tables.trial_rows(found)),
        "worth": _table(tables.worth_rows(found)),
        "added": _table([row[:3] for row in fitted if row is fitted[0] or row[0] in added]),
        "fit": _table([row[:3] for row in found.results["full"].fit.rows()]),
    }


def _table(rows: list[tuple[str, ...]]) -> str:
    return "\n".join(markdown_table(rows))


def written(text: str, made: dict[str, str]) -> str:
    """The page with all parts as they are now."""
    for name, part in made.items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        inside = re.compile(f"{begin}.*{end}", re.DOTALL)
        assert len(inside.findall(text)) == 1, f"{PAGE} has no place for {name}"
        text = inside.sub(lambda _, p=part, b=begin, e=end: f"{b}\n{p}\n{e}", text)
    return text


def draw(found: Validation) -> None:
    """The trials that the page shows."""
    for trial in found.results["full"].predictions:
        if trial.name in SHOWN:
            channel = SHOWN[trial.name]
            file = PICTURES / f"{trial.name}-{channel.rpartition('.')[2]}.svg"
            figure = curves(trial, channel, found.quantile())
            with matplotlib.rc_context({"svg.hashsalt": ROBOT}):  # the same names every time
                figure.savefig(file, metadata={"Date": None})


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    try:
        found = validate(ROBOT, sys.argv[1], seed=SEED, progress=lambda _, said: print(said))
    except PelagosError as error:
        sys.exit(str(error))
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), parts(found)), encoding="utf-8")
    draw(found)


if __name__ == "__main__":
    main()
