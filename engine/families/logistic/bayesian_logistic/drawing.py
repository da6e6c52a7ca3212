"""What Bayesian logistic regression draws: lines that fan out on the plane, Gaussians and a walk in weight space."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Contours, Curve, Ellipse, Line, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import two_classes
from engine.families.logistic.bayesian_logistic import charts
from engine.families.logistic.bayesian_logistic.loop import Params, Step
from engine.models.posterior import BayesianLogistic
from engine.parts import weight_space
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks

SURE = (0.9,)
"""The lines of p = 0.1 and 0.9 are drawn beside the boundary."""
FAINT_SAMPLES = 200
"""A picture is made from at most so many samples."""
CLOUD, SPECK = 500, 0.15
"""So many draws are drawn at most, and how large each is."""
WALK = 300
"""So many of the last states of the walk are joined by a line."""
CROWD = 60
"""So many proposals of one step are drawn at most."""
REACH = 2.5
"""The chart of the posterior shows at least so many standard deviations to each side."""
RINGS = (0.5, 2.0, 4.5, 8.0, 12.5, 18.0)
"""−ln p above its least on the ellipses of 1, 2, ... standard deviations of a Gaussian."""


def marks(step: Step, data: Dataset, params: Params) -> list[Mark]:
    drawn = plane(step, data)
    table = expanded(data, step.model.basis)
    if not np.isfinite(step.peak.hessian).all() or not np.isfinite(table.X).all():
        return drawn
    drawn += weights(step, table, params)
    if step.phase in ("prediction", "summary") and step.row is not None:
        drawn += charts.activation(step.model, data.X[step.row], params, charts.ACTIVATION)
        drawn += charts.stand_in(params) + charts.comparison(step.model, data.X[step.row], params)
    if step.chain is not None:
        drawn += charts.trace(step, table, params)
    return drawn + charts.curves(step, data)


# -- the plane ---------------------------------------------------------------------------------------------------------


def plane(step: Step, data: Dataset) -> list[Mark]:
    """The probability with its lines at 0.1 and 0.9, the most probable line, and lines drawn from what is known."""
    model = step.model
    drawn: list[Mark] = [Region(drawable(model), "probability", levels=SURE)]
    if model.basis is None:
        slanted = step.fan[step.fan[:, 1:].any(axis=1)]
        drawn += [Line(w[1:], bias, "spoke") for w, bias in zip(slanted, slanted[:, 0].tolist(), strict=True)]
        if model.weights.any():
            drawn.append(Line(model.weights, model.bias, "boundary"))
    missed = two_classes.missed_rows(model, data)
    drawn += [*feature_marks(data, model), Points(data.X[missed], "wrong", rows=missed)]
    if step.row is not None:
        drawn.append(Points(data.X[[step.row]], "focus", rows=np.array([step.row])))
    return drawn


def drawable(model: BayesianLogistic) -> BayesianLogistic:
    """The model with only the samples that its picture needs: none unless it predicts by them, and then not all."""
    return model.fewer_samples(FAINT_SAMPLES if model.rule == "samples" else 0)


# -- weight space ------------------------------------------------------------------------------------------------------


def weights(step: Step, table: Dataset, params: Params) -> list[Mark]:
    """Two of the weights: the prior, the log posterior, Newton's way, Laplace's ellipses, the walk of the chain."""
    problem = weight_space.Problem(table.design, zero_one(table), np.full(table.d + 1, params.penalty))
    if step.phase == "prior":
        return _before_the_data(step, table, problem, params)
    w = step.model.packed
    if step.phase == "newton":
        bowl = weight_space.Bowl(step.peak.objective, step.peak.gradient, step.peak.hessian)
        drawn = weight_space.drawn(w, step.way, step.peak.move, problem, bowl, table)
        return [*drawn, *_prior(params, drawn[0].surface)]
    return _posterior(step, w, table, problem, params)


def _before_the_data(step: Step, table: Dataset, problem: weight_space.Problem, params: Params) -> list[Mark]:
    """The circles of the prior over the level lines of E: how improbable the weights would make the targets."""
    reach = 3.0 / np.sqrt(params.penalty)
    chart = weight_space.surface(table, np.vstack([step.way, [[-reach, -reach], [reach, reach]]]))
    free = weight_space.Problem(problem.Phi, problem.t, np.zeros(len(problem.penalties)))
    w = step.model.packed
    landscape = weight_space.error_slice(w, np.eye(len(w))[:, list(weight_space.axes(table.d))], free)
    drawn: list[Mark] = [Contours(*landscape, surface=chart), *_prior(params, chart)]
    drawn.append(Points(step.way[-1:], "focus", labels=("w",), surface=chart))
    others = f"the {table.d - 1} other weights are" if table.d > 2 else "the bias is"
    return drawn + weight_space.what_is_shown(f"A slice: {others} 0", table, chart)


def _prior(params: Params, chart: Surface) -> list[Mark]:
    """The circles of one and two standard deviations of the prior."""
    spread = np.eye(2) / params.penalty
    return [
        Ellipse(np.zeros(2), spread, scale, "margin", label="prior" if scale == 1 else "", surface=chart)
        for scale in (1.0, 2.0)
    ]


def _posterior(step: Step, w: np.ndarray, table: Dataset, problem: weight_space.Problem, params: Params) -> list[Mark]:
    pair = list(weight_space.axes(table.d))
    centre, spread = w[pair], step.model.covariance[pair][:, pair]
    reach = REACH * np.sqrt(np.diag(spread))
    chart = weight_space.surface(table, np.vstack([centre - reach, centre + reach]))
    same = ("hill", w.tobytes(), step.peak.hessian.tobytes(), params.penalty)  # all along the chain
    landscape, key, least = table.cached(same, lambda: _hill(w, step.peak.hessian, problem))
    drawn: list[Mark] = [Contours(landscape, key, tuple(least + ring for ring in RINGS), "residual", surface=chart)]
    drawn += _prior(params, chart)
    drawn += [Ellipse(centre, spread, s, "axis", label=f"Laplace {s:g}σ", surface=chart) for s in (1.0, 2.0)]
    if step.chain is None:
        drawn.append(Curve(step.way, "path", dots=True, surface=chart))
    else:
        drawn += _walk(step, pair, params, chart)
    drawn.append(Points(centre[None], "best", labels=("w_MAP",), surface=chart))
    others = f"the {table.d - 1} other weights follow" if table.d > 2 else "the bias follows"
    slopes = "their slopes stay" if table.d > 2 else "its slope stays"
    return drawn + weight_space.what_is_shown(f"A slice: {others},\nso that {slopes} the same", table, chart)


def _hill(
    w: np.ndarray, hessian: np.ndarray, problem: weight_space.Problem
) -> tuple[weight_space.Landscape, weight_space.Key, float]:
    """−ln p over the two weights that are drawn, what it depends on, and its least, which is at w (M,)."""
    landscape, key = weight_space.error_slice(w, weight_space.following(hessian), problem)
    return landscape, key, float(landscape(weight_space.shown(w)[None])[0])


def _walk(step: Step, pair: list[int], params: Params, chart: Surface) -> list[Mark]:
    """The last states of the walk, the burn-in apart; at the end the draws as a cloud; what is proposed now."""
    chain = step.chain
    assert chain is not None
    if step.phase == "summary":
        draws = step.model.fewer_samples(CLOUD).samples[:, pair]
        return [Points(draws, "plain", sizes=np.full(len(draws), SPECK), surface=chart)]
    first = max(chain.seen - WALK, 0)
    states = chain.states(first)[:, pair]
    if first == 0:
        states = np.vstack([chain.start[pair], states])
    burnt = min(max(params.burn_in + 1 - first, 0), len(states))
    drawn: list[Mark] = []
    if burnt > 1:
        drawn.append(Curve(states[:burnt], "ghost", surface=chart))
    if burnt < len(states):
        drawn.append(Curve(states[max(burnt - 1, 0) :], "spoke", surface=chart))
    return drawn + _proposed(step, pair, chart)


def _proposed(step: Step, pair: list[int], chart: Surface) -> list[Mark]:
    """The proposals of this step, the refused ones as ghosts, and the arrow of the last one from where it was made."""
    chain = step.chain
    assert chain is not None
    first = chain.seen - min(step.fresh, CROWD)
    proposals, taken = chain.proposals(first)[:, pair], chain.accepted(first)
    before = chain.states(chain.seen - 2)[0] if chain.seen > 1 else chain.start
    here = chain.states(chain.seen - 1)[:, pair]
    word = "accepted" if taken[-1] else "rejected"
    return [
        Points(proposals[~taken], "ghost", surface=chart),
        Points(proposals[taken], "plain", surface=chart),
        Segments(before[None, pair], proposals[-1:], "path" if taken[-1] else "margin", arrows=True, surface=chart),
        Points(proposals[-1:], "plain" if taken[-1] else "wrong", labels=(word,), surface=chart),
        Points(here, "focus", surface=chart),
    ]
