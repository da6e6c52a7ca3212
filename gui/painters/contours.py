"""Level lines of a function, with tints between them and the levels of a few written on their lines."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter

from engine.core.marks import Contours
from gui.painters.curve_labels import sides_of
from gui.painters.image_cache import ImageCache
from gui.painters.known_relief import Known
from gui.painters.level_numbers import Numbers, around
from gui.painters.obstacles import Obstacles
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenPainter, View, Work
from gui.painters.text import captions
from gui.regions.levels import SIDE, Rectangle, Relief, relief
from gui.regions.priority import DRAG, STEP, WaitBudget
from gui.regions.regions import Cancelled
from gui.session.background_task import BackgroundTask

LAYER = -50.0
REMEMBERED = 16
"""Number of cached reliefs, so that stepping back and forth computes nothing."""
LONGEST = 0.15
"""Seconds for which a relief waits at most until it is computed again, and a coarse one until it is computed finely."""
PATIENT, GAPS = 0.6, 0.3
"""Longest time (s) that a relief waits, all in all, for a hand that goes on moving, and then, between one
picture and the next move, for those of the hand's steps that are not painted yet.
"""
COARSE = SIDE // 2
"""The grid of a relief while one follows another: it takes a quarter of the time, and the hand has the rest."""
SLOW, SOON = 0.02, 0.25
"""A relief that takes so many seconds is coarse at first, if it comes within so many seconds after the one before, or
while a hand moves."""
FIRST = 16
"""Milliseconds for which a relief waits, so that the step's points, lines and areas are painted first."""
LATE, PALE = 250, 0.3
"""Milliseconds for which a relief of a step before is shown as if it were of this one, and how much of it then."""
CELL = 32.0
"""Pixels: what is kept clear of words is as large as some squares of this side."""
FAINTEST, DEEPEST = 0.02, 0.30
"""The share of the tint at the top and at the bottom of the relief."""

Request = tuple[Hashable, tuple[float, ...], bool, Rectangle]
"""Cache key of a relief: key, levels, fill, rectangle."""


