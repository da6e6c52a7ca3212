"""Keys drive the run: play and step work after a click on anything.

After a click the keys go back to the picture. Only a text that is typed into keeps them, until Enter or Escape, whether
it was clicked or the click led to it, as to the words of a new stop; and what can be copied from (a table, a sentence,
the source) keeps the focus for Ctrl+C, but not the keys of the run.
After Tab each widget has its own keys: arrows in a table, Space on a button; Escape leads back.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGraphicsView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSplitterHandle,
    QTableView,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.canvas.surfaces.structure_widget import NODE_KEYS, StructureWidget
from gui.widgets.focus_ring import FocusRing
from gui.widgets.number_list import NumberList
from gui.widgets.steered import Steered

Key = Qt.Key
Kind = QEvent.Type
ARROWS = frozenset({Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down})
JUMPS = frozenset({Key.Key_Home, Key.Key_End})
PAGES = frozenset({Key.Key_PageUp, Key.Key_PageDown})
SPACE = frozenset({Key.Key_Space})
TYPING = frozenset(Key(code) for code in range(Key.Key_Space, Key.Key_AsciiTilde + 1)) | {Key.Key_Backspace}

NEEDS: tuple[tuple[type[QWidget], frozenset[Key]], ...] = (
    (QTableView, ARROWS | JUMPS | PAGES | TYPING | {Key.Key_Delete}),
    (QAbstractItemView, ARROWS | JUMPS | PAGES | SPACE),
    (QAbstractSpinBox, ARROWS | JUMPS | PAGES | TYPING),
    (QTextEdit, ARROWS | JUMPS | PAGES),
    (QPlainTextEdit, ARROWS | JUMPS | PAGES),
    (QAbstractSlider, ARROWS | JUMPS | PAGES),
    (QAbstractButton, SPACE),
    (QComboBox, ARROWS | JUMPS | TYPING),
    (Steered, ARROWS | JUMPS),
    (StructureWidget, NODE_KEYS),
    (QSplitterHandle, ARROWS),
)
"""Which keys a kind of widget needs for itself when the keyboard has led to it."""

DRIVE = TYPING | JUMPS | {Key.Key_Left, Key.Key_Right}
"""The keys that are the window's after a click, and mean nothing if they can do nothing just now."""
ENDS = frozenset({Key.Key_Return, Key.Key_Enter, Key.Key_Escape})
"""The keys that end the typing in a line."""
PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
COPIED = (QTableView, QLabel, QTextEdit, QPlainTextEdit, NumberList)
"""What keeps the focus after a click, so that what is chosen in it can be copied."""
SOON = 60
"""Milliseconds between two looks whether a list or a menu that is open has gone."""


