"""What a step of Softmax regression (gradient) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.logistic import checking, many_classes
from engine.families.logistic.objectives import ManyClasses, for_ever
from engine.families.logistic.softmax_gradient.loop import Params, Step
from engine.parts import descent_telling
from engine.parts.basis import expanded


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    objective = ManyClasses.posed(data, step.model.basis, params)
    found = checking.compared(step, objective.values, objective.Phi, params)
    names = many_classes.weight_names(step.model, table)
    numbers, checked, agrees = checking.told(found, step.least, table.n, names, params)
    return Story(
        _sentence(step, table),
        r"\nabla_k E = \sum_n (y_{nk} - t_{nk})\,\boldsymbol{\varphi}_n, \quad "
        r"\mathbf{g}_k = \nabla_k E + \lambda\mathbf{w}_k, \quad "
        r"\Delta W \leftarrow \mu\,\Delta W - \eta\,G, \quad W \leftarrow W + \Delta W",
        _taken(step, data, params) + many_classes.largest_loss(step.model, table, params),
        (*_numbers(step, data), *numbers),
        (*many_classes.tables(step.model, step.gradient, step.least, table), *checked),
        (*agrees, *_checks(step, objective, params)),
    )


def _sentence(step: Step, table: Dataset) -> str:
    if not step.iteration:
        start = many_classes.say_start(step.model, step.error, table)
        return f"{start} Each step takes η = {figure(step.rate)} times the gradient from the weights of every class."
    grown = for_ever(step.least, step.error, step.before.weights, step.model.weights)
    return f"Epoch {step.iteration}: {descent_telling.way(step)}{grown}"


def _taken(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    """The move of the class that moved farthest, and what is made least as a sum."""
    terms = descent_telling.summed(step.least, step.error, step.objective, step.model.packed, params)
    if not step.iteration or not np.isfinite(step.moved).all():
        return terms
    k = int(np.argmax((step.moved**2).sum(axis=1)))
    before, after = step.before.packed[k], step.model.packed[k]
    name = data.class_name(int(step.model.classes[k]))
    return (f"w({name}) ← {vector(before)} + {vector(after - before)} = {vector(after)}: it moved most", *terms)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    told = descent_telling.told(step)
    told += [
        Number("wrong side", step.wrong),
        Number("‖W‖", float(np.linalg.norm(step.model.weights)), "all classes, biases aside"),
    ]
    told += many_classes.two_class_numbers(step.model, data)
    return tuple(number for number in told if np.isfinite(number.value).all())


def _checks(step: Step, objective: ManyClasses, params: Params) -> tuple[Check, ...]:
    zero_sum = many_classes.zero_sum(step.model, step.gradient, objective.ridge, objective.Phi)
    if not np.isfinite(step.objective):
        return ()
    if not step.iteration:
        return (zero_sum,)
    return (zero_sum, *descent_telling.promised(step, params, objective.value))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return many_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step, "‖W‖")


def event(step: Step) -> Event | None:
    return descent_telling.risen(step.least, step.objective, step.objective_before)
