"""The buttons on a drawing, and the menus of its nodes: they set parameters of the run, as the form does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Protocol

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QGraphicsSceneHoverEvent, QMenu, QStyleOptionGraphicsItem, QWidget

from engine.core.marks import Control, Graph
from gui.look.plain import plain
from gui.painters.graph_cards import rounded
from gui.painters.graph_layout import Style
from gui.session.reasons import without_say
from gui.session.session import Session

BESIDE, ABOVE, HIGH = 0.5, 0.6, 1.6
"""The gaps beside a button and below it, and its height, in heights of the small text."""
NEXT, SMALLEST = 0.2, 0.6
"""The gap to the buttons of the next column, and how much smaller than usual buttons are at most."""


class Drawing(Protocol):
    """A graph that has been laid out."""

    graph: Graph
    cards: list[QRectF]
    style: Style | None


@dataclass(frozen=True)
class Pressed:
    """The button that the mouse pressed: its sign and number among those of the sign, and where the mouse is.

    share  how far across and down the button;   place  the position of the scene
    """

    sign: str
    number: int
    share: tuple[float, float]
    place: QPointF


class Controls(pg.GraphicsObject):
    """Draws the buttons of a graph above the nodes that they are about, and does what they say.

    offered  all that can be changed, by buttons and in menus;   places  where the buttons are
    bounds   the rectangle around all buttons, as they are laid out;   larger  how many times as large as the words of
             the drawing they are
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.places: list[tuple[Control, QRectF]] = []
        self.bounds = QRectF()
        self.offered: tuple[Control, ...] = ()
        self.larger = 1.0
        self._style: Style | None = None
        self._lit: Control | None = None
        self._laid: list[tuple[Control, QRectF]] = []
        self._pressed: Pressed | None = None
        self.setAcceptHoverEvents(True)
        self.setZValue(10)

    def lay_out(self, drawings: Iterable[Drawing], larger: float = 1.0) -> None:
        """Put the buttons of these drawings where they belong, so many times as large where there is room for it."""
        self.prepareGeometryChange()
        self.larger = larger
        self._laid, self.offered, self._style = [], (), None
        for drawing in drawings:
            if drawing.style is not None and drawing.graph.controls:
                self._style, self.offered = drawing.style, (*self.offered, *drawing.graph.controls)
                self._laid += placed(drawing.graph.controls, drawing.cards, drawing.style, larger)
        self.places, self.bounds = self._laid, around(self._laid)
        if self._lit not in self.offered:
            self._lit = None
        self.keep()
        self.update()

    def boundingRect(self) -> QRectF:
        return self.bounds.united(around(self.places))

    # -- what they do --------------------------------------------------------------------------------------------------

    def at(self, place: QPointF) -> Control | None:
        """The button under a position of the sheet; of two the one that stayed under the mouse."""
        there = [control for control, where in self.places if where.contains(place)]
        return self._lit if self._lit in there else next(iter(there), None)

    def click(self, control: Control, place: QPointF) -> None:
        """Press it with the mouse at a position of the scene, under which it stays however the drawing changes."""
        alike = [one for one in self.places if one[0].sign == control.sign]
        number = [one for one, _ in alike].index(control)
        inside = self._on_sheet(place) - alike[number][1].topLeft()
        size = alike[number][1].size()
        share = inside.x() / size.width(), inside.y() / size.height()
        self._pressed = Pressed(control.sign, number, share, place)
        self.press(control)

    def keep(self) -> None:
        """Put the row of the button that was pressed where that is under the mouse, if it is still there."""
        pressed = self._pressed
        alike = [one for one in self._laid if pressed is not None and one[0].sign == pressed.sign]
        if pressed is None or pressed.number >= len(alike):
            return
        held, where = alike[pressed.number]
        across, down = pressed.share
        by = self._on_sheet(pressed.place) - where.topLeft() - QPointF(across * where.width(), down * where.height())
        self.prepareGeometryChange()
        self.places = [(one, place.translated(by) if one.nodes == held.nodes else place) for one, place in self._laid]
        self._lit = held
        self.update()

    def let_go(self, place: QPointF | None = None) -> None:
        """The mouse is at another position of the scene, or elsewhere: off the button, all stand where they belong."""
        pressed = self._pressed
        if pressed is None or (place is not None and (place == pressed.place or self._on(pressed, place))):
            return
        self.prepareGeometryChange()
        self._pressed, self._lit, self.places = None, None, self._laid
        self.update()

    def _on(self, pressed: Pressed, place: QPointF) -> bool:
        """Whether a position of the scene is still on the button that was pressed."""
        alike = [where for one, where in self.places if one.sign == pressed.sign]
        return pressed.number < len(alike) and alike[pressed.number].contains(self._on_sheet(place))

    def _on_sheet(self, place: QPointF) -> QPointF:
        return QPointF(self.getViewBox().mapSceneToView(place))

    def of_node(self, node: int | None) -> list[Control]:
        """The entries of the menu of a node."""
        return (
            [] if node is None else [control for control in self.offered if not control.sign and node in control.nodes]
        )

    def why_not(self, control: Control) -> str:
        """Why it can do nothing now, "" where it can."""
        return without_say(self.session.lane).get(control.parameter, "") if self.session.lanes else ""

    def press(self, control: Control) -> None:
        """Set the parameter; where it has no say, say why."""
        if words := self.why_not(control):
            self.session.refused.emit(f"This cannot be changed now: {control.words}", words)
        elif not control.chosen:
            self.session.set_param(control.parameter, control.value, control.words)

    def told(self, control: Control) -> str:
        """The text of its tool tip."""
        return "\n".join(part for part in (f"{control.words}.", self.why_not(control)) if part)

    def pop_up(self, place: QPoint, parent: QWidget, controls: Sequence[Control] | None = None) -> QMenu:
        """A menu of some of them at a place of the screen; of all of them without a choice."""
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for control in self.offered if controls is None else controls:
            action = menu.addAction(control.words.replace("&", "&&"))
            action.setCheckable(not control.sign)
            action.setChecked(control.chosen)
            action.setEnabled(not self.why_not(control))
            action.setToolTip(plain(self.told(control)))
            action.triggered.connect(partial(self.press, control))
        menu.popup(place)
        return menu

    # -- the mouse and the picture -------------------------------------------------------------------------------------

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """The button under the mouse is lit, and told."""
        on = self.at(event.pos())
        able = on is not None and not self.why_not(on)
        self.setToolTip("" if on is None else plain(self.told(on)))
        self.setCursor(Qt.CursorShape.PointingHandCursor if able else Qt.CursorShape.ArrowCursor)
        self._light(on)

    def hoverLeaveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        self._light(None)

    def _light(self, control: Control | None) -> None:
        if control != self._lit:
            self._lit = control
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._style is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self._style.detail)
        for control, place in self.places:
            font.setPixelSize(
                max(round(self._style.detail.pixelSize() * place.height() / (HIGH * self._style.unit)), 1)
            )
            painter.setFont(font)
            self._paint(painter, control, place, self._style)

    def _paint(self, painter: QPainter, control: Control, place: QRectF, style: Style) -> None:
        able, lit = not self.why_not(control), control == self._lit
        colour = style.colour("accent" if able else "quiet")
        outline = rounded(place, place.height() / 2)
        painter.fillPath(outline, colour if lit and able else style.colour("paper"))
        painter.strokePath(outline, style.pen(colour, place.height() / (HIGH * style.unit)))
        painter.setPen(style.colour("paper") if lit and able else colour)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, control.sign)


