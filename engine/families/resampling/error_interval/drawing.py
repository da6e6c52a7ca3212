"""What an interval looks like: the estimate as rows come in, the bell with its tails, and intervals of simulated "
"sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.error_interval.loop import METHODS, Params, Step
from engine.families.resampling.picturing import areas
from engine.maths.evaluation.proportions import cut, quantile, standard_error
from engine.maths.probability.probit import normal_density

ESTIMATE = Surface("chart", "The estimate so far", "test rows", "share of errors")
BELL = Surface("chart", "The estimate, and what it is taken for", "true error", "density")
ENDS = Surface("chart", "Intervals", "share of errors", "")
BY_ROWS = Surface("chart", "The same error counted on more rows", "test rows n", "share of errors")
SETS = Surface("chart", "Intervals of simulated test sets", "share of errors", "test set")
COVERAGE = Surface("chart", "How many hold the true error (line: as wanted)", "", "share of the intervals")
ALONG = 200
SIZES = np.unique(np.geomspace(5, 10_000, 60).round())
"""The numbers of test rows at which the interval is drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = [*on_the_plane(step, data)]
    if step.part == "row":
        return [*drawn, *estimate(step)]
    if step.part in ("error", "quantile", "interval", "later"):
        return [*drawn, *bell(step, params), *ends(step, params), *by_rows(step, params)]
    return [*drawn, *sets(step, params), *coverage(step, params)] if step.part == "sample" else drawn


def on_the_plane(step: Step, data: Dataset) -> list[Mark]:
    """The model, the row looked at, and the errors so far."""
    if step.trial is None:
        return [Points(data.X[step.test], "focus", rows=step.test)] if len(step.test) else []
    drawn = areas(step.trial)
    seen = len(step.test) if step.part not in ("fit", "row") else step.seen
    missed = step.test[:seen][step.trial.losses[:seen] > 0]
    drawn.append(Points(data.X[missed], "wrong", rows=missed))
    if step.part == "row":
        newest = step.test[[step.seen - 1]]
        drawn.append(Points(data.X[newest], "focus", rows=newest))
    return drawn


def so_far(step: Step) -> np.ndarray:
    """(seen,) the share of errors among the first 1, 2, ... test rows."""
    assert step.trial is not None
    return np.asarray(step.trial.losses[: step.seen].cumsum() / np.arange(1, step.seen + 1))


def estimate(step: Step) -> list[Mark]:
    """The share of errors as test rows come in, one standard error either way."""
    E, n = so_far(step), np.arange(1.0, step.seen + 1)
    off = np.array([standard_error(share, int(m)) for share, m in zip(E, n, strict=True)])
    top = max(float((E + off).max()), 0.05)
    chart = replace(ESTIMATE, view=(0.0, step.n + 1.0, -0.05 * top, 1.1 * top))
    return [
        Curve(np.column_stack([n, E + off]), "margin", label="one standard error", surface=chart),
        Curve(np.column_stack([n, np.maximum(E - off, 0.0)]), "margin", surface=chart),
        Curve(np.column_stack([n, E]), "boundary", surface=chart),
        Points(np.array([[n[-1], E[-1]]]), "focus", labels=(figure(E[-1]),), surface=chart),
    ]


def bell(step: Step, params: Params) -> list[Mark]:
    """The normal distribution about E; from the quantile on with the tails that are cut off."""
    E, s = step.share, standard_error(step.share, step.n)
    if s == 0:
        return []
    x = np.linspace(E - 4 * s, E + 4 * s, ALONG)
    drawn: list[Mark] = [Curve(np.column_stack([x, normal_density(x, E, s * s)]), "boundary", surface=BELL)]
    if step.part == "error":
        return drawn
    half = quantile(params.level) * s
    for side in (-1, 1):
        tail = E + side * np.linspace(half, max(4 * s, half), 40)
        feet = np.column_stack([tail, 0 * tail])
        tops = np.column_stack([tail, normal_density(tail, E, s * s)])
        drawn.append(Segments(feet, tops, "wrong", surface=BELL))
    return drawn


def ends(step: Step, params: Params) -> list[Mark]:
    """Each interval so far as a line from end to end, with E on it."""
    rows = [(name, *pair) for name, pair in zip(METHODS, step.ends.tolist(), strict=False)]
    if len(step.later):
        rows.append((f"{params.later} later rows", *step.later.tolist()))
    if not rows:
        return []
    up = np.arange(len(rows), 0.0, -1.0)
    low, high = (np.array([row[i] for row in rows]) for i in (1, 2))
    room = 0.1 * (float(high.max()) - float(low.min())) or 0.05
    chart = replace(ENDS, view=(float(low.min()) - room, float(high.max()) + room, 0.4, len(rows) + 0.9))
    names = tuple("{}: {} to {}".format(name, *map(figure, cut((a, b)))) for name, a, b in rows)
    left, right = np.column_stack([low, up]), np.column_stack([high, up])
    return [
        Segments(left, right, "axis", surface=chart),
        Points(np.vstack([left, right]), "support", surface=chart),
        Points(np.column_stack([np.full(len(up), step.share), up]), "centre", labels=names, surface=chart),
    ]


def by_rows(step: Step, params: Params) -> list[Mark]:
    """The normal interval about E if as many errors in a hundred were counted on other numbers of rows."""
    if step.part == "error":
        return []
    E, z = step.share, quantile(params.level)
    half = np.array([z * standard_error(E, int(n)) for n in SIZES])
    x, here = np.log10(SIZES), float(np.log10(step.n))
    chart = replace(BY_ROWS, x="log₁₀ of the test rows n", open=step.part in ("quantile", "later"))
    now = z * standard_error(E, step.n)
    return [
        *(Curve(np.column_stack([x, E + side * half]), "margin", surface=chart) for side in (-1, 1)),
        Curve(np.array([[x[0], E], [x[-1], E]]), "boundary", label="E", surface=chart),
        Segments(np.array([[here, E - now]]), np.array([[here, E + now]]), "axis", surface=chart),
    ]


def sets(step: Step, params: Params) -> list[Mark]:
    """The interval of each simulated test set; those that miss the true error stand out."""
    place = METHODS.index(params.method)
    pairs, held = step.ranges[:, place], step.held[:, place]
    up = np.arange(1.0, len(pairs) + 1)
    low, high = min(float(step.ranges[..., 0].min()), step.truth), max(float(step.ranges[..., 1].max()), step.truth)
    room = 0.05 * (high - low) or 0.05
    view = (low - room, high + room, 0.0, params.simulated + 1.0)
    chart = replace(SETS, name=f"{SETS.name}, {params.method}", view=view)
    line = np.array([[step.truth, 0.0], [step.truth, params.simulated + 1.0]])
    drawn: list[Mark] = [Curve(line, "best", label=f"true error {figure(step.truth)}", surface=chart)]
    for which, role in ((held, "plain"), (~held, "wrong")):
        starts, stop = (np.column_stack([pairs[which, i], up[which]]) for i in (0, 1))
        drawn.append(Segments(starts, stop, "spoke" if role == "plain" else "wrong", surface=chart))
    middles = np.column_stack([step.samples[~held] / step.n, up[~held]])
    return [*drawn, Points(middles, "wrong", surface=chart)]


def coverage(step: Step, params: Params) -> list[Mark]:
    """For each method how many of its intervals hold the true error; the line is how many should."""
    chart = replace(COVERAGE, view=(-0.6, 2.6, 0.0, 1.12))
    wanted = np.full(3, params.level)
    return [Bars(step.coverage, METHODS, line=wanted, line_label="", surface=chart)]
