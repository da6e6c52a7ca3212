"""What a step of Softmax regression (gradient) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.logistic import many_classes as softmax_view
from engine.families.logistic.softmax_gradient.loop import Params, Step
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.convexity import chord_gap
from engine.maths.optimisation.gradient_check import Objective, gradient_gap
from engine.maths.probability.softmax_entropy import own_rows, softmax_here
from engine.parts import descending as descent
from engine.parts.basis import expanded
from engine.parts.ridge import penalties

ENOUGH = 1e-4
"""Central differences agree with a right gradient to better than this."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    gap, rounding = _checked(step, table, params) if not step.iteration else (0.0, 0.0)
    return Story(
        _sentence(step, table),
        r"\nabla_k E = \sum_n (y_{nk} - t_{nk})\,\boldsymbol{\varphi}_n + \lambda\mathbf{w}_k, \quad "
        r"\Delta W \leftarrow \mu\,\Delta W - \eta\,\nabla E, \quad W \leftarrow W + \Delta W",
        _taken(step, data) + softmax_view.largest_loss(step.model, table),
        _numbers(step, data, params, gap),
        softmax_view.tables(step.model, step.gradient, table),
        _checks(step, table, params, gap <= ENOUGH + rounding),
    )


def _sentence(step: Step, table: Dataset) -> str:
    if not step.iteration:
        start = softmax_view.say_start(step.model, step.error, table)
        return f"{start} Each step takes η = {figure(step.rate)} times the gradient from the weights of every class."
    said = f"Pass {step.iteration}: {descent.way(step)}"
    if descent.is_separated(step.error) and step.objective == step.error:
        said += " Every point is on its right side: the classes are separable, and the weights will grow for ever."
    return said


def _taken(step: Step, data: Dataset) -> tuple[str, ...]:
    """The move of the class that moved farthest."""
    if not step.iteration or not np.isfinite(step.moved).all():
        return ()
    k = int(np.argmax((step.moved**2).sum(axis=1)))
    before, after = step.before.packed[k], step.model.packed[k]
    name = data.class_name(int(step.model.classes[k]))
    return (f"w({name}) ← {vector(before)} + {vector(after - before)} = {vector(after)}: it moved most",)


def _numbers(step: Step, data: Dataset, params: Params, gap: float) -> tuple[Number, ...]:
    told = descent.told(step, params)
    if not step.iteration:
        told.append(Number("gradient check", gap, "largest difference from central differences, as a share"))
    told += [Number("wrong side", step.wrong), Number("‖W‖", step.length, "all classes, biases aside")]
    told += softmax_view.two_class_numbers(step.model, data)
    return tuple(number for number in told if np.isfinite(number.value).all())


def _objective(step: Step, table: Dataset, params: Params) -> Objective:
    Phi, own = with_ones(table.X), own_rows(table.codes, step.model.classes)
    ridge, K = penalties(params, table.d), len(step.model.classes)
    return lambda w: softmax_here(w.reshape(K, -1), Phi, own, ridge).objective


def _checked(step: Step, table: Dataset, params: Params) -> tuple[float, float]:
    sizes = np.tile(np.append(1.0, np.abs(table.X).max(axis=0)), len(step.model.classes))
    W = step.model.packed.ravel()
    return gradient_gap(_objective(step, table, params), step.gradient.ravel(), W, sizes)


def _checks(step: Step, table: Dataset, params: Params, agrees: bool) -> tuple[Check, ...]:
    zero_sum = softmax_view.zero_sum(step.model, step.gradient, penalties(params, table.d), step.first)
    if not step.iteration:
        return (Check("the gradient agrees with central differences of E", agrees), zero_sum)
    if not np.isfinite(step.objective):
        return ()
    W, origin = step.model.packed.ravel(), step.origin.packed.ravel()
    gap = chord_gap(_objective(step, table, params), origin, W)
    return (zero_sum, *descent.promised(step, params, gap))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return softmax_view.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "points on the wrong side": step.wrong}


def event(step: Step) -> Event | None:
    return Event("rose", "wrong") if descent.rose(step) else None
