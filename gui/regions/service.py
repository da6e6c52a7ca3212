"""The one worker thread of a view that rasterises regions, so that the GUI thread never asks a model anything.

The newest request of a painter replaces its older ones, also while they are being computed. A picture is handed over
as soon as it is worth showing, again when it is to the pixel, and, after a moment of rest, when every pixel was asked.
"""

from __future__ import annotations

import math
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from gui.regions.priority import FIRST_LOOK, STEP, WaitBudget
from gui.regions.regions import Cancelled

SLOW = 0.012
"""Seconds after which a coarser picture is shown while a finer one is computed."""
HUNGRY = 0.15
"""Seconds after a request was given up without any picture, and others after it, until one is finished coarsely."""
GAPS = 0.3
"""Longest time (s) that a picture beside the plane waits in all for steps that are not painted yet."""
PAINTING = 0.015
"""Seconds for which a finer picture waits at most until the first look, which is being painted, is on the screen."""
REST = 0.25
"""Seconds without a request before every pixel is asked."""


class Look(Protocol):
    """One look at what is asked for.   cell  how many pixels wide what was asked at once is"""

    @property
    def cell(self) -> int: ...


class Made(Protocol):
    """What is made of a look; `stage` is "coarse", "fine" or "exact".   fineness  the greater, the finer"""

    @property
    def request(self) -> Any: ...
    @property
    def stage(self) -> str: ...
    @property
    def fineness(self) -> int: ...


class Wanted(Protocol):
    """What a painter can ask for: what models say on a part of the plane."""

    def same_as(self, other: Any) -> bool:
        """Whether the two ask for the same."""

    def stands_for(self, other: Any) -> bool:
        """Whether what is made of it may be shown until that of the other is there."""

    def looks(self, stale: Callable[[], bool]) -> Iterator[Look]:
        """Coarse, then finer and finer; the last one, of cells of 1, is to the pixel."""

    def whole(self, stale: Callable[[], bool]) -> Look:
        """Every pixel is asked."""

    def drawn(self, look: Any, stage: str, pause: Callable[[], object]) -> Made:
        """What is made of a look.   pause  called again and again meanwhile"""


