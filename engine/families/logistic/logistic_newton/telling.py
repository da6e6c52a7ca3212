"""What a step of Logistic regression (Newton) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.logistic import shrinkage, two_classes
from engine.families.logistic.flatness import why_flat
from engine.families.logistic.logistic_newton import generative, null_space
from engine.families.logistic.logistic_newton.loop import Params, Step
from engine.families.logistic.objectives import for_ever
from engine.maths.algebra.agreement import cleared
from engine.parts import descent_telling
from engine.parts.basis import expanded


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    said, beside = generative.compared(data, step.model, params) if np.isfinite(step.objective) else ("", ())
    flat = bool(np.isfinite(step.hessian).all()) and step.rank < len(step.move)
    numbers, unchanged = null_space.told(step.model, table, params) if flat else ([], [])
    return Story(
        _sentence(step, table) + said,
        r"\mathbf{g} = \nabla E + \lambda\mathbf{w}, \quad \nabla E = \Phi^\top(\mathbf{y} - \mathbf{t}), \quad "
        r"H = \Phi^\top R\,\Phi + \lambda I, \quad \mathbf{w} \leftarrow \mathbf{w} - H^{-1}\mathbf{g}",
        _taken(step, params)
        + (null_space.worked(step.model, table, params) if flat else ())
        + two_classes.largest_loss(step.model, table, "response"),
        (*_numbers(step, table), *numbers),
        (two_classes.weights(step, table), *beside),
        (*descent_telling.downhill(step, params), *unchanged),
    )


def _sentence(step: Step, data: Dataset) -> str:
    start = two_classes.say_start(step.model, step.error, data)
    said = descent_telling.jumped(step) if step.iteration else start
    if step.rank < len(step.move) and np.isfinite(step.objective):
        flat = why_flat(step.rank, len(step.move), data)
        said += f" {flat} Of the many steps to its minimum the shortest is taken; a penalty makes the minimum unique."
    if step.iteration:
        said += for_ever(step.least, step.error, step.before.weights, step.model.weights)
    return said


def _taken(step: Step, params: Params) -> tuple[str, ...]:
    terms = descent_telling.summed(step.least, step.error, step.objective, step.model.packed, params)
    if not step.iteration:
        return terms
    before, after = step.before.packed, step.model.packed
    return (f"(b, w) ← {brief(before)} + {brief(after - before)} = {brief(after)}", *terms)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    told = descent_telling.heights(step.least, step.error, step.objective)
    slope = _norm(two_classes.settled(step.gradient, data))
    told += [descent_telling.steepest(step.least, slope), Number("wrong side", step.wrong)]
    if step.iteration:
        told.append(Number("step length", _norm(step.model.packed - step.before.packed)))
    told.append(Number("next change", step.change, _digits(step.change)))
    told += two_classes.steepness(step.model)
    told += shrinkage.told(step.model, data)
    if data.d <= 3:
        with np.errstate(over="ignore"):  # one that is too large for a number is not told
            most = float(np.prod(np.diag(step.hessian)))  # a positive det H is no more (Hadamard)
            told.append(Number("det H", float(cleared(np.linalg.det(step.hessian), most))))
    return tuple(number for number in told if np.isfinite(number.value))


def _digits(change: float) -> str:
    if not 0 < change < 0.1:
        return "of an activation, at most"
    many = int(-np.log10(change))
    return f"of an activation: about {counted(many, 'digit')} {'stands' if many == 1 else 'stand'}; a step doubles them"


def _norm(values: np.ndarray) -> float:
    return float(np.linalg.norm(values))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return two_classes.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return descent_telling.measured(step)


def event(step: Step) -> Event | None:
    return Event("halved", "wrong") if step.halvings else None
