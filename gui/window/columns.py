"""Columns of panels beside the picture, and the panels under it that share one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.base.words import joined
from gui.docks.dock import Dock
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.splitting import Splitter
from gui.session.session import Session

RAIL = 32
"""The width of a column whose panels are all folded away."""
GRIP = 5
"""The width of the strip that is dragged to share out the room."""


def splitter(direction: Qt.Orientation, name: str, parent: QWidget | None = None) -> Splitter:
    """A splitter with a thin line that can still be caught by the mouse."""
    made = Splitter(direction, name, parent)
    made.setHandleWidth(GRIP)
    made.setChildrenCollapsible(False)
    return made


class Stack(QWidget):
    """Widgets one above the other without gaps; `grows` gets the room."""

    def __init__(self, *parts: QWidget, grows: QWidget | None = None) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        for part in parts:
            self._column.addWidget(part, int(part is grows))

    def add(self, part: QWidget) -> None:
        """One more, below the others."""
        self._column.addWidget(part)


def clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


class Column(QWidget):
    """Panels one above the other. When all are folded the column shrinks to a rail with one button.

    Each gets the height that what it shows takes, and the last one the rest, until a border is dragged; `by_hand`
    is the share of the height that the first has then.
    """

    changed = Signal()
    went = Signal()
    """The column has become a rail, or a column again."""

    def __init__(self, docks: Sequence[Dock], side: str, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.docks, self.appearance, self._side = tuple(docks), appearance, side
        self.setProperty("look", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._was_away = False
        self.panels = splitter(Qt.Orientation.Vertical, "between two panels", self)
        self._foot = QWidget(self)  # takes the room when the panels above it are folded
        self.by_hand: float | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.share_out)
        self.panels.splitterMoved.connect(self._dragged)
        for dock in self.docks:
            self.panels.addWidget(dock)
            dock.section.folded.connect(self._arrange)
            dock.resized_content.connect(self._soon.start)
        self.panels.addWidget(self._foot)
        self.rail = QToolButton(self)
        self.rail.clicked.connect(self.unfold)
        words = "Show " + joined(dock.title for dock in docks)
        self.rail.setToolTip(plain(words))
        self.rail.setAccessibleName(words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.panels, 1)
        layout.addWidget(self.rail, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        appearance.changed.connect(self._arrange)
        self._arrange()

    def take(self, dock: Dock) -> None:
        """One more panel, the lowest."""
        self.docks = (*self.docks, dock)
        self.panels.insertWidget(len(self.docks) - 1, dock)
        dock.show()
        dock.section.folded.connect(self._arrange)
        dock.resized_content.connect(self._soon.start)
        self._arrange()

    def give(self, dock: Dock) -> None:
        """Take a panel out of the column."""
        self.docks = tuple(one for one in self.docks if one is not dock)
        dock.section.folded.disconnect(self._arrange)
        dock.resized_content.disconnect(self._soon.start)
        dock.setMaximumHeight(16_777_215)
        dock.setParent(None)
        self._arrange()

    def fold(self) -> None:
        """Fold every panel of the column: it becomes a rail."""
        for dock in self.docks:
            dock.fold(True)

    def unfold(self) -> None:
        """Open every panel of the column."""
        for dock in self.docks:
            dock.fold(False)

    @property
    def away(self) -> bool:
        """Whether every panel is folded."""
        return all(dock.section.is_folded for dock in self.docks)

    def _lower(self) -> None:
        """A folded panel is as low as its heading is, which is higher once the window has its style sheet."""
        for dock in self.docks:
            folded = dock.section.is_folded
            dock.setMaximumHeight(dock.section.heading.sizeHint().height() + 4 if folded else 16_777_215)

    def share_soon(self) -> None:
        """Share out the height by what the panels show now, once all that has changed is laid out."""
        self._soon.start()

    def share_out(self) -> None:
        """Give each panel its preferred height, but the last one the rest; or both as a hand has set the border."""
        self._lower()
        if self.by_hand is not None:
            whole = sum(self.panels.sizes())
            first = round(self.by_hand * whole)
            self.panels.setSizes([first, whole - first, 0] if len(self.docks) == 2 else self.panels.sizes())
        elif len(self.docks) > 1:
            whole = self.panels.height()
            width, upper = self.panels.width(), self.docks[:-1]
            shares = [dock.most() if len(upper) == 1 else 1 / len(self.docks) for dock in upper]
            heights = [min(dock.wanted(width), round(share * whole)) for dock, share in zip(upper, shares, strict=True)]
            self.panels.setSizes([*heights, whole - sum(heights) - GRIP * len(self.docks), 0])

    def show_share(self, share: float) -> None:
        """The first panel gets this share of the height, as a hand has set it before."""
        self.by_hand = share
        self.share_out()

    def _dragged(self, *_: int) -> None:
        sizes = self.panels.sizes()
        self.by_hand = sizes[0] / max(sum(sizes), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._soon.start()

    def _arrange(self, *_: object) -> None:
        away = self.away
        self.panels.setVisible(not away)
        self.rail.setVisible(away)
        self._foot.setVisible(self.docks[-1].section.is_folded)
        self._lower()
        self._soon.start()
        self.setMinimumWidth(RAIL if away else round(200 * self.appearance.scale))
        self.setMaximumWidth(RAIL if away else 16_777_215)
        if self._was_away != away:
            self._was_away = away
            self.went.emit()
        self.rail.setIcon(self.appearance.icon("chevron_right" if self._side == "left" else "chevron_left"))
        self.changed.emit()


class Tabs(QWidget):
    """Buttons for the panels under the picture. A second click on the open one closes it."""

    changed = Signal()
    made = Signal(str)
    """A panel has been made."""
    needs = Signal(int)
    """The height that the open panel needs; 0 for what is usual."""

    def __init__(
        self, kinds: Mapping[str, type[Dock]], session: Session, appearance: Appearance, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.session, self.appearance, self._kinds = session, appearance, kinds
        self.open = ""
        self._made: dict[str, Dock] = {}
        self._given: set[str] = set()
        self.stack = QStackedWidget(parent)
        self.stack.setMinimumHeight(120)
        self.buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 0, 0, 0)
        layout.setSpacing(0)
        for name, kind in kinds.items():
            self.buttons[name] = self._button(name, kind.title)
            layout.addWidget(self.buttons[name])
        self.stack.hide()

    def _button(self, name: str, title: str) -> QPushButton:
        button = QPushButton(title.capitalize(), self)
        button.setCheckable(True)
        button.setProperty("look", "tab")
        button.setToolTip(plain(f"Show or hide {title.lower()}"))
        button.clicked.connect(lambda: self.show_panel("" if self.open == name else name))
        self._group.addButton(button)
        return button

    def dock(self, name: str) -> Dock:
        """A panel, made when it is first opened: the window is there sooner."""
        if name not in self._made:
            self._made[name] = self._kinds[name](self.session, self.appearance, self.stack)
            self._made[name].show_heading(False)
            self._made[name].resized_content.connect(self._tell_need)
            self.stack.addWidget(self._made[name])
            self.made.emit(name)
        return self._made[name]

    def give(self, name: str) -> Dock:
        """Take a panel out, and its button with it."""
        dock = self.dock(name)
        if self.open == name:
            self.show_panel("")
        self._given.add(name)
        self.buttons[name].hide()
        self.stack.removeWidget(dock)
        return dock

    def take_back(self, name: str) -> None:
        """The panel comes back, and is open."""
        self._given.discard(name)
        self.stack.addWidget(self._made[name])
        self.buttons[name].show()
        self.show_panel(name)

    def show_panel(self, name: str) -> None:
        """Open this panel, or none for ''; one that stands elsewhere is not opened here."""
        if name in self._given:
            return
        self.open = name
        for key, button in self.buttons.items():
            button.setChecked(key == name)
        if name:
            self.stack.setCurrentWidget(self.dock(name))
        self.stack.setVisible(bool(name))
        self.changed.emit()
        self._tell_need()

    def _tell_need(self) -> None:
        if self.open:
            self.needs.emit(self._made[self.open].least())
