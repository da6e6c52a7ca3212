"""Points: each a small picture stamped where it belongs, in the order of the rows, so that no class hides another.

up to 20,000 points   one call stamps them all from one picture of the markers in use: 10,000 in about 3 ms; what is
                      stamped is kept, and mended where some of them move
beyond                they are counted pixel by pixel, np.add.at, and tinted: 1,000,000 in about 25 ms; while a few
                      of them move, the others stay counted
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QTransform

from engine.core.marks import Points
from gui.look.channels import channels
from gui.look.shading import is_shade
from gui.painters.blends import BLENDS, blends
from gui.painters.markers import (
    FADED,
    LOOKS,
    NO_GROUP,
    Atlas,
    Marker,
    counted_colours,
    drawn_as,
    looks,
    marker_of,
    readable_on,
    sorted_out,
)
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenPainter, View, all_drawable, drawable
from gui.painters.point_labels import Held, Wording, hold, is_open, sorted_words
from gui.painters.shaded import groups_of
from gui.painters.stamps import FEW_ENOUGH, Stamps, changed, visible
from gui.painters.tally import Tally, in_pixels
from gui.painters.text_box import paint_words

ATLASES = 4
"""Number of cached marker pictures."""
STAMPED = 20_000
"""More points than this are counted into an image."""
LABELLED = 300
"""More labels than this would be a grey mass; none is drawn."""
RINGED = 2_000
"""More mistakes than this are not ringed, which would hide the points: their number is told instead."""
FEW = 0.3
"""If of many points at most this share moves, the others stay counted."""
ALIKE = 100
"""Up to this number of points are compared with those of the previous step."""
PIECE = 500
"""Number of points drawn at a time on paper."""
UNKNOWN = -1
"""The place of a marker that is not in use."""


class PointsPainter(ScreenPainter[Points]):
    """Keeps positions, the markers in use, and for each point which of them it is."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.uv = np.zeros((0, 2))
        self.which = np.zeros(0, dtype=np.int32)
        self.markers: tuple[Marker, ...] = ()
        self.labels: tuple[str, ...] = ()
        self.held = Once[list[Held]]()
        self.lit: int | None = None
        self._given: tuple[np.ndarray, np.ndarray | None, Hashable] | None = None
        self._atlases: OrderedDict[Hashable, Atlas] = OrderedDict()
        self._stamps = Stamps()
        self._counted: tuple[tuple[QTransform, QRectF, float, str], Tally] | None = None

    def draw(self, mark: Points) -> None:
        if unringed(mark):
            return self.clear()
        uv = self.view.placed(mark.positions, mark.rows, mark.targets)
        role, sizes = drawn_as(mark, self.view.around(mark.rows))
        mixed = None if mark.shares is None or mark.groups is None else blends(mark.shares, mark.groups)
        self.show_points(uv, role, groups_of(mark, self.view), sizes, mark.labels, mixed=mixed)

    def show_points(
        self,
        uv: np.ndarray,
        role: str,
        groups: np.ndarray | None = None,
        sizes: np.ndarray | float = 1.0,
        labels: tuple[str, ...] = (),
        hollow: bool = False,
        mixed: np.ndarray | None = None,
    ) -> None:
        """Show points at coordinates of the view; those with a missing coordinate are left out.

        mixed  (m,) how their colours are blended; a hand or a half-step changes nearly all of them
        """
        if not len(uv):  # nothing is selected, or wrong
            self.uv, self.which, self.labels, self._given = uv, self.which[:0], (), None
            return self.clear()
        one = sizes if isinstance(sizes, float) else None
        plain = one is not None and mixed is None
        look, kind = self.look(role), (plain, one, labels, role, hollow, self.scale)
        if plain and self._is_given(uv, groups, kind):
            return self.show(look.layer)
        before, self._given = self._given, (uv, groups, kind)
        if before is not None and plain and before[2] == kind and self._moved(*before[:2], uv, groups):
            return self.show(look.layer)
        seen = drawable(uv)
        codes = None if groups is None else np.asarray(groups)
        diameters = look.size * np.sqrt(np.clip(sizes, 0.05, 25.0))
        if not seen.all():
            uv, codes = uv[seen], None if codes is None else codes[seen]
            mixed = None if mixed is None else mixed[seen]
            diameters = diameters if isinstance(diameters, float) else diameters[seen]
            labels = tuple(label for label, s in zip(labels, seen, strict=False) if s)
        self.uv, self.labels = uv, labels
        self._forget_pictures()
        self._sort_out(codes, mixed, diameters * self.scale, role, hollow or look.hollow)
        self.show(look.layer)

    def _is_given(self, uv: np.ndarray, groups: np.ndarray | None, kind: Hashable) -> bool:
        """Whether these are the very points that are shown: a million of them need not be sorted out at every step.

        Of a few, as centres are, it is enough that they stand in the same places.
        """
        if self._given is None or kind != self._given[2]:
            return False
        if uv is not self._given[0] and (len(uv) > ALIKE or not np.array_equal(uv, self._given[0])):
            return False
        before = self._given[1]
        return groups is before or (groups is not None and before is not None and np.array_equal(groups, before))

    def _sort_out(
        self, codes: np.ndarray | None, mixed: np.ndarray | None, diameters: np.ndarray | float, role: str, hollow: bool
    ) -> None:
        """Which markers there are, and which of them each point is; diameters to half a pixel."""
        halves = np.round(2 * np.asarray(diameters)).astype(np.intp)
        if codes is None and mixed is None and not halves.ndim:  # the ring of every step
            self.which = np.zeros(len(self.uv), dtype=np.int32)
            self.markers = (marker_of(NO_GROUP, role, int(halves) / 2, hollow),)
            return

        def kinds(part: slice) -> np.ndarray:
            own = np.zeros(len(self.uv[part]), dtype=np.intp) if codes is None else looks(codes[part])
            own = own if mixed is None else own + mixed[part] * 2 * LOOKS
            return own + halves[part] * 2 * LOOKS * BLENDS if halves.ndim else own

        self.which, there = sorted_out(len(self.uv), kinds)
        size = None if halves.ndim else int(halves) / 2
        self.markers = tuple(marker_of(kind, role, size, hollow) for kind in there)

    def _moved(
        self, before: np.ndarray, groups_before: np.ndarray | None, uv: np.ndarray, groups: np.ndarray | None
    ) -> bool:
        """Whether of many points a few are elsewhere, or in another group: then only these are sorted out and counted.

        before  where all were, each of which is shown, in the groups that they had
        """
        if not len(uv) == len(before) == len(self.uv) or (groups is None) is not (groups_before is None):
            return False
        if len(uv) <= FEW_ENOUGH:
            return self._shifted(groups_before, uv, groups)
        differ = np.zeros(len(uv), dtype=bool)
        for old, new in ((before, uv), (groups_before, groups)):
            if old is not None and new is not None and old is not new:
                differ[changed(old, new)] = True
        rows = np.flatnonzero(differ)
        if len(rows) > FEW * len(uv):
            return False
        table = np.full(2 * LOOKS, UNKNOWN)
        for i, marker in enumerate(self.markers):
            table[NO_GROUP if marker.code is None else looks(np.array([marker.code]))[0]] = i
        which = table[looks(groups[rows])] if groups is not None else np.full(len(rows), table[NO_GROUP])
        if (which == UNKNOWN).any() or not drawable(uv[rows]).all():
            return False
        if self._counted is not None:
            self._counted[1].move(before[rows], self.which[rows], uv[rows], which)
        self.uv, self.which[rows] = uv, which
        self._stamps.move(rows)
        return True

    def _shifted(self, groups_before: np.ndarray | None, uv: np.ndarray, groups: np.ndarray | None) -> bool:
        """Whether a few points, as centres and rings are, stand elsewhere and look as before: nothing is sorted out."""
        alike = groups is groups_before or np.array_equal(groups, groups_before)  # type: ignore[arg-type]  # both or none
        if len(uv) > ALIKE or not alike or not all_drawable(uv):
            return False
        self.uv = uv
        self._stamps.forget()
        return True

    def light(self, code: int | None) -> None:
        """Have one class stand out, the others fade; None for all alike."""
        self.lit = code if code is None or code < LOOKS else code % LOOKS
        self._forget_pictures()
        self.item.update()

    def restyle(self) -> None:
        self._given = None
        self._atlases.clear()
        self._forget_pictures()

    def _forget_pictures(self) -> None:
        self._counted = None
        self._stamps.forget()

    def paint(self, painter: QPainter, screen: Screen) -> None:
        if not len(self.uv):
            return
        if len(self.uv) > STAMPED:
            self._paint_counted(painter, screen)
        elif painter.paintEngine().type() == QPaintEngine.Type.Raster:
            self._stamps.paint(painter, screen, self.uv, self.which, *self._atlas_for(painter))
        else:
            for _ in self._paths(painter, screen):
                pass
        if 0 < len(self.labels) <= LABELLED:
            self._paint_labels(painter, screen)

    def _atlas_for(self, painter: QPainter) -> tuple[Atlas, float]:
        """The pictures of the markers in the pixels of this device; a run often goes to and fro between a few."""
        ratio, theme = abs(painter.deviceTransform().m11()), self.theme
        key = (self.markers, theme.name, ratio, self.lit)
        if key not in self._atlases:
            self._atlases[key] = Atlas(self.markers, theme, ratio, self.lit)
        self._atlases.move_to_end(key)
        if len(self._atlases) > ATLASES:
            self._atlases.popitem(last=False)
        return self._atlases[key], ratio

    def pieces(self, painter: QPainter, screen: Screen) -> Iterator[None]:
        if painter.paintEngine().type() == QPaintEngine.Type.Raster or len(self.uv) > STAMPED:
            yield from super().pieces(painter, screen)
            return
        yield from self._paths(painter, screen)
        if 0 < len(self.labels) <= LABELLED:
            self._paint_labels(painter, screen)

    def _paths(self, painter: QPainter, screen: Screen) -> Iterator[None]:
        """On paper (PDF, SVG) every point is a path, sharp at any size; a pause after so many of them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        xy, inside = visible(screen, self.uv)
        home = painter.worldTransform()
        for i, ((x, y), kind) in enumerate(zip(xy.tolist(), self.which[inside].tolist(), strict=True)):
            painter.setWorldTransform(QTransform.fromTranslate(x, y) * home)
            painter.setOpacity(1.0 if self.markers[kind].is_lit(self.lit) else FADED)
            self.markers[kind].paint(painter, self.theme)
            if i % PIECE == PIECE - 1:
                yield
        painter.setOpacity(1.0)
        painter.setWorldTransform(home)

    def shades(self) -> np.ndarray:
        """(K, 3) the colours in which each kind of point is counted, near that of the paper while another is lit."""
        own = [marker.colour(self.theme) for marker in self.markers]
        colours = counted_colours(self.theme, own)
        numbers = [i for i, marker in enumerate(self.markers) if marker.code is not None and is_shade(marker.code)]
        for i in numbers:  # as on their scale: nearer to ink, two of them would be alike
            colours[i] = channels(own[i])
        faded = [not marker.is_lit(self.lit) for marker in self.markers]
        colours[faded] += (1.0 - FADED) * (channels(self.theme.paper) - colours[faded])
        return colours

    def _paint_counted(self, painter: QPainter, screen: Screen) -> None:
        """Points counted pixel by pixel; the image is kept while the view stands still."""
        ratio, area = max(abs(painter.deviceTransform().m11()), 1.0), screen.area
        key = (screen.transform, area, ratio, self.theme.name)
        if self._counted is None or self._counted[0] != key:
            width, height = math.ceil(area.width() * ratio), math.ceil(area.height() * ratio)
            place = partial(in_pixels, screen, ratio)
            self._counted = key, Tally(place, self.uv, self.which, self.shades(), width, height)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(area, self._counted[1].image())

    def wording(self, screen: Screen) -> Wording:
        """The labels, and where they belong."""
        places = zip(screen(self.uv).tolist(), self.labels, self.which.tolist(), strict=False)
        return sorted_words([(QPointF(*xy), label, self.markers[kind]) for xy, label, kind in places], self.theme)

    def _paint_labels(self, painter: QPainter, screen: Screen) -> None:
        """A short label of a centre stands in it, any other label beside its point."""
        theme, font = self.theme, self.view.appearance.font("small", weight=600)
        words = self.wording(screen)
        for place, label, marker in words.inside:
            colour = QColor(theme.ink) if is_open(marker, theme) else readable_on(marker.colour(theme))
            paint_words(painter, place, label, font, colour, (0.5, 0.5))
        for (_, _, label), (place, anchor) in zip(words.beside, hold(self, screen, font), strict=True):
            paint_words(painter, place, label, font, QColor(theme.ink), anchor, QColor(theme.paper))


def unringed(mark: object) -> int:
    """How many mistakes a mark has that are too many to be ringed."""
    mistakes = len(mark.positions) if isinstance(mark, Points) and mark.role == "wrong" else 0
    return mistakes if mistakes > RINGED else 0
