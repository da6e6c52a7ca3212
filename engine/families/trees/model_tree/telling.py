"""What a step of a model tree says: the line of a leaf, what it saves, and how far the answer jumps at the border."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, products_added, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.trees.model_tree.drawing import MANY, line_words, tree_of
from engine.families.trees.model_tree.loop import Params, Step, least_rows, numbers_of
from engine.families.trees.rules import way_to
from engine.models.tree import ModelTree
from engine.parts.over_feature import target_title
from engine.parts.trees.growing import asked_values, leaves, levels_of
from engine.parts.trees.tree_words import answers, cut_name

FORMULA = r"\underset{\mathbf{w},\, b}{\mathrm{arg\,min}} \sum_{n \in S} (t_n - \mathbf{w}^T \mathbf{x}_n - b)^2"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return _say_start(step, data, params) if step.rows is None else _say_leaf(step, step.rows, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    ends, least = counted(leaves(step.model), "leaf", "leaves"), counted(least_rows(data.d, params), "row")
    said = f"A regression tree is grown, with {ends} and no cut that leaves fewer than {least}; each answers its mean."
    return Story(said, FORMULA, numbers=_numbers(step, data, params))


def _say_leaf(step: Step, rows: np.ndarray, data: Dataset, params: Params) -> Story:
    tree, leaf = step.model, step.leaf
    subject = f"{way_to(tree, leaf, data)} ({counted(len(rows), 'row')})"
    if step.kind == "mean":
        mean = data.target_column.figure(tree.biases[leaf])
        said = f"{subject}: {_why_mean(rows, data)}, so the mean stays, {mean}.{_jump(step, data)}"
        return Story(said, FORMULA, numbers=_numbers(step, data, params))
    said = f"{subject}: the line is fitted, {target_title(data)} = {line_words(tree, leaf, data)}.{_jump(step, data)}"
    settled = 1 - step.after / (step.before or 1.0)
    left, whole = shown(settled, lambda a, b: 1 - a / (b or 1.0), step.after, step.before)
    share = f"R² = 1 − {left} / {whole} = {figure(settled)}"
    assert data.y is not None
    X = asked_values(data)[rows]
    left_over = data.y[rows] - tree.predict(X)
    size = float(np.abs(tree.weights[leaf] * X).sum() + len(rows) * abs(tree.biases[leaf]))
    checks = (
        Check("the squared errors of the leaf do not rise", step.after <= step.before + 1e-12 * size**2),
        Check("what is left over adds up to 0", abs(float(left_over.sum())) <= 1e-9 * size),
    )
    weights = tuple((data.columns[j].name, float(tree.weights[leaf, j])) for j in numbers_of(data).tolist())
    table = Table("The line", ("feature", "weight"), (*weights, ("bias", float(tree.biases[leaf]))))
    return Story(said, FORMULA, (share,) * (step.before > 0), _numbers(step, data, params), (table,), checks)


def _why_mean(rows: np.ndarray, data: Dataset) -> str:
    """Why a leaf of these rows has no line."""
    numbers = len(numbers_of(data))
    if not numbers:
        return "no feature is a number that a line could be over"
    return "these are too few for a line" if len(rows) < numbers + 2 else "a feature does not vary on its own here"


def jump(tree: ModelTree, leaf: int, middle: np.ndarray) -> tuple[float, float, float] | None:
    """Where the cut above a leaf is, and the answers below and above it for a row (d,) in the middle of the leaf; None
    below a category.
    """
    above = int(tree.parent[leaf])
    if above < 0 or not tree.numeric[above]:
        return None
    asked, cut = int(tree.attribute[above]), float(tree.threshold[above])
    x = np.tile(middle, (2, 1))
    x[:, asked] = cut, np.nextafter(cut, np.inf)
    low, high = tree.predict(x).tolist()
    return cut, low, high


def middle_of(rows: np.ndarray, data: Dataset) -> np.ndarray:
    """(d,) the means of some rows, and of a category the most frequent level, the first on a tie."""
    X = asked_values(data)[rows]
    middle = X.mean(axis=0)
    for j, levels in levels_of(data).items():
        middle[j] = np.bincount(X[:, j].astype(np.intp), minlength=levels).argmax()
    return np.asarray(middle)


def _jump(step: Step, data: Dataset) -> str:
    """How far the answer jumps where the leaf ends."""
    assert step.rows is not None
    found = jump(step.model, step.leaf, middle_of(step.rows, data))
    if found is None:
        return ""
    cut, low, high = found
    column = data.columns[int(step.model.attribute[step.model.parent[step.leaf]])]
    others = "" if data.d == 1 else ", the other features at the means of the leaf"
    others += " and its most frequent levels" if levels_of(data) else ""
    told = data.target_column.figure
    where = f"{column.name} = {cut_name(column, cut)}{others}"
    return f" At {where}, the answer jumps from {told(low)} to {told(high)}."


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    return tuple(Number(name, value) for name, value in measure(step, data, params).items())


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The way of a row through the tree, and what the line says where it comes to rest."""
    tree, way = step.model, step.model.path(x)
    rest, answer = way[-1], float(step.model.predict(x)[0])
    pairs = [(w, value) for w, value in zip(tree.weights[rest].tolist(), x.tolist(), strict=True) if w]
    worked = (_line_worked(float(tree.biases[rest]), pairs, answer),) if 0 < len(pairs) < MANY else ()
    t, line = data.target_column, line_words(tree, rest, data) if pairs else "the mean there"
    said, told = f"{answers(tree, x, data)}: {t.figure(answer)}, {line}.", Number("prediction", t.told(answer))
    return Inquiry(Story(said, FORMULA, worked, (told,)), (tree_of(tree, data, way, way=True),))


def _line_worked(bias: float, pairs: list[tuple[float, float]], answer: float) -> str:
    """What a line says, from its bias, and its weights with the values that they are multiplied by."""
    weights, values = zip(*pairs, strict=True)
    *told, last = shown(answer, products_added, *weights, *values, bias)
    terms = " + ".join(f"{w}·{value}" for w, value in zip(told[: len(pairs)], told[len(pairs) :], strict=True))
    return f"y = {last} + {terms} = {figure(answer)}"


def auto(step: Step, params: Params) -> dict[str, float]:
    return {"min_leaf": step.model.weights.shape[1] + 2}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"squared errors": step.error}


def event(step: Step) -> Event | None:
    return {"line": Event("line", "boundary"), "mean": Event("mean", "ghost")}.get(step.kind)
