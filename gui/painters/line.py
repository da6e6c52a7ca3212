"""Hyperplanes, which are straight lines in any view: clipped to what is visible, with an arrow along the weights.

Only where features of the plane follow from others, as x² from x, do they bend: there they are level lines.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from engine.core.marks import Line
from gui.painters.curve_labels import boxed, segments_of, sides_of, sought
from gui.painters.once import Once
from gui.painters.painter import Screen, ScreenPainter, View
from gui.painters.seen import seen
from gui.painters.segments import paint_arrow
from gui.painters.text_box import PAD, UNBROKEN, size_of
from gui.regions.bent import bent_pieces, is_bent, steepest

ARROW = 44.0
"""The length of the arrow in pixels."""
Ends = tuple[np.ndarray, np.ndarray]
NOTHING = 1e-12
"""A line whose weights shrink by this factor when projected does not depend on where one stands in the view."""


class LinePainter(ScreenPainter[Line]):
    """Keeps the affine function of the view, slope · uv + offset, that is zero on the line, or its pieces if it bends.

    drawn   stands for the line as it is drawn now: another one after every `draw`
    placed  where the words of all lines stand, which the first of them keeps
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.placed = Once[dict[LinePainter, QRectF]]()

    def draw(self, mark: Line) -> None:
        self.mark, self.drawn = mark, object()
        self._followed: tuple[Screen, list[np.ndarray]] | None = None
        plane = self.view.lifting_plane()
        self.bent = plane if is_bent(mark, plane) else None
        if self.bent is None:
            self.slope, self.offset = in_view(self.view, mark)
            if is_lost(mark, self.slope):
                return self.clear()
        self.show(self.look(mark.role).layer)

    def paint(self, painter: QPainter, screen: Screen) -> None:
        pieces = self.strokes(screen)
        if not pieces:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.pen(self.look(self.mark.role)))
        paint_pieces(painter, pieces)
        if self.mark.normal:
            self._paint_normal(painter, screen, pieces)
        self._paint_labels(painter, screen)

    def strokes(self, screen: Screen) -> list[np.ndarray]:
        """The pixels (m, 2) of its pieces: a straight line has one. Painting asks more than once."""
        if self._followed is None or self._followed[0] != screen:
            self._followed = screen, self._pieces(screen)
        return self._followed[1]

    def _pieces(self, screen: Screen) -> list[np.ndarray]:
        if self.bent is None:
            return straight(self.mark, self.slope, self.offset, self.view, screen)
        return [screen(piece) for piece in bent_pieces(self.mark, self.bent, screen.part)]

    def _paint_normal(self, painter: QPainter, screen: Screen, pieces: list[np.ndarray]) -> None:
        """An arrow from the line towards growing values, in the direction the weights have in this view."""
        t = screen.transform
        if self.bent is None:
            foot, slope = foot_of(self.slope, self.offset, screen)[1], self.slope
            start = nearest_between(foot, *pieces[0])
        else:
            corners, middle = np.vstack(pieces), screen.area.center()
            start = corners[np.argmin(np.hypot(*(corners - (middle.x(), middle.y())).T))]
            slope = steepest(self.mark, self.bent, screen.back(start))
        way = slope * (t.m11(), t.m22())
        if reach := math.hypot(*way):  # at the bottom of a valley none is steepest
            tip = start + way / reach * ARROW * self.scale
            paint_arrow(painter, start, tip, self.pen(self.look(self.mark.role)))

    def _paint_labels(self, painter: QPainter, screen: Screen) -> None:
        """The words of all lines, by the uppermost of them: no line strikes through the words of another."""
        boxes = labels_of(self.view, screen)
        if self is _uppermost(self.view):
            for line, box in boxes.items():
                self.write(painter, box.center(), line.mark.label, line.look(line.mark.role).colour)

    def label_places(self, screen: Screen) -> np.ndarray:
        """(c, 4) the sides of the boxes in which the words may stand on the line, the uppermost first."""
        pieces = self.strokes(screen)
        if not pieces:
            return np.zeros((0, 4))
        wide, high = self._size()
        spots = downward(pieces[0], 0.7 * high) if self.bent is None else spaced(np.vstack(pieces), 0.7 * high)
        size, (x0, y0, x1, y1) = np.array([wide, high]), room_of(screen)
        corners = np.minimum(spots - size / 2, (max(x1 - wide, x0), max(y1 - high, y0)))
        corners = np.maximum(corners, (x0, y0))
        return np.concatenate([corners, corners + size], axis=1)

    def places_beside(self, screen: Screen) -> np.ndarray:
        """(c, 4) those left and right of a line, above and below it: as near as it touches their paper alone."""
        on_line = self.label_places(screen)
        if not len(on_line) or self.bent is not None:
            return np.zeros((0, 4))
        wide, high = self._size()
        normal = foot_of(self.slope, self.offset, screen)[0]
        across, up = np.abs(normal).tolist()
        moved = np.tile(((wide / 2 + PAD + 1) * across + (high / 2 + 2) * up) * normal, 2)
        beside = np.stack([on_line + moved, on_line - moved], axis=1).reshape(-1, 4)
        x0, y0, x1, y1 = room_of(screen)
        return beside[(beside[:, :2] >= (x0, y0)).all(axis=1) & (beside[:, 2:] <= (x1, y1)).all(axis=1)]

    def _size(self) -> tuple[float, float]:
        """How wide and high its words are."""
        wide, high = size_of(self.mark.label, self.view.appearance.font("small"), UNBROKEN)
        return wide + 1, high


