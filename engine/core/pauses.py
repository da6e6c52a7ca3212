"""When a long computation pauses for a step: after so much work, counted and not timed, so on every machine alike."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

Far = TypeVar("Far")
Shown = TypeVar("Shown")
Result = TypeVar("Result")

AT_ONCE = 150_000_000
"""So many differences of two numbers, about half a second, are computed between two steps."""


class Pauses:
    """Counts the work since the last pause, and the pauses."""

    def __init__(self) -> None:
        self.count = 0
        self._work = 0

    def due(self, work: int) -> bool:
        """Whether a pause is due, now that so much more is computed.

        >>> pauses = Pauses()
        >>> pauses.due(AT_ONCE - 1), pauses.due(1), pauses.due(1)
        (False, True, False)
        """
        self._work += work
        if self._work < AT_ONCE:
            return False
        self._work, self.count = 0, self.count + 1
        return True


def pieces(count: int, work: int) -> Iterator[slice]:
    """The slices of `count` points, each of which takes so much work, that are computed between two pauses.

    >>> list(pieces(5, AT_ONCE // 2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    size = max(AT_ONCE // max(work, 1), 1)
    return (slice(first, min(first + size, count)) for first in range(0, count, size))


def most_pauses(work: int) -> int:
    """How many pauses so much work can have."""
    return work // AT_ONCE


def on_the_way(work: Generator[Far, None, Result], shown: Callable[[Far], Shown]) -> Generator[Shown, None, Result]:
    """A computation that yields how far it is at each pause, with what is shown of that."""
    while True:
        try:
            far = next(work)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield shown(far)


def always(step: Shown) -> Callable[[object], Shown]:
    """Shows the same step at each pause."""
    return lambda _: step
