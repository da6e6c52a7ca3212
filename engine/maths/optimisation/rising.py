"""Whether a value has risen or fallen from one step to the next, where its last digits are only rounding."""

from __future__ import annotations

ROUNDED = 1e-12
"""A change by no more than this share of the value before is rounding."""


def has_risen(value: float, before: float | None, terms: float = 0.0) -> bool:
    """Whether a value lies higher than before, by more than its last digits; a value that is no number has.

    terms  how large the terms are that both were added up from, where they may cancel
    """
    return before is not None and not value <= before + ROUNDED * max(abs(before), terms)


def change(value: float, before: float) -> float:
    """By how much a value has changed; 0 where only its last digits have.

    >>> change(2.0, 2.5), change(1.0 + 1e-14, 1.0)
    (-0.5, 0.0)
    """
    return 0.0 if abs(value - before) <= ROUNDED * abs(before) else value - before
