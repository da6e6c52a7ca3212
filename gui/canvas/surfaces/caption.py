"""The line below the plane: what the picture leaves out, and a button that gives both axes one scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engine.base.words import counted
from gui.look.plain import plain
from gui.painters import Drawn
from gui.painters.painter import all_drawable, drawable
from gui.painters.points import unringed
from gui.session.job import Frame

UNEQUAL = "axes of different scale: right angles do not look right."
WHY = ("missing", "too large to draw")
"""Why a row cannot be placed: what is said of one of its values."""
EQUALISE, FILL = "Equal scales", "Fill the view"


class Caption(QWidget):
    """`asked` requests a unit as long on both axes, or no longer."""

    asked = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = QLabel(self)
        self.label.setProperty("look", "small")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.button = QPushButton(self)
        self.button.setProperty("look", "link")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(lambda: self.asked.emit(self.button.text() == EQUALISE))
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 2, 12, 6)
        line.setSpacing(8)
        line.addWidget(self.label, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self._reserved = 0  # how high the words were that are gone
        self._told: tuple[object, ...] = ()

    def text(self) -> str:
        """The words."""
        return self.label.text()

    def tell(self, sentences: Sequence[str], measured: bool, equal: bool, chosen: bool, room: bool = False) -> None:
        """Say these sentences ("" for none), and of axes with numbers that their scales differ.

        equal   whether a unit is as long on both axes;   chosen  whether a person said so, and can take it back
        room    whether a line is kept for what may be said again, so that the picture above stays where it is
        """
        line = self.label.fontMetrics().height()
        before, self._told = self._told, (tuple(sentences), measured, equal, chosen, room, line)
        if self._told == before:  # it is told at every step
            return
        said = [sentence for sentence in (*sentences, UNEQUAL if measured and not equal else "") if sentence]
        text = "  ".join(f"{sentence[:1].upper()}{sentence[1:].removesuffix('.')}." for sentence in said)
        if text != self.label.text():
            self._reserved = 0 if text else self.label.height()
            self.label.setText(text)
        self.button.setText(FILL if equal else EQUALISE)
        words = "Let the points fill the view again" if equal else "Make a unit as long on both axes: angles are true"
        self.button.setToolTip(plain(words))
        self.button.setVisible(measured and (chosen or not equal))
        self.label.setMinimumHeight(max(line, self._reserved) if room else 0)
        self.setVisible(room or bool(text) or not self.button.isHidden())


class Unringed:
    """How many mistakes are not ringed; all through a run in which there were such, their line has its room."""

    count = 0
    _params: object = None  # of the run

    @property
    def room(self) -> bool:
        """Whether a line is kept for their number."""
        return self._params is not None

    def count_those(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        """Count those of these marks of a frame."""
        params = None if frame is None else frame.params
        self.count = sum(map(unringed, marks))
        self._params = params if self.count or params is self._params else None


def left_out(uv: np.ndarray) -> tuple[int, int]:
    """How many of these places cannot be drawn because a coordinate is missing, and because one is too large."""
    gone = uv[:0] if all_drawable(uv) else uv[~drawable(uv)]
    missing = int(np.isnan(gone).any(axis=1).sum())
    return missing, len(gone) - missing


def hidden(rows: int, why: str) -> str:
    """That so many rows are not shown, because a value is missing or too large; "" for none."""
    return f"{counted(rows, 'row is', 'rows are')} not shown: a value is {why}." if rows else ""


def mistaken(points: int) -> str:
    """That so many points are on the wrong side, where rings around them would hide them; "" for none."""
    return f"{points:,} points are on the wrong side: too many to ring." if points else ""
