"""Painters of what a model says everywhere: the worker of the view is asked, and the newest answer is shown."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from itertools import count
from typing import Generic, TypeVar, cast

from PySide6.QtCore import QTimer

from gui.painters.painter import ScreenPainter, View
from gui.regions.levels import Rectangle
from gui.regions.service import Made, Wanted

PATIENCE = 0.006
"""Seconds after the question for which painting waits, so that what a fast model says moves with its other marks."""

_keys = count()

A = TypeVar("A")
"""The kind of mark that is drawn."""
W = TypeVar("W", bound=Wanted)
"""The request to the worker."""
P = TypeVar("P", bound=Made)
"""The result of the worker."""


class AskingPainter(ScreenPainter[A], Generic[A, W, P]):
    """Shows the newest answer there is, and asks for a new one when the mark or the visible part changed."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._key = next(_keys)
        self.mark: A | None = None
        self._asked: W | None = None
        self._painted: W | None = None
        self._features = 0
        self.shown: P | None = None
        view.regions.ready.connect(self._take)
        view.box.sigRangeChanged.connect(self._look_again)
        view.box.sigResized.connect(self._look_again)

    @property
    def asks(self) -> bool:
        """Whether what is drawn is computed elsewhere."""
        return True

    @property
    def patience(self) -> float:
        """Seconds after the question for which painting waits."""
        return PATIENCE

    @abstractmethod
    def request(self, mark: A, width: int, height: int) -> W:
        """The visible rectangle, in this number of pixels."""

    def ask(self, mark: A) -> None:
        """Have a mark looked at."""
        plane = self.view.lifting_plane()
        self.mark, self._features = mark, 0 if plane is None else len(plane.origin)
        self._ask()

    def clear(self) -> None:
        super().clear()
        self.mark = self._asked = self.shown = None
        self.view.regions.forget(self._key)

    def _look_again(self) -> None:
        """Another part of the plane is visible: keep the picture where it was until there is a new one."""
        plane = self.view.lifting_plane()
        fits = plane is None or len(plane.origin) == self._features  # another data set may be on its way
        if self.mark is not None and self.item.isVisible() and fits:
            self._ask()

    def _ask(self) -> None:
        if not self.asks:
            self._asked = self.shown = None
            self.view.regions.forget(self._key)
            return
        ratio = self.view.widget.devicePixelRatioF()
        request = self._request(round(self.view.box.width() * ratio), round(self.view.box.height() * ratio))
        if request is not None and not request.same_as(self._asked):
            self._asked = request
            self.view.regions.ask(self._key, request, hasty=True)

    def _request(self, width: int, height: int) -> W | None:
        """The visible rectangle; None while the view has no size."""
        if width < 2 or height < 2 or self.mark is None:
            return None
        return self.request(self.mark, width, height)

    def rect(self) -> Rectangle:
        """The visible part of the view: x0, x1, y0, y1."""
        (x0, x1), (y0, y1) = self.view.box.viewRange()
        return x0, x1, y0, y1

    def _take(self, key: int, made: P) -> None:
        if key == self._key and made is not self.shown and self._fits(made) and not self._has_finer(made):
            self.shown = made
            self.item.update()

    def _fits(self, made: P) -> bool:
        """Whether it is what was asked for; until that is there, the newest that can stand for it."""
        if made.request is self._asked:
            return True
        waits = self.shown is None or self.shown.request is not self._asked
        return waits and made.request.stands_for(self._asked)

    def _has_finer(self, made: P) -> bool:
        """Whether a finer answer to the same has been fetched before this one was told of."""
        return self.shown is not None and self.shown.request is made.request and made.fineness < self.shown.fineness

    def _put(self, made: P) -> None:
        """Show what a figure had computed."""
        self._asked = made.request
        self._take(self._key, made)

    @property
    def settled(self) -> bool:
        """Whether what is shown is what was asked for, to the pixel."""
        return self.current and (self.shown is None or self.shown.stage != "coarse")

    @property
    def exact(self) -> bool:
        """Whether the model was asked at every pixel of what is shown."""
        return self.current and (self.shown is None or self.shown.stage == "exact")

    @property
    def current(self) -> bool:
        """Whether what is shown is of what was asked for, however coarse."""
        return not self.asks or (self.shown is not None and self.shown.request is self._asked)

    def wait_a_moment(self) -> None:
        """Give a fast model the time to finish, so that what it says moves in the same picture as its line; of a slow
        one take a first look.
        """
        if self._asked is not None and (self.shown is None or self.shown.request is not self._asked):
            made = self.view.regions.wait(self._key, self._asked, self.patience)
            self.shown = self.shown if made is None else cast(P, made)

    def painted(self) -> None:
        """What is shown has been painted: other pictures may go on once what lies above it is painted too."""
        if self.shown is not None and self._painted is not self.shown.request is self._asked:
            self._painted = self._asked
            QTimer.singleShot(0, partial(self.view.regions.painted, self._key))
