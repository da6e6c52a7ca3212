"""Ways downhill that look at the gradient alone: how far to go, from the slope here and what is remembered of others.

gradient descent   Δw = −η g                                                            (Cauchy 1847)
momentum           v ← μ v − η g        Δw = v                                          (Polyak 1964)
Nesterov           v ← μ v − η g        Δw = μ v − η g                                  (Nesterov 1983; Sutskever 2013)
AdaGrad            s ← s + g²           Δw = −η g / (√s + ε)                            (Duchi, Hazan and Singer 2011)
RMSProp            s ← ρ s + (1 − ρ) g²        Δw = −η g / (√s + ε)                     (Hinton 2012)
Adam               m ← μ m + (1 − μ) g         v ← ρ v + (1 − ρ) g²
                   Δw = −η m̂ / (√v̂ + ε),  m̂ = m / (1 − μᵗ),  v̂ = v / (1 − ρᵗ)          (Kingma and Ba 2015)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.snapshot import sealed, snapshot

EPSILON = 1e-8
DECAY, ADAM_DECAY = 0.9, 0.999
"""ρ: how much of the mean of g² is kept at each step."""


@snapshot
class Memory:
    """What an optimiser remembers: v (P,) of the steps, s (P,) of the squared slopes (Adam: m, v); t steps."""

    v: np.ndarray
    s: np.ndarray
    t: int = 0


Way = Callable[[np.ndarray, Memory, float, float], tuple[np.ndarray, Memory]]
"""way(g, memory, η, μ): the update Δw (P,) to be taken from here, and what is remembered of it."""


def nothing_yet(size: int) -> Memory:
    """Before the first step."""
    return Memory(np.zeros(size), np.zeros(size))


def gradient_descent(g: np.ndarray, memory: Memory, rate: float, mu: float) -> tuple[np.ndarray, Memory]:
    """Δw = −η g: nothing is remembered."""
    return -rate * g, memory


def momentum(g: np.ndarray, memory: Memory, rate: float, mu: float) -> tuple[np.ndarray, Memory]:
    """The last step goes on, and is turned a little downhill."""
    v = mu * memory.v - rate * g
    return v, Memory(v, memory.s, memory.t + 1)


def nesterov(g: np.ndarray, memory: Memory, rate: float, mu: float) -> tuple[np.ndarray, Memory]:
    """The same, with the slope as it will be where the step leads."""
    v = mu * memory.v - rate * g
    return mu * v - rate * g, Memory(v, memory.s, memory.t + 1)


def adagrad(g: np.ndarray, memory: Memory, rate: float, mu: float) -> tuple[np.ndarray, Memory]:
    """A weight whose slopes have been steep goes slowly from then on."""
    s = memory.s + g**2
    return -rate * g / (np.sqrt(s) + EPSILON), Memory(memory.v, s, memory.t + 1)


def rmsprop(g: np.ndarray, memory: Memory, rate: float, mu: float) -> tuple[np.ndarray, Memory]:
    """A weight whose slopes have been steep lately goes slowly."""
    s = DECAY * memory.s + (1.0 - DECAY) * g**2
    return -rate * g / (np.sqrt(s) + EPSILON), Memory(memory.v, s, memory.t + 1)


def adam(g: np.ndarray, memory: Memory, rate: float, mu: float) -> tuple[np.ndarray, Memory]:
    """Running mean of the gradient over its running root mean square, both bias-corrected; μ is the β₁ of Adam."""
    t = memory.t + 1
    m = mu * memory.v + (1.0 - mu) * g
    v = ADAM_DECAY * memory.s + (1.0 - ADAM_DECAY) * g**2
    level, size = m / (1.0 - mu**t), v / (1.0 - ADAM_DECAY**t)
    np.sqrt(size, out=size)
    size += EPSILON
    level *= -rate
    level /= size
    return level, Memory(sealed(m), sealed(v), t)


WAYS: dict[str, Way] = {
    "gradient descent": gradient_descent,
    "momentum": momentum,
    "Nesterov": nesterov,
    "AdaGrad": adagrad,
    "RMSProp": rmsprop,
    "Adam": adam,
}
