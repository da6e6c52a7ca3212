"""What a step of the cosine says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import bracketed, counted, divided, enough, figure, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distances.cosine_similarity.drawing import coordinate
from engine.families.distances.cosine_similarity.loop import ROWS, Params, Step, columns
from engine.maths.algebra.agreement import agree, cleared

DOT = r"\mathbf{a} \cdot \mathbf{b} = \sum_d a_d b_d"
LENGTH = r"\|\mathbf{a}\| = \sqrt{\sum_d a_d^2}"
COSINE = r"\cos \theta = \frac{\mathbf{a} \cdot \mathbf{b}}{\|\mathbf{a}\|\, \|\mathbf{b}\|}"
PEARSON = (
    r"r = \frac{(\mathbf{a} - \bar{a}) \cdot (\mathbf{b} - \bar{b})}"
    r"{\|\mathbf{a} - \bar{a}\|\, \|\mathbf{b} - \bar{b}\|}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    if params.of == ROWS:
        said = f"Vector a is {vector(step.raw[0])}, b is {vector(step.raw[1])}: arrows from the origin to two points."
    else:
        names = [data.columns[j].title for j in columns(data, params)]
        said = (
            f"Column {names[0]} is the vector a, {names[1]} b, with {counted(data.n, 'coordinate')}, one for each row."
        )
    told: tuple[Number, ...] = (Number("coordinates D", len(step.a)),)
    if params.centre:
        means = [float(one.mean()) for one in step.raw]
        said += f" From each the mean of its coordinates is subtracted, {figure(means[0])} and {figure(means[1])}."
        told += (Number("a − mean", step.a), Number("b − mean", step.b))
    return Story(said, DOT, (), told)


def _product(step: Step, data: Dataset, params: Params) -> Story:
    j, new = step.done - 1, step.done - step.before
    total = running(step)
    told = (Number("sum so far", total), Number("coordinates done", step.done))
    if new > 1:
        return Story(f"{new} more products are added.", DOT, (), told)
    a, b, product = float(step.a[j]), float(step.b[j]), float(step.products[j])
    digits = enough(product, lambda one, other: one * other, a, b)
    line = f"product = {bracketed(figure(a, digits))}·{bracketed(figure(b, digits))} = {figure(product)}"
    sign = "the same sign, so the product is positive" if product > 0 else "different signs, so the product is negative"
    said = f"{coordinate(data, params, j)}: a and b have {sign}."
    if not product:
        said = f"{coordinate(data, params, j)} is 0 in a or b, and adds nothing."
    return Story(said, DOT, (line,), told)


def running(step: Step) -> float:
    """The sum of the products so far, and 0 in place of what rounding leaves."""
    return float(cleared(step.total, np.abs(step.products[: step.done]).sum()))


def _lengths(step: Step, data: Dataset, params: Params) -> Story:
    assert step.lengths is not None
    said = "The dot product grows with the lengths of both vectors, so it is divided by them."
    if not step.lengths.all():
        name = "a" if step.lengths[0] == 0 else "b"
        said = f"The vector {name} is the zero vector: it points nowhere, so there is no angle."
        if params.centre:
            said = f"All coordinates of {name} are the same: centred it is the zero vector, and there is no angle."
    lines = []
    for name, values, length in zip("ab", (step.a, step.b), step.lengths.tolist(), strict=True):
        square = float(values @ values)
        n = enough(length, np.sqrt, square)
        lines.append(f"‖{name}‖ = √{figure(square, n)} = {figure(length)}")
    told = (Number("a · b", dot(step)), Number("‖a‖", float(step.lengths[0])), Number("‖b‖", float(step.lengths[1])))
    return Story(said, LENGTH, tuple(lines), told)


def dot(step: Step) -> float:
    """a · b, and 0 in place of what rounding leaves."""
    return float(cleared(step.dot, np.abs(step.products).sum()))


def _cosine(step: Step, data: Dataset, params: Params) -> Story:
    assert step.cosine is not None and step.angle is not None and step.lengths is not None
    cosine = exact(step)
    said = f"The angle is {figure(step.angle)} degrees: {_direction(cosine)} Longer vectors have the same angle."
    line = f"cos θ = {divided(dot(step), float(step.lengths[0] * step.lengths[1]))}"
    told = (Number("cos θ", cosine), Number("θ in degrees", step.angle), Number("cosine distance", 1 - cosine))
    inside = Check("cos θ is between −1 and 1", -1 <= step.cosine <= 1)
    return Story(said, COSINE, (line,), told, (), (inside,))


def exact(step: Step) -> float:
    """cos θ, and 0 where the dot product is."""
    assert step.cosine is not None
    return step.cosine if dot(step) else 0.0


def _direction(cosine: float) -> str:
    """What a cosine says of the directions."""
    if cosine == 0:
        return "the vectors are orthogonal."
    if agree(abs(cosine), 1.0, 1.0):
        return "they point the same way." if cosine > 0 else "they point opposite ways."
    return "they point to the same side." if cosine > 0 else "they point to different sides."


def _beside(step: Step, data: Dataset, params: Params) -> Story:
    raw, centred = (step.other, step.cosine) if params.centre else (step.cosine, step.other)
    told = tuple(
        Number(name, value) for name, value in (("cos θ as they are", raw), ("cos θ centred", centred))
        if value is not None
    )  # fmt: skip
    if centred is None:
        said = "Centred, one of the two is the zero vector, as all of its coordinates are the same: r is undefined."
        return Story(said, PEARSON, (), told)
    scores = from_scores(step)
    said = (
        f"Centred first, the cosine is Pearson's correlation r = {figure(centred)}: "
        "the average product of the standard scores is the same number."
    )
    if raw is None:
        said += " As they are, one of the two is the zero vector, and has no angle."
    told += (Number("r from standard scores", scores), Number("difference", float(cleared(centred - scores, 1.0))))
    same = Check("the cosine centred is r", agree(centred, scores, 1.0))
    return Story(said, PEARSON, (), told, (), (same,))


def from_scores(step: Step) -> float:
    """r once more: Σ z(a) z(b) / (D − 1) with standard scores z."""
    divisor = len(step.a) - 1
    s = np.sqrt((step.centred**2).sum(axis=1) / divisor)
    z = step.centred / s[:, None]
    return float((z[0] * z[1]).sum() / divisor)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "product": _product, "lengths": _lengths, "cosine": _cosine, "beside": _beside,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"sum of the products": running(step)} if step.part == "product" else {}


def event(step: Step) -> Event | None:
    return Event("angle", "best") if step.part == "cosine" else None