class KeyGuard(QObject):
    """Watches the widget with the focus, and the mouse over the window it stands in.

    home        which widget gets the keys back: the picture
    by_mouse    whether the mouse has been used since Tab was pressed
    """

    def __init__(self, window: QWidget, home: Callable[[], QWidget]) -> None:
        super().__init__(window)
        self._window, self._home = window, home
        self.by_mouse = True
        self._stays = False
        self._led = False  # whether the focus came to a text since the mouse was pressed
        self._watched: list[QWidget] = []
        self._ring = FocusRing(window)
        self._place: QWidget | None = None  # the field that was typed into last: Tab goes on from it
        self._entered: QWidget | None = None  # the field in which Return was pressed, until it has said what it thinks
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._give_back)
        app = QApplication.instance()
        assert isinstance(app, QApplication), "a window stands in an application"
        app.focusChanged.connect(self._follow)

    # -- which widgets -------------------------------------------------------------------------------------------------

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """The focus is elsewhere: its widget is watched with its parts, and the mouse over its window or list."""
        for widget in self._watched:
            if isValid(widget):
                widget.removeEventFilter(self)
        self._watched.clear()
        self._led = new is not None and is_text(new)
        self._ring_around(new)
        if new is None:
            if isValid(self._window) and self._window.isActiveWindow():
                self._later.start(0)  # the focused widget was deleted, or disabled with its parent
            return
        top = new.window()
        if top is not self._window and top.windowType() != Qt.WindowType.Popup:
            return
        handle = top.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)
        if top is self._window:
            self._watched = [new] if isinstance(new, PlaneWidget) else [new, *new.findChildren(QWidget)]
            for part in self._watched:
                part.installEventFilter(self)

    def lead(self, widget: QWidget) -> None:
        """A key leads to a widget: it has its own keys there, as after Tab."""
        self.by_mouse = False
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._ring_around(widget)

    def _ring_around(self, widget: QWidget | None) -> None:
        """Show which picture has the keyboard."""
        if isValid(self._ring):
            shown = isinstance(widget, QGraphicsView) and not self.by_mouse and widget.window() is self._window
            self._ring.lie_around(widget if shown else None)

    def from_here(self) -> QWidget | None:
        """Where Tab goes on: from the widget with the focus; from a field that Return has ended, still from there."""
        now, place = self._window.focusWidget(), self._place
        self._place = None
        stays = place is not None and isValid(place) and place.isVisible() and isinstance(now, PlaneWidget)
        return place if stays else now

    # -- what comes ----------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == Kind.MouseButtonPress and isinstance(event, QMouseEvent):
            self._pressed(watched, event.globalPosition().toPoint())
        elif kind == Kind.MouseButtonRelease and not self._stays:
            self._later.start(0)
        elif kind == Kind.Wheel and isinstance(watched, QWindow):
            self._wheeled(QApplication.focusWidget())
        elif isinstance(event, QKeyEvent) and isinstance(watched, QWidget) and watched.hasFocus():
            return self._key(kind, watched, event)
        return False

    def _key(self, kind: QEvent.Type, widget: QWidget, event: QKeyEvent) -> bool:
        if kind == Kind.KeyPress and event.key() in (Key.Key_Tab, Key.Key_Backtab):
            self.by_mouse = False
        elif kind == Kind.ShortcutOverride and not isinstance(widget, PlaneWidget):
            return self._claimed(widget, event)
        elif kind == Kind.KeyPress and not isinstance(widget, PlaneWidget):
            return self._typed(widget, event)
        return False

    def _pressed(self, watched: QObject, place: QPoint) -> None:
        """The mouse is used from now on; what is under it says whether it keeps the focus."""
        under = watched if isinstance(watched, QWidget) else None
        if watched is self._window.windowHandle():
            under = self._window.childAt(self._window.mapFromGlobal(place))
        self.by_mouse, self._led, self._place = True, False, None
        self._ring_around(None)
        self._stays = under is not None and stays(under, place)

    def _wheeled(self, before: QWidget | None) -> None:
        """A list takes the focus when the wheel is turned over it: that is no way to keep the keys."""
        QTimer.singleShot(0, self, lambda: self._took(before))

    def _took(self, before: QWidget | None) -> None:
        if QApplication.focusWidget() is not before:
            self.by_mouse = True
            self._give_back()

    def _claimed(self, widget: QWidget, event: QKeyEvent) -> bool:
        """Before a shortcut is looked for: whether this is settled here, for the widget or for the window."""
        key, writing = Key(event.key()), self._writes(widget)
        if key == Key.Key_Escape and not event.modifiers():
            if writing:
                event.accept()
            else:
                self._later.start(0)
            return writing
        if writing and not isinstance(widget, QAbstractSpinBox):
            return False
        if writing or not self.by_mouse:
            mine = keeps(widget, event)
            event.setAccepted(mine)
            return mine
        if not event.modifiers() & ~PLAIN:
            event.ignore()
            return True
        return False

    def _typed(self, widget: QWidget, event: QKeyEvent) -> bool:
        """A key that no shortcut took; True keeps it from a widget that was only clicked."""
        key, writing = Key(event.key()), self._writes(widget)
        if writing and key in ENDS and not in_cell(widget):
            self._end(widget, key)
        elif not writing and self.by_mouse and not event.modifiers() & ~PLAIN:
            return key in DRIVE
        return False

    def _end(self, widget: QWidget, key: Key) -> None:
        """Enter takes what was typed, Escape takes it back; Enter in a text of several lines is one more line.

        Where nothing fits what was typed (`unmet`), or the field refuses it (`wrong`), Enter leaves it to be typed
        otherwise.
        """
        if key != Key.Key_Escape and widget.property("unmet"):
            return
        self._entered = None if key == Key.Key_Escape else widget
        if isinstance(widget, QLineEdit) and key == Key.Key_Escape:
            while widget.isUndoAvailable():
                widget.undo()
        self._led, self._place = False, widget
        if key == Key.Key_Escape or not isinstance(widget, (QTextEdit, QPlainTextEdit)):
            self._later.start(0)

    def _writes(self, widget: QWidget) -> bool:
        """Whether this is being typed into. A spin box is, unless it was its arrows that were clicked."""
        if isinstance(widget, QAbstractSpinBox):
            return not self.by_mouse or self._stays
        return is_text(widget)

    def _give_back(self) -> None:
        """The keys go to the picture; while a list or a menu is open, when it has gone."""
        entered, self._entered = self._entered, None
        if entered is not None and isValid(entered) and entered.hasFocus() and entered.property("wrong"):
            return  # what was typed is refused: the next keys put it right
        if QApplication.activePopupWidget() is not None:
            self._later.start(SOON)
        elif not self._led and not isinstance(self._window.focusWidget(), PlaneWidget):
            self._home().setFocus()


def keeps(widget: QObject, event: QKeyEvent) -> bool:
    """Whether this widget needs this key for itself when the keyboard has led to it."""
    if event.modifiers() & ~PLAIN:
        return False
    return any(isinstance(widget, kind) and event.key() in keys for kind, keys in NEEDS)


def is_text(widget: QWidget) -> bool:
    """Whether words can be typed into it."""
    return isinstance(widget, (QLineEdit, QTextEdit, QPlainTextEdit)) and not widget.isReadOnly()


def in_cell(widget: QWidget) -> bool:
    """Whether it is a cell of a table that is being typed into: the table goes on with the keys."""
    around = widget.parentWidget()
    return around is not None and isinstance(around.parentWidget(), QAbstractItemView)


def stays(under: QWidget, place: QPoint) -> bool:
    """Whether what was clicked keeps the focus, or leaves it where it was: a text, what can be copied, a scroll bar."""
    around = under.parentWidget()
    if isinstance(under, QScrollBar) or isinstance(around, QLineEdit):
        return True
    widget = around if isinstance(around, QAbstractScrollArea) else under
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, COPIED):
        return is_heading(widget, widget.viewport().mapFromGlobal(place))
    if isinstance(widget, QLabel):
        return bool(widget.focusPolicy() & Qt.FocusPolicy.ClickFocus)
    return is_text(widget) or isinstance(widget, COPIED)


def is_heading(view: QAbstractItemView, place: QPoint) -> bool:
    """Whether this is a line that only opens and closes: the list goes on being used."""
    index = view.indexAt(place)
    return index.isValid() and not index.flags() & Qt.ItemFlag.ItemIsSelectable
