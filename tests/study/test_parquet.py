"""The table of a study in Parquet, read by another program."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

import pelagos as pl
from pelagos.cli.main import main

parquet = pytest.importorskip("pyarrow.parquet")


def test_table_equals_dataset(folder, drawn_words):
    study = pl.sweep(drawn_words, "out", chunk=8)
    with pytest.raises(SystemExit) as end:
        main(["study", "export", "out", "runs.parquet"])
    assert end.value.code == 0
    table = parquet.read_table("runs.parquet")
    data = study.dataset
    assert table.column_names == [
        "run",
        *study.columns,
        *study.metric_names,
        "outcome",
        "time",
        "message",
    ]
    for name in table.column_names[:-2]:
        np.testing.assert_array_equal(table[name].to_numpy(), data[name].values)
    failures = study.failures()
    messages = table["message"].to_pylist()
    assert {run: text for run, text in enumerate(messages) if text} == failures
    assert json.loads(table.schema.metadata[b"study"])["runs"] == 21
    assert parquet.ParquetFile("runs.parquet").num_row_groups == 3


def test_what_stopped_a_run_is_in_the_table(folder, drawn_words):
    study = pl.sweep(drawn_words | {"stop": {"fast": "u[weight] > 0.55"}}, "out", chunk=8)
    by = study.dataset["stopped_by"].values
    assert set(by) == {"fast", ""}
    table = parquet.read_table(study.to_parquet("runs.parquet"))
    assert table["stopped_by"].to_pylist() == by.tolist()
    with study.to_csv("runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == table.column_names
    assert [row["stopped_by"] for row in rows] == by.tolist()
