"""What a step of a conjugate prior looks like: the belief before and after, and the likelihood between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Contours, Curve, Mark, Matrix, Points, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.posteriors.conjugate.beliefs import Dirichlet, NormalGamma
from engine.families.posteriors.conjugate.holding import BELIEF
from engine.families.posteriors.conjugate.loop import COIN, GAUSSIAN, PRIORS, Params, Step

LIKELIHOOD = Surface("chart", "Likelihood of this observation", "θ", "p(x | θ)", view=(0.0, 1.0, 0.0, 1.05))
SHARES = Surface("chart", "Mean of the probabilities", "", "mean")
JOINT = Surface("chart", "Belief about mean and precision", "mean μ", "precision λ")
OF_POINT = Surface("chart", "Likelihood of this point", "mean μ", "precision λ")
TABLE = Surface("table", "Prior and posterior")
THETA = np.linspace(0.0, 1.0, 401)[1:-1]
LEVELS = (0.05, 0.2, 0.4, 0.6, 0.8, 0.95)
"""Shares of the greatest density whose level lines are drawn."""
HIGHEST = 12.0
"""A density without a top is drawn up to here."""
HATCHES = 81
NAMES = {COIN: ("a", "b"), GAUSSIAN: ("m", "κ", "a", "b")}


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if isinstance(step.belief, NormalGamma):
        return [*gaussian(step, step.belief), *table(step, params)]
    return [*outcomes(step, step.belief, params), *table(step, params)]


def outcomes(step: Step, belief: Dirichlet, params: Params) -> list[Mark]:
    """The belief about each probability; of a coin that of heads alone."""
    coin = params.family == COIN
    shown = range(1) if coin else range(len(belief.alpha))
    curves = [np.minimum(np.exp(belief.log_marginal(k, THETA)), HIGHEST * len(belief.alpha)) for k in shown]
    earlier = []
    if isinstance(step.before, Dirichlet):
        earlier = [np.minimum(np.exp(step.before.log_marginal(k, THETA)), HIGHEST * len(belief.alpha)) for k in shown]
    top = float(max(np.max(one) for one in [*curves, *earlier]))
    surface = replace(BELIEF, x="θ, the probability of heads" if coin else "θ", view=(0.0, 1.0, 0.0, 1.15 * top))
    was = "prior" if step.part == "together" else "before"
    drawn: list[Mark] = []
    for k, one in enumerate(earlier):
        label = was if k == 0 else ""
        drawn.append(Curve(np.column_stack([THETA, one]), "ghost", label=label, surface=surface))
    for k, one in enumerate(curves):
        label = "belief about θ" if coin else f"θ{k + 1}"
        group = None if coin else k
        drawn.append(Curve(np.column_stack([THETA, one]), "boundary", group=group, label=label, surface=surface))
    drawn += within(THETA, curves[0], step, surface)
    mean = float(belief.mean[0])
    height = min(float(np.exp(belief.log_marginal(0, np.array([mean]))[0])), top)
    drawn += upright(mean, height, "mean", "centre", surface)
    if coin and belief.mode is not None:
        at = float(belief.mode[0])
        peak = min(float(np.exp(belief.log_marginal(0, np.array([at]))[0])), top)
        drawn += upright(at, peak, "mode", "best", surface)
    if step.part == "observed" and step.x is not None:
        x = int(step.x)
        like = THETA if x == 0 or not coin else 1 - THETA
        name = ("θ" if x == 0 else "1 − θ") if coin else f"θ{x + 1}"
        group = None if coin else x
        drawn.append(Curve(np.column_stack([THETA, like]), "path", group=group, label=name, surface=LIKELIHOOD))
    if not coin:
        labels = tuple(f"θ{k + 1}" for k in range(len(belief.alpha)))
        chosen = None if step.x is None else int(step.x)
        groups = np.arange(len(labels))
        drawn.append(Bars(belief.mean, labels, groups=groups, chosen=chosen, surface=SHARES))
    return drawn


def within(x: np.ndarray, heights: np.ndarray, step: Step, surface: Surface) -> list[Mark]:
    """The credible interval, shaded under the curve."""
    places = np.linspace(step.low, step.high, HATCHES)
    tops = np.interp(places, x, heights)
    feet = np.column_stack([places, np.zeros(HATCHES)])
    ends = np.array([[step.low, 0.0], [step.high, 0.0]])
    tips = np.column_stack([ends[:, 0], np.interp(ends[:, 0], x, heights)])
    return [
        Segments(feet, np.column_stack([places, tops]), "shade", surface=surface),
        Segments(ends, tips, "margin", surface=surface),
    ]


def upright(x: float, height: float, name: str, role: Role, surface: Surface) -> list[Mark]:
    """A line from the axis up to the curve, with a dot and its name."""
    foot, tip = np.array([[x, 0.0]]), np.array([[x, height]])
    return [
        Segments(foot, tip, "spoke", surface=surface),
        Points(tip, role, labels=(name,), surface=surface),
    ]


def gaussian(step: Step, belief: NormalGamma) -> list[Mark]:
    """The belief about μ alone, and level lines over μ and λ, before and after."""
    beliefs = [one for one in (step.before, belief) if isinstance(one, NormalGamma)]
    low = min(one.m - 5 * one.scale for one in beliefs)
    high = max(one.m + 5 * one.scale for one in beliefs)
    x = np.linspace(low, high, 401)
    curves = [np.exp(one.log_marginal(x)) for one in beliefs]
    top = float(max(one.max() for one in curves))
    surface = replace(BELIEF, x="mean μ", view=(low, high, 0.0, 1.15 * top))
    drawn: list[Mark] = []
    if len(beliefs) > 1:
        was = "prior" if step.part == "together" else "before"
        drawn.append(Curve(np.column_stack([x, curves[0]]), "ghost", label=was, surface=surface))
    drawn.append(Curve(np.column_stack([x, curves[-1]]), "boundary", label="belief about μ", surface=surface))
    drawn += within(x, curves[-1], step, surface)
    drawn += upright(belief.m, float(np.exp(belief.log_marginal(np.array([belief.m]))[0])), "mean", "centre", surface)
    if step.part == "observed" and step.x is not None:
        drawn.append(Segments(np.array([[step.x, 0.0]]), np.array([[step.x, 0.12 * top]]), "focus", surface=surface))
    farthest = max((one.a + 4 * np.sqrt(one.a)) / one.b for one in beliefs)
    drawn += levels(step, belief, (low, high, 0.0, float(farthest)))
    return drawn


def levels(step: Step, belief: NormalGamma, view: tuple[float, float, float, float]) -> list[Mark]:
    """Level lines of the belief and of the likelihood of this point."""
    joint, of_point = replace(JOINT, view=view), replace(OF_POINT, view=view)
    drawn: list[Mark] = []
    if isinstance(step.before, NormalGamma) and step.before.mode is not None:
        drawn.append(relief(step.before, "ghost", joint))
    if belief.mode is not None:
        drawn.append(relief(belief, "boundary", joint))
        peak = np.array([belief.mode])
        start = peak * [1.0, 0.0]
        drawn += [Segments(start, peak, "spoke", surface=joint), Points(peak, "best", labels=("mode",), surface=joint)]
    if step.part == "observed" and step.x is not None:
        x, most = step.x, view[3]

        def likelihood(places: np.ndarray) -> np.ndarray:
            ratio = np.maximum(places[:, 1], 0.0) / most
            return np.asarray(np.sqrt(ratio) * np.exp(-0.5 * np.maximum(places[:, 1], 0.0) * (x - places[:, 0]) ** 2))

        drawn.append(Contours(likelihood, ("of point", x, most), LEVELS, "path", fill=True, surface=of_point))
    return drawn


def relief(belief: NormalGamma, role: Role, surface: Surface) -> Contours:
    """Level lines of a belief at shares of its greatest density."""
    assert belief.mode is not None
    top = float(belief.log_density(np.array([belief.mode[0]]), np.array([belief.mode[1]]))[0])

    def density(places: np.ndarray) -> np.ndarray:
        precision = np.maximum(places[:, 1], 1e-12 * surface.view[3] if surface.view else 0.0)
        return np.asarray(np.where(places[:, 1] > 0, np.exp(belief.log_density(places[:, 0], precision) - top), 0.0))

    key = (role, belief.m, belief.kappa, belief.a, belief.b)
    return Contours(density, key, LEVELS, role, surface=surface)


def table(step: Step, params: Params) -> list[Mark]:
    """The numbers of the prior, typed where they stand, and those of the posterior."""
    name, _ = PRIORS[params.family]
    typed = np.array([getattr(params, name)])
    names = NAMES.get(params.family, ("α1", "α2", "α3"))
    drawn: list[Mark] = [Matrix(typed, ("prior",), names, "table", surface=TABLE, parameter=name)]
    if step.part != "prior":
        drawn.append(Matrix(numbers(step)[None], ("posterior",), names, "table", place=(1, 0), surface=TABLE))
    return drawn


def numbers(step: Step) -> np.ndarray:
    """Those of the belief, in the order in which the prior is typed."""
    belief = step.belief
    if isinstance(belief, Dirichlet):
        return belief.alpha
    return np.array([belief.m, belief.kappa, belief.a, belief.b])
