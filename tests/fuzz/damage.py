"""Damage: to words (nested mappings and lists), to texts, to bytes, and to whole files."""

from __future__ import annotations

import copy
import json
import math
import os
import random
from pathlib import Path
from typing import Any

from pelagos.language import yaml_text

NUMBERS: list[Any] = [
    *(0, -0.0, 1, -1, 0.5, 3, 1e-9, -1e-9, 1e-300, 5e-324, 1e9, -1e9, 1e15, 1e16, 1e300, 2**31),
    *(2**63, 10**30, math.nan, math.inf, -math.inf, 64, 1000, 100_000, 900_000),
]
FACTORS = (-1, 0.5, 2, 10, 1e3, 1e6, 1e-3, 1e-6, 1e-30, 1e12)
TEXTS = [
    *("", " ", "x", "-y", "world", "free", "hull", "30 deg", "2 m", "1 kg m^2", "3 furlong", "t"),
    *(
        "q[a]",
        "u[hull.u]",
        "pi",
        "1/0",
        "0/0",
        "sqrt(-1)",
        "log(0)",
        "1e400",
        "2^9999",
        "((((1))))",
    ),
    *("a" * 300, "水", "é", "\u202e", "\ud83d\ude80", "a.b", "../x", "/dev/zero", "a\0b", "null"),
    *("true", "~", "*a", "&a", "!!python/object:os.system", "{", "%", "@", "-", "- - -", "1_000"),
    *("min(1,2)", "exp(1000)", "tan(pi/2)", "1 N m", "5 kn", "12 rpm", "a=b", "s[x]", "1e", "--1"),
]
STRUCTURES: list[Any] = [
    *(None, True, False, [], {}, [[]], [{}], {"a": None}, [None], {"": 1}, [1, 2], [1, 2, 3]),
    *([1, 2, 3, 4], [0, 0, 0], [0, 0, 0, 0], ["x", "y", "z"], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    *([1] * 6, [math.nan] * 3, {"x": 1, "y": 2}, [0, 1, 0, 1, 0, 1]),
]


def places(words: Any) -> list[tuple[Any, Any]]:
    """Every container below with each of its keys."""
    found: list[tuple[Any, Any]] = []
    left = [words]
    while left:
        here = left.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here))
        for key in keys:
            found.append((here, key))
            if isinstance(here[key], dict | list):
                left.append(here[key])
    return found


def any_value(rng: random.Random) -> Any:
    """Something that seldom belongs where it is put."""
    if rng.random() < 0.05:
        value: Any = rng.choice(NUMBERS)
        for _ in range(rng.choice([3, 20, 70])):
            value = [value] if rng.random() < 0.5 else {"a": value}
        return value
    return copy.deepcopy(rng.choice(rng.choice([NUMBERS, TEXTS, STRUCTURES])))


def words(rng: random.Random, sound: Any, others: list[Any], most: int = 4) -> Any:
    """A damaged copy; `others` are sound words that pieces may come from."""
    damaged = copy.deepcopy(sound)
    numbers_only = rng.random() < 0.4  # which can often be read
    for _ in range(rng.randint(1, most)):
        found = places(damaged)
        if numbers_only:
            found = [(here, key) for here, key in found if is_number(here[key])]
        if not found:
            return any_value(rng)
        here, key = rng.choice(found)
        if numbers_only:
            here[key] = rng.choice([*NUMBERS, *(here[key] * x for x in FACTORS)])
        else:
            _once(rng, here, key, others)
    return damaged


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _once(rng: random.Random, here: Any, key: Any, others: list[Any]) -> None:
    """One change at one place."""
    value = here[key]
    kind = rng.randrange(10)
    if kind == 0:
        del here[key]
    elif kind == 1 and isinstance(here, dict):
        here[_other_key(rng, str(key), others)] = here.pop(key)
    elif kind == 1 or kind == 2:
        if isinstance(here, dict):
            here[f"{key}{rng.choice(['2', '.x', '-', ' '])}"] = copy.deepcopy(value)
        else:
            here.insert(key, copy.deepcopy(value))
    elif kind == 3:
        source = rng.choice(others)
        where = places(source)
        inside = rng.choice(where) if where else ({0: source}, 0)
        here[key] = copy.deepcopy(inside[0][inside[1]])
    elif kind == 4:
        here[key] = [value] if rng.random() < 0.5 else {_other_key(rng, "a", others): value}
    elif kind == 5 and isinstance(value, dict | list) and value:
        inner = list(value.values()) if isinstance(value, dict) else value
        here[key] = rng.choice(inner)
    elif kind == 6 and is_number(value):
        here[key] = rng.choice([-value, value * 1e6, value * 1e-6, 0, f"{value} m", f"{value} deg"])
    elif kind == 7 and isinstance(value, str):
        here[key] = text(rng, value, 1)
    else:
        here[key] = any_value(rng)


