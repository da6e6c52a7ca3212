"""What a step of the linear machine says: each score, the winner, the segment, and classes without a region."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.linear_machine.drawing import place_on
from engine.families.discriminants.linear_machine.loop import Params, Step
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import exceeds
from engine.maths.optimisation.room import room
from engine.models.linear import Hyperplane, Scores
from engine.parts.line import summed
from engine.parts.querying import with_place

GREATEST = (
    r"y_k(\mathbf{x}) = \mathbf{w}_k^\top\mathbf{x} + b_k, \quad \underset{k}{\mathrm{arg\,max}}\; y_k(\mathbf{x})"
)
BORDER = r"(\mathbf{w}_k - \mathbf{w}_j)^\top\mathbf{x} + (b_k - b_j) = 0"
SEGMENT = (
    r"\mathbf{x} = \alpha\,\mathbf{x}_A + (1 - \alpha)\,\mathbf{x}_B, \quad 0 \leq \alpha \leq 1 \;\Rightarrow\; "
    r"y_k(\mathbf{x}) = \alpha\,y_k(\mathbf{x}_A) + (1 - \alpha)\,y_k(\mathbf{x}_B) \geq y_j(\mathbf{x})"
)
PLACES = 101
"""Places of a segment whose class is checked."""
ASKED = 30
"""Of more classes than this it is not asked which have no region."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.stage](step, data, params)


def _given(step: Step, data: Dataset, params: Params) -> Story:
    names = [data.class_name(int(code)) for code in step.model.classes]
    rows = tuple((name, *row) for name, row in zip(names, step.model.packed, strict=True))
    table = Table("Weights, the bias first", ("class", "bias", *data.feature_names), rows)
    said = f"{len(names)} linear functions are given, one for each class. The class of the greatest wins; "
    said += "the border of two is flat, where they are equal."
    return Story(said, GREATEST + r", \quad " + BORDER, (), (Number("functions", len(names)),), (table,))


def _score(step: Step, data: Dataset, params: Params) -> Story:
    assert step.scores is not None
    k = len(step.scores) - 1
    name, best = data.class_name(int(step.model.classes[k])), int(np.argmax(step.scores))
    lead = data.class_name(int(step.model.classes[best]))
    said = f"Score {k + 1} of {len(step.model.classes)} of point {data.row_name(step.row)}: y of {name} is "
    said += f"{figure(step.scores[k])}. The greatest so far is that of {lead}."
    one = Hyperplane(step.model.weights[k], float(step.model.biases[k]))
    told = (Number(f"y of {name}", float(step.scores[k])), Number("greatest so far", float(step.scores[best])))
    return Story(said, GREATEST, (summed(one, data.X[step.row], f"y of {name}"),), told)


def _winner(step: Step, data: Dataset, params: Params) -> Story:
    assert step.scores is not None
    order = np.argsort(-step.scores, kind="stable")
    first, second = (data.class_name(int(step.model.classes[k])) for k in order[:2])
    lead = float(step.scores[order[0]] - step.scores[order[1]])
    said = f"Point {data.row_name(step.row)} is classified as {first}: its score is the greatest"
    said += f", {figure(lead)} ahead of {second}." if lead else f". {second} has the same: on a tie the first wins."
    names = [data.class_name(int(code)) for code in step.model.classes]
    rows = tuple((name, float(y)) for name, y in zip(names, step.scores, strict=True))
    told = (Number("greatest score", float(step.scores[order[0]])), Number("lead", lead, f"over {second}"))
    return Story(said, GREATEST, (), told, (Table("Scores", ("class", "y"), rows, int(order[0])),))


