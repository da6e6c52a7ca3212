"""How a way downhill takes one step with one weight, in numbers."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.maths.optimisation.first_order import KEPT, KEPT_BY_ADAM, Memory

RULES = {
    "gradient descent": r"\Delta = -\eta\, g",
    "momentum": r"v \leftarrow \mu v - \eta\, g, \quad \Delta = v",
    "Nesterov": r"v \leftarrow \mu v - \eta\, g, \quad \Delta = \mu v - \eta\, g",
    "AdaGrad": r"s \leftarrow s + g^2, \quad \Delta = -\frac{\eta\, g}{\sqrt{s} + \varepsilon}",
    "RMSProp": r"s \leftarrow \rho s + (1 - \rho)\, g^2, \quad \Delta = -\frac{\eta\, g}{\sqrt{s} + \varepsilon}",
    "Adam": r"v \leftarrow \mu v + (1 - \mu)\, g, \quad s \leftarrow \rho s + (1 - \rho)\, g^2, \quad "
    r"\Delta = -\frac{\eta\, \hat{v}}{\sqrt{\hat{s}} + \varepsilon}",
}
"""The rule of each way, for every weight by itself."""


def one_weight(
    way: str, i: int, g: np.ndarray, delta: np.ndarray, before: Memory, after: Memory, rate: float, momentum: float
) -> tuple[str, ...]:
    """The step Δ of weight i, from its slope g and what was remembered of it before."""
    slope, step = figure(float(g[i])), figure(float(delta[i]))
    v, s, new_v, new_s = (figure(float(part[i])) for part in (before.v, before.s, after.v, after.s))
    eta, mu = figure(rate), figure(momentum)
    speed = f"v ← {mu}·({v}) − {eta}·({slope}) = {new_v}"
    scaled = f"Δ = −{eta}·({slope}) / (√{new_s} + 1e−8) = {step}"
    rules: dict[str, tuple[str, ...]] = {
        "gradient descent": (f"Δ = −η g = −{eta}·({slope}) = {step}",),
        "momentum": (speed, f"Δ = v = {step}"),
        "Nesterov": (speed, f"Δ = {mu}·({new_v}) − {eta}·({slope}) = {step}"),
        "AdaGrad": (f"s ← {s} + ({slope})² = {new_s}", scaled),
        "RMSProp": (f"s ← {KEPT}·{s} + {figure(1 - KEPT)}·({slope})² = {new_s}", scaled),
    }
    if way != "Adam":
        return rules[way]
    t, kept = after.t, KEPT_BY_ADAM
    level, size = float(after.v[i]) / (1.0 - momentum**t), float(after.s[i]) / (1.0 - kept**t)
    return (
        f"v ← {mu}·({v}) + (1 − {mu})·({slope}) = {new_v}; freed of its beginning: {new_v} / (1 − {mu}^{t}) = "
        f"{figure(level)}",
        f"s ← {kept}·{s} + (1 − {kept})·({slope})² = {new_s}; freed of its beginning: {new_s} / (1 − {kept}^{t}) = "
        f"{figure(size)}",
        f"Δ = −{eta}·({figure(level)}) / (√{figure(size)} + 1e−8) = {step}",
    )
