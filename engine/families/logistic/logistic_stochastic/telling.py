"""What a step of Logistic regression (stochastic) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import one_by_one_telling, shrinkage, two_classes
from engine.families.logistic.logistic_stochastic.loop import Params, Step
from engine.families.logistic.objectives import probability
from engine.maths.algebra.affine import with_ones
from engine.parts import descent_telling
from engine.parts.basis import expanded


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    return Story(
        _sentence(step, table),
        r"\mathbf{w} \leftarrow \mathbf{w} - \eta\,\{(y_n - t_n)\,\boldsymbol{\varphi}_n + "
        r"\tfrac{\lambda}{N}\mathbf{w}\}, \quad \eta_\tau = \frac{\eta_0}{1 + \kappa\tau}",
        _worked(step, table, params) + two_classes.largest_loss(step.model, table, "slope"),
        _numbers(step, table),
    )


def _sentence(step: Step, table: Dataset) -> str:
    if not step.seen:
        return one_by_one_telling.opening(two_classes.say_start(step.model, step.error, table), table)
    name = "" if step.sample is None else table.class_name(int(table.codes[step.sample]))
    return one_by_one_telling.went(step, table, f"({name}) pulls the weights its way")


def _worked(step: Step, table: Dataset, params: Params) -> tuple[str, ...]:
    terms = descent_telling.summed(step.least, step.error, step.objective, step.model.packed, params)
    if step.sample is None:
        return terms
    phi, t = with_ones(table.X[[step.sample]])[0], float(zero_one(table)[step.sample])
    before, after = step.before.packed, step.model.packed
    a = float(before @ phi)
    y = probability(a)
    pull = one_by_one_telling.pull(y - t, phi, before, table, params)
    return (
        f"a = w·φ = {figure(a)}, y = σ(a) = {figure(y)}, y − t = {figure(y - t)}",
        f"(b, w) ← {brief(before)} − {figure(step.rate)}·{pull} = {brief(after)}",
        *terms,
    )


def _numbers(step: Step, table: Dataset) -> tuple[Number, ...]:
    told = [*one_by_one_telling.numbers(step), *two_classes.steepness(step.model), *shrinkage.told(step.model, table)]
    return tuple(number for number in told if np.isfinite(number.value))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return two_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step)


def event(step: Step) -> Event | None:
    return descent_telling.risen(step.least, step.objective, step.objective_before)
