"""What a step of the Gaussian classifier looks like: ellipses and the areas, the covariances, the posterior."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Line, Mark, Matrix, Points, Region, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.gaussians.answering import class_called, codes_known
from engine.families.gaussians.gaussian_classifier.stepping import Params, Step
from engine.families.gaussians.picture import ellipses
from engine.families.gaussians.scoring import likelihood, pairs
from engine.models.gaussians import GaussianClasses
from engine.parts.nearest import spokes

CELLS = 12
"""A covariance of more features is not shown cell by cell."""
SHOWN = 8
"""The covariances of so many classes are shown, and the posteriors of so many more have a bar."""
PLACES = 241
"""A curve has so many points."""
MARGIN = 0.15
"""So much of the width of the data is shown on either side of it."""
TABLE = "Covariances"
BELLS = Surface("chart", "Density times prior", y="p(x, C)")
FEATURE = Surface("chart", "What the feature adds to each score", "class", "term")
QUADRATIC = Surface("table", "Q of the border", open=False)
POSTERIOR = Surface("chart", "Posterior of the point", "class", "P(C | x)")
MARGINAL = Surface("chart", "Posterior without the feature", "class", "P(C | x)")
LIKELIHOOD = Surface("chart", "ln L over a mean", y="ln L", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.model is not None:
        drawn.append(Region(asked_model(step), "probability"))
    drawn += _before(step, data)
    drawn += _gaussians(step, data)
    drawn += covariances(step, data, params)
    if step.part in ("mean", "new") and step.k is not None and step.means is not None:
        own = np.flatnonzero(data.codes == data.classes_present[step.k])
        code = data.classes_present[step.k]
        drawn += spokes(data.X[own], step.means[step.k], groups=np.full(len(own), code))
        drawn.append(Points(step.means[[step.k]], "focus"))
    if step.part == "border":
        drawn += _border(step, data)
    if step.part == "borders":
        drawn += _all_borders(step)
    if step.row is not None and step.part != "classified":
        drawn += _point(step, data, params)
    if step.part == "classified" and step.model is not None:
        drawn.append(Points(data.X[step.wrong], "wrong", rows=step.wrong))
        drawn += over_a_mean(step, data)
    return [*drawn, *bells(step, data)]


def asked_model(step: Step) -> GaussianClasses:
    """The model, or of a border the two classes alone between which it runs."""
    assert step.model is not None
    if step.part != "border" or step.pair is None or len(step.model.classes) == 2:
        return step.model
    model, two = step.model, list(step.pair)
    priors = model.priors[two]
    share = priors / priors.sum() if priors.any() else np.full(2, 0.5)
    return GaussianClasses(share, model.means[two], model.covariances[two], model.classes[two])


def codes(step: Step, data: Dataset) -> np.ndarray:
    """(k,) the classes whose means are known."""
    assert step.means is not None
    return codes_known(step.model, step.means, data)


def named(step: Step, k: int, data: Dataset) -> str:
    """The name of the class at a place, or the number of a Gaussian that is placed beyond the classes."""
    return class_called(step.model, k, data, "Gaussian")


# -- the plane ---------------------------------------------------------------------------------------------------------


def _gaussians(step: Step, data: Dataset) -> list[Mark]:
    """The ellipses at 1 and 2 standard deviations as far as they are known, and the means."""
    if step.means is None:
        return []
    groups, drawn = codes(step, data), []
    for k, S in enumerate(() if step.covariances is None else step.covariances):
        drawn += ellipses(step.means[k], S, "plain", int(groups[k]))
    names = tuple(named(step, k, data) for k in range(len(groups)))
    return [*drawn, Points(step.means, "centre", groups, labels=names)]


def _before(step: Step, data: Dataset) -> list[Mark]:
    """What the covariances were: those of the classes before they are pooled, and any that are repaired or reshaped."""
    former = {"pool": step.scatters, "shape": step.scatters, "repair": step.former}.get(step.part)
    if former is None or step.means is None:
        return []
    groups = codes(step, data)
    return [
        mark
        for k, (mean, S) in enumerate(zip(step.means, former, strict=True))
        for mark in ellipses(mean, S, "ghost", int(groups[k]))
    ]


def _border(step: Step, data: Dataset) -> list[Mark]:
    """The two means with what lies between them, the name of the border, and Q cell by cell."""
    assert step.model is not None and step.pair is not None and step.border is not None
    first, second = step.model.means[[step.pair[0]]], step.model.means[[step.pair[1]]]
    drawn: list[Mark] = []
    if data.d <= CELLS:
        names = data.feature_names
        drawn.append(Matrix(step.border.Q, names, names, "table", title="Q", surface=QUADRATIC))
    if (first == second).all():
        return [*drawn, Text(first[0], step.border.kind, "axis")]
    drawn.append(Segments(first, second, "axis", labels=(step.border.kind,)))
    if not step.border.Q.any() and step.border.b.any():
        flat = step.border
        drawn.append(Line(flat.b, flat.c - float(flat.b @ flat.middle), "boundary"))
    return drawn


def _all_borders(step: Step) -> list[Mark]:
    """From mean to mean of every pair, with the kind of its border."""
    assert step.model is not None
    two = np.array(pairs(len(step.model.classes)))
    return [Segments(step.model.means[two[:, 0]], step.model.means[two[:, 1]], "axis", labels=step.kinds)]


def _point(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The point that is worked out, and the way to the mean it is compared with; its posteriors as bars."""
    assert step.model is not None and step.row is not None
    x = data.X[[step.row]]
    drawn: list[Mark] = []
    if step.part == "score" and step.k is not None:
        drawn.append(Segments(x, step.model.means[[step.k]], "spoke"))
    if step.part == "missing":
        drawn += _left_out(step, data, params)
    drawn.append(Points(x, "focus", rows=np.array([step.row])))
    if step.part == "feature":
        names = tuple(named(step, k, data) for k in range(len(step.parts)))[: 4 * SHOWN]
        surface = replace(FEATURE, name=f"What {data.feature_names[step.parts.shape[1] - 1]} adds to each score")
        drawn.append(Bars(step.parts[: 4 * SHOWN, -1], names, step.model.classes[: 4 * SHOWN], surface=surface))
    if step.posterior is not None:
        drawn += posteriors(step, step.posterior, POSTERIOR, data)
    if step.marginal is not None:
        drawn += posteriors(step, step.marginal, MARGINAL, data)
    return drawn


