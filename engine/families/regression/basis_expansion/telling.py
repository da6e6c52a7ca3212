"""What a step of a basis expansion says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.regression import growth_telling
from engine.families.regression.basis_expansion.loop import GAUSSIAN, POLYNOMIAL, SIGMOID, Params, Step
from engine.families.regression.growth_conditions import columns_words
from engine.models.basis import Gaussians, Sigmoids
from engine.parts.regression import predicted_at

SUM = r"y(\mathbf{x}) = b + \sum_{j=1}^{M} w_j\,\varphi_j(\mathbf{x}), \quad "
FORMULA = {
    POLYNOMIAL: SUM + r"\varphi_j(x) = x^j",
    GAUSSIAN: SUM + r"\varphi_j(\mathbf{x}) = \exp\left(-\frac{\|\mathbf{x} - \mathbf{c}_j\|^2}{2\alpha^2}\right)",
    SIGMOID: SUM + r"\varphi_j(x) = \sigma\left(\frac{x - c_j}{s}\right)",
}
RESCALED = "rescaled polynomial"
FORMULA[RESCALED] = SUM + r"\varphi_j(x) = z^j, \quad z = \frac{x - m}{h}"
NARROW, WIDE = 0.3, 2.0
"""Bumps below the first part of the distance of their centres are spikes; above the second they are nearly alike."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    first = not step.count
    said = _begun(step, data, params) if first else _added(step, data, params)
    said += (
        f" {growth_telling.error_words(step, first)}{growth_telling.passes_through(step, data)}{columns_words(step)}"
    )
    return Story(
        said,
        FORMULA[params.basis if params.basis != POLYNOMIAL or not params.rescale else RESCALED],
        growth_telling.worked(step),
        growth_telling.numbers(step, data),
        (growth_telling.table(step, data),),
        growth_telling.never_rises(step, data),
    )


def _begun(step: Step, data: Dataset, params: Params) -> str:
    """The bias alone."""
    what = {
        POLYNOMIAL: f"powers of x up to order {params.order}"
        + (", of z, which is x brought to −1 … 1" if params.rescale else ""),
        GAUSSIAN: "Gaussian bumps",
        SIGMOID: "soft steps",
    }[params.basis]
    return f"The bias alone is the mean of the targets. We add {what}; the weights are fitted anew each time."


def _added(step: Step, data: Dataset, params: Params) -> str:
    """What is new, and what its kind is like."""
    basis = step.model.basis
    assert basis is not None
    names, new = basis.names(data.feature_names), step.added
    what = f"{names[-1]} is added" if new == 1 else f"{counted(new, 'term')} of order {len(step.counts) - 1} are added"
    if params.basis == POLYNOMIAL:
        return f"Order {len(step.counts) - 1}: {what}."
    said = f"Function {step.count}: {what}, of the width {figure(step.width or 0.0)}."
    if isinstance(basis, Gaussians):
        said += f"{_width_words(basis)} Far from all centres only the bias is left."
    if isinstance(basis, Sigmoids) and is_steep(basis, data):
        said += " The width is less than the distance of neighbouring rows: each function is nearly a step."
    return said


def _width_words(basis: Gaussians) -> str:
    """Whether the bumps are too narrow or too wide."""
    apart = spacing(basis)
    if basis.width < NARROW * apart:
        return " The bumps are too narrow: between the centres the curve falls back to the bias, in spikes."
    if basis.width > WIDE * apart:
        return " The bumps are wide: neighbours are nearly alike, and large weights of both signs cancel."
    return ""


def spacing(basis: Gaussians) -> float:
    """The mean distance of a centre from the nearest other one; 0 where it cannot be told."""
    if len(basis.centres) < 2:
        return basis.width
    apart = np.sqrt(((basis.centres[:, None] - basis.centres) ** 2).sum(axis=2))
    apart[np.arange(len(apart)), np.arange(len(apart))] = np.inf
    return float(apart.min(axis=1).mean())


def is_steep(basis: Sigmoids, data: Dataset) -> bool:
    """Whether a soft step rises between two neighbouring rows."""
    x = np.unique(data.X[learnable(data), int(basis.along[-1])])
    return bool(len(x) > 1 and basis.width < 0.2 * np.diff(x).mean())


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """What the model predicts at any point."""
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return growth_telling.measured(step)


def event(step: Step) -> Event | None:
    return growth_telling.event(step)
