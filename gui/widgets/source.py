"""The source panel: the algorithm's own loop with what ran since the last stop, and beside it the function called."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QSplitter, QToolButton, QVBoxLayout, QWidget

from engine.core.ran import Passage, Ran
from gui.look.appearance import Appearance
from gui.look.menu_button import give_menu
from gui.look.plain import plain
from gui.widgets.code import Code

WIDE = 720
"""In a panel of at least this width the two functions stand side by side, else one above the other."""
SHARE = 0.58
"""The share of the room that the loop has where both are shown."""
LOW = 250
"""A narrow panel that is lower than this has room for one of them."""
MAKER = ""
"""Stands for whichever function the strongest line called."""


class Place(QLabel):
    """The file and the function, cut at the front where there is no room: the function is what counts."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("look", "small")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideLeft, self.width())
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.style().drawItemText(
            QPainter(self), self.rect(), left, self.palette(), self.isEnabled(), words, self.foregroundRole()
        )


class SourceView(QWidget):
    """Two functions of the source: the loop, and the one that its strongest line called, or another that ran."""

    moved = Signal()
    """The panel is to move to its other place."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.ran: Ran | None = None
        self._chosen = MAKER
        self.place = Place(self)
        self.loop, self.called = Code(appearance, self), Code(appearance, self)
        self.loop.setAccessibleName("Source of the loop")
        self.called.setAccessibleName("Source of the function that it called")
        self.functions, self.mover = self._button("Which of the functions that ran is shown"), self._button("")
        self.functions.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        give_menu(self.functions, self.menu)
        self.mover.clicked.connect(self.moved)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.setChildrenCollapsible(False)
        for code in (self.loop, self.called):
            self.split.addWidget(code)
            self.split.setStretchFactor(self.split.count() - 1, 1)
        self._lay_out()

    def _button(self, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setStyleSheet("padding: 0 4px;")  # as low as the words beside it
        button.setToolTip(plain(tip))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.place, 1)
        head.addWidget(self.functions)
        head.addWidget(self.mover)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        whole.addLayout(head)
        whole.addWidget(self.split, 1)

    def forget(self, why: str = "") -> None:
        """Another algorithm, or none that runs, and why: nothing of the last one is kept."""
        self.ran, self._chosen = None, MAKER
        self.loop.show_passage(None)
        self.called.show_passage(None)
        self.called.hide()
        self.functions.hide()
        self.place.setText(why)
        self.place.setToolTip(plain(why))

    def show_ran(self, ran: Ran) -> None:
        """What ran for the step in view."""
        self.ran = ran
        self.place.setText(ran.loop.place)
        self.place.setToolTip(plain(ran.loop.file))
        self.loop.show_passage(ran.loop)
        self._show_called()

    def put_out(self) -> None:
        """The step in view is another one, and it is not known yet what ran: nothing is lit."""
        self.ran = None
        for code in (self.loop, self.called):
            code.show_passage(code.passage and code.passage.unlit())

    def _show_called(self) -> None:
        """The function that was chosen; one that did not run this time stays in its place, unlit."""
        assert self.ran is not None
        there = {passage.place: passage for passage in self.ran.passages[1:]}
        shown = self.ran.maker if self._chosen == MAKER else there.get(self._chosen)
        if shown is None and self.called.passage is not None:
            shown = self.called.passage.unlit()
        self.called.show_passage(shown)
        self.functions.setVisible(bool(there) or shown is not None)
        self._fill_menu(there)
        self._arrange()

    def _arrange(self) -> None:
        """Both side by side where there is room, else one above the other, else one of them."""
        scale, shown = self._appearance.scale, self.called.passage
        wide = self.width() >= WIDE * scale
        both = wide or self.height() >= LOW * scale
        were = self.split.orientation(), self.loop.isVisibleTo(self), self.called.isVisibleTo(self)
        self.split.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        self.loop.setVisible(both or self._chosen == MAKER or shown is None)
        self.called.setVisible(shown is not None and (both or self._chosen != MAKER))
        if were != (self.split.orientation(), self.loop.isVisibleTo(self), self.called.isVisibleTo(self)):
            self.split.setSizes([round(SHARE * 1000), round((1 - SHARE) * 1000)])
        self.functions.setText(f"{shown.name}() ▾" if self.called.isVisibleTo(self) and shown else "functions ▾")

    def _fill_menu(self, there: dict[str, Passage]) -> None:
        self.menu.clear()
        group = QActionGroup(self.menu)
        for place, words in ((MAKER, "The loop, and what its lit line calls"), *((place, place) for place in there)):
            action = self.menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(place == self._chosen)
            action.triggered.connect(lambda _=False, place=place: self._choose(place))
            group.addAction(action)

    def _choose(self, place: str) -> None:
        self._chosen = place
        if self.ran is not None:
            self._show_called()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
