"""What a step of multi-label classification looks like: the label matrix, what is said of it, a picture a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.multi_label.multi_label.labelled import SIDES, Labelled, labelled
from engine.families.multi_label.multi_label.loop import Params, Step
from engine.maths.algebra.spread import spread
from engine.models.labels import UNKNOWN, OneLabel

TABLE = Surface("table", "Labels")
ERRORS = Surface("chart", "Wrong rows of each label", "label", "rows")
ROWS, OPEN, SETS = 10, 4, 24
"""So many rows of the label matrix are shown; so many small pictures are open at once; so many sets have a row."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = labelled(data, params.labels)
    drawn: list[Mark] = [] if step.model is None else [Region(step.model)]
    drawn += matrices(step, data, problem)
    if step.part in ("cells", "rows"):
        wrong = np.flatnonzero(step.wrong[:, 0])
        drawn.append(Points(data.X[wrong], "wrong", rows=wrong))
        drawn.append(Bars(step.wrong.sum(axis=0).astype(float), problem.names, surface=ERRORS))
    for q in range(len(problem.names)):
        drawn += picture(step, problem, q)
    return drawn


def matrices(step: Step, data: Dataset, problem: Labelled) -> list[Mark]:
    """Some rows of the labels and of the answers, wrong ones with a rim; at first how often two labels meet."""
    rows = spread(data.n, ROWS)
    names = tuple(data.row_name(int(row)) for row in rows)
    some = f" ({len(rows)} of {data.n:,} rows)" if len(rows) < data.n else ""
    truth = step.truth[rows].astype(float)
    drawn: list[Mark] = [Matrix(truth, names, problem.names, "table", title=f"T{some}", surface=TABLE, rows=rows)]
    if step.part == "labels":
        together = (step.truth.T @ step.truth).astype(float)
        place = (0, 1)
        drawn.append(
            Matrix(together, problem.names, problem.names, "table", title="rows with both", place=place, surface=TABLE)
        )
    elif step.part == "sets":
        sets = step.sets[:SETS].astype(float)
        names = tuple(f"set {code + 1}" for code in range(len(sets)))
        drawn.append(Matrix(sets, names, problem.names, "table", title="sets", place=(0, 1), surface=TABLE))
    elif step.known is not None:
        answers = np.where(step.answers[rows] == UNKNOWN, np.nan, step.answers[rows])
        drawn.append(
            Matrix(
                answers, names, problem.names, "table", title="Y: the answers", place=(0, 1), surface=TABLE, rows=rows,
                lit=step.wrong[rows],
            )
        )  # fmt: skip
    return drawn


def picture(step: Step, problem: Labelled, q: int) -> list[Mark]:
    """Over two features: who has a label, and where it is predicted once it is learnt."""
    if len(problem.inputs) != 2:
        return []
    across, up = (column.title for column in problem.table.columns)
    alone = step.part == "taught" and step.q is not None
    there = step.q == q if alone else 0 < q < OPEN  # the first is on the plane too
    surface = Surface("chart", f"Label: {problem.names[q]}", across, up, open=there)
    dots = Points(problem.table.X, "data", step.truth[:, q], rows=np.arange(len(step.truth)), names=SIDES)
    drawn: list[Mark] = [replace(dots, surface=surface)]
    if step.known is not None and (step.answers[:, q] != UNKNOWN).all():
        drawn.insert(0, Region(OneLabel(step.known, q), "labels", surface=surface))
    return drawn
