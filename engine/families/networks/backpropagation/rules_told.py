"""How one weight was changed, with numbers: the one that moved most."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, signed
from engine.families.networks.backpropagation.loop import Params
from engine.families.networks.backpropagation.stepping import Step
from engine.maths.optimisation.first_order import KEPT, KEPT_BY_ADAM, WAYS


def moved(step: Step, params: Params) -> tuple[str, ...]:
    """The weight that moved most: its step Δ from its slope g and what is remembered, and what became of it."""
    assert step.gradient is not None
    before, after = step.before.parameters, step.model.parameters
    steps, _ = WAYS[params.optimiser](step.gradient, step.memory_before, params.rate, params.momentum)
    i = int(np.argmax(np.abs(steps)))
    g, delta = float(step.gradient[i]), float(steps[i])
    v, s = (float(part[i]) for part in (step.memory_before.v, step.memory_before.s))
    rate, mu = figure(params.rate), figure(params.momentum)
    t = step.memory.t
    new_v, new_s = float(step.memory.v[i]), float(step.memory.s[i])
    speed = f"v ← {mu}·({figure(v)}) − {rate}·({figure(g)}) = {figure(new_v)}"
    rules: dict[str, tuple[str, ...]] = {
        "gradient descent": (f"Δ = −η g = −{rate}·({figure(g)}) = {figure(delta)}",),
        "momentum": (speed, f"Δ = v = {figure(delta)}"),
        "Nesterov": (speed, f"Δ = {mu}·({figure(new_v)}) − {rate}·({figure(g)}) = {figure(delta)}"),
        "AdaGrad": (
            f"s ← {figure(s)} + ({figure(g)})² = {figure(new_s)}",
            f"Δ = −{rate}·({figure(g)}) / (√s + ε), ε = 1e−8",
        ),
        "RMSProp": (
            f"s ← {KEPT}·{figure(s)} + {figure(1 - KEPT)}·({figure(g)})² = {figure(new_s)}",
            f"Δ = −{rate}·({figure(g)}) / (√s + ε), ε = 1e−8",
        ),
        "Adam": (
            f"v ← {mu}·({figure(v)}) + (1 − {mu})·({figure(g)}) = {figure(new_v)}",
            f"s ← {KEPT_BY_ADAM}·{figure(s)} + (1 − {KEPT_BY_ADAM})·({figure(g)})² = {figure(new_s)}",
            f"Δ = −{rate} v̂ / (√ŝ + ε), v̂ = v / (1 − {mu}^{t}), ŝ = s / (1 − {KEPT_BY_ADAM}^{t})",
        ),
    }
    last = f"the weight that moved most: w ← {figure(float(before[i]))} {signed(delta)} = {figure(float(after[i]))}"
    return (*rules[params.optimiser], last)
