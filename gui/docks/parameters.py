"""Parameters: the numbers of the fitted model at this step, shown by the shape of its fields."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import overload

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.base.coding import in_words
from engine.base.snapshot import same
from engine.data.dataset import Column
from engine.models.shapes import called
from engine.models.typed import Place, plain, typed
from gui.canvas.tools.in_place import Entry, open_field
from gui.docks.axes import Axis, axes, fields
from gui.docks.dock import Dock, run_alone
from gui.look.appearance import Appearance
from gui.session.coordinates import Coordinate
from gui.session.job import Frame
from gui.session.lane import Lane
from gui.session.session import Session
from gui.widgets.number_list import Entry as Shown
from gui.widgets.number_list import NumberList
from gui.widgets.number_table import NumberTable
from gui.widgets.section import scrolled

POINTS = ("point", "points", "centres", "means")
"""The fields that are places among the rows."""
MEAN = "mean"
"""Another one, which between two levels of a category is none of them."""
MOST_ROWS = 2_000
"""No table shows more rows than this."""


@dataclass(frozen=True)
class Grid:
    """An array as a table: `first` is what its rows are, `rows` the names of the rows, `cells` (r, c) the numbers.

    They are the model's own: of millions only what is in sight is written out, and all of them are never copied.

    sources  the field of the model that each column is, or that all are;   layer  which part of its further axes
    features the columns of the data that stand along its rows, where several fields do, else along its columns
    asked    (r, c) the number of the feature of which a cell is a value, below 0 for none; None where no cell is
    """

    title: str
    first: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: np.ndarray
    sources: tuple[str, ...] = ()
    layer: Place = ()
    features: Sequence[Column] = ()
    asked: np.ndarray | None = None

    def told(self, row: int) -> tuple[float | str, ...]:
        """The cells of a row: numbers, or dates where they are values of a column of dates."""
        values = self.cells[row].astype(float).tolist()
        if not any(column.is_date for column in self.features):
            return tuple(values)
        if self.asked is not None:
            features = self.asked[row].astype(int).tolist()
            there = zip(features, values, strict=True)
            return tuple(self.features[j].told(value) if j >= 0 else value for j, value in there)
        across = len(self.sources) == 1 and self.columns != self.sources
        places = ((self.sources[0], j) if across else (self.sources[j], row) for j in range(len(values)))
        return tuple(
            value_of(path, self.features, j).told(value) for (path, j), value in zip(places, values, strict=True)
        )

    def source(self, row: int, column: int) -> tuple[str, Place]:
        """The field of the model that a cell shows, and the place in it."""
        if len(self.sources) == 1 and self.columns != self.sources:
            return self.sources[0], (*self.layer, row, column)
        return self.sources[column], (row,)

    def news(self, before: Grid | None) -> Container[tuple[int, int]]:
        """The cells that another table of the same shape has otherwise; none without one."""
        if before is None or before.cells.shape != self.cells.shape:
            return ()
        return News(before.cells, self.cells)


def value_of(path: str, features: Sequence[Column], j: int) -> Column:
    """The column of which a number of a field is a value; one of plain numbers where it is none."""
    is_place = path.endswith(POINTS) or (features[j].is_date and path.endswith(MEAN))
    return features[j] if is_place else Column(path)


class Lines(Sequence[tuple[object, ...]]):
    """The rows of a grid, each with its name before it: one is written out when it is asked for, and kept."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._made: dict[int, tuple[object, ...]] = {}

    def __len__(self) -> int:
        return len(self._grid.rows)

    @overload
    def __getitem__(self, place: int) -> tuple[object, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[object, ...]]: ...

    def __getitem__(self, place: int | slice) -> tuple[object, ...] | list[tuple[object, ...]]:
        if isinstance(place, slice):
            return [self[row] for row in range(*place.indices(len(self)))]
        if place not in self._made:
            self._made[place] = (self._grid.rows[place], *self._grid.told(place))
        return self._made[place]


@dataclass(frozen=True)
class News(Container[tuple[int, int]]):
    """The places (row, column of the table) of the numbers that are not as before: of four million few are looked at.

    before, now   (r, c) the numbers; NaN is as NaN before
    """

    before: np.ndarray
    now: np.ndarray

    def __contains__(self, place: object) -> bool:
        assert isinstance(place, tuple)
        row, column = place
        return column > 0 and not same(float(self.before[row, column - 1]), float(self.now[row, column - 1]))


def scalars(values: dict[str, object]) -> dict[str, object]:
    """A cell of a single number or a few words."""
    return {name: value for name, value in values.items() if not isinstance(value, np.ndarray) or value.ndim == 0}


