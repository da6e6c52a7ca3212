"""What a step of gradient boosting says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.ensembles.gradient_boosting.loop import Params, Step, mean_square
from engine.parts.over_feature import target_title
from engine.parts.trees.growing import leaves
from engine.parts.trees.regression import targets

MEAN = r"f(\mathbf{x}) = \frac{1}{N} \sum_n t_n"
STEP = (
    r"r_n = t_n - f(\mathbf{x}_n), \qquad h \approx r, \qquad "
    r"f(\mathbf{x}) \leftarrow f(\mathbf{x}) + \eta\, h(\mathbf{x})"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    t = data.target_column
    if not step.rounds:
        said = f"Before the first tree the answer is the mean {target_title(data)} of all rows, "
        said += f"{t.figure(step.model.base)}."
        return Story(said, MEAN, (), (Number("mean square of the residuals", mean_square(step.residuals)),))
    before, after = mean_square(step.rounds[-1].residuals), mean_square(step.residuals)
    tree, count = step.rounds[-1].tree, len(step.rounds)
    name = data.columns[int(tree.attribute[0])].name
    size = counted(leaves(tree), "leaf", "leaves")
    said = f"Tree {count} is fitted to the residuals; it asks {name} first and has {size}."
    told = (
        Number("mean square of the residuals before", before),
        Number("mean square of the residuals", after),
        Number("largest residual", float(np.abs(step.residuals).max())),
    )
    checks = (Check("the mean square of the residuals does not rise", after <= before * (1 + 1e-9)),)
    return Story(said, STEP, _worked(step, data), told, (), checks)


def _worked(step: Step, data: Dataset) -> tuple[str, ...]:
    """The row with the largest residual before this tree: what is added for it."""
    now = step.rounds[-1]
    row = int(np.abs(now.residuals).argmax())
    t, r = float(targets(data)[row]), float(now.residuals[row])
    add, rate = float(now.tree.predict(data.X[[row]])[0]), step.model.rate
    f = t - r
    return (
        f"row {data.row_name(row)}: r = {taken(t, f)}",
        f"f ← {taken(f, -rate * add)}",
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """What the trees add up to at a point."""
    found = float(step.model.predict(x[None])[0])
    trees, verb = counted(len(step.model.trees), "tree"), "adds" if len(step.model.trees) == 1 else "add"
    t = data.target_column
    said = f"The mean, {t.figure(step.model.base)}, and what {trees} {verb}: {t.figure(found)}."
    return Inquiry(Story(said, MEAN if not step.rounds else STEP, numbers=(Number("prediction", t.told(found)),)))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"mean square of the residuals": mean_square(step.residuals)}


def event(step: Step) -> Event | None:
    return Event("tree", "plain") if step.rounds else None
