"""Perceptron: turn the line whenever a point falls on its wrong side.   (Rosenblatt 1958)

    a = w · x + b          mistake when  t a ≤ 0          w ← w + η t x,   b ← b + η t          t ∈ {−1, +1}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core import needs
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Bars, Line, Mark, Points, Region, Surface
from engine.core.models import Hyperplane
from engine.core.params import choice, real, whole
from engine.core.snapshot import snapshot
from engine.core.story import Number, Story, Table, counted, figure, signed, vector
from engine.data.dataset import Dataset
from engine.maths.affine import activations
from engine.maths.targets import signs, two_classes


@dataclass(frozen=True)
class Params:
    rate: float = real(1.0, low=1e-6, high=10.0, log=True, symbol=r"\eta", help="size of one correction")
    epochs: int = whole(100, low=1, high=10_000, log=True, help="passes over the data before giving up")
    stop_at: str = choice("mistakes", ("mistakes", "examples"), help="stop at each mistake, or at every example")
    order: str = choice("as given", ("as given", "shuffled"), help="the order in which a pass presents the examples")
    at_zero: str = choice("mistake", ("mistake", "+1", "-1"), help="what an activation of 0 counts as in training")


@snapshot
class Step:
    """One example presented: the line before and after it. At the start no example has been presented."""

    model: Hyperplane
    before: Hyperplane
    sample: int | None  # the row presented
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows on the wrong side of the line now
    best: Hyperplane  # the line with the fewest rows on its wrong side so far
    best_wrong: int


def corrected(plane: Hyperplane, x: np.ndarray, t: float, rate: float) -> Hyperplane:
    """The update rule: w + η t x, b + η t."""
    return Hyperplane(plane.weights + rate * t * x, float(plane.bias + rate * t), plane.classes)


def is_mistake(activation: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> np.ndarray:
    """Which activations are not on the right side for their targets; 0 by the stated convention."""
    right_at_zero = {"mistake": 0.0, "+1": 1.0, "-1": -1.0}[at_zero]
    return np.asarray(~(t * activation > 0) & ~((activation == 0) & (t == right_at_zero)))


def criterion(plane: Hyperplane, X: np.ndarray, t: np.ndarray) -> float:
    """The perceptron criterion E_P = −Σ t a over the mistakes; 0 when there is none."""
    margins = t * activations(X, plane.weights, plane.bias)
    return float(-margins[margins < 0].sum())


def next_mistake(plane: Hyperplane, X: np.ndarray, t: np.ndarray, position: int, at_zero: str) -> int:
    """The first mistake from `position` on, or len(X); looked for in stretches that double in length."""
    length = 16
    while position < len(X):
        stretch = slice(position, position + length)
        wrong = is_mistake(activations(X[stretch], plane.weights, plane.bias), t[stretch], at_zero)
        if wrong.any():
            return position + int(np.argmax(wrong))
        position, length = position + length, 2 * length
    return len(X)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    X, t = data.X, signs(data)
    plane = best = _beginning(data, start)
    wrong = best_wrong = errors(plane, X, t, params.at_zero)
    mistakes = 0
    seen: dict[bytes, int] = {}
    cycle = 0
    yield Step(plane, plane, None, False, 0, mistakes, wrong, best, best_wrong)
    for epoch in range(1, params.epochs + 1):
        cycle = cycle or epoch - seen.setdefault(_place(plane), epoch)
        order = np.arange(data.n) if params.order == "as given" else rng.permutation(data.n)
        shown, targets = X[order], t[order]
        clean = True
        position = 0
        while position < data.n:
            mistake_at = next_mistake(plane, shown, targets, position, params.at_zero)
            if params.stop_at == "examples":
                for passed in range(position, mistake_at):
                    yield Step(plane, plane, int(order[passed]), False, epoch, mistakes, wrong, best, best_wrong)
            if mistake_at == data.n:
                break
            before, plane = plane, corrected(plane, shown[mistake_at], targets[mistake_at], params.rate)
            clean, mistakes = False, mistakes + 1
            wrong = errors(plane, X, t, params.at_zero)
            if wrong < best_wrong:
                best, best_wrong = plane, wrong
            yield Step(plane, before, int(order[mistake_at]), True, epoch, mistakes, wrong, best, best_wrong)
            position = mistake_at + 1
        if clean:
            corrections = counted(mistakes, "correction")
            return Ending.converged(f"Pass {epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, best_wrong, cycle if params.order == "as given" else 0))


def _beginning(data: Dataset, start: Hyperplane | None) -> Hyperplane:
    given = start or Hyperplane(np.zeros(data.d), 0.0)
    return Hyperplane(given.weights, float(given.bias), two_classes(data))


def _place(plane: Hyperplane) -> bytes:
    return np.append(plane.weights, plane.bias).tobytes()


def errors(plane: Hyperplane, X: np.ndarray, t: np.ndarray, at_zero: str = "mistake") -> int:
    """How many rows lie on the wrong side."""
    return int(is_mistake(activations(X, plane.weights, plane.bias), t, at_zero).sum())


def _gave_up(params: Params, wrong: int, best_wrong: int, cycle: int) -> str:
    passes, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    words = f"{passes}, still {points} on the wrong side; the best line had {best_wrong}."
    if cycle:
        period = "pass" if cycle == 1 else f"{cycle} passes"
        return f"No line separates these classes: the weights come back every {period}. {words}"
    return f"{words} Either no line separates these classes, or more passes are needed."


TERMS = Surface("chart", "Criterion by row", "row", "term −t a", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model)]
    if step.best_wrong < step.wrong:
        drawn.append(Line(step.best.weights, step.best.bias, "best", label="best so far"))
    if step.mistake:
        drawn.append(Line(step.before.weights, step.before.bias, "ghost", normal=True))
    drawn.append(Line(step.model.weights, step.model.bias, "boundary", normal=True))
    t, a = signs(data), activations(data.X, step.model.weights, step.model.bias)
    missed = np.flatnonzero(is_mistake(a, t, params.at_zero))
    drawn.append(Points(data.X[missed], "wrong", rows=missed))
    if step.sample is not None:
        drawn.append(Points(data.X[[step.sample]], "focus", rows=np.array([step.sample])))
    drawn.append(_terms(missed, t * a, step, data))
    return drawn


def _terms(missed: np.ndarray, margins: np.ndarray, step: Step, data: Dataset) -> Bars:
    worst = missed[np.argsort(margins[missed], kind="stable")][:40]
    names = tuple(data.row_name(int(row)) for row in worst)
    chosen = int(np.argmax(worst == step.sample)) if step.sample is not None and step.sample in worst else None
    return Bars(-margins[worst], names, data.codes[worst], chosen, surface=TERMS)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.sample is None:
        return _opening(step, data, params)
    x, t = data.X[step.sample], float(signs(data)[step.sample])
    a = float(activations(x[None], step.before.weights, step.before.bias)[0])
    return Story(
        _verdict(step, data, a, t),
        r"a = \mathbf{w}^\top\mathbf{x} + b, \qquad t\,a \leq 0 \;\Rightarrow\; "
        r"\mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}, \quad b \leftarrow b + \eta\, t",
        _worked(step, x, t, a, params),
        _numbers(step, data, t, a),
        (_components(step, data, x, t, params),) if step.mistake else (),
    )


def _opening(step: Step, data: Dataset, params: Params) -> Story:
    low, high = (data.class_name(code) for code in two_classes(data))
    zero = {"mistake": "counts as a mistake", "+1": "counts as +1", "-1": "counts as −1"}[params.at_zero]
    nothing = "All weights are 0, so nothing is classified yet, although the criterion is 0. "
    said = "Before the first example. " + ("" if step.model.weights.any() else nothing)
    return Story(
        f"{said}{low} is coded −1 and {high} +1; an activation of exactly 0 {zero}.",
        r"a = \mathbf{w}^\top\mathbf{x} + b, \qquad E_P = -\sum_{n \in \mathcal{M}} t_n a_n",
        (f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",),
        (Number("rows on the wrong side", step.wrong),),
    )


def _verdict(step: Step, data: Dataset, a: float, t: float) -> str:
    row, name = data.row_name(step.sample or 0), data.class_name(int(data.codes[step.sample or 0]))
    where = "exactly on the line" if a == 0 else f"on the {'positive' if a > 0 else 'negative'} side"
    said = f"Pass {step.epoch}: point {row} ({name}, t = {t:+.0f}) lies {where}".replace("-", "−")
    if not step.mistake:
        return f"{said}. That is right, so nothing changes."
    way = "added to" if t > 0 else "subtracted from"
    return f"{said}: mistake {step.mistakes}. The point is {way} the weights, which turns the line towards it."


def _worked(step: Step, x: np.ndarray, t: float, a: float, params: Params) -> tuple[str, ...]:
    before, after, size = step.before, step.model, signed(params.rate * t)
    terms = " ".join(f"{signed(w)}·{figure(v)}" for w, v in zip(before.weights[:6], x, strict=False)).removeprefix("+ ")
    more = " + …" if len(x) > 6 else ""
    lines = [f"a = {terms}{more} {signed(before.bias)} = {figure(a)}"]
    verdict = "≤ 0" if step.mistake else "> 0" if a else "counts as right"
    lines.append(f"t a = {t:+.0f}·{figure(a)} = {figure(t * a)} {verdict}".replace("-", "−"))
    if step.mistake:
        lines.append(f"w ← {vector(before.weights)} {size}·{vector(x)} = {vector(after.weights)}")
        lines.append(f"b ← {figure(before.bias)} {size} = {figure(after.bias)}")
    return tuple(lines)


def _numbers(step: Step, data: Dataset, t: float, a: float) -> tuple[Number, ...]:
    X, T = data.X, signs(data)
    told = [Number("activation a", a), Number("target t", t), Number("mistakes so far", step.mistakes)]
    if step.mistake:
        after = float(activations(X[[step.sample or 0]], step.model.weights, step.model.bias)[0])
        before_E, after_E = criterion(step.before, X, T), criterion(step.model, X, T)
        rises = "it may rise: only this point is promised to improve" if after_E > before_E else ""
        told += [Number("this point's −t a before", -t * a), Number("this point's −t a after", -t * after)]
        told += [Number("criterion before", before_E), Number("criterion after", after_E, rises)]
    told.append(Number("wrong side now", step.wrong))
    told.append(Number("best line so far", step.best_wrong, "points on the wrong side"))
    return tuple(told)


def _components(step: Step, data: Dataset, x: np.ndarray, t: float, params: Params) -> Table:
    names = ("bias", *data.feature_names)
    inputs = np.append(1.0, x)
    before, after = (np.append(plane.bias, plane.weights) for plane in (step.before, step.model))
    rows = zip(names, before, params.rate * t * inputs, after, strict=True)
    return Table("Weights, component by component", ("weight of", "before", "η t x", "after"), tuple(rows))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The side of the line a point lies on, and how far from it."""
    a = float(activations(x[None], step.model.weights, step.model.bias)[0])
    norm = float(np.linalg.norm(step.model.weights))
    said = f"This point is called {data.class_name(int(step.model.predict(x[None])[0]))}."
    told = [Number("activation a", a)]
    if norm:
        told.append(Number("distance to the line", a / norm))
    else:
        said += " All weights are 0, so there is no line yet."
    return Inquiry(Story(said, r"d = \frac{\mathbf{w}^\top\mathbf{x} + b}{\|\mathbf{w}\|}", numbers=tuple(told)))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"points on the wrong side": step.wrong, "best so far": step.best_wrong}


def event(step: Step) -> str:
    return "mistake" if step.mistake else ""


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


ALGORITHM = Algorithm(
    name="Perceptron",
    task="classification",
    summary="Turns a line whenever a point falls on its wrong side, until none does.",
    source="Rosenblatt 1958",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2, 2), needs.labelled, *needs.POINTS),
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Hyperplane,),
)
