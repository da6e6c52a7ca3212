"""Small pictures of the plane side by side, each with its title: computed elsewhere, one after the other, and kept."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from functools import partial
from itertools import count

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from engine.core.marks import Gallery, Panel
from gui.painters.gallery_item import GalleryItem, Small
from gui.painters.painter import View, Work
from gui.painters.shaded import groups_of
from gui.painters.sheet_item import SheetPainter
from gui.regions.asked import Predicts
from gui.regions.banded import answered
from gui.regions.request import Picture
from gui.regions.small import Dots, SmallRequest, paint_dots, widths_of

USUAL, SHARPEST = 1.6, 4
"""A picture has so many pixels to one of its size; one that is enlarged, up to so many times as many each way."""
CACHE_SIZE = 600
"""Number of cached pictures, so that stepping back and forth computes none again."""

BETWEEN = 0.1
"""Seconds from one painting to the next while the pictures of a step come one by one."""

_keys = count()


class GalleryPainter(SheetPainter[Gallery, GalleryItem]):
    """Asks for the pictures of the panels that are seen; one that is there for a model stays while the model does."""

    def __init__(self, view: View) -> None:
        super().__init__(view, GalleryItem(view))
        self._cache: dict[tuple[int, str], Small] = {}
        self._uv: dict[int, np.ndarray] = {}
        self._dots: dict[int, Dots] = {}
        self._dots_before: tuple[Dots, ...] = ()
        self._answered_for: tuple[object, ...] | None = None
        self._come: list[int] = []
        self._painted = 0.0
        view.regions.ready.connect(self._take)
        view.box.sigRangeChanged.connect(self.ask)

    def draw(self, mark: Gallery) -> None:
        before, self._answered_for = list(self.item.smalls), None
        self._dots_before, self._dots, self._uv = tuple(self._dots.values()), {}, {}
        smalls = [self._small(panel, before[i] if i < len(before) else None) for i, panel in enumerate(mark.panels)]
        self._forget({(id(panel.model), panel.title) for panel in mark.panels})
        self.item.restyle(self.view.appearance)
        self.item.show_panels(mark.panels, smalls)
        self.item.show()

    def clear(self) -> None:
        super().clear()
        self._forget(set(), 0)
        self.item.show_panels((), ())

    def _small(self, panel: Panel, before: Small | None) -> Small:
        """The picture that is kept for a model; of a new one, until it is there, what its place showed before."""
        name = (id(panel.model), panel.title)
        small = self._cache.pop(name, None) or Small(panel.model, next(_keys), shown=before.shown if before else None)
        self._cache[name] = small
        return small

    def _forget(self, shown: set[tuple[int, str]], most: int = CACHE_SIZE) -> None:
        """Let go of the oldest pictures that are not shown."""
        old = [name for name in self._cache if name not in shown]
        for name in old[: max(len(self._cache) - most, 0)]:
            self.view.regions.forget(self._cache.pop(name).key)

    # -- pictures ------------------------------------------------------------------------------------------------------

    def ask(self, *_: object) -> None:
        """Ask for what is seen and not yet there."""
        if not self.item.isVisible() or self._answered_for == (now := self._circumstances()):
            return
        self._answered_for, fine = now, self._sharpness()
        for index in self.seen():
            small, request = self.item.smalls[index], self._request(index, fine)
            if not request.same_as(small.asked):
                small.asked, small.stage = request, "coarse"
                if hasattr(small.model, "predict"):
                    self.view.regions.ask(small.key, request)
                else:
                    small.shown, small.stage = self._plain(request), "exact"

    def _circumstances(self) -> tuple[object, ...]:
        """The cache key of the pictures besides their panels."""
        return self.view.box.viewRect(), self.item.columns, self.item.part, self.view.widget.devicePixelRatioF()

    def seen(self) -> list[int]:
        """The panels in view."""
        return self.item.within(self.item.mapRectFromParent(self.view.box.viewRect()))

    def _request(self, index: int, fine: float) -> SmallRequest:
        """The picture of a panel, with so many pixels to a unit of the sheet."""
        panel, (wide, high) = self.item.panels[index], self.item.size
        width, height = max(round(wide * fine), 2), max(round(high * fine), 2)
        model: Predicts = panel.model
        return SmallRequest(
            model, self.view.lifting_plane(), self.item.part, width, height, "auto", self.view.appearance.theme,
            grain=fine * self.view.appearance.scale, dots=self._dots_of(panel),
        )  # fmt: skip

    def _sharpness(self) -> float:
        """Device pixels to a unit of the sheet: the same for all that fits, doubled as one is enlarged beyond."""
        doublings = int(np.ceil(np.log2(np.clip(self._enlarged() / USUAL, 1.0, SHARPEST))))
        return float(USUAL * 2**doublings * self.view.widget.devicePixelRatioF())

    def _enlarged(self) -> float:
        """Pixels to a unit of the sheet, from what is in view: the item is told of it only when it is painted."""
        return float(self.view.box.width() / self.view.box.viewRect().width())

    def _dots_of(self, panel: Panel) -> Dots | None:
        """Where the dots of a panel are: the same ones, at the step before too, are projected and painted once."""
        dots = panel.dots
        if dots is None:
            return None
        if id(dots) not in self._dots:
            if id(dots.positions) not in self._uv:
                self._uv[id(dots.positions)] = self.view.placed(dots.positions, dots.rows, dots.targets)
            widths = widths_of(dots.sizes, len(dots.positions))
            made = Dots(self._uv[id(dots.positions)], groups_of(dots, self.view), widths, dots.role)
            before = next(iter(self._dots_before[len(self._dots) :]), None)  # the one in the same place
            self._dots[id(dots)] = made if before is None or not before.same_as(made) else before
        return self._dots[id(dots)]

    @staticmethod
    def _plain(request: SmallRequest) -> QImage:
        """Dots on paper, for a panel without a model."""
        image = QImage(request.width, request.height, QImage.Format.Format_RGB32)
        image.fill(QColor(request.theme.paper))
        if request.dots is not None:
            painter = QPainter(image)
            size = (request.width, request.height)
            paint_dots(painter, request.dots, request.rect, size, request.theme, request.grain)
            painter.end()
        return image

    def _take(self, key: int, made: Picture) -> None:
        for index, small in enumerate(self.item.smalls):
            if small.key == key and small.asked is made.request:
                small.shown, small.stage = made.image, made.stage
                self._show(index)

    def _show(self, index: int) -> None:
        """Paint the pictures that have come once all are there, or a while has passed: each painting takes its time."""
        self._come.append(index)
        now = time.perf_counter()
        if now - self._painted < BETWEEN and not self.settled:
            return
        for one in self._come:
            self.item.update(self.item.card(one))
        self._come.clear()
        self._painted = now

    @property
    def settled(self) -> bool:
        """Whether every panel in view shows what was asked for, to the pixel."""
        return all(self.item.smalls[index].stage != "coarse" for index in self.seen())

    @property
    def exact(self) -> bool:
        """Whether the models were asked at every pixel of the panels in view."""
        return all(self.item.smalls[index].stage == "exact" for index in self.seen())

    def work(self, ratio: float, fine: bool = True) -> Work | None:
        """For a figure: the pictures of all panels in view that are not there yet, one after the other."""
        if not self.item.isVisible():
            return None
        ratio *= self._enlarged()
        every = [(self.item.smalls[index], self._request(index, ratio)) for index in self.seen()]
        asked = [(small, request) for small, request in every if not request.same_as(small.printed)]
        return Work(partial(_all_answered, asked, fine), self._put) if asked else None

    def _put(self, made: Sequence[tuple[Small, SmallRequest, QImage]]) -> None:
        for small, request, image in made:
            small.shown, small.printed = image, request
        self.item.update()


def _all_answered(
    asked: Sequence[tuple[Small, SmallRequest]], fine: bool
) -> Generator[float, None, list[tuple[Small, SmallRequest, QImage]]]:
    """The pictures that are asked for; it yields how much is done."""
    made: list[tuple[Small, SmallRequest, QImage]] = []
    for small, request in asked:
        if not hasattr(small.model, "predict"):
            made.append((small, request, GalleryPainter._plain(request)))
            continue
        work = answered(request, fine)
        while True:
            try:
                share = next(work)
            except StopIteration as end:
                made.append((small, request, end.value.image))
                break
            yield (len(made) + share) / len(asked)
    return made