def grids(values: dict[str, object], axes: Mapping[str, Sequence[Axis]]) -> list[Grid]:
    """Every array as a table. Vectors along the same axis stand in one table, side by side."""
    arrays = {name: value for name, value in values.items() if isinstance(value, np.ndarray) and value.ndim > 0}
    along: dict[tuple[str, int], dict[str, np.ndarray]] = {}
    for name, array in arrays.items():
        if array.ndim == 1:
            along.setdefault((axes[name][0].kind, len(array)), {})[name] = array
    found = [_vectors(own, {name: axes[name][0] for name in own}) for own in along.values()]
    for name, array in arrays.items():
        if array.ndim > 1:
            found += _matrices(name, array, axes[name], name, asked=arrays.get(axes[name][0].values))
    return found


def _vectors(own: dict[str, np.ndarray], axes: Mapping[str, Axis]) -> Grid:
    axis = next(iter(axes.values()))
    none = np.full(len(next(iter(own.values()))), -1)
    asked = np.column_stack([own.get(one.values, none)[:MOST_ROWS] for one in axes.values()])
    features = next((one.features for one in axes.values() if one.features), ())
    cells = np.column_stack([array[:MOST_ROWS] for array in own.values()]).astype(float)
    return Grid(
        ", ".join(own), axis.kind, tuple(own), axis.names(len(next(iter(own.values()))), MOST_ROWS), cells,
        tuple(own), features=features, asked=asked if (asked >= 0).any() else None,
    )  # fmt: skip


def _matrices(
    name: str, array: np.ndarray, axes: Sequence[Axis], source: str, layer: Place = (), asked: np.ndarray | None = None
) -> list[Grid]:
    """One table for a matrix, one for each layer of what has more axes."""
    if array.ndim > 2:
        layers = enumerate(array[:12])
        return [
            grid
            for number, part in layers
            for grid in _matrices(f"{name} {number + 1}", part, axes[1:], source, (*layer, number))
        ]
    down, across = axes
    rows, columns = down.names(len(array), MOST_ROWS), across.names(array.shape[1])
    return [
        Grid(
            _shape(name, array.shape),
            down.kind,
            columns,
            rows,
            array[:MOST_ROWS],
            (source,),
            layer,
            across.features,
            asked,
        )
    ]


def _shape(name: str, shape: Sequence[int]) -> str:
    return f"{name}  {' × '.join(f'{length:,}' for length in shape)}"


