"""What a step of Logistic regression (gradient) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.logistic import checking, shrinkage, two_classes
from engine.families.logistic.logistic_gradient.loop import Params, Step
from engine.families.logistic.objectives import TwoClasses, for_ever
from engine.parts import descent_telling
from engine.parts.basis import expanded
from engine.parts.descending import gradient_of


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    objective = TwoClasses.posed(data, step.model.basis, params)
    found = checking.compared(step, objective.values, objective.Phi, params)
    names = ("bias", *table.feature_names)
    numbers, checked, agrees = checking.told(found, step.least, table.n, names, params)
    return Story(
        _sentence(step, table),
        r"\mathbf{g} = \nabla E + \lambda\mathbf{w}, \quad \nabla E = \Phi^\top(\mathbf{y} - \mathbf{t}), \quad "
        r"\Delta\mathbf{w} \leftarrow \mu\,\Delta\mathbf{w} - \eta\,\mathbf{g}, \quad "
        r"\mathbf{w} \leftarrow \mathbf{w} + \Delta\mathbf{w}",
        _taken(step, params) + two_classes.largest_loss(step.model, table, "slope"),
        (*_numbers(step, table), *numbers),
        (two_classes.weights(step, table), *checked),
        (*agrees, *_checks(step, objective, params)),
    )


def _sentence(step: Step, table: Dataset) -> str:
    if step.iteration:
        grown = for_ever(step.least, step.error, step.before.weights, step.model.weights)
        return f"Epoch {step.iteration}: {descent_telling.way(step)}{grown}"
    held = "" if step.least == "E" else ", and the penalty adds λ w to it"
    return (
        f"{two_classes.say_start(step.model, step.error, table)} ∇E adds up, over the points, prediction "
        f"minus target times input{held}; each step goes against it, η = {figure(step.rate)} times as far."
    )


def _taken(step: Step, params: Params) -> tuple[str, ...]:
    terms = descent_telling.summed(step.least, step.error, step.objective, step.model.packed, params)
    if not step.iteration:
        return (f"{gradient_of(step.least)} = {vector(step.gradient)}, the bias first", *terms)
    before, after = step.before.packed, step.model.packed
    went = f"− {figure(step.rate)}·{brief(step.gradient_before)}"
    if params.momentum and step.iteration > 1:
        kept = step.moved + step.rate * step.gradient_before
        went = f"+ {brief(kept)} {went}"
    return (f"(b, w) ← {brief(before)} {went} = {brief(after)}", *terms)


def _numbers(step: Step, table: Dataset) -> tuple[Number, ...]:
    told = descent_telling.told(step)
    told += [Number("wrong side", step.wrong), *two_classes.steepness(step.model), *shrinkage.told(step.model, table)]
    return tuple(number for number in told if np.isfinite(number.value))


def _checks(step: Step, objective: TwoClasses, params: Params) -> tuple[Check, ...]:
    if not (step.iteration and np.isfinite(step.objective)):
        return ()
    return tuple(descent_telling.promised(step, params, objective.value))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return two_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step)


def event(step: Step) -> Event | None:
    return descent_telling.risen(step.least, step.objective, step.objective_before)
