"""Several models on one plane: the mark for it, and the picture of where they agree, where not, and of their lines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QColor, QImage

from engine.base.snapshot import same
from engine.base.words import counted
from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from gui.look.shading import Scale
from gui.look.theme import FIRST_SHADE, Theme
from gui.regions.asked import Predicts
from gui.regions.flat import divider, sides
from gui.regions.outlines import outlines, sharpened
from gui.regions.regions import Raster, lifted
from gui.regions.request import Picture, Request, covered
from gui.regions.tinted import hatch
from gui.session.comparing import compared, names
from gui.session.lane import Lane

AGREED, DIFFERING = 0.1, 0.16
"""The share of the class colour where all agree, and of the accent where they do not."""
TRACED = 500
"""A raster with more columns or rows is traced at every second one; bisection finds the lines all the same."""
STOPS = np.linspace(0.0, 1.0, 64)[:, None]
"""A straight line has so many places at which its name may stand."""
FEW = 300
"""Among more points than this no name finds a place beside all of them."""
BASE = 1 << 10
"""Answers of a model are fewer than this, and whole numbers from −1 on."""
PASSES = "Each line of a regressor is where its prediction passes from one shade to the next."


@dataclass(frozen=True)
class Shaded:
    """A model that answers with numbers, asked for their shades: its lines are where these meet."""

    model: Predicts
    scale: Scale

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(m,) which step of the scale, 0 to SHADES − 1, or −1 for no number."""
        codes = self.scale.codes(np.asarray(self.model.predict(X), dtype=float)).astype(np.int64)
        return np.where(codes <= FIRST_SHADE, FIRST_SHADE - codes, -1)


class Jointly:
    """Models that are asked together: to `predict`, each combination of their answers is a class of its own."""

    def __init__(self, models: tuple[Predicts, ...]) -> None:
        self.models = models
        self._codes: dict[int, int] = {}
        self._lock = threading.Lock()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Jointly) or len(self.models) != len(other.models):
            return False
        return all(one is two or same(one, two) for one, two in zip(self.models, other.models, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(m,) the codes of the combinations, in the order in which they were first met."""
        keys = sum((np.asarray(m.predict(X)).astype(np.int64) + 1) * BASE**j for j, m in enumerate(self.models))
        found, place = np.unique(keys, return_inverse=True)
        with self._lock:
            codes = [self._codes.setdefault(key, len(self._codes)) for key in found.tolist()]
        return np.array(codes, dtype=np.int64)[place.ravel()]

    def answers(self) -> np.ndarray:
        """(codes, models) what each model says in each combination."""
        with self._lock:
            keys = np.array(list(self._codes), dtype=np.int64)
        return keys[:, None] // BASE ** np.arange(len(self.models)) % BASE - 1


@dataclass(frozen=True, eq=False)
class Compared:
    """Draws the lines of several models over each other, and the areas in which their answers differ.

    names   of the runs, one for each model;   places  their positions in the session: each has its own kind of line
    words   why the answers cannot be compared; "" if they can
    rows    on how many rows they differ, in words
    points  (m, d) the points that the names of the lines should not hide; none where there are many
    """

    model: Jointly
    names: tuple[str, ...]
    places: tuple[int, ...]
    words: str = ""
    rows: str = ""
    points: np.ndarray | None = None
    surface: Surface = PLANE


@dataclass(frozen=True, eq=False)
class ComparedPicture(Picture):
    """lines  the polylines (m, 2) of each model, on the plane;   share  of the visible area in which they differ"""

    lines: tuple[list[np.ndarray], ...] = ()
    share: float = 0.0


@dataclass(frozen=True, eq=False)
class ComparedRequest(Request):
    """A request for such a picture;   judged  whether the answers can be compared, or only the lines shown."""

    model: Jointly
    judged: bool = True

    def _frame(self) -> tuple[object, ...]:
        return *super()._frame(), self.judged

    def drawn(self, raster: Raster, stage: str, pause: Callable[[], object] = lambda: None) -> ComparedPicture:
        answers = self.model.answers()
        differ = (answers != answers[:, :1]).any(axis=1) & self.judged
        image = painted(
            raster, answers[:, 0] if self.judged else np.full(len(answers), -1), differ, self.theme, self.grain
        )
        lines = []
        for j, model in enumerate(self.model.models):
            pause()
            lines.append(self._lines(model, answers[:, j][raster.labels], raster))
        place = covered(self, raster)
        return ComparedPicture(self, image, place, stage, tuple(lines), float(differ[raster.labels].mean()))

    def _lines(self, model: Predicts, labels: np.ndarray, raster: Raster) -> list[np.ndarray]:
        """The lines of one model through its part of a raster; straight ones are where they are."""
        divide = divider(model, self.plane)
        if divide is not None:
            return [start + STOPS * (end - start) for start, end in sides(divide(covered(self, raster)))]
        every = 2 if max(labels.shape) > TRACED else 1
        x0, x1, y0, y1 = covered(self, raster)
        size = np.array([(x1 - x0) / labels.shape[1], (y0 - y1) / labels.shape[0]])

        def place(vertices: np.ndarray) -> np.ndarray:
            return np.asarray((x0, y1) + (vertices * every + 0.5) * size)

        def ask(uv: np.ndarray) -> np.ndarray:
            return np.asarray(model.predict(lifted(self.plane, uv.copy())))

        return sharpened(outlines(labels[::every, ::every]), place, ask)


def overlaid(lanes: Sequence[Lane], data: Dataset) -> list[Compared]:
    """What the models of all lanes say, as one mark; none while no model has anything to say."""
    comparison = compared(lanes, data)
    if not comparison.lanes:
        return []
    called, rows = names(lanes), comparison.rows
    model = Jointly(tuple(_asked(lanes[place], data) for place in comparison.lanes))
    told = "" if rows is None else f"{len(rows):,} of the {counted(data.n, 'row')}"
    called, few = tuple(called[i] for i in comparison.lanes), data.X if data.n <= FEW else None
    passes = PASSES if any(isinstance(one, Shaded) for one in model.models) else ""
    words = " ".join(filter(None, (comparison.words, passes)))
    return [Compared(model, called, comparison.lanes, words, told, few)]


def _asked(lane: Lane, data: Dataset) -> Predicts:
    """The model of a run, which answers with codes: one that predicts numbers with their shades in this table."""
    assert lane.frame is not None
    model: Predicts = lane.frame.step.model
    scale = Scale.over(np.asarray(data.y, dtype=float)) if lane.task == "regression" and data.target == "real" else None
    return model if scale is None else Shaded(model, scale)


def painted(raster: Raster, agreed: np.ndarray, differ: np.ndarray, theme: Theme, grain: float = 1.0) -> QImage:
    """Light tints of the classes (codes,) that all answer with, and the accent, striped, where they differ."""
    colours = [
        theme.mixed(theme.paper, theme.accent, DIFFERING) if apart
        else theme.region_colour(code, AGREED) if code >= 0 else QColor(theme.paper)
        for code, apart in zip(agreed.tolist(), differ.tolist(), strict=True)
    ]  # fmt: skip
    pixels = np.array([colour.rgb() for colour in colours], dtype=np.uint32).take(raster.labels)
    if raster.cell == 1:
        hatch(pixels, np.where(differ, -1, 0)[raster.labels], QColor(theme.accent), grain)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()
