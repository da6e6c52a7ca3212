"""What a step of the linear discriminant says: of the line, of the leading 1, of each product, and of f."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, enough, figure, signed, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.linear_discriminant.activating import FORMULAS, activated, inverse, levels
from engine.families.discriminants.linear_discriminant.drawing import rest
from engine.families.discriminants.linear_discriminant.loop import Params, Step
from engine.maths.algebra.affine import activations, with_ones
from engine.maths.algebra.agreement import agree
from engine.models.linear import Hyperplane
from engine.parts.line import asked, distances, length, parts_table, worked

VALUE = r"y = \mathbf{w}^\top\mathbf{x} + b"
LIFT = (
    r"\tilde{\mathbf{x}} = (1, \mathbf{x}^\top)^\top, \quad \tilde{\mathbf{w}} = (b, \mathbf{w}^\top)^\top, \quad "
    r"y = \tilde{\mathbf{w}}^\top\tilde{\mathbf{x}}"
)
LEVEL = r"f(\mathbf{w}^\top\mathbf{x} + b) = c \;\Leftrightarrow\; \mathbf{w}^\top\mathbf{x} + b = f^{-1}(c)"
NO_BOUNDARY = "All weights are 0, so y is the same everywhere and there is no boundary."


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.stage](step, data, params)


def _given(step: Step, data: Dataset, params: Params) -> Story:
    line, names = step.model, _names(step.model, data)
    said = f"A line is given. {names[1]} lies where y {params.at_zero} 0, and {names[0]} elsewhere."
    if not line.weights.any():
        said = f"{NO_BOUNDARY} Type other weights."
    told = [Number("‖w‖", length(line.weights))]
    if line.weights.any():
        told.append(Number("boundary from the origin", -float(line.bias) / length(line.weights), "−b / ‖w‖"))
    return Story(said, VALUE, (f"w = {vector(line.weights)},  b = {figure(line.bias)}",), tuple(told))


def _names(line: Hyperplane, data: Dataset) -> tuple[str, str]:
    return data.class_name(line.classes[0]), data.class_name(line.classes[1])


def _augmented(step: Step, data: Dataset, params: Params) -> Story:
    line, x = step.model, data.X[step.row]
    said = f"Every point gets a leading 1, and the bias is the weight of it: weight 0.{_constant(data)}"
    names = ("bias", *data.feature_names)
    rows = zip(names, line.packed, with_ones(x), strict=True)
    plain, whole = activations(data.X, line.weights, line.bias), data.design @ line.packed
    sizes = np.abs(data.design) @ np.abs(line.packed)
    return Story(
        said,
        LIFT,
        (f"x̃ = {vector(with_ones(x))}", f"w̃ = {vector(line.packed)}, the bias first"),
        (Number("weights", data.d + 1, "the bias is one of them"),),
        (Table(f"Point {data.row_name(step.row)} with its leading 1", ("weight of", "w̃", "x̃"), tuple(rows)),),
        (Check("w̃ · x̃ is w · x + b for every point", agree(plain, whole, sizes)),),
    )


def _constant(data: Dataset) -> str:
    """The warning that a column is as constant as the leading 1."""
    still = np.flatnonzero(data.X.min(axis=0) == data.X.max(axis=0))
    if not len(still):
        return ""
    names = [data.feature_names[int(j)] for j in still[:3]]
    more = " and others" if len(still) > 3 else ""
    return (
        f" Warning: {', '.join(names)}{more} never changes, and is a multiple of the leading 1: "
        f"{figure(data.X[0, still[0]])}: one of the two is too many, and the bias is not determined by the data."
    )


def _product(step: Step, data: Dataset, params: Params) -> Story:
    line, x, place = step.model, with_ones(data.X[step.row]), step.products - 1
    name = ("the bias", *data.feature_names)[place]
    w, factor = float(line.packed[place]), float(x[place])
    before = float(np.cumsum([0.0, *(line.packed * x)])[place])
    digits = enough(step.y, lambda sum_of, one, other: sum_of + one * other, before, w, factor)
    total = f"{figure(before, digits)} {signed(w, digits)}·{figure(factor, digits)} = {figure(step.y)}"
    what = "times the leading 1" if place == 0 else "times its value"
    said = f"Product {step.products} of {len(x)}: the weight of {name} {what} adds {figure(w * factor)}."
    if place == 0:
        said = f"Product 1 of {len(x)}: the bias {what} adds {figure(w)}."
    return Story(
        said,
        VALUE,
        (f"sum ← {total}",),
        (Number("w", w), Number("x", factor), Number("w x", w * factor), Number("y so far", step.y)),
        (parts_table(line, data, data.X[step.row]),),
    )


def _class(step: Step, data: Dataset, params: Params) -> Story:
    line, names = step.model, _names(step.model, data)
    called = data.class_name(int(line.predict(data.X[[step.row]])[0]))
    beside = {"≥": ">", ">": "≥"}[params.at_zero]
    exact = f"y is exactly 0: with y {params.at_zero} 0 it is {called}, with y {beside} 0 it would be the other."
    side = f"y = {figure(step.y)}, so it is classified as {called}."
    said = f"Point {data.row_name(step.row)}: {side if step.y else exact} "
    said += f"A point with y = 0 belongs to {names[1] if params.at_zero == '≥' else names[0]}: that is a convention."
    if not line.weights.any():
        said += f" {NO_BOUNDARY}"
    return Story(
        said,
        rf"y {AT_ZERO[params.at_zero]} 0 \;\Rightarrow\; \mathrm{{upper\ class}}, \quad " + VALUE,
        worked(line, data.X[step.row]),
        distances(line, data.X[step.row]),
        (parts_table(line, data, data.X[step.row]),),
    )


AT_ZERO = {"≥": r"\geq", ">": ">"}


def _activation(step: Step, data: Dataset, params: Params) -> Story:
    name, line = params.activation, step.model
    f = float(activated(np.array([step.y]), name, params.at_zero)[0])
    shown = levels(name, activations(data.X, line.weights, line.bias)) if line.weights.any() else ()
    lines = [f"f({figure(step.y)}) = {figure(f)}"]
    lines += [f"f⁻¹({figure(c)}) = {figure(inverse(c, name))}" for c in shown]
    rows = tuple((c, inverse(c, name), inverse(c, name) / length(line.weights)) for c in shown)
    table = Table("Level lines", ("f(y) = c", "y", "distance from the boundary"), rows)
    told = (Number("y", step.y), Number("f(y)", f), Number("f on the boundary", rest(params)))
    return Story(
        _bent(name, line, params), FORMULAS[name] + r", \quad " + LEVEL, tuple(lines), told, (table,) if rows else ()
    )


def _bent(name: str, line: Hyperplane, params: Params) -> str:
    """That f does not bend the boundary, and what it does."""
    if not line.weights.any():
        return f"f = {name}. {NO_BOUNDARY} So f(y) is constant, and has no level line."
    if name == "step":
        return (
            "f = step: constant on either side, so its only border is the jump, and that is where y = 0: "
            "the boundary stays. A constant f would leave no boundary at all."
        )
    bent = "" if name == "identity" else ", though f is not linear in the weights"
    return (
        f"f = {name} rises with y, so f(y) = c is where y = f⁻¹(c): straight lines beside the boundary. "
        f"The boundary itself, f(y) = {figure(rest(params))}, stays where it was: linear in x{bent}."
    )


def _classified(step: Step, data: Dataset, params: Params) -> Story:
    y = activations(data.X, step.model.weights, step.model.bias)
    on_it = int((y == 0).sum())
    names = _names(step.model, data)
    said = f"{counted(step.wrong, 'point')} of {data.n:,} on the wrong side."
    said += f" {counted(on_it, 'point lies', 'points lie')} exactly on the line"
    said += f", where y = 0, and {'is' if on_it == 1 else 'are'} called {names[1 if params.at_zero == '≥' else 0]}."
    told = (Number("wrong side", step.wrong), Number("exactly on the line", on_it, f"y {params.at_zero} 0 is in force"))
    return Story(said, VALUE, (), told)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "given": _given,
    "augmented": _augmented,
    "product": _product,
    "class": _class,
    "activation": _activation,
    "classified": _classified,
}


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The side of the line a point lies on, how far from it, and what f makes of it."""
    y = activations(x[None], step.model.weights, step.model.bias)
    f = float(activated(y, params.activation, params.at_zero)[0])
    return asked(step.model, data, x, more=(Number("f(y)", f, params.activation),))
