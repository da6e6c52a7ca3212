"""One painter for each kind of mark. This table is the only place where the kind of a mark decides anything."""

from __future__ import annotations

from typing import Any

from engine.core import marks
from engine.core.mesh import Mesh
from gui.painters.bars import BarsPainter
from gui.painters.compared import ComparedPainter
from gui.painters.contours import ContoursPainter
from gui.painters.curve import CurvePainter
from gui.painters.ellipse import EllipsePainter
from gui.painters.gallery import GalleryPainter
from gui.painters.graph_painter import GraphPainter
from gui.painters.line import LinePainter
from gui.painters.matrix import MatrixPainter
from gui.painters.mesh import MeshPainter
from gui.painters.painter import Painter
from gui.painters.passage import PassagePainter
from gui.painters.region import RegionPainter
from gui.painters.response import ResponsePainter
from gui.painters.responses import ResponsesPainter
from gui.painters.rims import MarkedPointsPainter
from gui.painters.segments import SegmentsPainter
from gui.painters.text import TextPainter
from gui.regions.compared import Compared
from gui.regions.responses import Responses

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
    marks.Passage: PassagePainter,
    marks.Gallery: GalleryPainter,
}

Drawn = marks.Mark | Compared | Responses
"""Whatever a surface can be asked to show."""

EVERY_PAINTER: dict[type, type[Painter[Any]]] = {**PAINTERS, Compared: ComparedPainter, Responses: ResponsesPainter}
"""With what the window draws of its own: several models over each other, and all curves where the target goes up."""
