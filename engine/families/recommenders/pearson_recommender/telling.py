"""What a step of the correlation recommender says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import added, bracketed, counted, divided, enough, figure, signed
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.pearson_recommender.loop import Params, Step
from engine.families.recommenders.weight_words import FORMULAS, SURE, excluded, weighed_by, weight_worked
from engine.families.recommenders.weights import IN_COMMON
from engine.families.recommenders.wording import asker, capital, critic, film, films, in_terms

PEARSON = r"r_{uc} = \frac{1}{n - 1} \sum_{f \in F_u \cap F_c} z_{uf}\, z_{cf}"
PLAIN = r"\hat{x}_{uf} = \frac{\sum_c w_c\, M_{cf}}{\sum_c w_c}"
BACK = r"\hat{x}_{uf} = \bar{x}_u + s_u\, \frac{\sum_c w_c\, z_{cf}}{\sum_c w_c}"
LISTED = 12
"""So many films stand in a table."""
EACH = 40
"""So many films are added one by one."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _weight(params: Params) -> str:
    return FORMULAS[params.weight_map].replace("s_c", "w_c")


def _start(step: Step, data: Dataset, params: Params) -> Story:
    u, f = asker(data, params, step.user), film(data, params, step.film)
    said = (
        f"What would {u} say of {f}? Others count by whether their ratings rise and fall with those of {u}, at "
        "whatever level: (1, 2, 3) and (61, 62, 63) have the correlation 1. Mean and deviation in r are over "
        f"{'what both have rated' if params.over == IN_COMMON else 'all that each has rated'}."
    )
    return Story(said, PEARSON, (), (Number("others", step.asked),))


def _product(step: Step, data: Dataset, params: Params) -> Story:
    pair = step.pair
    assert pair is not None
    at = step.added - 1
    f, product, total = film(data, params, int(pair.films[at])), float(pair.products[at]), float(pair.sums[at])
    own, theirs = float(pair.z_own[at]), float(pair.z_theirs[at])
    two = f"{asker(data, params, step.user)} and {critic(data, params, pair.critic)}"
    if product:
        side = "the same side" if product > 0 else "opposite sides"
        said = f"For {f} the ratings of {two} are on {side} of their means: the product is {figure(product)}."
    else:
        said = f"For {f} one of the ratings of {two} is at the mean: the product is 0."
    many = enough(product, lambda a, b: a * b, own, theirs)
    lines = [f"z·z = {bracketed(figure(own, many))}·{bracketed(figure(theirs, many))} = {figure(product)}"]
    if len(pair.films) <= EACH:
        lines.append(f"sum = {added(total - product, product)}")
    return Story(said, PEARSON, tuple(lines), (Number("product", product), Number("sum of products", total)))


def _pair(step: Step, data: Dataset, params: Params) -> Story:
    pair = step.pair
    assert pair is not None
    n, u, c = len(pair.films), asker(data, params, step.user), critic(data, params, pair.critic)
    if pair.r is None:
        why = f"they have {films(n, params)} in common" if n < 2 else "one of them rates all of these the same"
        return Story(f"The correlation of {u} and {c} is undefined: {why}.", PEARSON, (), (Number("in common", n),))
    said = f"{capital(u)} and {c} have the correlation {figure(pair.r)} over {films(n, params)} in common."
    if n < SURE:
        said += " Over two it can be no other than 1 or −1: it says little."
    total = float(pair.sums[-1])
    line = (f"r = {divided(total, n - 1)}",) if abs(total / (n - 1) - pair.r) < 1e-9 else ()
    found = zip(pair.films[:LISTED], pair.own, pair.theirs, pair.products, strict=False)
    rows = tuple((film(data, params, int(f)), float(a), float(b), float(p)) for f, a, b, p in found)
    table = Table("In common", ("", in_terms("user", params), in_terms("critic", params), "z·z"), rows)
    inside = Check("r is between −1 and 1", -1 <= pair.r <= 1)
    return Story(said, PEARSON, line, (Number("correlation", pair.r), Number("in common", n)), (table,), (inside,))


