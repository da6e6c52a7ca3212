"""What a model says everywhere on the visible part of the plane, as arrays.

coarse   a cell every 16 pixels
fine     cells are halved where they disagree with a neighbour, down to the pixel: a k-nearest-neighbour boundary
         costs a small part of the evaluations, and every area that was met has its exact outline
exact    every pixel is asked, when there is nothing else to do: small islands between the cells are found
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.base.snapshot import sealed
from engine.data.plane import Plane
from engine.models.flat import LinearScores
from engine.models.glance import glanced
from engine.models.lattice import Lattice, sureness
from gui.look.shading import Scale
from gui.regions.asked import Crosses, Predicts, Scores, Weighs, outputs
from gui.regions.levels import Rectangle
from gui.regions.raster_cells import doubled, doubtful, kept_apart, places, samples, stretched

CELL = 16
"""Pixels between the first samples."""
DEPTH_CELL = 8
"""Probabilities are smooth: they are asked every so many pixels and interpolated until every pixel is asked."""
HEIGHT_CELL = 2
"""For its last picture a score is asked every so many pixels: around a single point its lines are small rings."""
CHUNK = 400_000
"""Numbers in one call of a model: few enough to be cancelled soon after."""
STRETCH = 32_768
"""So many pixels are compared at a time: they stay in the cache."""
FEW = 1_000
"""So many points are asked at one go, whatever the model computes for each."""
STRIP = 4_096
"""So many pixels are asked at a time when every one is: an event waits no longer than that."""


Asks = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""What is asked at pixels, by their rows (m,) and columns (m,)."""
Spots = tuple[np.ndarray, np.ndarray]
"""Some rows of pixels, and some columns."""


class Cancelled(Exception):
    """It is no longer needed."""


@dataclass(frozen=True)
class Raster:
    """The answers of a model on a grid, the first row at the top.

    labels  (h, w) class codes, or those of the shades of numbers
    depth   (h, w) 0 where all classes are as likely as each other, 1 where there is no doubt; None if unknown
    cell    how many pixels of the screen a cell is wide and high;   classes  how many have a probability
    height  (h, w) the one score of the model, to the pixel; None where it is not needed
    """

    labels: np.ndarray
    depth: np.ndarray | None = None
    cell: int = 1
    classes: int = 2
    height: np.ndarray | None = None


