"""Macros written out: properties, arguments, conditions, blocks, inclusions and calls.

As http://wiki.ros.org/xacro describes them. Arguments have their defaults; environment variables
are not looked at. The result is a tree of plain tags with the lines and files they come from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pelagos.errors import ModelError
from pelagos.importers.files import Inclusions
from pelagos.importers.source import XmlSource
from pelagos.importers.xacro.scopes import Properties
from pelagos.importers.xacro.values import truth
from pelagos.language.suggest import did_you_mean
from pelagos.language.units import ExpressionError
from pelagos.language.xml_text import Tag

MARK = "xacro:"
_DEEPEST = 60  # macros that call each other
_MOST = 200_000  # tags in all
_ENDINGS = (".xacro", ".urdf", ".xml")


def has_macros(root: Tag) -> bool:
    """Whether a tag or one in it is a macro's."""
    waiting = [root]
    while waiting:
        tag = waiting.pop()
        if tag.name.startswith(MARK):
            return True
        waiting += tag.children
    return False


def written_out(root: Tag, source: XmlSource) -> Tag:
    """The tree without macros."""
    return _Evaluator(source).whole(root)


@dataclass(frozen=True)
class _Parameter:
    name: str
    stars: int  # 0: a value; 1: one tag; 2: the tags in one
    default: str | None


@dataclass(frozen=True)
class _Macro:
    tag: Tag
    parameters: list[_Parameter]
    properties: Properties


