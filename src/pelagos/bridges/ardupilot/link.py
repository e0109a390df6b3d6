"""One autopilot at one port: which of its datagrams count, and why others do not.

ArduPilot sends a frame, waits for the answer, and sends the same frame again after a second without
one; the frame count grows by one with each answer. So a count that was answered before is asked for
again because the answer was lost, a greater one is the next frame, and a smaller one came late on
its way, unless the autopilot began anew: then it starts from zero, as a rule from another port.

A frame that is too old to be late means a new beginning. One that is only a little old is taken as
late the first time; an autopilot that waits for its answer sends it a second time.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import Any

from pelagos.bridges.ardupilot.packets import BadPacketError, ServoFrame, decode

PATIENCE = 2.0  # s on the wall, after which an autopilot that says nothing is taken as gone
LATE = 64  # frames that a datagram may be late
_RANGE = 2**32  # of the frame count
_AHEAD = 2**24  # frames that may be lost: hours of them

Sender = tuple[Any, ...]


class Verdict(Enum):
    """What to do with a datagram."""

    IGNORE = "ignore"
    AGAIN = "again"  # answered before: the same answer
    NEXT = "next"
    RESTART = "restart"


class AutopilotLink:
    """What was heard from an autopilot, and what it was told last."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self.sender: Sender | None = None
        self.answer = b""  # to the last frame; empty until it is known
        self.ignored: Counter[str] = Counter()  # datagrams by reason
        self.lost = 0  # frames that never arrived
        self.repeated = 0  # frames that were asked for again
        self.unsent = 0  # answers that the system could not send
        self._heard = 0.0
        self._count: int | None = None  # of the last frame
        self._late: int | None = None  # of a frame that was taken as late, if it was the last word
        self.frame: ServoFrame | None = None

    def judge(self, data: bytes, sender: Sender, now: float) -> Verdict:
        """What a datagram means; one that counts becomes `frame`."""
        try:
            frame = decode(data)
        except BadPacketError as error:
            return self._ignore(str(error))
        if self.sender not in (None, sender) and not self.is_silent(now):
            return self._ignore("another autopilot")
        verdict = self._order(frame.number, new=sender != self.sender)
        if verdict is Verdict.IGNORE:
            self._heard = now
            return verdict
        self.sender, self._heard, self._late = sender, now, None
        if verdict is Verdict.AGAIN:
            self.repeated += 1
        else:
            self.frame, self._count, self.answer = frame, frame.number, b""
        return verdict

    def _order(self, count: int, *, new: bool) -> Verdict:
        last = self._count
        if last is None:
            return Verdict.NEXT
        ahead = (count - last) % _RANGE
        if 0 < ahead < _AHEAD:
            self.lost += ahead - 1
            return Verdict.NEXT
        if new:  # by another port, or after somebody else
            return Verdict.RESTART
        if ahead == 0:
            return Verdict.AGAIN
        if (last - count) % _RANGE <= LATE and self._late != count:
            self._late = count
            return self._ignore("late frame")
        return Verdict.RESTART

    def _ignore(self, reason: str) -> Verdict:
        self.ignored[reason] += 1
        return Verdict.IGNORE

    def tell(self, answer: bytes, now: float) -> None:
        """The answer to the last frame; from now on the autopilot owes the next."""
        self.answer, self._heard = answer, now

    def is_silent(self, now: float) -> bool:
        """Whether nothing was heard for longer than anybody should wait."""
        return now - self._heard > self._patience
