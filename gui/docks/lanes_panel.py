"""The runs on the same points: which there are, which the panels show, and how they are looked at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.strokes import stroke
from gui.session.comparing import names
from gui.session.reasons import too_many_runs
from gui.session.session import Session

ADDS = "Compare with another run: adds a run like this one beside it; Enter takes the algorithm proposed for it."


class RunButton(QPushButton):
    """A long name is cut in its middle: runs of one method differ at the end, methods at the beginning."""

    def drawn_text(self) -> str:
        """As much of the name as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        taken = 0 if self.icon().isNull() else option.iconSize.width() + 4
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room - taken)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self.drawn_text()
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


class LanesPanel(QWidget):
    """Choose a run, close one; side by side or overlaid, together or freed. Hidden while there is only one run.

    The button that adds a run, `add`, stands where the owner of the panel puts it.
    """

    def __init__(self, session: Session, appearance: Appearance) -> None:
        super().__init__()
        self._session, self._appearance = session, appearance
        self.rows: list[tuple[QWidget, QPushButton, QToolButton]] = []
        self.add = QPushButton("Compare")
        self.add.setProperty("look", "flat")
        self.pictures = Pair(
            ("Side by side", "Each run has a picture of its own"),
            ("Overlaid", "The boundaries of all runs in one picture, striped where they disagree"),
            session.view.set_overlaid,
        )
        self.stepping = Pair(
            ("Step together", "All runs step when one does"),
            ("Freed", "Only the run that the panels show steps"),
            lambda freed: session.set_together(not freed),
        )
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self.pictures)
        self._column.addWidget(self.stepping)
        session.view.overlaid_changed.connect(self.show_lanes)
        session.together_changed.connect(self.show_lanes)
        session.run_changed.connect(lambda _: self.show_names())
        self._restyle()
        appearance.changed.connect(self._restyle)

    def show_lanes(self) -> None:
        """As many rows as there are runs, when there are several."""
        session, several = self._session, len(self._session.lanes) > 1
        while len(self.rows) < len(session.lanes):
            self._add_row()
        for number, (row, name, _) in enumerate(self.rows):
            row.setVisible(several and number < len(session.lanes))
            name.setChecked(number == session.active)
        for pair, second in ((self.pictures, session.view.overlaid), (self.stepping, not session.together)):
            pair.setVisible(several)
            pair.show_second(second)
        self.setVisible(several)
        full = too_many_runs(session)
        self.add.setEnabled(not full)
        self.add.setToolTip(plain(full or ADDS))
        self.show_names()

    def show_names(self) -> None:
        """What the runs are called, with the kind of line that each is drawn with when they are overlaid."""
        called = names(self._session.lanes)
        for number, (words, (_, name, _)) in enumerate(zip(called, self.rows, strict=False)):
            text = f"{number + 1}  {words}"
            if name.text() != text:
                name.setText(text)
            name.setToolTip(plain(f"{words}\nShow this run in the panels (F6 goes from one to the next)"))
            name.setIcon(self._line_icon(number) if self._session.view.overlaid else QIcon())

    def _line_icon(self, number: int) -> QIcon:
        size = self._appearance.icon_size() * 1.0
        ratio = self.devicePixelRatioF()
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setPen(stroke(number, QColor(self._appearance.theme.ink), 0.7))
        painter.drawLine(QPointF(0, size.height() / 2), QPointF(size.width() - 4, size.height() / 2))
        painter.end()
        return QIcon(picture)

    def _add_row(self) -> None:
        number, row = len(self.rows), QWidget(self)
        name, close = RunButton(row), QToolButton(row)
        name.setCheckable(True)
        close.setToolTip("Close this run")
        close.setAccessibleName("Close this run")
        close.setIcon(self._appearance.icon("close"))
        name.clicked.connect(lambda: self._session.activate_lane(number))
        close.clicked.connect(lambda: self._session.remove_lane(number))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        line.addWidget(name, 1)
        line.addWidget(close)
        self._column.insertWidget(number, row)
        self.rows.append((row, name, close))

    def _restyle(self) -> None:
        self.add.setIcon(self._appearance.icon("compare"))
        for _, _, close in self.rows:
            close.setIcon(self._appearance.icon("close"))
        self.show_names()


class Pair(QWidget):
    """Two buttons of which one is down: this or that."""

    def __init__(self, first: tuple[str, str], second: tuple[str, str], choose: Callable[[bool], None]) -> None:
        super().__init__()
        self.buttons = tuple(QPushButton(words, self) for words, _ in (first, second))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for button, (_, tip) in zip(self.buttons, (first, second), strict=True):
            button.setCheckable(True)
            button.setToolTip(plain(tip))
            line.addWidget(button, 1)
        for place, button in enumerate(self.buttons):
            button.clicked.connect(lambda _=False, place=place: self._take(bool(place), choose))

    def _take(self, second: bool, choose: Callable[[bool], None]) -> None:
        self.show_second(second)
        choose(second)

    def show_second(self, on: bool) -> None:
        """Which of the two is the case."""
        for place, button in enumerate(self.buttons):
            button.setChecked(bool(place) == on)