class ContoursPainter(ScreenPainter[Contours]):
    """Shows the newest relief there is, and has a new one computed when the function or the visible part changed."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.task = BackgroundTask(view.widget)
        self.task.ready.connect(self._take)
        self._soon = QTimer(view.widget, singleShot=True, interval=FIRST)
        self._soon.timeout.connect(self._ask)
        self._later = QTimer(view.widget, singleShot=True, interval=round(1000 * LONGEST))
        self._later.timeout.connect(self._refine)
        self._late = QTimer(view.widget, singleShot=True, interval=LATE)
        self._late.timeout.connect(self._fade)
        self._mark: Contours | None = None
        self._took = self._made = 0.0
        self._slow = self.pale = False
        self._request: Request | None = None
        self._of: Request | None = None
        self._cache: OrderedDict[Request, Known] = OrderedDict()
        self._known: Known | None = None
        self._images = ImageCache()
        self._bearing = Once[Numbers]()
        self._stood = Once[list[tuple[QPointF, str]]]()
        view.box.sigRangeChanged.connect(self._look_again)

    def draw(self, mark: Contours) -> None:
        if self._mark is None or not mark.key or mark.key != self._mark.key:
            self._request = None
        self._mark = mark
        self._look(mark)
        self.show(LAYER)

    def clear(self) -> None:
        super().clear()
        self._mark = self._request = self._known = self._of = None
        self._soon.stop()
        self._later.stop()
        self._stay()
        self.task.forget()

    def close(self) -> None:
        self.task.wait()

    @property
    def shown(self) -> Relief | None:
        """The relief in view."""
        return None if self._known is None else self._known.relief

    @property
    def settled(self) -> bool:
        """Whether what is shown is what is visible now, and no finer one is to come."""
        known, request = self._known, self._request
        return known is not None and known.fine and request is not None and self._cache.get(request) is known

    def work(self, ratio: float, fine: bool = True) -> Work | None:
        """For a figure on a finer grid."""
        if self._mark is None:
            return None
        self._soon.stop()
        self._later.stop()
        self._request = request = self._requested(self._mark)
        side = 2 * SIDE if fine else SIDE
        return Work(partial(self._slowly, self._mark, request, side), partial(self._show_made, request, True))

    @classmethod
    def _slowly(cls, mark: Contours, request: Request, side: int) -> Generator[float, None, Relief]:
        yield 0.0
        return cls._computed(mark, request, side)

    # -- asking --------------------------------------------------------------------------------------------------------

    def _look_again(self) -> None:
        if self._mark is not None and self.item.isVisible():
            self._look(self._mark)

    def _requested(self, mark: Contours) -> Request:
        (x0, x1), (y0, y1) = self.view.box.viewRange()
        return (mark.key or id(mark), mark.levels, mark.fill, (x0, x1, y0, y1))

    def _look(self, mark: Contours) -> None:
        """Show what is known of the visible part, or ask for it once the chart has settled on its range."""
        request = self._requested(mark)
        if request == self._request:
            return
        self._request = request
        self._later.stop()
        if self._of is None or self._of[:3] == request[:3]:
            self._stay()
        elif not (self.pale or self._late.isActive()):
            self._late.start()
        if request in self._cache:
            self._soon.stop()
            self._show(request, self._cache[request])
        elif not self._soon.isActive():  # while a hand drags, a relief that takes long leaves twice that to the rest
            rested = time.monotonic() - self._made
            self._soon.start(max(FIRST, round(1000 * min(2 * self._took - rested, LONGEST))))

    def _stay(self) -> None:
        self._late.stop()
        self.pale = False

    def _fade(self) -> None:
        """While a hand goes on moving, what is shown is that of a step before, beside the points of this one."""
        self.pale = True
        self.item.update()

    def _ask(self) -> None:
        hasty = DRAG.is_on or time.monotonic() - self._made < SOON
        self._ask_on(COARSE if self._slow and hasty else SIDE)

    def _refine(self) -> None:
        self._ask_on(SIDE)

    def _ask_on(self, side: int) -> None:
        request, mark = self._request, self._mark
        if mark is not None and request is not None:
            self.task.ask((request, side), lambda: self._timed(mark, request, side))

    def _timed(self, mark: Contours, request: Request, side: int) -> Relief | None:
        """On the thread of the task: the relief, which waits while a hand moves, and how long it takes; None if it is
        given up, as another one is wanted: it would delay the words of that step.
        """
        began, waits = time.monotonic(), (WaitBudget(DRAG, longest=PATIENT), WaitBudget(STEP, longest=GAPS))

        def wait() -> None:
            for patience in waits:
                patience.wait()
            if self._request is not request:
                raise Cancelled

        try:
            made = self._computed(mark, request, side, wait)
        except Cancelled:
            return None
        self._made = time.monotonic()
        self._took = self._made - began - sum(patience.waited for patience in waits)
        self._slow = self._took * (SIDE / side) ** 2 > SLOW
        return made

    @staticmethod
    def _computed(mark: Contours, request: Request, side: int, pause: Callable[[], object] | None = None) -> Relief:
        return relief(mark.function, request[3], mark.levels, mark.fill, side, pause)

    def _take(self, asked: tuple[Request, int], made: Relief | Exception | None) -> None:
        if isinstance(made, Exception):
            raise made
        request, side = asked
        if made is None:
            return
        if request == self._request and self._mark is not None:
            self._show_made(request, side == SIDE, made)
        elif not isinstance(request[0], int):  # a number is that of a mark without key; an earlier step may come again
            self._keep(request, Known.of(made, side == SIDE))

    def _keep(self, request: Request, known: Known) -> None:
        self._cache[request] = known
        self._cache.move_to_end(request)
        while len(self._cache) > REMEMBERED:
            self._cache.popitem(last=False)

    def _show_made(self, request: Request, fine: bool, made: Relief) -> None:
        self._show(request, Known.of(made, fine))

    def _show(self, request: Request, known: Known) -> None:
        self._keep(request, known)
        self._known, self._of = known, request
        self._stay()
        if not known.fine:
            self._later.start()
        self.item.update()

    # -- painting ------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, screen: Screen) -> None:
        known, mark = self._known, self._mark
        if known is not None and mark is not None:
            what = (known.number, mark.role, self.theme.name, self.scale)
            painter.setOpacity(PALE if self.pale else 1.0)
            self._images.paint(painter, screen, what, lambda to: self._paint_relief(to, screen, known, mark.role))
            painter.setOpacity(1.0)
            if mark.role == "plain" and known.lines and not self.pale:  # one over another relief bears no numbers
                for place, text in self._numbers(screen, known):
                    self.write(painter, place, text, self.theme.quiet)

    def _paint_relief(self, painter: QPainter, screen: Screen, known: Known, role: str) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for path, colour in zip(known.areas, self._tints(len(known.areas)), strict=True):
            painter.fillPath(screen.transform.map(path), colour)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = self.pen(self.look(role), self._ink(role), 1.0)
        for path in known.lines:
            painter.strokePath(screen.transform.map(path), pen)

    def _ink(self, role: str) -> QColor:
        theme = self.theme
        return theme.mixed(theme.quiet, theme.paper, 0.3) if role == "plain" else self.look(role).colour

    def _tints(self, count: int) -> list[QColor]:
        """The lower, the deeper."""
        theme = self.theme
        shares = DEEPEST + (FAINTEST - DEEPEST) * np.arange(count) / max(count - 1, 1)
        return [theme.mixed(theme.paper, theme.quiet, float(share)) for share in shares]

    def _numbers(self, screen: Screen, known: Known) -> list[tuple[QPointF, str]]:
        """The levels and where they stand: looked for once while all around them stays as it is."""
        there, on = Obstacles.on(self.view), (screen, self.scale)
        words = [roomy(box) for box in captions(self.view, screen)]

        def bearing() -> Numbers:
            return Numbers(known.relief, screen, self.scale, self.view.appearance.font("small"))

        def placed() -> list[tuple[QPointF, str]]:
            taken = sides_of(around(box, self.scale) for box in (*words, *there.words(self.view, screen)))
            return self._bearing.of(on, [known], bearing).placed(taken, there.lines(screen, self.scale))

        what = on, there.said(), [box.getRect() for box in words]
        return self._stood.of(what, [known, *there.places()], placed)


def roomy(box: QRectF) -> QRectF:
    """The squares of side CELL that a box touches, as one box.

    >>> roomy(QRectF(1, 33, 40, 10)).getRect()
    (0.0, 32.0, 64.0, 32.0)
    """
    left, top = math.floor(box.left() / CELL), math.floor(box.top() / CELL)
    right, bottom = math.ceil(box.right() / CELL), math.ceil(box.bottom() / CELL)
    return QRectF(CELL * left, CELL * top, CELL * (right - left), CELL * (bottom - top))
