"""Where a run begins, as an entry of the undo list: with its words, and a whole drag as one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtGui import QUndoCommand

from gui.session.lane import Lane


@dataclass(frozen=True)
class Beginning:
    """What a run of a lane begins from, the parameters it was made for, and the step to look at (None: the last)."""

    lane: int
    key: str
    start: Any
    params: Any
    step: int | None

    @classmethod
    def of(cls, lane: Lane) -> Beginning:
        """That of a lane as it is now."""
        return cls(lane.identity, lane.key, lane.start, lane.params, lane.transport.wanted)


class StartCommand(QUndoCommand):
    """Another beginning in the place of one; `put(this, instead)` says whether there is still such a run."""

    def __init__(
        self, words: str, before: Beginning, after: Beginning, gesture: int, put: Callable[[Beginning, Beginning], bool]
    ) -> None:
        super().__init__(words[:1].upper() + words[1:])
        self.before, self.after, self.gesture = before, after, gesture
        self._put = put

    def redo(self) -> None:
        self.setObsolete(not self._put(self.after, self.before))

    def undo(self) -> None:
        self.setObsolete(not self._put(self.before, self.after))

    def id(self) -> int:
        return 2 if self.gesture else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, StartCommand) or other.gesture != self.gesture:
            return False
        self.after = other.after
        return True
