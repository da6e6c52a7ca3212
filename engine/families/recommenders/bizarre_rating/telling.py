"""What a step of one bizarre rating says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, enough, figure, percent
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.recommenders.bizarre_rating.loop import Params, Step
from engine.families.recommenders.predicting import METHODS
from engine.families.recommenders.wording import asker, capital, critic, film

FORMULA = (
    r"\Delta\hat{x}_{\mathrm{mean}} = \frac{\delta}{|C_f|}, \qquad "
    r"\Delta\hat{x}_{\mathrm{weighted}} = \delta\, \frac{s_c}{\sum_{c'} s_{c'}}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    f, u = film(data, params, step.film), asker(data, params, step.user)
    if step.critic is None:
        return Story(f"Nobody has rated {f}: there is no rating to change, and no prediction for {u}.", FORMULA)
    c = critic(data, params, step.critic)
    if step.part == "start":
        said = f"{capital(c)} rates {f} with {figure(step.original)}. What if it were odd? Of three predictions "
        said += f"for {u} the mean takes it as one of {counted(int(step.counts[0]), 'rating')}, the weighted ones "
        said += "by the weight of the critic."
        worked = (f"share = 1 / {figure(step.counts[0])} = {figure(step.shares[0])}",)
        return Story(said, FORMULA, worked, _numbers(step), (_table(step),))
    delta = step.rating - step.original
    way = f"{figure(abs(delta))} {'above' if delta > 0 else 'below'}"
    said = f"{capital(c)} now rates {f} with {figure(step.rating)}, {way} the rating in the table: "
    said += f"the item mean moved by {figure(step.moved[0])}"
    said += f", {_weighted(step)}." if step.known[1:].any() else "; the weighted ones know nobody."
    return Story(said, FORMULA, tuple(_worked(step, delta)), _numbers(step), (_table(step),))


def _weighted(step: Step) -> str:
    words = ("the one weighted by distance by", "the one by correlation by")
    parts = zip(words, step.moved[1:], step.known[1:], strict=True)
    return " and ".join(f"{one} {figure(by)}" for one, by, known in parts if known)


def _worked(step: Step, delta: float) -> Iterator[str]:
    m = float(step.counts[0])
    many = enough(float(step.moved[0]), lambda d: d / m, delta)
    yield f"moved (mean) = {figure(delta, many)} / {figure(m)} = {figure(delta / m)}"
    if step.known[1]:
        share = float(step.shares[1])
        many = enough(delta * share, lambda d, s: d * s, delta, share)
        yield f"moved (distance) = {figure(delta, many)}·{figure(share, many)} = {figure(delta * share)}"
    if step.known[2]:
        yield f"by scores the critic's own mean and deviation move too: the prediction comes to {figure(step.now[2])}"


def _numbers(step: Step) -> tuple[Number, ...]:
    return tuple(Number(METHODS[at], float(step.now[at])) for at in np.flatnonzero(step.known))


def _table(step: Step) -> Table:
    rows = tuple(
        (METHODS[at], float(step.before[at]), float(step.now[at]), float(step.moved[at]),
         percent(float(step.shares[at])), int(step.counts[at]))
        for at in np.flatnonzero(step.known)
    )  # fmt: skip
    return Table("Predictions", ("by", "before", "now", "moved", "share", "critics"), rows)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.critic is None:
        return {}
    return {METHODS[at]: float(step.now[at]) for at in np.flatnonzero(step.known)}


def event(step: Step) -> Event | None:
    outside = step.part == "changed" and not step.low <= step.rating <= step.high
    return Event("outside the ratings", "wrong") if outside else None
