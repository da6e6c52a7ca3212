"""What a step of Softmax regression (stochastic) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.logistic import many_classes
from engine.families.logistic.objectives import ManyClasses, for_ever
from engine.families.logistic.softmax_stochastic.loop import Params, Step
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.sigmoid import softmax
from engine.parts import descent_telling
from engine.parts.basis import expanded
from engine.parts.ridge import penalties


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    finite = bool(np.isfinite(step.objective))
    gradient = ManyClasses.posed(data, step.model.basis, params).at(step.model.packed).gradient() if finite else None
    return Story(
        _sentence(step, table),
        r"\mathbf{w}_k \leftarrow \mathbf{w}_k - \eta\,\{(y_{nk} - t_{nk})\,\boldsymbol{\varphi}_n + "
        r"\tfrac{\lambda}{N}\mathbf{w}_k\}, \quad \eta_\tau = \frac{\eta_0}{1 + \kappa\tau}",
        _worked(step, table, params) + (many_classes.largest_loss(step.model, table, params) if finite else ()),
        _numbers(step, data),
        () if gradient is None else many_classes.tables(step.model, gradient, step.least, table),
        _checks(step, table) if step.sample is not None and finite else (),
    )


def _sentence(step: Step, table: Dataset) -> str:
    if not step.seen:
        start = many_classes.say_start(step.model, step.error, table)
        return f"{start} An epoch is a pass over all {counted(table.n, 'example')}; each example is a step of its own."
    did = descent_telling.changed(step.least, step.objective, step.objective_before or 0.0)
    if step.sample is None:
        said = f"Pass {step.epoch}, {counted(table.n, 'step')} of one example each: {did}."
        return said + for_ever(step.least, step.error, step.before.weights, step.model.weights)
    name, row = table.class_words(int(table.codes[step.sample])), table.row_name(step.sample)
    nth = step.seen - (step.epoch - 1) * table.n
    said = f"Pass {step.epoch}, example {nth} of {table.n}: point {row} pulls {name} towards it, the others away. {did}"
    return f"{said}: one example does not know the others." if " rises " in did else f"{said}."


def _off(step: Step, table: Dataset) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The input φ (M,) of the example, the probabilities (K,) before it, and y − t (K,)."""
    assert step.sample is not None
    phi = with_ones(table.X[[step.sample]])[0]
    y = softmax((step.before.packed @ phi)[None])[0]
    return phi, y, y - (step.model.classes == table.codes[step.sample])


def _worked(step: Step, table: Dataset, params: Params) -> tuple[str, ...]:
    """The pull of the example on its own class."""
    terms = descent_telling.summed(step.least, step.error, step.objective, step.model.packed, params)
    if step.sample is None or not np.isfinite(step.objective):
        return terms
    phi, y, off = _off(step, table)
    code = int(table.codes[step.sample])
    k = int(np.flatnonzero(step.model.classes == code)[0])
    before, after = step.before.packed[k], step.model.packed[k]
    pull = f"{vector(off[[k]])}·{vector(phi)}"
    if params.penalty:
        held = np.where(penalties(params, table.d) > 0, before, 0.0)
        pull = f"({pull} + {figure(params.penalty / table.n)}·{vector(held)})"
    name = table.class_words(code)
    return (
        f"before it y = softmax(a) = {vector(y)}, y − t = {vector(off)}",
        f"w({name}) ← {vector(before)} − {figure(step.rate)}·{pull} = {vector(after)}, the bias first",
        *terms,
    )


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    told = [*descent_telling.heights(step.least, step.error, step.objective)]
    told += [descent_telling.steepest(step.least, step.slope, "of all rows"), Number("rate η", step.rate)]
    told += [Number("epoch", step.epoch), Number("examples seen τ", step.seen)]
    if step.seen:
        gone = float(np.linalg.norm(step.model.packed - step.average))
        told.append(Number("from the mean of the pass", gone, "a constant rate keeps jumping about it"))
    length = float(np.linalg.norm(step.model.weights))
    told += [Number("wrong side", step.wrong), Number("‖W‖", length, "all classes, biases aside")]
    told += many_classes.two_class_numbers(step.model, data)
    return tuple(number for number in told if np.isfinite(number.value).all())


def _checks(step: Step, table: Dataset) -> tuple[Check, ...]:
    """The pulls on all classes add up to nothing."""
    _, _, off = _off(step, table)
    return (Check("the pulls of the example on all classes add up to 0", bool(abs(off.sum()) <= 1e-9)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return many_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step, "‖W‖")


def event(step: Step) -> Event | None:
    return descent_telling.risen(step.least, step.objective, step.objective_before)
