"""What stands on a surface beside its relief: words, curves, ellipses, straight pieces and a few points."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF

from engine.core.marks import Curve, Ellipse, Segments
from gui.painters.curve import COARSE, CurvePainter, crosses, labels_of, thinned
from gui.painters.curve_labels import segments_of
from gui.painters.ellipse import EllipsePainter
from gui.painters.painter import Screen, View
from gui.painters.piece_labels import few_points, point_words
from gui.painters.point_labels import FEW
from gui.painters.points import PointsPainter
from gui.painters.seen import seen
from gui.painters.segments import SegmentsPainter


class Obstacles(NamedTuple):
    """What is seen of the curves, the ellipses, the straight pieces and the points of a surface."""

    curves: list[CurvePainter]
    ellipses: list[EllipsePainter]
    pieces: list[SegmentsPainter]
    points: list[PointsPainter]

    @classmethod
    def on(cls, view: View) -> Obstacles:
        """A grey mass of pieces is left out too."""
        return cls(
            seen(view, Curve, CurvePainter),
            seen(view, Ellipse, EllipsePainter),
            [one for one in seen(view, Segments, SegmentsPainter) if len(one.starts) <= FEW],
            few_points(view),
        )

    def places(self) -> list[np.ndarray]:
        """Where all of it is: other arrays where anything has moved."""
        pieces = [end for one in self.pieces for end in (one.starts, one.ends)]
        bent = [*(one.uv for one in self.curves), *(one.uv for one in self.ellipses)]
        return [*bent, *pieces, *(one.uv for one in self.points)]

    def said(self) -> Hashable:
        """The words of all of it."""
        of_pieces, of_points = [one.labels for one in self.pieces], [one.labels for one in self.points]
        of_bent = *(one.mark.label for one in self.curves), *(one.mark.label for one in self.ellipses)
        return (*of_bent, *of_pieces, *of_points)

    def lines(self, screen: Screen, scale: float) -> tuple[np.ndarray, np.ndarray]:
        """Where the segments (m, 2) of it start and end, in pixels; a point is a cross."""
        lines = [screen(thinned(one.thinned, COARSE)) for one in self.curves]
        lines += [screen(one.closed) for one in self.ellipses]
        lines += [
            np.array(ends) for one in self.pieces for ends in zip(*map(screen, (one.starts, one.ends)), strict=True)
        ]
        return segments_of([*lines, *crosses([screen(one.uv) for one in self.points], scale)])

    def words(self, view: View, screen: Screen) -> list[QRectF]:
        """The boxes of the words of it."""
        of_points = [box for one in self.points for box in point_words(view, one, screen)]
        of_pieces = [box for one in self.pieces for box in one.words(screen)]
        of_ellipses = [box for one in self.ellipses if one.mark.label and not (box := one.words(screen)).isNull()]
        return [*labels_of(view, screen).values(), *of_ellipses, *of_points, *of_pieces]
