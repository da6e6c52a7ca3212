"""How a way downhill takes one step with one weight, in numbers."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import figure, shown
from engine.maths.optimisation.first_order import ADAM_DECAY, DECAY, Memory

RULES = {
    "gradient descent": r"\Delta w = -\eta\, g",
    "momentum": r"v \leftarrow \mu v - \eta\, g, \quad \Delta w = v",
    "Nesterov": r"v \leftarrow \mu v - \eta\, g, \quad \Delta w = \mu v - \eta\, g",
    "AdaGrad": r"s \leftarrow s + g^2, \quad \Delta w = -\frac{\eta\, g}{\sqrt{s} + \varepsilon}",
    "RMSProp": r"s \leftarrow \rho s + (1 - \rho)\, g^2, \quad \Delta w = -\frac{\eta\, g}{\sqrt{s} + \varepsilon}",
    "Adam": r"m \leftarrow \mu m + (1 - \mu)\, g, \quad v \leftarrow \rho v + (1 - \rho)\, g^2, \quad "
    r"\Delta w = -\frac{\eta\, \hat{m}}{\sqrt{\hat{v}} + \varepsilon}",
}
"""The rule of each way, for every weight by itself."""


def one_weight(
    way: str, i: int, g: np.ndarray, delta: np.ndarray, before: Memory, after: Memory, rate: float, momentum: float
) -> tuple[str, ...]:
    """The update Δw of weight i, from its slope g and what was remembered of it before."""
    slope, step, v, s = (float(part[i]) for part in (g, delta, before.v, before.s))
    new_v, new_s = float(after.v[i]), float(after.s[i])
    if way == "Adam":
        return _adam((slope, step), (v, new_v), (s, new_s), after.t, rate, momentum)
    if way == "gradient descent":
        eta, by = shown(step, lambda r, d: -r * d, rate, slope)
        return (f"Δw = −η g = −{eta}·({by}) = {figure(step)}",)
    if way in ("momentum", "Nesterov"):
        speed = f"v ← {_less(momentum, v, rate, slope, new_v)}"
        ahead = figure(step) if way == "momentum" else _less(momentum, new_v, rate, slope, step)
        return (speed, f"Δw = {'v = ' if way == 'momentum' else ''}{ahead}")
    if way == "AdaGrad":
        held, by = shown(new_s, lambda size, d: size + d * d, s, slope)
        return (f"s ← {held} + ({by})² = {figure(new_s)}", _scaled(rate, slope, new_s, step))
    kept, held, less, by = shown(new_s, lambda k, size, rest, d: k * size + rest * d * d, DECAY, s, 1 - DECAY, slope)
    return (f"s ← {kept}·{held} + {less}·({by})² = {figure(new_s)}", _scaled(rate, slope, new_s, step))


def _less(momentum: float, v: float, rate: float, slope: float, result: float) -> str:
    """'0.9·(0.2151) − 0.1·(−0.1843) = 0.212': what is left of a speed, less the slope."""
    mu, held, eta, by = shown(result, lambda m, one, r, d: m * one - r * d, momentum, v, rate, slope)
    return f"{mu}·({held}) − {eta}·({by}) = {figure(result)}"


def _scaled(rate: float, pull: float, size: float, step: float) -> str:
    eta, by, held = shown(step, lambda r, d, s: -r * d / (math.sqrt(s) + 1e-8), rate, pull, size)
    return f"Δw = −{eta}·({by}) / (√{held} + 1e−8) = {figure(step)}"


def _adam(
    told: tuple[float, float], v: tuple[float, float], s: tuple[float, float], t: int, rate: float, momentum: float
) -> tuple[str, ...]:
    """The slope g and the update Δw, and the mean m and the mean square v of the slopes before and after step t."""
    (slope, step), kept = told, ADAM_DECAY
    level, size = v[1] / (1.0 - momentum**t), s[1] / (1.0 - kept**t)
    mu, held, by = shown(v[1], lambda m, one, d: m * one + (1.0 - m) * d, momentum, v[0], slope)
    (mean,) = shown(level, lambda one: one / (1.0 - momentum**t), v[1])
    was, steep = shown(s[1], lambda one, d: kept * one + (1.0 - kept) * d * d, s[0], slope)
    (square,) = shown(size, lambda one: one / (1.0 - kept**t), s[1])
    freed = "bias-corrected: "
    return (
        f"m ← {mu}·({held}) + (1 − {mu})·({by}) = {figure(v[1])}; {freed}{mean} / (1 − {mu}^{t}) = {figure(level)}",
        f"v ← {kept}·{was} + (1 − {kept})·({steep})² = {figure(s[1])}; {freed}{square} / (1 − {kept}^{t}) = "
        f"{figure(size)}",
        _scaled(rate, level, size, step),
    )
