"""The running simulation: its own thread, in step with the clock on the wall.

The thread marches one tick at a time and hands the newest facts over; whoever looks takes them, or
not. Nobody is waited for: a slow browser sees fewer frames of the same run. What the driver does
takes effect at the next tick.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.live import stage, wishes
from pelagos.live.plant import Plant
from pelagos.live.readings import LiveReadings
from pelagos.live.sliders import LiveSlider
from pelagos.model import Robot
from pelagos.result import Header, Run
from pelagos.view.drawn.tubes import node_columns

TICK = 1 / 60  # seconds on the wall
SPEEDS = (0.01, 100.0)
_LATE = 0.25  # seconds behind the clock that are given up rather than caught up
_PATIENCE = 0.5  # seconds that a viewer waits for a new frame
_NOTED = 6.0  # seconds that a note of something done is shown, also to who comes later
_GRIP = 0.7  # seconds after which a key counts as released when nothing is heard of it
_DIGITS = 6


class Simulation:
    """A plant that moves by itself until it is closed."""

    def __init__(
        self,
        plant: Plant,
        readings: LiveReadings,
        header: Header,
        model: Robot,
        prepare: Any,
        sliders: list[LiveSlider],
        folder: Path,
        stem: str,
        every: float,
    ) -> None:
        self._plant, self._header, self._prepare = plant, header, prepare
        self._model, self._readings = model, readings
        self._nodes = node_columns(plant.session.robot, header.states)
        self._sliders = {slider.name: slider for slider in sliders}
        self._folder, self._stem, self._every = folder, stem, every
        self._lock, self._fresh = threading.Lock(), threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self.speed, self.paused, self.watched = 1.0, False, False
        self._ratio, self._message, self._failed = 1.0, "", False
        self._noted = math.inf  # when the message is only a note: until then
        self._epoch, self._number, self._grip = 0, 0, 0.0
        self._recording: tuple[Path, float] | None = None
        self._happened = 0  # events that were told of
        self.saved: list[Path] = []
        self.refused: Counter[str] = Counter()  # wishes of viewers by reason
        self._first = self._facts = plant.session.observe()
        self._encoded: tuple[int, bytes] = (-1, b"")

    # --- its life

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop, and keep what is being recorded."""
        self._stopped.set()
        self._thread.join()
        with self._lock:
            self._record(False)

    def _loop(self) -> None:
        due = time.perf_counter()
        while not self._stopped.is_set():
            with self._lock:
                if self.watched and not self.paused and not self._failed:
                    self._tick()
            due += TICK
            now = time.perf_counter()
            if now - due > _LATE:
                due = now
            # always let others at the lock
            self._stopped.wait(max(due - now, 0.001))

    def _tick(self) -> None:
        plant, begun = self._plant, time.perf_counter()
        if begun > self._grip:
            plant.axes, plant.channels = {}, {}
        before = plant.session.time
        try:
            plant.advance(TICK * self.speed)
            self._note_events()
        except PelagosError as error:
            self._failed = True
            self._tell(f"{error} Reset to start again.")
        spent = max(time.perf_counter() - begun, TICK)
        self._ratio += 0.05 * ((plant.session.time - before) / spent - self._ratio)
        self._facts = plant.session.observe()
        self._publish()

    def _note_events(self) -> None:
        """Say what happened, and stop where the run does."""
        session = self._plant.session
        for event in session.events[self._happened :]:
            what = f"{event['action']} {event.get('dock', '')}".strip()
            self._tell(f"{event['name']}: {what} at t = {event['time']:.3f} s", _NOTED)
        self._happened = len(session.events)
        if session.outcome is not None:
            self._failed = True
            self._tell(f"{session.outcome}. Reset to start again.")

    def _tell(self, message: str, seconds: float = math.inf) -> None:
        self._message, self._noted = message, time.perf_counter() + seconds

    def _publish(self) -> None:
        with self._fresh:
            self._number += 1
            self._fresh.notify_all()

    # --- what viewers see

    def poll(self, words: Mapping[str, Any]) -> bytes:
        """The newest frame, once there is one that the viewer has not seen."""
        begun = time.perf_counter()
        self.watched = True
        after = words.get("after")
        with self._fresh:
            self._fresh.wait_for(lambda: self._number != after, _PATIENCE)
        frame = self._frame()
        held = time.perf_counter() - begun
        return b'{"held":%.4f,' % held + frame[1:]

    def _frame(self) -> bytes:
        with self._lock:
            if time.perf_counter() > self._noted:
                self._tell("")
                self._publish()
            if self._encoded[0] != self._number:
                facts = self._facts
                session, holds = self._plant.session, self._plant.holds
                panels = stage.panels_of(self._header, self._first, facts)
                frame = {
                    "n": self._number,
                    "epoch": self._epoch,
                    "t": _short(facts["time"]),
                    "p": _short(facts["position"]),
                    "q": _short(facts["orientation"]),
                    "l": _short(facts["state"][self._nodes]),
                    "a": _short(facts["actuation"]),
                    "y": [*stage.last_values(panels), *holds.lines(session)],
                    "c": holds.shown(session),
                    "r": self._readings.shown(facts),
                    "status": self._status(),
                }
                self._encoded = self._number, json.dumps(frame, separators=(",", ":")).encode()
            return self._encoded[1]

    def _status(self) -> dict[str, Any]:
        recording = None
        if self._recording is not None:
            path, since = self._recording
            recording = {"name": path.name, "seconds": self._plant.session.time - since}
        return {
            "paused": self.paused or self._failed,
            "speed": self.speed,
            "ratio": round(self._ratio, 3),
            "message": self._message,
            "recording": recording,
            "sliders": {"power": self._plant.power}
            | {slider.name: slider.value for slider in self._sliders.values()},
            "places": {name: _short(x) for name, x in self._plant.shown().items()},
            "taken": sorted(self._plant.holds.taken(self._plant.session)),
        }

    # --- what viewers do

    def command(self, words: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a viewer asks; what is wrong with it, if anything."""
        actions = {
            "pause": self._pause,
            "reset": self._reset,
            "speed": self._set_speed,
            "record": self._set_record,
            "slide": self._slide,
            "drive": self._drive,
            "switch": self._switch,
            "tell": self._tell_point,
        }
        action = actions.get(str(words.get("do")))
        with self._lock:
            if action is None:
                self.refused[wishes.UNKNOWN_COMMAND] += 1
                return {"problem": f"there is no command {words.get('do')!r}"}
            try:
                action(words)
            except PelagosError as error:
                self.refused[getattr(error, "reason", wishes.NOT_NOW)] += 1
                return {"problem": str(error)}
            if action != self._drive:
                self._publish()
        return {}

    def _pause(self, words: Mapping[str, Any]) -> None:
        self.paused = words.get("value") is True

    def _reset(self, words: Mapping[str, Any]) -> None:  # noqa: ARG002
        self._tell("")
        self._record(False)
        self._plant.reset()
        self._failed, self._happened = False, 0
        self._first = self._facts = self._plant.session.observe()
        self._epoch += 1

    def _set_speed(self, words: Mapping[str, Any]) -> None:
        self.speed = wishes.number(words, *SPEEDS)
        self._ratio = self.speed

    def _set_record(self, words: Mapping[str, Any]) -> None:
        self._record(words.get("value") is True)

    def _record(self, on: bool) -> None:
        if on and self._recording is None:
            path = self._free_name()
            self._plant.session.record(path, every=self._every)
            self._recording = path, self._plant.session.time
            self._tell("")
        elif not on and self._recording is not None:
            (path, _), self._recording = self._recording, None
            run: Run = self._plant.session.close()
            self.saved.append(run.path or path)
            self._tell(f"saved {path.name}, {len(run)} samples", _NOTED)

    def _free_name(self) -> Path:
        number = 1
        while (path := self._folder / f"{self._stem}-{number}.nc").exists():
            number += 1
        return path

    def _slide(self, words: Mapping[str, Any]) -> None:
        name = wishes.name(words, {"power", *self._sliders}, "slider")
        if name == "power":
            self._plant.power = wishes.number(words, 0.0, 2.0)
            return
        slider = self._sliders[name]
        value = wishes.number(words, slider.low, slider.high)
        if not slider.rebuilds:
            self._plant.set_value(slider.name, value)
        elif self._recording is not None:
            raise PelagosError(f"{slider.name} cannot change while a recording is made")
        else:
            others = {s.name: s.value for s in self._sliders.values() if s.rebuilds}
            changed = self._model.with_values({**others, slider.name: value})
            self._plant.replace(self._prepare(changed))
        slider.value = value

    def _drive(self, words: Mapping[str, Any]) -> None:
        controls = self._plant.controls
        axes = wishes.deflections(words, "axes", {axis.name for axis in controls.axes})
        known = {channel.name for channel in controls.channels}
        channels = wishes.deflections(words, "channels", known)
        self._plant.axes, self._plant.channels = axes, channels
        self._grip = time.perf_counter() + _GRIP

    def _switch(self, words: Mapping[str, Any]) -> None:
        holds = self._plant.holds
        name, on = wishes.name(words, holds.controllers, "controller"), wishes.switch(words)
        others = holds.switch(self._plant.session, name, on)
        if others:
            self._tell(f"{name} is on, {' and '.join(others)} off: both push the same way", _NOTED)

    def _tell_point(self, words: Mapping[str, Any]) -> None:
        self._plant.holds.tell(self._plant.session, words)


def _short(values: Any) -> Any:
    """Numbers of a few digits behind the point, flat."""
    rounded = np.round(np.asarray(values, dtype=float), _DIGITS)
    finite = np.where(np.isfinite(rounded), rounded, 0.0) + 0.0  # no minus zeros
    return finite.ravel().tolist() if finite.ndim else float(finite)
