"""What a step of the likelihood of counts says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, figure, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distributions.counts_likelihood.drawing import labels
from engine.families.distributions.counts_likelihood.loop import Params, Step
from engine.maths.algebra.agreement import agree, exceeds

WHOLE = r"\ln L = \sum_k N_k \ln \pi_k + \sum_{k,d,v} N_{kdv} \ln p_{dv|k}"
CLASSES = r"\sum_k N_k \ln \pi_k \qquad \hat{\pi}_k = \frac{N_k}{N}"
FEATURE = r"\sum_v N_{kdv} \ln p_{dv|k} \qquad \hat{p}_{dv|k} = \frac{N_{kdv}}{N_k}"
LISTED = 40


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        said = f"{counted(data.n, 'row')}: first a class, then each feature given the class. The logarithm turns the "
        said += "product of all probabilities into a sum, in which each table of probabilities stands by itself."
        return Story(said, WHOLE)
    return _sum(step, data, params) if step.part == "sum" else _table(step, data, params)


def _table(step: Step, data: Dataset, params: Params) -> Story:
    of_classes = step.feature is None
    first = float(step.counts[0, 0])
    if of_classes:
        said = "The first block holds the priors alone: it is greatest where they are the shares of the classes."
        worked = [f"π1 = {divided(first + params.alpha, float((step.counts[0] + params.alpha).sum()))}"]
    else:
        assert step.feature is not None
        title = data.columns[step.feature].title
        said = f"{title}: a block for each class, which no other block knows of. Each is greatest at its own shares."
        worked = [
            f"p of the first cell = {divided(first + params.alpha, float((step.counts[0] + params.alpha).sum()))}"
        ]
    zeros = int((step.counts == 0).sum())
    if zeros and params.alpha:
        said += f" {counted(zeros, 'count is', 'counts are')} 0: with p > 0 such a cell adds 0, "
        said += "but takes its p from others."
    elif zeros:
        said += f" {counted(zeros, 'count is', 'counts are')} 0: such a cell adds 0 ln 0 = 0."
    now = float(step.values.sum())
    worked.append(f"ln L so far = {added(float(step.blocks.sum()) - now, now)}")
    told = [Number("these blocks", step.values)]
    if params.alpha:
        told.append(Number("at the shares", step.best[-len(step.values) :]))
    return Story(said, CLASSES if of_classes else FEATURE, tuple(worked), tuple(told))


def _sum(step: Step, data: Dataset, params: Params) -> Story:
    total, best = float(step.blocks.sum()), float(step.best.sum())
    names = labels(step, data)[0]
    said = (
        f"ln L = {figure(total)} is the sum of {counted(len(step.blocks), 'block')}. As no probability stands in two "
    )
    said += "of them, priors and conditionals are fitted apart, each table by counting."
    worked: tuple[str, ...] = ()
    if params.alpha:
        said += f" With α = {figure(params.alpha)} no share is the most likely one: ln L is lower than at the shares."
        worked = (f"lower by {taken(best, total)}",)
    rows = tuple(zip(names, map(float, step.blocks), strict=True))[:LISTED]
    table = Table("Blocks of ln L", ("block", "Σ N ln p"), rows)
    size = float(np.abs(step.blocks).sum())
    checks = (
        Check("row by row the sum of ln p is the same", agree(by_rows(data, params), total, size)),
        Check("no block is above its value at the shares", not exceeds(step.blocks, step.best, size)),
    )
    return Story(said, WHOLE, worked, (Number("ln L", total),), (table,), checks)


def by_rows(data: Dataset, params: Params) -> float:
    """Σₙ (ln π + Σ_d ln p), each row with its own class and levels."""
    total, a = 0.0, params.alpha
    codes = data.codes
    for code in data.classes_present:
        own = data.X[codes == code]
        K = len(data.classes_present)
        total += len(own) * float(np.log((len(own) + a) / (data.n + a * K)))
        for d, column in enumerate(data.columns):
            values = own[:, d].astype(int)
            counts = np.bincount(values, minlength=len(column.levels)) + a
            total += float(np.log(counts[values] / counts.sum()).sum())
    return total


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.part == "start" else {"ln L so far": float(step.blocks.sum())}


def event(step: Step) -> Event | None:
    return Event("sum", "best") if step.part == "sum" else None
