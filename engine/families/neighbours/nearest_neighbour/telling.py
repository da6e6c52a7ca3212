"""What a step of the nearest neighbour says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.neighbours.gaps import formula, worked
from engine.families.neighbours.measuring import scaled_words
from engine.families.neighbours.nearest_neighbour.drawing import FEW, kept_cells
from engine.families.neighbours.nearest_neighbour.loop import Params, Step, stops_always
from engine.families.neighbours.nearest_neighbour.voronoi import STRAIGHT
from engine.families.neighbours.query_telling import capital, row_words, told_apart
from engine.parts.balls import ball, called
from engine.parts.nearest import to_rows
from engine.parts.querying import of_asked, place_words, query_number

NEAREST = (
    r"c(\mathbf{z}) = c(\mathbf{x}^*), \quad "
    r"\mathbf{x}^* = \underset{\mathbf{x}_i}{\mathrm{arg\,min}}\; d(\mathbf{z}, \mathbf{x}_i)"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "compare": _say_compared, "answer": _say_answer}[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"Nothing is learnt: {counted(data.n, 'row is', 'rows are')} kept. The query z is at "
        f"{place_words(data, step.model.point)}; one row after the other is compared with the nearest so far. "
        f"{_undrawn(step, data, params)}{scaled_words(data, params)}"
    )
    return Story(said.strip(), NEAREST, numbers=(query_number(data, step.model.point), Number("rows kept", data.n)))


def _undrawn(step: Step, data: Dataset, params: Params) -> str:
    """What is said where the borders of the cells are not drawn."""
    if data.n > FEW:
        return f"Of more than {FEW} rows the cells are too many to be drawn. "
    metric = step.model.known.metric
    if metric.n_features != 2:
        return "With two features the border of every cell would be drawn too. "
    return "" if metric.kind in STRAIGHT else "With a Euclidean distance the border of every cell would be drawn too. "


def _say_compared(step: Step, data: Dataset, params: Params) -> Story:
    metric, z = step.model.known.metric, step.model.point
    lines = worked(metric, z, data.X[step.row], data.feature_names)
    told = (Number("d", step.d), Number("least so far", step.least), Number("rows compared", step.row + 1))
    said = _passed(step, data, params) + _verdict(step, data)
    return Story(said, formula(metric), (*lines, *_comparison(step)), told)


def _verdict(step: Step, data: Dataset) -> str:
    """Whether the row is nearer than the nearest of those before it."""
    row = f"{capital(row_words(step.row, data))} is {figure(step.d)} away"
    if step.rival < 0:
        return f"{row}: it is the first, so it is the nearest so far."
    rival = row_words(step.rival, data)
    if step.d < step.bar:
        return (
            f"{row}, nearer than {rival}: it is the nearest so far, and the {called(step.model.known.metric)} shrinks."
        )
    if step.d == step.bar:
        return f"{row}, as near as {rival}, which came first and stays."
    return f"{row}, not nearer than {rival}, which stays the nearest so far."


def _comparison(step: Step) -> tuple[str, ...]:
    """The two distances that are compared, once there are two."""
    if step.rival < 0:
        return ()
    d, bar = told_apart(step.d, step.bar)
    return (f"{d} {'<' if step.d < step.bar else '≥'} {bar}",)


def _passed(step: Step, data: Dataset, params: Params) -> str:
    """What is said of the rows since the rival, at which there was no stop."""
    first, last = step.rival + 1, step.row - 1
    if stops_always(data, params) or first > last:
        return ""
    if first == last:
        return f"Row {data.row_name(first)} is not nearer. "
    return f"Rows {data.row_name(first)} to {data.row_name(last)} are not nearer. "


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.answer is not None
    row, d = f"row {data.row_name(step.nearest)}", figure(step.least)
    said = f"The query is classified as {data.class_name(step.answer)}: {row} is the nearest of {data.n:,}, {d} away."
    cells = kept_cells(step, data, params)
    told = [Number("least so far", step.least), Number("misclassified rows", len(cells.shared[1]))]
    if data.n <= FEW:
        told.append(Number("wrong if left out", len(cells.contrary)))
    said += f"{_as_near(step, data)} {_ruled(step, data, params)}"
    nearest = bool((step.model.known.metric.between(step.model.point, data.X)[0] >= step.least).all())
    return Story(said, NEAREST, _share(step, data), tuple(told), checks=(Check("no row is nearer", nearest),))


def _share(step: Step, data: Dataset) -> tuple[str, ...]:
    """How often the class that is answered would be, were all classes equally dense; nothing of a single class."""
    if len(data.classes_present) < 2:
        return ()
    assert step.answer is not None
    own = int((data.codes == step.answer).sum())
    name = data.class_name(step.answer)
    return (f"share of {name} where all classes are equally dense = {own} / {data.n:,} = {figure(own / data.n)}",)


def _as_near(step: Step, data: Dataset) -> str:
    """What is said where other rows are as near as the nearest."""
    distances = step.model.known.metric.between(step.model.point, data.X)[0]
    rows = np.flatnonzero(distances == step.least)[1:]
    if not len(rows):
        return ""
    row = capital(row_words(int(rows[0]), data)) if len(rows) == 1 else f"{len(rows):,} more rows"
    return f" {row} {'is' if len(rows) == 1 else 'are'} as near: the lowest row decides."


def _ruled(step: Step, data: Dataset, params: Params) -> str:
    """What is to be known of a single neighbour: its cells, and what a wrong class does to them."""
    cells = kept_cells(step, data, params)
    together, wrong = cells.shared
    drawn = cells.borders is not None and data.n <= FEW
    said = (
        f"Every row has its own Voronoi cell{f' (that of row {data.row_name(step.nearest)} outlined)' if drawn else ''}"
    )
    if len(wrong):
        said += (
            f". Rows of several classes share a place ({counted(len(together), 'row')}, the first is row "
            f"{data.row_name(int(together[0]))}): there the lowest rules, and "
            f"{counted(len(wrong), 'training row is', 'training rows are')} misclassified."
        )
    else:
        said += ", so no training row is misclassified."
    if len(data.classes_present) > 1:
        said += " No term counts how common a class is, yet the cells do: a class with more rows has more of them."
    if data.n > FEW or not len(cells.contrary):
        return said
    are = counted(len(cells.contrary), "row stands", "rows stand")
    return f"{said} {are} nearest to one of another class (ringed): one wrong label changes a whole cell."


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The nearest row of any point, and the nearest of another class."""
    known = step.model.known
    distances = known.metric.between(x, known.X)[0]
    row = int(np.argmin(distances))
    said = f"This point is classified as {data.class_name(int(known.y[row]))}, the class of row {data.row_name(row)}."
    told = [Number(f"distance to row {data.row_name(row)}", float(distances[row]))]
    strangers = np.flatnonzero(known.y != known.y[row])
    if len(strangers):
        other = int(strangers[np.argmin(distances[strangers])])
        said += f" The nearest row of another class is {row_words(other, data)}."
        told.append(Number(f"distance to row {data.row_name(other)}", float(distances[other])))
    drawn = (*ball(known.metric, x, float(distances[row])), *to_rows(x, np.array([row]), data, known.y))
    return Inquiry(Story(said, of_asked(NEAREST), numbers=tuple(told)), (*drawn, Points(x[None], "focus")))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part == "start":
        return {}
    return {"least so far": step.least, **({"d": step.d} if step.part == "compare" else {})}


def event(step: Step) -> Event | None:
    if step.part == "answer":
        return Event("answer", "best")
    return Event("nearer", "support") if step.row >= 0 and step.nearest == step.row else None
