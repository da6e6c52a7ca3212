"""What a step of the ratings matrix says."""

from __future__ import annotations

from collections.abc import Callable

from engine.base.words import counted, divided, figure, listed, percent
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.ratings_matrix.loop import Params, Step

FORMULA = r"\mathbf{M} \in \mathbb{R}^{C \times F}, \qquad \mathrm{density} = \frac{\mathrm{known\ cells}}{C\, F}"
ROW = r"\mathbf{c}_c = (M_{c1}, \dots, M_{cF}) \in \mathbb{R}^F"
COLUMN = r"\mathbf{f}_f = (M_{1f}, \dots, M_{Cf}) \in \mathbb{R}^C"
LISTED = 12


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    C, F, n = data.n, data.d, step.known
    people = counted(C, "person", "people")
    said = f"{people} and {counted(F, 'film')}: {n} of {C * F} cells are known. The hatched ones are gaps: "
    said += "not rated is not a rating of 0."
    if len(step.outside):
        row, column = step.outside[0]
        out = counted(len(step.outside), "rating is", "ratings are")
        scale = f"from {figure(params.scale[0])} to {figure(params.scale[1])}"
        where = f"of {data.row_name(int(row))} for {data.columns[int(column)].name}"
        said += f" {out} outside the scale {scale}, the first that {where}."
    numbers = (Number("density", step.density), Number("ratings outside the scale", len(step.outside)))
    return Story(said, FORMULA, (f"density = {divided(n, C * F)}",), numbers)


def _row(step: Step, data: Dataset, params: Params) -> Story:
    assert step.row is not None
    x, n, name = data.X[step.row], int(step.by_row[step.row]), data.row_name(step.row)
    what = listed([data.columns[int(j)].name for j in step.there], 6)
    said = f"Person {name} has rated {n} of {counted(data.d, 'film')}: {what}. "
    said += "As a point the person has a coordinate for each film."
    if not n:
        said = f"Person {name} has rated nothing: the row is kept, and marked as one without information."
    rows = tuple((data.columns[int(j)].name, float(x[j])) for j in step.there[:LISTED])
    table = Table("Ratings", ("film", "rating"), rows)
    return Story(said, ROW, (f"share rated = {divided(n, data.d)}",), (Number("rated", n),), (table,))


def _column(step: Step, data: Dataset, params: Params) -> Story:
    assert step.column is not None
    x, n, name = data.X[:, step.column], int(step.by_column[step.column]), data.columns[step.column].name
    said = f"Film {name} has ratings of {n} of {counted(data.n, 'person', 'people')}. "
    said += "As a point the film has a coordinate for each person."
    if not n:
        said = f"Film {name} has no rating: the column is kept, and marked as one without information."
    rows = tuple((data.row_name(int(j)), float(x[j])) for j in step.there[:LISTED])
    table = Table("Ratings", ("person", "rating"), rows)
    return Story(said, COLUMN, (f"share known = {divided(n, data.n)}",), (Number("ratings", n),), (table,))


def _all(step: Step, data: Dataset, params: Params) -> Story:
    empty = int((step.by_row == 0).sum()), int((step.by_column == 0).sum())
    people, films = counted(data.n, "person", "people"), counted(data.d, "film")
    said = f"The same table twice: {people} as points with {counted(data.d, 'coordinate')}, or {films} as points with "
    said += f"{data.n:,}. {percent(step.density)} of the cells are known."
    if any(empty):
        said += f" Without information: {counted(empty[0], 'person', 'people')} and {counted(empty[1], 'film')}."
    numbers = (
        Number("density", step.density), Number("empty rows", empty[0]), Number("empty columns", empty[1]),
    )  # fmt: skip
    return Story(said, FORMULA, (f"density = {divided(step.known, data.n * data.d)}",), numbers)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "row": _row, "column": _column, "all": _all,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {}


def event(step: Step) -> Event | None:
    if step.part == "row" and step.row is not None and not step.by_row[step.row]:
        return Event("no information", "wrong")
    if step.part == "column" and step.column is not None and not step.by_column[step.column]:
        return Event("no information", "wrong")
    return None
