"""What the notes print wrongly about the error of logistic regression and its slope."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic.logistic_gradient.loop import Params, Step
from engine.families.logistic.objectives import TwoClasses
from engine.maths.probability.cross_entropy import losses
from engine.maths.probability.sigmoid import sigmoid
from engine.parts.basis import expanded
from engine.parts.printed_gradient import printed_checked

TWICE_THE_PRIOR = Erratum(
    "E001-1",
    "001_4879c9e7d291b724.txt, Part I",
    r"P(\mathbf{x}, C_k) = P(C_k \mid \mathbf{x})\,P(C_k)",
    r"P(\mathbf{x}, C_k) = P(C_k \mid \mathbf{x})\,p(\mathbf{x})",
    "The posterior knows the prior already; as printed the larger class would be favoured twice.",
)
UPSIDE_DOWN = Erratum(
    "E001-9",
    "001_4879c9e7d291b724.txt, Part III",
    r"P(c_1 \mid \mathbf{x}) = \frac{1}{1 + \frac{P(\mathbf{x} \mid c_1)P(c_1)}{P(\mathbf{x} \mid c_2)P(c_2)}}",
    r"P(c_1 \mid \mathbf{x}) = \frac{1}{1 + \frac{P(\mathbf{x} \mid c_2)P(c_2)}{P(\mathbf{x} \mid c_1)P(c_1)}} \quad "
    r"= \sigma(a)",
    "The ratio eᵃ is inverted, so the probability printed is that of the other class.",
)
A_PRODUCT = Erratum(
    "E003-2",
    "003_5694847191d4e823.txt, ML for logistic regression, caption",
    r"\nabla E = \sum_n y_n\,t_n\,\mathbf{x}_n",
    r"\nabla E = \sum_n (y_n - t_n)\,\mathbf{x}_n",
    "The caption calls each term the product of prediction and target; it is their difference, times the features.",
)
ERRATA = (TWICE_THE_PRIOR, UPSIDE_DOWN, A_PRODUCT)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    table, t = expanded(data, step.model.basis), zero_one(data)
    Phi = table.design
    with np.errstate(over="ignore", invalid="ignore"):
        a = Phi @ step.model.packed
    if not np.isfinite(a).all():
        return
    lost = losses(a, t)
    row = int(np.argmax(lost))  # it is on its wrong side, or nearly: its odds are small
    true, name = table.class_name(int(table.codes[row])), table.row_name(row)
    own, odds = float(np.exp(-lost[row])), float(np.exp(min(a[row] if t[row] else -a[row], 0.0)))
    if (a[row] < 0) == bool(t[row]):
        line = f"point {name}: its odds are {figure(odds)}, so P({true}) = 1/(1 + {figure(odds)}) = {figure(1.0 - own)}"
        yield Misprint(UPSIDE_DOWN, f"P({true}) of point {name}", 1.0 - own, own, (line,))
    y = own if t[row] else 1.0 - own
    product, error = y * t[row] * Phi[row], (own - 1.0 if t[row] else 1.0 - own) * Phi[row]
    line = f"point {name}: y t φ = {figure(y)}·{figure(t[row])}·{vector(Phi[row])} = {vector(product)}"
    lines = (line, *_checked(step, data, Phi, t, params))
    yield Misprint(A_PRODUCT, f"the part of point {name} in ∇E", product, error, lines)
    yield from _prior(step, a, t)


def _checked(step: Step, data: Dataset, Phi: np.ndarray, t: np.ndarray, params: Params) -> tuple[str, ...]:
    """The whole gradient as printed beside central differences, which know no formula."""
    objective, w = TwoClasses.posed(data, step.model.basis, params), step.model.packed
    with np.errstate(over="ignore", invalid="ignore"):
        printed = Phi.T @ (sigmoid(Phi @ w) * t) + objective.ridge * w
    said = printed_checked(objective.values, printed, w, np.abs(Phi).max(axis=0), params.nudge)
    return (said,) if said else ()


def _prior(step: Step, a: np.ndarray, t: np.ndarray) -> Iterator[Misprint]:
    """P(C|x) P(C) is larger for class 1 where a > ln(N₀/N₁)."""
    ones = int(t.sum())
    threshold = float(np.log((len(t) - ones) / ones))
    wrong = int(((a >= threshold) != (t > 0)).sum())
    line = f"a ≥ ln(N₀/N₁) = ln({len(t) - ones}/{ones}) = {figure(threshold)} would decide, in place of a ≥ 0"
    count = f"wrong side = {len(t)} − {len(t) - wrong} = {wrong}"
    yield Misprint(TWICE_THE_PRIOR, "wrong side", wrong, step.wrong, (line, count))
