"""What time against the margin looks like: the classes moved together, and mistakes and bound over the gap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Line, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.perceptrons.perceptron_margin.loop import Params, Step, Strip, Tried
from engine.parts.line import line_marks

BY_GAP = Surface("chart", "Mistakes by gap", "log₁₀ δ", "log₁₀ of mistakes")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.strip is None:
        return []
    X = step.strip.moved(data.X, step.gap)
    drawn: list[Mark] = [] if step.model is None else [Region(step.model)]
    if step.gap != step.strip.gap:
        drawn += moved(X, data)
    drawn += edges(step.strip, X, step.gap)
    if step.model is not None:
        drawn += line_marks(step.model, "boundary")
    return [*drawn, *by_gap(step.tried)]


def moved(X: np.ndarray, data: Dataset) -> list[Mark]:
    """The rows where they stand now, X (n, d); small, where they stood."""
    rows, small = np.arange(data.n), np.full(data.n, 0.15)
    return [
        Points(data.X, "data", data.codes, small, rows=rows, names=data.class_titles),
        Segments(data.X, X, "path"),
        Points(X, "plain", data.codes, rows=rows, names=data.class_titles),
    ]


def edges(strip: Strip, X: np.ndarray, gap: float) -> list[Mark]:
    """The strip between the classes where they stand now: its middle and, unless they touch, both edges."""
    middle = float((X[strip.t > 0] @ strip.normal).min()) - gap
    levels = (-gap, gap) if gap else ()
    return [
        Line(strip.normal, -middle, "plain", label="w*"),
        *(Line(strip.normal, -middle, "margin", level) for level in levels),
    ]


def by_gap(tried: tuple[Tried, ...]) -> list[Mark]:
    """The bound, the mistakes of every run and their mean over δ, in powers of ten; a gap of 0 has no place there."""
    shown = [one for one in tried if one.gap and np.isfinite(one.bound)]
    if not shown:
        return []
    across = np.log10([one.gap for one in shown])
    bounds, means = np.log10([one.bound for one in shown]), np.log10([max(one.mean, 1.0) for one in shown])
    each = np.log10(np.maximum([one.mistakes for one in shown], 1.0))
    runs = np.column_stack([np.repeat(across, each.shape[1]), each.ravel()])
    drawn: list[Mark] = [
        Curve(np.column_stack([across, bounds]), "margin", label="bound (D/δ*)²", dots=True, surface=BY_GAP),
        Points(runs, "plain", sizes=np.full(len(runs), 0.3), surface=BY_GAP),
        Curve(np.column_stack([across, means]), "path", label="mean", dots=True, surface=BY_GAP),
    ]
    if shown[-1] is tried[-1]:
        drawn.append(Points(np.array([[across[-1], means[-1]]]), "focus", surface=BY_GAP))
    return drawn
