"""A model that grows: basis functions join it one after the other, and the weights of all are fitted again.

y(x) = b + Σⱼ wⱼ φⱼ(x),   j = 1 … M        w = argmin Σ (tₙ − y(xₙ))² + λ ‖w‖²
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.least_squares import least_squares
from engine.maths.algebra.linear_fit import condition, linear_fit, residuals
from engine.models.basis import Basis, Gaussians, Polynomial, Rescaled, Sigmoids
from engine.models.linear import LinearPredictor
from engine.models.scaling import Scale
from engine.parts.basis import BasisParams, chosen_basis


@snapshot
class Growth:
    """The model with so many functions, and the errors with fewer."""

    model: LinearPredictor
    before: LinearPredictor | None  # with the functions before the last
    counts: np.ndarray  # (k,) how many functions there were at each stop so far
    training: np.ndarray  # (k,) the RMSE on the rows that were learnt from
    validation: np.ndarray  # (k,) the RMSE on the rows for validation; (0,) without such rows
    residuals: np.ndarray  # (N,) of the rows that were learnt from
    rank: int
    condition: float  # κ(Φ)

    @property
    def count(self) -> int:
        """How many functions the model has."""
        return int(self.counts[-1])

    @property
    def width(self) -> float | None:
        """Of a bump or soft step."""
        return getattr(self.model.basis, "width", None)

    @property
    def added(self) -> int:
        """How many of them are new."""
        return self.count - (int(self.counts[-2]) if len(self.counts) > 1 else 0)


def grown(last: Growth | None, basis: Basis | None, data: Dataset, penalty: float = 0.0) -> Growth:
    """The model with these functions, fitted to the rows that are not for validation."""
    rows = learnable(data)
    X, t = features_of(basis, data.X[rows]), targets(data)[rows]
    fit = linear_fit(X, t)
    w = least_squares(X, t[:, None], penalty).weights[:, 0] if penalty and X.shape[1] else fit.weights
    left = residuals(X, t, w) if penalty else fit.residuals
    model = LinearPredictor.unpacked(w, basis) if basis is not None else constant(data.d, w)
    kept = () if data.held is None else (held_rmse(basis, data, w),)
    return Growth(
        model=model,
        before=None if last is None else last.model,
        counts=appended(None if last is None else last.counts, X.shape[1]),
        training=appended(None if last is None else last.training, rmse(left)),
        validation=appended(None if last is None else last.validation, *kept),
        residuals=left,
        rank=fit.rank,
        condition=condition(fit.singular, fit.rank),
    )


def held_rmse(basis: Basis | None, data: Dataset, w: np.ndarray) -> float:
    """The RMSE of the weights w (M + 1,) on the rows for validation; 0 where only rounding is left."""
    return rmse(residuals(features_of(basis, data.X[data.held]), targets(data)[data.held], w))


def features_of(basis: Basis | None, X: np.ndarray) -> np.ndarray:
    """(n, M) the functions of a basis; (n, 0) of none."""
    return np.zeros((len(X), 0)) if basis is None else basis.features(X)


def constant(d: int, w: np.ndarray) -> LinearPredictor:
    """A model without functions: the bias alone."""
    return LinearPredictor(np.zeros(d), float(w[0]))


def targets(data: Dataset) -> np.ndarray:
    assert data.y is not None
    return data.y


def rmse(r: np.ndarray) -> float:
    """√(Σ r² / n)."""
    return float(np.sqrt(np.mean(r**2)))


def appended(values: np.ndarray | None, *more: float) -> np.ndarray:
    """The values so far, and those that came."""
    return np.append(np.zeros(0) if values is None else values, more)


# -- which functions ---------------------------------------------------------------------------------------------------


def first(basis: Basis, count: int) -> Basis | None:
    """The first so many functions of a basis; None for none.

    >>> first(Polynomial.of_degree(3, 1), 2).names(("x",))
    ('x', 'x²')
    """
    if count == 0:
        return None
    if isinstance(basis, Rescaled):
        return Rescaled(first(basis.functions, count), basis.scale)  # type: ignore[arg-type]
    if isinstance(basis, Polynomial):
        return Polynomial(basis.exponents[:count])
    if isinstance(basis, Gaussians):
        return replace(basis, centres=basis.centres[:count])
    assert isinstance(basis, Sigmoids)
    return replace(basis, centres=basis.centres[:count], along=basis.along[:count])


def polynomial(order: int, data: Dataset, rescale: bool) -> Basis | None:
    """All terms up to this order, of features that are brought to −1 … 1 first if so wanted; None of order 0."""
    if order == 0:
        return None
    functions = Polynomial.of_degree(order, data.d)
    return Rescaled(functions, between(data.X[learnable(data)])) if rescale else functions


def between(X: np.ndarray) -> Scale:
    """What brings the columns of X (n, d) to −1 … 1; a constant column to 0."""
    low, high = X.min(axis=0), X.max(axis=0)
    half = 0.5 * high - 0.5 * low
    return Scale(0.5 * low + 0.5 * high, np.where(half > 0, half, 1.0))


def orders(basis: Basis | None) -> list[int]:
    """How many functions a polynomial has up to each order, from 0 on."""
    if basis is None:
        return [0]
    own = basis.functions if isinstance(basis, Rescaled) else basis
    assert isinstance(own, Polynomial)
    degrees = own.exponents.sum(axis=1)
    return [int((degrees <= order).sum()) for order in range(int(degrees.max()) + 1)]


def spaced(kind: str, count: int, width: float, data: Dataset) -> Basis:
    """So many bumps or soft steps over the rows that are learnt from; with a width of 0 one that suits them."""
    own = data.subset(learnable(data))
    name = "sigmoid" if kind == "sigmoid" else "gaussian grid" if data.d <= 2 else "gaussian at points"
    basis = chosen_basis(BasisParams(basis=name, functions=count, width=width or 1.0), own)
    assert isinstance(basis, (Gaussians, Sigmoids))
    return basis if width else replace(basis, width=usual_width(basis))


def usual_width(basis: Gaussians | Sigmoids) -> float:
    """The distance of a centre from the nearest other one, half of it for soft steps; the mean over the centres."""
    if isinstance(basis, Sigmoids):
        gaps = [np.diff(np.sort(basis.centres[basis.along == j])) for j in range(basis.d)]
        found = 0.5 * float(np.concatenate(gaps).mean()) if any(map(len, gaps)) else 1.0
    else:
        centres = basis.centres
        apart = np.sqrt(((centres[:, None] - centres) ** 2).sum(axis=2))
        apart[np.arange(len(centres)), np.arange(len(centres))] = np.inf
        nearest = apart.min(axis=1)
        found = float(nearest.mean()) if len(centres) > 1 else 1.0
    return found if found > 0 and np.isfinite(found) else 1.0


def places(data: Dataset) -> int:
    """At how many different places the rows stand that are learnt from."""
    return len(np.unique(data.X[learnable(data)], axis=0))


def design(basis: Basis | None, data: Dataset) -> np.ndarray:
    """(N, M + 1) Φ of the rows that are learnt from, a leading 1 in each."""
    return with_ones(features_of(basis, data.X[learnable(data)]))
