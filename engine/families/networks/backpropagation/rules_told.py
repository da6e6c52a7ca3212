"""How one weight was changed, with numbers: the one that moved most."""

from __future__ import annotations

import numpy as np

from engine.base.words import taken
from engine.families.networks.backpropagation.loop import Params
from engine.families.networks.backpropagation.pacing import rate_of
from engine.families.networks.backpropagation.stepping import Step
from engine.maths.optimisation.first_order import WAYS
from engine.parts.ways_told import one_weight


def moved(step: Step, params: Params) -> tuple[str, ...]:
    """The weight that moved most: its step Δ from its slope g and what is remembered, and what became of it."""
    assert step.gradient is not None
    rate = rate_of(params, step.epoch)
    before = step.before.parameters
    g, remembered = step.gradient, step.memory_before
    delta, memory = WAYS[params.optimiser](g, remembered, rate, params.momentum)
    i = int(np.argmax(np.abs(delta)))
    rule = one_weight(params.optimiser, i, g, delta, remembered, memory, rate, params.momentum)
    return (*rule, f"the weight that moved most: w ← {taken(float(before[i]), -float(delta[i]))}")
