"""A Gaussian over weights as it is drawn: ellipses over two of them, functions, and the band that it predicts."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.base.snapshot import signature
from engine.base.words import figure
from engine.core.marks import Curve, Ellipse, Mark, Points, Region, Response
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.maths.probability.weight_belief import Belief
from engine.models.basis import Basis
from engine.models.bayesian_linear import BayesianLinear
from engine.models.linear import features
from engine.parts import weight_space

SPECK = 0.3
"""How large a drawn weight is."""
REACH = 2.5
"""The chart shows at least so many standard deviations to each side."""
PLACES = 201
"""A curve is drawn through so many of its points."""
BEYOND = 0.5
"""So much of the range of the rows is drawn beyond them."""


def function(w: np.ndarray, basis: Basis | None, X: np.ndarray) -> np.ndarray:
    """(n,) w · (1, φ(x)) for weights w (M,), the bias first."""
    return np.asarray(features(basis, X) @ w[1:] + w[0])


def edge(model: BayesianLinear, deviations: float, X: np.ndarray) -> np.ndarray:
    """(n,) the mean of the predictions, and so many standard deviations of the noise alone."""
    return np.asarray(model.predict(X) + deviations / np.sqrt(model.beta))


def plane(model: BayesianLinear, fan: np.ndarray) -> list[Mark]:
    """The mean with its bands, inside it the band of the noise alone, and the functions of drawn weights (s, M)."""
    drawn: list[Mark] = [Region(model)]
    basis = signature(model.basis)
    lower, upper = (partial(edge, model, side) for side in (-1.0, 1.0))
    same = ("noise", signature(model.packed), model.beta, basis)
    drawn.append(Response(lower, upper, "shade", label="noise alone, ± 1/√β", key=same))
    for w in fan:
        drawn.append(Response(partial(function, w, model.basis), role="spoke", key=(w.tobytes(), basis)))
    return drawn


# -- weight space ------------------------------------------------------------------------------------------------------


def marginal(belief: Belief, pair: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """(2,) the mean and (2, 2) the covariance of two of the weights."""
    return belief.mean[pair], belief.covariance[np.ix_(pair, pair)]


def chart_of(table: Dataset, *beliefs: Belief) -> Surface:
    """The chart of two of the weights, wide enough for these beliefs."""
    pair = list(weight_space.axes(table.d))
    ends = []
    for belief in beliefs:
        centre, spread = marginal(belief, pair)
        reach = REACH * np.sqrt(np.diag(spread))
        ends += [centre - reach, centre + reach]
    return weight_space.surface(table, np.array(ends))


def ellipses(belief: Belief, table: Dataset, role: Role, name: str, chart: Surface) -> list[Mark]:
    """Those of one and two standard deviations of two of the weights, whatever the others are."""
    centre, spread = marginal(belief, list(weight_space.axes(table.d)))
    labels = (name, "")
    return [
        Ellipse(centre, spread, scale, role, label=label, surface=chart)
        for scale, label in zip((1.0, 2.0), labels, strict=True)
    ]


def specks(fan: np.ndarray, chart: Surface) -> list[Mark]:
    """The drawn weights (s, M) as dots."""
    if not len(fan):
        return []
    return [Points(weight_space.shown(fan), "plain", sizes=np.full(len(fan), SPECK), surface=chart)]


# -- over one feature --------------------------------------------------------------------------------------------------


def variances(model: BayesianLinear, data: Dataset, asked: float) -> list[Mark]:
    """The two parts of the predictive variance along the one feature, and their sum."""
    name = data.columns[0].title
    chart = Surface("chart", "Predictive variance", name, "variance")
    ends = np.append(data.X[:, 0], asked)
    room = BEYOND * float(np.ptp(ends)) or 1.0
    along = np.unique(np.append(np.linspace(float(ends.min()) - room, float(ends.max()) + room, PLACES), asked))
    weights, noise = model.weight_variance(along[:, None]), np.full(len(along), 1.0 / model.beta)

    def curve(heights: np.ndarray, role: Role, label: str) -> Curve:
        return Curve(np.column_stack([along, heights]), role, label=label, surface=chart)

    here = float(model.weight_variance(np.array([[asked]]))[0]) + 1.0 / model.beta
    return [
        curve(noise, "ghost", f"noise 1/β = {figure(1.0 / model.beta)}"),
        curve(weights, "margin", "weights φᵀSφ"),
        curve(noise + weights, "boundary", "their sum"),
        Points(np.array([[asked, here]]), "focus", labels=("z",), surface=chart),
    ]
