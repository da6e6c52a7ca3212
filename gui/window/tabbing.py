"""Where Tab leads: through the parts of the window in their order, and through each part as it is read.

Qt goes by the order in which widgets were made; a form that is made anew for every algorithm would come last.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from gui.canvas.panel import Panel

SAME_ROW = 10
"""Widgets whose middles are no farther apart in height stand in one row."""
WANTED = Qt.FocusPolicy.TabFocus.value


def stops(part: QWidget) -> list[QWidget]:
    """What Tab can reach in a part of the window, row by row.

    What scrolls, and a surface with its heading, is read as a whole, where its top is: the picture before its buttons.
    """
    if not part.isVisible():
        return []
    areas = [area for kind in (QScrollArea, Panel) for area in part.findChildren(kind) if area.isVisible()]
    outer = [area for area in areas if not any(other is not area and other.isAncestorOf(area) for other in areas)]
    free = [widget for widget in (part, *part.findChildren(QWidget)) if takes_tab(widget)]
    free = [widget for widget in free if not any(area.isAncestorOf(widget) for area in outer)]
    places = {widget: widget.mapTo(part.window(), widget.rect().center()) for widget in free}
    places |= {area: area.mapTo(part.window(), QPoint(0, 0)) for area in outer}
    inside: dict[QWidget, list[QWidget]] = {area: stops(held) for area in outer if (held := held_by(area))}
    found = [stop for unit in as_read(places) for stop in inside.get(unit, [unit])]
    return sorted(found, key=lambda stop: not part.view.isAncestorOf(stop)) if isinstance(part, Panel) else found


def held_by(area: QWidget) -> QWidget | None:
    """What is read as a whole with this part: all that scrolls in it, or itself."""
    return area.widget() if isinstance(area, QScrollArea) else area


def as_read(places: dict[QWidget, QPoint]) -> list[QWidget]:
    """Widgets in rows from the top, each row from the left."""
    rows: list[list[QWidget]] = []
    for widget in sorted(places, key=lambda widget: places[widget].y()):
        if rows and places[widget].y() - places[rows[-1][0]].y() <= SAME_ROW:
            rows[-1].append(widget)
        else:
            rows.append([widget])
    return [widget for row in rows for widget in sorted(row, key=lambda widget: places[widget].x())]


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops at a widget: it is visible and enabled, and takes the focus itself."""
    there = widget.isVisible() and widget.isEnabled()
    return there and bool(widget.focusPolicy().value & WANTED) and widget.focusProxy() is None


def follow(parts: Iterable[QWidget], now: QWidget | None, forward: bool) -> bool:
    """Give the focus to the stop after `now`, or before it; round again at the end. Whether there is one."""
    chain = [widget for part in parts for widget in stops(part)]
    if not chain:
        return False
    place = chain.index(now) + (1 if forward else -1) if now in chain else -1 + forward
    there = chain[place % len(chain)]
    there.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    bring_into_view(there)
    return True


def bring_into_view(widget: QWidget) -> None:
    """Scroll whatever it stands in until it can be seen."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget, 0, 8)
        around = around.parentWidget()
