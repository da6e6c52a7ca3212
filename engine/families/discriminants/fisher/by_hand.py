"""What Fisher's discriminant says of a threshold that was put by hand: what it costs, beside those of the rules."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.drawing import split, values_along
from engine.families.discriminants.fisher.loop import Step
from engine.families.discriminants.fisher.ratio import looked_along
from engine.maths.algebra.scatter import criterion
from engine.maths.probability.threshold import RULES, cut
from engine.models.linear import HeldThreshold
from engine.parts.basis import in_basis

SIDES = r"y = \mathbf{w}^\top\mathbf{x} \geq \theta \;\Rightarrow\; \mathrm{class\ 2}"


def put_by_hand(step: Step, model: HeldThreshold, table: Dataset) -> Story:
    """Of the step that shows it first."""
    beyond = table.class_name(table.classes_present[1])
    begun = f"The threshold is set to {figure(-float(model.bias))} by hand; points beyond are classified as {beyond}"
    ending = " The run goes on to the best direction, and leaves the threshold as far from the mean of all points."
    return _story(step, model, table, begun, ending)


def left_by_hand(step: Step, model: HeldThreshold, table: Dataset) -> Story:
    """Of the last step, along the best direction."""
    begun = f"The threshold is {figure(-float(model.bias))}, as far from the mean of all points as it was put by hand"
    return _story(step, model, table, begun, "")


def _story(step: Step, model: HeldThreshold, table: Dataset, begun: str, ending: str) -> Story:
    place, names = -float(model.bias), [table.class_name(code) for code in table.classes_present]
    wrong, moments = mistakes(model, table), split(step, table)
    w, parts = looked_along(step)
    middle = figure(float(parts.mean @ w))
    said = f"{begun}: {counted(int(wrong.sum()), 'point')} of {table.n:,} on the wrong side, "
    said += f"{wrong[0]} of {names[0]} and {wrong[1]} of {names[1]}.{ending}"
    numbers = (
        Number("threshold", place, "by hand"),
        *(
            Number(f"wrong of {name}", int(few), f"of {many}")
            for name, few, many in zip(names, wrong, moments.counts, strict=True)
        ),
        *(Number(f"threshold by {rule}", cut(moments, rule)) for rule in RULES),
        Number("m1, m2", moments.means),
        Number("J", criterion(w, parts)),
    )
    worked = (
        f"θ − wᵀ m = {figure(place)} − {middle} = {figure(place - float(parts.mean @ w))}".replace("− −", "+ "),
        f"wrong = {wrong[0]} + {wrong[1]} = {wrong.sum()}",
    )
    return Story(
        said, in_basis(SIDES, step.basis), worked, numbers, (_beside_the_rules(step, table, place, int(wrong.sum())),)
    )


def mistakes(model: HeldThreshold, table: Dataset) -> np.ndarray:
    """(2,) how many points of the first class lie beyond the threshold, and how many of the second before it."""
    beyond, second = table.X @ model.weights + model.bias >= 0, table.codes == table.classes_present[1]
    return np.array([int((beyond & ~second).sum()), int((~beyond & second).sum())])


def _beside_the_rules(step: Step, table: Dataset, place: float, wrong: int) -> Table:
    """What every rule would have cost along the same direction."""
    values, second = values_along(step, table.X), table.codes == table.classes_present[1]
    rows: list[tuple[str, str, int]] = [("by hand", figure(place), wrong)]
    for rule in RULES:
        there = cut(split(step, table), rule)
        rows.append((rule, figure(there), int(((values >= there) != second).sum())))
    return Table("Errors of each rule", ("rule", "threshold", "wrong"), tuple(rows), 0)
