"""The charts beside a Bayesian logistic regression: bells and sigmoids, sampled curves, and the trace of the chain."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.marks import Contours, Curve, Line, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.logistic.bayesian_logistic.chain import kept
from engine.families.logistic.bayesian_logistic.loop import Params, Step
from engine.maths.probability.histogram import edges, outline
from engine.maths.probability.metropolis import Chain
from engine.maths.probability.probit import (
    largest_gap,
    moderated,
    normal_cdf,
    normal_density,
    normal_quantile,
    probit_integral,
)
from engine.maths.probability.quadrature import hermite
from engine.maths.probability.sigmoid import sigmoid
from engine.models.linear import features
from engine.models.posterior import BayesianLogistic
from engine.parts.weight_space import axes

ACTIVATION = Surface("chart", "Activation", "activation a", "probability; density as a share of its top", open=False)
ASKED = Surface("chart", "Activation at this point", ACTIVATION.x, ACTIVATION.y, open=False)
STAND_IN = Surface("chart", "Probit and sigmoid", "activation a", "probability", open=False)
COMPARED = Surface("chart", "P(X ≤ Y)", "X, of the probit", "Y, the activation", square=True, open=False)
CURVES = "Sampled curves"
TRACE, MARGINAL = "Trace of the chain", "One weight"
MAGNIFIED = 10.0
"""The difference of probit and sigmoid is drawn so many times as large: as it is one could not see it."""
FINE = 201
HATCHES = 24
"""So many lines shade a part of a bell."""
ELLIPSES = (0.5, 2.0, 4.5)


def activation(model: BayesianLogistic, x: np.ndarray, params: Params, chart: Surface) -> list[Mark]:
    """The bell of the activation at x (d,) under the sigmoid, their product, and its nodes of Gauss and Hermite."""
    mean, variance = (float(part[0]) for part in model.activation_moments(x[None]))
    s = float(np.sqrt(variance)) or 1e-9
    reach = max(6.0, abs(mean) + 4.0 * s)
    a = np.unique(np.concatenate([np.linspace(-reach, reach, FINE), mean + s * np.linspace(-4, 4, FINE)]))
    bell = np.exp(-0.5 * ((a - mean) / s) ** 2)
    z, _ = hermite(params.nodes)
    z = z[np.abs(z) <= 4.0]
    nodes = np.column_stack([mean + s * z, sigmoid(mean + s * z) * np.exp(-0.5 * z**2)])
    beside = np.array([mean + s, 0.5 * float(sigmoid(np.array(mean + s)))])
    return [
        Curve(np.column_stack([a, sigmoid(a)]), "boundary", label="σ(a)", surface=chart),
        Curve(np.column_stack([a, bell]), "margin", surface=chart),
        Curve(np.column_stack([a, sigmoid(a) * bell]), "plain", surface=chart),
        Segments(np.column_stack([nodes[:, 0], 0 * z]), nodes, "residual", surface=chart),
        Points(nodes, "plain", sizes=np.full(len(nodes), 0.3), surface=chart),
        *_tail(mean, s, params.level, chart),
        Text(np.array([mean, 1.0]), "N(a | m, s²)", anchor=(0.5, 1.0), surface=chart),
        Text(beside, "product", anchor=(0.0, 1.0), surface=chart),
    ]


def _tail(mean: float, s: float, level: float, chart: Surface) -> list[Mark]:
    """The part of the bell below m + s Φ⁻¹(p), hatched: the activation lies there with the probability p."""
    end = mean + s * float(np.clip(normal_quantile(level), -4.0, 4.0))  # −∞ and ∞ at 0 and 1: at the ends of the bell
    a = np.linspace(mean - 4.0 * s, end, HATCHES)
    tops = np.column_stack([a, np.exp(-0.5 * ((a - mean) / s) ** 2)])
    words = Text(tops[-1], f"  p = {figure(level)}", anchor=(0.0, 1.0), surface=chart)
    hatches = Segments(np.column_stack([a, 0 * a]), tops, "ghost", surface=chart)
    return [hatches, words] if end > a[0] else [words]


def stand_in(params: Params) -> list[Mark]:
    """The sigmoid, the probit Φ(λ a) that stands in for it, and their difference."""
    a = np.linspace(-8.0, 8.0, 2 * FINE - 1)
    one, other = sigmoid(a), normal_cdf(params.stretch * a)
    gap, at = largest_gap(params.stretch)
    words = f"largest gap {figure(gap, 3)} at a = ±{figure(at, 3)}"
    return [
        Curve(np.column_stack([a, one]), "boundary", surface=STAND_IN),
        Curve(np.column_stack([a, other]), "margin", surface=STAND_IN),
        Text(np.array([1.0, sigmoid(np.array(1.0))]), "  σ(a)", anchor=(0.0, 0.0), surface=STAND_IN),
        Text(np.array([2.0, normal_cdf(2.0 * params.stretch)]), "Φ(λa)", anchor=(1.0, 1.0), surface=STAND_IN),
        Curve(np.column_stack([a, MAGNIFIED * (one - other)]), "plain", label="difference × 10", surface=STAND_IN),
        Text(np.array([-8.0, 1.0]), words, anchor=(0.0, 0.0), surface=STAND_IN),
    ]


def comparison(model: BayesianLogistic, x: np.ndarray, params: Params) -> list[Mark]:
    """∫ Φ(λ a) N(a | m, s²) da as P(X ≤ Y): the density of X ∼ N(0, λ⁻²) and Y ∼ N(m, s²), and the line X = Y."""
    mean, variance = (float(part[0]) for part in model.activation_moments(x[None]))
    spread, deviation = 1.0 / params.stretch, float(np.sqrt(variance)) or 1e-9

    def depth(places: np.ndarray) -> np.ndarray:
        return np.asarray(0.5 * (places[:, 0] / spread) ** 2 + 0.5 * ((places[:, 1] - mean) / deviation) ** 2)

    low, high = min(-3.5 * spread, mean - 3.5 * deviation), max(3.5 * spread, mean + 3.5 * deviation)
    chart = Surface(COMPARED.kind, COMPARED.name, COMPARED.x, COMPARED.y, True, (low, high, low, high), open=False)
    share = probit_integral(mean, variance, params.stretch)
    words = f"above the line: P(X ≤ Y) = {figure(share)}"
    return [
        Contours(depth, (spread, mean, deviation), ELLIPSES, "residual", True, chart),
        Line(np.array([-1.0, 1.0]), 0.0, label="X = Y", surface=chart),
        Text(np.array([low, high]), words, anchor=(0.0, 0.0), surface=chart),
    ]


def curves(step: Step, data: Dataset) -> list[Mark]:
    """The probability along a line: each sampled sigmoid, the most probable one, and the one that averages over them.

    With one feature the line is its axis. With more it runs through the mean of the data, across the boundary.
    """
    model = step.model
    length, way = float(np.linalg.norm(model.weights)), model.weights
    if data.d > 1 and (model.basis is not None or not length > 0):
        return []
    middle, way = (np.zeros(1), np.ones(1)) if data.d == 1 else (data.X.mean(axis=0), way / length)
    places = (data.X - middle) @ way
    low, high = float(places.min()), float(places.max())
    width = (high - low) or 1.0
    along = np.linspace(low - 0.5 * width, high + 0.5 * width, FINE)
    X = middle + along[:, None] * way
    x = data.feature_names[0] if data.d == 1 else "from the mean of the data, across the boundary"
    chart = Surface("chart", CURVES, x, f"probability of {data.class_name(model.classes[1])}", open=data.d == 1)

    mean, variance = model.activation_moments(X)
    heights = np.vstack([_sigmoids(step.fan, model, X), sigmoid(mean), moderated(mean, variance)])
    *spokes, plug_in, averaged = over(along, heights)
    drawn: list[Mark] = [Curve(spoke, "spoke", surface=chart) for spoke in spokes]
    drawn.append(Curve(plug_in, "margin", label="plug-in", surface=chart))
    drawn.append(Curve(averaged, "boundary", label="moderated", surface=chart))
    targets = (data.codes == model.classes[1]).astype(float)
    rows = np.arange(data.n)
    return [*drawn, Points(np.column_stack([places, targets]), groups=data.codes, rows=rows, surface=chart)]


def over(along: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """(s, m, 2) the places of s curves of these heights (s, m) over the same places (m,), in one read-only array."""
    places = np.empty((*heights.shape, 2))
    places[..., 0], places[..., 1] = along, heights
    places.setflags(write=False)
    return places


def _sigmoids(W: np.ndarray, model: BayesianLogistic, X: np.ndarray) -> np.ndarray:
    """(s, n) the probabilities at the rows of X (n, d) by each of the weights W (s, M), the bias first."""
    return sigmoid(W[:, 1:] @ features(model.basis, X).T + W[:, :1])


def trace(step: Step, table: Dataset, params: Params) -> list[Mark]:
    """The walk of the first weight that weight space shows, its mean since the burn-in, and what it has visited."""
    chain, j = step.chain, axes(table.d)[0]
    assert chain is not None
    name = ("bias", *(f"weight of {name}" for name in table.feature_names))[j]
    chart = Surface("chart", TRACE, "proposal", name, open=False)
    values = chain.states()[:, j]
    number = 1.0 + np.arange(len(values))
    burnt = min(params.burn_in, len(values))
    early = np.column_stack([number[:burnt], values[:burnt]])
    drawn: list[Mark] = [Curve(early, "ghost", label="burn-in", surface=chart)]
    if burnt < len(values):
        after = values[burnt:]
        means = np.cumsum(after) / (1.0 + np.arange(len(after)))
        drawn.append(Curve(np.column_stack([number[burnt:], after]), "spoke", surface=chart))
        drawn.append(Curve(np.column_stack([number[burnt:], means]), "boundary", label="running mean", surface=chart))
    there = Surface("chart", MARGINAL, name, "density", open=step.phase == "chain")
    return drawn + _visited(chain, step.model, j, params, there)


def _visited(chain: Chain, model: BayesianLogistic, j: int, params: Params, chart: Surface) -> list[Mark]:
    """A histogram of the kept draws of one weight, and the bell that Laplace's approximation has for it."""
    values = kept(chain, params)[:, j]
    if len(values) < 2:
        return []
    ends = edges(values)
    heights = np.histogram(values, ends, density=True)[0]
    mean = float(model.bias if j == 0 else model.weights[j - 1])
    variance = float(model.covariance[j, j])
    a = mean + np.sqrt(variance) * np.linspace(-4.0, 4.0, FINE)
    return [
        Curve(outline(heights, ends), "plain", surface=chart),
        Text(np.array([ends[np.argmax(heights)], heights.max()]), "chain", anchor=(0.0, 1.0), surface=chart),
        Curve(np.column_stack([a, normal_density(a, mean, variance)]), "boundary", label="Laplace", surface=chart),
    ]
