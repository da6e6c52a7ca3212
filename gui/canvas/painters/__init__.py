"""One painter for each kind of mark. This table is the only place where the kind of a mark decides anything."""

from __future__ import annotations

from typing import Any

from engine.core import marks
from engine.core.mesh import Mesh
from gui.canvas.painters.bars import BarsPainter
from gui.canvas.painters.compared import ComparedPainter
from gui.canvas.painters.contours import ContoursPainter
from gui.canvas.painters.curve import CurvePainter
from gui.canvas.painters.ellipse import EllipsePainter
from gui.canvas.painters.gallery import GalleryPainter
from gui.canvas.painters.graph_painter import GraphPainter
from gui.canvas.painters.line import LinePainter
from gui.canvas.painters.matrix import MatrixPainter
from gui.canvas.painters.mesh import MeshPainter
from gui.canvas.painters.painter import Painter
from gui.canvas.painters.region import RegionPainter
from gui.canvas.painters.response import ResponsePainter
from gui.canvas.painters.responses import ResponsesPainter
from gui.canvas.painters.rims import MarkedPointsPainter
from gui.canvas.painters.segments import SegmentsPainter
from gui.canvas.painters.text import TextPainter
from gui.canvas.regions.compared import Compared
from gui.canvas.regions.responses import Responses

PAINTERS: dict[type, type[Painter[Any]]] = {
    marks.Points: MarkedPointsPainter,
    marks.Line: LinePainter,
    marks.Segments: SegmentsPainter,
    marks.Curve: CurvePainter,
    marks.Ellipse: EllipsePainter,
    marks.Region: RegionPainter,
    marks.Response: ResponsePainter,
    marks.Contours: ContoursPainter,
    Mesh: MeshPainter,
    marks.Graph: GraphPainter,
    marks.Bars: BarsPainter,
    marks.Matrix: MatrixPainter,
    marks.Text: TextPainter,
    marks.Gallery: GalleryPainter,
}

Drawn = marks.Mark | Compared | Responses
"""Whatever a surface can be asked to show."""

EVERY_PAINTER: dict[type, type[Painter[Any]]] = {**PAINTERS, Compared: ComparedPainter, Responses: ResponsesPainter}
"""With what the window draws of its own: several models over each other, and all curves where the target goes up."""
