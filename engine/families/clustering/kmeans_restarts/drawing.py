"""What a run of K-means among many looks like: its groups, the best and the worst so far, and how often each E came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Gallery, Mark, Panel, Points, Region, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import grouped, numbered_centres
from engine.families.clustering.kmeans_restarts.figures import told_apart
from engine.families.clustering.kmeans_restarts.loop import Params, Place, Step, least, most
from engine.maths.probability.histogram import edges
from engine.parts.panels import dots

EXTREMES = Surface("gallery", "Best and worst")
ALL = Surface("gallery", "Where runs end", open=False)
HISTOGRAM = Surface("chart", "How often each E came", "E at the end", "runs")
FEW = 12
"""So many places or fewer have a bar, and a small picture, each; of more, a bar stands for those with about one E."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is None or step.found is None:
        return []
    found = step.found
    begun, ended, groups = found.start.centres, found.centres.centres, np.arange(len(found.centres.centres))
    drawn: list[Mark] = [
        Region(step.model),
        grouped(data, found.labels, len(ended)),
        Points(begun, "ghost", groups=groups),
        Segments(begun, ended, "path", arrows=True, groups=groups),
        numbered_centres(ended),
    ]
    return [*drawn, *galleries(step, data), histogram(step)] if step.places else drawn


# -- small pictures ----------------------------------------------------------------------------------------------------


def galleries(step: Step, data: Dataset) -> list[Gallery]:
    """The best place beside the worst; and all of them in the order in which they were found, the first dozen."""
    shared, counts, places, errors = dots(data), step.counts, step.places, written(step)
    best, worst = least(places), most(places)
    titles = {worst: "worst", best: "best"}
    drawn = {
        i: panel(step, shared, i, f"E {errors[i]}, {counts[i]}×") for i in {best, worst, *range(min(len(places), FEW))}
    }
    ends = (replace(drawn[best], title="Best"), replace(drawn[worst], title="Worst"))
    named = [f"Run {places[i].run}" + (f", {titles[i]}" if i in titles else "") for i in range(min(len(places), FEW))]
    each = tuple(replace(drawn[i], title=name) for i, name in enumerate(named))
    return [Gallery(ends, EXTREMES), Gallery(each, ALL)]


def panel(step: Step, shared: Points, i: int, detail: str) -> Panel:
    """One place: its areas, the rows in the colours of its groups, its centres."""
    place: Place = step.places[i]
    role: Role = "focus" if i == step.here else "plain"
    small = replace(shared, groups=place.found.labels[shared.rows])
    centres = numbered_centres(place.found.centres.centres)
    return Panel("", detail, place.found.centres, small, (replace(centres, labels=()),), role, place.step)


# -- how often ---------------------------------------------------------------------------------------------------------


def written(step: Step) -> list[str]:
    """E of each place, alike wherever it is written."""
    return told_apart(np.array([place.E for place in step.places]))


def histogram(step: Step) -> Bars:
    """A bar for each place, by its E; of many places, one for each stretch of E."""
    errors = np.array([place.E for place in step.places])
    if len(errors) <= FEW:
        order = np.argsort(errors, kind="stable")
        labels = written(step)
        return Bars(
            step.counts[order],
            tuple(labels[i] for i in order),
            chosen=int(np.flatnonzero(order == step.here)[0]),
            surface=HISTOGRAM,
        )
    each = errors[list(step.ends)]
    ends = edges(each)
    heights, _ = np.histogram(each, ends)
    here = min(int(np.searchsorted(ends, errors[step.here], side="right")) - 1, len(heights) - 1)
    starts = tuple(figure(end, 3) for end in ends[:-1])
    return Bars(heights, starts, chosen=here, surface=replace(HISTOGRAM, x="E at the end, from"))
