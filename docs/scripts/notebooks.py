"""Runs the notebooks of docs/notebooks, and writes each as a page and as a .ipynb file.

`python docs/scripts/notebooks.py` writes to docs/assets/notebooks, which `make docs` does; name
notebooks to write only these. A script has cells that begin with `# %%`, or `# %% [markdown]`.
"""

from __future__ import annotations

import html
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

DOCS = Path(__file__).parents[1]
SCRIPTS = DOCS / "notebooks"
PATIENCE = 600  # s for a cell, on a machine that has much else to do
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="../katex/katex.min.css">
<script defer src="../katex/katex.min.js"></script>
<script defer src="../katex/auto-render.min.js"></script>
<script>addEventListener("DOMContentLoaded", () => {{
  for (const place of document.querySelectorAll(".latex"))
    renderMathInElement(place, {{ delimiters: [{{ left: "$$", right: "$$", display: true }}] }});
}});</script>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #1d252b; margin: 0 auto; max-width: 1040px;
  padding: 1rem }}
pre {{ background: #f3f5f7; border-radius: .4rem; padding: .6rem .8rem; overflow-x: auto;
  font-size: .85rem; line-height: 1.4 }}
pre.out {{ background: none; padding: 0 }}
.output {{ margin: 0 0 1.4rem; overflow-x: auto }}
.output > img {{ max-width: 100%; height: auto }}
.output > div > table, .output table.dataframe {{ border-collapse: collapse; font-size: .85rem }}
.output table.dataframe td, .output table.dataframe th {{ padding: .15rem .6rem;
  text-align: right }}
code {{ font-size: .9em }}
</style></head><body>
<p><a href="../../notebooks.html">Notebooks</a> ·
<a href="{name}.ipynb" download>{name}.ipynb</a></p>
{body}
</body></html>
"""


def read(script: Path) -> Any:
    """A script as a notebook that has not been run."""
    cells = []
    for piece in re.split(r"^# %%", script.read_text(encoding="utf-8"), flags=re.M)[1:]:
        kind, _, text = piece.partition("\n")
        if kind.strip() == "[markdown]":
            lines = (re.sub(r"^# ?", "", line) for line in text.strip().splitlines())
            cells.append(nbformat.v4.new_markdown_cell("\n".join(lines)))
        elif kind.strip():
            raise ValueError(f"{script}: a cell begins with # %%{kind}; write # %% [markdown]")
        else:
            cells.append(nbformat.v4.new_code_cell(text.strip()))
    for k, cell in enumerate(cells):
        cell["id"] = f"cell-{k}"
    return nbformat.v4.new_notebook(cells=cells)


def execute(notebook: Any) -> Any:
    """Run it from its start to its end in an empty folder; an error in a cell is raised."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as beside:
        place = {"metadata": {"path": folder}}
        client = NotebookClient(notebook, kernel_name="python3", timeout=PATIENCE, resources=place)
        kernel = client.create_kernel_manager()
        if os.name == "posix":  # sockets in a folder of this user; else ports of this machine alone
            kernel.transport, kernel.ip = "ipc", str(Path(beside) / "kernel")
        return client.execute()


def page(notebook: Any, name: str) -> str:
    """A notebook that was run, as a page."""
    import markdown

    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(markdown.markdown(cell.source))
            continue
        parts.append(f"<pre><code>{html.escape(cell.source)}</code></pre>")
        parts += [f'<div class="output">{_output(one)}</div>' for one in cell.outputs]
    title = re.search(r"^# (.+)$", notebook.cells[0].source, flags=re.M)
    return PAGE.format(
        title=html.escape(title[1] if title else name), name=name, body="\n".join(parts)
    )


def _output(one: Any) -> str:
    """The richest form of an output; pieces of HTML come from our own objects and pandas."""
    if one.output_type == "stream":
        return f'<pre class="out">{html.escape(one.text)}</pre>'
    data = one.data
    if "text/html" in data:
        return str(data["text/html"])
    if "image/png" in data:
        return f'<img alt="plot" src="data:image/png;base64,{data["image/png"].strip()}">'
    if "text/latex" in data:
        return f'<div class="latex">{html.escape(data["text/latex"])}</div>'
    return f'<pre class="out">{html.escape(data["text/plain"])}</pre>'


def main(names: list[str]) -> None:
    folder = DOCS / "assets" / "notebooks"
    folder.mkdir(parents=True, exist_ok=True)
    for script in sorted(SCRIPTS.glob("*.py")):
        if names and script.stem not in names:
            continue
        done = execute(read(script))
        (folder / f"{script.stem}.html").write_text(page(done, script.stem), encoding="utf-8")
        nbformat.write(done, folder / f"{script.stem}.ipynb")
        print(script.stem)


if __name__ == "__main__":
    main(sys.argv[1:])
