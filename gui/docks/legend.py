"""The legend of the curves: a button for each, with its colour, its name and its value at the step in view."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QComboBox, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.base.words import listed
from gui.docks.along import STEPS, choices
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.theme import Theme
from gui.session.lane import Lane
from gui.widgets.digits import shown


def curve_colours(theme: Theme) -> tuple[QColor, ...]:
    """The colours of curves in order; they come again past six."""
    ink, quiet = QColor(theme.ink), QColor(theme.quiet)
    both, green = theme.mixed(theme.accent, theme.wrong, 0.5), theme.class_colour(2)
    return QColor(theme.accent), QColor(theme.wrong), ink, quiet, QColor(both), green


class Legend(QWidget):
    """A button for each curve, with its colour, its name and its value at the step in view.

    by      what the curves shall be drawn along: a measure, where a run has it, else the steps
    drawn   it has been chosen by hand how they are drawn
    """

    toggled = Signal(str, bool)
    drawn = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.buttons: dict[str, CurveButton] = {}
        self._offered_for: object = None
        self.by = STEPS
        self.log = QToolButton()
        self.log.setText("log scale")
        self.log.setCheckable(True)
        self.log.setToolTip("Equal ratios are equally far apart; values of 0 and below are left out")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 2, 0, 2)
        self._column.setSpacing(2)
        self._column.addStretch(1)
        self.along = QComboBox()
        self.along.setAccessibleName("Along the lower axis")
        self.along.setToolTip("What the curves are drawn by: the steps, or what grows with them")
        self.along.hide()
        self._column.addWidget(self.along, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.log, 0, Qt.AlignmentFlag.AlignLeft)
        self.log.clicked.connect(self.drawn)
        self.along.activated.connect(self._choose_along)
        appearance.changed.connect(self._restyle)

    def _choose_along(self) -> None:
        self.by = self.along.currentData()
        self.drawn.emit()

    def show_drawn(self, by: str, log: bool) -> None:
        """As it was chosen in a session that is opened; what a run has to be drawn along is known later."""
        self.by, self._offered_for = by, None
        self.log.setChecked(log)

    def show_names(self, names: list[str], chosen: dict[str, bool], equal: dict[str, str]) -> None:
        """A button for each curve, which says of what measures of the algorithm it is the curve too."""
        if list(self.buttons) != names:
            for button in self.buttons.values():
                button.hide()
                button.deleteLater()
            self.buttons = {name: self._made(number, name) for number, name in enumerate(names)}
        for name, button in self.buttons.items():
            button.setChecked(chosen.get(name, False))
            button.say_alike([one for one, other in equal.items() if other == name])

    def show_along(self, lane: Lane) -> None:
        """Offer the steps and what rises with them in a run; the choice stands wherever it is there."""
        known = (lane.identity, lane.key, lane.known, lane.running)
        there = self.by == STEPS or self.by in lane.curves
        if known == self._offered_for or (lane.running and there):  # what rises is known at the end
            return
        self._offered_for, offered = known, choices(lane)
        if offered != [self.along.itemData(i) for i in range(self.along.count())]:
            self.along.clear()
            for name in offered:
                self.along.addItem(f"by {name}", name)
        self.along.setCurrentIndex(offered.index(self.by) if self.by in offered else 0)
        self.along.setVisible(len(offered) > 1)

    def show_values(self, values: dict[str, float]) -> None:
        for name, button in self.buttons.items():
            button.show_value(shown(values[name]) if name in values and np.isfinite(values[name]) else "")

    def _made(self, number: int, name: str) -> CurveButton:
        button = CurveButton(name, number, self._appearance)
        button.clicked.connect(lambda on, name=name: self.toggled.emit(name, on))
        self._column.insertWidget(number, button)
        return button

    def _restyle(self) -> None:
        for button in self.buttons.values():
            button.restyle()


class CurveButton(QToolButton):
    """Shows or hides one curve."""

    def __init__(self, name: str, number: int, appearance: Appearance) -> None:
        super().__init__()
        self.name, self._number, self._appearance, self._value = name, number, appearance, ""
        self.setCheckable(True)
        self.setToolTip(plain(f"Show or hide {name}"))
        self.setAccessibleName(name)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.restyle()

    def say_alike(self, alike: list[str]) -> None:
        """Name the measures that are this very curve."""
        verb = "is" if len(alike) == 1 else "are"
        also = f"; {listed(sorted(alike))} of the algorithm {verb} the same curve" if alike else ""
        self.setToolTip(plain(f"Show or hide {self.name}{also}"))

    def show_value(self, value: str) -> None:
        if value != self._value:
            self._value = value
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().lineSpacing() + round(8 * self._appearance.scale))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def restyle(self) -> None:
        colours = curve_colours(self._appearance.theme)
        self._swatch = swatch(colours[self._number % len(colours)])
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, theme, room = QPainter(self), self._appearance.theme, self.rect().adjusted(8, 0, -8, 0)
        self._swatch.paint(painter, room.left(), room.center().y() - 7, 14, 14)
        painter.setPen(QColor(theme.ink if self.isChecked() else theme.quiet))
        value = painter.fontMetrics().horizontalAdvance(self._value)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._value)
        name = painter.fontMetrics().elidedText(self.name, Qt.TextElideMode.ElideRight, room.width() - 20 - value - 8)
        painter.drawText(room.adjusted(20, 0, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)


def swatch(colour: QColor) -> QIcon:
    """A short stroke of a colour."""
    picture = QPixmap(28, 28)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setPen(QPen(colour, 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(4, 14), QPointF(24, 14))
    painter.end()
    return QIcon(picture)
