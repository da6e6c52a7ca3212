"""What a step of the descent looks like: the fit, the way on the level lines, and the same with the other scaling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Contours, Curve, Mark, Points, Region, Response, Text
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.regression.regression_gradient.loop import Params, Step
from engine.families.regression.regression_gradient.scaling import Scaled, scaled
from engine.models.linear import LinearPredictor
from engine.parts import weight_space
from engine.parts.basis_drawing import bumps
from engine.parts.regression import of_basis

WAY = Surface("chart", "Loss surface")
OTHER = {
    False: Surface("chart", "With standardised features"),
    True: Surface("chart", "With the features as given"),
}
RATES = Surface("chart", "E at three rates", "epoch", "log₁₀ E", open=False)
TOO_LARGE = 1.05
"""The largest of the three rates, in parts of the one from which on the descent diverges."""
AHEAD, FLOOR = 30, 1e-12
"""So many epochs are drawn of each rate, E no lower than this part of what it was, and no higher than one over it."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = scaled(data, of_basis(data, step.model.basis, params.intercept), params.standardise)
    drawn: list[Mark] = [Region(step.model), *bumps(step.model.basis, data)]
    if step.epoch:
        drawn.append(before(step, problem))
    if not (np.isfinite(step.way).all() and np.isfinite(step.error) and np.isfinite(problem.curvatures).all()):
        return drawn
    return [*drawn, *descent(step, problem), *otherwise(step, problem), *three_rates(step, problem)]


def before(step: Step, problem: Scaled) -> Mark:
    """The fit before this step."""
    model: LinearPredictor = problem.model(step.way[-2])
    return Response(model.predict, role="ghost", label="before", key=("before", step.way[-2].tobytes()))


def descent(step: Step, problem: Scaled) -> list[Mark]:
    """The level lines of E with the way, the next step and the bottom; of more weights, with the others held."""
    if len(problem.names) == 1:
        return single(step, problem)
    pair = pair_of(problem)
    way, goal = step.way[:, pair], (step.weights + step.rate * step.gradient)[pair]
    chart = charted(problem, np.vstack([way, problem.least[pair]]), WAY.name)
    drawn = [level_lines(problem, step.weights, chart), *weight_space.travelled(way, goal, chart)]
    if len(problem.names) == 2:
        return [*drawn, Points(problem.least[pair][None], "centre", labels=("bottom",), surface=chart)]
    return [*drawn, held(chart, len(problem.names) - 2)]


def level_lines(problem: Scaled, w: np.ndarray, chart: Surface) -> Mark:
    """E over the pair of weights, the others held at w (M,)."""
    pair = pair_of(problem)
    columns, r = problem.Phi[:, pair], problem.t - problem.Phi @ w
    G, b, E = columns.T @ columns, columns.T @ r, 0.5 * float(r @ r)

    def height(places: np.ndarray) -> np.ndarray:
        s = places - w[pair]
        return np.asarray(E - s @ b + 0.5 * ((s @ G) * s).sum(axis=1))

    return Contours(height, ("E", E, w.tobytes(), G.tobytes(), b.tobytes()), surface=chart)


def single(step: Step, problem: Scaled) -> list[Mark]:
    """Of one weight E as a curve, with the way on it."""
    curvature, bottom = float(problem.curvatures[0]), float(problem.least[0])
    r = problem.t - problem.Phi @ problem.least
    least = 0.5 * float(r @ r)

    def height(w: np.ndarray) -> np.ndarray:
        return np.asarray(least + 0.5 * curvature * (w - bottom) ** 2)

    way = step.way[:, 0]
    reach = 1.3 * float(np.abs(way - bottom).max()) or abs(bottom) or 1.0
    along = np.linspace(bottom - reach, bottom + reach, 101)
    chart = replace(WAY, x=f"weight of {problem.names[0]}", y="E")
    places = np.column_stack([way, height(way)])
    return [
        Curve(np.column_stack([along, height(along)]), "plain", surface=chart),
        Curve(places, "path", dots=True, surface=chart),
        Points(places[-1:], "focus", labels=("w",), surface=chart),
    ]


