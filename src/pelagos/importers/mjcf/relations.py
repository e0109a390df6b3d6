"""Equalities as relations, and tendons as springs, as far as these say the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.importers.frames import LinkFrame, Shifted, of_quaternion
from pelagos.importers.mjcf.bodies import MjcfTree
from pelagos.importers.mjcf.defaults import Defaults
from pelagos.importers.mjcf.joints import JointFacts, is_limited
from pelagos.importers.mjcf.options import Compiler
from pelagos.importers.source import XmlSource
from pelagos.language.words import WORLD
from pelagos.language.xml_text import Tag
from pelagos.relations.gear import MAX_TERMS

Terms = dict[str, float]  # factors of coordinates


class Relations:
    """Reads <equality> and <tendon> of one file."""

    def __init__(
        self,
        root: Tag,
        tree: MjcfTree,
        shifted: Shifted,
        joints: dict[str, JointFacts],
        source: XmlSource,
    ) -> None:
        self.root, self.tree, self.shifted, self.source = root, tree, shifted, source
        self.joints = joints
        self.compiler: Compiler = tree.compiler
        self.defaults: Defaults = tree.defaults
        self.fixed: dict[str, Terms] = {}  # tendons that are sums of coordinates

    # --- tendons

    def springs(self, bodies: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """Springs between bodies; a tendon of one joint stiffens that joint."""
        found: dict[str, Any] = {}
        for tag in (tag for tendon in self.root.all("tendon") for tag in tendon.children):
            given = self.defaults.of(
                Tag("tendon", tag.attributes, tag.line, tag.children, file=tag.file), ""
            )
            name = given.get("name", f"tendon{len(found) + 1}")
            if is_limited(given, "limited", "range", self.compiler):
                self.source.note("left out", "limits of tendons")
            if self.compiler.number(tag, given, "frictionloss", 0.0):
                self.source.note("left out", "friction of tendons")
            if tag.name == "fixed":
                self._fixed(tag, given, name, bodies)
            else:
                words = self._spatial(tag, given, name)
                found |= {name: words} if words else {}
        names = self.source.names("tendons", found)
        return {names[name]: words for name, words in found.items()}

    def _fixed(
        self, tag: Tag, given: dict[str, str], name: str, bodies: dict[str, dict[str, Any]]
    ) -> None:
        terms: Terms = {}
        for part in tag.all("joint"):
            facts = self._joint(part, part.attributes.get("joint", ""))
            if facts is not None:
                factor = self.source.number(part, "coef", 1.0)
                terms[facts.body] = terms.get(facts.body, 0.0) + factor
        self.fixed[name] = {body: factor for body, factor in terms.items() if factor}
        for key in ("stiffness", "damping"):
            value = self.compiler.number(tag, given, key, 0.0)
            if not value:
                continue
            if len(terms) != 1 or (key == "stiffness" and "springlength" in given):
                self.source.note("left out", f"{key} of tendons over several joints")
                continue
            ((body, factor),) = terms.items()
            words = bodies[body]["joint"]
            if words.get("rest") and key == "stiffness":
                self.source.note("left out", "stiffness of a tendon over a spring that rests apart")
                continue
            words[key] = words.get(key, 0.0) + value * factor**2

    def _spatial(self, tag: Tag, given: dict[str, str], name: str) -> dict[str, Any]:
        stiffness = self.compiler.number(tag, given, "stiffness", 0.0)
        damping = self.compiler.number(tag, given, "damping", 0.0)
        if not stiffness:
            what = (
                "damping of tendons without stiffness" if damping else "tendons without stiffness"
            )
            self.source.note("left out", what)
            return {}
        sites = [self.tree.sites.get(part.attributes.get("site", "")) for part in tag.all("site")]
        straight = len(sites) == 2 and len(tag.children) == 2
        if not straight or None in sites:
            self.source.note("left out, a tendon that is no straight line between two sites", name)
            return {}
        (one, first), (other, second) = (site for site in sites if site is not None)
        if one == other:
            self.source.note("left out, a tendon within one body", name)
            return {}
        gap = self._rest(one) @ first, self._rest(other) @ second
        length = float(np.linalg.norm(gap[0].p - gap[1].p))
        low, high = self._slack(tag, given, length)
        if low != high and low > 0:
            self.source.note("left out, a tendon that pushes and pulls apart from a slack", name)
            return {}
        words: dict[str, Any] = {
            "between": [one, other],
            "at": self.shifted.point(one, first.p),
            "to": self.shifted.point(other, second.p),
            "stiffness": stiffness,
            "rest": high,
        }
        words |= {"damping": damping} if damping else {}
        if low != high:
            words["tension_only"] = True
            if damping:
                self.source.note("damped only while taut", name)
        return words

    def _slack(self, tag: Tag, given: dict[str, str], length: float) -> tuple[float, float]:
        """Between which lengths a tendon does not pull; -1 is the length at rest."""
        ends = self.source.several(tag, "springlength", given.get("springlength", ""), 2) or [-1.0]
        low, high = ends[0], ends[-1]
        return (length, length) if low < 0 else (low, high)

    def _rest(self, body: str) -> LinkFrame:
        return LinkFrame(np.zeros(3), np.eye(3)) if body == WORLD else self.tree.bodies[body].rest

    # --- equalities

    def constraints(self) -> dict[str, Any]:
        """Relations by their names."""
        found: dict[str, Any] = {}
        for tag in (tag for equality in self.root.all("equality") for tag in equality.children):
            given = self.defaults.of(
                Tag("equality", tag.attributes, tag.line, tag.children, file=tag.file), ""
            )
            read = {"connect": self._ends, "weld": self._ends, "joint": self._sum}
            read["tendon"] = self._sum
            if tag.name not in read:
                self.source.note("left out", f"<{tag.name}> of equalities")
                continue
            words = read[tag.name](tag, given)
            if words is None:
                continue
            if given.get("active", "true") == "false":
                next(iter(words.values()))["active"] = False
            found[given.get("name", f"{tag.name}{len(found) + 1}")] = words
        names = self.source.names("equalities", found)
        return {names[name]: words for name, words in found.items()}

    def _ends(self, tag: Tag, given: dict[str, str]) -> dict[str, Any] | None:
        """Two frames that coincide, or their origins."""
        kind = "ball" if tag.name == "connect" else "weld"
        if "site1" in given or "site2" in given:
            ends = [self.tree.sites.get(given.get(key, "")) for key in ("site1", "site2")]
            if None in ends:
                self.source.refuse(tag, "there is no such site", "name two sites")
                return None
            (one, at), (other, to) = (end for end in ends if end is not None)
        else:
            bodies = [self._body(tag, given.get(key, WORLD)) for key in ("body1", "body2")]
            if None in bodies:
                return None
            one, other = (str(body) for body in bodies)
            at, to = self._places(tag, given, one, other)
        if one == other:
            self.source.note("left out", "equalities within one body")
            return None
        on_one, on_other = self.shifted.at(one, at), self.shifted.at(other, to)
        ends_words = {"at": on_one.words(), "to": on_other.words()}
        return {kind: {"between": [one, other], **ends_words}}

    def _places(
        self, tag: Tag, given: dict[str, str], one: str, other: str
    ) -> tuple[LinkFrame, LinkFrame]:
        """The frames of a connection by bodies: where they are at rest, unless it is told."""
        p = np.array(self.compiler.vector(tag, given, "anchor", [0.0, 0.0, 0.0]))
        apart = self._rest(other).inverse @ self._rest(one)
        if tag.name == "connect":
            at = LinkFrame(p, np.eye(3))
            return at, LinkFrame((apart @ at).p, np.eye(3))
        to = LinkFrame(p, np.eye(3))  # the anchor of a weld stands on the second body
        numbers = self.source.several(tag, "relpose", given.get("relpose", ""), 7)
        if len(numbers) == 7 and any(numbers[3:]):
            pose = LinkFrame(np.array(numbers[:3]), of_quaternion(numbers[3:]))
            return pose @ to, to
        return apart.inverse @ to, to

    def _sum(self, tag: Tag, given: dict[str, str]) -> dict[str, Any] | None:
        """A polynomial of the second coordinate or tendon, if it is of the first order."""
        sides = [self._terms(tag, given.get(f"{tag.name}{k}", "")) for k in (1, 2)]
        if sides[0] is None or sides[1] is None:
            return None
        text = given.get("polycoef", "0 1 0 0 0")
        offset, factor, *higher = [*self.source.several(tag, "polycoef", text, 11), 0.0, 0.0][:11]
        if any(higher):
            self.source.note("left out, an equality of higher order", given.get("name", tag.name))
            return None
        terms = dict(sides[0])
        for body, value in sides[1].items():
            terms[body] = terms.get(body, 0.0) - factor * value
        terms = {body: value for body, value in terms.items() if value}
        if not 1 <= len(terms) <= MAX_TERMS:
            self.source.note(f"left out, an equality of over {MAX_TERMS} joints", tag.name)
            return None
        return {"gear": {"joints": terms, "value": offset}}

    def _terms(self, tag: Tag, name: str) -> Terms | None:
        if not name:
            return {}
        if tag.name == "tendon":
            if name not in self.fixed:
                self.source.note("left out, an equality of a tendon that is no sum", name)
            return self.fixed.get(name)
        facts = self._joint(tag, name)
        return None if facts is None else {facts.body: 1.0}

    def _joint(self, tag: Tag, name: str) -> JointFacts | None:
        facts = self.joints.get(name)
        if facts is None:
            self.source.refuse(tag, "there is no such joint", "name one of the file", name)
            return None
        if facts.kind not in ("hinge", "slide"):
            self.source.note("left out, what acts on a joint of several freedoms", name)
            return None
        return facts

    def _body(self, tag: Tag, name: str) -> str | None:
        if name not in self.tree.named:
            self.source.refuse(tag, "there is no such body", "name one of the file", name)
        return self.tree.named.get(name)