def _matrix(step: Step, data: Dataset, params: Params) -> Story:
    assert step.R is not None and step.rows is not None
    missing = int(np.isnan(step.R[np.triu_indices(len(step.R), 1)]).sum())
    said = f"The same for every two of {len(step.rows)}: the matrix is symmetric, and each has 1 with itself."
    if missing:
        said += f" {counted(missing, 'pair has', 'pairs have')} no correlation: too little in common, or no deviation."
    return Story(said, PEARSON, (), (Number("undefined pairs", missing),))


def _critic(step: Step, data: Dataset, params: Params) -> Story:
    assert step.critic is not None
    at, more = step.done - 1, step.done - step.before
    c, u = critic(data, params, step.critic), asker(data, params, step.user)
    n, r, w = int(step.shared[at]), float(step.r[at]), float(step.weights[at])
    rating, z = float(step.given[at]), float(step.z[at])
    before = f"{more} more are weighed, {c} the last. " if more > 1 else ""
    numbers = (Number("in common", n), Number("weight", w), Number("rating", rating))
    if not w:
        return Story(before + excluded(c, u, n, r, params), _weight(params), (), numbers)
    said = f"{before}{weighed_by(c, u, n, r, params)}: "
    said += f"weight {figure(w)} for the rating {figure(rating)}, z = {figure(z)}."
    lines = [weight_worked(r, w, params).replace("s ", "w ", 1)]
    if more == 1:
        many = enough(w * z, lambda a, b: a * b, w, z)
        lines.append(f"w·z = {figure(w, many)}·{bracketed(figure(z, many))} = {figure(w * z)}")
        lines += [f"numerator = {added(step.last[0], w * z)}", f"denominator = {added(step.last[1], w)}"]
    return Story(said, _weight(params), tuple(lines), (*numbers, Number("score of the film", z)))


def _plain(step: Step, data: Dataset, params: Params) -> Story:
    f, u = film(data, params, step.film), asker(data, params, step.user)
    total = float(step.weights @ step.given)
    said = f"In the plain form the prediction of {f} for {u} is {figure(step.plain)}: the ratings themselves are "
    said += f"averaged, so lenient {in_terms('critics', params)} pull it up and harsh ones down."
    line = f"prediction = {divided(total, step.sums[1])}"
    counts = step.weights > 0
    low, high = float(step.given[counts].min()), float(step.given[counts].max())
    within = Check("it lies between the ratings that count", low <= step.plain <= high)
    return Story(said, PLAIN, (line,), (Number("plain prediction", step.plain),), (), (within,))


def _back(step: Step, data: Dataset, params: Params) -> Story:
    f, u = film(data, params, step.film), asker(data, params, step.user)
    said = f"The mean score {figure(step.score)} is mapped back by the mean {figure(step.mean)} and the deviation "
    said += f"{figure(step.s)} of {u}: the prediction of {f} is {figure(step.raw)}, "
    said += f"{figure(step.plain)} in the plain form."
    if step.clipped != step.raw:
        said += (
            f" That is outside the ratings of the table, from {figure(step.low)} to {figure(step.high)}: "
            f"clipped, {figure(step.clipped)}."
        )
    many = enough(step.raw, lambda m, s, z: m + s * z, step.mean, step.s, step.score)
    mean, s, z = figure(step.mean, many), figure(step.s, many), signed(step.score, many)
    sign, size = z.split(" ")
    lines = (
        f"score = {divided(step.sums[0], step.sums[1])}",
        f"prediction = {mean} {sign} {s}·{size} = {figure(step.raw)}",
    )
    numbers = (
        Number("prediction", step.raw), Number("clipped prediction", step.clipped),
        Number("difference to the plain form", step.raw - step.plain),
    )  # fmt: skip
    return Story(said, BACK, lines, numbers)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "product": _product, "pair": _pair, "matrix": _matrix, "critic": _critic, "plain": _plain,
    "back": _back,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "product" or step.pair is None:
        return {}
    return {"sum of products": float(step.pair.sums[step.added - 1])}


def event(step: Step) -> Event | None:
    if step.part == "critic" and not step.weights[step.done - 1]:
        return Event("excluded", "wrong")
    words = {"pair": "correlation", "plain": "plain prediction", "back": "prediction"}
    return Event(words[step.part], "best") if step.part in words else None
