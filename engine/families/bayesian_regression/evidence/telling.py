"""What a step of evidence maximisation says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.evidence.drawing import NAMES
from engine.families.bayesian_regression.evidence.loop import TERMS, Params, Step
from engine.parts.over_feature import with_spread

EVIDENCE = (
    r"\ln p(\mathbf{t}) = \frac{M}{2}\ln\alpha + \frac{N}{2}\ln\beta - "
    r"\frac{\beta}{2}\|\mathbf{t} - \Phi\mathbf{m}\|^2 - "
    r"\frac{\alpha}{2}\mathbf{m}^\top\mathbf{m} - \frac{1}{2}\ln|S^{-1}| - \frac{N}{2}\ln 2\pi"
)
UPDATE = (
    r"\gamma = \sum_i \frac{\lambda_i}{\lambda_i + \alpha}, \quad "
    r"\alpha \leftarrow \frac{\gamma}{\mathbf{m}^\top\mathbf{m}}, \quad "
    r"\beta \leftarrow \frac{N - \gamma}{\|\mathbf{t} - \Phi\mathbf{m}\|^2}"
)
MEANINGS = (
    "a narrow prior is high where it is",
    "little noise makes each target more probable",
    "the residuals, in deviations of the noise: how well the targets are met",
    "how far the weights lie from 0, in deviations of the prior",
    "how little of the prior the posterior has left: the price of each weight that the data decide",
    "the constant of N Gaussians",
)
GROWTH = 1e-9
"""By so little, as a share of its terms, the evidence may fall in an update: rounding."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"term": _term, "update": _update, "starts": _starts}[step.phase](step, data, params)


def _term(step: Step, data: Dataset, params: Params) -> Story:
    last = step.shown - 1
    value = float(step.terms[last])
    said = f"Term {step.shown} of {TERMS}, {NAMES[last]} = {figure(value)}: {MEANINGS[last]}."
    if step.shown == TERMS:
        said += (
            f" The sum, ln p(t) = {figure(step.evidence)}, is what these α and β are worth: a good fit, paid for by "
            "what the weights must be told."
        )
    before = float(step.terms[:last].sum())
    lines = (f"sum = {added(before, value)}",)
    told = (Number("α", step.model.alpha), Number("β", step.model.beta), *_sizes(step))
    return Story(said, EVIDENCE, lines, told)


def _sizes(step: Step) -> tuple[Number, ...]:
    return (
        Number("M", step.spectrum.M, "weights, the bias counted"),
        Number("N", step.spectrum.N, "rows"),
        Number("‖r‖²", step.error, "of the residuals r = t − Φm"),
        Number("mᵀm", step.square),
    )


def _update(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"Update {step.iteration}: with the new α and β the evidence is {figure(step.evidence)}, and "
        f"{figure(step.gamma)} of {counted(step.spectrum.M, 'weight')} are decided by the data, the rest by the prior."
    )
    return Story(said, UPDATE, _next(step), _numbers(step))


def _next(step: Step) -> tuple[str, ...]:
    """The next update, with numbers."""
    lines = []
    if step.square > 0:
        lines.append(f"update of α: {divided(step.gamma, step.square)}")
    left = step.spectrum.N - step.gamma
    if step.error > 0 and left > 0:
        parts = shown(left / step.error, lambda n, g, e: (n - g) / e, float(step.spectrum.N), step.gamma, step.error)
        lines.append(f"update of β: ({parts[0]} − {parts[1]}) / {parts[2]} = {figure(left / step.error)}")
    return tuple(lines)


def _numbers(step: Step) -> tuple[Number, ...]:
    return (
        Number("ln p(t)", step.evidence),
        Number("α", step.model.alpha),
        Number("β", step.model.beta),
        Number("γ", step.gamma, "the effective number of parameters"),
        *_sizes(step),
    )


def _starts(step: Step, data: Dataset, params: Params) -> Story:
    assert step.ends is not None
    ends = step.ends
    rows = tuple(
        (*map(float, np.exp(start)), *_precisions(place), float(g), float(value))
        for start, place, g, value in zip(ends.starts, ends.places, ends.gamma, ends.evidence, strict=True)
    )
    best = int(np.argmax(ends.evidence))
    same = bool(np.abs(ends.places - step.path[-1]).max() <= 1e-3)
    said = "The updates have come to rest. "
    said += (
        "From four other starts they lead to the same α and β."
        if same
        else "They find a maximum near the start only: the table shows where they lead from four others."
    )
    table = Table("Where the updates lead", ("first α", "first β", "α", "β", "γ", "ln p(t)"), rows, best)
    ratio = step.model.alpha / step.model.beta
    told = (*_numbers(step), Number("λ", ratio, "of ridge, α/β"))
    return Story(said, UPDATE, _next(step), told, (table,))


def _precisions(place: np.ndarray) -> tuple[float | str, ...]:
    """α and β at a place; "grows" where they have no end."""
    return tuple("grows" if log > 30.0 * np.log(10.0) else float(np.exp(log)) for log in place)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The prediction at the point x (d,)."""
    mean, std = float(step.model.predict(x[None])[0]), float(step.model.predict_std(x[None])[0])
    if not (np.isfinite(mean) and np.isfinite(std)):
        return Inquiry(Story("This point lies too far out for the basis functions.", EVIDENCE))
    said = f"The prediction at this point is {with_spread(data, mean, std)}, with the α and β of this step."
    told = (Number("prediction", data.target_column.told(mean)), Number("deviation of the prediction", std))
    return Inquiry(Story(said, EVIDENCE, (), told), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.phase == "term" else {"ln p(t)": step.evidence, "γ": step.gamma}


def event(step: Step) -> Event | None:
    return Event("fixed point", "best") if step.phase == "starts" else None
