"""What the schemes for several classes draw: each problem as it is trained, then all of them together.

Lines lie over each other in the plane; a problem whose model is no line has a small picture of its own.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from engine.core.later import Later
from engine.core.marks import Gallery, Line, Mark, Matrix, Panel, Points, Region
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.discriminants.schemes import Problem, Step, named
from engine.families.discriminants.two_sides import concerned, other_side
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import feature_marks
from engine.parts.panels import dotted

PROBLEMS = Surface("gallery", "Two-class problems")
VOTES = Surface("table", "Votes", open=False)
ROWS = 40
"""The table of votes shows so many rows, the ambiguous ones first."""


def scheme_marks(step: Step, data: Dataset) -> list[Mark | Later]:
    """The areas (hatched where ambiguous), the lines so far, and the rows on the wrong side."""
    marks: list[Mark | Later] = [Region(step.model, "labels"), *_lines(step, data)]
    missed = wrong_rows(step, data)
    marks += [Points(data.X[missed], "wrong", rows=missed), *feature_marks(data, step.model)]
    if not step.lines:
        marks.append(Later((PROBLEMS,), lambda: [_gallery(step, data)]))
    return [*marks, _votes(step, step.votes, data)] if step.votes is not None else marks


def _lines(step: Step, data: Dataset) -> list[Mark]:
    """The line just trained with its arrow, and the others thin; with a basis the areas alone show the boundary."""
    if step.model.basis is not None:
        return []
    lines: list[Mark] = []
    for problem in step.trained:
        plane, new = problem.binary, problem is step.newest
        if isinstance(plane, Hyperplane) and plane.weights.any():
            role, label = ("boundary", named(problem, data)) if new else ("spoke", "")
            label = named(problem, data) if step.overlaid and data.d <= 2 and len(step.trained) <= 6 else label
            lines.append(Line(plane.weights, plane.bias, role, normal=new, label=label))  # type: ignore[arg-type]
    return lines


def _gallery(step: Step, data: Dataset) -> Gallery:
    """A small picture of each problem, where there are some whose boundary is no line."""
    shown, newest = dotted(data.n), step.newest
    ends = accumulate(problem.shown for problem in step.trained)
    pairs = zip(step.trained, ends, strict=True)
    return Gallery(tuple(_panel(one, shown, one is newest, end, data) for one, end in pairs), PROBLEMS)


def _panel(problem: Problem, shown: np.ndarray, new: bool, end: int, data: Dataset) -> Panel:
    """The two sides of a problem, with the rows it was trained on; `end` is the step at which it was trained."""
    rows = shown[concerned(data, problem.positive, problem.negative)[shown]]
    mine = Points(data.X[rows], "data", data.codes[rows], rows=rows)
    title = f"{data.class_name(problem.positive)}, {other_side(problem.negative, data)}"
    role: Role = "focus" if new else "plain"
    return Panel(title, f"{problem.wrong} wrong", problem.binary, mine, role=role, step=end)


def wrong_rows(step: Step, data: Dataset) -> np.ndarray:
    """The rows on the wrong side of what was just trained; at the end, those given to another class than their own."""
    problem = step.newest
    if problem is None:
        return np.flatnonzero((step.answer >= 0) & (step.answer != data.codes))
    claimed = (problem.binary.decision_function(data.X) if problem.sides is None else problem.sides) > 0
    inside = concerned(data, problem.positive, problem.negative)
    return np.flatnonzero(inside & (claimed != (data.codes == problem.positive)))


def _votes(step: Step, votes: np.ndarray, data: Dataset) -> Matrix:
    """The claims on single rows, those first whose claims are ambiguous."""
    most = votes.max(axis=1)
    sure = (most > 0) & ((votes == most[:, None]).sum(axis=1) == 1)
    rows = np.argsort(sure, kind="stable")[:ROWS]
    names = tuple(f"{data.row_name(int(row))}{'' if sure[row] else ' (ambiguous)'}" for row in rows)
    classes = tuple(data.class_name(int(code)) for code in step.model.classes)
    title = f"votes for {len(rows)} of {data.n:,} rows" if len(rows) < data.n else "votes"
    return Matrix(votes[rows].astype(float), names, classes, "table", title=title, surface=VOTES, rows=rows)
