"""The ways downhill side by side: where they stand, what they remember, and how they began."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from engine.base.snapshot import sealed, snapshot
from engine.families.numerical_tools.optimisers.landscapes import Landscape
from engine.maths.optimisation.first_order import WAYS
from engine.maths.optimisation.limited_memory import remembered, two_loop, wolfe_length

SCALED = ("AdaGrad", "RMSProp", "Adam")
"""Ways whose steps are about as long as the rate, however steep it is."""
ALL, ALONE = "all others", "none"
NEVER = -1
PLAIN = "gradient descent"
LBFGS = "L-BFGS"
"""It looks for the length of each step itself, and takes all rows."""
EVERY_WAY = (*WAYS, LBFGS)


class Choosing(Protocol):
    """The parameters that say which ways go, and how fast."""

    @property
    def way(self) -> str: ...
    @property
    def beside(self) -> str: ...
    @property
    def rate(self) -> float: ...
    @property
    def scaled_rate(self) -> float: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def memory(self) -> int: ...


class Walker(NamedTuple):
    """One way after so many steps."""

    w: np.ndarray  # (2,) where it stands
    height: float  # f there
    g: np.ndarray  # (2,) the slope that its last step followed; at the start, that of the first
    delta: np.ndarray  # (2,) its last step
    rate: float  # of that
    here: np.ndarray  # (2,) ∇f where it stands, of all rows
    v: np.ndarray  # (2,) what it remembers
    s: np.ndarray
    pairs: np.ndarray  # (M, 2, 2) the steps and changes of the slope that L-BFGS remembers, the last at the end; else 0
    rest: int = NEVER  # the step at which it came to rest
    lost: int = NEVER  # the step that would have led beyond all bounds

    @property
    def known(self) -> np.ndarray:
        """(m, 2, 2) the pairs there are."""
        return self.pairs[self.pairs.any(axis=(1, 2))]

    @property
    def slope(self) -> float:
        """‖∇f‖ where it stands."""
        return math.hypot(*self.here)

    @property
    def ended(self) -> bool:
        """Whether it goes no farther."""
        return self.rest != NEVER or self.lost != NEVER


@snapshot
class Walk:
    """All W ways after so many steps, the one that is told of last; the arrays have a row for each, see `Walker`."""

    ways: tuple[str, ...]
    w: np.ndarray
    height: np.ndarray
    g: np.ndarray
    delta: np.ndarray
    rate: np.ndarray
    here: np.ndarray
    v: np.ndarray
    s: np.ndarray
    pairs: np.ndarray
    rest: np.ndarray
    lost: np.ndarray

    @classmethod
    def of(cls, ways: tuple[str, ...], walkers: Sequence[Walker]) -> Walk:
        return cls(ways, *(sealed(np.array(rows)) for rows in zip(*walkers, strict=True)))

    def walker(self, k: int) -> Walker:
        """One of them."""
        return Walker(
            self.w[k], self.height.item(k), self.g[k], self.delta[k], self.rate.item(k), self.here[k], self.v[k],
            self.s[k], self.pairs[k], self.rest.item(k), self.lost.item(k),
        )  # fmt: skip

    @property
    def walkers(self) -> tuple[Walker, ...]:
        """One after the other."""
        return tuple(map(self.walker, range(len(self.ways))))

    @property
    def ended(self) -> bool:
        """Whether none goes any farther."""
        return bool(((self.rest != NEVER) | (self.lost != NEVER)).all())


@snapshot
class Rates:
    """The rate of the ways that take η times the slope, and of those that scale it; L-BFGS tries 1 first."""

    plain: float
    scaled: float

    def of(self, way: str) -> float:
        return 1.0 if way == LBFGS else self.scaled if way in SCALED else self.plain


def rates_at(f: Landscape, w: np.ndarray, params: Choosing) -> Rates:
    """As given; where that is 0, half of what is safe in the steepest bend here, and a twentieth of the way down."""
    bend = f.hessian(w)
    steepest = float(np.abs(np.linalg.eigvalsh(bend)).max()) if np.isfinite(bend).all() else 0.0
    return Rates(params.rate or (0.5 / steepest if steepest > 0 else 1.0), params.scaled_rate or f.reach / 20.0)


def beginning(f: Landscape, rates: Rates, params: Choosing, w: np.ndarray) -> Walk:
    """All ways at the same place."""
    others = [way for way in EVERY_WAY if way != params.way and params.beside in (ALL, way)]
    ways = (*others, params.way)
    height, g, none = f.height(w), f.gradient(w, None), np.zeros(2)
    rest = 0 if math.hypot(*g) <= params.tolerance else NEVER
    pairs = np.zeros((params.memory, 2, 2))
    walkers = [Walker(w, height, g, none, rates.of(way), g, none, none, pairs, rest) for way in ways]
    return Walk.of(ways, walkers)


def searched(was: Walker, f: Landscape, t: int, tolerance: float) -> Walker:
    """One step of L-BFGS: the direction from what it remembers, and as far along it as Wolfe's conditions ask for."""
    g = was.here
    direction = -two_loop(g, was.known)
    length = wolfe_length(f.height, lambda w: f.gradient(w, None), was.w, direction)
    delta = length * direction
    w = was.w + delta
    there = f.gradient(w, None)
    pairs = np.zeros_like(was.pairs)
    known = remembered(was.known, delta, there - g, len(pairs))
    pairs[len(pairs) - len(known) :] = known
    rest = t if not length or max(math.hypot(*there), math.hypot(*delta)) <= tolerance else NEVER
    return Walker(w, f.height(w), g, delta, length, there, was.v, was.s, pairs, rest)
