"""What a posterior over weights predicts at a point, by every rule, in words and numbers."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, figure, shown, vector
from engine.core.story import Check, Number, Table
from engine.data.dataset import Dataset
from engine.families.logistic.bayesian_logistic.loop import Params
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.probit import LAMBDA, largest_gap, moderated, normal_quantile, probit_integral, shrinkage
from engine.maths.probability.quadrature import hermite_mean
from engine.maths.probability.sigmoid import sigmoid
from engine.models.linear import features
from engine.models.posterior import BayesianLogistic

FARTHER = 3.0
"""The place far from the data lies so many times as far from their mean as the farthest row."""


def four_ways(model: BayesianLogistic, x: np.ndarray, params: Params) -> list[Number]:
    """The probability of the point x (d,) by every rule, and what is known of the stand-in."""
    mean, variance = model.activation_moments(x[None])
    exact = float(model.probability(x[None], "quadrature")[0])
    pulled = float(moderated(mean, variance)[0])
    by_nodes = float(hermite_mean(mean, variance, params.nodes)[0])
    told = [
        Number("activation m", float(mean[0])),
        Number("variance s²", float(variance[0])),
        Number("plug-in σ(m)", float(sigmoid(mean)[0])),
        Number("probit σ(κm)", pulled, f"off by {figure(abs(pulled - exact), 2)}"),
        Number("quadrature", exact, f"{params.nodes} Gauss–Hermite nodes: off by {figure(abs(by_nodes - exact), 2)}"),
    ]
    if len(model.samples):
        sampled = float(model.probability(x[None], "samples")[0])
        told.append(Number("samples", sampled, f"from {counted(len(model.samples), 'draw')} of the chain"))
    gap, at = largest_gap(params.stretch)
    slope = params.stretch / np.sqrt(2.0 * np.pi)
    told.append(Number("slope of Φ(λa) at 0", slope, "that of σ is 0.25"))
    told.append(Number("largest |σ(a) − Φ(λa)|", gap, f"at a = ±{figure(at)}; λ = 1/1.702 makes it least, 0.0095"))
    return told


def worked(model: BayesianLogistic, x: np.ndarray, params: Params) -> tuple[str, ...]:
    """Mean, variance, κ and the moderated probability with numbers; then the same integral as P(X ≤ Y)."""
    mean, variance = (float(part[0]) for part in model.activation_moments(x[None]))
    kappa = float(shrinkage(np.array(variance)))
    share, root = probit_integral(mean, variance, params.stretch), float(np.sqrt(params.stretch**-2 + variance))
    pulled = float(sigmoid(np.array(kappa * mean)))
    (spread,) = shown(kappa, lambda size: 1 / math.sqrt(1 + math.pi * size / 8), variance)
    (centre,) = shown(pulled, lambda a: float(sigmoid(np.array(a))), kappa * mean)
    over, under = shown(share, lambda m, size: 0.5 * math.erfc(-m / size / math.sqrt(2)), mean, root)
    lines = [f"φ = {vector(with_ones(features(model.basis, x[None])[0]))}"]
    lines.append(f"m = w_MAP·φ = {figure(mean)}, s² = φᵀ S_N φ = {figure(variance)}")
    lines.append(f"κ = 1/√(1 + π·{spread}/8) = {figure(kappa)}")
    lines.append(f"σ(κm) = σ({centre}) = {figure(pulled)}")
    lines.append(f"λ = {figure(params.stretch)}; the slopes at 0 agree for √(π/8) = {figure(LAMBDA)}")
    lines.append("∫ Φ(λa) N(a | m, s²) da = P(X ≤ Y), X ∼ N(0, λ⁻²), Y ∼ N(m, s²); X − Y has the variance λ⁻² + s²")
    lines.append(f"= Φ(m / √(λ⁻² + s²)) = Φ({over} / {under}) = {figure(share)}")
    return (*lines, *below(mean, float(np.sqrt(variance)), params.level))


def below(mean: float, deviation: float, level: float) -> tuple[str, ...]:
    """The place below which the activation lies with this probability: look up Φ⁻¹, then undo the standardising."""
    z = float(normal_quantile(level))
    if not math.isfinite(z):
        whole, end, side = ("above 0", "−∞", "no a lies") if level == 0 else ("below 1", "∞", "every a lies")
        return (f"looked up: z = Φ⁻¹({figure(level)}) = {end}, as Φ is {whole} everywhere; below m + s z {side}",)
    place = mean + deviation * z
    lines = [f"looked up: z = Φ⁻¹(p), z = {figure(z, 6)}, Φ({figure(z, 6)}) = {figure(level)}, Φ(−z) = 1 − Φ(z)"]
    if deviation > 0:
        m, s, at = shown(place, lambda one, other, by: one + other * by, mean, deviation, z)
        lines.append(f"so a lies below m + s z = {m} + {s}·{at} = {figure(place)}")
    return tuple(lines)


def moderate(model: BayesianLogistic, data: Dataset) -> tuple[Check, ...]:
    """κ only ever pulls a probability towards ½."""
    mean, variance = model.activation_moments(data.X)
    plain, pulled = sigmoid(mean), moderated(mean, variance)
    between = (np.abs(pulled - 0.5) <= np.abs(plain - 0.5) + 1e-12) & ((pulled - 0.5) * (plain - 0.5) >= -1e-12)
    return (Check("every moderated probability lies between ½ and σ(m)", bool(between.all())),)


def places(model: BayesianLogistic, row: int, data: Dataset) -> Table:
    """The rules side by side: at the least certain row, the row nearest to the boundary, the mean, and far away."""
    middle = data.X.mean(axis=0)
    nearest = int(np.argmin(np.abs(model.activation_moments(data.X)[0])))
    farthest = int(np.argmax(((data.X - middle) ** 2).sum(axis=1)))
    names = [f"point {data.row_name(row)}", f"point {data.row_name(nearest)}", "mean of the data", "far away"]
    X = np.array([data.X[row], data.X[nearest], middle, middle + FARTHER * (data.X[farthest] - middle)])
    columns = ["where", "m", "s", "plug-in", "probit", "quadrature"]
    mean, variance = model.activation_moments(X)
    parts = [mean, np.sqrt(variance), *(model.probability(X, rule) for rule in ("plug-in", "probit", "quadrature"))]
    if len(model.samples):
        columns.append("samples")
        parts.append(model.probability(X, "samples"))
    high = data.class_name(model.classes[1])
    rows = tuple((name, *(float(part[i]) for part in parts)) for i, name in enumerate(names))
    return Table(f"Probability of {high}, side by side", tuple(columns), rows, chosen=0)
