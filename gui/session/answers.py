"""The session, first floor: its parts, its lanes, and what the worker answers for them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engine.core.ran import Ran
from gui.session import transport as moves
from gui.session.job import Frame, Progress
from gui.session.lane import Lane
from gui.session.points import Points
from gui.session.refused import Refused
from gui.session.runner import Runner
from gui.session.selection import Selection
from gui.session.table import Table
from gui.session.view import CurrentView


class Answers(QObject):
    """Takes what comes from the worker, drops what is out of date, keeps the rest in its lane, and tells everybody.

    A sketch is not kept: the plane shows it until its frame is there.
    """

    said = Signal(str)
    refused = Signal(str, str)
    requested = Signal()
    run_changed = Signal(int)
    sketched = Signal(int, object)
    frame_changed = Signal(int)
    progressed = Signal(int)
    source_ran = Signal(int)
    crashed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = Table(self)
        """The rows, what the preparation makes of them, and the list of all that was done."""
        self.table.said.connect(self.said)
        self.table.refused.connect(self.refused)
        self.selection = Selection(self.table, self)
        """Which of the rows are selected, pointed at or lit."""
        self.view = CurrentView(self.table, self)
        """How the data are looked at, and by which tool."""
        self.points = Points(self.table, self.view)
        """What the hand does to the points."""
        self.lanes: list[Lane] = []
        self.active = 0
        self.runner = Runner(self)
        self.runner.sketched.connect(self._sketched)
        self.runner.framed.connect(self._framed)
        self.runner.progressed.connect(self._progressed)
        self.runner.ran.connect(self._source_ran)
        self.runner.refused.connect(self._run_refused)
        self.runner.crashed.connect(self.crashed)

    @property
    def lane(self) -> Lane:
        """The active lane."""
        return self.lanes[self.active]

    def _position(self, identity: int) -> int | None:
        return next((i for i, lane in enumerate(self.lanes) if lane.identity == identity), None)

    def _sketched(self, generation: int, sketch: Frame) -> None:
        position = self._position(sketch.lane)
        if position is not None and generation >= self.lanes[position].oldest_shown:
            self.sketched.emit(position, sketch)

    def _framed(self, generation: int, frame: Frame) -> None:
        position = self._position(frame.lane)
        if position is None or generation < self.lanes[position].oldest_shown:
            return
        lane = self.lanes[position]
        lane.frame, lane.frame_generation, lane.refusal = frame, generation, ""
        if not frame.provisional and generation == lane.generation:
            lane.transport = moves.arrived(lane.transport, frame.index, frame.known, frame.ending is not None)
        elif not frame.provisional:  # of the run before an edit: in view all the same, until there is one of this run
            lane.transport = replace(lane.transport, index=frame.index)
        self.frame_changed.emit(position)

    def _progressed(self, identity: int, generation: int, progress: Progress) -> None:
        position = self._position(identity)
        if position is None or generation != self.lanes[position].generation:
            return
        lane, ended = self.lanes[position], progress.ending is not None
        before, lane.progress = lane.transport, progress
        lane.running = not ended and not lane.halted
        lane.transport = moves.arrived(before, before.index, progress.known, ended)
        news = (progress, progress.known, progress.filled, ended, lane.running)
        if news != lane.told or lane.transport != before:  # a step within a run that is known is no news of the run
            lane.told = news
            self.progressed.emit(position)

    def _source_ran(self, identity: int, generation: int, index: int, found: Ran) -> None:
        position = self._position(identity)
        if position is not None and generation == self.lanes[position].generation:
            lane = self.lanes[position]
            assert lane.run is not None
            lane.ran = lane.run, index, found
            self.source_ran.emit(position)

    def _run_refused(self, identity: int, generation: int, refused: Refused) -> None:
        position = self._position(identity)
        if position is None or generation != self.lanes[position].generation:
            return
        lane = self.lanes[position]
        lane.refusal, lane.remedies, lane.wanted_steps = refused.words, refused.remedies, refused.steps
        lane.running, lane.progress = False, Progress()
        self.progressed.emit(position)
        self.frame_changed.emit(position)
