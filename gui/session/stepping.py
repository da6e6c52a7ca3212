"""The session, third floor: where the cursors stand, and the clock that plays the runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from gui.session import transport as moves
from gui.session.lane import Lane
from gui.session.recipe import Place, Recipe
from gui.session.runner import AHEAD
from gui.session.runs import Runs
from gui.session.transport import Transport

WAITS = "An edit has made the run shorter: it waits at its end, and plays on when there are more steps again."


class Stepping(Runs):
    """The step in view of each lane. An edit keeps it, and keeps playing: a run that an edit made shorter waits."""

    playing_changed = Signal(bool)
    speed_changed = Signal(float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.together = True
        self.playing, self.speed = False, 4.0
        self._waiting = False
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        self.progressed.connect(self._hunted)

    @property
    def moved_lanes(self) -> list[Lane]:
        """The lanes that step when the active one does: all of them, unless they are freed."""
        return list(self.lanes) if self.together else [self.lane]

    @property
    def at_end(self) -> bool:
        """Whether no lane that steps with the active one has another step."""
        return all(lane.transport.at_end or lane.refusal for lane in self.moved_lanes)

    # -- what begins afresh ------------------------------------------------------------------------------------------

    def choose_algorithm(self, key: str, values: dict[str, Any] | None = None) -> None:
        """Run another algorithm in the active lane, from its beginning."""
        self.pause()
        super().choose_algorithm(key, values)

    def _take(self, recipe: Recipe) -> bool:
        """Run by another recipe; one of another algorithm is not played on."""
        if any(lane.identity == recipe.lane and lane.key != recipe.key for lane in self.lanes):
            self.pause()
        return super()._take(recipe)

    def set_start(self, model: Any, words: str = "", gesture: int = 0, step: Place = "same") -> None:
        """Begin from a model; what goes to another step is no longer played."""
        if step != "same":
            self.pause()
        super().set_start(model, words, gesture, step)

    def restart(self) -> None:
        """Go back to the first step of a fresh run."""
        self.pause()
        super().restart()

    def halt(self) -> None:
        """Stop computing ahead; a step that is not known yet goes on computing."""
        self.pause()
        self.lane.halted = True
        self.lane.transport = moves.stayed(self.lane.transport)
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
            self._send(lane, moves.to_end(lane.transport) if place is None else moves.sought(lane.transport, place))

    def step(self, by: int = 1) -> None:
        """Go on or back; lanes that step together go to the same step, or to their ends."""
        index = self._farthest + by
        self._move(lambda transport: moves.sought(transport, index))

    def next_event(self, direction: int = 1) -> None:
        """Go to the next or the previous mistake, split, change, ...; one that is not known yet, as soon as it is."""
        lane = self.lane
        lane.transport = moves.to_event(lane.transport, lane.events, direction, lane.known >= AHEAD)
        if lane.transport.hunt is None:
            self._go_where(lane.transport.wanted)
        elif lane.halted:
            self.go_on()

    def _hunted(self, position: int) -> None:
        """More of a run is known: the event that was asked for may be there."""
        lane = self.lanes[position]
        if lane.transport.hunt is None:
            return
        if position != self.active or lane.refusal:  # another run is looked at, or there is none
            lane.transport = moves.stayed(lane.transport)
            return
        lane.transport = moves.hunted(lane.transport, lane.events, lane.known >= AHEAD)
        if lane.transport.hunt is None:
            self._go_where(lane.transport.wanted)

    def _go_where(self, place: int | None) -> None:
        self.go_to_end() if place is None else self.go_to(place)

    @property
    def _farthest(self) -> int:
        return max((lane.transport.aim for lane in self.moved_lanes if not lane.refusal), default=0)

    def _move(self, change: Callable[[Transport], Transport]) -> None:
        for lane in self.moved_lanes:
            self._send(lane, change(lane.transport))

    def _send(self, lane: Lane, transport: Transport) -> None:
        """Have the step shown that is wanted now; a run that was halted stays so while it has that step."""
        lane.transport = transport
        lane.halted = lane.halted and transport.wanted is not None and transport.wanted < lane.known
        self._ask(lane)

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play the steps at the chosen speed; from the end, begin again."""
        if self.at_end:
            self.go_to(0)
        for lane in self.lanes:
            lane.transport = moves.started(lane.transport)
        self.playing, self._waiting = True, False
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
        if speed == self.speed:
            return
        self.speed = float(speed)
        if self.playing:
            self._clock.start(self._interval)
        self.speed_changed.emit(self.speed)

    @property
    def _interval(self) -> int:
        return max(round(1000 / self.speed), 1)

    def _tick(self) -> None:
        """One tick of the clock: a step, if the last one has been shown."""
        if not all(lane.shown and lane.transport.hunt is None for lane in self.moved_lanes):
            return
        if not self.at_end:
            index, self._waiting = self._farthest + 1, False
            self._move(lambda transport: moves.played(transport, index))
        elif any(lane.transport.shortened for lane in self.moved_lanes):
            self._wait()
        else:
            self._rest()

    def _wait(self) -> None:
        """Stay at the end until an edit makes the run longer again, and say so once."""
        if not self._waiting:
            self._waiting = True
            self.said.emit(WAITS)

    def _rest(self) -> None:
        """The end was come to by playing: it stays the end when the data is edited."""
        self.pause()
        for lane in self.moved_lanes:
            lane.transport = moves.to_end(lane.transport)
