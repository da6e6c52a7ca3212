"""Who works a line out by hand, with the digits that are shown, comes to the digits that are shown of the result."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from engine.core.story import Story
from tests.contract.expression import value_of
from tests.contract.interval import Interval, Unknown, exactly
from tests.contract.recomputed import clauses, computed

SLACK = 1e-6
"""Of the last digit shown: what a sum of floats may be off."""


def coarse(stories: Iterable[Story]) -> list[str]:
    """The worked lines of which an operand has too few digits for the result."""
    lines = dict.fromkeys(line for story in stories for line in story.worked)
    return [line for line in lines if _is_coarse(line)]


@lru_cache(1 << 14)
def _is_coarse(line: str) -> bool:
    """Whether a result on it needs more digits of its operands: many stories say the same line."""
    return not all(_reached(left, right) for left, right in _equated(line))


def _equated(line: str) -> Iterator[tuple[str, Interval]]:
    """What stands on the left of every equality, and the number on its right, by what its digits may stand for."""
    for clause in clauses(line):
        for (left, right), sign in zip(pairwise(clause[0::2]), clause[1::2], strict=True):
            try:
                result = value_of(right, {})
            except Unknown:
                continue
            if sign in "=←" and isinstance(result, Interval):
                yield left, result


def _reached(parts: str, result: Interval) -> bool:
    """Whether the parts, taken as they are shown, come to one of the numbers that the result may stand for."""
    value = computed(parts, {}, first=True, last=False, read=_as_shown)
    room = SLACK * (result.high - result.low) if result.high > result.low else 1e-3
    room += sys.float_info.epsilon  # as near as two numbers of about 1 can be, which ln(1 + e^(−28)) is worked from
    return not isinstance(value, Interval) or result.low - room <= value.low <= result.high + room


def _as_shown(mantissa: str, exponent: int = 0) -> Interval:
    return exactly(float(f"{mantissa.replace(',', '')}e{exponent}"))
