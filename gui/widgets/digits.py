"""How a value of any kind is written in the panels."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.words import figure, minus, vector

COUNTED = 10**12
"""Greater whole numbers than this are not read figure by figure."""


def shown(value: Any) -> str:
    """A value in sensible digits; of a count all of them, in threes.

    >>> shown(0.32471), shown(np.array([1.0, -2.5])), shown(True), shown(None), shown("Sunny"), shown(float("nan"))
    ('0.3247', '(1, −2.5)', 'yes', 'none', 'Sunny', 'undefined')
    >>> shown(500_000), shown(-1_000), shown(np.int64(999)), shown(1234.0)
    ('500,000', '−1,000', '999', '1234')
    """
    if value is None:
        return "none"
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (int, np.integer)) and abs(int(value)) < COUNTED:
        return minus(f"{value:,}")
    if isinstance(value, (int, float, np.number)):
        return figure(float(value))
    if isinstance(value, (np.ndarray, list, tuple)):
        entries = np.asarray(value)
        if entries.dtype.kind in "fiu" and np.isfinite(entries).all():
            return vector(entries.ravel())
        return (
            "("
            + ", ".join(shown(entry) for entry in entries.ravel()[:6].tolist())
            + (", …)" if entries.size > 6 else ")")
        )
    return str(value)


def exact(value: Any) -> str:
    """A value to be copied: every digit, and a minus sign that other programs read."""
    if isinstance(value, np.ndarray):
        return " ".join(exact(entry) for entry in value.ravel().tolist())
    if isinstance(value, (float, np.floating)):
        return repr(float(value)).removesuffix(".0")
    return str(value)