def _segment(step: Step, data: Dataset, params: Params) -> Story:
    name = data.class_name(int(step.model.predict(data.X[[step.row]])[0]))
    if step.other is None:
        return Story(f"No other point lies in the region of {name}, so there is no segment.", SEGMENT)
    alpha, called = params.alpha, _called_at(step, step.other, data, params.alpha)
    ends = f"xA is point {data.row_name(step.row)}, xB is point {data.row_name(step.other)}"
    others = data.class_name(int(step.model.predict(data.X[[step.other]])[0]))
    place = place_on(step, step.other, data, alpha)
    sum_of = f"x = {figure(alpha)}·{vector(data.X[step.row])} + {figure(1 - alpha)}·{vector(data.X[step.other])}"
    worked = with_place(f"{sum_of} = {vector(place)}", "x", data, place)
    told = [Number("α", alpha), Number("class at α", called)]
    if others != name:
        said = f"{ends}. They lie in two regions, {name} and {others}, so nothing is guaranteed between them."
        return Story(said, SEGMENT, worked, tuple(told))
    said = f"{ends}, both in the region of {name}. Every point between them, 0 ≤ α ≤ 1, is classified as {name} too: "
    said += "a region is convex, and so in one piece. "
    if 0 <= alpha <= 1:
        said += f"At α = {figure(alpha)} it is {called}."
    else:
        said += f"α = {figure(alpha)} lies beyond them, where nothing is guaranteed: there it is {called}."
    return Story(said, SEGMENT, worked, tuple(told), checks=_same_region(step, step.other, data))


def _called_at(step: Step, other: int, data: Dataset, alpha: float) -> str:
    return data.class_name(int(step.model.predict(place_on(step, other, data, alpha)[None])[0]))


def _same_region(step: Step, other: int, data: Dataset) -> tuple[Check, ...]:
    """That the score that wins at both ends is the greatest all along, but for rounding."""
    places = np.array([place_on(step, other, data, alpha) for alpha in np.linspace(0.0, 1.0, PLACES)])
    Y = step.model.decision_function(places)
    own = int(np.argmax(step.model.decision_function(data.X[[step.row]])[0]))
    terms = with_ones(np.abs(places)) @ np.abs(step.model.packed).max(axis=0)
    holds = not exceeds(Y.max(axis=1), Y[:, own], terms)
    return (Check(f"{PLACES} points between xA and xB have the same class", holds),)


def _regions(step: Step, data: Dataset, params: Params) -> Story:
    called = step.model.predict(data.X)
    names = [data.class_name(int(code)) for code in step.model.classes]
    said = f"{counted(step.wrong, 'point')} of {data.n:,} on the wrong side. Every region is convex and in one piece."
    without = [names[k] for k in regionless(step.model)]
    if without:
        are = "have no region: their scores are" if len(without) > 1 else "has no region: its score is"
        said += f" {', '.join(without)} {are} nowhere the greatest."
    top = np.sort(step.model.decision_function(data.X), axis=1)[:, -2:]
    ties = int((top[:, 0] == top[:, 1]).sum())
    rows = tuple(
        (name, int((data.codes == code).sum()), int((called == code).sum()))
        for name, code in zip(names, step.model.classes, strict=True)
    )
    told = (Number("wrong side", step.wrong), Number("points on a border", ties, "a tie goes to the first class"))
    return Story(said, GREATEST, (), told, (Table("Class by class", ("class", "points", "in its region"), rows),))


def regionless(model: Scores) -> list[int]:
    """The classes whose score is nowhere the greatest, not even in a small ball."""
    K, W = len(model.classes), model.packed
    if K > ASKED or not np.isfinite(W).all():
        return []
    return [k for k in range(K) if not room(model.weights, model.biases, k) > 1e-9]


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "given": _given,
    "score": _score,
    "winner": _winner,
    "segment": _segment,
    "regions": _regions,
}


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The scores of a point, and which is the greatest."""
    y = step.model.decision_function(x[None])[0]
    best = int(np.argmax(y))
    names = [data.class_name(int(code)) for code in step.model.classes]
    said = f"This point is classified as {names[best]}: its score {figure(y[best])} is the greatest."
    rows = tuple((name, float(value)) for name, value in zip(names, y, strict=True))
    told = (Number("greatest score", float(y[best])),)
    return Inquiry(Story(said, GREATEST, (), told, (Table("Scores of this point", ("class", "y"), rows, best),)))
