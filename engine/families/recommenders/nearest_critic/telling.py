"""What a step of the nearest critic says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import are, enough, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import flipped, ratings
from engine.families.recommenders.nearest_critic.loop import Params, Step
from engine.families.recommenders.similarity import EUCLIDEAN, common
from engine.families.recommenders.wording import (
    all_critics,
    all_films,
    asker,
    capital,
    critic,
    critics,
    film,
    films,
    in_terms,
    kind,
)  # fmt: skip

SIMILARITY = {
    True: r"\mathrm{sim}(u, i) = \frac{1}{1 + \sqrt{\sum_{f \in F_u \cap F_i} (M_{uf} - M_{if})^2}}",
    False: r"\mathrm{sim}(u, i) = \frac{1}{1 + \sum_{f \in F_u \cap F_i} |M_{uf} - M_{if}|}",
}
NEAREST = r"c^* = \underset{c}{\mathrm{arg\,max}}\; \mathrm{sim}(u, c)"
FAVOURITE = r"f^* = \underset{f \notin F_u}{\mathrm{arg\,max}}\; M_{c^* f}"
SHOWN = 6
"""Of more films in common the terms are not written out."""
LISTED = 12
"""So many stand in a table."""
FRAGILE = 2
"""With so few films in common, a similarity says little."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    u, rated, F = asker(data, params, step.user), int(step.seen.sum()), len(step.seen)
    those = Number(in_terms("critics", params), len(step.critics))
    told = (Number("rated", rated), Number("not rated", F - rated), those)
    if not rated:
        said = (
            f"{capital(u)} has no rating yet: a cold start. Nobody can be compared with {u}; until there is a first "
            "rating, only the item mean is left, which is the same for everybody."
        )
        return Story(said, SIMILARITY[True], (), told)
    asks = "Which film is rated like it?" if flipped(params) else "Whose ratings are most like these?"
    compared = f"{critics(len(step.critics), params)} {are(len(step.critics))} compared"
    said = f"{capital(u)} has ratings of {rated} of {films(F, params)}. {asks} {compared}, each over what both have "
    said += "ratings of: a gap is not a 0."
    if rated == F:
        said += " Nothing is unrated, so nothing can be recommended in the end."
    return Story(said, SIMILARITY[params.distance == EUCLIDEAN], (), told)


def _critic(step: Step, data: Dataset, params: Params) -> Story:
    assert step.critic is not None and step.place is not None
    c, u = critic(data, params, step.critic), asker(data, params, step.user)
    n, sim = int(step.shared[step.place]), float(step.alike[step.place])
    more = step.done - step.before
    before = f"{critics(more, params)} more, {c} the last. " if more > 1 else ""
    formula = SIMILARITY[params.distance == EUCLIDEAN]
    tables = (_in_common(step, data, params),) if n else ()
    if not n:
        said = (
            f"{before}{capital(c)} and {u} have nothing in common: their distance is undefined, not 0, and {c} is "
            "excluded."
        )
        return Story(said, formula, (), (Number("in common", n),))
    if not sim:
        few = f"only {films(n, params)} in common, fewer than {params.overlap}"
        said = f"{before}{capital(c)} and {u} have {few}: excluded."
        return Story(said, formula, (), (Number("in common", n),), tables)
    distance = float(step.apart[step.place])
    said = f"{before}{capital(c)} and {u} have {films(n, params)} in common: "
    said += f"distance {figure(distance)}, similarity {figure(sim)}."
    if n <= FRAGILE and n < int(step.seen.sum()):
        said += " With so few in common there is little that could differ, which raises the similarity."
    numbers = (Number("in common", n), Number("distance", distance), Number("similarity", sim))
    bounded = Check("the similarity is above 0 and at most 1", 0 < sim <= 1)
    return Story(said, formula, _worked(step, data, params, n, distance, sim), numbers, tables, (bounded,))


