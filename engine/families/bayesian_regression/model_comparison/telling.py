"""What a step of a model comparison says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, figure, taken
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.model_comparison.loop import Params, Step, prior_of
from engine.families.bayesian_regression.model_comparison.orders import Order
from engine.parts.over_feature import with_spread

OCCAM = (
    r"\ln p(D \mid M) = \ln p(D \mid \mathbf{m}) + \ln O, \quad "
    r"\ln O = \frac{M}{2}\ln\alpha - \frac{\alpha}{2}\mathbf{m}^\top\mathbf{m} - \frac{1}{2}\ln|S^{-1}| "
    r"\simeq M\ln\frac{\Delta w_{post}}{\Delta w_{prior}}"
)
POSTERIOR = r"p(M_i \mid D) = \frac{p(M_i)\,p(D \mid M_i)}{\sum_j p(M_j)\,p(D \mid M_j)}"
ALIKE = 1e-9
"""A posterior box is as wide as the prior one where their ratio is so near to 1."""
LARGEST = 300.0
"""A Bayes factor whose logarithm is larger is told by that alone."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return _posterior(step, data, params) if step.phase == "posterior" else _model(step, data, params)


def _model(step: Step, data: Dataset, params: Params) -> Story:
    one = step.tried[-1]
    said = (
        f"Order {step.order} has {counted(one.size, 'weight')}. At their mean the targets have the log-likelihood "
        f"{figure(one.fit)}; the Occam factor takes {figure(-one.occam)} off it, for the part of the prior that the "
        "posterior leaves unused."
    )
    if one.narrow.max() >= one.wide * (1.0 - ALIKE):
        said += " A weight is as uncertain as before: of it the boxes say nothing."
    lines = (
        f"ln p(D | M) = {added(one.fit, one.occam)}",
        f"by boxes: {added(one.fit, one.box)}",
    )
    told = (
        Number("ln p(D | M)", one.evidence, "the evidence, exact"),
        Number("by boxes", one.rough, "roughly: it leaves correlations and the height of the prior out"),
        Number("RMSE", one.error, "on the rows: it cannot rise with the order but for the prior"),
        Number("α", step.model.alpha),
        Number("β", step.model.beta),
    )
    return Story(said, OCCAM, lines, told, (_table(step, params),))


def _table(step: Step, params: Params) -> Table:
    """Each order with the parts of its evidence, its prior and its posterior."""
    priors = np.exp(prior_of(params))
    rows = tuple(
        (order, one.size, one.error, one.fit, one.occam, one.evidence, float(prior), float(p))
        for order, (one, prior, p) in enumerate(zip(step.tried, priors, step.posterior, strict=False))
    )
    columns = ("order", "M", "RMSE", "ln p(D | m)", "ln O", "ln p(D | M)", "prior", "posterior")
    return Table("Orders", columns, rows, int(np.argmax(step.posterior)))


def _posterior(step: Step, data: Dataset, params: Params) -> Story:
    best, tried = step.order, step.tried
    said = f"Order {best} is the most probable, with P = {figure(step.posterior[best])}."
    least = int(np.argmin([one.error for one in tried]))
    if least != best:
        said += (
            f" The least training error has order {least}: the error alone would choose it, the evidence makes it pay "
            "for its weights."
        )
    lines: tuple[str, ...] = ()
    told: tuple[Number, ...] = (Number("P of the best", float(step.posterior[best])),)
    if len(tried) > 1:
        second = _second(step)
        log_factor = tried[best].evidence - tried[second].evidence
        said += f" Its evidence is {_times(log_factor)} that of order {second} (the Bayes factor)."
        lines = (f"ln B = {taken(tried[best].evidence, tried[second].evidence)}",)
        told = (*told, Number("ln B", log_factor, f"against order {second}"))
    total = float(step.posterior.sum())
    checks = (Check("the posteriors add up to 1", abs(total - 1.0) <= 1e-9),)
    return Story(said, POSTERIOR, lines, told, (_table(step, params),), checks)


def _second(step: Step) -> int:
    """The order that comes next in probability."""
    return int(np.argsort(-step.posterior, kind="stable")[1])


def _times(log_factor: float) -> str:
    """How many times as large."""
    return f"{figure(np.exp(log_factor))} times" if abs(log_factor) < LARGEST else f"e^({figure(log_factor)}) times"


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The prediction of this order at the point x (d,)."""
    mean, std = float(step.model.predict(x[None])[0]), float(step.model.predict_std(x[None])[0])
    if not (np.isfinite(mean) and np.isfinite(std)):
        return Inquiry(Story("This point lies too far out for the powers of the features.", OCCAM))
    said = f"Order {step.order} predicts {with_spread(data, mean, std)} at this point."
    told = (Number("prediction", data.target_column.told(mean)), Number("deviation of the prediction", std))
    return Inquiry(Story(said, OCCAM, (), told), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    one: Order = step.tried[step.order]
    return {"ln p(D | M)": one.evidence, "RMSE": one.error}


def event(step: Step) -> Event | None:
    if step.phase == "posterior":
        return Event("posterior", "best")
    best = int(np.argmax([one.evidence for one in step.tried])) == step.order
    return Event("best so far", "best") if best else None
