"""What points look like: one marker for every role, class and size in use, and all of them side by side in an atlas."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QTransform

from engine.core.marks import Points
from gui.look.channels import alpha, channels, contrast
from gui.look.shapes import paint_shape, scaled
from gui.look.theme import FIRST_SHADE, REGION, Look, Theme
from gui.painters.blends import BLENDS, blended

RINGS = frozenset({"focus", "wrong", "support", "selected", "found"})
"""The roles that are drawn around a point, not as one."""
FOUND = frozenset({"best", "path"})
"""Rows of these roles are ringed: as dots they would hide what class they are of."""
RIMS = {"focus": "many focus", "support": "many support", "found": "many found", "wrong": "many wrong"}
"""How more rows than a few are meant: each has a rim behind its point, and where they stand close it is one."""
GAPS = {rim: f"{role} gap" for role, rim in RIMS.items()}
"""What lies between a rim and its point: the two may be of nearly one colour, or look so to the colour-blind."""
CROWD, MISTAKES = 12, 60
"""The rings of more rows than this would be a heap; mistakes stand among other rows, and their rings are thin."""
HIDDEN = 0.3
"""This share of the area of a rim lies behind the point; what is seen of the rest says how much of a row is meant."""
FADED = 0.12
"""How opaque the points of other classes are while one is lit."""
NO_CLASS = -2
"""Stands for points that have no groups at all; -1 is a row without a class."""
NO_GROUP = 0
"""The look of points without groups."""
LOOKS = 16
"""Number of distinguishable class styles; they repeat afterwards."""
PIECE = 65_536
"""Number of points grouped at a time."""
THICKEST = 2.0
"""Maximum thickness of a ring, as a multiple of the usual one: thicker rings would hide neighbouring rows."""
CLEAR = 3.0
"""The contrast of a point without an edge to the area of its own class is at least this."""


@dataclass(frozen=True)
class Marker:
    """One kind of point: everything its picture depends on but the theme; `blend` says how its colour is mixed."""

    role: str
    code: int | None
    size: float
    hollow: bool
    blend: int = 0

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Draw it around the painter's origin."""
        if self.role in RIMS.values() or self.role in GAPS.values():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.role(self.role).colour)
            painter.drawEllipse(QPointF(0, 0), self.size / 2, self.size / 2)
        elif self.role in RINGS:
            paint_ring(painter, theme, theme.role(self.role), self.size)
        elif self.role == "centre":
            paint_centre(painter, theme, self.code, self.size)
        else:
            paint_shape(painter, theme, self.shape(theme), self.colour(theme), self.size, self.hollow)

    def is_lit(self, lit: int | None) -> bool:
        """Whether it stands out while one class is lit: of that class, or of none."""
        return lit is None or self.code is None or self.code == lit

    def shape(self, theme: Theme) -> str:
        return "circle" if self.code is None else theme.class_shape(self.code)

    def colour(self, theme: Theme) -> QColor:
        """The class colour, or the role's own; a ghost is faded towards the paper."""
        own = theme.role(self.role).colour if self.code is None else theme.class_colour(self.code)
        colour = blended(theme, own, self.blend)
        return theme.mixed(colour, theme.paper, 0.35) if self.role == "ghost" else colour


