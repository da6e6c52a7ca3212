"""What the table of learners and transforms looks like, with the areas of a cell beside those without a transform."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Gallery, Mark, Matrix, Panel, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.preparation.transform_effects.loop import LEARNERS, NOT_FILLED, Params, Step
from engine.families.preparation.transform_effects.transforms import TRANSFORMS
from engine.parts.panels import dotted

ERRORS = Surface("table", "Misclassified rows held out, %")
NAMES = ("tree", "neighbours", "class means", "least squares", "softmax")
"""The learners in a few letters."""
BOTH = Surface("gallery", "Without and with the transform")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.learner is None or step.transform is None:
        return []
    drawn: list[Mark] = [table(step, step.learner, step.transform)]
    if step.own is None:
        return drawn
    missed = np.flatnonzero(step.out & (step.own.predict(data.X) != data.codes))
    drawn += [Region(step.own), Points(data.X[missed], "wrong", rows=missed)]
    return [*drawn, both(step, step.learner, step.transform, data)]


def table(step: Step, learner: int, transform: int) -> Matrix:
    """The share of the rows held out that each learner gets wrong; a click on a cell goes to its step."""
    steps = 1 + np.arange(len(LEARNERS) * len(TRANSFORMS)).reshape(len(LEARNERS), -1)
    shares = 100.0 * step.wrong / max(int(step.out.sum()), 1)
    return Matrix(
        np.where(step.wrong == NOT_FILLED, np.nan, shares), NAMES, TRANSFORMS, "heat",
        chosen_row=learner, chosen_column=transform, surface=ERRORS,
        steps=np.where(steps <= steps[learner, transform], steps, -1),
    )  # fmt: skip


def both(step: Step, learner: int, transform: int, data: Dataset) -> Gallery:
    """The areas of the learner on the rows as they are, and on transformed rows."""
    rows = dotted(data.n)
    dots = Points(data.X[rows], "plain", data.codes[rows], rows=rows)
    shown = [(TRANSFORMS[0], step.plain, 0)]
    if transform:
        shown.append((TRANSFORMS[transform], step.own, transform))
    return Gallery(
        tuple(Panel(name, told(step, learner, j), model, dots) for name, model, j in shown if model is not None),
        surface=BOTH,
    )


def told(step: Step, learner: int, transform: int) -> str:
    """How many rows are misclassified, as the detail of a panel."""
    return f"{step.wrong[learner, transform]} of {int(step.out.sum())} wrong"