class ParametersDock(Dock):
    """The model of the step in view; what is not as it was at the step shown before stands in the accent colour."""

    title = "Parameters"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.words = QLabel(self)
        self.words.setProperty("look", "small")
        self.words.setWordWrap(True)
        self.scalars = NumberList(appearance)
        self.scalars.setAccessibleName("Parameters of the model")
        self.tables: list[tuple[QLabel, NumberTable]] = []
        self._grids: list[Grid] = []
        self._shape: tuple[object, ...] = ()
        self._shown: tuple[int, int, dict[str, object]] | None = None
        self._before: tuple[int, dict[str, object]] | None = None
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self.scalars)
        self._column.addStretch(1)
        self.content.addWidget(self.words)
        self.content.addWidget(scrolled(inside), 1)
        self.scalars.opened.connect(self._type_scalar)
        session.frame_changed.connect(self._changed)
        session.lanes_changed.connect(self.touch)

    def _changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.touch()

    def refresh(self) -> None:
        lane = self.session.lane if self.session.lanes else None
        frame = lane.frame if lane is not None else None
        if lane is None or frame is None or frame.step.model is None:
            return self._show_none()
        values = fields(frame.step.model)
        self._remember(lane.identity, frame.index, values)
        kind = called(frame.step.model)
        since = f"; coloured: other than at step {self._before[0]}" if self._before else ""
        typing = " Double-click a number, or press Return on it, to type it: a new run begins there."
        typing = typing if self._typable(lane, frame) else ""
        where = f"{kind[:1].upper()}{kind[1:]} at step {frame.index}{since}."
        self.words.setText(f"{where} Select cells and press Ctrl+C to copy them.{typing}")
        self._show(values, axes(frame.step.model, frame.data))

    def _remember(self, lane: int, index: int, values: dict[str, object]) -> None:
        """Keep the step shown before, as long as it is of the same run."""
        if self._shown is None or self._shown[0] != lane or values.keys() != self._shown[2].keys():
            self._before = None
        elif self._shown[1] != index:
            self._before = self._shown[1], self._shown[2]
        self._shown = lane, index, values

    def _show(self, values: dict[str, object], along: Mapping[str, Sequence[Axis]]) -> None:
        before = self._before[1] if self._before else {}
        single = scalars(values).items()
        news = {name for name, value in single if name in before and not same(value, before[name])}
        old = {grid.title: grid for grid in grids(before, along)} if before else {}
        tables = self._grids = grids(values, along)
        shape = (tuple(scalars(values)), tuple((grid.title, len(grid.rows)) for grid in tables))
        if shape != self._shape:
            self._shape = shape
            self.scalars.forget()
        self.scalars.set_entries([Shown(in_words(name), value, news=name in news) for name, value in single])
        while len(self.tables) < len(tables):
            self._add_table()
        for number, (title, view) in enumerate(self.tables):
            title.setVisible(number < len(tables))
            view.setVisible(number < len(tables))
            if number < len(tables):
                grid = self._grids[number]
                title.setText(in_words(grid.title))
                view.setAccessibleName(in_words(grid.title))
                columns = map(in_words, grid.columns) if grid.columns == grid.sources else grid.columns
                view.put((grid.first, *columns), Lines(grid), None, grid.news(old.get(grid.title)))

    def _show_none(self) -> None:
        self.words.setText("There is no model at this step yet.")
        self.scalars.set_entries(())
        for title, view in self.tables:
            title.hide()
            view.hide()

    def _add_table(self) -> None:
        title, view = QLabel(), NumberTable(self.appearance, most=14)
        title.setProperty("look", "small")
        title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._column.insertWidget(self._column.count() - 1, title)
        self._column.insertWidget(self._column.count() - 1, view)
        view.opened.connect(partial(self._type_cell, len(self.tables)))
        self.tables.append((title, view))

    # -- typing --------------------------------------------------------------------------------------------------------

    def _typable(self, lane: Lane, frame: Frame) -> bool:
        """Whether a run may begin from the model in view."""
        return bool(lane.algorithm.typed) and isinstance(frame.step.model, lane.algorithm.starts)

    def _type_scalar(self, name: str, place: QPoint) -> None:
        paths = {in_words(path): path for path in (self._shown[2] if self._shown else ())}
        self._type(paths[name], (), name, self.scalars, place)

    def _type_cell(self, number: int, row: int, column: int, place: QPoint) -> None:
        """A cell of a table, of which the first column has the names of the rows."""
        if column > 0:
            grid = self._grids[number]
            path, where = grid.source(row, column - 1)
            name = f"{in_words(path)} of {grid.rows[row]}" if grid.columns == grid.sources else (
                f"{in_words(grid.title.partition('  ')[0])}: {grid.rows[row]}, {grid.columns[column - 1]}"
            )  # fmt: skip
            self._type(path, where, name, self.tables[number][1], place)

    def _type(self, path: str, where: Place, name: str, widget: QWidget, place: QPoint) -> None:
        """Open a field for a number of the model in view, or say why there is none."""
        lane, frame = self.session.lane, self.session.lane.frame
        if frame is None or frame is not lane.frame or frame.step.model is None:
            return
        if not self._typable(lane, frame) or plain(path) not in lane.algorithm.typed:
            return self.session.said.emit(f"{lane.algorithm.name} cannot begin from another number here.")
        entry = self._entry(path, where, name, frame)
        open_field(self, self.session, self.appearance, entry, QPointF(widget.mapTo(self, place)), widget)
        return None

    def _entry(self, path: str, where: Place, name: str, frame: Frame) -> Entry:
        """What is typed for a number of a model: a run begins from the model with another one."""
        session, model = self.session, frame.step.model
        value = float(np.asarray(fields(model)[path], dtype=float)[where])
        asked = all(handle.question for handle in session.lane.algorithm.handles)

        def take(values: np.ndarray) -> None:
            begun = typed(model, path, where, float(values[0]))
            asks = asked and bool(session.lane.algorithm.handles)
            session.set_start(begun, f"type {name}", step="same" if asks else 0)
            if not asks:
                session.said.emit(f"A new run goes on from the model of step {frame.index}. Undo takes it back.")

        column = self._column_of(path, where, frame)
        return Entry(name, [Coordinate(name, value, column.levels, column.is_date)], np.zeros(2), take)

    def _column_of(self, path: str, where: Place, frame: Frame) -> Column:
        """The column of which the number is a value; one of plain numbers where it is none."""
        along = axes(frame.step.model, frame.data).get(path, ())
        kind = along[-1].kind if along else ""
        return value_of(path, frame.data.columns, where[-1]) if kind == "feature" else Column(path)


if __name__ == "__main__":
    run_alone(ParametersDock, width=900, height=260)
