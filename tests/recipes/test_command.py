"""The recipe "A command": the weight of a robot, in one file."""

from __future__ import annotations

import pytest

from tests.recipes.tools import with_file

WEIGHT = '''
    """Add up the masses of a robot."""

    from __future__ import annotations

    import click

    from pelagos.cli.support.options import set_option


    @click.command("weight")
    @click.argument("robot")
    @set_option("bodies.rod.mass=2")
    def command(robot: str, settings: tuple[str, ...]) -> None:
        """Print the mass of ROBOT in kilograms."""
        from pelagos import model

        loaded = model.load(robot, set=settings)
        click.echo(f"{sum(body.mass for body in loaded.bodies.values()):g} kg")
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return with_file(tmp_path_factory.mktemp("command"), "cli/analyse/weight.py", WEIGHT)


def test_it_is_found_listed_and_run(copy):
    assert copy.command("weight", "double-pendulum").endswith(" kg\n")
    changed = (f"weight pendulum --set bodies.rod.mass={m}" for m in (2, 3))
    *both, listed, helped = copy.commands(*changed, "--help", "weight --help")
    assert both == ["2 kg\n", "3 kg\n"]
    assert "Add up the masses of a robot." in listed
    assert "Print the mass of ROBOT" in helped


def test_its_problems_are_told_as_those_of_others(copy):
    copy.python("""
        import subprocess, sys
        words = [sys.executable, "-m", "pelagos", "weight", "no-such-robot"]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 2, done
        assert "neither such a file nor such a built-in robot" in done.stderr
        assert "Traceback" not in done.stderr
    """)
