"""One painter for each kind of mark. This table is the only place where the kind of a mark decides anything."""

from __future__ import annotations

from engine.core.marks import Bars, Contours, Curve, Ellipse, Graph, Line, Matrix, Points, Region, Segments, Text
from gui.canvas.painters.bars import BarsPainter
from gui.canvas.painters.contours import ContoursPainter
from gui.canvas.painters.contours import ContoursPainter
from gui.canvas.painters.curve import CurvePainter
from gui.canvas.painters.ellipse import EllipsePainter
from gui.canvas.painters.graph import GraphPainter
from gui.canvas.painters.line import LinePainter
from gui.canvas.painters.matrix import MatrixPainter
from gui.canvas.painters.matrix import MatrixPainter
from gui.canvas.painters.painter import Painter
from gui.canvas.painters.points import PointsPainter
from gui.canvas.painters.region import RegionPainter
from gui.canvas.painters.segments import SegmentsPainter
from gui.canvas.painters.text import TextPainter

PAINTERS: dict[type, type[Painter]] = {
    Points: PointsPainter,
    Line: LinePainter,
    Segments: SegmentsPainter,
    Curve: CurvePainter,
    Ellipse: EllipsePainter,
    Region: RegionPainter,
    Contours: ContoursPainter,
    Contours: ContoursPainter,
    Graph: GraphPainter,
    Bars: BarsPainter,
    Matrix: MatrixPainter,
    Bars: BarsPainter,
    Matrix: MatrixPainter,
    Text: TextPainter,
}
