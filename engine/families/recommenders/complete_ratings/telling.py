"""What a step of completing says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import added, counted, divided, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import critics_of, ratings
from engine.families.recommenders.complete_ratings.loop import Params, Step
from engine.families.recommenders.predicting import BY_CORRELATION, BY_DISTANCE, MEAN, predicted
from engine.families.recommenders.weights import user_level
from engine.families.recommenders.wording import all_films, asker, capital, film

FORMULAS = {
    MEAN: r"\hat{x}_{uf} = \frac{1}{|C_f|} \sum_{c \in C_f} M_{cf}",
    BY_DISTANCE: r"\hat{x}_{uf} = \frac{\sum_{c \in C_f} s_c\, M_{cf}}{\sum_{c \in C_f} s_c}",
    BY_CORRELATION: r"\hat{x}_{uf} = \bar{x}_u + s_u\, \frac{\sum_c (1 + r_c)\, z_{cf}}{\sum_c (1 + r_c)}",
}
RANK = r"f^* = \underset{f \notin F_u}{\mathrm{arg\,max}}\; \hat{x}_{uf}"
LISTED = 12


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    u, F, g = asker(data, params, step.user), len(step.filled), len(step.gaps)
    said = f"{capital(u)} has rated {F - g} of {counted(F, 'film')}; {g} will be predicted by {params.method}."
    if g == F:
        said = f"{capital(u)} has rated nothing: a cold start. "
        said += (
            "The item mean alone can fill the gaps, the same for everybody."
            if params.method == MEAN
            else "Nobody can be compared with such a user: take the item mean, or ask for a first rating."
        )
    if not g:
        said = f"{capital(u)} has rated all of {counted(F, 'film')}: nothing is unseen, and nothing to complete."
    worked = (f"gaps = {F} − {F - g} = {g}",)
    return Story(said, FORMULAS[params.method], worked, (Number("gaps", g), Number("rated", F - g)))


def _gap(step: Step, data: Dataset, params: Params) -> Story:
    assert step.film is not None and step.evidence is not None
    f, n, x = film(data, params, step.film), int(step.evidence[step.done - 1]), float(step.filled[step.film])
    more = step.done - step.before
    before = f"{more} more gaps are filled, {f} the last. " if more > 1 else ""
    if np.isnan(x):
        said = f"{before}No critic who can be compared has rated {f}: it stays a gap."
        return Story(said, FORMULAS[params.method], (), (Number("critics who count", n),))
    said = f"{before}The prediction of {f} is {figure(x)}, on the evidence of {counted(n, 'critic')}."
    if n == 1:
        said += " It is the opinion of one."
    numbers = (Number("prediction", x), Number("critics who count", n))
    return Story(said, FORMULAS[params.method], _worked(step, data, params, x), numbers)


def _worked(step: Step, data: Dataset, params: Params, x: float) -> tuple[str, ...]:
    """The quotient, and with scores the way back."""
    M = ratings(data, params)
    critics = critics_of(M, params)
    w = predicted(M, step.user, critics, params.method).weights[:, step.film]
    total = float(w.sum())
    if params.method != BY_CORRELATION:
        return (f"prediction = {divided(x * total, total)}",)
    mean, _ = user_level(M, step.user)
    return (f"prediction = {added(mean, x - mean)}",)


def _ranking(step: Step, data: Dataset, params: Params) -> Story:
    assert step.order is not None and step.evidence is not None
    x, first = step.predictions, step.order[: params.top]
    u = asker(data, params, step.user)
    said = f"Recommended for {u}: {all_films(data, params, step.gaps[first])}."
    same = np.flatnonzero(x == x[step.order[0]])
    if len(same) > 1:
        said += (
            f" The highest prediction, {figure(x[same[0]])}, is a tie of {all_films(data, params, step.gaps[same])}."
        )
    if len(step.order) == 1:
        said += " It was the only candidate."
    missing = len(step.gaps) - len(step.order)
    if missing:
        said += f" {counted(missing, 'film has', 'films have')} no prediction and no place."
    found = zip(step.order[:LISTED], range(1, LISTED + 1), strict=False)
    rows = tuple((n, film(data, params, int(step.gaps[at])), float(x[at]), int(step.evidence[at])) for at, n in found)
    falling = bool((np.diff(x[step.order]) <= 0).all())
    table = Table("Ranking", ("place", "film", "prediction", "critics"), rows, 0)
    numbers = (Number("highest prediction", float(x[step.order[0]])), Number("ranked", len(step.order)))
    return Story(said, RANK, (), numbers, (table,), (Check("no prediction is above one before it", falling),))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {"start": _start, "gap": _gap, "ranking": _ranking}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"gaps left": len(step.gaps) - step.done}


def event(step: Step) -> Event | None:
    if step.film is not None and np.isnan(step.filled[step.film]):
        return Event("no prediction", "wrong")
    return Event("ranking", "best") if step.part == "ranking" else None
