"""What a step of the decision regions says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, figure, joined, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.decisions.decision_regions.loop import Params, Step
from engine.maths.algebra.agreement import agree

JOINT = r"p(x, C_k) = \pi_k\, N(x \mid \mu_k, \sigma_k^2)"
EQUAL = r"p(x, C_j) = p(x, C_k)"
BEST = r"\hat{k}(x) = \underset{k}{\mathrm{arg\,max}}\; p(x, C_k)"
CELL = r"P(x \in R_j, C_i) = \pi_i \int_{R_j} N(x \mid \mu_i, \sigma_i^2)\,dx"
ERROR = r"P(\mathrm{error}) = \sum_k \sum_{j \neq k} P(x \in R_j, C_k) = 1 - \sum_k P(x \in R_k, C_k)"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step)


def _densities(step: Step) -> Story:
    bells, K = step.bells, len(step.bells.means)
    rows = tuple(
        (f"class {k + 1}", float(bells.means[k]), float(bells.deviations[k]), float(bells.priors[k])) for k in range(K)
    )
    said = f"{K} classes on a line, each a bell times its prior. Every x will go to the class with the highest curve."
    return Story(said, JOINT, tables=(Table("Classes", ("class", "μ", "σ", "π"), rows),))


def _crossings(step: Step) -> Story:
    assert step.crossings is not None
    count = len(step.crossings)
    said = f"Two curves are equal at {counted(count, 'place')}. Only where the highest curve changes does the answer."
    told = tuple(Number(f"crossing {k + 1}", place) for k, place in enumerate(step.crossings.tolist()))
    return Story(said, EQUAL, (), told)


def _regions(step: Step) -> Story:
    assert step.best is not None
    winners = [f"class {int(k) + 1}" for k in step.best.winners]
    said = f"From the left the winners are {joined(winners)}."
    if len(winners) == 1:
        said = f"{winners[0][0].upper()}{winners[0][1:]} has the highest curve everywhere."
    twice = [k for k in range(len(step.bells.means)) if (step.best.winners == k).sum() > 1]
    if twice:
        said += f" The region of class {twice[0] + 1} has several parts: far out the widest bell is the highest."
    never = [k for k in range(len(step.bells.means)) if not (step.best.winners == k).any()]
    if never:
        said += f" Class {never[0] + 1} wins nowhere."
    told = tuple(Number(f"boundary {k + 1}", place) for k, place in enumerate(step.best.cuts.tolist()))
    return Story(said, BEST, (), told)


def _cell(step: Step) -> Story:
    assert step.cell is not None and step.table is not None
    i, j = step.cell
    value = float(step.table[i, j])
    what = "answered rightly" if i == j else "a mistake"
    said = f"Class {i + 1} in the region of class {j + 1}: {figure(value)} of all cases, {what}."
    return Story(said, CELL, (), (Number("area", value),))


def _error(step: Step) -> Story:
    assert step.error is not None and step.correct is not None and step.table is not None
    right, not_right = figure(step.correct), figure(step.error)
    said = f"The diagonal adds up to {right}: so many cases are answered rightly, and {not_right} are not."
    worked = (f"P(error) = {taken(1.0, step.correct)}",)
    sums = Check("all cells add up to 1", agree(np.nansum(step.table), 1.0, 1.0))
    told = (Number("P(correct)", step.correct), Number("P(error)", step.error))
    return Story(said, ERROR, worked, told, (), (sums,))


TOLD: dict[str, Callable[[Step], Story]] = {
    "densities": _densities, "crossings": _crossings, "regions": _regions, "cell": _cell, "error": _error,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.error is None else {"P(error)": step.error}


def event(step: Step) -> Event | None:
    return Event("error", "best") if step.part == "error" else None
