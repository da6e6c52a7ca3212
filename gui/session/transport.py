"""The transport as a pure reducer: where the cursor goes when a person steps, seeks or plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core.story import Event

MOST_LANES = 6
"""More runs beside each other could not be read."""


@dataclass(frozen=True)
class Transport:
    """`index` is the step in view; `wanted` where the cursor should be, or None for the last step of the run."""

    index: int = 0
    wanted: int | None = 0
    known: int = 0
    ended: bool = False

    @property
    def aim(self) -> int:
        """The step that the next one is counted from: one that is on its way counts, so that no key press is lost."""
        return self.index if self.wanted is None else self.wanted

    @property
    def at_end(self) -> bool:
        """Whether the step in view is the last one of the whole run."""
        return self.ended and self.index >= self.known - 1


def sought(transport: Transport, index: int) -> Transport:
    """Go to a step; the last step of a finished run is its end, and stays the end when the data is edited."""
    target = max(index, 0)
    if transport.ended and target >= transport.known - 1:
        return replace(transport, wanted=None)
    return replace(transport, wanted=target)


def to_end(transport: Transport) -> Transport:
    """Go to the last step, however far it is."""
    return replace(transport, wanted=None)


def to_event(transport: Transport, events: Sequence[Event | None], direction: int) -> Transport:
    """Go to the next (+1) or previous (−1) step with an event; without one, to that end of what is known."""
    known = events[: transport.known]
    if direction > 0:
        found = next((i for i in range(transport.index + 1, len(known)) if known[i]), transport.known - 1)
    else:
        found = next((i for i in range(min(transport.index, len(known)) - 1, -1, -1) if known[i]), 0)
    return sought(transport, found)


def arrived(transport: Transport, index: int, known: int, ended: bool) -> Transport:
    """A frame has come: it is in view. A wish beyond the end of the run was a wish for the end."""
    beyond = ended and transport.wanted is not None and transport.wanted >= known - 1
    return Transport(index, None if beyond else transport.wanted, known, ended)


def rerun(transport: Transport) -> Transport:
    """The run begins afresh and plays to the same place."""
    return replace(transport, known=0, ended=False)
