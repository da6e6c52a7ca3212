"""What a step of the correlation recommender looks like: the pair, the matrix, the weights, and the two scales."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.pearson_recommender.loop import Params, Step
from engine.families.recommenders.pearson_recommender.pairs import Pair
from engine.families.recommenders.seesaw import seesaw
from engine.families.recommenders.table_drawing import table
from engine.families.recommenders.wording import asker, critic, critic_label, film_label, in_terms, surface_of

SCATTER = "Ratings of the two"
MATRIX = Surface("table", "Correlations")
WEIGHTS = Surface("chart", "Weight of each critic", "", "weight")
SCALE = Surface("chart", "Scores on the user's scale", "z", "rating")
MOST = 24
DOTS = 200
NAMED = 20


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    M = ratings(data, params)
    drawn: list[Mark] = [table(data, params, M, step.user, step.critic, step.film, counting(step, M))]
    if step.part in ("product", "pair") and step.pair is not None:
        return drawn + scatter(step, step.pair, data, params)
    if step.R is not None and step.rows is not None and step.part == "matrix":
        names = tuple(critic_label(data, params, int(row)) for row in step.rows)
        return [*drawn, Matrix(step.R, names, names, "heat", surface=MATRIX)]
    if step.done:
        drawn += weighed(step, data, params)
    if step.part == "back":
        drawn += scale(step, params)
    return drawn


def counting(step: Step, M: np.ndarray) -> np.ndarray:
    """(C, F) the ratings that this step rests on."""
    lit = np.zeros(M.shape, dtype=bool)
    if step.part in ("product", "pair") and step.pair is not None:
        for row in (step.user, step.pair.critic):
            lit[row, step.pair.films[: step.added]] = True
    elif step.done:
        lit[step.critics[: step.done], step.film] = step.weights[: step.done] > 0
    return lit


def scatter(step: Step, pair: Pair, data: Dataset, params: Params) -> list[Mark]:
    """A dot for each film in common, those that are added so far, and the line of the slope r s_c / s_u."""
    here = Surface("chart", SCATTER, asker(data, params, step.user), critic(data, params, pair.critic))
    shown = slice(max(step.added - DOTS, 0), step.added)
    places = np.column_stack([pair.own, pair.theirs])
    names = tuple(film_label(data, params, int(f)) for f in pair.films[shown]) if len(pair.films) <= NAMED else ()
    drawn: list[Mark] = []
    if pair.r is not None:
        middle, s = places.mean(axis=0), places.std(axis=0)
        across = np.linspace(pair.own.min(), pair.own.max(), 61)  # its words stand anywhere along it
        if s[0] > 0:
            line = middle[1] + pair.r * s[1] / s[0] * (across - middle[0])
            drawn.append(Curve(np.column_stack([across, line]), "boundary", label="slope from r", surface=here))
    if step.added:
        drawn.append(Points(places[shown], "data", labels=names, surface=here))
    if step.part == "product":
        drawn.append(Points(places[[step.added - 1]], "focus", surface=here))
    return drawn


def weighed(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """A bar for each weight, and the weights on the board at the ratings, or at the scores."""
    shown = slice(max(step.done - MOST, 0), step.done)
    names = tuple(critic_label(data, params, int(row)) for row in step.critics[: step.done])
    drawn: list[Mark] = []
    if step.part == "critic":
        here = surface_of(WEIGHTS, params)
        drawn.append(Bars(step.weights[shown], names[shown], None, len(names[shown]) - 1, surface=here))
    counts = np.flatnonzero(step.weights[: step.done] > 0)[-MOST:]
    if len(counts):
        named = tuple(names[at] for at in counts)
        scored = params.normalise and step.part != "plain"
        values, axis = (step.z[counts], "z") if scored else (step.given[counts], "rating")
        balance = step.plain if step.part == "plain" else step.score if step.part == "back" else None
        new = step.part == "critic" and int(counts[-1]) == step.done - 1
        drawn += seesaw(values, step.weights[counts], named, balance, axis, new)
    return drawn


def scale(step: Step, params: Params) -> list[Mark]:
    """The user's scale: from scores to ratings by a line through the mean, with the ends of the ratings."""
    z = step.z[step.weights > 0]
    ends = np.array([min(float(z.min()), 0.0, step.score), max(float(z.max()), 0.0, step.score)])
    ends = ends if ends[0] < ends[1] else np.array([-1.0, 1.0])
    limits = np.array([step.low, step.high])
    starts, stops = (np.column_stack([np.full(2, end), limits]) for end in ends)
    line = np.column_stack([ends, step.mean + step.s * ends])
    named = ("least rating", "greatest rating")
    here = surface_of(SCALE, params)
    drawn: list[Mark] = [
        Curve(line, "boundary", label=in_terms("the user's scale", params), surface=here),
        Segments(starts, stops, "margin", labels=named, surface=here),
        Points(np.array([[step.score, step.raw]]), "focus", labels=("prediction",), surface=here),
    ]
    if step.clipped != step.raw:
        drawn.append(Points(np.array([[ends[0], step.clipped]]), "ghost", labels=("clipped",), surface=here))
    return drawn
