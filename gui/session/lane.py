"""One run in a session: an algorithm with its parameters, seed and start, and the place of the cursor in it."""

from __future__ import annotations

from typing import Any

from engine.base.errors import Remedy
from engine.base.params import build
from engine.core.algorithm import Algorithm, SetByStart, Task
from engine.core.ending import Ending
from engine.core.ran import Ran
from engine.core.story import Event
from engine.families import algorithm
from gui.session.job import Frame, Progress, Run
from gui.session.transport import Transport


class Lane:
    """Plain state; the session changes it and emits the signals."""

    def __init__(self, identity: int, key: str, values: dict[str, Any] | None = None, seed: int = 0) -> None:
        self.identity = identity
        self.seed = seed
        self.start: Any = None
        self.transport = Transport()
        self.generation = 0
        self.oldest_shown = 0
        """Frames of an older generation show another run altogether and are dropped."""
        self.frame: Frame | None = None
        self.frame_generation = -1
        self.ran: tuple[Run, int, Ran] | None = None
        """What ran of the source: in which run, for which step."""
        self.progress = Progress()
        self.told: tuple[Progress, int, int, bool, bool] | None = None
        """The last emitted state: how much was known and filled, whether it had ended, and whether it ran."""
        self.running = False
        self.halted = False
        self.refusal = ""
        self.remedies: tuple[Remedy, ...] = ()
        """What would put right what the run is refused for."""
        self.wanted_steps: tuple[str, ...] = ()
        """The steps of preparation that would, all together."""
        self.run: Run | None = None
        self.choose(key, values or {})

    def choose(self, key: str, values: dict[str, Any]) -> None:
        """Take another algorithm; refuses an unknown one and illegal parameters before anything changes."""
        chosen = algorithm(key)
        params = build(chosen.params, values)
        self.key, self.values, self.params = key, dict(values), params

    @property
    def algorithm(self) -> Algorithm:
        return algorithm(self.key)

    @property
    def task(self) -> Task:
        """What its algorithm does with the data in view."""
        return self.algorithm.task if self.frame is None else self.algorithm.task_on(self.frame.data)

    @property
    def index(self) -> int:
        """The step in view."""
        return self.transport.index

    @property
    def known(self) -> int:
        return self.progress.known

    @property
    def ending(self) -> Ending | None:
        return self.progress.ending

    @property
    def events(self) -> list[Event | None]:
        """What happened at each known step, None for nothing worth a mark."""
        return self.progress.events

    @property
    def curves(self) -> dict[str, list[float]]:
        """The measured numbers of each known step by name."""
        return self.progress.curves

    @property
    def seen_running(self) -> Ran | None:
        """What ran of the source for the step in view, or None while that is not known."""
        if self.ran is None or self.frame is None or self.frame.provisional:
            return None
        run, index, found = self.ran
        return found if run is self.run and index == self.frame.index else None

    @property
    def settled(self) -> bool:
        """Whether the frame is the very step that is wanted, of the newest run, or the run was refused."""
        if self.refusal:
            return True
        frame, transport = self.frame, self.transport
        if frame is None or frame.provisional or self.frame_generation != self.generation:
            return False
        return frame.index == transport.wanted or (self.ending is not None and frame.index == self.known - 1)

    @property
    def shown(self) -> bool:
        """Whether the step that is wanted is in view, of the newest run or of the one before an edit under way."""
        frame = self.frame
        if self.settled or frame is None or frame.provisional:
            return self.settled
        return self.frame_generation >= self.oldest_shown and frame.index == self.transport.wanted


def decided(lane: Lane) -> tuple[SetByStart, ...]:
    """The parameters of a run that what it begins from decides."""
    if lane.start is None:
        return ()
    return tuple(one for one in lane.algorithm.decided if one.when(lane.start, lane.params))