class RegionService(QObject):
    """Computes pictures off the GUI thread. `ready` comes on the GUI thread with the asker's key and a Made.

    working  whether it has a thread at all: a figure brings its pictures itself, and its requests are not answered
    """

    ready = Signal(int, object)
    crashed = Signal(str)

    def __init__(self, parent: QObject | None = None, working: bool = True) -> None:
        super().__init__(parent)
        self._mail = threading.Condition()
        self._wanted: dict[int, Wanted] = {}  # what each asker waits for
        self._waiting: list[int] = []  # askers in the order in which they are served
        self._unfinished: dict[int, Wanted] = {}  # shown to the pixel, not yet asked everywhere
        self._done: dict[int, Made] = {}
        self._hasty: set[int] = set()  # askers that take a coarse picture when they paint, if there is no better one
        self._empty_handed: dict[int, Wanted] = {}  # askers that have painted without a picture of their request
        self._slow: set[int] = set()  # askers that got only a first look the last time, as no more was to be had soon
        self._painting: set[int] = set()  # askers with a first look, fetched or to be fetched, that is not painted yet
        self._since: dict[int, float] = {}  # when an asker without a picture since was first given up
        self._asked_at: dict[int, float] = {}
        self._took: dict[int, float] = {}  # by asker, the seconds until its last picture to the pixel
        self._unseen: Wanted | None = None  # what is under way, while nothing of it has been shown
        self._patience = WaitBudget(STEP, GAPS)  # with the steps on the plane, of the picture that is made beside it
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="learnscope-regions", daemon=True)
        if working:
            self._thread.start()

    def ask(self, key: int, request: Wanted, hasty: bool = False) -> None:
        """Ask for a picture, in place of what was asked before; it comes by `ready`.

        hasty  whether the first look, however coarse, is to be there as soon as possible
        """
        with self._mail:
            self._wanted[key], self._asked_at[key] = request, time.perf_counter()
            (self._hasty.add if hasty else self._hasty.discard)(key)
            (FIRST_LOOK.begin if hasty else FIRST_LOOK.end)(self, key)
            self._unfinished.pop(key, None)
            self._painting.discard(key)
            if key not in self._waiting:
                self._waiting.append(key)
            self._mail.notify_all()

    def wait(self, key: int, request: Wanted, patience: float) -> Made | None:
        """The picture, if it is there within `patience` seconds of the question; then a coarse one, which else follows
        by `ready`.

        Where the one before took longer than that, a coarse one is enough at once.
        """
        with self._mail:
            left = self._asked_at.get(key, 0.0) + patience - time.perf_counter()
            enough = self._took.get(key, 0.0) > patience
            (self._slow.add if enough else self._slow.discard)(key)
            self._mail.wait_for(lambda: self._answered(key, request, enough), max(left, 0.0))
            made = self._done.get(key)
            if made is None or made.request is not request:
                self._empty_handed[key] = request
                return None
            self._seen(key, request)
            if made.stage == "coarse":
                self._painting.add(key)
            return made

    def painted(self, key: int) -> None:
        """What the asker waited for is on the screen: other pictures may go on, and a finer one for itself."""
        FIRST_LOOK.end(self, key)
        with self._mail:
            self._painting.discard(key)
            self._mail.notify_all()

    def forget(self, key: int) -> None:
        """The asker needs nothing any more."""
        with self._mail:
            for kept in (self._wanted, self._unfinished, self._done, self._empty_handed):
                kept.pop(key, None)
            for times in (self._since, self._asked_at, self._took):
                times.pop(key, None)
            for waited_for in (self._slow, self._painting):
                waited_for.discard(key)
            FIRST_LOOK.end(self, key)

    def close(self) -> None:
        """Cancel what is under way and wait for the thread."""
        with self._mail:
            self._closing = True
            for key in self._wanted:
                FIRST_LOOK.end(self, key)
            self._wanted.clear()
            self._mail.notify_all()
        if self._thread.ident is not None:
            self._thread.join(timeout=5.0)

    def _answered(self, key: int, request: Wanted, coarsely: bool) -> bool:
        done = self._done.get(key)
        return done is not None and done.request is request and (coarsely or done.stage != "coarse")

    def _seen(self, key: int, request: Wanted) -> None:
        """Something of it is shown, or will be at once."""
        self._since.pop(key, None)
        if self._unseen is request:
            self._unseen = None

    # -- on the worker thread ------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._next()) is not None:
            key, request, exact = job
            try:
                self._make_exact(key, request) if exact else self._make(key, request)
            except Cancelled:
                if request is self._unseen:
                    self._since.setdefault(key, time.perf_counter())
            except Exception:
                self.crashed.emit(traceback.format_exc())

    def _next(self) -> tuple[int, Wanted, bool] | None:
        """The next to do: what is waited for, first while painting, or after a pause what can be improved."""
        with self._mail:
            while not self._closing:
                while self._waiting:
                    key = next((key for key in self._waiting if key in self._hasty), self._waiting[0])
                    self._waiting.remove(key)
                    if key in self._wanted:
                        return key, self._wanted[key], False
                if not self._mail.wait(REST if self._unfinished else None) and self._unfinished:
                    key, request = self._unfinished.popitem()
                    return key, request, True
            return None

    def _stale(self, key: int, request: Wanted) -> bool:
        """Whether it has been replaced; but if those before it were given up as well, something of it is shown first.

        So while a long run is computed, with a question at each of its frames, the picture follows as well as it can.
        """
        wanted = self._wanted.get(key)
        if wanted is request:
            return False
        if request is not self._unseen:
            return True
        hungry = time.perf_counter() - self._since.get(key, math.inf) > HUNGRY
        return not (hungry and request.stands_for(wanted))

    def _make(self, key: int, request: Wanted) -> None:
        """Show something soon, and the picture to the pixel."""
        self._patience = WaitBudget(STEP, GAPS)
        began = shown = time.perf_counter()
        self._unseen = request
        self._turn(key, request)
        for number, look in enumerate(request.looks(self._asking(key, request))):
            now = time.perf_counter()
            if look.cell == 1:
                self._unfinished[key] = request
                self._hand_over(key, request, look, "fine")
            elif number == 0 and key in self._hasty:
                shown = now
                self._lay_out(key, request, look)
            elif now - began > SLOW and (shown == began or now - shown > 5 * SLOW):
                shown = now
                self._hand_over(key, request, look, "coarse")

    def _lay_out(self, key: int, request: Wanted, look: Look) -> None:
        """Store the first look for the next painting; an asker that has painted without it is called."""
        self._turn(key, request)
        made = request.drawn(look, "coarse", partial(self._turn, key, request))
        with self._mail:
            if self._stale(key, request):
                raise Cancelled
            self._done[key] = made
            if key in self._slow:
                self._painting.add(key)
            self._mail.notify_all()
            if missed := self._empty_handed.pop(key, None) is request:
                self._seen(key, request)
                self._painting.add(key)
        if missed:
            self.ready.emit(key, made)

    def _make_exact(self, key: int, request: Wanted) -> None:
        self._unseen = None
        try:
            look = request.whole(lambda: self._stale(key, request) or bool(self._waiting) or STEP.is_on)
        except Cancelled:
            if not self._stale(key, request):  # interrupted by another asker, or a step: try again later
                self._unfinished[key] = request
            raise
        self._hand_over(key, request, look, "exact")

    def _asking(self, key: int, request: Wanted) -> Callable[[], bool]:
        """Whether it is stale: questions to the model wait and give up as drawing does."""

        def stale() -> bool:
            self._let_others_first(key, request)
            return self._stale(key, request)

        return stale

    def _turn(self, key: int, request: Wanted) -> None:
        """Go on if it is still needed, and no other picture more urgently."""
        if key not in self._hasty:
            FIRST_LOOK.wait(self)
        self._let_others_first(key, request)
        if self._stale(key, request):
            raise Cancelled

    def _let_others_first(self, key: int, request: Wanted) -> None:
        """Wait: beside the plane for its steps, on the plane for a first look that is being painted, which would
        take twice as long while a finer one is computed.
        """
        if key not in self._hasty:
            self._patience.wait()
        elif key in self._painting:
            with self._mail:
                self._mail.wait_for(lambda: key not in self._painting or self._stale(key, request), PAINTING)
                self._painting.discard(key)

    def _hand_over(self, key: int, request: Wanted, look: Look, stage: str) -> None:
        self._turn(key, request)
        made = request.drawn(look, stage, partial(self._turn, key, request))
        with self._mail:
            if self._stale(key, request):
                raise Cancelled
            self._done[key] = made
            if stage == "fine":
                self._took[key] = time.perf_counter() - self._asked_at[key]
            FIRST_LOOK.end(self, key)
            self._seen(key, request)
            self._mail.notify_all()
        self.ready.emit(key, made)
