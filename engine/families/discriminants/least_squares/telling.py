"""What least squares says: of the coding, the equations, the weights, and of outputs that are no probabilities."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import ROUNDING, counted, figure, inner, joined, signed, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.least_squares import beside
from engine.families.discriminants.least_squares.drawing import (
    CELLS,
    normal_matrices,
    output_names,
    output_values,
    outputs_at,
    range_of,
    range_words,
    strangest,
)
from engine.families.discriminants.least_squares.loop import Params, Step, targets
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import agree, cleared
from engine.models.linear import Hyperplane, Scores
from engine.parts import line
from engine.parts.basis import expanded, in_basis

OUTPUTS = r"\mathbf{y}(\mathbf{x}) = \tilde{W}^\top\tilde{\mathbf{x}}, \quad "
SIGN = r"\mathrm{sign}(\mathbf{w}^\top\mathbf{x} + b)"
WINNER = r"\underset{k}{\mathrm{arg\,max}}\; y_k(\mathbf{x})"
NORMAL = r"(\tilde{X}^\top\tilde{X} + \lambda I)\,\tilde{W} = \tilde{X}^\top T"
ERROR = r"E = \frac{1}{2}\,\mathrm{Tr}\left\{(\tilde{X}\tilde{W} - T)^\top(\tilde{X}\tilde{W} - T)\right\}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.stage](step, data, params, targets(data, params))


def _targets(step: Step, data: Dataset, params: Params, T: np.ndarray) -> Story:
    names, classes = [data.class_name(code) for code in data.classes_present], data.classes_present
    if params.coding == "1 of K":
        rule = f"Each of the {len(names)} classes gets a column, with 1 for its own rows and 0 for the others"
        rows = tuple((name, *np.eye(len(names))[k]) for k, name in enumerate(names[:12]))
        table = Table("Coding", ("class", *names), rows)
        formula = r"t_{nk} = [\,y_n = k\,]"
    else:
        low, high = range_of(params.coding)
        rule = line.coded(data, figure(low), figure(high))
        table = Table("Coding", ("class", "t"), ((names[0], low), (names[1], high)))
        formula = r"t_n \in \{-1, +1\}" if params.coding == "±1" else r"t_n \in \{0, 1\}"
    counts = tuple(Number(f"rows of {data.class_name(code)}", int((data.codes == code).sum())) for code in classes[:12])
    return Story(f"The classes become numbers. {rule}.", formula, numbers=counts, tables=(table,))


def _normal(step: Step, data: Dataset, params: Params, T: np.ndarray) -> Story:
    table = expanded(data, step.basis)
    M = table.d + 1
    held = "" if not params.penalty else f" λ = {figure(params.penalty)} is added to the diagonal"
    if held:
        held += ", that of the bias too." if params.penalise_bias else ", but not for the bias."
    least = "error and penalty together are least, their" if params.penalty else "error is least, its"
    said = (
        f"Where the squared {least} slope is 0: that gives as many equations as weights, "
        f"{M} for each of {counted(T.shape[1], 'output')}.{held} They are solved by an orthogonal "
        "factorisation, without forming the inverse."
    )
    worked: tuple[str, ...] = ()
    if M <= CELLS:
        left, right = normal_matrices(table, T, params)
        worked = (f"first row: {vector(left[0])} · W = {vector(right[0])}",)
    told = (Number("equations", M), Number("rows", data.n), Number("outputs", T.shape[1]))
    return Story(said, in_basis(NORMAL, step.basis), worked, told)


def _solved(step: Step, data: Dataset, params: Params, T: np.ndarray) -> Story:
    assert step.weights is not None and step.error is not None
    M = len(step.weights)
    said = f"The weights are found: half the squared error is {figure(step.error)}."
    if step.rank < M:
        said += f" {_why_many(step, data, M)} Of all weights with this error, those of least norm are taken."
    names = ("bias", *line.names_of(step.basis, data))
    columns = tuple(f"w of {name}" for name in output_names(data, params.coding)) if T.shape[1] > 1 else ("w",)
    rows = tuple((name, *row) for name, row in zip(names, step.weights, strict=True))
    told = [Number("E", step.error, "½ Σ (y − t)²"), Number("rank", step.rank, f"of {M}")]
    if params.penalty:
        held = step.weights if params.penalise_bias else step.weights[1:]
        told.append(Number("E + penalty", step.error + 0.5 * params.penalty * float((held**2).sum())))
    return Story(
        said,
        in_basis(NORMAL + r", \quad " + ERROR, step.basis),
        (
            f"w of the first output = {vector(step.weights[:, 0])}, the bias first",
            *_first_equation(step.weights[:, 0], expanded(data, step.basis), T, params),
        ),
        tuple(told),
        (Table("Weights", ("weight of", *columns), rows),),
        _slope_check(step.weights, expanded(data, step.basis).X, T, params),
    )


def _first_equation(w: np.ndarray, table: Dataset, T: np.ndarray, params: Params) -> tuple[str, ...]:
    """That of the bias, with the weights (M + 1,) of the first output put in."""
    if len(w) > CELLS:
        return ()
    left, right = normal_matrices(table, T, params)
    return (f"first equation: {inner(left[0], w, float(right[0, 0]))}",)


def _slope_check(weights: np.ndarray, X: np.ndarray, T: np.ndarray, params: Params) -> tuple[Check, ...]:
    """What is left over is perpendicular to every column: the slope of the error is 0."""
    if params.penalty:
        return ()
    Phi = with_ones(X)
    size = float(np.abs(Phi).max())  # of all rows: a factorisation rounds none by its own size
    longest = size * np.abs(weights).max(axis=0) * len(weights)
    terms = len(Phi) * (longest + np.abs(T).max(axis=0))
    none = agree((Phi / size).T @ (Phi @ weights - T), 0.0, terms)
    return (Check("the residuals are orthogonal to every column", none),)


def _why_many(step: Step, data: Dataset, M: int) -> str:
    table = expanded(data, step.basis)
    if data.n < M:
        return f"There are {M} weights for {counted(data.n, 'point')}: the rank is {step.rank}."
    still = np.flatnonzero(table.X.min(axis=0) == table.X.max(axis=0))
    if len(still):
        return f"{table.feature_names[still[0]]} never changes, as the bias: the rank is {step.rank} of {M}."
    return f"A column is a sum of others, or nearly: the rank is {step.rank} of {M}."


def _classified(step: Step, data: Dataset, params: Params, T: np.ndarray) -> Story:
    model = step.model
    assert model is not None
    Y = output_values(model, data.X, params.coding)
    low, high = range_of(params.coding)
    outside = int(((low - Y > ROUNDING) | (Y - high > ROUNDING)).sum())
    said = f"{counted(step.wrong, 'point')} of {data.n:,} on the wrong side."
    if hidden := masked(model, data):
        said += f" {_masked_words([data.class_name(code) for code in hidden], outputs=Y.shape[1])}"
    if outside:
        said += f" {counted(outside, 'output lies', 'outputs lie')} outside {range_words(params.coding)}: "
        said += "outputs are no probabilities."
    assert step.weights is not None
    Y = cleared(Y, with_ones(np.abs(expanded(data, step.basis).X)) @ np.abs(step.weights))
    row, easy = strangest(Y, params.coding), too_right(Y, T, params.coding)
    if len(easy):
        said += (
            f" {counted(len(easy), 'point is', 'points are')} beyond the target on the right side, and still penalised."
        )
    return Story(
        said + beside.said(data, params),
        in_basis(OUTPUTS + (WINNER if Y.shape[1] > 1 else SIGN), step.basis),
        (
            f"farthest off: point {data.row_name(row)}, y = {vector(Y[row])}",
            *_sum_worked(Y[row]),
            *beside.worked(data, params),
        ),
        (*_classified_numbers(Y, outside, step, params), _punished(Y, T, easy)),
        (_by_class(model, data), *beside.compared(model, data, params)),
        _sum_check(model, data, Y, params),
    )


def too_right(Y: np.ndarray, T: np.ndarray, coding: str) -> np.ndarray:
    """The rows whose own output lies beyond its target, on the far side of the other target."""
    own = np.argmax(T, axis=1) if T.shape[1] > 1 else np.zeros(len(T), np.intp)
    y, t = Y[np.arange(len(T)), own], T[np.arange(len(T)), own]
    return np.flatnonzero(np.where(t > 0.5, y - t, t - y) > ROUNDING)


def _punished(Y: np.ndarray, T: np.ndarray, easy: np.ndarray) -> Number:
    """What the squared error takes for points that are more than right."""
    return Number("of E from points beyond the target", 0.5 * float(((Y[easy] - T[easy]) ** 2).sum()))


def _masked_words(names: list[str], outputs: int) -> str:
    is_masked = f"{joined(names)} {'is' if len(names) == 1 else 'are'} masked:"
    if outputs == 1:
        return f"{is_masked} none of its points lies on its side."
    if len(names) == 1:
        return f"{is_masked} its output is the greatest at none of its points."
    return f"{is_masked} their outputs are the greatest at none of their points."


def _sum_worked(y: np.ndarray) -> tuple[str, ...]:
    """The sum of the outputs (K,) of a row, written out where they are few."""
    if not 1 < len(y) <= line.SHOWN:
        return ()
    terms = " ".join(signed(value) for value in y).removeprefix("+ ")
    return (f"their sum = {terms} = {figure(y.sum())}",)


def _classified_numbers(Y: np.ndarray, outside: int, step: Step, params: Params) -> tuple[Number, ...]:
    told = [Number("points on the wrong side", step.wrong), Number("least output", float(Y.min()))]
    told += [Number("greatest output", float(Y.max()))]
    told += [Number("outputs outside", outside, f"{range_words(params.coding)}, of {Y.size}")]
    if Y.shape[1] == 1:
        level = {"±1": "0", "0/1": "½"}[params.coding]
        told.append(Number("boundary at", f"y = {level}", "±1 and 0/1 give the same one"))
    return tuple(told)


def _sum_check(model: Hyperplane | Scores, data: Dataset, Y: np.ndarray, params: Params) -> tuple[Check, ...]:
    """The targets of a row sum to 1, and the bias can fit a constant exactly; not so a bias that is held near 0."""
    if isinstance(model, Hyperplane) or (params.penalty and params.penalise_bias):
        return ()
    terms = 1.0 + np.abs(with_ones(expanded(data, model.basis).X)) @ np.abs(model.packed).sum(axis=0)
    return (Check("the outputs of every row sum to 1", agree(Y.sum(axis=1), 1.0, terms.max())),)


def masked(model: Hyperplane | Scores, data: Dataset) -> tuple[int, ...]:
    """The classes that win none of their own rows."""
    right = model.predict(data.X) == data.codes
    return tuple(code for code in data.classes_present if not right[data.codes == code].any())


def _by_class(model: Hyperplane | Scores, data: Dataset) -> Table:
    answers, rows = model.predict(data.X), []
    for code in data.classes_present:
        mine, given = data.codes == code, answers == code
        rows.append((data.class_name(code), int(mine.sum()), int((mine & ~given).sum()), int(given.sum())))
    return Table("Class by class", ("class", "points", "wrong", "answers given"), tuple(rows))


TOLD: dict[str, Callable[[Step, Dataset, Params, np.ndarray], Story]] = {
    "targets": _targets,
    "normal": _normal,
    "solved": _solved,
    "classified": _classified,
}


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The outputs of a point and their sum; for one output, the geometry of its boundary."""
    return None if step.model is None else asked(step.model, data, params, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.error is None:
        return {}
    told = {"half the squared error": step.error}
    return told | {"points on the wrong side": step.wrong} if step.stage == "classified" else told


def event(step: Step) -> Event | None:
    return Event("solved", "best") if step.stage == "solved" else None


# -- of one point ------------------------------------------------------------------------------------------------------


def asked(model: Hyperplane | Scores, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The outputs of the point x (d,), their sum, and which wins."""
    y = output_values(model, x[None], params.coding)[0]
    if isinstance(model, Hyperplane):
        low, high = range_of(params.coding)
        off = (
            ""
            if low - ROUNDING <= y[0] <= high + ROUNDING
            else f"Its output {figure(y[0])} lies outside {range_words(params.coding)}."
        )
        return line.asked(model, data, x, off, (Number("output", float(y[0])),))
    names = output_names(data, "1 of K")
    order = np.argsort(-y, kind="stable")
    said = f"This point is classified as {names[order[0]]}: its output {figure(y[order[0]])} is the greatest."
    if y.min() < -ROUNDING or y.max() > 1 + ROUNDING:
        said += " An output outside 0 to 1 is no probability."
    told = [Number(f"y of {name}", float(value)) for name, value in zip(names, y, strict=True)]
    told.append(Number("sum", float(y.sum())))
    between = Hyperplane(
        model.weights[order[0]] - model.weights[order[1]],
        float(model.biases[order[0]] - model.biases[order[1]]),
        (int(model.classes[order[1]]), int(model.classes[order[0]])),
        model.basis,
    )
    title = f"y of {names[order[0]]} less y of {names[order[1]]}"
    told.append(Number("distance to the boundary", line.reach(between, x), f"with {names[order[1]]}"))
    story = Story(
        said,
        in_basis(OUTPUTS + WINNER, model.basis),
        line.worked(between, x, title),
        tuple(number for number in told if np.isfinite(number.value)),
        (line.parts_table(between, data, x, title),),
    )
    return Inquiry(story, (*line.perpendicular(between, x), *outputs_at(model, data, x, params.coding)))