def _other_key(rng: random.Random, key: str, others: list[Any]) -> str:
    if rng.random() < 0.5:
        keys = [k for h, k in places(rng.choice(others)) if isinstance(h, dict)]
        if keys:
            return str(rng.choice(keys))
    return text(rng, key, 1) if rng.random() < 0.7 else str(rng.choice(TEXTS))


def text(rng: random.Random, sound: str, most: int = 6) -> str:
    """Lines and characters removed, doubled, moved and replaced."""
    damaged = sound
    for _ in range(rng.randint(1, most)):
        if not damaged:
            return str(rng.choice(TEXTS))
        at = rng.randrange(len(damaged))
        end = min(len(damaged), at + rng.choice([1, 1, 1, 3, 20]))
        lines = damaged.split("\n")
        line = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            damaged = damaged[:at] + damaged[end:]
        elif kind == 1:
            damaged = damaged[:end] + damaged[at:]
        elif kind == 2:
            damaged = damaged[:at] + str(rng.choice(TEXTS)) + damaged[end:]
        elif kind == 3:
            damaged = (
                damaged[:at]
                + rng.choice(":{}[]-?,&*!|>'\"%@`#\n\t 0.e<=~\r\v\x85\ufeff")
                + damaged[at:]
            )
        elif kind == 4:
            del lines[line]
            damaged = "\n".join(lines)
        elif kind == 5:
            lines.insert(rng.randrange(len(lines)), lines[line])
            damaged = "\n".join(lines)
        elif kind == 6:
            lines[line] = rng.choice(["  ", " ", "\t"]) + lines[line]
            damaged = "\n".join(lines)
        else:
            damaged = damaged[:at]
    return damaged


def octets(rng: random.Random, sound: bytes, most: int = 8) -> bytes:
    """Bits turned, stretches removed, doubled, zeroed and filled at random, the end cut off."""
    damaged = bytearray(sound)
    for _ in range(rng.randint(1, most)):
        if not damaged:
            return bytes(rng.choice([b"", b"\0", rng.randbytes(100)]))
        at = rng.randrange(len(damaged))
        length = min(len(damaged) - at, rng.choice([1, 1, 2, 4, 8, 100, 1000]))
        kind = rng.randrange(7)
        if kind <= 1:
            damaged[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            damaged[at : at + length] = rng.choice([b"\0", b"\xff"]) * length
        elif kind == 3:
            damaged[at : at + length] = rng.randbytes(length)
        elif kind == 4:
            del damaged[at : at + length]
        elif kind == 5:
            damaged[at:at] = damaged[at : at + length]
        elif rng.random() < 0.5:
            del damaged[at:]
    return bytes(damaged)


def yaml_file(rng: random.Random, place: Path, sound: Any, others: list[Any]) -> None:
    """A YAML file with damaged words, sometimes with a damaged text, sometimes not even text."""
    damaged = words(rng, sound, others)
    try:
        written = yaml_text.write(damaged)
    except Exception:  # what a file cannot hold: surrogates, say
        written = json.dumps(damaged)
    kind = rng.random()
    if kind < 0.75:
        content = written.encode("utf-8", "replace")
    elif kind < 0.9:
        content = text(rng, yaml_text.write(sound)).encode("utf-8", "surrogatepass")
    else:
        content = octets(rng, yaml_text.write(sound).encode())
    place.write_bytes(content)


def odd_file(rng: random.Random, place: Path) -> None:
    """Something else under the name of a file: nothing, a folder, a pipe, a device, a link."""
    if place.is_symlink() or place.exists():
        place.unlink()
    kind = rng.randrange(6)
    if kind == 0:
        place.write_bytes(b"")
    elif kind == 1:
        place.mkdir()
    elif kind == 2:
        os.mkfifo(place)
    elif kind == 3:
        place.symlink_to(rng.choice(["/dev/zero", "/dev/null", "/dev/tty", "/proc/self/mem"]))
    elif kind == 4:
        place.symlink_to(place.name)  # to itself
    else:
        with place.open("wb") as file:
            file.truncate(10_000_000_000)  # a hole: it takes no room


def file(rng: random.Random, content: str, whole: float, garbled: float) -> bytes:
    """Content of a file: as it is, with damaged text, or with damaged octets, by these odds."""
    kind = rng.random()
    if kind < whole:
        return content.encode()
    if kind < garbled:
        return text(rng, content).encode("utf-8", "surrogatepass")
    return octets(rng, content.encode(rng.choice(["utf-8", "utf-16", "latin-1"])))
