"""The loss of least squares over two of the weights: a bowl, on the slice where the other weights follow them.

O(w) = ‖t − Φ w‖² = O* + (s − s*)ᵀ Q (s − s*)        s two of the weights, the others the best ones beside them
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.core.algorithm import Handle
from engine.core.marks import Contours, Curve, Mark
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.least_squares import solved
from engine.maths.algebra.linear_fit import linear_fit
from engine.models.linear import LinearPredictor
from engine.parts import weight_space
from engine.parts.regression import Problem, RegressionParams, constant, first_weights, posed

MOST = 60
"""With more weights two of them tell nothing of the others: the bowl is not drawn."""
SHOWN_WHOLE = 2
"""So many weights the chart shows all of."""
PLACES = 101
"""Places at which the loss of a single weight is drawn."""


@snapshot
class Bowl:
    """The loss over the weights at `pair` (bias 0, then the features), and how all weights follow them.

    least (M + 1,) w*;   height  O*;   directions (M + 1, k) of all weights;   curve (k, k) Q, with k = 1 or 2
    """

    least: np.ndarray
    height: float
    pair: np.ndarray
    directions: np.ndarray
    curve: np.ndarray

    def losses(self, places: np.ndarray) -> np.ndarray:
        """(m,) O at the places (m, k), the other weights following."""
        away = places - self.least[self.pair]
        return np.asarray(self.height + ((away @ self.curve) * away).sum(axis=1))

    def weights(self, place: np.ndarray) -> np.ndarray:
        """(M + 1,) all weights at a place (k,)."""
        return np.asarray(self.least + self.directions @ (place - self.least[self.pair]))


def bowl_of(data: Dataset, problem: Problem) -> Bowl | None:
    """The bowl of a problem, kept with the data; none of very many weights, or where numbers overflow."""
    if problem.table.d > MOST:
        return None
    return data.cached(("bowl", problem.basis, problem.intercept), lambda: _found(problem))


def _found(problem: Problem) -> Bowl | None:
    free = np.arange(0 if problem.intercept else 1, problem.table.d + 1)
    pair = np.intersect1d(free, weight_space.axes(problem.table.d))
    rest = np.setdiff1d(free, pair)
    Phi, fit = with_ones(problem.X), linear_fit(problem.X, problem.t, problem.intercept)
    directions = np.zeros((problem.table.d + 1, len(pair)))
    directions[pair] = np.eye(len(pair))
    if len(rest):
        directions[rest] = -solved(Phi[:, rest], Phi[:, pair])[0]
    with np.errstate(over="ignore", invalid="ignore"):
        seen = Phi @ directions
        curve, height = seen.T @ seen, float(fit.residuals @ fit.residuals)
    sound = np.isfinite(curve).all() and np.isfinite(height)
    return Bowl(fit.weights, height, pair, directions, curve) if sound else None


# -- drawn -------------------------------------------------------------------------------------------------------------


def drawn(bowl: Bowl, chart: Surface) -> list[Mark]:
    """The level lines of the loss; of a single weight its curve."""
    if len(bowl.pair) == 1:
        assert chart.view is not None
        along = np.linspace(chart.view[0], chart.view[1], PLACES)
        return [Curve(np.column_stack([along, bowl.losses(along[:, None])]), "plain", surface=chart)]
    key = ("loss", bowl.height, bowl.least.tobytes(), bowl.curve.tobytes())
    return [Contours(bowl.losses, key, fill=True, surface=chart)]


def chart_of(bowl: Bowl, data: Dataset, problem: Problem, *weights: np.ndarray, name: str = "Loss surface") -> Surface:
    """The chart, wide enough for the least, the best constant and these weights (M + 1,)."""
    places = np.vstack([spot(bowl, w) for w in (bowl.least, constant(data, problem), *weights)])
    chart = weight_space.surface(problem.table, places)
    if len(bowl.pair) == 1:
        return replace(chart, name=name, x=f"weight of {problem.table.feature_names[0]}", y="O(w)", open=True)
    return replace(chart, name=name)


def spot(bowl: Bowl, w: np.ndarray) -> np.ndarray:
    """(2,) where weights (M + 1,) lie on the chart; of a single weight at the height of its loss."""
    place = w[bowl.pair]
    return place if len(place) == 2 else np.append(place, bowl.losses(place[None]))


def what_follows(problem: Problem) -> str:
    """What the weights do that the chart does not show, in words; "" where it shows all."""
    others = problem.table.d + int(problem.intercept) - 2
    if others <= 0:
        return ""
    which = "the bias follows" if others == 1 and problem.intercept else f"the {others} other weights follow"
    which = which.replace("the 1 other weights follow", "the other weight follows")
    return f"A slice: {which}, the best beside these two."


# -- held --------------------------------------------------------------------------------------------------------------


def placed(
    positions: np.ndarray, data: Dataset, params: RegressionParams, base: LinearPredictor | None = None
) -> LinearPredictor:
    """The model with two weights at a place (1, 2) of the chart; the others follow them."""
    problem = posed(data, params, base)
    bowl = bowl_of(data, problem)
    if bowl is None:
        return problem.model(first_weights(data, problem, base))
    return problem.model(bowl.weights(positions[0][: len(bowl.pair)]))


def held(model: LinearPredictor, data: Dataset) -> np.ndarray:
    """(1, 2) the two weights of a model; none of so many weights that they are not drawn."""
    if len(model.weights) > MOST:
        return np.zeros((0, 2))
    return model.packed[None, list(weight_space.axes(len(model.weights)))]


HANDLE = Handle(
    "the weights to start from", placed, held, lambda params: 1, Surface("chart", "Loss surface"),
    help=lambda data: "The residuals follow, and with them the loss O(w).",
)  # fmt: skip
"""A drag on the chart begins a run at those weights."""
