"""A session that can be set by hand, and marks drawn up by hand, for tests of single surfaces."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, Signal

from engine.core.marks import Bars, Contours, Curve, Graph, Link, Matrix, Node, Points
from engine.core.surfaces import Surface
from engine.data.bundled import load
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session.points import Points as Hand
from gui.session.selection import Selection
from gui.session.table import Table
from gui.session.view import CurrentView

TREE = Surface("structure", "Tree")
ERROR = Surface("chart", "Error surface", "weight 1", "weight 2")
SCREE = Surface("chart", "Scree", "component", "share of the variance")
GAINS = Surface("table", "Gains")

NODES = (
    Node("Outlook", "H = 0.940 bits", counts=(5, 9), role="path"),
    Node("Humidity", "H = 0.971 bits", 0, "Sunny", (3, 2), role="path"),
    Node("Yes", "", 0, "Overcast", (0, 4), 1),
    Node("Wind", "H = 0.971 bits", 0, "Rain", (2, 3)),
    Node("No", "", 1, "High", (3, 0), 0, "focus"),
    Node("Yes", "", 1, "Normal", (0, 2), 1),
    Node("Yes", "", 3, "Weak", (0, 3), 1),
    Node("No", "", 3, "Strong", (2, 0), 0),
)
PLAY_TENNIS = Graph(NODES, surface=TREE)


class HandSession(QObject):
    """What a surface reads of a session, and what it asks of it, written down."""

    run_changed = Signal(int)
    frame_changed = Signal(int)
    progressed = Signal(int)
    lanes_changed = Signal()
    playing_changed = Signal(bool)
    said = Signal(str)
    refused = Signal(str, str)
    crashed = Signal(str)

    def __init__(self, name: str = "iris") -> None:
        super().__init__()
        self.table = Table(self)
        self.table.data = load(name)
        self.view = CurrentView(self.table, self)
        self.points = Hand(self.table, self.view)
        self.lanes: list[Any] = []
        self.active = 0
        self.selection = Selection(self.table, self)
        self.started: list[Any] = []
        self.gone: list[int] = []

    @property
    def lane(self) -> Any:
        return self.lanes[self.active]

    def go_to(self, index: int) -> None:
        self.gone.append(index)

    def set_start(self, model: Any, words: str = "", gesture: int = 0, step: Any = "same") -> None:
        self.started.append(model)
        self.lane.start = model


def frame(session: HandSession, marks: Any = ()) -> Any:
    """The frame of a step that draws these marks."""
    data = session.table.data
    return SimpleNamespace(
        lane=0, index=0, step=None, marks=tuple(marks), data=data, rows=np.arange(data.n), params=None,
        plane=session.view.plane, inquiry=None, known=1, ending=None, provisional=False,
    )  # fmt: skip


def show(view: SurfaceView, *marks: Any) -> None:
    """Have a view paint these marks."""
    view.show_marks(marks, frame(view.session, marks))
    view.grab()


def pixel(view: SurfaceView, x: float, y: float) -> QPoint:
    """The pixel of a position of the view."""
    return view.widget.mapFromScene(view.box.mapViewToScene(QPointF(x, y)))


def bowl(uv: np.ndarray) -> np.ndarray:
    """An error surface with its bottom at (1, 2)."""
    return (uv[:, 0] - 1) ** 2 + 3 * (uv[:, 1] - 2) ** 2 + 0.8 * (uv[:, 0] - 1) * (uv[:, 1] - 2)


def descent() -> tuple[Any, ...]:
    """The bowl and a path into it."""
    path = np.array([[-2.5, 4.5], [-0.8, 2.2], [0.3, 2.4], [0.7, 2.05], [1.0, 2.0]])
    return (
        Contours(bowl, ("bowl",), fill=True, surface=ERROR),
        Curve(path, "path", dots=True, surface=ERROR),
        Points(path[-1:], "focus", surface=ERROR),
    )


def scree(count: int = 8, chosen: int | None = 1, labels: tuple[str, ...] = ()) -> Bars:
    """Falling shares and their sum."""
    shares = 0.6 ** np.arange(count)
    shares = shares / shares.sum()
    names = labels or tuple(f"PC{i + 1}" for i in range(count))
    return Bars(shares, names, chosen=chosen, line=np.cumsum(shares), line_label="cumulative", surface=SCREE)


def gains() -> Matrix:
    gain, split = np.array([0.246750, 0.029223, 0.151836, 0.048127]), np.array([1.577406, 1.556657, 1.0, 0.985228])
    names, heads = ("Outlook", "Temperature", "Humidity", "Wind"), ("gain", "split entropy", "gain ratio")
    values = np.column_stack([gain, split, gain / split])
    return Matrix(values, names, heads, "table", 0, "Gains at the root", (0, 0), GAINS)


def heat(place: tuple[int, int] = (0, 1)) -> Matrix:
    data = load("iris")
    names = tuple(name.split(" (")[0] for name in data.feature_names)
    return Matrix(np.corrcoef(data.X.T), names, names, "heat", None, "Correlations", place, GAINS)


def digit(place: tuple[int, int] = (1, 0)) -> Matrix:
    return Matrix(load("digits").X[3].reshape(8, 8), style="image", title="A digit", place=place, surface=GAINS)


def network() -> Graph:
    """Two inputs, three hidden units, one output."""
    nodes = tuple(Node(name) for name in ("x1", "x2", "h1", "h2", "h3", "y"))
    weights = np.array([[1.5, -0.7, 0.1], [-2.0, 0.4, 0.9]])
    links = [Link(i, 2 + j, float(weights[i, j])) for i in range(2) for j in range(3)]
    links += [Link(2 + j, 5, weight) for j, weight in enumerate((0.8, -1.6, 0.3))]
    return Graph(nodes, tuple(links), (0, 0, 1, 1, 1, 2), TREE)
