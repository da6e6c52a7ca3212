"""A surface with its slim heading: name, room for a legend or a menu, the buttons that fit and close it, and a second
line below it for what has no room there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from gui.canvas.surfaces.surface_view import SurfaceView
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.style_property import set_style_property

SLIT, BEHIND, UNBOUNDED = 1, 120, 16_777_215
"""Pixels of a folded view that are seen, how high it is all the same, and the greatest height of any widget."""
V = TypeVar("V", bound=SurfaceView, covariant=True)
"""The kind of view that a panel holds."""
LEAST = 60
"""Minimum visible width of a name, in pixels."""


class Cover(QWidget):
    """Seen in place of the slit of a folded view. It does not claim to hide that, so it is painted all the same."""

    def paintEvent(self, event: QPaintEvent) -> None:
        panel = self.parent()
        assert isinstance(panel, Panel)
        QPainter(self).fillRect(self.rect(), QColor(panel.appearance.theme.paper))


class Name(QLabel):
    """A name that gives way where planes stand close together, so that all stay equally wide."""

    def say(self, words: str, look: str) -> None:
        """Other words, or another look: what is as it was is neither dressed nor laid out again, at each edit."""
        self.setText(words)
        set_style_property(self, "look", look)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(LEAST, self.sizeHint().width()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """An elided text is complete in the tool tip."""
        super().resizeEvent(event)
        whole = self.fontMetrics().horizontalAdvance(self.text()) <= self.contentsRect().width()
        self.setToolTip("" if whole else plain(self.text()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, room = QPainter(self), self.contentsRect()
        painter.setPen(self.palette().color(self.foregroundRole()))
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), words)
        painter.end()


class Panel(QWidget, Generic[V]):
    """Holds a view.

    closed  the person does not want to see it;   shared  its heading has another width to share out
    """

    closed, shared = Signal(), Signal()

    def __init__(self, view: V, appearance: Appearance, closable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self.appearance = view, appearance
        self.setProperty("look", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.name = Name(view.surface.name, self)
        self.name.setProperty("look", "heading")
        self.heading = QHBoxLayout()
        self.heading.setContentsMargins(12, 4, 6, 2)
        self.heading.setSpacing(8)
        self.heading.addWidget(self.name)
        self.heading.addStretch(1)
        self.blank = QLabel(view)
        self.blank.setProperty("look", "quiet")
        self.blank.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.blank.setTextFormat(Qt.TextFormat.PlainText)
        self.blank.setWordWrap(True)
        self.blank.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.blank.hide()
        self.fit_button = self._button("zoom_fit", f"Show everything in {view.surface.name}", view.fit)
        if closable:
            words = f"Hide {view.surface.name}; the menu of surfaces brings it back"
            self.close_button = self._button("close", words, self.closed.emit)
        self.second = QWidget(self)
        self.second_line = QHBoxLayout(self.second)
        self.second_line.setContentsMargins(12, 0, 12, 2)
        self.second.hide()
        self.cover = Cover(self)
        self.cover.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self.heading)
        layout.addWidget(self.second)
        layout.addWidget(view, 1)
        appearance.changed.connect(self.dress)
        self.dress()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.blank.setGeometry(self.view.rect())
            self.cover.resize(self.width(), SLIT)
            self.shared.emit()
        return done

    def _button(self, icon: str, words: str, do: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("icon_name", icon)
        button.setToolTip(plain(words))
        button.setAccessibleName(words)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(do)
        self.heading.addWidget(button)
        return button

    def tell_step(self, step: int, drawn: bool) -> None:
        """Where a step draws nothing here, words in place of the picture say so: the room stays as it is meanwhile."""
        self.name.setText(self.view.surface.name if drawn else f"{self.view.surface.name}: not at this step")
        self.blank.setHidden(drawn)
        if not drawn:
            self.blank.setText(f"Step {step:,} draws nothing here.")
            self.blank.setGeometry(self.view.rect())
            self.blank.raise_()

    def put_in_heading(self, widget: QWidget, stretch: int = 0) -> None:
        """Place a widget between the name and the buttons; one that stretches gets all the room there is."""
        self.second_line.removeWidget(widget)
        after_name = self.heading.indexOf(self.name) + 1
        if stretch:
            self.heading.setStretch(after_name, 0)
        place = after_name + 1 if stretch else self.heading.indexOf(self.fit_button)
        self.heading.insertWidget(place, widget, stretch)

    def put_below(self, widget: QWidget) -> None:
        """Place a widget of the heading in the line below it; what it left there stays empty."""
        self.heading.removeWidget(widget)
        self.heading.setStretch(self.heading.indexOf(self.name) + 1, 1)
        self.second_line.addWidget(widget)

    def fold(self, on: bool) -> None:
        """Show the heading alone, with the line below it. The view behind it keeps its size, the focus and a slit
        that is painted: what waits for its painting goes on. The keys of its cursor do nothing.
        """
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        self.view.folded = on
        if on == (layout.indexOf(self.view) >= 0):
            layout.removeWidget(self.view) if on else layout.addWidget(self.view, 1)
        above = self.heading.sizeHint().height()
        above += 0 if self.second.isHidden() else self.second.sizeHint().height()
        self.setMinimumHeight(above + SLIT if on else 0)
        self.setMaximumHeight(above + SLIT if on else UNBOUNDED)
        if on:
            self.view.setGeometry(0, above, max(self.width(), BEHIND), BEHIND)
            self.view.lower()
            self.cover.setGeometry(0, above, max(self.width(), BEHIND), SLIT)
        self.cover.setVisible(on)

    def room_beside(self, widget: QWidget) -> int:
        """How wide a widget of the heading that stretches can be beside all that stands there with it."""
        margins = self.heading.contentsMargins()
        others = [one for i in range(self.heading.count()) if (one := self.heading.itemAt(i)) is not None]
        wide = [one.sizeHint().width() for one in others if one.widget() is not widget and not one.isEmpty()]
        taken = margins.left() + margins.right() + sum(wide) + self.heading.spacing() * len(wide)
        return max(self.width() - taken, 0)

    def room_below(self) -> int:
        """How wide a widget can be in the second line."""
        margins = self.second_line.contentsMargins()
        return max(self.width() - margins.left() - margins.right(), 0)

    def dress(self) -> None:
        """Icons in the colours of the theme; for the back row there is no button that a key can do without."""
        self.fit_button.setHidden(self.appearance.presentation)
        for button in self.findChildren(QToolButton):
            name = button.property("icon_name")
            if name:
                button.setIcon(self.appearance.icon(name, self.appearance.theme.quiet))
                button.setIconSize(self.appearance.icon_size() * 0.85)


def settle_sizes(widgets: Sequence[QWidget], views: Sequence[SurfaceView]) -> None:
    """Have every surface take its new size now: else it is painted once in the old one, and again for each change.

    widgets  from the inside out
    """
    for _ in range(2):  # what is inside asks what is around it, and that answers
        for widget in widgets:
            QCoreApplication.sendPostedEvents(widget, QEvent.Type.LayoutRequest.value)
    for view in views:
        view.widget.sceneObj.prepareForPaint()
