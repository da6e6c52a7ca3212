"""What the schemes for several classes draw: each problem as it is trained, then all lines over each other."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Line, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.discriminants.schemes import REST, Step, named
from engine.parts.basis_drawing import feature_marks

VOTES = Surface("table", "Votes", open=False)
ROWS = 40
"""The table of votes shows so many rows, the ambiguous ones first."""


def scheme_marks(step: Step, data: Dataset) -> list[Mark]:
    """The areas (hatched where ambiguous), the lines so far, and the rows on the wrong side."""
    marks: list[Mark] = [Region(step.model, "labels"), *_lines(step, data)]
    missed = wrong_rows(step, data)
    marks += [Points(data.X[missed], "wrong", rows=missed), *feature_marks(data, step.model)]
    return [*marks, _votes(step, data)] if step.overlaid else marks


def _lines(step: Step, data: Dataset) -> list[Mark]:
    """The line just trained with its arrow, and the others thin; with a basis the areas alone show the boundary."""
    if step.model.basis is not None:
        return []
    lines: list[Mark] = []
    for problem in step.trained:
        plane, new = problem.plane, problem is step.newest
        if plane.weights.any():
            role, label = ("boundary", named(problem, data)) if new else ("spoke", "")
            label = named(problem, data) if step.overlaid and data.d <= 2 and len(step.trained) <= 6 else label
            lines.append(Line(plane.weights, plane.bias, role, normal=new, label=label))  # type: ignore[arg-type]
    return lines


def wrong_rows(step: Step, data: Dataset) -> np.ndarray:
    """The rows on the wrong side of the line just trained; at the end, those given to another class than their own."""
    if step.newest is None:
        answer = step.model.predict(data.X)
        return np.flatnonzero((answer >= 0) & (answer != data.codes))
    positive, negative = step.newest.positive, step.newest.negative
    claimed = step.model.decision_function(data.X)[:, len(step.trained) - 1] > 0
    part = (data.codes == positive) | (negative == REST) | (data.codes == negative)
    return np.flatnonzero(part & (claimed != (data.codes == positive)))


def _votes(step: Step, data: Dataset) -> Matrix:
    """The claims on single rows, those first whose claims are ambiguous."""
    votes = step.model.claims(data.X)
    most = votes.max(axis=1)
    sure = (most > 0) & ((votes == most[:, None]).sum(axis=1) == 1)
    rows = np.argsort(sure, kind="stable")[:ROWS]
    names = tuple(f"{data.row_name(int(row))}{'' if sure[row] else ' (ambiguous)'}" for row in rows)
    classes = tuple(data.class_name(int(code)) for code in step.model.classes)
    title = f"votes for {len(rows)} of {data.n} rows" if len(rows) < data.n else "votes"
    return Matrix(votes[rows].astype(float), names, classes, "table", title=title, surface=VOTES, rows=rows)
