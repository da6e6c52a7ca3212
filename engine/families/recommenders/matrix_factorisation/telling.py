"""What a step of matrix factorisation says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, figure, inner, taken, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.matrix_factorisation.judging import NAMES
from engine.families.recommenders.matrix_factorisation.loop import Params, Step

MODEL = r"\hat{x}_{uf} = \mu + b_u + b_f + \mathbf{p}_u^\top \mathbf{q}_f"
ERROR = MODEL + (
    r", \qquad E = \sum (x_{uf} - \hat{x}_{uf})^2 + \lambda \sum (b^2 + \|\mathbf{p}\|^2 + \|\mathbf{q}\|^2)"
)
SOLVED = r"(\mathbf{D}^\top \mathbf{D} + \lambda \mathbf{I})\, (b_u, \mathbf{p}_u) = \mathbf{D}^\top \mathbf{r}_u"
MOVED = r"\mathbf{p}_u \leftarrow \mathbf{p}_u + \eta\, (e\, \mathbf{q}_f - \lambda\, \mathbf{p}_u)"
SCORES = (
    r"\mathrm{RMSE} = \sqrt{\mathrm{mean}\,(x - \hat{x})^2}, "
    r"\qquad \mathrm{NDCG} = \frac{\mathrm{DCG}}{\mathrm{best\ DCG}}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    if not step.learnt:
        return Story("There is no rating at all, so there is nothing to learn from.", ERROR)
    people, films = counted(data.n, "person", "people"), counted(data.d, "film")
    said = f"{people} and {films} begin with {counted(params.k, 'factor')} at random. {counted(step.learnt, 'rating')} "
    said += f"are learnt from, {step.held} held out to test with; the gaps are left out, not taken for 0."
    if step.model.unit != 1:
        said += f" Ratings are measured in units of {figure(step.model.unit)}."
    numbers = (Number("mean", step.model.mean), *_errors(step))
    return Story(said, ERROR, (), numbers)


def _errors(step: Step) -> tuple[Number, ...]:
    tested = (Number("error held out", step.test_error),) if step.held else ()
    return (Number("E", step.error), Number("error learnt", step.train_error), *tested)


def _one(step: Step, data: Dataset, params: Params) -> Story:
    """A user, a film, or all of them, solved."""
    fell = Check("E did not rise", step.error <= step.error_before * (1 + 1e-9) + 1e-12)
    other, own = ("films", "people") if step.part == "user" else ("people", "films")
    if step.user is None and step.film is None:
        said = f"Sweep {step.sweep}: with the {other} fixed, all {own} are solved at once, each by a ridge regression "
        said += f"of its own. E is {figure(step.error)}, {figure(step.error_before)} before."
        return Story(said, SOLVED, (), _errors(step), (), (fell,))
    name, ratings, bias, factors = _solved(step, data)
    known = np.flatnonzero(~np.isnan(ratings))
    said = f"Sweep {step.sweep}: with the {other} fixed, {name} is solved from the ratings that are learnt, of "
    said += f"{counted(len(known), 'rating')} known: bias {figure(bias)}, factors {vector(factors)}."
    if not len(known):
        said = f"Sweep {step.sweep}: {name} has no rating, a cold start: bias and factors are 0, "
        said += "and the other bias alone predicts."
    at = int(known[0]) if len(known) else 0
    cell = (step.user, at) if step.user is not None else (at, step.film or 0)
    return Story(said, SOLVED, (_product(step, *cell),), (Number("bias", bias), *_errors(step)), (), (fell,))


def _solved(step: Step, data: Dataset) -> tuple[str, np.ndarray, float, np.ndarray]:
    """Whose factors were solved: the name, the ratings, the bias and the factors."""
    f = step.model
    if step.user is not None:
        u = step.user
        return f"person {data.row_name(u)}", data.X[u], float(f.user_bias[u]), f.P[u]
    assert step.film is not None
    j = step.film
    return f"film {data.columns[j].name}", data.X[:, j], float(f.film_bias[j]), f.Q[j]


def _product(step: Step, user: int, film: int) -> str:
    """A prediction from its factors, in units."""
    f = step.model
    base = f.mean / f.unit + float(f.user_bias[user] + f.film_bias[film])
    return f"prediction = {inner(f.P[user], f.Q[film], float(f.P[user] @ f.Q[film]) + base, base)}"


def _rating(step: Step, data: Dataset, params: Params) -> Story:
    assert step.user is not None and step.film is not None
    who, what = data.row_name(step.user), data.columns[step.film].name
    x = float(data.X[step.user, step.film])
    said = f"Epoch {step.sweep}: the rating {figure(x)} of person {who} for film {what} was missed by "
    said += f"{figure(step.miss)}. "
    said += "Both move: the factors towards each other if the rating was higher than predicted, else apart."
    numbers = (Number("missed by", step.miss), Number("rating", x), *_errors(step))
    return Story(said, MOVED, (f"missed = {taken(x, x - step.miss)}",), numbers)


def _scores(step: Step, data: Dataset, params: Params) -> Story:
    if step.judged is None:
        said = "No rating is held out, so nothing tells how well new ratings would be predicted."
        return Story(said, SCORES, (), _errors(step))
    j = step.judged
    best = int(j.errors.argmin())
    said = f"On {counted(step.held, 'held-out rating')} the factors miss by {figure(j.errors[3])} (root mean squared), "
    said += f"the item mean by {figure(j.errors[1])}, with the user's level by {figure(j.errors[2])}."
    if best != 3:
        said += f" The {NAMES[best]} is better: with few ratings each, means say nearly all there is to learn."
    else:
        said += " Much of it the means had already: biases come first, factors add what is left."
    if j.users:
        said += f" In rankings of {counted(j.users, 'user')} MAP is {figure(j.precision[3])} and NDCG "
        said += f"{figure(j.gain[3])}; "
        said += f"by the item mean {figure(j.precision[1])} and {figure(j.gain[1])}."
    rows = tuple(
        (NAMES[at], float(j.errors[at]), *((float(j.precision[at]), float(j.gain[at])) if j.users else ("–", "–")))
        for at in range(4)
    )
    table = Table("Held-out ratings", ("prediction", "RMSE", "MAP", "NDCG"), rows, best)
    ratio = (f"factors to item mean = {divided(float(j.errors[3]), float(j.errors[1]))}",) if j.errors[1] > 0 else ()
    return Story(said, SCORES, ratio, _errors(step), (table,))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "user": _one, "film": _one, "rating": _rating, "scores": _scores,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if not step.learnt:
        return {}
    held = {"error held out": step.test_error} if step.held else {}
    return {"error learnt": step.train_error, **held}


def event(step: Step) -> Event | None:
    return Event("scores", "best") if step.part == "scores" else None
