"""What a step of Bayes' rule says."""

from __future__ import annotations

import numpy as np

from engine.base.words import bracketed, divided, enough, figure, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayes.bayes_rule.loop import Params, Step
from engine.maths.algebra.agreement import agree

RULE = r"P(C_k \mid x) = \frac{p(x \mid C_k)\, P(C_k)}{\sum_{k'} p(x \mid C_{k'})\, P(C_{k'})}"
JOINT = r"p(x, C_k) = p(x \mid C_k)\, P(C_k)"
SUM = r"p(x) = \sum_k p(x, C_k)"
SOFTMAX = r"P(C_k \mid x) = \frac{e^{a_k}}{\sum_j e^{a_j}}, \qquad a_k = \ln p(x, C_k)"
SMALLEST = 1e-250
"""What is less is told by its logarithm alone."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _priors(step: Step, params: Params) -> Story:
    best = int(step.priors.argmax())
    said = (
        f"Before anything is seen C{best + 1} is most probable. Type priors and likelihoods into the table to change "
        "them."
    )
    if step.likelihoods.max() > 1:
        said += " Likelihoods above 1 are densities: no cases can be counted, and the tree is left out."
    sums = Check("the priors add up to 1", agree(step.priors.sum(), 1.0, 1.0))
    return Story(said, RULE, (), (), (), (sums,))


def _multiply(step: Step, params: Params) -> Story:
    assert step.k is not None
    k, value = step.k, float(step.joint[step.k])
    said = f"C{k + 1}: the likelihood times the prior is the probability that the class occurs and x is seen."
    if step.likelihoods.max() <= 1:
        of, seen = figure(step.of_classes[k]), figure(step.seen[k])
        said = f"Of {of} cases of C{k + 1} x is seen in {seen}: the likelihood times the prior."
    parts = float(step.likelihoods[k]), float(step.priors[k])
    told = (Number(f"ln p(x, C{k + 1})", float(step.logs[k])),)
    if 0 < value < SMALLEST:
        return Story(f"{said} It is so small that its logarithm is told.", JOINT, (), told)
    digits = enough(value, lambda a, b: a * b, *parts)
    line = f"p(x, C{k + 1}) = {figure(parts[0], digits)} · {figure(parts[1], digits)} = {figure(value)}"
    return Story(said, JOINT, (line,), told)


def _sum(step: Step, params: Params) -> Story:
    assert step.evidence is not None
    total = step.evidence
    said = "The products add up to the evidence p(x): how probable what was seen is at all."
    told = (Number("p(x)", total),)
    if not total > SMALLEST:
        return Story(said, SUM, (), told)
    digits = enough(total, lambda *each: float(np.sum(each)), *step.joint.tolist())
    line = f"p(x) = {' + '.join(figure(part, digits) for part in step.joint)} = {figure(total)}"
    return Story(said, SUM, (line,), told)


def _divide(step: Step, params: Params) -> Story:
    assert step.k is not None and step.evidence is not None
    k, share = step.k, float(step.posterior[step.k])
    if np.isnan(share):
        return Story(f"C{k + 1}: 0 / 0, as every product is 0. The posterior is undefined.", RULE)
    prior = float(step.priors[k])
    word = "more" if share > prior else "less"
    said = f"C{k + 1} is {word} probable than before: {figure(share)} after {figure(prior)}."
    if abs(share - prior) <= 1e-9:
        said = f"C{k + 1} is as probable as before: {figure(share)}."
    joint = float(step.joint[k])
    worked = (f"P(C{k + 1} | x) = {divided(joint, step.evidence)}",) if step.evidence > SMALLEST else ()
    return Story(said, RULE, worked)


def _label(step: Step, params: Params) -> Story:
    rows = tuple(
        (f"C{k + 1}", float(step.priors[k]), float(step.joint[k]), float(step.posterior[k]))
        for k in range(len(step.priors))
    )
    heads = ("class", "P(C)", "p(x, C)", "P(C | x)")
    if step.best is None:
        said = "Every product is 0: the posterior is 0 / 0 and undefined, and the class undecided."
        return Story(said, RULE, (), (), (Table("Classes", heads, rows),))
    best, total = step.best, float(step.joint.sum())
    tied = np.flatnonzero(step.logs == step.logs[best])
    said = f"The answer is C{best + 1}, P = {figure(step.posterior[best])}."
    if len(tied) > 1:
        said = f"A tie of {len(tied)} classes: the first of them, C{best + 1}, is the answer."
    said += (
        f" Without the denominator C{best + 1} has the largest product too; but the products add up to "
        f"{figure(total)}, and not to 1."
    )
    worked: tuple[str, ...] = ()
    told = [Number(f"a{k + 1}", float(log), f"ln p(x, C{k + 1})") for k, log in enumerate(step.logs)]
    if len(step.logs) == 2 and np.isfinite(step.logs).all():
        a = float(step.logs[0] - step.logs[1])
        worked = (f"a = {taken(float(step.logs[0]), float(step.logs[1]))}", squashed(a, float(step.posterior[0])))
    sums = Check("the posteriors add up to 1", agree(step.posterior.sum(), 1.0, 1.0))
    return Story(said, SOFTMAX, worked, tuple(told), (Table("Classes", heads, rows, best),), (sums,))


def squashed(a: float, share: float) -> str:
    """The posterior of the first of two classes from the log-odds."""
    digits = enough(share, lambda a: 1 / (1 + float(np.exp(-a))), a)
    return f"P(C1 | x) = 1 / (1 + exp(−{bracketed(figure(a, digits))})) = {figure(share)}"


def event(step: Step) -> Event | None:
    if step.part != "label":
        return None
    return Event("undecided", "wrong") if step.best is None else Event("answer", "best")


TOLD = {"priors": _priors, "multiply": _multiply, "sum": _sum, "divide": _divide, "label": _label}
