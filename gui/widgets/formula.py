"""A formula, typeset: LaTeX becomes pictures off the GUI thread, and the pieces flow like words to the width there is.

    view = FormulaView(appearance)
    view.set_formula(r"\\mathbf{w} \\leftarrow \\mathbf{w} + \\eta\\, t\\, \\mathbf{x}")

A new formula takes about 5 to 40 ms to typeset, so the old one stays until the new one is there. Every piece is kept
by its text, size and colour. What ziamath cannot typeset is shown as the LaTeX it is.
"""

from __future__ import annotations

import re
import sys
import time
from collections import OrderedDict, deque
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from gui.look.appearance import Appearance
from gui.session.background_task import BackgroundTask
from gui.widgets.growing_height import GrowingHeight
from gui.widgets.latex import latex

CACHE_SIZE = 400
"""How many typeset pieces are kept."""
HEAD_START = 0.25
"""Seconds that the window has for its first picture before ziamath is imported beside it, which takes as long."""
GAP, LEADING = 1.1, 0.45
"""The space between two pieces and between two lines, in heights of the text."""
SMALLEST = 0.6
"""A piece too wide for the panel is shrunk to this share at most."""


class Piece(NamedTuple):
    """What is typeset in one go: its LaTeX, the height of its text in pixels, its colour and the pixel ratio."""

    tex: str
    size: int
    colour: str
    ratio: float


class Picture(NamedTuple):
    """A typeset piece: its size in logical pixels and how far below its top the baseline is."""

    image: QImage
    width: float
    height: float
    baseline: float


def pieces(tex: str) -> list[str]:
    r"""The formula cut where it may be broken: at \qquad, \quad and \\ outside braces and delimiters, before an arrow.

    >>> pieces(r"a = b, \qquad c \;\Rightarrow\; d")
    ['a = b,', 'c', '\\Rightarrow\\; d']
    """
    found, depth, start = [], 0, 0
    for token in re.finditer(r"\\(?:[A-Za-z]+|.)|[{}]", tex):
        word = token.group()
        depth += _DEPTH.get(word, 0)
        if depth == 0 and word in _BREAKS:
            found.append(tex[start : token.start()])
            start = token.start() if word == "\\Rightarrow" else token.end()
    return [piece for part in [*found, tex[start:]] if (piece := _SPACE.sub("", part))]


_BREAKS = ("\\qquad", "\\quad", "\\\\", "\\Rightarrow")
_DEPTH = {"{": 1, "\\left": 1, "\\begin": 1, "}": -1, "\\right": -1, "\\end": -1}
_SPACE = re.compile(r"^(\s|\\[;,: ])+|(\s|\\[;: ])+$")


def typeset(piece: Piece) -> Picture | None:
    """The picture of a piece, or None when ziamath cannot read it. Safe on any thread."""
    try:
        svg = latex(piece.tex, size=piece.size, color=piece.colour).svg()
    except Exception:  # ziamath raises whatever its parser stumbles over
        return None
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    box = renderer.viewBoxF()
    if not renderer.isValid() or box.isEmpty():
        return None
    image = QImage((box.size() * piece.ratio).toSize() + QSize(1, 1), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    image.setDevicePixelRatio(piece.ratio)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, box.width(), box.height()))
    painter.end()
    return Picture(image, box.width(), box.height(), -box.top())


class Typesetter(QObject):
    """Typesets off the GUI thread, one piece after the other, and keeps what it made."""

    ready = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._made: OrderedDict[Piece, Picture | None] = OrderedDict()
        self._asked: set[Piece] = set()
        self._waiting: deque[Piece] = deque()  # filled by the GUI thread, emptied by the task
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._take)

    def ask(self, piece: Piece) -> bool:
        """Whether the piece is there; if not, it is made and `ready` follows."""
        if piece in self._made:
            self._made.move_to_end(piece)
            return True
        if piece not in self._asked:
            self._asked.add(piece)
            self._waiting.append(piece)
            self._task.ask(None, self._work)
        return False

    def picture(self, piece: Piece) -> Picture | None:
        """The picture of a piece that is there, or None if it cannot be typeset."""
        return self._made[piece]

    @property
    def busy(self) -> bool:
        """Whether something that was asked for is not there yet."""
        return bool(self._asked)

    def settle(self) -> None:
        """Wait until nothing is being typeset."""
        self._task.finish()

    def _work(self) -> dict[Piece, Picture | None]:
        """Everything that waits, also what is asked for meanwhile."""
        if "ziamath" not in sys.modules:
            time.sleep(HEAD_START)
        made = {}
        while self._waiting:
            piece = self._waiting.popleft()
            made[piece] = typeset(piece)
        return made

    def _take(self, _: None, made: dict[Piece, Picture | None] | Exception) -> None:
        if isinstance(made, Exception):
            raise made
        self._made |= made
        self._asked -= made.keys()
        while len(self._made) > CACHE_SIZE:
            self._made.popitem(last=False)
        if made:
            self.ready.emit()


