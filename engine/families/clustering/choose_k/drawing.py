"""What choosing K looks like: the groups for this K, and E, the silhouette and the gap for all so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.clustering.choose_k.loop import Params, Step, by_gap, by_silhouette
from engine.families.clustering.group_drawing import grouped, numbered_centres, pictured
from engine.maths.algebra.silhouette import silhouettes
from engine.parts.panels import dotted

ERROR = Surface("chart", "E by K", "K", "E")
SILHOUETTE = Surface("chart", "Silhouette by K", "K", "mean silhouette")
GAP = Surface("chart", "Gap by K", "K", "gap")
"""Of these two the one that chooses is open."""
ROWS = Surface("chart", "Silhouette of each row", "silhouette", "rows, by cluster", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is None:
        return []
    labels = step.tried[step.K - 1].found.labels
    drawn: list[Mark] = [Region(step.model), grouped(data, labels, step.K), numbered_centres(step.model.centres)]
    return [*drawn, *curves(step, params), *each_row(data, labels), *pictured(data, step.model.centres)]


def curves(step: Step, params: Params) -> list[Mark]:
    """The three curves, each with the K in view; at the end what each of them chooses."""
    tried, ended = step.tried, step.kind == "choose"
    silhouette, gap = (
        replace(one, open=params.chosen_by == by) for one, by in ((SILHOUETTE, "silhouette"), (GAP, "gap"))
    )
    K = np.arange(1.0, len(tried) + 1)
    errors = np.column_stack([K, [one.E for one in tried]])
    widths = np.column_stack([K, [one.silhouette for one in tried]])[1:]
    gaps = np.column_stack([K, [one.gap for one in tried]])
    spreads = np.array([[0.0, one.spread] for one in tried])
    there = np.isfinite(gaps[:, 1])
    gaps, spreads, chart = gaps[there], spreads[there], framed(gap, gaps[there])
    drawn: list[Mark] = [*curve(errors, step.K, None, framed(ERROR, errors))]
    drawn += curve(widths, step.K, by_silhouette(tried) if ended else None, framed(silhouette, widths))
    drawn.append(Segments(gaps - spreads, gaps + spreads, "ghost", surface=chart))
    return [*drawn, *curve(gaps, step.K, by_gap(tried) if ended else None, chart)]


def framed(surface: Surface, places: np.ndarray) -> Surface:
    """The surface with room around the places (m, 2) for their labels."""
    if not len(places):
        return surface
    low, high = float(places[:, 1].min()), float(places[:, 1].max())
    room = 0.15 * (high - low) or 0.5 * abs(high) or 0.5
    return replace(surface, view=(0.5, float(places[-1, 0]) + 0.7, low - room, high + room))


def curve(places: np.ndarray, here: int, chosen: int | None, surface: Surface) -> list[Mark]:
    """A value for each K (m, 2), where the step is, and the K that this chooses."""
    if not len(places):
        return []
    drawn: list[Mark] = [Curve(places, "boundary", dots=True, surface=surface)]
    best, now = places[places[:, 0] == chosen], places[places[:, 0] == here]
    words = (f"K = {chosen}",) * len(best)
    outer = here == chosen  # a ring around it has the words beside it, not under it
    values = tuple(figure(value) for value in now[:, 1]) if chosen is None else words if outer else ()
    drawn.append(Points(best, "best", labels=() if outer else words, surface=surface))
    return [*drawn, Points(now, "focus", labels=values, surface=surface)]


def each_row(data: Dataset, labels: np.ndarray) -> list[Mark]:
    """A line as long as the silhouette of each row, of many of some; cluster by cluster, the longest on top."""
    rows = dotted(data.n)
    found = silhouettes(data.X, labels, rows)
    order = np.lexsort([found, -labels[rows]])
    up = np.arange(float(len(order)))
    low, high = min(float(found.min()), 0.0), max(float(found.max()), 0.0)
    view = (low - 0.05, high + 0.05, -0.02 * len(up) - 1, 1.02 * len(up))
    starts, ends = np.column_stack([0 * up, up]), np.column_stack([found[order], up])
    return [Segments(starts, ends, "plain", groups=labels[rows][order], surface=replace(ROWS, view=view))]
