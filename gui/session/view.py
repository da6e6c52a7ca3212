"""The view: the plane that is looked at, the point that is asked about, and the tool in hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.plane import TARGET, Plane, View
from engine.data.preparing.derived import Derived
from gui.session.looks import Looks, Residuals
from gui.session.planes import Planes
from gui.session.table import Table


class CurrentView(QObject):
    """How the data of a table are looked at. Nothing here is computed from a model."""

    changed = Signal()
    asks_anew = Signal()
    """Another plane is in view, or another point is asked about: the steps in view are to be drawn for it."""
    answers_asked = Signal()
    """The pictures of all runs are one now: it shows on which rows their answers differ."""
    overlaid_changed = Signal()
    residuals_changed = Signal()
    tool_changed = Signal()

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chosen: View = "auto"
        """Two features (i, j), the plane of the principal components ("pca") or that of Fisher's ("fisher")."""
        self.plane = Plane.of(table.data, self.chosen)
        self.query: np.ndarray | None = None
        """The point (d,) that the model is asked about."""
        self.overlaid = False
        """Whether the boundaries of all runs are drawn in one picture."""
        self.tool, self.brush, self.spray_radius = "select", 0, 40.0
        self.looks = Looks()
        """How the window showed it when it was saved; the window takes it from here when that has come back."""
        self.looks_now: Callable[[], Looks] = lambda: self.looks
        """How the window shows it; the window says so here."""
        self.surfaces: bool | tuple[str, ...] = True
        """Which surfaces beside the planes are open: those that the algorithm suggests, none, or those named. All
        others wait until they are asked for.
        """
        self.planes = Planes(self)
        self.planes.made.connect(self._made)
        self._table = table
        table.followers.append(self.follow)
        table.recast.connect(self.changed)
        self._asked: int | None = None  # the row that was asked about
        self._elsewhere = False  # whether the plane in view is none of what is chosen
        self._earlier: dict[tuple[Column, ...], View] = {}
        """What was looked at before the columns became others: undo brings it back."""

    # -- the plane -------------------------------------------------------------------------------------------------

    def choose(self, view: View) -> None:
        """Look at two features (i, j), the plane of the principal components ("pca") or that of Fisher's ("fisher")."""
        self.chosen = view
        found = self._found()
        self._elsewhere = found is None
        if found is not None:
            self.plane = found
            self.asks_anew.emit()
        self.changed.emit()

    def features(self) -> tuple[int, int] | None:
        """The two features in view, or None when the plane lies aslant."""
        axes = self.plane.axes
        if self._table.data.d < 2 or (np.count_nonzero(axes, axis=1) != 1).any():
            return None
        across, up = np.argmax(axes, axis=1)
        return int(across), int(up)

    def check(self, derived: Derived) -> None:
        """Refuse a plane on which a point cannot be put, as it shows what is computed from other features."""
        if self.plane.axes[:, derived.features].any():
            raise Refusal(
                "The picture shows features that the preparation computes from others, so no point can be put there by "
                "hand: show two features that are not computed."
            )

    def _found(self) -> Plane | None:
        """The plane of what is chosen; None while it is being made."""
        return self.planes.ask(self._table.data, self.chosen, self._table.derived)

    def _made(self, plane: Plane) -> None:
        """The plane that took long is there: until now the one before it was shown."""
        self.plane = plane
        self.asks_anew.emit()
        if self._elsewhere:
            self._elsewhere = False
            self.changed.emit()

    # -- other data ------------------------------------------------------------------------------------------------

    def begin(self, view: View) -> None:
        """Look at data that were opened; nobody is told yet."""
        data = self._table.data
        self.chosen, self.query = view, None
        self._earlier.clear()
        found = self._found()
        self._elsewhere, self.plane = found is None, found or Plane.of(data, derived=self._table.derived)
        self.brush = min(self.brush, max(len(data.class_names) - 1, 0))

    def follow(self, before: Dataset) -> Callable[[], None]:
        """Go along with an edit of the data `before`; what is given back tells everybody.

        During a gesture the plane stays as it is, so that the ground does not turn under the mouse.
        """
        data = self._table.data
        brush, self.brush = self.brush, min(self.brush, max(len(data.class_names) - 1, 0))
        reshaped = data.columns != before.columns
        if reshaped:
            self._earlier[before.columns] = self.chosen
            self.chosen, self.query = self._earlier.get(data.columns) or carried(self.chosen, before, data), None
        if reshaped or not self._table.holding:
            found = self._found()
            self._elsewhere = found is None and (reshaped or self._elsewhere)
            self.plane = found or (Plane.of(data, derived=self._table.derived) if reshaped else self.plane)

        def tell() -> None:
            if brush != self.brush:
                self.tool_changed.emit()
            if reshaped:
                self.changed.emit()

        return tell

    def catch_up(self) -> None:
        """A gesture is over: the plane may follow the data now."""
        plane = self._found()
        if plane is not None and plane != self.plane:
            self.plane = plane
            self.asks_anew.emit()

    # -- what is drawn in it ---------------------------------------------------------------------------------------

    def set_overlaid(self, on: bool) -> None:
        """Whether the boundaries of all runs are drawn in one picture, or each run has a picture of its own."""
        before, self.overlaid = self.overlaid, on
        self.overlaid_changed.emit()
        if on and not before:
            self.answers_asked.emit()

    def set_residuals(self, how: Residuals) -> None:
        """How it is drawn, where the target goes up, how far a model misses its rows."""
        self.looks = replace(self.looks, residuals=how)
        self.residuals_changed.emit()

    @property
    def asked_row(self) -> int | None:
        """The row that is asked about, as long as it is where it was then."""
        row, query, data = self._asked, self.query, self._table.data
        if row is None or query is None or row >= data.n:
            return None
        return row if np.array_equal(data.X[row], query) else None

    def ask(self, x: np.ndarray | None, row: int | None = None) -> None:
        """Ask what the model says of a point (d,), which may be that of a row, or stop asking."""
        self.query, self._asked = None if x is None else np.asarray(x, dtype=float), row
        self.asks_anew.emit()

    # -- the tool --------------------------------------------------------------------------------------------------

    def set_tool(self, name: str) -> None:
        self.tool = name
        self.tool_changed.emit()

    def set_brush(self, code: int) -> None:
        """The class of the points to be added."""
        if 0 <= code < max(len(self._table.data.class_names), 1):
            self.brush = code
            self.tool_changed.emit()


def carried(view: View, before: Dataset, after: Dataset) -> View:
    """The view of other columns that shows what this one did: the same features, if they are still there."""
    if isinstance(view, str):
        return view
    names = [before.feature_names[feature] for feature in view if feature != TARGET]
    if not all(name in after.feature_names for name in names):
        return "auto"
    across, *up = (after.feature_names.index(name) for name in names)
    return (across, up[0]) if up else (across, TARGET)
