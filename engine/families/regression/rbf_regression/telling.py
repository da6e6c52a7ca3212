"""What a step of RBF regression says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, percent
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.regression import growth_telling
from engine.families.regression.growth_conditions import columns_words
from engine.families.regression.rbf_regression.loop import MEANS, RANDOM, Params, Step
from engine.maths.algebra.distances import squared_distances
from engine.models.basis import Gaussians
from engine.parts.querying import place_words
from engine.parts.ranges import scaled_first
from engine.parts.regression import predicted_at

FORMULA = (
    r"y(\mathbf{x}) = b + \sum_{j=1}^{M} w_j \exp\left(-\frac{\|\mathbf{x} - \mathbf{c}_j\|^2}{2\alpha^2}\right), "
    r"\quad \mathbf{w} = \underset{\mathbf{w}}{\mathrm{arg\,min}} \sum_n r_n^2 + \lambda\|\mathbf{w}\|^2"
)
REACH = 2.0
"""Farther than so many widths from every centre, no bump is felt."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    growth = step.growth
    said = _begun(step, data, params) if not growth.count else _picked(step, data, params)
    said += f" {growth_telling.error_words(growth, not growth.count)}{growth_telling.passes_through(growth, data)}"
    if not params.penalty:
        said += columns_words(growth)
    said += _over_fits(step, data)
    told = [*growth_telling.numbers(growth, data), Number("width α", step.width)]
    if growth.count:
        told.append(Number("out of reach", out_of_reach(step, data), "share of rows beyond 2α of every centre"))
    checks: tuple[Check, ...] = () if params.penalty else growth_telling.never_rises(growth, data)
    tables = (growth_telling.table(growth, data),)
    story = Story(said, FORMULA, growth_telling.worked(growth), tuple(told), tables, checks)
    return story if growth.count else scaled_first(story, data, "the width α is the same for all.")


def _begun(step: Step, data: Dataset, params: Params) -> str:
    where = {
        RANDOM: "rows drawn at random",
        MEANS: "the means that k-means finds",
    }.get(params.rule, "all rows, one after the other")
    return (
        f"The bias alone is the mean of the targets. The centres are {where}: so bumps stand where the data are, and "
        "not on a grid that grows with every feature."
    )


def _picked(step: Step, data: Dataset, params: Params) -> str:
    basis = step.model.basis
    assert isinstance(basis, Gaussians)
    last = int(step.rows[-1])
    if last >= 0:
        return f"Centre {step.growth.count}: row {data.row_name(last)}."
    return f"Centre {step.growth.count}: a mean of rows, at {place_words(data, basis.centres[-1])}."


def _over_fits(step: Step, data: Dataset) -> str:
    """That many bumps over-fit, as soon as they do; and why it is worse with many features."""
    growth = step.growth
    if len(growth.validation) < 2 or growth.validation[-1] <= growth.validation.min():
        return ""
    best = int(growth.counts[int(np.argmin(growth.validation))])
    said = (
        f" The model over-fits: {counted(best, 'centre')} {'has' if best == 1 else 'have'} a smaller validation RMSE."
    )
    share = out_of_reach(step, data, validation=True)
    if data.d > 2 and share > 0:
        said += (
            f" With {data.d} features bumps reach few rows: {percent(share)} of the rows for validation lie farther "
            f"than 2α = {figure(REACH * step.width)} from every centre."
        )
    return said


def out_of_reach(step: Step, data: Dataset, validation: bool = False) -> float:
    """The share of the rows, or of those for validation, that are farther than 2α from every centre."""
    basis = step.model.basis
    assert isinstance(basis, Gaussians)
    rows = data.held if validation and data.held is not None else learnable(data)
    nearest = squared_distances(data.X[rows], basis.centres).min(axis=1)
    return float((nearest > (REACH * step.width) ** 2).mean())


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """What the model predicts at any point."""
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return growth_telling.measured(step.growth)


def event(step: Step) -> Event | None:
    return growth_telling.event(step.growth)