def room_of(screen: Screen) -> tuple[float, float, float, float]:
    """The sides of that part of a picture in which the words of lines may stand."""
    area = screen.area
    return area.left() + PAD, area.top() + PAD, area.right() - PAD, area.bottom() - PAD


def downward(ends: np.ndarray, step: float) -> np.ndarray:
    """(c, 2) pixels on the straight line between two (2, 2), from the upper one down."""
    upper, lower = ends if ends[0, 1] <= ends[1, 1] else ends[::-1]
    length = math.hypot(*(lower - upper).tolist())
    shares = np.arange(26.0, max(0.9 * length, 27.0), step) / max(length, 1.0)
    return np.asarray(upper + shares[:, None] * (lower - upper))


def spaced(corners: np.ndarray, step: float) -> np.ndarray:
    """Of the pixels (m, 2) of a curved line, those with this spacing (c, 2), from the top down."""
    kept = [np.array([np.inf, np.inf])]
    for corner in corners[np.argsort(corners[:, 1], kind="stable")]:
        if np.hypot(*(corner - kept[-1])) >= step:
            kept.append(corner)
    return np.array(kept[1:]).reshape(-1, 2)


def paint_pieces(painter: QPainter, pieces: list[np.ndarray]) -> None:
    """Pixels (m, 2) joined by lines, each piece for itself."""
    for piece in pieces:
        if len(piece) == 2:
            painter.drawLine(*(QPointF(x, y) for x, y in piece.tolist()))
            continue
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in piece.tolist()]))


def _uppermost(view: View) -> LinePainter:
    """The line that is painted last: of those on the highest layer the newest."""
    return max(enumerate(seen(view, Line, LinePainter)), key=lambda line: (line[1].item.zValue(), line[0]))[1]


def labels_of(view: View, screen: Screen) -> dict[LinePainter, QRectF]:
    """Where the words of all lines stand: looked for once, while none is drawn anew."""
    lines = seen(view, Line, LinePainter)
    if not lines:
        return {}
    what = screen, view.appearance.scale
    return lines[0].placed.of(what, [line.drawn for line in lines], lambda: _placed(lines, screen))


