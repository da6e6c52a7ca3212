"""What is wanted of a view's worker, a picture of what a model says on a part of the plane, and what it makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QImage

from engine.data.plane import Plane
from engine.models.flat import LinearScores
from gui.look.shading import Scale
from gui.look.theme import Theme
from gui.regions.asked import Predicts
from gui.regions.levels import Rectangle
from gui.regions.regions import Grid, Raster
from gui.regions.tinted import picture


@dataclass(frozen=True, eq=False)
class Request:
    """A requested picture: of this model, on this part of the plane (x0, x1, y0, y1), of so many pixels.

    edges   whether a line is drawn between areas, or their asker draws it
    scores  those by which the model answers, if its borders are straight here
    heights  of its one score, at which a line is drawn
    scale   of the numbers of the data, for a model that answers with numbers
    """

    model: Predicts
    plane: Plane | None
    rect: Rectangle
    width: int
    height: int
    show: str
    theme: Theme
    levels: tuple[float, ...] = ()
    edges: bool = True
    grain: float = 1.0
    """Pixels to a logical one in a figure, whose lines are as wide as on the screen."""
    scores: LinearScores | None = None
    heights: tuple[float, ...] = ()
    scale: Scale | None = None

    def same_as(self, other: Request | None) -> bool:
        """Whether the two ask for the same picture."""
        if other is None or self._frame() != other._frame() or self.plane != other.plane:
            return False
        return self.model is other.model or bool(type(self.model) is type(other.model) and self.model == other.model)

    def stands_for(self, other: Request | None) -> bool:
        """Whether its picture may be shown until that of the other is there: of the same place, by the same method."""
        if other is None or type(self.model) is not type(other.model):
            return False
        return self._frame() == other._frame() and self.plane == other.plane

    def drawn(self, raster: Raster, stage: str, pause: Callable[[], object] = lambda: None) -> Picture:
        """The picture of the answers of the model.   pause  called again and again meanwhile"""
        image = picture(raster, self.theme, self.levels, self.edges, self.grain, self.heights, pause)
        return Picture(self, image, covered(self, raster), stage)

    def looks(self, stale: Callable[[], bool]) -> Iterator[Raster]:
        """Coarse, then finer and finer where it matters; the last one is to the pixel."""
        return self.grid(stale).finer(self.show)

    def whole(self, stale: Callable[[], bool]) -> Raster:
        """Every pixel is asked."""
        return self.grid(stale).exact(self.show)

    def grid(self, stale: Callable[[], bool] = lambda: False) -> Grid:
        """The pixels of the picture, at which the model is asked."""
        wanted = (self.model, self.plane, self.rect, self.width, self.height)
        return Grid(*wanted, stale=stale, scores=self.scores, high=bool(self.heights), scale=self.scale)

    def _frame(self) -> tuple[object, ...]:
        seen = self.rect, self.width, self.height, self.show, self.theme
        return *seen, self.levels, self.edges, self.grain, self.heights, self.scale


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture and the part of the plane it covers; `stage` is "coarse", "fine" or "exact"."""

    request: Request
    image: QImage
    rect: Rectangle
    stage: str

    @property
    def fineness(self) -> int:
        """The more pixels, the finer."""
        return self.image.width()


def covered(request: Request, raster: Raster) -> Rectangle:
    """The part of the plane that the cells of a raster cover: a little more than was asked for when they are large."""
    x0, x1, y0, y1 = request.rect
    rows, columns = raster.labels.shape
    wide = columns * raster.cell / request.width * (x1 - x0)
    high = rows * raster.cell / request.height * (y1 - y0)
    return x0, x0 + wide, y1 - high, y1
