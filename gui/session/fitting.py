"""The preparation of a table, fitted to its training rows: at once where that is quick, beside the window where not.

While it is being fitted everything stays as it was, and what was wanted is done when it is there: a picture is never
of another table than what stands beside it. What was fitted last is kept, so that nothing is fitted twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine.base.errors import Refusal
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation, Prepared
from engine.data.split import Split
from gui.session.background_task import BackgroundTask

QUICK = 150_000
"""Number of cells for which a preparation step takes about two frames of the screen."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A preparation of a table, the split whose training rows it learns from, and what is done once it is there."""

    table: Dataset
    preparation: Preparation
    split: Split
    act: Callable[[], None] = lambda: None

    def is_for(self, other: Fit) -> bool:
        """Whether both are fitted alike."""
        alike = self.table is other.table and self.preparation == other.preparation
        return alike and self.split == other.split

    def made(self, begun: Callable[[int], None] = lambda place: None) -> Prepared | Refusal:
        """What the preparation makes of the table, or why it cannot; `begun` as for `Preparation.fit`."""
        try:
            return self.preparation.fit(self.table, self.split.of(self.table).training, begun)
        except Refusal as refusal:
            return refusal

    @property
    def takes_long(self) -> bool:
        """Whether it must not be fitted between two frames."""
        return self.table.X.size * sum(entry.on for entry in self.preparation.entries) > QUICK


class GivenUp(Exception):
    """It is no longer needed."""


class Fitting(QObject):
    """Fits one preparation at a time; the newest request wins.

    changed   something long has begun, is one step further, is there, or was given up
    """

    changed = Signal()
    _further = Signal(object, int)  # from the thread that fits: the request, and how many steps of it are done

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.request: Fit | None = None
        """What is being fitted."""
        self.done = 0
        """How many of its steps are done."""
        self._last: tuple[Fit, Prepared | Refusal] | None = None
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._take)
        self._further.connect(self._went_on)

    @property
    def busy(self) -> bool:
        return self.request is not None

    def when_fitted(self, request: Fit) -> None:
        """Do what is wanted once its preparation is fitted, or is known not to fit: at once if that is quick."""
        self.give_up()
        if self._known(request) is not None or not request.takes_long:
            return request.act()
        self.request, self.done = request, 0
        self._task.ask(request, lambda: self._fitted(request))
        self.changed.emit()
        return None

    def fitted(self, request: Fit) -> Prepared | None:
        """What a preparation makes of a table, if it was not made last time, now; None where no step of it is on."""
        if not request.preparation.is_on:
            return None
        made = self._known(request)
        if made is None:
            made = request.made()
            self._last = request, made
        if isinstance(made, Refusal):
            raise made
        return made

    def know(self, request: Fit, made: Prepared) -> None:
        """It was fitted elsewhere."""
        self._last = request, made

    def give_up(self) -> None:
        """Cancel the current fit: everything stays as it is."""
        if self.request is not None:
            self.request = None
            self._task.forget()
            self.changed.emit()

    def finish(self) -> None:
        """Wait for what is being fitted."""
        self._task.finish()

    def _known(self, request: Fit) -> Prepared | Refusal | None:
        return self._last[1] if self._last is not None and self._last[0].is_for(request) else None

    def _fitted(self, request: Fit) -> Prepared | Refusal:
        """On the thread that fits: between two of its steps it is asked whether it is still needed."""

        def begun(step: int) -> None:
            if self.request is not request:
                raise GivenUp
            self._further.emit(request, step)

        return request.made(begun)

    def _went_on(self, request: Fit, done: int) -> None:
        if request is self.request:
            self.done = done
            self.changed.emit()

    def _take(self, request: Fit, made: Prepared | Refusal | Exception) -> None:
        if request is not self.request:
            return
        self.request = None
        if not isinstance(made, Prepared | Refusal):
            self.changed.emit()
            raise made
        self._last = request, made
        request.act()
        self.changed.emit()
