"""YAML 1.2: what scalars mean, where values stand, and which texts are refused."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from pelagos import model
from pelagos.errors import ModelError
from pelagos.language import yaml_text
from pelagos.language.yaml_text import read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-3", 1e-3),
        ("1E5", 1e5),
        (".5", 0.5),
        ("5.", 5.0),
        ("+7", 7),
        ("012", 12),
        ("12:30:00", "12:30:00"),
        ("2026-01-01", "2026-01-01"),
        ("on", "on"),
        ("yes", "yes"),
        ("n", "n"),
        ("true", True),
        ("null", None),
        ("~", None),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ('"3"', "3"),
        ("'true'", "true"),
        ("30 deg", "30 deg"),
        ("-.inf", -math.inf),
        ("9" * 30, 1e30),
        ("9" * 6000, math.inf),
        ("<<", "<<"),
        ("=", "="),
    ],
)
def test_scalars(text, value):
    found = read(f"a: {text}").data["a"]
    assert found == value
    assert type(found) is type(value)
    if len(text) < 1000:  # keys are the text itself
        assert read(f"{text}: 1").data == {text.strip("\"'"): 1}


def test_nan():
    assert math.isnan(read("a: .nan").data["a"])


def test_lines():
    text = "a: 1\nb:\n  c: [1,\n      2]\n  d: {e: 1,\n      f: 2}\n"
    lines = read(text).lines
    known = {("a",): 1, ("b",): 2, ("b", "c", 1): 4, ("b", "d"): 5, ("b", "d", "f"): 6}
    assert {path: lines.get(path) for path in known} == {**known, ("a",): None}
    assert lines[()] == 1  # values on the line of what surrounds them are not listed
    assert ("b", "c", 0) not in lines


def refusal(text, message):
    """The problem with that message."""
    with pytest.raises(ModelError) as caught:
        model.loads(text, "file.yaml")
    assert all(problem.file == "file.yaml" for problem in caught.value.problems)
    return next(problem for problem in caught.value.problems if message in problem.message)


@pytest.mark.parametrize(
    ("text", "line", "key", "message", "remedy"),
    [
        ("name: a\nname: b", 2, "name", "given twice", "remove one"),
        ("bodies:\n  a: {mass: 1, mass: 2}", 2, "bodies.a.mass", "given twice", "remove one"),
        ("a: &x 1\nb: *x", 2, "b", "aliases are not read", "parameters"),
        ("a: !!python/object:os.system x", 1, "a", "tags are not read", "remove"),
        ("a: !mine x", 1, "a", "tags are not read", "remove"),
        ("? [1, 2]\n: 3", 1, "", "a key must be plain text", "key: value"),
        ("--- {}\n--- {}", 2, "", "more than one document", "---"),
        ("a: [1, 2", 2, "", "not YAML", "brackets"),
        ("a: b: c", 1, "", "not YAML", "quotes"),
        ("a:\n\t- 1", 2, "", "not YAML", "indentation"),
        ("x\ny: \x00", 2, "", "not YAML", "remove it"),
        ("a\nb\ud800", 2, "", "not Unicode", "remove it"),
        ("", 1, "", "a model is a mapping", "begin with name"),
        ("- 1", 1, "", "a model is a mapping", "begin with name"),
        ("just text", 1, "", "a model is a mapping", "begin with name"),
    ],
)
def test_refusals(text, line, key, message, remedy):
    problem = refusal(text, message)
    assert (problem.line, problem.key) == (line, key)
    assert remedy in problem.remedy


DEEP = 10_000


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        "[" * DEEP + "]" * DEEP,
        "a: " + "{a: " * DEEP + "}" * DEEP,
        "- " * DEEP + "1",
        "\n".join(" " * i + "a:" for i in range(2000)),
        "? " * DEEP,
    ],
)
def test_deep_nesting_is_refused(text):
    refusal(text, "plain text" if text[0] == "?" else "nested more than 64 deep")


def test_deep_words_from_python_are_refused():
    words: dict = {}
    for _ in range(100_000):
        words = {"a": words}
    with pytest.raises(ModelError, match="nested more than 64 deep"):
        model.Robot(**words)


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(10**13)  # takes no room on the disk, and would fit into no memory
    with pytest.raises(ModelError) as caught:
        model.load(path)
    (problem,) = caught.value.problems
    assert problem.found == "10000000.0 MB"
    assert "larger than 20 MB" in problem.message
    assert "files of their own" in problem.remedy
    with pytest.raises(ModelError, match="larger than 20 MB"):
        model.loads(" " * 20_000_001)


def test_many_values_are_refused(monkeypatch):
    monkeypatch.setattr(yaml_text, "MAX_VALUES", 100)
    problem = refusal("a: [" + "1," * 200 + "]", "more than 100 values")
    assert "files of their own" in problem.remedy


def test_billion_laughs_are_refused():
    text = "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in pairwise("abcdefghi"))
    assert refusal(text, "aliases are not read").found == "*a"
