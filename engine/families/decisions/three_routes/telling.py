"""What a step of the three routes says: what each stage finds out, and what it is good for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, enough, figure, inner
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.decisions.three_routes.loop import Params, Step
from engine.maths.algebra.repairs import varying

STAGES = r"\mathbf{x} \;\rightarrow\; \mathrm{inference} \;\rightarrow\; \mathrm{decision} \;\rightarrow\; C"
DENSITIES = r"p(\mathbf{x} \mid C_k) = N(\mathbf{x} \mid \boldsymbol{\mu}_k, \mathbf{\Sigma})"
BAYES = r"P(C_k \mid \mathbf{x}) = \frac{p(\mathbf{x} \mid C_k)\, \pi_k}{\sum_j p(\mathbf{x} \mid C_j)\, \pi_j}"
POSTERIOR = r"P(C_2 \mid \mathbf{x}) = \sigma(\mathbf{w}^\top \mathbf{x} + b)"
DECISION = r"C_2 \;\mathrm{if}\; P(C_2 \mid \mathbf{x}) \geq \tfrac{1}{2}, \quad \mathrm{else}\; C_1"
FUNCTION = r"C_2 \;\mathrm{if}\; \mathbf{w}^\top \mathbf{x} + b \geq 0, \quad \mathrm{else}\; C_1"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def numbers_of(d: int) -> tuple[int, int, int]:
    """How many numbers each route estimates: two means, a covariance and a prior; weights and a bias, twice."""
    return 2 * d + d * (d + 1) // 2 + 1, d + 1, d + 1


def _named(step: Step, second: bool, data: Dataset) -> str:
    return data.class_name(data.classes_present[int(second)])


def _data(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        "Inference finds what is known of x and its class, and decision makes a label of it. Three routes: densities "
        "of both classes, the posterior alone, or a function that gives the label at once."
    )
    if (step.means[0] == step.means[1]).all():
        said += " Both classes have one mean: the line goes from it by a standard deviation of each feature."
    return Story(said, STAGES, (), (Number("points", data.n),))


def _densities(step: Step, data: Dataset, params: Params) -> Story:
    assert step.generative is not None and step.density is not None and step.least is not None
    count = numbers_of(data.d)[0]
    said = f"Generative, inference: a Gaussian for each class and the priors, {counted(count, 'number')}. "
    if step.density < step.least:
        said += (
            f"At x, ln p(x) = {figure(step.density)}, less than at any point, where it is {figure(step.least)} or "
            "more: x is an outlier, and the model says so."
        )
    else:
        said += (
            f"At x, ln p(x) = {figure(step.density)}; among the points the least is {figure(step.least)}, so x is no "
            "outlier."
        )
    said += " A feature may be missing, and a class be added."
    rank = len(varying(step.generative.covariances[0])[1])
    if rank < data.d:
        said += f" The covariance has rank {rank} of {data.d}: a direction without variance does not count."
    told = (Number("ln p(x)", step.density), Number("least ln p(x)", step.least, "of the points"))
    d = data.d
    worked = (f"numbers = {2 * d} + {d * (d + 1) // 2} + 1 = {count}",)
    return Story(said, DENSITIES, worked, told)


def _bayes(step: Step, data: Dataset, params: Params) -> Story:
    assert step.generative is not None and step.generative_P is not None
    one, other = map(float, step.generative.log_joint(step.x[None])[:, 0])
    P = step.generative_P
    said = f"Generative, decision: Bayes' rule gives P = {figure(P)} of {_named(step, True, data)}: "
    said += f"the label is {_named(step, P > 0.5, data)}."
    n = enough(P, lambda value: 1 / (1 + float(np.exp(value))), one - other)
    a = figure(one - other, n)
    worked = (f"P = 1 / (1 + exp({a})) = {figure(P)}",)
    table = Table(
        "Joint density", ("class", "ln p(x, C)"), ((_named(step, False, data), one), (_named(step, True, data), other))
    )
    return Story(said, BAYES, worked, (Number("P by Bayes' rule", P),), (table,))


def _posterior(step: Step, data: Dataset, params: Params) -> Story:
    assert step.discriminative is not None and step.discriminative_P is not None
    count, P = numbers_of(data.d)[1], step.discriminative_P
    said = (
        f"Discriminative, inference: logistic regression fits P(C | x) alone, {counted(count, 'number')}. At x it has "
        f"P = {figure(P)} of {_named(step, True, data)}. How probable x is itself it does not say."
    )
    model = step.discriminative
    a = float(model.decision_function(step.x[None])[0])
    n = enough(P, lambda value: 1 / (1 + float(np.exp(value))), -a)
    worked = (
        f"a = w · x + b = {inner(model.weights, step.x, a, float(model.bias))}",
        f"P = 1 / (1 + exp({figure(-a, n)})) = {figure(P)}",
    )
    return Story(said, POSTERIOR, worked, (Number("P by logistic regression", P),))


def _threshold(step: Step, data: Dataset, params: Params) -> Story:
    assert step.discriminative_P is not None
    P = step.discriminative_P
    said = (
        f"Discriminative, decision: P = {figure(P)} is {'at least' if P >= 0.5 else 'below'} ½, so the label is "
        f"{_named(step, P >= 0.5, data)}. With other losses the threshold moves, and nothing is fitted again; near ½ "
        "the label may be refused."
    )
    return Story(said, DECISION, (), (Number("P by logistic regression", P),))


def _function(step: Step, data: Dataset, params: Params) -> Story:
    assert step.function is not None and step.activation is not None
    a = step.activation
    said = (
        f"A discriminant function, here by {params.function}: w · x + b = {figure(a)} is "
        f"{'at least' if a >= 0 else 'below'} 0, so the label is {_named(step, a >= 0, data)}. Inference and decision "
        "are one, and there is no probability: other losses or priors need another fit."
    )
    worked = (f"w · x + b = {inner(step.function.weights, step.x, a, float(step.function.bias))}",)
    return Story(said, FUNCTION, worked, (Number("w · x + b", a),))


def _all(step: Step, data: Dataset, params: Params) -> Story:
    counts = numbers_of(data.d)
    said = f"{counted(len(step.apart), 'point gets', 'points get')} different labels. "
    said += (
        f"The generative route also finds outliers, and takes missing features and new classes, for {counts[0]} "
        f"numbers. The discriminative one gives probabilities for {counts[1]}. The function gives labels alone."
    )
    rows = tuple(
        (name, output, count, int(wrong))
        for name, output, count, wrong in zip(
            ("generative", "discriminative", "function"), ("p(x | C)", "P(C | x)", "label"), counts, step.wrong,
            strict=True,
        )
    )  # fmt: skip
    table = Table("Routes", ("route", "gives", "numbers", "errors"), rows)
    d = data.d
    worked = (f"numbers = {2 * d} + {d * (d + 1) // 2} + 1 = {counts[0]}", f"weights and bias = {d} + 1 = {counts[1]}")
    return Story(said, STAGES, worked, (Number("labelled differently", len(step.apart)),), (table,))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "data": _data, "densities": _densities, "Bayes": _bayes, "posterior": _posterior, "threshold": _threshold,
    "function": _function, "all": _all,
}  # fmt: skip


def event(step: Step) -> Event | None:
    return Event("label", "boundary") if step.part in ("Bayes", "threshold", "function") else None
