"""The buttons that choose the class of new points: colour, shape and number, and one more to add a class."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolBar, QToolButton, QWidget

from gui.look.appearance import Appearance
from gui.look.menu_button import give_menu
from gui.look.plain import plain
from gui.look.shapes import class_icon
from gui.session.session import Session
from gui.window.desk import Desk

MOST = 10
"""Maximum number of buttons; data with more classes always have one button with a menu."""
GAP = 2
"""Pixels between two buttons."""


class ClassBar(QWidget):
    """One button for each class of the data; where they have no room one for all, with a menu.

    It shares the tool bar `bar`: whether there is room depends on the width of that and on nothing else.
    """

    def __init__(self, session: Session, appearance: Appearance, desk: Desk, bar: QToolBar) -> None:
        super().__init__(bar)
        self.session, self.appearance, self.desk, self._bar = session, appearance, desk, bar
        self.buttons: list[QToolButton] = []
        self._group = QButtonGroup(self)
        self.chosen = self._made_choice()
        self._more = QToolButton(self)
        self._more.setAccessibleName("Add a class")
        self._more.clicked.connect(desk.add_class)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(GAP)
        for button in (self.chosen, self._more):
            self._layout.addWidget(button)
        self._shown: tuple[tuple[str, ...], str | None] | None = None  # which classes, of what target
        session.table.data_changed.connect(self.refresh)
        session.view.tool_changed.connect(self._mark)
        appearance.changed.connect(self.redraw)
        bar.installEventFilter(self)
        self.redraw()

    def _made_choice(self) -> QToolButton:
        button = QToolButton(self)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setProperty("look", "choice")
        give_menu(button, QMenu(button))
        button.menu().aboutToShow.connect(self._fill)
        return button

    def redraw(self) -> None:
        """Theme or text size has changed."""
        self._shown = None
        self._more.setIcon(self.appearance.icon("plus"))
        for button in (self.chosen, self._more):
            button.setIconSize(self.appearance.icon_size())
        self.refresh()

    def refresh(self) -> None:
        """As many buttons as the data has classes; most edits change nothing of them."""
        names, target = self.session.table.data.class_names, self.session.table.data.target
        if (names, target) == self._shown:
            return
        if self._shown is None or names != self._shown[0]:
            for button in self.buttons:
                self._group.removeButton(button)
                self._layout.removeWidget(button)
                button.hide()  # it goes in a moment, and a picture may be made before
                button.deleteLater()
            self.buttons = [self._button(code) for code in range(min(len(names), MOST))]
            self.fit()
        self._shown = names, target
        real = target == "real"
        self._more.setEnabled(not real)
        self._more.setToolTip("The target is a number, so there are no classes to add" if real else "Add a class  (+)")
        self._mark()

    def _button(self, code: int) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setIcon(self._icon(code))
        button.setIconSize(self.appearance.icon_size())
        key = f"  ({code + 1})" if code < 9 else ""
        button.setToolTip(plain(f"{self._words(code)}{key}"))
        button.setAccessibleName(self.session.table.data.class_name(code))
        button.clicked.connect(lambda: self.desk.choose_class(code))
        self._group.addButton(button)
        self._layout.insertWidget(code, button)
        return button

    def _icon(self, code: int) -> QIcon:
        side = self.appearance.icon_size().width()
        return QIcon(class_icon(self.appearance.theme, code, 0.72 * side, 2.0))

    def _words(self, code: int) -> str:
        name, word = self.session.table.data.class_name(code), self.appearance.theme.class_word(code)
        return f"New points are of {name if name.startswith('class ') else f'the class {name}'}: {word}"

    def _mark(self) -> None:
        brush = self.session.view.brush
        if brush < len(self.buttons):
            self.buttons[brush].setChecked(True)
        self.chosen.setIcon(self._icon(brush))
        self.chosen.setToolTip(plain(f"{self._words(brush)}\nClick for all classes"))
        self.chosen.setAccessibleName(f"Class of new points: {self.session.table.data.class_name(brush)}")

    # -- room ----------------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """A button for each class while all the bar has room, otherwise one for all of them."""
        names = self.session.table.data.class_names
        folded = len(names) > MOST or self._wanted() > self._bar.width()
        changed = folded == self.chosen.isHidden()
        for button in self.buttons:
            button.setHidden(folded)
        self.chosen.setHidden(not folded)
        layout = self._bar.layout()
        if changed and layout is not None:  # a bar that had no room for it is not told by Qt that it is smaller now
            self._layout.invalidate()
            layout.invalidate()
            layout.update()

    def _wanted(self) -> int:
        """The width of the whole bar with a button for each class."""
        layout, parts = self._bar.layout(), [self._bar.widgetForAction(action) for action in self._bar.actions()]
        others = [part.sizeHint().width() for part in parts if part is not None and part is not self]
        own = [button.sizeHint().width() + GAP for button in (*self.buttons, self._more)]
        if layout is None:
            return 0
        margins = layout.contentsMargins()
        return sum(others) + sum(own) + layout.spacing() * len(parts) + margins.left() + margins.right()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.fit()
        return False

    # -- the menu ------------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        menu = self.chosen.menu()
        menu.clear()
        for code, name in enumerate(self.session.table.data.class_titles):
            key = f"\tkey {code + 1}" if code < 9 else ""
            words = name.replace("&", "&&").replace("\t", " ")
            action = menu.addAction(self._icon(code), f"{words}{key}", lambda code=code: self.desk.choose_class(code))
            action.setCheckable(True)
            action.setChecked(code == self.session.view.brush)
            action.setFont(self.appearance.font("body", weight=700 if code == self.session.view.brush else 400))
