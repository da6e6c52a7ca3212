"""What a step of the choice of an order looks like: the fit, the two curves of errors, and at the end three fits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Mark, Points, Region, Response
from engine.data.dataset import Dataset
from engine.families.regression import growth_drawing
from engine.families.regression.model_order.loop import Params, Step


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model), *others(step)]
    rows = np.flatnonzero(step.held)
    drawn.append(Points(data.X[rows], "support", rows=rows))
    drawn += growth_drawing.weights(step.growth, data) if step.part == "order" else []
    chosen = step.best - step.least if step.part == "choose" else None
    return [*drawn, *growth_drawing.errors(step.growth, step.orders, "order M", chosen)]


def others(step: Step) -> list[Mark]:
    """The curve of the order before; at the end those of the lowest and the highest order."""
    if step.part == "order":
        orders = [step.order - 1] if len(step.tried) > 1 else []
    else:
        orders = [order for order in sorted({step.least, step.order}) if order != step.best]
    return [_fit(step, order) for order in orders]


def _fit(step: Step, order: int) -> Mark:
    model = step.tried[order - step.least]
    return Response(model.predict, role="ghost", label=f"order {order}", key=("order", order, model.packed.tobytes()))
