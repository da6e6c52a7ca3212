"""Turns the mouse and the keys over the plane into calls of the tool in use."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from engine.base.words import figure
from gui.canvas.surfaces.name_axis import number_axes
from gui.canvas.surfaces.together import Together
from gui.canvas.tools import TOOLS
from gui.canvas.tools.in_place import Entry, open_field
from gui.canvas.tools.select import SelectTool
from gui.canvas.tools.tool import Ground, Pointer, Tool
from gui.look.announced import announce

STEPS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}
FINE, COARSE = 1 / 80, 1 / 10
"""How far the keyboard cursor moves, as a share of the view; the coarse step with Shift."""
ACTS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
DELETES = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})

BARE = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class PlaneWidget(pg.PlotWidget):
    """The plot widget of the plane. Left is the tool's, right its menu; middle drags the view, and so does Alt and left
    where the tool takes no Alt.

    cursor_uv  where the keyboard cursor is, or None while only the mouse is used
    """

    pressed = Signal()
    painted = Signal()

    def __init__(self, view: Ground, parent: QWidget) -> None:
        super().__init__(parent, enableMenu=False, axisItems=number_axes())
        self.view = view
        self.together = Together(self)
        self.cursor_uv: np.ndarray | None = None
        self._made: dict[str, Tool] = {}
        self._pressed: Tool | None = None
        self._panned: QPointF | None = None
        self._carrying: SelectTool | None = None
        self._on_screen = QTimer(self, singleShot=True, interval=0)
        self._on_screen.timeout.connect(self.view.session.runner.painted)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def tool(self) -> Tool:
        """The tool in use."""
        name = self.view.session.view.tool
        if name not in self._made:
            self._made[name] = TOOLS[name](self.view)
        return self._made[name]

    def lay_aside(self) -> None:
        """The tools that are not in use take what they show of the mouse with them; one at work, when it has done."""
        in_use = (self.tool, self._pressed)
        for tool in self._made.values():
            if tool not in in_use:
                tool.leave()
        self.view.overlay.refresh()

    @property
    def busy(self) -> bool:
        """Whether something is held: the view stays still meanwhile."""
        return self._pressed is not None or self._carrying is not None

    def pointer(self, event: QMouseEvent) -> Pointer:
        place = event.position()
        uv = self.view.box.mapSceneToView(place)
        keys = event.modifiers()
        shift, alt = (bool(keys & key) for key in (Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier))
        return Pointer(np.array([uv.x(), uv.y()]), place, shift, alt)

    # -- mouse ---------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.view.box.sceneBoundingRect().contains(event.position()):
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.hide_cursor()
        self.pressed.emit()
        event.accept()
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier) and not self.tool.frees
        if event.button() == Qt.MouseButton.MiddleButton or alt:
            self._panned = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self.tool
            self._pressed.press(self.pointer(event))
        elif event.button() == Qt.MouseButton.RightButton:
            self.tool.menu(self.pointer(event), event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._panned is not None:
            self._pan(event.position())
        elif self._pressed is not None:
            self._pressed.drag(self.pointer(event))
        elif event.buttons() == Qt.MouseButton.NoButton and self._over_plane(event):
            self.tool.hover(self.pointer(event))
        else:
            if event.buttons() == Qt.MouseButton.NoButton:  # over an axis, which is not the plane
                self.tool.leave()
            super().mouseMoveEvent(event)

    def _over_plane(self, event: QMouseEvent) -> bool:
        return self.view.box.sceneBoundingRect().contains(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._panned is not None:
            self._panned = None
            self.tool.hover(self.pointer(event))
        elif self._pressed is not None and event.button() == Qt.MouseButton.LeftButton:
            pressed, self._pressed = self._pressed, None
            pressed.release(self.pointer(event))
            self.lay_aside()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Opens what is under the mouse to be typed; over nothing the select tool fits the view, others click."""
        left = event.button() == Qt.MouseButton.LeftButton and self._over_plane(event)
        if left and self._type(self.pointer(event)):
            event.accept()
        elif left and self.tool.fits_on_double_click and self.view.row_at(event.position()) is None:
            self.view.fit()
        else:
            self.mousePressEvent(event)

    def _type(self, pointer: Pointer) -> bool:
        """Open a field for what the tool finds under the pointer, if it finds anything."""
        entry = self.tool.entry(pointer)
        place = QPointF(0, 0) if entry is None else QPointF(*self.view.pixels(entry.uv[None])[0])
        if entry is not None and entry.placed is not None:
            entry = replace(entry, take=partial(self._take, entry))
        return open_field(self, self.view.session, self.view.appearance, entry, place) is not None

    def _take(self, entry: Entry, values: np.ndarray) -> None:
        """Hand over what was typed, and have it in view."""
        entry.take(values)
        if entry.placed is not None:
            self.view.bring_into_view(entry.placed())

    def viewportEvent(self, event: QEvent) -> bool:
        """What a tool has said stays: Qt would ask the items of the scene, which have no words, and hide it.

        What is painted comes to the screen before the worker goes on, which would hold the interpreter.
        """
        if event.type() == QEvent.Type.Paint:
            self.together.painted()
        done = event.type() == QEvent.Type.ToolTip or super().viewportEvent(event)
        if event.type() == QEvent.Type.Paint:
            self.painted.emit()
            if self.view.session.runner.waits_for_picture:
                self._on_screen.start()
        return done

    def framed(self) -> None:
        """A frame is drawn now: what was painted before is not the picture of it that is waited for."""
        self._on_screen.stop()
        self.together.framed()

    def leaveEvent(self, event: QEvent) -> None:
        self.tool.leave()
        super().leaveEvent(event)

    def _pan(self, place: QPointF) -> None:
        before, now = (self.view.box.mapSceneToView(point) for point in (self._panned, place))
        self.view.box.translateBy(x=before.x() - now.x(), y=before.y() - now.y())
        self.view.box.sigRangeChangedManually.emit([True, True])
        self._panned = place

    # -- keys ----------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Claim the plane's own keys before the shortcuts of the window take them."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._mine(event):
            event.accept()
            return True
        return super().event(event)

    def _mine(self, event: QKeyEvent) -> bool:
        key, bare = Qt.Key(event.key()), event.modifiers() in BARE
        moves = key in STEPS and bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        cursor = moves or (bare and (key in ACTS or key == Qt.Key.Key_M))
        if self.view.folded:  # the cursor, and the field that it would open, are hidden
            cursor = False
        return cursor or (bare and (key in DELETES or key == Qt.Key.Key_Escape))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._mine(event):
            super().keyPressEvent(event)
            return
        event.accept()
        key = Qt.Key(event.key())
        if key in STEPS:
            self._step(STEPS[key], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in ACTS:
            self._act()
        elif key == Qt.Key.Key_M:
            self._carry()
        elif key in DELETES:
            self.view.session.points.delete(self.view.session.selection.rows)
        else:
            self._escape()

    def _at_cursor(self) -> Pointer:
        if self.cursor_uv is None:
            middle = self.view.box.viewRect().center()
            self.cursor_uv = np.array([middle.x(), middle.y()])
        x, y = self.view.pixels(self.cursor_uv[None])[0]
        return Pointer(self.cursor_uv, QPointF(x, y))

    def _step(self, way: tuple[float, float], coarse: bool) -> None:
        """Move the keyboard cursor, with whatever it carries."""
        size = self.view.box.viewRect()
        start = self._at_cursor().uv
        share = COARSE if coarse else FINE
        self.cursor_uv = start + share * np.array(way) * (size.width(), size.height())
        if self._carrying is not None:
            self._carrying.drag(self._at_cursor())
        else:
            self.tool.hover(self._at_cursor())
        if self._carrying is not None or not self.tool.says:
            announce(self, self._place_words())
        self.view.overlay.refresh()

    def _place_words(self) -> str:
        """Where the keyboard cursor is, for a screen reader; a point under it is told by the tool."""
        axes = [self.getPlotItem().getAxis(side).labelText for side in ("bottom", "left")]
        pairs = zip(axes, self._at_cursor().uv, strict=True)
        return ", ".join(f"{name} = {figure(value)}" for name, value in pairs if name)

    def _act(self) -> None:
        """The effect of a click here; what can be typed is opened as well."""
        if self._carrying is not None:
            return self._carry()
        entry = self.tool.entry(self._at_cursor())
        self.tool.press(self._at_cursor())
        self.tool.release(self._at_cursor())
        if entry is not None:
            self._type(self._at_cursor())
        self.view.overlay.refresh()

    def _carry(self) -> None:
        """Pick up what is under the keyboard cursor, or put it down."""
        if self._carrying is not None:
            self._carrying.release(self._at_cursor())
            self._carrying = None
        elif self._can_carry(carrier := SelectTool(self.view)):
            self._carrying = carrier
            self._carrying.press(self._at_cursor())
        else:
            self.view.session.said.emit("There is no point under the cursor: Alt and the arrow keys move it.")
        self.view.overlay.refresh()

    def _can_carry(self, carrier: SelectTool) -> bool:
        """Whether a point, or something that can be held, is under the keyboard cursor."""
        pointer = self._at_cursor()
        return self.view.row_at(pointer.place, 14.0) is not None or carrier.grip_at(pointer) is not None

    def _escape(self) -> None:
        self.tool.cancel()
        self.hide_cursor()
        self.view.session.selection.select(())

    def hide_cursor(self) -> None:
        """The mouse is in use again."""
        if self._carrying is not None:
            self._carry()
        if self.cursor_uv is not None:
            self.tool.leave()
        self.cursor_uv = None
        self.view.overlay.refresh()
