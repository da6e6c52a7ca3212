"""What a step of the elastic net looks like."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.later import Later
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.shrinkage.elastic_net.loop import Params, Step, elastic_weight
from engine.families.shrinkage.sparse_drawing import Kind, drawn


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    return drawn(step, data, params, kind(params))


def kind(params: Params) -> Kind:
    """The elastic net: ρ of the penalty is L1."""
    rule = lambda z, a: elastic_weight(z, a, params.penalty, params.ratio)  # noqa: E731
    return Kind(params.ratio, rule, f"elastic net path, {params.ratio!r}")
