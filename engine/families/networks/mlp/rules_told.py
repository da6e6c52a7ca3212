"""The rule of an update, and how one weight was changed by it, with numbers: the one that moved most."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, shown, taken
from engine.families.networks.mlp.loop import Params
from engine.families.networks.mlp.pacing import rate_of
from engine.families.networks.mlp.posing import SIZES, SQUARES, Problem, penalised
from engine.families.networks.mlp.stepping import Step
from engine.maths.optimisation.first_order import WAYS
from engine.parts.ways_told import RULES, one_weight

COSTS = {SQUARES: "½ λ Σ w²", SIZES: "λ Σ |w|"}
"""What the weights cost."""
ADDED = {SQUARES: r"w_{ji}", SIZES: r"\mathrm{sign}\, w_{ji}"}
"""What λ is times of in a slope."""


def rule_of(params: Params) -> str:
    """The rule of an update from the gradient g of a batch of m rows, the mean or the sum; then what Δw is of g.

    A penalty has its part too, of which a batch of m of N rows has the share m/N.
    """
    over, held = (r"\frac{1}{m} ", r"\frac{\lambda}{N}") if params.pull == "mean" else ("", r"\frac{m}{N} \lambda")
    slope = rf"{over}\sum_n \delta_{{nj}} h_{{ni}}"
    if params.decay:
        slope += rf" + {held}\, {ADDED[params.penalty]}"
    return rf"g_{{ji}} = {slope}, \quad {RULES[params.optimiser]}, \quad w \leftarrow w + \Delta w"


def moved(step: Step, problem: Problem, params: Params) -> tuple[str, ...]:
    """The weight that moved most: its update Δw from its slope g and what is remembered, and what became of it."""
    assert step.gradient is not None
    rate = rate_of(params, step.epoch)
    before = step.before.parameters
    g, remembered = step.gradient, step.memory_before
    delta, memory = WAYS[params.optimiser](g, remembered, rate, params.momentum)
    i = int(np.argmax(np.abs(delta)))
    rule = one_weight(params.optimiser, i, g, delta, remembered, memory, rate, params.momentum)
    rule = (*_penalty_told(step, i, problem, params), *rule)
    return (*rule, f"the weight that moved most: w ← {taken(float(before[i]), -float(delta[i]))}")


def _penalty_told(step: Step, i: int, problem: Problem, params: Params) -> tuple[str, ...]:
    """What the penalty adds to the slope of weight i; nothing to that of a bias."""
    if not problem.decay or not penalised(step.before)[i]:
        return ()
    w, m, N = float(step.before.parameters[i]), len(step.rows), len(problem.learnt)
    share = 1 / N if params.pull == "mean" else m / N
    at = float(np.sign(w)) if problem.penalty == SIZES else w
    cost, size = shown(problem.decay * at * share, lambda one, other: one * other * share, problem.decay, at)
    rows = "" if params.pull == "mean" else f"·{m}"
    return (f"the penalty's part of g: {cost}·({size}){rows}/{N} = {figure(problem.decay * at * share)}",)
