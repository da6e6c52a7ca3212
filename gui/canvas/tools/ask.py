"""The tool that asks a model about a place."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gui.canvas.tools.tool import KEYS, Pointer, Tool


class AskTool(Tool):
    """The question follows the mouse; on a point it is about that very row."""

    hint = f"Click anywhere to ask what the model says there; Escape stops asking. {KEYS}"
    cursor = Qt.CursorShape.WhatsThisCursor

    def press(self, pointer: Pointer) -> None:
        row = self.view.row_at(pointer.place)
        there = self.view.to_space(pointer.uv[None])[0]
        self.session.ask(there if row is None else self.session.data.X[row])

    def drag(self, pointer: Pointer) -> None:
        self.session.ask(self.view.to_space(pointer.uv[None])[0])

    def cancel(self) -> None:
        self.session.ask(None)
