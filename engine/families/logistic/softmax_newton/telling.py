"""What a step of Softmax regression (Newton) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.logistic import many_classes
from engine.families.logistic.flatness import why_flat
from engine.families.logistic.objectives import for_ever
from engine.families.logistic.softmax_newton import hessian
from engine.families.logistic.softmax_newton.loop import Params, Step
from engine.families.logistic.two_classes import settled
from engine.parts import descent_telling
from engine.parts.basis import expanded
from engine.parts.ridge import penalties


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table, free = expanded(data, step.model.basis), penalties(params, step.model.weights.shape[1]) == 0
    finite = bool(np.isfinite(step.hessian).all())
    return Story(
        _sentence(step, table, params, free),
        r"H_{kj} = \sum_n y_{nk}(\delta_{kj} - y_{nj})\,\boldsymbol{\varphi}_n\boldsymbol{\varphi}_n^\top + "
        rf"\delta_{{kj}}\lambda I, \quad W \leftarrow W - {_inverse(step, params)}(\nabla E + \lambda W)",
        _taken(step, data, params) + (many_classes.largest_loss(step.model, table, params) if finite else ()),
        _numbers(step, data, table),
        many_classes.tables(step.model, step.gradient, step.least, table),
        _checks(step, table, params) if finite else (),
    )


def _inverse(step: Step, params: Params) -> str:
    """The inverse of H, or of its pinned part, where there is one; else the pseudo-inverse, for the shortest step."""
    pinned = params.gauge == "pin the last class"
    return "H^{-1}" if pinned or step.rank == len(step.move) else "H^{+}"


def _sentence(step: Step, table: Dataset, params: Params, free: np.ndarray) -> str:
    said = descent_telling.jumped(step) if step.iteration else many_classes.say_start(step.model, step.error, table)
    K, M = step.gradient.shape
    if free.any():
        which = "the weights" if free.all() else "the bias"
        said += (
            f" Adding the same number to {which} of every class changes no probability, so H is only positive "
            f"semi-definite: rank {step.rank} of {K * M}. {_ways_out(params)}"
        )
    if np.isfinite(step.objective) and step.rank < K * M - int(free.sum()):
        said += f" {why_flat(step.rank, K * M, table, K)}"
    if step.iteration:
        said += for_ever(step.least, step.error, step.before.weights, step.model.weights)
    return said


def _ways_out(params: Params) -> str:
    if params.gauge == "pin the last class":
        return "Those of the last class are pinned."
    return "Of the many steps to the minimum the shortest is taken."


def _taken(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    """One class's part of the step, and what is made least as a sum."""
    terms = descent_telling.summed(step.least, step.error, step.objective, step.model.packed, params)
    if not step.iteration:
        return terms
    before, after = step.before.packed[0], step.model.packed[0]
    name = data.class_name(int(step.model.classes[0]))
    return (f"w({name}) ← {vector(before)} + {vector(after - before)} = {vector(after)}, the bias first", *terms)


def _numbers(step: Step, data: Dataset, table: Dataset) -> tuple[Number, ...]:
    told = descent_telling.heights(step.least, step.error, step.objective)
    told += [
        descent_telling.steepest(step.least, float(np.linalg.norm(settled(step.gradient, table)))),
        Number("wrong side", step.wrong),
    ]
    if step.iteration:
        went = step.model.packed - step.before.packed
        told.append(Number("step length", float(np.linalg.norm(went))))
    told.append(Number("next change", step.change, "of a difference of two activations, at most"))
    told.append(Number("‖W‖", float(np.linalg.norm(step.model.weights)), "all classes, biases aside"))
    told.append(Number("rank of H", step.rank, f"of {len(step.move)}: nullity {len(step.move) - step.rank}"))
    told += hessian.spectrum(step.hessian) + many_classes.two_class_numbers(step.model, data)
    return tuple(number for number in told if np.isfinite(number.value).all())


def _checks(step: Step, table: Dataset, params: Params) -> tuple[Check, ...]:
    zero_sum = many_classes.zero_sum(step.model, step.gradient, penalties(params, table.d), table.design)
    return (*descent_telling.downhill(step, params), zero_sum, *hessian.definite(step.hessian))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return many_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step, "‖W‖")


def event(step: Step) -> Event | None:
    return Event("halved", "wrong") if step.halvings else None