@cache
def typesetter() -> Typesetter:
    """The one typesetter of the program."""
    return Typesetter()


class FormulaView(QWidget):
    """Shows a formula in the ink of the theme, one that is wrong in its colour; the context menu copies its LaTeX."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None, wrong: bool = False) -> None:
        super().__init__(parent)
        self.tex = ""
        self._wrong = wrong
        self._appearance = appearance
        self._wanted: list[Piece] = []
        self._shown: list[Piece] = []
        self._pictures: list[Picture | None] = []
        self._reserved = GrowingHeight()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        typesetter().ready.connect(self._take)
        appearance.changed.connect(self._ask)

    def set_formula(self, tex: str) -> None:
        """Show this formula as soon as it is typeset."""
        if tex != self.tex:
            self.tex = tex
            self.setAccessibleName(f"Formula: {tex}")
            self._ask()

    def vanish(self) -> None:
        """Show nothing until the next one is typeset: the last one belonged to something else."""
        self.tex, self._wanted, self._shown, self._pictures = "", [], [], []
        self.update()

    def _ask(self) -> None:
        theme, size = self._appearance.theme, round(self._appearance.pixels("title") * 1.06)
        ink = theme.wrong if self._wrong else theme.ink
        ratio = self.devicePixelRatioF()
        self._wanted = [Piece(tex, size, ink, ratio) for tex in pieces(self.tex)]
        self._take()

    def _take(self) -> None:
        """Show what was asked for if all of it is there."""
        if self._shown == self._wanted or not all([typesetter().ask(piece) for piece in self._wanted]):
            return
        self._shown = self._wanted
        self._pictures = [typesetter().picture(piece) for piece in self._shown]
        if self.heightForWidth(self.width()) > self.height():  # one that fits moves nothing around it
            self.updateGeometry()
        self.update()

    # -- flowing the pieces --------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._reserved.grown(width, self._flow(width)[1])

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(max(self.width(), 120)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 0)

    def forget(self) -> None:
        """Let go of the height kept so far: it grows and does not shrink, so that nothing below the formula jumps."""
        self._reserved.clear()
        self.updateGeometry()

    def spare(self) -> int:
        """How much of the height kept is not needed for this formula."""
        return max(self._reserved.at(self.width()) - self._flow(self.width())[1], 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def _flow(self, width: int) -> tuple[list[QRectF], int]:
        """Where each piece goes, and the height of all."""
        if not self._shown:
            return [], 0
        pictures = self._readable()
        if not pictures:
            return [], self._text_height(width)
        size = self._shown[0].size
        lines: list[list[tuple[Picture, float]]] = []
        used = 0.0
        for picture in pictures:
            share = max(min(1.0, width / picture.width), SMALLEST)
            if not lines or used + picture.width * share > width:
                lines.append([])
                used = 0.0
            lines[-1].append((picture, share))
            used += picture.width * share + GAP * size
        return _placed(lines, size)

    def _readable(self) -> list[Picture]:
        """The pictures of all pieces; none when one of them cannot be typeset: then the LaTeX is shown as it is."""
        pictures = [picture for picture in self._pictures if picture is not None]
        return pictures if len(pictures) == len(self._pictures) else []

    def _text_height(self, width: int) -> int:
        metrics = self.fontMetrics()
        return metrics.boundingRect(0, 0, width, 10_000, Qt.TextFlag.TextWrapAnywhere, self.tex).height()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        pictures = self._readable()
        if len(pictures) < len(self._pictures):
            painter.setFont(self._appearance.font("body", mono=True))
            painter.drawText(self.rect(), Qt.TextFlag.TextWrapAnywhere, self.tex)
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for picture, place in zip(pictures, self._flow(self.width())[0], strict=True):
            share = place.width() / picture.width
            if share == 1.0:
                painter.drawImage(QPointF(place.topLeft().toPoint()), picture.image)
            else:
                painter.drawImage(place, picture.image)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction("Copy the LaTeX", lambda: QGuiApplication.clipboard().setText(self.tex))
        menu.exec(event.globalPos())
        menu.deleteLater()


def _placed(lines: list[list[tuple[Picture, float]]], size: int) -> tuple[list[QRectF], int]:
    """Each line on its own baseline, one below the other."""
    places, top = [], 0.0
    for line in lines:
        ascent = max(picture.baseline * share for picture, share in line)
        left = depth = 0.0
        for picture, share in line:
            at = top + ascent - picture.baseline * share
            places.append(QRectF(left, at, picture.width * share, picture.height * share))
            left += picture.width * share + GAP * size
            depth = max(depth, (picture.height - picture.baseline) * share)
        top += ascent + depth + LEADING * size
    return places, round(top - LEADING * size + 1)
