"""Many more cases than the tests run: python -m tests.fuzz KIND... --cases 10000 --seed 1"""

from __future__ import annotations

import argparse
import sys

from tests.fuzz import harness
from tests.fuzz.kinds import KINDS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("kinds", nargs="+", choices=[*KINDS, "all"], metavar="KIND")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", type=int, help="one case alone, with its traceback")
    given = parser.parse_args()
    kinds = list(KINDS) if "all" in given.kinds else given.kinds
    failed = False
    for kind in kinds:
        if given.case is None:
            tally = harness.run(kind, given.cases, given.seed, progress=_progress)
        else:
            tally = harness.run(kind, 1, given.seed, given.case)
            sys.stdout.writelines(f"{failure.details}\n" for failure in tally.failures)
        sys.stdout.write(f"\r{tally}\n")
        failed = failed or bool(tally.failures)
    return 1 if failed else 0


def _progress(tally: harness.Tally) -> None:
    if tally.cases % 100 == 0 and sys.stderr.isatty():
        sys.stderr.write(f"\r{tally.kind}: {tally.cases} cases, {len(tally.failures)} failed")


if __name__ == "__main__":
    sys.exit(main())
