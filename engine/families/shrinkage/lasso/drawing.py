"""What a step of the lasso looks like."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.shrinkage.lasso.loop import Params, Step, lasso_weight
from engine.families.shrinkage.sparse_drawing import Kind, drawn


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    return drawn(step, data, params, kind(params))


def kind(params: Params) -> Kind:
    """The lasso: the whole penalty is L1."""
    return Kind(1.0, lambda z, a: lasso_weight(z, a, params.penalty), "lasso path")