def otherwise(step: Step, problem: Scaled) -> list[Mark]:
    """As many epochs with the other scaling, at half of the rate that is stable there."""
    other, epochs = problem.other, min(step.epoch, AHEAD)
    if len(problem.names) == 1 or not np.isfinite(other.curvatures).all():
        return []
    pair, chart = pair_of(other), OTHER[problem.standardised]
    walk = walked(other, epochs)
    way = walk[:, pair]
    chart = replace(charted(other, np.vstack([way, other.least[pair]]), chart.name), open=len(problem.names) == 2)
    drawn = [level_lines(other, walk[-1], chart), Curve(way, "path", dots=True, surface=chart)]
    return [*drawn, Points(way[-1:], "focus", labels=("w",), surface=chart)]


def walked(problem: Scaled, epochs: int) -> np.ndarray:
    """(epochs + 1, M) the weights from 0 on, at the rate 1/λmax."""
    way = [np.zeros(len(problem.names))]
    for _ in range(epochs):
        way.append(way[-1] + problem.Phi.T @ (problem.t - problem.Phi @ way[-1]) / problem.largest)
    return np.array(way)


def three_rates(step: Step, problem: Scaled) -> list[Mark]:
    """How E goes on from the first weights with the rate of this run, the best one, and one too large."""
    rates: tuple[tuple[str, float, Role], ...] = (
        ("this η", step.rate, "path"),
        ("best", problem.best_rate, "best"),
        ("too large", TOO_LARGE * problem.stable_below, "ghost"),
    )
    drawn: list[Mark] = []
    for name, rate, role in rates:
        E = errors(problem, step.way[0], rate)
        seen = E[: int(np.argmin(np.append(max(step.first, FLOOR) / FLOOR >= E, False)))]
        height = np.log10(np.maximum(seen, FLOOR * max(step.first, FLOOR)))
        if len(height):
            places = np.column_stack([np.arange(len(height)), height])
            drawn.append(Curve(places, role, label=f"{name}: {rate:.3g}", surface=RATES))
    if step.epoch <= AHEAD and step.error <= max(step.first, FLOOR) / FLOOR:
        here = np.log10(max(step.error, FLOOR * max(step.first, FLOOR)))
        drawn.append(Points(np.array([[step.epoch, here]]), "focus", surface=RATES))
    return drawn


def errors(problem: Scaled, w: np.ndarray, rate: float) -> np.ndarray:
    """(AHEAD + 1,) E on the way from w (M,) with a rate, by the factors 1 − η λ along the eigenvectors."""
    curvatures, vectors = np.linalg.eigh(problem.Phi.T @ problem.Phi)
    r = problem.t - problem.Phi @ problem.least
    u = vectors.T @ (w - problem.least)
    with np.errstate(over="ignore", invalid="ignore"):
        factors = (1.0 - rate * curvatures) ** (2 * np.arange(AHEAD + 1)[:, None])
        return np.asarray(0.5 * float(r @ r) + 0.5 * (factors * (np.maximum(curvatures, 0.0) * u**2)).sum(axis=1))


def pair_of(problem: Scaled) -> list[int]:
    """The columns of Φ whose weights are drawn: the bias and the one weight, or the first two weights."""
    first = 1 if problem.intercept and problem.own.table.d > 1 else 0
    return [first, first + 1]


def charted(problem: Scaled, places: np.ndarray, name: str) -> Surface:
    """The chart of the pair of weights, wide enough for these places (m, 2)."""
    chart = weight_space.surface(problem.seen.table, places)
    names = ["bias" if problem.intercept and not j else f"weight of {problem.names[j]}" for j in pair_of(problem)]
    return replace(chart, name=name, x=names[0], y=names[1])


def held(chart: Surface, others: int) -> Mark:
    """That the other weights stay as they are in this picture."""
    assert chart.view is not None
    words = f"A slice: the {others} other weights are held." if others > 1 else "A slice: the other weight is held."
    return Text(np.array([chart.view[0], chart.view[3]]), words, anchor=(0.0, 0.0), surface=chart)