def _placed(lines: list[LinePainter], screen: Screen) -> dict[LinePainter, QRectF]:
    """Each as far up as it hides no words: on its line or beside it where no other line passes, else on its line."""
    found: dict[LinePainter, QRectF] = {}
    strokes = {line: line.strokes(screen) for line in lines}
    for line in (line for line in lines if line.mark.label):
        segments = segments_of([piece for other in lines if other is not line for piece in strokes[other]])
        taken = sides_of(found.values())
        on_line = sought([line.label_places(screen)], taken, *segments)
        beside = [line.places_beside(screen)] if on_line.clear is None else []
        options = on_line.clear, sought(beside, taken, *segments).clear, on_line.free
        if (box := next((one for one in options if one is not None), None)) is not None:
            found[line] = boxed(box)
    return found


def in_view(view: View, line: Line) -> tuple[np.ndarray, float]:
    """slope (2,) and offset of weights · x + bias − level as a function of the view's coordinates."""
    corners = view.to_space(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    slope = (corners[1:] - corners[0]) @ line.weights
    return slope, float(corners[0] @ line.weights + line.bias - line.level)


def is_lost(line: Line, slope: np.ndarray) -> bool:
    """Whether its slope in the view (2,) is no number, or nothing beside its weights: so that no line can be drawn."""
    return not np.isfinite(slope).all() or bool(np.linalg.norm(slope) <= NOTHING * np.linalg.norm(line.weights))


def straight(line: Line, slope: np.ndarray, offset: float, view: View, screen: Screen) -> list[np.ndarray]:
    """The pixels (2, 2) of the ends of slope · uv + offset = 0 as far as it is seen and holds: one piece, or none."""
    normal, foot = foot_of(slope, offset, screen)
    ends = clipped(foot, np.array([-normal[1], normal[0]]), screen.area)
    ends = None if ends is None else held(line, ends, view, screen)
    return [] if ends is None else [np.array(ends)]


def foot_of(slope: np.ndarray, offset: float, screen: Screen) -> tuple[np.ndarray, np.ndarray]:
    """The unit normal of the line slope · uv + offset = 0 in pixels, and its pixel nearest to the middle."""
    t, middle = screen.transform, screen.area.center()
    across, up = float(slope[0]) / t.m11(), float(slope[1]) / t.m22()
    length = math.hypot(across, up) or math.nan  # of a slope lost in the scale no line is drawn
    push = (across * (middle.x() - t.dx()) + up * (middle.y() - t.dy()) + offset) / length / length
    normal = np.array([across / length, up / length])
    return normal, np.array([middle.x() - across * push, middle.y() - up * push])


def clipped(foot: np.ndarray, way: np.ndarray, area: QRectF) -> Ends | None:
    """The part of the line foot + s · way inside a rectangle.   (Liang and Barsky 1984)"""
    first, last = -math.inf, math.inf
    (x, y), (across, down) = foot.tolist(), way.tolist()
    for at, step, low, high in ((x, across, area.left(), area.right()), (y, down, area.top(), area.bottom())):
        if abs(step) < 1e-12:
            if not low <= at <= high:
                return None
            continue
        enter, leave = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, enter), min(last, leave)
    if first >= last or not (math.isfinite(first) and math.isfinite(last)):
        return None
    return foot + first * way, foot + last * way


def held(line: Line, ends: Ends, view: View, screen: Screen) -> Ends | None:
    """The part of a line between two pixels where it holds, judged by the features that change along it."""
    if line.within is None:
        return ends
    way, places = ends[1] - ends[0], view.to_space(screen.back(np.array(ends)))
    change = places[1] - places[0]
    along = np.abs(change) > NOTHING * np.abs(places).max(axis=0)
    shares = (line.within[:, along] - places[0, along]) / change[along]
    first, last = shares.min(axis=0).max(initial=0.0), shares.max(axis=0).min(initial=1.0)
    return (ends[0] + first * way, ends[0] + last * way) if first < last else None


def nearest_between(point: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The point of a segment that is nearest to `point`."""
    way = end - start
    share = float((point - start) @ way / max(way @ way, 1e-12))
    return np.asarray(start + min(max(share, 0.0), 1.0) * way)
