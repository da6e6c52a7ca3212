"""What a step of the 512 data sets says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.matching_complexity.labellings import COUNT, MODELS
from engine.families.bayesian_regression.matching_complexity.loop import Params, Step

EVIDENCE = (
    r"p(D \mid M) = \int \prod_{n=1}^{9} \sigma(t_n\,a(\mathbf{x}_n))\; N(\mathbf{w} \mid \mathbf{0}, \sigma_w^2 I)\,"
    r"d\mathbf{w}, \quad \sum_D p(D \mid M) = 1"
)
POSTERIOR = r"p(M \mid D) = \frac{p(D \mid M)}{\sum_{M'} p(D \mid M')}"
ACTIVATIONS = ("a = 0", "a = w₁x₁", "a = w₁x₁ + w₂x₂", "a = w₀ + w₁x₁ + w₂x₂")
SAME = 1e-9
"""Evidences that differ by less, as a share, are equal: the data sets are mirror images."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return _model(step) if step.phase == "model" else _data(step)


def _model(step: Step) -> Story:
    p = np.exp(step.log_p[step.which])
    more = int((p > (1 + SAME) / COUNT).sum())
    said = f"The model {MODELS[step.which]} ({ACTIVATIONS[step.which]}): "
    if step.which == 0:
        said += f"every label is thrown, so each of the {COUNT} data sets has the same probability."
    else:
        said += (
            f"{counted(more, 'data set')} it makes more probable than the coin does, the best one {figure(p.max())}; "
            "the others pay for that, as all together have the probability 1."
        )
    told = (
        Number("sum over all D", float(p.sum())),
        Number("largest p(D | M)", float(p.max())),
        Number("least p(D | M)", float(p.min())),
        Number("data sets above the coin", more),
    )
    checks = (Check("the probabilities of all data sets add up to 1", abs(float(p.sum()) - 1.0) <= 1e-9),)
    return Story(said, EVIDENCE, (), told, checks=checks)


def _data(step: Step) -> Story:
    chance, total = float(step.chances[step.which]), float(step.chances.sum())
    best, top = float(step.posterior[step.which]), step.log_p[:, step.labelling]
    alike = int((np.abs(step.log_p - top[:, None]) <= SAME * np.abs(top[:, None])).all(axis=0).sum()) - 1
    said = (
        f"Data set {step.place + 1} of {COUNT} belongs to the model {MODELS[step.which]}: it makes it most probable, "
        f"p(D | M) = {figure(chance)}. A simpler model cannot tell of it, or a richer one spreads its 1 over more "
        "data sets."
    )
    if step.which == 0:
        said = (
            f"Data set {step.place + 1} of {COUNT} belongs to the coin: no line explains these labels well, and "
            f"p(D | M) = {figure(chance)} is more than any other model has left for it."
        )
    if alike:
        said += f" {counted(alike, 'other data set has', 'other data sets have')} the same evidence, by symmetry."
    rows = tuple(
        (name, float(p), float(share)) for name, p, share in zip(MODELS, step.chances, step.posterior, strict=True)
    )
    won = step.won
    belonging = tuple((name, int(count)) for name, count in zip(MODELS, won, strict=True))
    tables = (
        Table("This data set", ("model", "p(D | M)", "p(M | D)"), rows, step.which),
        Table("All data sets", ("model", "belong to it"), belonging, step.which),
    )
    lines = (f"p(M | D) = {divided(chance, total)}",)
    told = (Number("p(D | M)", chance, "of the best model"), Number("share of the best model", best))
    return Story(said, POSTERIOR, lines, told, tables)


def event(step: Step) -> Event | None:
    return Event("model", "best") if step.phase == "model" else None
