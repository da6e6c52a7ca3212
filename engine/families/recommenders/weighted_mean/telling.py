"""What a step of the weighted mean says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import added, counted, divided, enough, figure, percent
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.weight_words import FORMULAS, excluded, weighed_by, weight_worked
from engine.families.recommenders.weighted_mean.loop import Params, Step
from engine.families.recommenders.weights import DISTANCE
from engine.families.recommenders.wording import all_critics, asker, capital, critic, film

FORMULA = r"\hat{x}_{uf} = \frac{\sum_{c \in C_f} s_c\, M_{cf}}{\sum_{c \in C_f} s_c}, \qquad "
LISTED = 12


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _formula(params: Params) -> str:
    return FORMULA + FORMULAS[params.weight_map if params.similarity != DISTANCE else DISTANCE]


def _start(step: Step, data: Dataset, params: Params) -> Story:
    f, u, m = film(data, params, step.film), asker(data, params, step.user), len(step.critics)
    told = (Number("ratings", m), Number("critics without one", step.asked - m))
    if not m:
        return Story(
            f"Nobody has rated {f}: a cold start of the film, and no prediction for {u}.", _formula(params), (), told
        )
    have = counted(m, "critic has", "critics have")
    said = f"What would {u} say of {f}? {have} rated it. Each rating counts by how alike {u} and the critic rate."
    return Story(said, _formula(params), (), told)


def _critic(step: Step, data: Dataset, params: Params) -> Story:
    assert step.critic is not None
    at, more = step.done - 1, step.done - step.before
    c, u = critic(data, params, step.critic), asker(data, params, step.user)
    n, measure, s = int(step.shared[at]), float(step.measure[at]), float(step.weights[at])
    rating = float(step.given[at])
    before = f"{more} more critics are weighed, {c} the last. " if more > 1 else ""
    numbers = [Number("in common", n), Number("rating", rating), Number("weight", s)]
    if not s:
        return Story(f"{before}{excluded(c, u, n, measure, params)}", _formula(params), (), tuple(numbers))
    said = f"{before}{weighed_by(c, u, n, measure, params)}: weight {figure(s)} for the rating {figure(rating)}."
    worked = [weight_worked(measure, s, params)]
    if more == 1:
        worked += _running(step, s, rating)
    assert step.prediction is not None
    numbers.append(Number("balance so far", step.prediction))
    return Story(said, _formula(params), tuple(worked), tuple(numbers))


def _running(step: Step, s: float, rating: float) -> list[str]:
    """The numerator and the denominator, each with the new term."""
    many = enough(s * rating, lambda a, b: a * b, s, rating)
    return [
        f"s·M = {figure(s, many)}·{figure(rating, many)} = {figure(s * rating)}",
        f"numerator = {added(step.last[0], s * rating)}",
        f"denominator = {added(step.last[1], s)}",
    ]


def _answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.prediction is not None
    f, u, x = film(data, params, step.film), asker(data, params, step.user), step.prediction
    mean = float(step.given.mean())
    numbers = [Number("prediction", x), Number("item mean", mean)]
    if step.own is not None:
        numbers.append(Number("own rating", step.own))
    if step.fallback:
        said = f"No critic of {f} has a weight above 0: the item mean is taken, {figure(x)}, the same for everybody."
        total = float(step.given.sum())
        return Story(said, _formula(params), (f"prediction = {divided(total, len(step.given))}",), tuple(numbers))
    order = np.argsort(-step.weights, kind="stable")[:LISTED]
    found = zip(step.critics[order], step.given[order], step.weights[order], step.shares[order], strict=True)
    rows = tuple((critic(data, params, int(c)), float(m), float(s), percent(float(p))) for c, m, s, p in found)
    most = step.critics[step.weights == step.weights.max()]
    said = f"The prediction of {f} for {u} is {figure(x)}; the item mean is {figure(mean)}. "
    first, share = capital(all_critics(data, params, most)), percent(float(step.shares[order[0]]))
    counting = "counts most, with" if len(most) == 1 else "count most, each with"
    said += f"{first} {counting} {share} of the weight."
    if step.own is not None:
        said += f" {capital(u)} has rated it already, {figure(step.own)}, which was not looked at."
    counts = step.weights > 0
    low, high = float(step.given[counts].min()), float(step.given[counts].max())
    within = Check("it lies between the least and the greatest rating that count", low <= x <= high)
    worked = (f"prediction = {divided(step.sums[0], step.sums[1])}",)
    table = Table("Shares", ("critic", "rating", "weight", "share"), rows)
    return Story(said, _formula(params), worked, tuple(numbers), (table,), (within,))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {"start": _start, "critic": _critic, "answer": _answer}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.prediction is None else {"running weighted mean": step.prediction}


def event(step: Step) -> Event | None:
    if step.critic is not None and not step.weights[step.done - 1]:
        return Event("excluded", "wrong")
    return Event("prediction", "best") if step.part == "answer" else None
