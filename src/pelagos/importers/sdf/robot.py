"""SDF to the words of a model: links are bodies, each with the joint that leads to it.

Poses are resolved first, so that a link may stand relative to any frame. A body's frame is at its
joint: the axes are the link's, the origin is the joint's. Joints that close a loop are relations.
Static models of a world are left out. What is left out or read otherwise is in the notes.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import numpy as np

from pelagos.importers.contract import Importer
from pelagos.importers.frames import Array, LinkFrame, Shifted, quaternion_of
from pelagos.importers.gazebo.hydrodynamics import fluid_added_mass
from pelagos.importers.gazebo.plugins import Waters
from pelagos.importers.inertias import settle
from pelagos.importers.massless import fix_massless
from pelagos.importers.mimics import followed
from pelagos.importers.sdf.frames import Poses, SdfModel, text_of
from pelagos.importers.sdf.inclusion import with_included
from pelagos.importers.sdf.joints import SdfJoints
from pelagos.importers.sdf.links import LinkReader
from pelagos.importers.source import XmlSource
from pelagos.language import scope
from pelagos.language.scope import Keys
from pelagos.language.words import WORLD
from pelagos.language.xml_text import Tag
from pelagos.language.yaml_text import Document

_GRAVITY = [0.0, 0.0, -9.8]  # of a world that gives none
_READ = {"link", "joint", "frame", "model", "pose", "static", "plugin", "include"}
_UNFELT = {"self_collide", "allow_auto_disable", "enable_wind", "gripper"}
_IN_WORLD = {"model", "plugin", "gravity", "include", "frame"}
_SCENERY = {"light", "scene", "physics", "gui", "atmosphere", "magnetic_field", "audio", "wind"}


class Sdf(Importer):
    """SDF 1.4 to 1.12, as http://sdformat.org/spec describes it."""

    name = "SDF"
    endings = (".sdf", ".world")
    tag = "sdf"
    body = "link"
    balances = True

    def read(self, root: Tag, file: str) -> Document:
        return _World(root, file).document()


