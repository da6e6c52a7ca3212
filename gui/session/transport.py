"""The transport as a pure reducer: where the cursor goes when a person steps, seeks or plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.core.story import Event

MOST_LANES = 6
"""More runs beside each other could not be read."""


@dataclass(frozen=True)
class Transport:
    """`index` is the step in view; `wanted` where the cursor should be, or None for the last step of the run.

    met    whether a run before the last edit had `wanted`: it is then kept in mind while the run is shorter
    reach  how many steps the run had at most since it is played: while it has fewer, playing waits at its end
    hunt   an event that was asked for before it was known: after which step, and how many on (or back, below 0)
    """

    index: int = 0
    wanted: int | None = 0
    known: int = 0
    ended: bool = False
    met: bool = False
    reach: int = 0
    hunt: tuple[int, int] | None = None

    @property
    def aim(self) -> int:
        """The step that the next one is counted from: one that is on its way counts, so that no key press is lost,
        but not one that the run has lost.
        """
        if self.wanted is None:
            return self.known - 1 if self.ended else self.index
        return min(self.wanted, self.known - 1) if self.ended else self.wanted

    @property
    def at_start(self) -> bool:
        """Whether the step that is wanted is the first of the run, and no event is waited for."""
        return self.hunt is None and self.aim == 0 and (self.ended or self.wanted is not None)

    @property
    def at_end(self) -> bool:
        """Whether the step that is wanted is the last one of the whole run."""
        return self.ended and self.aim >= self.known - 1

    @property
    def shortened(self) -> bool:
        """Whether the run had more steps before an edit that was made while it was played."""
        return self.known < self.reach


def sought(transport: Transport, index: int) -> Transport:
    """Go to a step; the last step of a finished run is its end, and stays the end when the data is edited."""
    target = max(index, 0)
    if transport.ended and target >= transport.known - 1:
        return to_end(transport)
    return replace(transport, wanted=target, met=False, hunt=None)


def to_end(transport: Transport) -> Transport:
    """Go to the last step, however far it is."""
    return replace(transport, wanted=None, met=False, hunt=None)


def played(transport: Transport, index: int) -> Transport:
    """Go to a step by the clock: it stays wanted, whether the run has it now or only after the next edit."""
    return replace(transport, wanted=index, met=True, hunt=None)


def started(transport: Transport) -> Transport:
    """The clock begins: so far no edit has made the run shorter."""
    return replace(transport, reach=0, hunt=None)


def stayed(transport: Transport) -> Transport:
    """No event is waited for any more."""
    return replace(transport, hunt=None)


def to_event(transport: Transport, events: Sequence[Event | None], direction: int, whole: bool = False) -> Transport:
    """Go to the next (+1) or previous (−1) step with an event; one that is not known yet is waited for, and when it is
    asked for once more, the one after it.
    """
    before = transport.hunt
    again = before is not None and before[1] * direction > 0
    origin, count = before if before is not None and again else (transport.aim, 0)
    return hunted(replace(transport, hunt=(origin, count + direction)), events, whole)


def hunted(transport: Transport, events: Sequence[Event | None], whole: bool = False) -> Transport:
    """More of the run is known, or the `whole` of it that will be: go to the event that is waited for, if it is there;
    without one, to that end of the run.
    """
    if transport.hunt is None:
        return transport
    (origin, count), known = transport.hunt, events[: transport.known]
    whole = whole or (transport.ended and len(known) >= transport.known)
    if count > 0:
        found = list(islice((i for i in range(origin + 1, len(known)) if known[i]), count))
        if len(found) < count and not whole:
            return replace(transport, hunt=(max(origin, len(known) - 1), count - len(found)))
        return sought(transport, found[-1] if len(found) == count else transport.known - 1)
    if len(known) < origin and not whole:
        return transport
    earlier = list(islice((i for i in range(min(origin, len(known)) - 1, -1, -1) if known[i]), -count))
    return sought(transport, earlier[-1] if len(earlier) == -count else 0)


def arrived(transport: Transport, index: int, known: int, ended: bool) -> Transport:
    """A frame has come and is in view. A request for the last step, or beyond it, that no run met is for the end."""
    wanted = transport.wanted
    beyond = ended and wanted is not None and wanted >= known - 1 and not transport.met
    return replace(transport, index=index, wanted=None if beyond else wanted, known=known, ended=ended)


def rerun(transport: Transport) -> Transport:
    """The run begins afresh and plays to the same place."""
    met = transport.met or (transport.wanted is not None and transport.wanted < transport.known)
    seen = transport.known + (not transport.ended)
    return replace(transport, known=0, ended=False, met=met, reach=max(transport.reach, seen), hunt=None)