def _left_out(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Where the point may be, when the feature is not known: a line along it; and of two features the bells left."""
    assert step.model is not None and step.row is not None
    j = params.left_out(data)
    ends = np.repeat(data.X[[step.row]], 2, axis=0)
    ends[:, j] = data.X[:, j].min(), data.X[:, j].max()
    drawn: list[Mark] = [Curve(ends, "axis", label=f"{data.columns[j].title} unknown")]
    if data.d == 2:
        left = 1 - j
        surface = replace(BELLS, name="Marginal densities times priors", x=data.columns[left].title)
        drawn += curves(step.model.of_features(np.array([left])), data.X[:, left], surface)
        here = float(data.X[step.row, left])
        top = float(np.exp(step.model.of_features(np.array([left])).log_joint(np.array([[here]]))).max())
        drawn.append(Curve(np.array([[here, 0.0], [here, top]]), "axis", label="x", surface=surface))
    return drawn


# -- beside it ---------------------------------------------------------------------------------------------------------


def covariances(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The covariances cell by cell: one for all where it is shared."""
    if step.covariances is None or data.d > CELLS:
        return []
    shown = step.part in ("scatter", "pool", "shape", "repair")
    surface = Surface("table", TABLE, open=shown)
    names = data.feature_names
    alike = len(step.covariances) > 1 and not (step.covariances != step.covariances[0]).any()
    if alike and params.pools:
        return [Matrix(step.covariances[0], names, names, "table", title="shared", surface=surface)]
    return [
        Matrix(S, names, names, "table", title=named(step, k, data), place=(k // 2, k % 2), surface=surface)
        for k, S in enumerate(step.covariances[:SHOWN])
    ]


def posteriors(step: Step, shares: np.ndarray, surface: Surface, data: Dataset) -> list[Mark]:
    """A bar for each class."""
    assert step.model is not None
    if len(shares) > 4 * SHOWN:
        return []
    names = tuple(named(step, k, data) for k in range(len(shares)))
    return [Bars(shares, names, step.model.classes, int(shares.argmax()), surface=surface)]


def bells(step: Step, data: Dataset) -> list[Mark]:
    """Of one feature the curves πₖ N(x | μₖ, σₖ²)."""
    if data.d != 1 or step.model is None:
        return []
    return curves(step.model, data.X[:, 0], replace(BELLS, x=data.columns[0].title))


def curves(model: GaussianClasses, values: np.ndarray, surface: Surface) -> list[Mark]:
    """πₖ N(x | μₖ, σₖ²) of a model of one feature, over the range of its values (n,)."""
    low, high = float(values.min()), float(values.max())
    width = MARGIN * (high - low) or 3 * float(np.sqrt(model.covariances.max()))
    x = np.linspace(low - width, high + width, PLACES)
    heights = np.exp(model.log_joint(x[:, None]))
    if not np.isfinite(heights).all():
        return []
    pairs = zip(model.classes, heights, strict=True)
    return [Curve(np.column_stack([x, height]), group=int(code), surface=surface) for code, height in pairs]


def over_a_mean(step: Step, data: Dataset) -> list[Mark]:
    """ln L while the first mean moves along the first feature: it is the greatest where the rows have their mean."""
    model = step.model
    assert model is not None and step.log_likelihood is not None
    if data.n * data.d > 20_000:
        return []
    here, width = float(model.means[0, 0]), 3 * float(np.sqrt(model.covariances[0, 0, 0]))
    own = data.codes == model.classes[0]
    if not own.any() or not width:
        return []
    at = float(data.X[own, 0].mean())
    x = np.linspace(min(here, at) - width, max(here, at) + width, 61)
    heights = np.array([_likelihood_at(model, value, data) for value in x])
    name = f"mean of {data.columns[0].title}, {named(step, 0, data)}"
    surface = replace(LIKELIHOOD, x=name)
    if not np.isfinite(heights).all() or heights.min() < -1e290:
        return []
    best = _likelihood_at(model, at, data)
    return [
        Curve(np.column_stack([x, heights]), "plain", surface=surface),
        Segments(np.array([[at, heights.min()]]), np.array([[at, best]]), "axis", labels=("mean of the rows",),
                 surface=surface),
        Points(np.array([[here, step.log_likelihood]]), "focus", labels=("μ",), surface=surface),
    ]  # fmt: skip


def _likelihood_at(model: GaussianClasses, value: float, data: Dataset) -> float:
    means = np.array(model.means)
    means[0, 0] = value
    return likelihood(replace(model, means=means).log_joint(data.X), model.classes, data.codes)