class _World:
    """One file on its way to words."""

    def __init__(self, root: Tag, file: str) -> None:
        self.source = XmlSource(file)
        self.root, self.world = self._outer(root)
        self.poses = Poses(self.source)
        self.reader = LinkReader(self.poses, self.source)
        self.sdf_joints = SdfJoints(self.source)
        self.waters = Waters(self.source)
        self.shifted = Shifted()
        self.lines: dict[Keys, int] = {(): root.line}
        self.names: dict[tuple[int, str], str] = {}  # of bodies, by model and link
        self.links: dict[str, tuple[SdfModel, str]] = {}
        self.joints: dict[str, Tag] = {}
        self.joint_names: dict[int, str] = {}  # ours, by tags
        self.leading: dict[str, tuple[SdfModel, Tag]] = {}  # the joint of the tree
        self.closing: list[tuple[SdfModel, Tag]] = []
        self.parents: dict[str, str] = {}
        self.tops: list[tuple[SdfModel, LinkFrame]] = []  # outermost models, and where they stand

    def _outer(self, root: Tag) -> tuple[Tag, Tag | None]:
        worlds = root.all("world")
        if len(worlds) > 1:
            self.source.note("left out, worlds after the first", f"{len(worlds) - 1}")
        world = worlds[0] if worlds else None
        holder = with_included(root if world is None else world, self.source, world is not None)
        return holder, world

    def document(self) -> Document:
        models = self.tops = self._models()
        for model, _ in models:
            self._collect(model)
        self._rename()
        for model, _ in models:
            self._lead(model)
        for name, (model, tag) in self.leading.items():
            self.shifted.move(name, self._joint_frame(name, model, tag)[0].p)
        bodies: dict[str, dict[str, Any]] = {}
        start: dict[str, Any] = {}
        for model, at in models:
            for name in [n for n, (m, _) in self.links.items() if _within(m, model)]:
                bodies[name] = self._body(name, model, at, start)
        constraints = self._constraints()
        for model, _ in models:
            self._plugins(model)
        for tag in () if self.world is None else self.root.all("plugin"):
            self.waters.read(tag, self._anywhere, lambda _: None)
        fix_massless(bodies, constraints, self.source)
        words: dict[str, Any] = {
            "pelagos": 1,
            "name": models[0][0].tag.attributes.get("name", "robot") if models else "robot",
            "description": f"read from {PurePath(self.source.file).name}",
            "bodies": bodies,
            "constraints": constraints,
            "initial": {**start, **followed(constraints, bodies)},
        }
        if self.world is not None:
            words["gravity"] = self.source.written(self.root, "gravity", _GRAVITY)
        floats = self.world is None  # a world says itself whether there is buoyancy
        self.waters.complete(words, lambda name: -self.shifted.of(name), self._volume, floats)
        words["actuators"] = self.waters.thrusters()
        settle(bodies, self.source, scope.current().balance)
        kept = {key: value for key, value in words.items() if value or key == "bodies"}
        return Document(kept, self.lines, tuple(self.source.problems), self.source.notes())

    # --- what there is

    def _models(self) -> list[tuple[SdfModel, LinkFrame]]:
        """Models that move, and where they stand; statics of a world are scenery."""
        found = []
        known = _IN_WORLD | _SCENERY if self.world is not None else {"model", "include"}
        for tag in self.root.children:
            if tag.name not in known:
                self.source.note("left out", f"<{tag.name}>")
        tags = self.root.all("model")
        moving = [t for t in tags if self.world is None or not _static(t)]
        for tag in tags:
            if tag not in moving:
                self.source.note("left out, static models", tag.attributes.get("name", ""))
        taken: set[str] = set()
        for tag in moving:
            own = name = tag.attributes.get("name", "model")
            number = 2
            while name in taken:
                name, number = f"{own}_{number}", number + 1
            if name != own:
                self.source.note("models of the same name renamed", f"{own} is {name}")
            taken.add(name)
            prefix = f"{name}." if len(moving) > 1 else ""
            found.append((self.poses.model(tag, prefix), self.poses.raw(tag)))
        return found

    def _collect(self, model: SdfModel) -> None:
        for tag in model.tag.children:
            if tag.name not in _READ | _UNFELT:
                self.source.note("left out", f"<{tag.name}> of models")
        for name, tag in model.named.items():
            if tag.name == "link":
                self.links[model.prefix + name] = model, name
            elif tag.name == "joint":
                self.joints[model.prefix + name] = tag
        for inner in model.inner.values():
            self._collect(inner)

    def _rename(self) -> None:
        joints = self.source.names("joints", self.joints)
        self.joint_names = {id(tag): joints[name] for name, tag in self.joints.items()}
        names = self.source.names("links", self.links)
        for name, (model, link) in self.links.items():
            self.names[id(model.tag), link] = names[name]
        self.links = {names[name]: found for name, found in self.links.items()}

    def _lead(self, model: SdfModel) -> None:
        """Sort joints into those of the tree and those that close loops."""
        for tag in model.named.values():
            if tag.name != "joint":
                continue
            parent, child = (self._end(model, tag, side) for side in ("parent", "child"))
            if parent is None or child is None or child == WORLD:
                continue
            if child in self.leading or self._above(parent, child):
                self.closing.append((model, tag))
            else:
                self.leading[child], self.parents[child] = (model, tag), parent
        for inner in model.inner.values():
            self._lead(inner)

    def _above(self, name: str, child: str) -> bool:
        """Whether a body hangs on another, at any distance."""
        while name in self.parents and name != child:
            name = self.parents[name]
        return name == child

    def _end(self, model: SdfModel, joint: Tag, side: str) -> str | None:
        name = text_of(joint, side)
        if name == WORLD:
            return WORLD
        found = self.poses.link(model, name)
        if found is None:
            said = f"the {side} of a joint must be a link"
            self.source.refuse(joint, said, "name a link or a frame of the model", name)
            return None
        return self._name(found)

    def _name(self, found: tuple[SdfModel, str]) -> str:
        return self.names[id(found[0].tag), found[1]]

    def _anywhere(self, name: str) -> str | None:
        """A link by its own name, in whichever model."""
        last = name.rpartition("::")[2]
        return next((ours for ours, (_, link) in self.links.items() if link == last), None)

    # --- bodies

    def _rest(self, name: str) -> LinkFrame:
        """Where a link stands in its outermost model."""
        model, link = self.links[name]
        path = [*self._path(model), link]
        outermost = self._outermost(model)
        return self.poses.of(outermost, "::".join(path))

    def _outermost(self, model: SdfModel) -> SdfModel:
        return next(m for m, _ in self.tops if _within(model, m))

    def _path(self, model: SdfModel) -> list[str]:
        return next(path for top, _ in self.tops if (path := _way(top, model)) is not None)

    def _body(
        self, name: str, top: SdfModel, at: LinkFrame, start: dict[str, Any]
    ) -> dict[str, Any]:
        model, link = self.links[name]
        tag = model.named[link]
        self.source.line(self.lines, ("bodies", name), tag)
        inertial = self.reader.inertial(tag, self.poses.raw)
        words: dict[str, Any] = {"mass": inertial.mass}
        rest = at @ self._rest(name)
        if name in self.leading:
            words |= self._joined(name, rest, at)
        elif _static(top.tag):
            words |= {"at": rest.words(), "joint": "fixed"}
        else:
            words["joint"] = "free"
            if np.any(rest.p) or not np.array_equal(rest.R, np.eye(3)):
                turned = list(quaternion_of(rest.R))
                start[name] = {"position": rest.p.tolist(), "quaternion": turned}
        words["com"] = self.shifted.point(name, inertial.com)
        words["inertia"] = inertial.inertia.tolist()
        words |= self.reader.kept(tag, lambda part: self.shifted.at(name, self.poses.raw(part)))
        if (color := self.reader.color(tag)) is not None:
            words["color"] = color
        if text_of(tag, "gravity").lower() in ("false", "0"):
            self.source.note("left out", "links without gravity")
        self.waters.added_mass(name, fluid_added_mass(tag.first("inertial"), self.source))
        for sensor in tag.all("sensor"):
            kind = sensor.attributes.get("type", "sensor")
            self.source.note("left out", f"{kind} sensors")
        return words

    def _joined(self, name: str, rest: LinkFrame, top: LinkFrame) -> dict[str, Any]:
        """Parent, place and joint of a body; its origin moves to the joint."""
        model, tag = self.leading[name]
        parent = self.parents[name]
        _, frames = self._joint_frame(name, model, tag)
        words = self.sdf_joints.words(tag, self.sdf_joints.axes(tag, frames))
        self.source.line(self.lines, ("bodies", name, "joint"), tag)
        called = self.joint_names[id(tag)]
        if isinstance(words, dict) and called not in self.links:
            words["name"] = called
        stands = rest if parent == WORLD else (top @ self._rest(parent)).inverse @ rest
        found = {"at": self.shifted.joint(name, parent, stands), "joint": words}
        return found if parent == WORLD else {"parent": parent, **found}

    def _joint_frame(self, name: str, model: SdfModel, tag: Tag) -> tuple[LinkFrame, Any]:
        """Where a joint stands on a link, and a function for axes given in frames by name."""
        top = self._outermost(model)
        prefix = "::".join(self._path(model))
        scoped = f"{prefix}::" if prefix else ""
        link = self._rest(name)
        joint = self.poses.of(top, scoped + tag.attributes["name"])

        def frames(named: str) -> Array:
            if not named:
                return (link.inverse @ joint).R
            inner = scoped + named if named != "__model__" else prefix
            return (link.inverse @ self.poses.of(top, inner)).R

        return link.inverse @ joint, frames

    def _constraints(self) -> dict[str, Any]:
        """Joints that close loops, and those that follow others."""
        found: dict[str, Any] = {}
        for model, tag in self.closing:
            parent, child = (self._end(model, tag, side) for side in ("parent", "child"))
            if parent is None or child is None:
                continue
            on_child, _ = self._joint_frame(child, model, tag)
            at_rest = self._rest(child) @ on_child
            base = None if parent == WORLD else self._rest(parent).inverse
            on_parent = at_rest if base is None else base @ at_rest
            axes = self.sdf_joints.axes(tag, lambda _: np.eye(3))
            ends = (self.shifted.at(parent, on_parent), self.shifted.at(child, on_child))
            words = self.sdf_joints.relation(tag, [parent, child], *ends, axes)
            if words is not None:
                found[self.joint_names[id(tag)]] = words
        by_joint = {(id(m.tag), t.attributes["name"]): n for n, (m, t) in self.leading.items()}
        for name, (model, tag) in self.leading.items():
            axis = tag.first("axis")
            mimic = None if axis is None else axis.first("mimic")
            if mimic is None:
                continue
            leader = by_joint.get((id(model.tag), mimic.attributes.get("joint", "")))
            if leader is None:
                self.source.note("mimics of joints that are not there, left out", name)
                continue
            ratio = self.source.value(mimic, "multiplier", 1.0)
            offset = self.source.value(mimic, "offset", 0.0)
            offset -= ratio * self.source.value(mimic, "reference", 0.0)
            terms = {name: 1.0, leader: -ratio}
            found[f"{name}-mimic"] = {"gear": {"joints": terms, "value": offset}}
        return found

    # --- water and thrust

    def _plugins(self, model: SdfModel) -> None:
        for tag in model.tag.all("plugin"):
            self.waters.read(
                tag,
                lambda name: self._link_in(model, name),
                self._propeller,
            )
        for inner in model.inner.values():
            self._plugins(inner)

    def _link_in(self, model: SdfModel, name: str) -> str | None:
        found = self.poses.link(model, name)
        return None if found is None else self._name(found)

    def _propeller(self, name: str) -> tuple[str, list[float], list[float]] | None:
        """The body that bears a joint, the joint's point on it, and its axis in its axes."""
        child = next(
            (
                body
                for body, (_, tag) in self.leading.items()
                if tag.attributes.get("name") == name and body in self.links
            ),
            None,
        )
        if child is None or self.parents[child] == WORLD:
            return None
        own, tag = self.leading[child]
        parent = self.parents[child]
        on_link, frames = self._joint_frame(child, own, tag)
        apart = self._rest(parent).inverse @ self._rest(child)
        point = self.shifted.point(parent, (apart @ on_link).p)
        axis = apart.R @ self.sdf_joints.axes(tag, frames)[0]
        return parent, point, (axis / np.linalg.norm(axis)).tolist()

    def _volume(self, name: str) -> tuple[float, list[float]] | None:
        model, link = self.links[name]
        found = self.reader.volume(model.named[link], self.poses.raw)
        return None if found is None else (found[0], self.shifted.point(name, found[1]))


def _static(tag: Tag) -> bool:
    return text_of(tag, "static").lower() in ("true", "1")


def _within(model: SdfModel, top: SdfModel) -> bool:
    return _way(top, model) is not None


def _way(top: SdfModel, model: SdfModel) -> list[str] | None:
    """Names of inner models that lead from one to another."""
    if top is model:
        return []
    for name, inner in top.inner.items():
        if (rest := _way(inner, model)) is not None:
            return [name, *rest]
    return None
