"""What a step of Softmax regression (stochastic) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.logistic import many_classes, one_by_one_telling
from engine.families.logistic.objectives import ManyClasses
from engine.families.logistic.softmax_stochastic.loop import Params, Step
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import agree
from engine.maths.probability.sigmoid import softmax
from engine.parts import descent_telling
from engine.parts.basis import expanded


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
        return one_by_one_telling.opening(many_classes.say_start(step.model, step.error, table), table)
    name = "" if step.sample is None else table.class_name(int(table.codes[step.sample]))
    return one_by_one_telling.went(step, table, f"pulls {name} towards it, the others away")


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
    pull = one_by_one_telling.pull(float(off[k]), phi, before, table, params)
    name = table.class_name(code)
    return (
        f"before it y = softmax(a) = {vector(y)}, y − t = {vector(off)}",
        f"w({name}) ← {vector(before)} − {figure(step.rate)}·{pull} = {vector(after)}, the bias first",
        *terms,
    )


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    length = Number("‖W‖", float(np.linalg.norm(step.model.weights)), "all classes, biases aside")
    told = [*one_by_one_telling.numbers(step), length, *many_classes.two_class_numbers(step.model, data)]
    return tuple(number for number in told if np.isfinite(number.value).all())


def _checks(step: Step, table: Dataset) -> tuple[Check, ...]:
    """The pulls on all classes add up to nothing: probabilities that add up to 1, less the targets, that do."""
    _, _, off = _off(step, table)
    return (Check("the pulls of the example on all classes add up to 0", agree(off.sum(), 0.0, 2.0)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return many_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step, "‖W‖")


def event(step: Step) -> Event | None:
    return descent_telling.risen(step.least, step.objective, step.objective_before)