def around(places: Sequence[tuple[Control, QRectF]]) -> QRectF:
    """The rectangle around these buttons."""
    whole = QRectF()
    for _, place in places:
        whole = whole.united(place)
    return whole


def placed(
    controls: Sequence[Control], cards: Sequence[QRectF], style: Style, larger: float = 1.0
) -> list[tuple[Control, QRectF]]:
    """The buttons in rows: each row above the nodes that it is about, that of the whole drawing above all of them.

    larger  how many times as large as usual they are to be, as far as those of two columns do not meet
    """
    found: list[tuple[Control, QRectF]] = []
    rows = dict.fromkeys(control.nodes for control in controls if control.sign)
    apart = _apart(cards) if rows else 0.0
    for nodes in sorted(rows, key=lambda nodes: not nodes):  # the whole drawing last: above the other rows
        around = QRectF()
        for card in [cards[node] for node in nodes] or [*cards, *(place for _, place in found)]:
            around = around.united(card)
        row = [one for one in controls if one.sign and one.nodes == nodes]
        times = _times(larger, apart, sum(_widths(row, style)), style.unit) if nodes else larger
        found += _row(row, around, style, times)
    return found


def _times(larger: float, apart: float, wide: float, unit: float) -> float:
    """How many times as large as usual the buttons of a column are: smaller where they would meet the next ones."""
    fits = min(apart / (wide + (BESIDE + NEXT) * unit), 1.0)
    return min(larger, max(apart / (wide + 2 * unit), fits, SMALLEST))


def _apart(cards: Sequence[QRectF]) -> float:
    """How far the middles of two columns are from each other at least."""
    middles = sorted({round(card.center().x(), 3) for card in cards if not card.isNull()})
    return min((right - left for left, right in pairwise(middles)), default=0.0)


def _widths(controls: Sequence[Control], style: Style) -> list[float]:
    return [max(style.width(control.sign) + style.unit, HIGH * style.unit) for control in controls]


def _row(controls: Sequence[Control], below: QRectF, style: Style, larger: float) -> list[tuple[Control, QRectF]]:
    """Buttons side by side, in the middle above a rectangle."""
    unit, wide = larger * style.unit, [larger * width for width in _widths(controls, style)]
    left = below.center().x() - (sum(wide) + BESIDE * unit * (len(wide) - 1)) / 2
    found = []
    for control, width in zip(controls, wide, strict=True):
        found.append((control, QRectF(left, below.top() - (ABOVE + HIGH) * unit, width, HIGH * unit)))
        left += width + BESIDE * unit
    return found
