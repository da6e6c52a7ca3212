"""Models over each other: areas in which they differ, and the line of each in its own kind of stroke, with its name."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from engine.base.words import figure
from gui.look.strokes import stroke
from gui.painters.painter import Screen, ScreenLayer, View
from gui.painters.region import AreaPainter
from gui.regions.compared import Compared, ComparedPicture, ComparedRequest
from gui.regions.request import Picture

LAYER = 25
INSET = 22.0
"""Names keep so many pixels away from the edge of the picture."""
BESIDE = 7.0
"""A point reaches so many pixels around its middle."""
TRIED = 60
"""Maximum number of places tried for a name along its lines."""


class ComparedPainter(AreaPainter[Compared]):
    """The areas; the lines are an item of their own, above the points."""

    def __init__(self, view: View) -> None:
        self.lines = LinesLayer(view, self)
        super().__init__(view)

    def draw(self, mark: Compared) -> None:
        super().draw(mark)
        self.lines.show(LAYER)
        self._tell()

    def clear(self) -> None:
        super().clear()
        self.lines.clear()
        self.view.remark("")

    def request(self, mark: Compared, width: int, height: int) -> ComparedRequest:
        plane, theme = self.view.lifting_plane(), self.theme
        return ComparedRequest(mark.model, plane, self.rect(), width, height, "labels", theme, judged=not mark.words)

    @property
    def picture(self) -> ComparedPicture | None:
        """What is shown, if anything is."""
        return self.shown if isinstance(self.shown, ComparedPicture) else None

    @property
    def share(self) -> float | None:
        """Of the visible area, in which they differ, once it is known."""
        return None if self.picture is None else self.picture.share

    def _take(self, key: int, made: Picture) -> None:
        super()._take(key, made)
        if made is self.shown:
            self.lines.item.update()
            self._tell()

    def _tell(self) -> None:
        """Say in words how far they differ; while only a coarse picture is there, the words wait."""
        if self.mark is None or (self.shown is not None and self.shown.stage == "coarse" and not self.mark.words):
            return
        self.view.remark(told(self.mark, self.share))


def told(mark: Compared, share: float | None) -> str:
    """How far the models differ: the share of the visible area and the rows, or why that cannot be said."""
    if mark.words:
        return mark.words
    parts = []
    if share is not None:
        parts.append(f"on {figure(100 * share, 3)} % of the visible area (striped)" if share else "nowhere in view")
    if mark.rows:
        parts.append(f"on {mark.rows}")
    return f"They disagree {' and '.join(parts)}." if parts else ""


class LinesLayer(ScreenLayer):
    """The lines of all models, and their names."""

    def __init__(self, view: View, areas: ComparedPainter) -> None:
        super().__init__(view)
        self.areas = areas

    def paint(self, painter: QPainter, screen: Screen) -> None:
        shown, mark = self.areas.picture, self.areas.mark
        if shown is None or mark is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        drawn = [[screen(line) for line in lines] for lines in shown.lines]
        for place, lines in zip(mark.places, drawn, strict=False):
            painter.setPen(self._stroke(place))
            for line in lines:
                painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in line.tolist()]))
        taken: list[QRectF] = []
        points = np.zeros((0, 2)) if mark.points is None else screen(self.view.to_view(mark.points))
        for name, lines in zip(mark.names, drawn, strict=False):
            others = [line for other in drawn if other is not lines for line in other]
            self._paint_name(painter, screen.area, name, lines, others, points, taken)

    def _stroke(self, place: int) -> QPen:
        return stroke(place, QColor(self.theme.ink), self.scale)

    def _paint_name(
        self,
        painter: QPainter,
        area: QRectF,
        name: str,
        lines: list[np.ndarray],
        others: list[np.ndarray],
        points: np.ndarray,
        taken: list[QRectF],
    ) -> None:
        """The name on its line, as far up as it lies on no other name and, where possible, on no other line or point.

        A point that it hides is worse than a line that it crosses.
        """
        metrics = QFontMetricsF(self.view.appearance.font("small", weight=600))
        wide, high = metrics.horizontalAdvance(name) + 8, metrics.height() + 4
        boxes = [QRectF(x - wide / 2, y - high / 2, wide, high) for x, y in _spots(lines, area)]
        for box in boxes:
            box.moveLeft(min(max(box.left(), area.left()), area.right() - wide))
        free = [box for box in boxes if not any(box.intersects(other) for other in taken)]
        reach = BESIDE * self.scale
        seen = [box for box in free if not _crossed(box.adjusted(-reach, -reach, reach, reach), [points])] or free
        chosen = next((box for box in seen if not _crossed(box, others)), seen[0] if seen else None)
        if chosen is not None:
            taken.append(chosen)
            self.write(painter, chosen.center(), name, self.theme.ink, within=area, weight=600)


def _spots(lines: list[np.ndarray], area: QRectF) -> list[tuple[float, float]]:
    """Places on the lines, the uppermost first."""
    if not lines:
        return []
    all_of_them = np.vstack(lines)
    x, y = all_of_them.T
    inner = area.adjusted(INSET, INSET, -INSET, -INSET)
    seen = all_of_them[(x > inner.left()) & (x < inner.right()) & (y > inner.top()) & (y < inner.bottom())]
    seen = seen[np.argsort(seen[:, 1], kind="stable")]
    return [(float(x), float(y)) for x, y in seen[:: max(len(seen) // TRIED, 1)]]


def _crossed(box: QRectF, lines: list[np.ndarray]) -> bool:
    """Whether any of the lines runs through a box."""
    if not lines:
        return False
    x, y = np.vstack(lines).T
    return bool(((x > box.left()) & (x < box.right()) & (y > box.top()) & (y < box.bottom())).any())