def _gaps(step: Step, data: Dataset, params: Params) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The films in common, and the two ratings of each."""
    M = ratings(data, params)
    assert step.critic is not None
    both = np.flatnonzero(common(M, step.user, np.array([step.critic]))[0])
    return both, M[step.user, both], M[step.critic, both]


def _worked(step: Step, data: Dataset, params: Params, n: int, distance: float, sim: float) -> tuple[str, ...]:
    _, own, theirs = _gaps(step, data, params)
    gaps = np.abs(own - theirs).tolist()
    euclidean = params.distance == EUCLIDEAN
    digits = enough(sim, lambda d: 1 / (1 + d), distance)
    last = f"similarity = 1 / (1 + {figure(distance, digits)}) = {figure(sim)}"
    if n > SHOWN or params.scaled_up:
        return (last,)
    if euclidean:
        many = enough(distance, lambda *one: float(np.hypot.reduce(one)), *gaps)
        return (f"distance = √({' + '.join(f'{figure(gap, many)}²' for gap in gaps)}) = {figure(distance)}", last)
    many = enough(distance, lambda *one: sum(one), *gaps)
    return (f"distance = {' + '.join(figure(gap, many) for gap in gaps)} = {figure(distance)}", last)


def _in_common(step: Step, data: Dataset, params: Params) -> Table:
    both, own, theirs = _gaps(step, data, params)
    rows = tuple(
        (film(data, params, int(f)), float(a), float(b), abs(float(a - b)))
        for f, a, b in zip(both[:LISTED], own, theirs, strict=False)
    )
    assert step.critic is not None
    heads = ("in common", asker(data, params, step.user), critic(data, params, step.critic), "difference")
    return Table("Rated by both" if not flipped(params) else "Ratings of both", heads, rows)


def _choice(step: Step, data: Dataset, params: Params) -> Story:
    assert step.critic is not None and step.place is not None and step.order is not None
    c, sim, n = critic(data, params, step.critic), float(step.alike[step.place]), int(step.shared[step.place])
    tied = np.flatnonzero(step.alike == sim)
    said = f"{capital(c)} is the nearest: similarity {figure(sim)}, with {films(n, params)} in common."
    if step.passed:
        passed = step.critics[step.order[: step.passed]]
        said = (
            f"{capital(all_critics(data, params, passed))} {'is' if step.passed == 1 else 'are'} nearer, but "
            f"{'has' if step.passed == 1 else 'have'} no rating that {asker(data, params, step.user)} lacks. "
            f"{capital(c)} is the next: similarity {figure(sim)}."
        )
    elif len(tied) > 1:
        rule = "the first" if params.ties == "the first" else "the one with more in common, else the first"
        said = (
            f"{capital(all_critics(data, params, step.critics[tied]))} are equally near, "
            f"with similarity {figure(sim)}: {rule} is taken, {c}."
        )
    places = step.order[:LISTED]
    found = zip(step.critics[places], step.shared[places], step.apart[places], step.alike[places], strict=True)
    rows = tuple((critic(data, params, int(row)), int(n), float(d), float(one)) for row, n, d, one in found)
    table = Table("Nearest first", (kind(params), "in common", "distance", "similarity"), rows, _at(places, step.place))
    excluded = len(step.critics) - step.counted
    numbers = (Number("similarity", sim), Number("in common", n), Number("excluded", excluded))
    return Story(said, NEAREST, (), numbers, (table,))


def _at(places: np.ndarray, place: int) -> int | None:
    found = np.flatnonzero(places == place)
    return int(found[0]) if len(found) else None


def _film(step: Step, data: Dataset, params: Params) -> Story:
    assert step.candidates is not None and step.critic is not None and step.film is not None
    c, f = critic(data, params, step.critic), int(step.candidates[step.scanned - 1])
    rating = float(ratings(data, params)[step.critic, f])
    best = film(data, params, step.film)
    verdict = "the highest so far" if f == step.film else f"not above the {figure(step.rating)} of {best}"
    said = f"The rating of {film(data, params, f)} and {c} is {figure(rating)}, {verdict}."
    numbers = (Number("looked through", step.scanned), Number("highest rating", step.rating))
    return Story(said, FAVOURITE, (), numbers)


def _answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.candidates is not None and step.critic is not None and step.film is not None and step.tied is not None
    u, c, f = asker(data, params, step.user), critic(data, params, step.critic), film(data, params, step.film)
    said = f"Recommended for {u}: {f}, with the rating {figure(step.rating)} of {c}."
    if len(step.tied) > 1:
        said += f" {capital(all_films(data, params, step.tied))} have this rating; the first is taken."
    if len(step.candidates) == 1:
        said += " It was the only candidate."
    said += f" The answer hangs on {c} alone: one odd rating of this {kind(params)} decides it."
    scores = ratings(data, params)[step.critic, step.candidates]
    best = np.argsort(-scores, kind="stable")[:LISTED]
    listed = tuple((film(data, params, int(step.candidates[at])), float(scores[at])) for at in best)
    table = Table("Candidates", ("not rated yet", "rating"), listed, 0)
    numbers = (Number("rating", step.rating), Number("candidates", len(step.candidates)))
    return Story(said, FAVOURITE, (), numbers, (table,))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "critic": _critic, "choice": _choice, "film": _film, "answer": _answer,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"highest similarity so far": float(step.alike.max())} if step.done else {}


def event(step: Step) -> Event | None:
    if step.part == "critic" and step.place is not None and not step.alike[step.place]:
        return Event("excluded", "wrong")
    return Event(step.part, "best") if step.part in ("choice", "answer") else None
