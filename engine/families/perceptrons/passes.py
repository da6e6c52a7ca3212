"""How methods that learn from mistakes present their examples: pass after pass, from mistake to mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real, whole
from engine.parts.basis import BasisParams

FIRST_STRETCH = 16
"""So many rows are looked at together at first; each further stretch without a mistake is twice as long."""


@dataclass(frozen=True)
class PassParams(BasisParams):
    """What all of them let one choose."""

    rate: float = real(1.0, low=1e-6, high=10.0, log=True, symbol=r"\eta", help="size of one correction")
    epochs: int = whole(100, low=1, high=10_000, log=True, help="passes over the data before giving up")
    stop_at: str = choice("mistakes", ("mistakes", "examples"), help="stop at each mistake, or at every example")
    order: str = choice("as given", ("as given", "shuffled"), help="the order in which a pass presents the examples")


class Passes:
    """The passes of one run: each mistake as (row, True), and between them, if they are to be steps, the examples that
    were right as (row, False). Ends with the first pass without a mistake, or with the last one allowed.

    is_wrong   is_wrong(rows): which of these rows are mistakes now;   weights  weights(): what the weights are now;
               both are asked again after every correction
    epoch      the pass in hand, from 1;   presented  the examples presented so far, in all passes
    clean      whether the last pass went by without a mistake
    cycle      after how many passes the same weights came back, or 0 while they have not; never told of shuffled passes
    """

    def __init__(
        self,
        n: int,
        params: PassParams,
        rng: np.random.Generator,
        is_wrong: Callable[[np.ndarray], np.ndarray],
        weights: Callable[[], np.ndarray],
    ) -> None:
        self.epoch, self.presented, self.clean, self.cycle = 0, 0, False, 0
        self._n, self._params, self._rng = n, params, rng
        self._is_wrong, self._weights = is_wrong, weights
        self._seen: dict[bytes, int] = {}

    def __iter__(self) -> Iterator[tuple[int, bool]]:
        while self.epoch < self._params.epochs and not self.clean:
            self.epoch += 1
            self._notice(self._weights())
            order = np.arange(self._n) if self._params.order == "as given" else self._rng.permutation(self._n)
            self.clean, position = True, 0
            while position < self._n:
                mistake = _next(self._is_wrong, order, position)
                if self._params.stop_at == "examples":
                    yield from self._right(order[position:mistake])
                else:
                    self.presented += mistake - position
                if mistake < self._n:
                    self.clean, self.presented = False, self.presented + 1
                    yield int(order[mistake]), True
                position = mistake + 1

    def _right(self, rows: np.ndarray) -> Iterator[tuple[int, bool]]:
        for row in rows:
            self.presented += 1
            yield int(row), False

    def _notice(self, weights: np.ndarray) -> None:
        """Whether the weights are those with which an earlier pass began: then all that follows repeats."""
        if self._params.order == "as given" and not self.cycle:
            self.cycle = self.epoch - self._seen.setdefault(weights.tobytes(), self.epoch)

    def for_ever(self) -> str:
        """That the weights go round in a circle, in words, or ''."""
        if not self.cycle:
            return ""
        period = "pass" if self.cycle == 1 else f"{self.cycle} passes"
        return f"No line separates these classes: the weights come back every {period}. "


def _next(is_wrong: Callable[[np.ndarray], np.ndarray], order: np.ndarray, position: int) -> int:
    """The place in the order of the first mistake from `position` on, or its length."""
    length = FIRST_STRETCH
    while position < len(order):
        wrong = is_wrong(order[position : position + length])
        if wrong.any():
            return position + int(np.argmax(wrong))
        position, length = position + length, 2 * length
    return len(order)
