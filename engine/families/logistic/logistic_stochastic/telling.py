"""What a step of Logistic regression (stochastic) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import shrinkage, two_classes
from engine.families.logistic.logistic_stochastic.loop import Params, Step
from engine.families.logistic.objectives import for_ever, probability
from engine.maths.algebra.affine import with_ones
from engine.parts import descent_telling
from engine.parts.basis import expanded
from engine.parts.ridge import penalties


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
        start = two_classes.say_start(step.model, step.error, table)
        return f"{start} An epoch is a pass over all {counted(table.n, 'example')}; each example is a step of its own."
    did = descent_telling.changed(step.least, step.objective, step.objective_before or 0.0)
    if step.sample is None:
        said = f"Pass {step.epoch}, {counted(table.n, 'step')} of one example each: {did}."
        return said + for_ever(step.least, step.error, step.before.weights, step.model.weights)
    name, row = table.class_words(int(table.codes[step.sample])), table.row_name(step.sample)
    nth = step.seen - (step.epoch - 1) * table.n
    said = f"Pass {step.epoch}, example {nth} of {table.n}: point {row} ({name}) pulls the weights its way. {did}"
    return f"{said}: one example does not know the others." if " rises " in did else f"{said}."


def _worked(step: Step, table: Dataset, params: Params) -> tuple[str, ...]:
    terms = descent_telling.summed(step.least, step.error, step.objective, step.model.packed, params)
    if step.sample is None:
        return terms
    phi, t = with_ones(table.X[[step.sample]])[0], float(zero_one(table)[step.sample])
    before, after = step.before.packed, step.model.packed
    a = float(before @ phi)
    y = probability(a)
    pull = f"{vector([y - t])}·{brief(phi)}"
    if params.penalty:
        held = np.where(penalties(params, table.d) > 0, before, 0.0)
        pull = f"({pull} + {figure(params.penalty / table.n)}·{brief(held)})"
    return (
        f"a = w·φ = {figure(a)}, y = σ(a) = {figure(y)}, y − t = {figure(y - t)}",
        f"(b, w) ← {brief(before)} − {figure(step.rate)}·{pull} = {brief(after)}",
        *terms,
    )


def _numbers(step: Step, table: Dataset) -> tuple[Number, ...]:
    told = [
        *descent_telling.heights(step.least, step.error, step.objective),
        descent_telling.steepest(step.least, step.slope, "of all rows"),
    ]
    told += [Number("rate η", step.rate), Number("epoch", step.epoch), Number("examples seen τ", step.seen)]
    if step.seen:
        gone = float(np.linalg.norm(step.model.packed - step.average))
        told.append(Number("from the mean of the pass", gone, "a constant rate keeps jumping about it"))
    told += [Number("wrong side", step.wrong), *two_classes.steepness(step.model), *shrinkage.told(step.model, table)]
    return tuple(number for number in told if np.isfinite(number.value))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return two_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step)


def event(step: Step) -> Event | None:
    return descent_telling.risen(step.least, step.objective, step.objective_before)
