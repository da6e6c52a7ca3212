"""How the pictures of levels are painted: a column that unfolds, a ladder, a tree with a lit path."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt

from engine.data.preparing.level_pictures import Bag, Branches, Ladder, Unfolding
from gui.widgets.easel import Easel

MOST_LINES = 10
"""So many levels are written out at most."""


def _lines(easel: Easel, names: tuple[str, ...]) -> list[QRectF]:
    """A line for each name that is written out; below them how many are not."""
    count = min(len(names), MOST_LINES)
    top, line = easel.place.top(), easel.line
    boxes = [QRectF(easel.place.left(), top + i * line, easel.place.width(), line) for i in range(count)]
    if len(names) > count:
        rest = QRectF(easel.place.left(), top + count * line, easel.place.width(), line)
        easel.text(rest, f"… {len(names) - count:,} more", easel.theme.quiet, Qt.AlignmentFlag.AlignLeft)
    return boxes


def unfolding(easel: Easel, shown: Unfolding) -> list[QRectF]:
    """The levels below each other, and beside each the 0 and 1 that it becomes."""
    theme, boxes, lit = easel.theme, _lines(easel, shown.levels), easel.lit if easel.lit >= 0 else shown.at
    names = easel.place.width() * 0.45
    codes = min(len(shown.codes(0)), MOST_LINES) if shown.levels else 0
    wide = min((easel.place.width() - names) / max(codes, 1), 1.4 * easel.line)
    for i, box in enumerate(boxes):
        name = QRectF(box.left(), box.top(), names - 4, box.height())
        easel.text(name, f"{shown.levels[i]} →", theme.ink if i == lit else theme.quiet, Qt.AlignmentFlag.AlignLeft)
        for j, code in enumerate(shown.codes(i)[:codes]):
            cell = QRectF(box.left() + names + j * wide, box.top() + 1, wide - 2, box.height() - 2)
            easel.fill(cell, theme.accent if code else theme.line)
            easel.text(cell, str(code), theme.paper if code else theme.quiet)
        if i == lit:
            easel.pen(theme.ink)
            easel.painter.setBrush(Qt.BrushStyle.NoBrush)
            easel.painter.drawRect(QRectF(box.left() + names - 1, box.top(), codes * wide, box.height() - 1))
    return boxes


def ladder(easel: Easel, shown: Ladder) -> list[QRectF]:
    """Rungs between two rails, the highest on top, each with its rank and its name."""
    theme, lit = easel.theme, easel.lit if easel.lit >= 0 else shown.at
    boxes = _lines(easel, shown.levels)
    boxes = boxes[::-1] if len(boxes) == len(shown.levels) else boxes
    left, right = easel.place.left() + 1.6 * easel.line, easel.place.left() + 4.0 * easel.line
    for i, box in enumerate(boxes):
        colour, y = theme.accent if i == lit else theme.ink, box.center().y()
        easel.text(QRectF(box.left(), box.top(), 1.4 * easel.line, box.height()), str(i), colour)
        easel.pen(colour, 3.0 if i == lit else 1.5)
        easel.painter.drawLine(QPointF(left, y), QPointF(right, y))
        name = QRectF(right + 6, box.top(), box.right() - right - 6, box.height())
        easel.text(name, shown.levels[i], colour, Qt.AlignmentFlag.AlignLeft)
    easel.pen(theme.quiet, 2.0)
    for x in (left, right):
        easel.upright(x)
    return boxes


def bag(easel: Easel, shown: Bag) -> list[QRectF]:
    """The words below each other, each with a bar as long as many texts have it; those of the row are in ink."""
    theme, boxes, most = easel.theme, _lines(easel, shown.levels), max(shown.counts, default=1)
    names = easel.place.width() * 0.4
    for i, box in enumerate(boxes):
        own = i == easel.lit or bool(shown.times and shown.times[i])
        name = QRectF(box.left(), box.top(), names - 4, box.height())
        easel.text(name, shown.levels[i], theme.ink if own else theme.quiet, Qt.AlignmentFlag.AlignLeft)
        wide = max((box.width() - names) * shown.counts[i] / max(most, 1), 1.0)
        easel.fill(
            QRectF(box.left() + names, box.top() + 2, wide, box.height() - 4), theme.accent if own else theme.quiet
        )
    return boxes


def branches(easel: Easel, shown: Branches) -> list[QRectF]:
    """The tree from its root down; the path that is pointed at is lit, else the first."""
    theme, leaves = easel.theme, max(len(shown.paths), 1)
    deep = max((node[1] for node in shown.nodes), default=0) + 1
    high, wide = easel.place.height() / deep, easel.place.width() / leaves
    lit = set(shown.paths[max(easel.lit, 0)]) if shown.paths else set()
    at = [
        QPointF(easel.place.left() + (x + 0.5) * wide, easel.place.top() + (depth + 0.5) * high)
        for _, depth, x, _ in shown.nodes
    ]
    for i, (_, _, _, parent) in enumerate(shown.nodes):
        if parent >= 0:
            on = i in lit
            easel.pen(theme.accent if on else theme.quiet, 2.5 if on else 1.0)
            half = QPointF(0, easel.line / 2)
            easel.painter.drawLine(at[parent] + half, at[i] - half)
    for i, (name, *_) in enumerate(shown.nodes):
        room = QRectF(at[i].x() - wide / 2, at[i].y() - easel.line / 2, wide, easel.line)
        easel.text(room, name, theme.accent if i in lit else theme.ink)
    return [easel.column(easel.place.left() + i * wide, easel.place.left() + (i + 1) * wide) for i in range(leaves)]
