"""The one object with state: the data, the lanes, and what the person is doing. Widgets read it and ask it for things.

Nothing is computed here. A change of the data, the algorithm, a parameter, the seed or the start makes a new run, which
plays to the same step; the runner's frames come back and are announced by `frame_changed`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from engine.core.errors import Refusal
from engine.core.registry import suitable
from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.plane import Plane, View
from engine.data.split import holdout
from gui import transport as moves
from gui.editing import EditableData, new_points
from gui.lane import Lane
from gui.runner import Frame, Progress, Run, Runner, Wish
from gui.transport import Transport


class Session(EditableData):
    """State and intentions; see `gui/README.md` for how a click becomes a picture."""

    run_changed = Signal(int)
    frame_changed = Signal(int)
    progressed = Signal(int)
    lanes_changed = Signal()
    view_changed = Signal()
    tool_changed = Signal()
    playing_changed = Signal(bool)
    crashed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lanes: list[Lane] = []
        self.active = 0
        self.view: View = "auto"
        self.plane = Plane.of(self.data, self.view)
        self.tool, self.brush, self.spray_radius = "select", 0, 40.0
        self.query: np.ndarray | None = None
        self.playing, self.speed = False, 4.0
        self.holdout = 0.0
        self.notes = ""
        self.path: Path | None = None
        self._held_still = False
        self._identities = 0
        self.runner = Runner(self)
        self.runner.framed.connect(self._framed)
        self.runner.progressed.connect(self._progressed)
        self.runner.refused.connect(self._run_refused)
        self.runner.crashed.connect(self.crashed)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)

    @property
    def lane(self) -> Lane:
        """The active lane."""
        return self.lanes[self.active]

    @property
    def dirty(self) -> bool:
        """Whether there is anything that has not been saved."""
        return not self.undo.isClean()

    # -- data --------------------------------------------------------------------------------------------------------

    def open_data(self, data: Dataset, view: View = "auto", keep_runs: bool = False) -> None:
        """Begin with another data set; the undo list begins afresh, and so do the runs unless they are kept."""
        self.pause()
        self.undo.clear()
        self.path, self.query, self.selection = None, None, ()
        self.data, self.view = data, view
        self.plane = Plane.of(data, view)
        self.brush = min(self.brush, max(len(data.class_names) - 1, 0))
        for lane in self.lanes:
            lane.oldest_shown = lane.generation + 1
            if not keep_runs:
                lane.start, lane.transport = None, Transport()
        self.selection_changed.emit()
        self.data_changed.emit()
        self.view_changed.emit()
        self._rerun_all()

    def put(self, data: Dataset, lanes: list[Lane], view: View, share: float, notes: str) -> None:
        """Take the place of everything at once: how a saved session comes back."""
        for lane in self.lanes:
            self.runner.forget(lane.identity)
        for lane in lanes:
            lane.identity, self._identities = self._identities, self._identities + 1
        self.lanes, self.active, self.holdout, self.notes = lanes, 0, share, notes
        self.lanes_changed.emit()
        self.open_data(data, view, keep_runs=True)

    def open_bundled(self, key: str) -> None:
        """Open one of the data sets that come with the program."""
        self.open_data(load(key))

    def new_points(self) -> None:
        """Begin with an empty plane."""
        self.open_data(new_points())
        self.set_tool("add")

    def _put(self, data: Dataset) -> None:
        shape = data.columns != self.data.columns
        super()._put(data)
        if shape:
            self.view, self.query = "auto", None
        if not self._held_still or shape:
            self.plane = Plane.of(data, self.view)
        if shape:
            self.view_changed.emit()
        self._rerun_all()

    def move_points(self, rows: Any, X: np.ndarray, gesture: int = 0) -> None:
        """Move rows; during a gesture the view stays still, so that the ground does not turn under the mouse."""
        self._held_still = bool(gesture)
        super().move_points(rows, X, gesture)

    def end_gesture(self) -> None:
        self._held_still = False
        plane = Plane.of(self.data, self.view)
        if plane != self.plane:
            self.plane = plane
            self._ask_all()

    def set_holdout(self, share: float) -> None:
        """Keep this share of the rows (0 to 0.5) for validation."""
        self.holdout = min(max(float(share), 0.0), 0.5)
        self._rerun_all()

    # -- runs --------------------------------------------------------------------------------------------------------

    def choose_algorithm(self, key: str, values: dict[str, Any] | None = None) -> None:
        """Run another algorithm in the active lane, from its beginning."""
        try:
            self.lane.choose(key, values or {})
        except Refusal as refusal:
            return self.refused.emit("This run cannot be", str(refusal))
        self.pause()
        lane = self.lane
        lane.start, lane.transport, lane.frame = None, Transport(), None
        lane.oldest_shown = lane.generation + 1
        self._rerun(lane)

    def set_param(self, name: str, value: Any) -> None:
        """Change one parameter of the active lane; the run plays to the same step."""
        self.set_params({name: value})

    def set_params(self, values: dict[str, Any]) -> None:
        """Change parameters of the active lane; an illegal value is refused in words and changes nothing."""
        try:
            self.lane.choose(self.lane.key, self.lane.values | values)
        except Refusal as refusal:
            return self.refused.emit("This value is not legal", str(refusal))
        self._rerun(self.lane)

    def set_seed(self, seed: int) -> None:
        """Draw all random numbers of the active lane from another seed."""
        self.lane.seed = int(seed)
        self._rerun(self.lane)

    def set_start(self, model: Any) -> None:
        """Begin the active lane from a model (placed by hand, or fitted before), or afresh with None."""
        self.lane.start = model
        self._rerun(self.lane)

    def restart(self) -> None:
        """Go back to the first step of a fresh run."""
        self.pause()
        self.lane.transport = Transport()
        self._rerun(self.lane)

    def continue_from_here(self) -> None:
        """Keep the present model and go on with the data as it is now."""
        lane = self.lane
        model = lane.frame.step.model if lane.frame is not None else None
        if model is None or not isinstance(model, lane.algorithm.starts):
            words = f"{lane.algorithm.name} has no model at this step that it could go on from."
            return self.refused.emit("There is nothing to continue from", words)
        lane.start, lane.transport = model, Transport()
        self._rerun(lane)

    def add_lane(self, key: str = "", values: dict[str, Any] | None = None, seed: int = 0) -> None:
        """One more run on the same points, which becomes the active one; without a key, of what suits them."""
        try:
            lane = Lane(self._identities, key or suitable(self.data), values, seed)
        except Refusal as refusal:
            return self.refused.emit("This run cannot be", str(refusal))
        self._identities += 1
        self.lanes.append(lane)
        self.active = len(self.lanes) - 1
        self.lanes_changed.emit()
        self._rerun(lane)

    def remove_lane(self, position: int) -> None:
        """Close a run; the last one stays."""
        if len(self.lanes) > 1:
            self.runner.forget(self.lanes.pop(position).identity)
            self.active = min(self.active, len(self.lanes) - 1)
            self.lanes_changed.emit()

    def activate_lane(self, position: int) -> None:
        """Make a lane the one that the docks show."""
        self.active = min(max(position, 0), len(self.lanes) - 1)
        self.lanes_changed.emit()

    def halt(self) -> None:
        """Stop computing ahead; stepping on goes on computing."""
        self.pause()
        self.lane.halted = True
        if self.lane.transport.wanted is None and self.lane.frame is not None:
            self.lane.transport = moves.sought(self.lane.transport, self.lane.frame.index)
        self._ask(self.lane)

    # -- stepping ----------------------------------------------------------------------------------------------------

    def go_to(self, index: int) -> None:
        """Show a step; beyond the end it is the last."""
        self._move(moves.sought(self.lane.transport, index))

    def go_to_end(self) -> None:
        """Show the last step of the run, however far it is."""
        self._move(moves.to_end(self.lane.transport))

    def step(self, by: int = 1) -> None:
        """Go on or back."""
        self._move(moves.stepped(self.lane.transport, by))

    def next_event(self, direction: int = 1) -> None:
        """Go to the next or the previous mistake, split, change, ..."""
        self._move(moves.to_event(self.lane.transport, self.lane.events, direction))

    def play(self) -> None:
        """Step by the clock; from the end, begin again."""
        if self.lane.transport.at_end:
            self.go_to(0)
        self.playing = True
        self._clock.start(max(round(1000 / self.speed), 1))
        self.playing_changed.emit(True)

    def pause(self) -> None:
        """Stop the clock."""
        if self.playing:
            self.playing = False
            self._clock.stop()
            self.playing_changed.emit(False)

    def toggle_play(self) -> None:
        self.pause() if self.playing else self.play()

    def set_speed(self, speed: float) -> None:
        """Steps a second while playing."""
        self.speed = float(speed)
        if self.playing:
            self._clock.start(max(round(1000 / self.speed), 1))

    def _tick(self) -> None:
        """One tick of the clock: a step for every lane, if the last one has been shown."""
        if not all(lane.settled for lane in self.lanes):
            return
        if all(lane.transport.at_end or lane.refusal for lane in self.lanes):
            return self.pause()
        for lane in self.lanes:
            if not lane.transport.at_end:
                lane.transport = moves.stepped(lane.transport, 1)
                self._ask(lane)

    def _move(self, transport: Transport) -> None:
        lane = self.lane
        lane.transport, lane.halted = transport, False
        self._ask(lane)

    # -- looking -----------------------------------------------------------------------------------------------------

    def set_view(self, view: View) -> None:
        """Look at two features (i, j), or at the plane of the principal components ("pca")."""
        self.view, self.plane = view, Plane.of(self.data, view)
        self._ask_all()
        self.view_changed.emit()

    def set_tool(self, name: str) -> None:
        self.tool = name
        self.tool_changed.emit()

    def set_brush(self, code: int) -> None:
        """The class of the points to be added."""
        if 0 <= code < max(len(self.data.class_names), 1):
            self.brush = code
            self.tool_changed.emit()

    def ask(self, x: np.ndarray | None) -> None:
        """Ask what the model says of a point (d,), or stop asking."""
        self.query = None if x is None else np.asarray(x, dtype=float)
        self._ask_all()

    def close(self) -> None:
        """Stop the clock and the worker."""
        self.pause()
        self.runner.close()

    # -- to and from the runner --------------------------------------------------------------------------------------

    def _rerun_all(self) -> None:
        for lane in self.lanes:
            self._rerun(lane)

    def _rerun(self, lane: Lane) -> None:
        """A new run of the lane, which plays to where the cursor was."""
        train, kept = holdout(self.data.n, self.holdout, lane.seed)
        data, validation = self.data, None
        if len(kept):
            data, validation = _named(self.data).subset(train), self.data.subset(kept)
        lane.run = Run(lane.algorithm, dict(lane.values), lane.seed, lane.start, data, train, validation)
        lane.progress, lane.halted, lane.refusal = Progress(), False, ""
        lane.transport = moves.rerun(lane.transport)
        self._ask(lane)
        self.run_changed.emit(self.lanes.index(lane))

    def _ask_all(self) -> None:
        for lane in self.lanes:
            self._ask(lane)

    def _ask(self, lane: Lane) -> None:
        assert lane.run is not None
        lane.generation += 1
        lane.running = True
        wish = Wish(
            lane.identity, lane.generation, lane.run, lane.transport.wanted, self.plane, self.query, lane.halted
        )
        self.runner.want(wish)

    def _position(self, identity: int) -> int | None:
        return next((i for i, lane in enumerate(self.lanes) if lane.identity == identity), None)

    def _framed(self, generation: int, frame: Frame) -> None:
        position = self._position(frame.lane)
        if position is None or generation < self.lanes[position].oldest_shown:
            return
        lane = self.lanes[position]
        lane.frame, lane.frame_generation, lane.refusal = frame, generation, ""
        if not frame.provisional and generation == lane.generation:
            lane.transport = moves.arrived(lane.transport, frame.index, frame.known, frame.ending is not None)
        self.frame_changed.emit(position)

    def _progressed(self, identity: int, generation: int, progress: Progress) -> None:
        position = self._position(identity)
        if position is None or generation != self.lanes[position].generation:
            return
        lane = self.lanes[position]
        lane.progress = progress
        lane.running = progress.ending is None and not lane.halted
        ended = progress.ending is not None
        lane.transport = moves.arrived(lane.transport, lane.transport.index, progress.known, ended)
        self.progressed.emit(position)

    def _run_refused(self, identity: int, generation: int, words: str) -> None:
        position = self._position(identity)
        if position is None or generation != self.lanes[position].generation:
            return
        lane = self.lanes[position]
        lane.refusal, lane.running, lane.progress = words, False, Progress()
        self.progressed.emit(position)
        self.frame_changed.emit(position)


def _named(data: Dataset) -> Dataset:
    """With row names that survive taking a part."""
    return data if data.row_names else data.changed(row_names=tuple(str(row + 1) for row in range(data.n)))
