"""The session, third floor: where the cursors stand, the clock, what the person looks at, does and writes down.

It is the one object with state; `editing` has its data and `runs` its runs. Widgets read it and ask it for things.

Nothing is computed here. A change of the data, the algorithm, a parameter, the seed or the start makes a new run, which
plays to the same step; the runner's frames come back and are announced by `frame_changed`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.plane import Plane, View
from gui.session import transport as moves
from gui.session.editing import new_points
from gui.session.lane import Lane
from gui.session.runs import Runs
from gui.session.transport import Transport


class Session(Runs):
    """State and intentions; see `gui/README.md` for how a click becomes a picture."""

    opened = Signal()
    """Other data are in the place of those before; an edit of them is no opening."""
    tool_changed = Signal()
    notes_changed = Signal()
    comparing_changed = Signal()
    playing_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tool, self.brush, self.spray_radius = "select", 0, 40.0
        self.playing, self.speed = False, 4.0
        self.together, self.overlaid = True, False
        self.may_leave: Callable[[], bool] = lambda: True
        """Asked before what is open goes; the window puts its question here."""
        self.notes = self._saved_notes = ""
        self.path: Path | None = None
        self.plain = False
        """Whether the planes want the whole room, and other surfaces wait until they are asked for."""
        self._held_still = False
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)

    @property
    def dirty(self) -> bool:
        """Whether there is anything that has not been saved."""
        return not self.undo.isClean() or self.notes != self._saved_notes

    def saved(self, path: Path) -> None:
        """All there is has been written to this file."""
        self.path, self._saved_notes = path, self.notes
        self.undo.setClean()
        self.notes_changed.emit()

    def set_notes(self, text: str) -> None:
        """What the person wants to remember."""
        if text != self.notes:
            self.notes = text
            self.notes_changed.emit()

    # -- data --------------------------------------------------------------------------------------------------------

    def open_data(self, data: Dataset, view: View = "auto", keep_runs: bool = False) -> None:
        """Begin with another data set; the undo list begins afresh, and so do the runs unless they are kept."""
        self.pause()
        self.undo.clear()
        self.path, self.query, self.selection, self.pointed = None, None, (), None
        self.data, self.view = data, view
        self.plane = Plane.of(data, view)
        self.brush = min(self.brush, max(len(data.class_names) - 1, 0))
        for lane in self.lanes:
            lane.oldest_shown = lane.generation + 1
            if not keep_runs:
                lane.start, lane.transport = None, Transport()
        if not keep_runs:
            self.notes = self._saved_notes = ""
            self.notes_changed.emit()
        self.selection_changed.emit()
        self.data_changed.emit()
        self.view_changed.emit()
        self.opened.emit()
        self._rerun_all()

    def put(self, data: Dataset, lanes: list[Lane], view: View, share: float, notes: str) -> None:
        """Take the place of everything at once: how a saved session comes back."""
        for lane in self.lanes:
            self.runner.forget(lane.identity)
        for lane in lanes:
            lane.identity, self._identities = self._identities, self._identities + 1
        self.lanes, self.active, self.holdout = lanes, 0, share
        self.notes = self._saved_notes = notes
        self.notes_changed.emit()
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
        reshaped = data.columns != self.data.columns
        if reshaped:
            self.view, self.query = "auto", None
        if reshaped or not self._held_still:
            self.plane = Plane.of(data, self.view)
        super()._put(data)
        if reshaped:
            self.view_changed.emit()
        self._rerun_all()

    def move_points(self, rows: Sequence[int], X: np.ndarray, gesture: int = 0) -> None:
        """Move rows; during a gesture the view stays still, so that the ground does not turn under the mouse."""
        self._held_still = bool(gesture)
        super().move_points(rows, X, gesture)

    def end_gesture(self) -> None:
        """The mouse was let go: the view may follow the data now."""
        self._held_still = False
        plane = Plane.of(self.data, self.view)
        if plane != self.plane:
            self.plane = plane
            self._ask_all()

    # -- runs --------------------------------------------------------------------------------------------------------

    def choose_algorithm(self, key: str, values: dict[str, Any] | None = None) -> None:
        """Run another algorithm in the active lane, from its beginning."""
        self.pause()
        super().choose_algorithm(key, values)

    def set_start(self, model: Any, words: str = "", gesture: int = 0, step: int | Literal["same"] = "same") -> None:
        """Begin from a model; what goes to another step is no longer played."""
        if step != "same":
            self.pause()
        super().set_start(model, words, gesture, step)

    def restart(self) -> None:
        """Go back to the first step of a fresh run."""
        self.pause()
        super().restart()

    def halt(self) -> None:
        """Stop computing ahead; stepping on goes on computing."""
        self.pause()
        self.lane.halted = True
        if self.lane.transport.wanted is None and self.lane.frame is not None:
            self.lane.transport = moves.sought(self.lane.transport, self.lane.frame.index)
        self._ask(self.lane)
        self.progressed.emit(self.active)

    def go_on(self) -> None:
        """Compute on after a halt; the step in view stays."""
        self.lane.halted = False
        self._ask(self.lane)
        self.progressed.emit(self.active)

    # -- stepping ----------------------------------------------------------------------------------------------------

    def go_to(self, index: int) -> None:
        """Show a step; beyond the end it is the last."""
        self._move(lambda transport: moves.sought(transport, index))

    def go_to_end(self) -> None:
        """Show the last step of the run, however far it is."""
        self._move(moves.to_end)

    def seek(self, places: Sequence[int | None]) -> None:
        """Show a step of each lane; None is its last."""
        for lane, place in zip(self.lanes, places, strict=True):
            lane.transport = moves.to_end(lane.transport) if place is None else moves.sought(lane.transport, place)
            lane.halted = False
            self._ask(lane)

    def step(self, by: int = 1) -> None:
        """Go on or back; lanes that step together go to the same step, or to their ends."""
        index = max((lane.transport.aim for lane in self.moved_lanes if not lane.refusal), default=0)
        self._move(lambda transport: moves.sought(transport, index + by))

    def next_event(self, direction: int = 1) -> None:
        """Go to the next or the previous mistake, split, change, ..."""
        place = moves.to_event(self.lane.transport, self.lane.events, direction).wanted
        self.go_to_end() if place is None else self.go_to(place)

    def play(self) -> None:
        """Step by the clock; from the end, begin again."""
        if self.at_end:
            self.go_to(0)
        self.playing = True
        self._clock.start(self._interval)
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
            self._clock.start(self._interval)

    @property
    def _interval(self) -> int:
        return max(round(1000 / self.speed), 1)

    def _tick(self) -> None:
        """One tick of the clock: a step, if the last one has been shown."""
        if not all(lane.settled for lane in self.moved_lanes):
            return
        if self.at_end:
            return self.pause()
        self.step(1)

    @property
    def moved_lanes(self) -> list[Lane]:
        """The lanes that step when the active one does: all of them, unless they are freed."""
        return list(self.lanes) if self.together else [self.lane]

    @property
    def at_end(self) -> bool:
        """Whether no lane that steps with the active one has another step."""
        return all(lane.transport.at_end or lane.refusal for lane in self.moved_lanes)

    def _move(self, change: Callable[[Transport], Transport]) -> None:
        for lane in self.moved_lanes:
            lane.transport, lane.halted = change(lane.transport), False
            self._ask(lane)

    def set_together(self, on: bool) -> None:
        """Whether all lanes step when the active one does."""
        self.together = on
        self.comparing_changed.emit()

    def set_overlaid(self, on: bool) -> None:
        """Whether the boundaries of all lanes are drawn in one picture, or each lane has a picture of its own."""
        wanted = self.answers_wanted
        self.overlaid = on
        self.comparing_changed.emit()
        if self.answers_wanted and not wanted:
            self._ask_all()

    @property
    def answers_wanted(self) -> bool:
        return self.evaluating or self.overlaid

    # -- looking -----------------------------------------------------------------------------------------------------

    def set_view(self, view: View) -> None:
        """Look at two features (i, j), the plane of the principal components ("pca") or that of Fisher's ("fisher")."""
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
