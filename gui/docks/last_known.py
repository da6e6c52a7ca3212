"""What stands of a run that begins anew: until something is known of it, what was known of the run before."""

from __future__ import annotations

from copy import copy

from gui.session.job import Progress
from gui.session.lane import Lane
from gui.session.session import Session

Kind = tuple[str, str, tuple[str, ...]]


class LastKnown:
    """Keeps of every run what was known of it last, for as long as the method and the table are the same."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._last: dict[int, tuple[Kind, Progress]] = {}

    def note(self) -> None:
        """Keep what is known now."""
        lanes, data = self._session.lanes, self._session.table.data
        found = {lane.identity: self._last.get(lane.identity) for lane in lanes}
        for lane in lanes:
            if lane.known:
                found[lane.identity] = (lane.key, data.name, data.feature_names), lane.progress
        self._last = {identity: last for identity, last in found.items() if last is not None}

    @property
    def old(self) -> bool:
        """Whether any of what stands is of the run before."""
        return any(self._before(lane) is not None for lane in self._session.lanes)

    def lanes(self) -> list[Lane]:
        """All runs, each with what stands of it."""
        self.note()
        return [self._last_known(lane) for lane in self._session.lanes]

    def _last_known(self, lane: Lane) -> Lane:
        before = self._before(lane)
        if before is None:
            return lane
        lane = copy(lane)
        lane.progress = before
        return lane

    def _before(self, lane: Lane) -> Progress | None:
        """What was known of the previous run, as long as nothing is known of this one."""
        data = self._session.table.data
        kind, progress = self._last.get(lane.identity, (None, None))
        begins = lane.running and not lane.known and not lane.refusal and bool(data.n)
        return progress if begins and kind == (lane.key, data.name, data.feature_names) else None
