"""What a step of the normalised scores says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, enough, figure, less
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.normalised_scores.loop import SAMPLE, Params, Step, scores
from engine.families.recommenders.wording import capital, critic, critics, film, films, in_terms, kind
from engine.maths.algebra.agreement import agree

SCORE = r"z_{cf} = \frac{x_{cf} - \bar{x}_c}{s_c}, \qquad "
FORMULAS = {
    True: SCORE + r"s_c^2 = \frac{1}{F_c - 1} \sum_f (x_{cf} - \bar{x}_c)^2",
    False: SCORE + r"s_c^2 = \frac{1}{F_c} \sum_f (x_{cf} - \bar{x}_c)^2",
}
LISTED = 12
"""So many films stand in the table."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _formula(params: Params) -> str:
    return FORMULAS[params.divisor == SAMPLE]


def _start(step: Step, data: Dataset, params: Params) -> Story:
    C = len(step.means)
    said = (
        f"{capital(critics(C, params))}, lenient and harsh ones: of each the mean is taken from the ratings, and what "
        f"is left is divided by its deviation. Only what is rated counts, with the divisor {params.divisor}."
    )
    return Story(said, _formula(params), (), (Number(in_terms("critics", params), C),))


def _critic(step: Step, data: Dataset, params: Params) -> Story:
    assert step.critic is not None
    row, more = step.critic, step.done - step.before
    c, n = critic(data, params, row), int(step.rated[row])
    mean, s = float(step.means[row]), float(step.deviations[row])
    before = f"{critics(more, params)} more, {c} the last. " if more > 1 else ""
    numbers = (Number("films rated", n), Number("mean", mean), Number("deviation", s))
    if not s:
        why = f"only {films(n, params)}" if n < 2 else f"the same rating for all {films(n, params)}"
        said = f"{before}{capital(c)} has {why}: there is no deviation, no score, and {c} is excluded."
        return Story(said, _formula(params), (), numbers[:1])
    x = ratings(data, params)[row]
    known = np.flatnonzero(~np.isnan(x))
    z = scores(x, mean, s)[known]
    said = f"{before}{capital(c)} has a mean of {figure(mean)} and a deviation of {figure(s)} over {films(n, params)}."
    listed = zip(known[:LISTED], z, strict=False)
    rows = tuple((film(data, params, int(f)), float(x[f]), float(one)) for f, one in listed)
    table, checks = Table("Scores", ("film", "rating", "z"), rows), _checks(x[known], z, s, params)
    return Story(said, _formula(params), _worked(x[known], mean, s, float(z[0])), numbers, (table,), checks)


def _checks(x: np.ndarray, z: np.ndarray, s: float, params: Params) -> tuple[Check, ...]:
    """That the scores have mean 0 and deviation 1, to the digits that the ratings leave them."""
    scale = max(1.0, float(np.abs(x).max()) / s)
    deviation = float(z.std(ddof=1 if params.divisor == SAMPLE else 0))
    return (
        Check("the mean of the scores is 0", agree(float(z.mean()), 0.0, scale)),
        Check("their deviation is 1", agree(deviation, 1.0, scale)),
    )


def _worked(x: np.ndarray, mean: float, s: float, z: float) -> tuple[str, ...]:
    many = enough(z, lambda a, b, c: (a - b) / c, float(x[0]), mean, s)
    first = f"z = ({figure(float(x[0]), many)} {less(mean, many)}) / {figure(s, many)} = {figure(z)}"
    return (f"mean = {divided(float(x.sum()), len(x))}", first)


def _all(step: Step, data: Dataset, params: Params) -> Story:
    there = step.deviations > 0
    out = int((~there).sum())
    said = f"Now every {kind(params)} has a mean of 0 and a deviation of 1: "
    said += "which was lenient or harsh is no longer seen."
    if out:
        said += f" {counted(out, 'critic has', 'critics have')} no score."
    if not there.any():
        said = "No critic has two ratings that differ, so there are no scores."
        return Story(said, _formula(params), (), (Number("without scores", out),))
    lenient, harsh = (int(np.flatnonzero(there)[pick(step.means[there])]) for pick in (np.argmax, np.argmin))
    if step.means[lenient] > step.means[harsh]:
        said += (
            f" Before, {critic(data, params, lenient)} was the most lenient, mean {figure(step.means[lenient])}, "
            f"{critic(data, params, harsh)} the harshest, {figure(step.means[harsh])}."
        )
    return Story(said, _formula(params), (), (Number("without scores", out),))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {"start": _start, "critic": _critic, "all": _all}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"critics with scores": float((step.deviations > 0).sum())}


def event(step: Step) -> Event | None:
    if step.critic is not None and not step.deviations[step.critic]:
        return Event("excluded", "wrong")
    return Event("scores", "best") if step.part == "all" else None