class _Evaluator:
    def __init__(self, source: XmlSource) -> None:
        self.source = source
        self.files = Inclusions(source, _ENDINGS)
        self.macros: dict[str, _Macro] = {}
        self.count = 0

    def whole(self, root: Tag) -> Tag:
        properties = Properties()
        children = self._all(root.children, properties, 0)
        if properties.arguments:
            told = ", ".join(f"{k}={v}" for k, v in properties.arguments.items())
            self.source.note("arguments at their defaults", told)
        attributes = self._attributes(root, properties)
        return replace(root, attributes=attributes, children=children)

    def _all(self, tags: list[Tag], properties: Properties, depth: int) -> list[Tag]:
        found: list[Tag] = []
        for tag in tags:
            found += self._one(tag, properties, depth)
        return found

    def _one(self, tag: Tag, properties: Properties, depth: int) -> list[Tag]:
        self.count += 1
        if self.count > _MOST or depth > _DEEPEST:
            said = f"macros give more than {_MOST} tags, or call each other without end"
            self.source.refuse(tag, said, "check what calls itself", tag.name)
            raise ModelError(self.source.problems)
        try:
            if tag.name.startswith(MARK):
                return self._macro_tag(tag, tag.name.removeprefix(MARK), properties, depth)
            attributes = self._attributes(tag, properties)
            pieces = [properties.filled(tag.text)] if tag.pieces else []
        except ExpressionError as error:
            raise self._refused(tag, error) from None
        children = self._all(tag.children, properties, depth)
        return [replace(tag, attributes=attributes, children=children, pieces=pieces)]

    def _refused(self, tag: Tag, error: ExpressionError) -> ModelError:
        self.source.refuse(tag, error.message, error.remedy or "run xacro first")
        return ModelError(self.source.problems)

    def _attributes(self, tag: Tag, properties: Properties) -> dict[str, str]:
        return {
            key: properties.filled(value)
            for key, value in tag.attributes.items()
            if not key.startswith("xmlns")
        }

    def _macro_tag(self, tag: Tag, word: str, properties: Properties, depth: int) -> list[Tag]:
        given = tag.attributes
        if word == "property":
            self._property(tag, properties)
        elif word == "arg":
            name, default = given.get("name", ""), given.get("default")
            if default is not None:
                properties.outermost.arguments.setdefault(name, properties.filled(default))
        elif word == "macro":
            self._define(tag, properties)
        elif word in ("if", "unless"):
            holds = truth(properties.value(given.get("value", "")))
            if holds is (word == "if"):
                return self._all(tag.children, properties, depth)
        elif word == "include":
            return self._include(tag, properties, depth)
        elif word == "insert_block":
            name = properties.filled(given.get("name", ""))
            block = properties.block(name)
            if block is None:
                raise ExpressionError(f"there is no block {name!r}", "pass it to the macro")
            return block
        else:
            called = properties.filled(given.get("macro", "")) if word == "call" else word
            return self._call(tag, called, properties, depth)
        return []

    def _property(self, tag: Tag, properties: Properties) -> None:
        name = tag.attributes.get("name", "")
        where = tag.attributes.get("scope", "")
        holder = properties.outermost if where == "global" else properties
        if where == "parent":
            holder = properties.around or properties
        if "default" in tag.attributes:
            if not holder.has(name):
                holder.set(name, tag.attributes["default"])
        elif "value" in tag.attributes:
            text = tag.attributes["value"]
            # a new value may be made of the old one
            if holder.has(name) and "$" in text:
                holder.values[name] = properties.value(text)
                holder.texts.pop(name, None)
            else:
                holder.set(name, text)
        else:
            holder.blocks[name] = self._all(tag.children, properties, 0)

    def _define(self, tag: Tag, properties: Properties) -> None:
        name = tag.attributes.get("name", "").removeprefix(MARK)
        parameters = []
        for word in tag.attributes.get("params", "").replace(",", " ").split():
            called, given, default = word.partition(":=")
            if not given:
                called, given, default = word.partition("=")
            stars = len(called) - len(called.lstrip("*"))
            text = default.strip("'\"") if given else None
            parameters.append(_Parameter(called.lstrip("*"), stars, text))
        self.macros[name] = _Macro(tag, parameters, properties)

    def _include(self, tag: Tag, properties: Properties, depth: int) -> list[Tag]:
        name = properties.filled(tag.attributes.get("filename", ""))
        if "ns" in tag.attributes:
            said = "inclusions with a name space are not read"
            raise ExpressionError(said, "remove ns, or run xacro first")
        root = self.files.read(tag, name, depth + 1)
        if root is None:
            if tag.attributes.get("optional", "false") == "true":
                self.source.problems.pop()
                self.source.note("left out, a file that need not be there", name)
                return []
            raise ModelError(self.source.problems)
        return self._all(root.children, properties, depth + 1)

    def _call(self, tag: Tag, name: str, properties: Properties, depth: int) -> list[Tag]:
        macro = self.macros.get(name)
        if macro is None:
            raise ExpressionError(f"unknown macro {name!r}", did_you_mean(name, self.macros))
        inner = Properties(macro.properties)
        blocks = self._all(tag.children, properties, depth + 1)
        given = {k: v for k, v in tag.attributes.items() if not (k == "macro" and name != tag.name)}
        for parameter in macro.parameters:
            if parameter.stars:
                if not blocks:
                    said = f"the block {parameter.name!r} of {name} is missing"
                    raise ExpressionError(said, "put it between the tags")
                block = blocks.pop(0)
                tags = [block] if parameter.stars == 1 else block.children
                inner.blocks[parameter.name] = tags
            elif parameter.name in given:
                inner.values[parameter.name] = properties.value(given.pop(parameter.name))
            else:
                self._default(parameter, name, inner, properties)
        unknown = [key for key in given if not key.startswith("xmlns") and key != "macro"]
        if unknown:
            said = f"the macro {name} has no parameter {unknown[0]!r}"
            raise ExpressionError(
                said, did_you_mean(unknown[0], [p.name for p in macro.parameters])
            )
        return self._all(macro.tag.children, inner, depth + 1)

    def _default(
        self, parameter: _Parameter, macro: str, inner: Properties, properties: Properties
    ) -> None:
        """A parameter that is not given: of the caller (^), or its default."""
        text = parameter.default
        if text is not None and text.startswith("^"):
            found = properties.get(parameter.name)
            if found is not None:
                inner.values[parameter.name] = found
                return
            text = text[2:] if text.startswith("^|") else None
        if text is None:
            said = f"the parameter {parameter.name!r} of {macro} is missing"
            raise ExpressionError(said, "give it")
        inner.values[parameter.name] = inner.value(text)
