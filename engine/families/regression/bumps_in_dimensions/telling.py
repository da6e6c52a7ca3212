"""What a step of counting bumps says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, shown
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.regression.bumps_in_dimensions.loop import Params, Step

FORMULA = r"M = m^d"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    m, N = params.per_feature, data.n
    said = f"With {counted(step.d, 'feature')} and {m} centres along each, a grid has {figure(step.count)} centres"
    more = step.count > N
    said += f", {'more' if more else 'not more'} than the {counted(N, 'row')}."
    if len(step.used) == step.d:
        said += f" Only {counted(int(step.used[-1]), 'of them is', 'of them are')} the nearest one to a row."
    if more:
        said += " So centres are taken from the data: there can be no more than there are rows, and each is near one."
    worked = [_grown(step, m), f"centres per row = {divided(step.count, N)}"]
    told = [Number("centres mᵈ", step.count), Number("rows N", N)]
    if len(step.used) == step.d:
        worked.append(f"share of the centres that is used = {divided(float(step.used[-1]), step.count)}")
        told.append(Number("centres used", int(step.used[-1])))
    rows = tuple(
        (d + 1, float(M), float(step.used[d]) if d < len(step.used) else "–") for d, M in enumerate(step.counts)
    )
    table = Table("Grids", ("features d", "centres mᵈ", "used"), rows, step.d - 1)
    return Story(said, FORMULA, tuple(worked), tuple(told), (table,))


def _grown(step: Step, m: int) -> str:
    """One feature more makes m times as many."""
    before = float(step.counts[-2]) if step.d > 1 else 1.0
    one, other = shown(step.count, lambda a, b: a * b, before, m)
    return f"mᵈ = {one}·{other} = {figure(step.count)}"


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"log₁₀ of centres mᵈ": float(np.log10(step.count))}


def event(step: Step) -> Event | None:
    return None
