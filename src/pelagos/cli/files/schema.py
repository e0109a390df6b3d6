"""Print the JSON schema of model files, for editors."""

from __future__ import annotations

import click

from pelagos.cli.support.text import print_json


@click.command("schema")
def command() -> None:
    """Print the JSON schema of model files.

    Editors with a YAML language server complete and check model files with it.

    \b
    Example:
      pelagos schema > pelagos.schema.json
      then begin a model file with
      # yaml-language-server: $schema=pelagos.schema.json
    """
    from pelagos.model import json_schema

    print_json(json_schema())
