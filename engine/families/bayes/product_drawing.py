"""What a step of naive Bayes shows of a point: factors as bars, the posterior, copies, the evidence, the weights."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from engine.core.marks import Bars, Contours, Curve, Line, Mark, Points
from engine.core.score_curves import RELIABILITY, reliability_marks
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.bayes.stepping import NaiveStep
from engine.models.naive_bayes import NaiveBayes

ODDS = Surface("chart", "Log-odds, factor by factor", "factor", "ln p of the one − of the other")
JOINT = Surface("chart", "Log of the product so far", "class", "ln p(x, C)")
POSTERIOR = Surface("chart", "Posterior of the point", "class", "P(C | x)")
SCORES = Surface("chart", "Weights of the linear form", "feature", "w")
EVIDENCE = Surface("chart", "Evidence of the rows, the least first", "rows", "ln p(x)")
SURE = replace(RELIABILITY, name="How sure the answers are, and how many are right", y="share that is right")
SHOWN = 24
"""So many bars are drawn beside each other."""
MOST = 2000
"""Of more rows the curve of their evidence has so many points."""


def names(data: Dataset) -> tuple[str, ...]:
    """The names of the classes that occur."""
    return tuple(data.class_name(code) for code in data.classes_present)


def products(step: NaiveStep, data: Dataset) -> list[Mark]:
    """The factors of the point: to either side for two classes, else the product so far; then the posterior."""
    assert step.joint is not None and step.logs is not None
    codes = np.array(data.classes_present)
    drawn: list[Mark] = []
    if len(step.joint) == 2 and step.part not in ("left out", "copy", "flag"):
        drawn += log_odds(step, data)
    elif step.part in ("factor", "sum") and np.isfinite(step.joint).all() and len(codes) <= SHOWN:
        drawn.append(Bars(step.joint, names(data), codes, surface=JOINT))
    shares = step.shares
    if shares is not None and np.isfinite(shares).all() and len(codes) <= SHOWN:
        drawn.append(Bars(shares, names(data), codes, int(shares.argmax()), surface=POSTERIOR))
    return drawn


def log_odds(step: NaiveStep, data: Dataset) -> list[Mark]:
    """Of two classes what the prior and each factor add to the log-odds of the second: bars to either side of 0."""
    if step.odds is None or not np.isfinite(step.odds).all():
        return []
    values = step.odds[-SHOWN:]
    titles = ("prior", *(column.title for column in data.columns[: len(step.odds) - 1]))[-SHOWN:]
    chosen = len(values) - 1 if step.part == "factor" else None
    codes = np.array([data.classes_present[1] if value > 0 else data.classes_present[0] for value in values])
    second, first = data.class_name(data.classes_present[1]), data.class_name(data.classes_present[0])
    surface = replace(ODDS, y=f"for {second} (up), {first} (down)")
    return [Bars(values, titles, codes, chosen, surface=surface)]


def copies(step: NaiveStep) -> list[Mark]:
    """How sure the answers for all rows are with the copies, and how many are right; grey without them."""
    if step.bins is None or step.usual is None:
        return []
    there = step.usual.counts > 0
    usual = np.column_stack([step.usual.predicted, step.usual.observed])[there]
    return [Curve(usual, "path", label="without copies", surface=SURE), *reliability_marks(step.bins, surface=SURE)]


def evidence(step: NaiveStep, data: Dataset) -> list[Mark]:
    """p(x) as a tint on the plane of two features; the evidence of the rows with the threshold; flagged ones ringed."""
    assert step.model is not None and step.ascending is not None
    drawn: list[Mark] = [Points(data.X[step.flagged], "wrong", rows=step.flagged)]
    if data.d == 2 and all(not column.levels for column in data.columns):
        drawn.insert(0, Contours(partial(density, step.model), ("evidence", _key(step.model)), fill=True))
    heights, ranks = step.ascending, np.arange(1.0, data.n + 1)
    known = np.isfinite(heights) & (heights > -1e290)
    if data.n > MOST:
        known &= np.isin(ranks, np.linspace(1, data.n, MOST).round())
    if not known.any():
        return drawn
    drawn.append(Curve(np.column_stack([ranks[known], heights[known]]), "plain", surface=EVIDENCE))
    threshold = step.threshold
    if threshold is not None and np.isfinite(threshold):
        ends = np.array([[1.0, threshold], [float(data.n), threshold]])
        drawn.append(Curve(ends, "boundary", label="threshold", surface=EVIDENCE))
    if step.evidence is not None and np.isfinite(step.evidence) and step.evidence > -1e290:
        below = float((heights < step.evidence).sum()) + 1
        drawn.append(Points(np.array([[below, step.evidence]]), "focus", labels=("x",), surface=EVIDENCE))
    return drawn


def density(model: NaiveBayes, places: np.ndarray) -> np.ndarray:
    """(m,) p(x) at places (m, 2)."""
    return np.asarray(np.exp(model.log_density(places)))


def _key(model: NaiveBayes) -> tuple[bytes, ...]:
    parts = (np.asarray(part).tobytes() for one in model.factors for part in vars(one).values())
    return (model.priors.tobytes(), *parts)


def linear(step: NaiveStep, data: Dataset) -> list[Mark]:
    """The weights of the linear form, the largest first; on the plane the line of two classes."""
    assert step.weights is not None and step.biases is not None
    if step.strongest is None or step.ranked is None:
        return []
    w, b = step.weights[1] - step.weights[0], float(step.biases[1] - step.biases[0])
    titles = tuple(data.columns[int(j)].title for j in step.strongest[:SHOWN])
    ranked = step.ranked[:SHOWN]
    codes = np.array([data.classes_present[1] if value > 0 else data.classes_present[0] for value in ranked])
    place = step.rank
    chosen = place if place is not None and place < SHOWN else None
    drawn: list[Mark] = [Bars(ranked, titles, codes, chosen, surface=SCORES)]
    if w.any() and step.model is not None and step.model.linear_scores() is not None:
        drawn.append(Line(w, b, "boundary"))
    return drawn
