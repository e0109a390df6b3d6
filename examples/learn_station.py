"""A policy that holds a BlueROV2 Heavy in place, learnt by PPO on a laptop in a minute or two.

python examples/learn_station.py --out policy.npz       learn, judge and keep it
python examples/learn_station.py --evaluate policy.npz  judge it in other episodes than it learnt in
python examples/learn_station.py --seed 2 --minutes 3   another seed, no longer than that

The current and the payload are drawn for each episode and told to nobody: the policy sees its place
with some noise, its speed, and sums of its errors. Networks and PPO are in learning/, in numpy.
Ctrl-C ends learning and keeps what there is. The same seed, --envs and --actions give the same bits
on the same processor, whatever the number of threads, unless --minutes ends it earlier.
"""

import argparse
import os
import sys
from pathlib import Path

from learning.ppo import Policy
from learning.station import LEVEL, NEAR, TASK, Trial, learn

import pelagos.gym as pg
from pelagos.errors import PelagosError


def positive(text: str) -> float:
    value = float(text)
    if not 0.0 < value < 1e12:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return value


def whole(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 100_000:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 100,000")
    return value


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=whole, default=1, help="of everything drawn (1)")
    parser.add_argument("--minutes", type=positive, default=10.0, help="the longest to learn (10)")
    parser.add_argument("--actions", type=positive, default=6e6, help="to learn from (6e6)")
    parser.add_argument("--envs", type=whole, default=2048, help="environments at once (2048)")
    parser.add_argument("--episodes", type=whole, default=512, help="to judge by (512)")
    parser.add_argument("--out", type=Path, metavar="FILE.npz", help="keep the policy here")
    parser.add_argument("--evaluate", type=Path, metavar="FILE.npz", help="judge this one")
    given = parser.parse_args()
    if not given.envs or not given.episodes:
        parser.error("--envs and --episodes are at least 1")
    if given.evaluate and given.out:
        parser.error("--out keeps what is learnt, --evaluate learns nothing: give one of them")
    if given.out and not given.out.absolute().parent.is_dir():
        parser.error(f"--out: there is no folder {given.out.parent}")
    return given


def main() -> None:
    given = options()
    if given.evaluate:
        policy = Policy.read(given.evaluate)
    else:
        lesson = learn(given.seed, given.actions, given.minutes, given.envs)
        policy = lesson.policy
        said = "interrupted after" if lesson.interrupted else "learnt from"
        print(
            f"{said} {lesson.actions / 1e6:.1f} million actions in {lesson.minutes:.1f} min, "
            f"{lesson.cpu_minutes:.1f} of CPU"
        )
        if given.out:
            policy.save(given.out)
            print(f"kept in {given.out}")
    print(f"\n{given.episodes} episodes of other seeds, errors in their second half:")
    trial = Trial(given.episodes)
    found = trial.judge(policy)
    print(f"  policy: {found}")
    print(f"  PID:    {trial.judge(pg.Baseline(pg.Task.read(TASK)))}")
    verdict = "holds" if found.holds else "does not hold"
    print(f"  the policy {verdict} within {100 * NEAR:.0f} cm and {LEVEL:.0f} degrees")


if __name__ == "__main__":
    try:
        main()
    except PelagosError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # nobody reads any more, as behind `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
