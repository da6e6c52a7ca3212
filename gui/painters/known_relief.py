"""A relief that has been computed, as paths to be painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from gui.regions.levels import Relief

_numbers = count()


@dataclass(frozen=True, eq=False)
class Known:
    """A relief and the paths of its lines and areas.   fine  whether it is the last;   number  no other has it"""

    relief: Relief
    lines: tuple[QPainterPath, ...]
    areas: tuple[QPainterPath, ...]
    fine: bool
    number: int

    @classmethod
    def of(cls, made: Relief, fine: bool) -> Known:
        return cls(made, tuple(map(path_of, made.lines)), tuple(map(path_of, made.areas)), fine, next(_numbers))


def path_of(pieces: Sequence[np.ndarray]) -> QPainterPath:
    """Several polylines as one path, in which rings inside rings are holes."""
    path = QPainterPath()
    for piece in pieces:
        path.addPath(pg.arrayToQPath(piece[:, 0], piece[:, 1]))
    path.setFillRule(Qt.FillRule.OddEvenFill)
    return path
