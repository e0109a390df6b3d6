"""Show environments for learning, and what their baselines reach."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pelagos.cli.support.progress import Progress
from pelagos.cli.support.text import plural, print_json, print_table
from pelagos.errors import PelagosError
from pelagos.text import number

if TYPE_CHECKING:
    import numpy as np

    from pelagos.gym import Task


@click.group("task")
def command() -> None:
    """Environments of Gymnasium: list them, show what agents see and do, run a baseline.

    TASK is the name of a built-in task or a task file.

    \b
    Examples:
      pelagos task list
      pelagos task show bluerov-station
      pelagos task run bluerov-station --episodes 1000
      pelagos task run eel-swim --movie eel.mp4
    """


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def show_all(as_json: bool) -> None:
    """Show the built-in tasks.

    \b
    Example:
      pelagos task list
    """
    from pelagos.gym import ENVIRONMENTS, Task

    ids = {task: name for name, task in ENVIRONMENTS.items()}
    facts = [_facts(Task.read(name)) | {"id": ids[name]} for name in sorted(ids)]
    if as_json:
        print_json(facts)
        return
    for one in facts:
        click.echo(f"{one['name']}: {one['description']}")
        seen, done = plural(len(one["observations"]), "observation"), len(one["actions"])
        click.echo(f'    gymnasium.make("{one["id"]}"): {plural(done, "action")}, {seen}')


def _facts(task: Task) -> dict[str, Any]:
    """A task in numbers and words."""
    words = task.words
    return {
        "name": words.name,
        "description": words.description,
        "robot": words.robot,
        "scenario": words.scenario,
        "every": words.every,
        "steps": words.steps,
        "actions": {
            name: {"input": given, "bounds": list(words.actions[name].bounds)}
            for name, given in zip(words.actions, words.inputs, strict=True)
        },
        "observations": {
            name: {"value": o.value, "scale": o.scale, "bounds": o.bounds, "noise": o.noise}
            for name, o in words.observations.items()
        },
        "reward": words.reward,
        "terminate": dict(words.terminate),
        "drawn": list(_drawn(task)),
    }


def _drawn(task: Task) -> Iterator[str]:
    """Names of what differs from episode to episode."""
    words = task.words
    yield from (name for name, f in words.parameters.items() if f.grid is None or len(f.grid) > 1)
    yield from (*words.factors, *words.initial)
    yield from (f"attitude of {body}" for body in (*words.rpy, *words.attitude))
    if words.current is not None:
        yield "current"


@command.command("show")
@click.argument("task")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def show(task: str, as_json: bool) -> None:
    """Show what agents of TASK do, see and are rewarded for.

    \b
    Examples:
      pelagos task show cart-pole
      pelagos task show mine.yaml --json
    """
    from pelagos.gym import Task

    facts = _facts(Task.read(task))
    if as_json:
        print_json(facts)
        return
    click.echo(f"{facts['name']}: {facts['description']}")
    scenario = f", {facts['scenario']}" if facts["scenario"] else ""
    click.echo(f"  robot        {facts['robot']}{scenario}")
    click.echo(f"  episode      {facts['steps']} actions, one every {number(facts['every'])} s")
    click.echo("  actions, from -1 to 1 between these bounds")
    rows = (
        (name, a["input"], f"{number(a['bounds'][0])} to {number(a['bounds'][1])}")
        for name, a in facts["actions"].items()
    )
    print_table(rows, "    ")
    click.echo("  observations, divided by their scale")
    print_table(
        ((n, number(o["scale"]), o["value"]) for n, o in facts["observations"].items()), "    "
    )
    click.echo(f"  reward       {facts['reward']}")
    for name, text in facts["terminate"].items():
        click.echo(f"  ends when    {name}: {text}")
    click.echo(f"  drawn anew   {', '.join(facts['drawn']) or 'nothing'}")


@command.command("run")
@click.argument("task")
@click.option("--episodes", type=click.IntRange(1, 1_000_000), default=256, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--policy", type=click.Choice(["baseline", "zero", "random"]), default="baseline",
              show_default=True, help="Who acts.")  # fmt: skip
@click.option("--movie", type=click.Path(dir_okay=False, path_type=Path),
              help="Write the first episode as a movie: .mp4, .webm, .avi or .gif.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def run(
    task: str, episodes: int, seed: int, policy: str, movie: Path | None, as_json: bool
) -> None:
    """Let the baseline of TASK act in many episodes, and tell its mean return.

    \b
    Examples:
      pelagos task run cart-pole
      pelagos task run docking --episodes 1000 --seed 1
      pelagos task run remus-course --policy zero
      pelagos task run eel-swim --episodes 1 --movie eel.mp4
    """
    if movie is not None:
        from pelagos.view import movie as movies
        from pelagos.view.video import FORMATS

        movies.check(movie)
        if movie.suffix.lower() not in FORMATS:
            raise PelagosError(f"{movie}: movies of episodes end in {', '.join(FORMATS)}")
    from pelagos.gym import Task, evaluate

    read = Task.read(task)
    progress, act = Progress(), _policy(read, policy, seed)
    found = evaluate(read, act, episodes, seed=seed, progress=progress)
    if movie is not None:
        _film(read, _policy(read, policy, seed), seed, movie, progress)
    progress.done()
    facts = {
        "task": read.words.name,
        "policy": policy,
        "episodes": episodes,
        "mean": found.mean,
        "deviation": found.deviation,
        "error": found.error,
        "length": float(found.lengths.mean()),
        "reasons": dict(found.reasons),
    }
    if as_json:
        print_json(facts)
        return
    click.echo(f"{facts['task']}, {policy}: return {number(found.mean)} +- {number(found.error)}")
    click.echo(f"  from episode to episode {number(found.deviation)}, of {episodes} episodes")
    print_table(((f"{count}", reason) for reason, count in found.reasons.items()), "    ")


def _policy(task: Task, name: str, seed: int) -> Any:
    """Who acts: observations to actions."""
    import numpy as np

    from pelagos.gym import Baseline

    if name == "baseline":
        return Baseline(task)
    generator, count = np.random.default_rng(seed), len(task.words.actions)
    if name == "random":
        return lambda seen: generator.uniform(-1.0, 1.0, (len(seen), count))
    return lambda seen: np.zeros((len(seen), count))


def _film(task: Task, act: Any, seed: int, path: Path, progress: Progress) -> None:
    """The first episode as a movie."""
    from pelagos.gym import Env
    from pelagos.result.storage import temporary
    from pelagos.view import video

    env = Env(task, render_mode="rgb_array")
    fps = env.metadata["render_fps"]

    def frames() -> Iterator[np.ndarray]:
        seen, _ = env.reset(seed=seed)
        for step in range(task.words.steps):
            yield env.render()
            progress(step / task.words.steps, "pictures")
            seen, _, terminated, truncated, _ = env.step(act(seen[None])[0])
            if terminated or truncated:
                break
        yield env.render()

    with temporary(path) as beside:
        video.write(frames(), beside, path.suffix.lower(), fps)
        beside.replace(path)
