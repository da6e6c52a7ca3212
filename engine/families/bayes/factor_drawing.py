"""What a step of naive Bayes looks like: the areas, the factor of a feature, and the factors of a point as bars."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Ellipse, Line, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.bayes.stepping import NaiveStep
from engine.models.naive_bayes import CountFactor, GaussianFactor, LevelFactor, NaiveBayes, PresenceFactor

SCALES = (1.0, 2.0)
"""So many standard deviations out an ellipse is drawn."""
BELLS = Surface("chart", "Density given each class", y="p(x | C)")
CHANCES = Surface("table", "Chances given each class")
WORDS = Surface("chart", "Chances of the words, class by class", "class", "θ")
ODDS = Surface("chart", "Log-odds, factor by factor", "factor", "ln p of the one − of the other")
JOINT = Surface("chart", "Log of the product so far", "class", "ln p(x, C)")
POSTERIOR = Surface("chart", "Posterior of the point", "class", "P(C | x)")
SCORES = Surface("chart", "Weights of the linear form", "feature", "w")
PLACES = 241
"""A curve has so many points."""
MARGIN = 0.15
"""So much of the width of the values is shown on either side of them."""
SHOWN = 24
"""So many bars are drawn beside each other."""


def naive_marks(step: NaiveStep, data: Dataset) -> list[Mark]:
    """All that is drawn of a step."""
    drawn: list[Mark] = [] if step.model is None else [Region(step.model, "probability")]
    if step.model is not None:
        drawn += ellipses(step.model, data)
    if step.part == "fit" and step.j is not None:
        drawn += factor(step, step.j, data)
    if step.query is not None and step.part != "classified":
        rows = None if step.row is None else np.array([step.row])
        if not np.isnan(step.query).any():
            drawn.append(Points(step.query[None], "focus", rows=rows, labels=() if rows is not None else ("x",)))
        drawn += products(step, data)
    if step.part in ("weight", "linear"):
        drawn += linear(step, data)
    if step.part == "classified":
        drawn.append(Points(data.X[step.wrong], "wrong", rows=step.wrong))
    return drawn


def names(step: NaiveStep, data: Dataset) -> tuple[str, ...]:
    """The names of the classes that occur."""
    return tuple(data.class_name(code) for code in data.classes_present)


def ellipses(model: NaiveBayes, data: Dataset) -> list[Mark]:
    """Of Gaussian factors alone the axis-parallel ellipses of each class."""
    bells = [one for one in model.factors if isinstance(one, GaussianFactor)]
    if len(bells) < len(model.factors) or data.d < 2:
        return []
    means = np.column_stack([bell.means for bell in bells])
    variances = np.column_stack([bell.variances for bell in bells])
    return [
        Ellipse(mean, np.diag(spread), scale, group=int(code))
        for mean, spread, code in zip(means, variances, model.classes, strict=True)
        for scale in SCALES
    ]


# -- a factor ----------------------------------------------------------------------------------------------------------


def factor(step: NaiveStep, j: int, data: Dataset) -> list[Mark]:
    """The factor of a feature: bells over it, a table of chances, or a stacked bar for each class."""
    one = step.factors[j]
    if isinstance(one, GaussianFactor):
        return bells(one, j, data)
    if isinstance(one, CountFactor):
        return stacked(step, data)
    if isinstance(one, LevelFactor):
        levels = data.columns[j].levels or tuple(str(v) for v in range(one.chances.shape[1]))
        table = replace(CHANCES, name=f"Chances of {data.columns[j].title}")
        return [Matrix(one.chances, names(step, data), levels, "table", surface=table)]
    grid = np.column_stack([one.chances for one in step.factors if isinstance(one, PresenceFactor)])[:, -SHOWN:]
    titles = tuple(column.title for column in data.columns[: j + 1])[-SHOWN:]
    return [Matrix(grid, names(step, data), titles, "heat", chosen_column=None, surface=CHANCES)]


def bells(one: GaussianFactor, j: int, data: Dataset) -> list[Mark]:
    """N(x | μₖ, σₖ²) of each class over the range of the feature."""
    values = data.X[:, j]
    known = values[~np.isnan(values)]
    low, high = float(known.min()), float(known.max())
    width = MARGIN * (high - low) or 3 * float(np.sqrt(one.variances.max()))
    x = np.linspace(low - width, high + width, PLACES)
    heights = np.exp(one.logs(x))
    if not np.isfinite(heights).all():
        return []
    surface = replace(BELLS, x=data.columns[j].title)
    pairs = zip(data.classes_present, heights, strict=True)
    return [Curve(np.column_stack([x, height]), group=code, surface=surface) for code, height in pairs]


def stacked(step: NaiveStep, data: Dataset) -> list[Mark]:
    """A bar for each class, cut into the chances of its words so far."""
    tops = step.stacked
    assert tops is not None
    cuts = tuple(row[:-1][:SHOWN] for row in tops)
    return [Bars(tops[:, -1], names(step, data), np.array(data.classes_present), cuts=cuts, surface=WORDS)]


# -- a point -----------------------------------------------------------------------------------------------------------


def products(step: NaiveStep, data: Dataset) -> list[Mark]:
    """The factors of the point: to either side for two classes, else the product so far; then the posterior."""
    assert step.joint is not None and step.logs is not None
    groups = np.array(data.classes_present)
    drawn: list[Mark] = []
    if len(step.joint) == 2:
        drawn += log_odds(step, data)
    elif step.part == "factor" and np.isfinite(step.joint).all() and len(groups) <= SHOWN:
        drawn.append(Bars(step.joint, names(step, data), groups, surface=JOINT))
    shares = step.copied if step.copied is not None else step.posterior
    if shares is not None and np.isfinite(shares).all() and len(groups) <= SHOWN:
        drawn.append(Bars(shares, names(step, data), groups, int(shares.argmax()), surface=POSTERIOR))
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
