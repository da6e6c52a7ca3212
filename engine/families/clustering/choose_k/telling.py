"""What choosing K says: E falls as it must, and what the silhouette and the gap make of it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from engine.base.words import counted, divided, figure, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.choose_k.loop import ALONE, Params, Step, beyond, by_gap, by_silhouette, is_edge
from engine.families.clustering.group_drawing import cell_of
from engine.families.clustering.measures import agreement
from engine.maths.optimisation.rising import has_risen
from engine.parts.panels import DOTS
from engine.parts.ranges import scaled_first

FALLING = r"E(K+1) \leq E(K)"
SILHOUETTE = r"s(\mathbf{x}) = \frac{b - a}{\max(a,\, b)}"
GAP = r"\mathrm{Gap}(K) = \frac{1}{B} \sum_b \ln W^*_b - \ln W, \quad W = N\,E(K)"
FORMULA = rf"{FALLING}, \quad {SILHOUETTE}, \quad {GAP}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "start":
        said = (
            f"K-means will run with 1, 2, … clusters, {counted(params.runs + 1, 'time')} for each K; the best counts."
        )
        return scaled_first(Story(said, FORMULA), data)
    if step.kind == "search":
        return Story(_searching(step, params), FORMULA)
    said = _said(step) if step.kind == "K" else _choice(step, data)
    numbers, checks = _numbers(step, data), (_falls(step),)
    return Story(said, FORMULA, _worked(step, data), numbers, (_table(step),), checks)


def _searching(step: Step, params: Params) -> str:
    K, tables = len(step.tried) + 1, params.references + 1
    table = "the data" if step.searched == 0 else f"table {step.searched} of {params.references} without groups"
    return f"K = {K} is being tried: K-means runs on {table}, {step.searched} of {counted(tables, 'table')} are done."


def _said(step: Step) -> str:
    now = step.tried[-1]
    if step.K == 1:
        return f"K = 1: one centre, the mean of all points. E = {figure(now.E)} is their variance."
    fall = f"K = {step.K}: E falls from {figure(step.tried[-2].E)} to {figure(now.E)}, as it must with a centre more"
    best = by_silhouette(step.tried)
    than = "the largest so far" if best == step.K else f"that of K = {best} is larger"
    return f"{fall}. The silhouette is {figure(now.silhouette)}; {than}."


def _choice(step: Step, data: Dataset) -> str:
    wide, gapped = by_silhouette(step.tried), by_gap(step.tried)
    if len(step.tried) == 1:
        return ALONE
    said = "A centre more always makes E less, so E cannot choose K"
    said += ": with one on every point it is 0." if step.tried[-1].E == 0 else "."
    both = f"The silhouette and the gap both choose K = {wide}."
    said += f" {both}" if wide == gapped else f" The silhouette chooses K = {wide}, the gap K = {gapped}."
    return f"{said} {beyond(step.K)}" if is_edge(step.K, step.tried, data) else said


def _worked(step: Step, data: Dataset) -> tuple[str, ...]:
    now = step.tried[step.K - 1]
    lines = [f"E = {divided(now.E * data.n, data.n)}"]
    if np.isfinite(now.gap):
        mean, own = float(np.log(now.references).mean()), float(np.log(now.E * data.n))
        lines.append(f"Gap = {taken(mean, own)}")
    return tuple(lines)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    now = step.tried[step.K - 1]
    told = [Number("E", now.E, "the least of the runs")]
    if step.K > 1:
        some = "mean over the rows" if data.n <= DOTS else f"mean of {DOTS} rows"
        told.append(Number("silhouette", now.silhouette, some))
    if np.isfinite(now.gap):
        told += [Number("gap", now.gap, "above rows without groups"), Number("s", now.spread, "spread of the gap")]
    if data.target == "class" and (data.codes >= 0).all():
        told.append(Number("adjusted Rand index", agreement(now.found.labels, data.codes), "against the classes"))
    return tuple(told)


def _table(step: Step) -> Table:
    """Every K so far."""
    rows = tuple(
        (k, one.E, one.silhouette if k > 1 else "–", one.gap if np.isfinite(one.gap) else "–")
        for k, one in enumerate(step.tried, 1)
    )
    return Table("Every K", ("K", "E", "silhouette", "gap"), rows, step.K - 1)


def _falls(step: Step) -> Check:
    errors = [one.E for one in step.tried]
    risen = any(has_risen(after, before) for before, after in pairwise(errors))
    return Check("E does not rise with K", not risen)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The cell a point lies in, and its distances to the centres."""
    return None if step.model is None else cell_of(x, step.model.centres)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.kind != "K":
        return {}
    now = step.tried[-1]
    return {"E": now.E} | ({"silhouette": now.silhouette} if step.K > 1 else {})


def event(step: Step) -> Event | None:
    if step.kind == "choose":
        return Event("chosen", "best")
    best = step.kind == "K" and step.K > 1 and by_silhouette(step.tried) == step.K
    return Event("best silhouette", "centre") if best else None
