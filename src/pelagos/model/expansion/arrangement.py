"""Words for modules: which file, where, and how many of them; and for docks between bodies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

from pydantic import BeforeValidator, Field, create_model, model_validator

from pelagos.language.placement import Placement
from pelagos.language.words import Angles, Words, kind_of, read_as, read_below, refusal
from pelagos.relations.contract import Baumgarte, Relation
from pelagos.relations.table import DOCKABLE, RELATIONS

MAX_INSTANCES = 100_000
_TEMPLATE = re.compile(r"\{(name|index|row|column)\}")

Count = Annotated[int, Field(ge=1, le=MAX_INSTANCES)]


# what a dock says in words of its own, and what else relations that can be docked have
_ENDS = ("between", "at", "to")
_OWN: dict[str, Any] = {
    key: get_type_hints(RELATIONS[kind], include_extras=True)[key]
    for kind in DOCKABLE
    for key in RELATIONS[kind].model_fields
    if key not in (*_ENDS, *Relation.model_fields)
}


def _with_relation(name: str, base: type[Words]) -> Any:
    """The words of `base`, and those of whichever relation their `kind` says."""
    keys: dict[str, Any] = {
        "kind": (Literal[DOCKABLE], DOCKABLE[0]),
        **{key: (words | None, None) for key, words in _OWN.items()},
        "baumgarte": (Baumgarte | None, None),
        "active": (bool, True),
    }
    text = base.__doc__
    return create_model(name, __base__=base, __doc__=text, __module__=__name__, **keys)


class DockEnds(Words):
    """A constraint in the words of docking: `from` one body `to` another.

    `at` is the point in the first body's frame and `onto` the one in the second's; `attitude` is
    roll, pitch and yaw of the second body in the first. Without `onto` and `attitude` the bodies
    stay as they stand at the start; with one of them the other is zero. `kind` is a weld, or
    another constraint with its own keys. With `active: false` it waits for an event.
    """

    first: str = Field(alias="from")
    second: str = Field(alias="to")
    at: Placement | None = None
    onto: Placement | None = None
    attitude: Angles | None = None


class DockedBody(Words):
    """How neighbours of a grid or chain are docked: as a dock, with `body` of each module.

    `at` and `onto` are left to the start.
    """

    short_forms = ({"type": "boolean"},)

    body: str = ""


if TYPE_CHECKING:

    class Dock(DockEnds):
        """With the words of a relation."""

    class Neighbours(DockedBody):
        """With the words of a relation."""

else:
    Dock = _with_relation("Dock", DockEnds)
    Neighbours = _with_relation("Neighbours", DockedBody)


def constraint_of(words: dict[str, Any], first: str, second: str) -> dict[str, Any]:
    """The words of a constraint from those of a dock between two bodies."""
    kind = words.get("kind", DOCKABLE[0])
    law: dict[str, Any] = {"between": [first, second]}
    law |= {k: words[k] for k in (*_OWN, *Relation.model_fields) if k in words}
    if words.get("at") is not None:
        law["at"] = words["at"]
    if words.get("attitude") is not None:
        law["at"] = {"rpy": words["attitude"], "within": words.get("at") or {}}
    if words.get("onto") is not None or words.get("attitude") is not None:
        law["to"] = words.get("onto") or [0, 0, 0]
    return {kind: law}


def _dock_words(words: Any) -> Any:
    return {} if words is True else words


def _dock(words: Any) -> type[Neighbours] | None:
    return None if words is None or words is False else Neighbours


class Module(Words):
    """Another model as a part of this one: its file, where it stands, and what differs.

    `file` is a path beside the including file, or the name of a built-in robot. `at` places the
    module's world in this one's, or in the frame of the body `on`, to which its roots are then
    joined. `set` changes values of the module. `repeat` and `chain` make a row of modules, each
    placed by `spacing` in the one before; `grid` makes rows along x and columns along y. `dock`
    joins neighbours; a chain always does, and a `closed` one joins its ends.
    """

    short_forms = ({"type": "string"},)

    file: str
    at: Placement = Placement()
    on: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    repeat: Count | None = None
    chain: Count | None = None
    grid: tuple[Count, Count] | None = None
    spacing: Any = None  # a placement, or two lengths for a grid
    closed: bool = False
    dock: Annotated[
        Neighbours | Literal[False] | None, read_as(_dock), BeforeValidator(_dock_words)
    ] = None
    names: str | None = None
    source: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, words: Any) -> Any:
        return {"file": words} if isinstance(words, str) else words

    @model_validator(mode="after")
    def _one_arrangement(self) -> Module:
        given = [k for k in ("repeat", "chain", "grid") if getattr(self, k) is not None]
        if len(given) > 1:
            raise refusal(f"{' and '.join(given)} are given", "keep one of them")
        extra = [k for k in ("spacing", "dock", "names") if getattr(self, k) is not None]
        if extra and not given:
            raise refusal(
                f"{extra[0]} is for several modules, this is one",
                "add repeat, chain or grid, or remove it",
                extra[0],
            )
        if self.closed and self.chain is None:
            raise refusal("only a chain can be closed", "use chain", "closed")
        if given:
            self._check_spacing(given[0])
        if self.names is not None and not _TEMPLATE.search(self.names):
            raise refusal(
                "all modules would have the same name",
                "use {index} in it, or {row} and {column} for a grid",
                "names",
            )
        return self

    @property
    def count(self) -> int:
        """How many modules this makes."""
        rows, columns = self.grid or (self.repeat or self.chain or 1, 1)
        return rows * columns

    @property
    def placements(self) -> int:
        """How many placements they have: in a row that turns, each has those before it."""
        turning = self.grid is None and isinstance(self.spacing, dict)
        return self.count * self.count // 2 if turning else self.count

    def _check_spacing(self, arrangement: str) -> None:
        if self.spacing is None:
            example = "[0.6, 0.5]" if arrangement == "grid" else "[0, 0.5, 0]"
            raise refusal(
                f"how far apart are the modules of the {arrangement}?",
                f"add spacing: {example}",
                "spacing",
            )
        if arrangement == "grid":
            if not isinstance(self.spacing, list) or len(self.spacing) != 2:
                raise refusal(
                    f"two lengths are needed, this is {kind_of(self.spacing)}",
                    "write spacing: [between rows, between columns]",
                    "spacing",
                )
            read_below("spacing", Placement, [*self.spacing, 0])
        else:
            read_below("spacing", Placement, self.spacing)


@dataclass(frozen=True)
class Instance:
    """One module that an entry of `modules:` makes."""

    name: str
    at: list[Any]  # placements, the outermost last


def instances(key: str, module: Module, words: dict[str, Any]) -> list[Instance]:
    """The modules that an entry makes, with the words of their placements."""
    own = [words["at"]] if words.get("at") is not None else []
    if module.grid is not None:
        rows, columns = module.grid
        template = module.names or "r{row}c{column}"
        return [
            Instance(_name(template, key, i * columns + j, i, j), [_in_grid(words, i, j), *own])
            for i in range(rows)
            for j in range(columns)
        ]
    count = module.repeat or module.chain
    if count is None:
        return [Instance(key, own)]
    template = module.names or "{name}{index}"
    return [
        Instance(_name(template, key, i, i, 0), _in_row(words["spacing"], i) + own)
        for i in range(count)
    ]


def neighbours(module: Module, names: list[str]) -> list[tuple[str, str]]:
    """Pairs of modules of an entry that are docked."""
    docked = module.dock is not None and module.dock is not False
    if module.chain is not None:
        docked = module.dock is not False
    if not docked:
        return []
    if module.grid is not None:
        rows, columns = module.grid
        pairs = []
        for i in range(rows):
            for j in range(columns):
                here = names[i * columns + j]
                if j + 1 < columns:
                    pairs.append((here, names[i * columns + j + 1]))
                if i + 1 < rows:
                    pairs.append((here, names[(i + 1) * columns + j]))
        return pairs
    pairs = list(zip(names, names[1:], strict=False))
    return [*pairs, (names[-1], names[0])] if module.closed and len(names) > 2 else pairs


def _name(template: str, key: str, index: int, row: int, column: int) -> str:
    values = {"name": key, "index": index + 1, "row": row + 1, "column": column + 1}
    return _TEMPLATE.sub(lambda match: str(values[match[1]]), template)


def _in_grid(words: dict[str, Any], row: int, column: int) -> list[Any]:
    """Rows go back along x, columns to y."""
    x, y = words["spacing"]
    return [_times(-row, x), _times(column, y), 0]


def _in_row(spacing: Any, index: int) -> list[Any]:
    """Each stands in the one before; what does not turn adds up."""
    if isinstance(spacing, list):
        return [[_times(index, length) for length in spacing]]
    return [spacing] * index


def _times(count: int, length: Any) -> Any:
    return f"{count}*({length})" if isinstance(length, str) else count * length