def paint_ring(painter: QPainter, theme: Theme, look: Look, size: float) -> None:
    """A ring with a halo of paper, so that it stands out from whatever is below; dashed if its role is."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    thick = thickness(look, size)
    for colour, width in ((QColor(theme.paper), thick + 2.0), (look.colour, thick)):
        pen = QPen(colour, width)
        if look.dash and colour == look.colour:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(look.dash)
        painter.setPen(pen)
        painter.drawEllipse(QPointF(0, 0), size / 2, size / 2)


def thickness(look: Look, size: float) -> float:
    """How thick a ring of this size is: a larger one is thicker, as all is for the back row, but not without end."""
    return look.width * min(size / look.size, THICKEST)


def drawn_as(mark: Points, enlarged: np.ndarray | float) -> tuple[str, np.ndarray | float]:
    """The role whose look the points of a mark have, and how large they are in area, 1 as usual.

    enlarged  how large the points are that rings and rims go around, all of them or (m,) each
    """
    role, sizes = _role_of(mark), mark.sizes
    if role in RIMS.values():
        return role, enlarged if sizes is None else enlarged * (HIDDEN + (1.0 - HIDDEN) * sizes)
    if sizes is not None:
        return role, sizes
    return role, enlarged if role in RINGS else 1.0


def _role_of(mark: Points) -> str:
    """Rows are ringed, and many of them have a rim."""
    if mark.rows is None:
        return mark.role
    role = "found" if mark.role in FOUND and mark.sizes is None else mark.role
    few = MISTAKES if role == "wrong" else CROWD
    return RIMS.get(role, role) if len(mark.positions) > few else role


def paint_centre(painter: QPainter, theme: Theme, code: int | None, size: float) -> None:
    """A large marker of its class with a double rim, paper outside of ink; an open one is paper, lined in colour."""
    shape = "circle" if code is None else theme.class_shape(code)
    colour = QColor(theme.quiet) if code is None else theme.class_colour(code)
    is_open = shape.startswith("open")
    painter.setBrush(QColor(theme.paper) if is_open else colour)
    for rim, width in ((QColor(theme.paper), 5.5), (QColor(theme.ink), 2.5)):
        painter.setPen(_round_pen(rim, width))
        painter.drawPath(scaled(shape, size))
    if is_open:
        painter.setPen(_round_pen(colour, 2.5))
        painter.drawPath(scaled(shape, 0.72 * size))


def _round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


class Atlas:
    """The markers in use side by side in one picture; all but the lit class fade.

    places  (K, 4) the square of each in it: its left, top, width and height, no larger than what is drawn
    """

    def __init__(self, markers: tuple[Marker, ...], theme: Theme, ratio: float, lit: int | None = None) -> None:
        sides = [_side(marker, ratio) for marker in markers]
        lefts = np.concatenate([[0], np.cumsum(sides)])
        self.pixmap = QPixmap(max(int(lefts[-1]), 1), max(sides, default=1))
        self.pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self.pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for marker, left, side in zip(markers, lefts, sides, strict=False):
            painter.setTransform(QTransform.fromTranslate(left + side / 2, side / 2).scale(ratio, ratio))
            painter.setOpacity(1.0 if marker.is_lit(lit) else FADED)
            marker.paint(painter, theme)
        painter.end()
        squares = zip(lefts, sides, strict=False)
        self.places = drawn_in(self.pixmap, [(int(left), side) for left, side in squares])


def drawn_in(pixmap: QPixmap, squares: list[tuple[int, int]]) -> np.ndarray:
    """(K, 4) the squares with the same middles that hold what is drawn in these, (left, side) each, and a pixel more.

    To stamp a square takes as long as it is large, and what is drawn takes a third of it.
    """
    opaque = alpha(pixmap.toImage())
    places = np.zeros((len(squares), 4))
    for place, (left, side) in zip(places, squares, strict=True):
        middle = side // 2
        there = np.argwhere(opaque[:side, left : left + side])
        half = min(int(np.abs(there - middle).max(initial=0)) + 1, middle)
        place[:] = left + middle - half, middle - half, 2 * half + 1, 2 * half + 1
    return places


def _side(marker: Marker, ratio: float) -> int:
    """How wide the picture of a marker is: an odd number of pixels, so that there is a middle one."""
    return math.ceil((1.36 * marker.size + 8) * ratio) // 2 * 2 + 1


def readable_on(colour: QColor) -> QColor:
    """White or nearly black, whichever is easier to read on a colour."""
    light = (channels(colour) / 255) ** 2.2 @ (0.2126, 0.7152, 0.0722)
    return QColor("#FFFFFF") if light < 0.22 else QColor("#101216")


def counted_colours(theme: Theme, colours: Sequence[QColor]) -> np.ndarray:
    """(K, 3) the colours of points without an edge, nearer to ink until each stands out from its own area."""
    return np.array([channels(_standing_out(theme, colour.name())) for colour in colours]).reshape(-1, 3)


@lru_cache(maxsize=4 * LOOKS)
def _standing_out(theme: Theme, colour: str) -> QColor:
    """Kept, because each is tried out in twenty shades, and the same few are asked for at every count."""
    ground = theme.mixed(theme.paper, colour, REGION)
    shades = (theme.mixed(colour, theme.ink, share) for share in np.linspace(0.0, 1.0, 21).tolist())
    return next((shade for shade in shades if contrast(shade, ground) >= CLEAR), QColor(theme.ink))


def looks(codes: np.ndarray) -> np.ndarray:
    """(m,) the number of the look of each class, 1 for a row without one; 0 is left for points without groups.

    Behind the looks of the classes come the shades of numbers.
    """
    few = codes if codes.max(initial=0) < LOOKS else np.where(codes < LOOKS, codes, codes % LOOKS)
    if codes.min(initial=0) <= FIRST_SHADE:
        few = np.where(codes <= FIRST_SHADE, LOOKS + FIRST_SHADE - codes, few)
    return np.asarray(few - NO_CLASS)


def sorted_out(n: int, kinds: Callable[[slice], np.ndarray]) -> tuple[np.ndarray, list[int]]:
    """(n,) which of the kinds that occur each point is of, and these, ascending; `kinds` tells those of a part.

    Part by part: new memory for a million numbers costs more than to find them.
    """
    which, there = np.empty(n, dtype=np.int32), np.zeros(1, dtype=bool)
    parts = [slice(first, first + PIECE) for first in range(0, n, PIECE)]
    for part in parts:
        which[part] = own = kinds(part)
        found = np.bincount(own, minlength=len(there)) > 0
        found[: len(there)] |= there
        there = found
    places = np.cumsum(there, dtype=np.int32) - 1
    for part in parts:
        which[part] = places[which[part]]
    return which, np.flatnonzero(there).tolist()


def marker_of(kind: int, role: str, size: float | None, hollow: bool) -> Marker:
    """The marker whose look, blend and, if all are not of one size, half pixels make up this number."""
    rest, look = divmod(kind, 2 * LOOKS)
    halves, blend = divmod(rest, BLENDS)
    return Marker(role, code_of(look), halves / 2 if size is None else size, hollow, blend)


def code_of(look: int) -> int | None:
    """The class, or the shade, that has a look; None for points without groups."""
    code = look + NO_CLASS
    return None if look == NO_GROUP else code if code < LOOKS else LOOKS + FIRST_SHADE - code
