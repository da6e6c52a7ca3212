"""What the regressions that take one example at a time both say of a step."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.words import brief, counted, figure, vector
from engine.core.story import Number
from engine.data.dataset import Dataset
from engine.families.logistic.objectives import for_ever
from engine.families.logistic.one_by_one import OneByOneParams, OneStep
from engine.parts import descent_telling
from engine.parts.ridge import penalties


def opening(start: str, table: Dataset) -> str:
    """What the start is, and what an epoch and a step are."""
    return f"{start} An epoch is a pass over all {counted(table.n, 'example')}; each example is a step of its own."


def went(step: OneStep[Any], table: Dataset, pulls: str) -> str:
    """What the last example did, or the last pass; `pulls` is how the weights follow an example."""
    did = descent_telling.changed(step.least, step.objective, step.objective_before or 0.0)
    if step.sample is None:
        said = f"Epoch {step.epoch}, {counted(table.n, 'step')} of one example each: {did}."
        return said + for_ever(step.least, step.error, step.before.weights, step.model.weights)
    nth = step.seen - (step.epoch - 1) * table.n
    said = f"Epoch {step.epoch}, example {nth} of {table.n:,}: point {table.row_name(step.sample)} {pulls}. {did}"
    return f"{said}: one example says nothing of the others." if " rises " in did else f"{said}."


def pull(off: float, phi: np.ndarray, before: np.ndarray, table: Dataset, params: OneByOneParams) -> str:
    """(y − t) φ and the example's share of the penalty on weights (M,), with numbers."""
    taken = f"{vector([off])}·{brief(phi)}"
    if not params.penalty:
        return taken
    held = np.where(penalties(params, table.d) > 0, before, 0.0)
    return f"({taken} + {figure(params.penalty / table.n)}·{brief(held)})"


def numbers(step: OneStep[Any]) -> list[Number]:
    """The heights and the slope, the rate, how far the passes are, and how far the weights jump about."""
    told = [*descent_telling.heights(step.least, step.error, step.objective)]
    told += [descent_telling.steepest(step.least, step.slope, "of all rows"), Number("rate η", step.rate)]
    told += [Number("epoch", step.epoch), Number("examples seen τ", step.seen)]
    if step.seen:
        gone = float(np.linalg.norm(step.model.packed - step.average))
        told.append(Number("from the mean of the epoch", gone, "a constant rate keeps it fluctuating"))
    return [*told, Number("wrong side", step.wrong)]
