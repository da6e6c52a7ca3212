"""What a step of the Kullback-Leibler divergence looks like: two tables to type in, paired bars, and the terms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distances.kl_divergence.loop import Params, Step

TABLE = Surface("table", "Distributions")
PAIRED = Surface("chart", "p and q, side by side", "value", "probability")
TERMS = Surface("chart", "Terms of D(p ‖ q)", "value", "p log (p / q)")
BACK = Surface("chart", "Terms of D(q ‖ p)", "value", "q log (q / p)")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    K = len(step.p)
    values = tuple(f"value {j + 1}" for j in range(K))
    names = tuple(f"{letter}{j + 1}" for j in range(K) for letter in "pq")
    drawn: list[Mark] = [
        *(
            Matrix(
                np.array(getattr(params, name))[None],
                (heading(name, params),),
                values,
                "table",
                place=(place, 0),
                surface=TABLE,
                parameter=name,
            )
            for place, name in enumerate(("p", "q"))
        ),
        Bars(step.pairs, names, np.tile([0, 1], K), surface=PAIRED),
    ]
    if step.forth is not None and np.isfinite(step.forth).all():
        drawn.append(Bars(step.forth, values[: len(step.forth)], None, step.j, surface=TERMS))
    if step.back is not None and np.isfinite(step.back).all():
        drawn.append(Bars(step.back, values, None, surface=BACK))
    return drawn


def heading(name: str, params: Params) -> str:
    """p or q, and what the numbers that are typed for it add up to where that is not 1."""
    total = params.typed_sum(name)
    return name if total == 1 else f"{name} (sum {figure(total)})"