class Grid:
    """The pixels of a part of the plane, and the model that is asked about them.

    scale   of the numbers of the data: by its steps the answers are told that are numbers
    scores  those by which it answers, as functions of the view's coordinates; None where its borders are curved
    high    whether its one score is wanted too, for lines at some heights of it
    """

    def __init__(
        self,
        model: Predicts,
        plane: Plane | None,
        rect: Rectangle,
        width: int,
        height: int,
        stale: Callable[[], bool] = lambda: False,
        scores: LinearScores | None = None,
        high: bool = False,
        scale: Scale | None = None,
    ) -> None:
        self.scale = scale
        self.high = high and isinstance(model, Scores)
        self.model: Predicts = glanced(model)
        self.plane, self.width, self.height, self.stale = plane, width, height, stale
        self.scores = scores
        x0, x1, y0, y1 = rect
        self.x = x0 + (np.arange(width) + 0.5) * ((x1 - x0) / width)
        self.y = y1 - (np.arange(height) + 0.5) * ((y1 - y0) / height)
        self.asked, self.classes = 0, 2
        self._table = (np.zeros(0), np.zeros(0))  # rows of pixels, and the points that are asked about there twice

    # -- asking --------------------------------------------------------------------------------------------------------

    def labels(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(m,) class codes at pixels, or the codes of the shades of numbers."""
        answers = np.asarray(self._ask(self.model.predict, rows, columns))
        return (answers if self.scale is None or answers.dtype.kind != "f" else self.scale.codes(answers)).astype(
            np.int16
        )

    def depths(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(m,) how sure the model is at pixels, 0 to 1."""
        return self._ask(self._certainty, rows, columns).astype(np.float32)

    def _certainty(self, X: np.ndarray) -> np.ndarray:
        assert isinstance(self.model, Weighs)
        self.classes = (probabilities := self.model.predict_proba(X)).shape[1]
        return sureness(np.nan_to_num(probabilities).max(axis=1), self.classes)

    def _ask(self, question: Callable[[np.ndarray], np.ndarray], rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        size, answers = self._most(len(rows)), []
        for first in range(0, max(len(rows), 1), size):
            if self.stale():
                raise Cancelled
            part = slice(first, first + size)
            asked, table = self._table
            answers.append(question(table if asked is rows else self._lifted(rows[part], columns[part])))
        self.asked += len(rows)
        return np.concatenate(answers)

    def _most(self, count: int) -> int:
        """At so many places the model is asked in one call, of so many in all."""
        features = 2 if self.plane is None else len(self.plane.origin)
        return max(CHUNK // max(features, self.outputs if count > FEW else 1), 1)

    def _lifted(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(m, d) the points at pixels."""
        return lifted(self.plane, np.column_stack([self.x[columns], self.y[rows]]))

    @cached_property
    def outputs(self) -> int:
        """How many numbers the model computes for a point: fifty classes against each other take 1,225."""
        return outputs(self.model, lifted(self.plane, np.array([[self.x[0], self.y[0]]])))

    def has_depth(self, show: str) -> bool:
        """Whether it is shown how sure the model is."""
        return show != "labels" and isinstance(self.model, Weighs)

    # -- the picture ---------------------------------------------------------------------------------------------------

    def exact(self, show: str = "auto") -> Raster:
        """Every pixel is asked."""
        if (found := self._at_once((np.arange(self.height), np.arange(self.width)), show)) is not None:
            return found
        shape = (self.height, self.width)
        rows, columns = (index.ravel() for index in np.indices(shape))
        labels = np.empty(len(rows), dtype=np.int16)
        depth = np.empty(len(rows), dtype=np.float32) if self.has_depth(show) else None
        for first in range(0, len(rows), STRIP):
            part = slice(first, first + STRIP)
            if depth is None:
                labels[part] = self.labels(rows[part], columns[part])
            else:
                labels[part], depth[part] = self.together(rows[part], columns[part], self.labels, self.depths)
        deep = None if depth is None else depth.reshape(shape)
        return Raster(labels.reshape(shape), deep, classes=self.classes, height=self.heights())

    def finer(self, show: str = "auto") -> Iterator[Raster]:
        """Coarse, then finer and finer where it matters; the last one is to the pixel."""
        deep = self.has_depth(show)
        if self.scores is not None:
            depth = self._interpolated(self.depths) if deep else None
            yield Raster(self._by_scores(self.scores), depth, classes=self.classes)
            return
        cell = CELL
        middles = self._middles(cell)
        if (found := self._at_once(middles, show)) is not None:
            yield replace(found, cell=cell)
            yield self.exact(show)
            return
        labels, *rest = self._everywhere(middles, self.labels, *[self.depths] * deep)
        first = rest[0] if deep else None
        yield Raster(labels, first, cell)  # before anything else: a view is waiting for it
        depth = None if first is None else self._interpolated(self.depths, known=(middles, first))
        while cell > 1:
            if cell < CELL:
                yield Raster(labels, None if depth is None else self._sampled(depth, cell), cell)
            open_cells = doubtful(labels)
            cell //= 2
            rows, columns = self._middles(cell)
            size = (len(rows), len(columns))
            labels = doubled(labels, size)
            at = places(doubled(open_cells, size))
            labels[at] = self.labels(rows[at[0]], columns[at[1]])
        self._follow(labels, doubled(open_cells, labels.shape))
        depth = None if depth is None else kept_apart(depth, labels, DEPTH_CELL)
        yield Raster(labels, depth, classes=self.classes, height=self.heights(DEPTH_CELL))

    def _at_once(self, spots: Spots, show: str) -> Raster | None:
        """The answers at every crossing of these rows and columns, where the model knows them without being asked."""
        features = (1, 0) if self.plane is None else self.plane.crossed
        if features is None or self.high or not isinstance(self.model, Crosses):
            return None
        rows, columns = spots[0][::-1], spots[1]
        ends = [np.column_stack([self.x[columns], np.full(len(columns), self.y[0])]),
                np.column_stack([np.full(len(rows), self.x[0]), self.y[rows]])]  # fmt: skip
        across, up = (lifted(self.plane, uv) for uv in ends)
        places = Lattice(features, up[:, features[0]], across[:, features[1]], up[0])
        if (found := self.model.on_lattice(places)) is None:
            return None
        depth = found.sure[::-1] if self.has_depth(show) else None
        return Raster(found.labels[::-1], depth, classes=found.classes)

    def _by_scores(self, scores: LinearScores) -> np.ndarray:
        """(h, w) the class of the greatest score at every pixel, without asking the model; some rows at a time."""
        with np.errstate(over="ignore"):
            across, up = scores.weights[:, :1] * self.x, scores.weights[:, 1:] * self.y + scores.biases[:, None]
        labels = np.full((self.height, self.width), scores.classes[0], dtype=np.int16)
        size = max(STRETCH // self.width, 1)
        for first in range(0, self.height, size):
            part = slice(first, first + size)
            best, called = up[0, part, None] + across[0], labels[part]
            for k in range(1, len(across)):
                score = up[k, part, None] + across[k]
                called[score > best] = scores.classes[k]
                np.maximum(best, score, out=best)
        return labels

    def _follow(self, labels: np.ndarray, known: np.ndarray) -> None:
        """Ask at every pixel that differs from a neighbour until no such pixel is unknown: outlines become exact."""
        at = places(doubtful(labels) & ~known)
        while len(at[0]):
            known[at] = True
            labels[at] = self.labels(*at)
            at = places(doubtful(labels) & ~known)

    def _middles(self, cell: int) -> Spots:
        """The rows and columns of the pixels in the middle of each cell."""
        return tuple(np.minimum(np.arange(0, size, cell) + cell // 2, size - 1) for size in (self.height, self.width))  # type: ignore[return-value]

    def heights(self, cell: int = HEIGHT_CELL) -> np.ndarray | None:
        """(h, w) the one score of the model, from that at every so many pixels; None if it is not needed."""
        return self._interpolated(self._scored, cell) if self.high else None

    def _scored(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        assert isinstance(self.model, Scores)
        return self._ask(self.model.decision_function, rows, columns)

    def _everywhere(self, spots: Spots, *asked: Asks) -> list[np.ndarray]:
        """(r, c) what is asked at every crossing of these rows and columns of pixels."""
        rows, columns = (index.ravel() for index in np.meshgrid(*spots, indexing="ij"))
        return [found.reshape(len(spots[0]), len(spots[1])) for found in self.together(rows, columns, *asked)]

    def together(self, rows: np.ndarray, columns: np.ndarray, *asked: Asks) -> list[np.ndarray]:
        """(m,) what is asked at pixels, all of it with one table: what a model finds out about its points for one
        answer it may keep for the next.
        """
        if len(asked) > 1 and len(rows) <= self._most(len(rows)):
            self._table = rows, sealed(self._lifted(rows, columns))
        return [ask(rows, columns) for ask in asked]

    def _interpolated(
        self, asked: Asks, cell: int = DEPTH_CELL, known: tuple[Spots, np.ndarray] | None = None
    ) -> np.ndarray:
        """(h, w) what is asked at every pixel, from what it is at every so many.

        known  some of those rows and columns, and what it is at their crossings: there it is not asked again
        """
        spots = [samples(size, cell) for size in (self.height, self.width)]
        if known is None:
            [coarse] = self._everywhere((spots[0], spots[1]), asked)
        else:
            coarse, open_spots = (np.ones((len(spots[0]), len(spots[1])), dtype=kind) for kind in (np.float32, bool))
            at = np.ix_(*(np.searchsorted(all_, some) for all_, some in zip(spots, known[0], strict=True)))
            coarse[at], open_spots[at] = known[1], False
            rows, columns = np.nonzero(open_spots)
            coarse[rows, columns] = asked(spots[0][rows], spots[1][columns])
        for axis, (spot, size) in enumerate(zip(spots, (self.height, self.width), strict=True)):
            coarse = stretched(coarse, spot, size, axis)
        return coarse

    def _sampled(self, depth: np.ndarray, cell: int) -> np.ndarray:
        rows, columns = self._middles(cell)
        return np.asarray(depth[np.ix_(rows, columns)])


def lifted(plane: Plane | None, uv: np.ndarray) -> np.ndarray:
    """The points of the feature space at positions of the view; on an axis with levels, those of the nearest level."""
    if plane is None:
        return uv
    for axis, names in enumerate(plane.ticks):
        if names:
            uv[:, axis] = np.clip(np.round(uv[:, axis]), 0, len(names) - 1)
    return plane.lift(uv)
