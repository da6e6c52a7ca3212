"""The landscapes: three that are formulas, and two errors that a table makes, over a bias and a weight.

bowl        f = (w₁² + w₂²) / 2                  valley    f = (w₁² + κ w₂²) / 2
Rosenbrock  f = (1 − w₁)² + 100 (w₂ − w₁²)²      a line    E = ½ Σ (w₀ + w₁ x − t)²
a sigmoid   E = −Σ {t ln y + (1 − t) ln(1 − y)},  y = σ(w₀ + w₁ x)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.newton import newton_step
from engine.maths.probability.cross_entropy import cross_entropy, gradient, hessian, local
from engine.parts.weight_space import Problem, error_slice

BOWL, VALLEY, ROSENBROCK = "bowl", "valley", "Rosenbrock's valley"
LINE, SIGMOID = "error of a line", "error of a sigmoid"
MADE = (LINE, SIGMOID)
"""Those that are made from the table."""
LANDSCAPES = (BOWL, VALLEY, ROSENBROCK, *MADE)
MEAN, SUM = "mean", "sum"
NONE = np.zeros(2)
FREE = np.zeros(2)
"""No penalty on either weight."""
NEWTON = 60
"""So many of Newton's steps look for the lowest place of a sigmoid's error; where there is none they walk away."""
FARTHEST = 60.0
"""An activation so large is one that grows for ever: the lowest place is not there."""


class Chosen(Protocol):
    """The parameters that say what is walked on."""

    @property
    def landscape(self) -> str: ...
    @property
    def steepness(self) -> float: ...
    @property
    def feature(self) -> int: ...
    @property
    def over(self) -> str: ...


Rows = np.ndarray | None
"""The rows of a batch; None for all, or where the landscape is a formula."""


@dataclass(frozen=True)
class Landscape:
    """A function of two numbers w (2,), its gradient (2,), of a batch too, and its Hessian (2, 2).

    drawn   the function on many places (m, 2) -> (m,), from some rows where there are many, and what it depends on
    begin   where a run begins;   lowest  the lowest place, None where the function falls for ever
    view    (x0, x1, y0, y1);   symbols, axes  what the two numbers are called
    square  whether a unit is as long on both
    """

    height: Callable[[np.ndarray], float]
    gradient: Callable[[np.ndarray, Rows], np.ndarray]
    hessian: Callable[[np.ndarray], np.ndarray]
    drawn: Callable[[np.ndarray], np.ndarray]
    key: tuple[Hashable, ...]
    begin: np.ndarray
    lowest: np.ndarray | None
    view: tuple[float, float, float, float]
    symbols: tuple[str, str] = ("w₁", "w₂")
    axes: tuple[str, str] = ("w₁", "w₂")
    square: bool = True

    @property
    def reach(self) -> float:
        """How far it is from where a run begins to the lowest place; where there is none, across the picture."""
        x0, x1, y0, y1 = self.view
        if self.lowest is None:
            return float(np.hypot(x1 - x0, y1 - y0)) / 2
        return float(np.linalg.norm(self.lowest - self.begin)) or 1.0


def landscape(data: Dataset, params: Chosen) -> Landscape:
    """The one that was chosen; what a table makes is kept with it, as every picture asks."""
    if params.landscape == ROSENBROCK:
        return _rosenbrock()
    if params.landscape in (BOWL, VALLEY):
        return _valley(1.0 if params.landscape == BOWL else params.steepness)
    key = ("landscape", params.landscape, params.feature, params.over)
    return data.cached(key, lambda: (_line if params.landscape == LINE else _sigmoid)(data, params))


def _valley(kappa: float) -> Landscape:
    steep = np.array([1.0, kappa])

    def drawn(places: np.ndarray) -> np.ndarray:
        return np.asarray(0.5 * (places**2 @ steep))

    return Landscape(
        lambda w: float(drawn(w)), lambda w, rows: steep * w, lambda w: np.diag(steep), drawn,
        ("valley", kappa), np.array([-4.0, 2.0]), NONE, (-5.0, 3.0, -2.8, 2.8),
    )  # fmt: skip


def _rosenbrock() -> Landscape:
    def drawn(places: np.ndarray) -> np.ndarray:
        across, up = places[..., 0], places[..., 1]
        return np.asarray((1.0 - across) ** 2 + 100.0 * (up - across**2) ** 2)

    def slope(w: np.ndarray, rows: Rows) -> np.ndarray:
        above = w[1] - w[0] ** 2
        return np.array([-2.0 * (1.0 - w[0]) - 400.0 * w[0] * above, 200.0 * above])

    def bend(w: np.ndarray) -> np.ndarray:
        return np.array([[2.0 - 400.0 * (w[1] - 3.0 * w[0] ** 2), -400.0 * w[0]], [-400.0 * w[0], 200.0]])

    return Landscape(
        lambda w: float(drawn(w)), slope, bend, drawn,
        ("Rosenbrock",), np.array([-1.2, 1.0]), np.ones(2), (-2.1, 2.1, -0.8, 2.4),
    )  # fmt: skip


# -- made from the table -----------------------------------------------------------------------------------------------


def table_of(data: Dataset, params: Chosen) -> tuple[np.ndarray, np.ndarray]:
    """Φ (n, 2) with a column of ones and the one feature, and the targets t (n,): numbers, or classes as 0 and 1."""
    x = data.X[:, min(params.feature, data.d) - 1]
    t = data.y if data.target == "real" and data.y is not None else zero_one(data)
    return with_ones(x[:, None]), np.asarray(t, dtype=float)


def _line(data: Dataset, params: Chosen) -> Landscape:
    """A quadratic: three sums of the table say all there is to know."""
    Phi, t = table_of(data, params)
    share = _share(data, params)
    A, b, c = share * Phi.T @ Phi, share * Phi.T @ t, share * float(t @ t)

    def drawn(places: np.ndarray) -> np.ndarray:
        return np.asarray(np.maximum(0.5 * ((places @ A) * places).sum(axis=-1) - places @ b + 0.5 * c, 0.0))

    def slope(w: np.ndarray, rows: Rows) -> np.ndarray:
        if rows is None:
            return np.asarray(A @ w - b)
        part = Phi[rows]
        return np.asarray(share * len(Phi) / len(rows) * part.T @ (part @ w - t[rows]))

    def height(w: np.ndarray) -> float:
        return 0.5 * share * float(((Phi @ w - t) ** 2).sum())

    lowest = newton_step(-b, A)[0]
    made = Landscape(height, slope, lambda w: A, drawn, (A.tobytes(), b.tobytes(), c), NONE, lowest, (0, 1, 0, 1))
    return _seen(made, data, params)


def _sigmoid(data: Dataset, params: Chosen) -> Landscape:
    Phi, t = table_of(data, params)
    share = _share(data, params)
    surface, key = error_slice(NONE, np.eye(2), Problem(Phi, t, FREE))

    def slope(w: np.ndarray, rows: Rows) -> np.ndarray:
        if rows is None:
            return share * gradient(w, Phi, t, FREE)
        return share * len(Phi) / len(rows) * gradient(w, Phi[rows], t[rows], FREE)

    made = Landscape(
        lambda w: share * cross_entropy(w, Phi, t), slope, lambda w: share * hessian(w, Phi, FREE),
        lambda places: share * surface(places), (share, *key), NONE, _lowest(Phi, t), (0, 1, 0, 1),
    )  # fmt: skip
    return _seen(made, data, params)


def _share(data: Dataset, params: Chosen) -> float:
    return 1.0 / data.n if params.over == MEAN else 1.0


def _lowest(Phi: np.ndarray, t: np.ndarray) -> np.ndarray | None:
    """Where Newton's steps, halved while they rise, come to rest; None where the weights grow for ever."""
    w = NONE
    here = local(w, Phi, t, FREE)
    for _ in range(NEWTON):
        step = newton_step(here.gradient, hessian(w, Phi, FREE))[0]
        there = local(w + step, Phi, t, FREE)
        while there.error > here.error and np.abs(step).max() > 0:
            step = 0.5 * step
            there = local(w + step, Phi, t, FREE)
        w, here = w + step, there
        if np.abs(here.activation).max() > FARTHEST:
            return None
    return w


def _seen(made: Landscape, data: Dataset, params: Chosen) -> Landscape:
    """With a picture that has the beginning and the lowest place in it, and room around them."""
    x = data.columns[min(params.feature, data.d) - 1].title
    far = made.lowest if made.lowest is not None else _downhill(made)
    middle, half = 0.5 * (made.begin + far), 0.5 * np.abs(far - made.begin)
    size = float(half.max()) or 1.0
    room = 1.8 * np.maximum(half, 0.3 * size)
    (x0, y0), (x1, y1) = middle - room, middle + room
    axes = ("bias w₀", f"weight w₁ of {x}")
    return replace(
        made, view=(float(x0), float(x1), float(y0), float(y1)), symbols=("w₀", "w₁"), axes=axes, square=False
    )


def _downhill(made: Landscape) -> np.ndarray:
    """Some way down where the function falls for ever: as far as Newton's first step, and half as much again."""
    return made.begin + 1.5 * newton_step(made.gradient(made.begin, None), made.hessian(made.begin))[0]
