"""How many features a method takes that needs their covariance."""

from __future__ import annotations

from engine.base.errors import KeepColumns, Objection
from engine.data.dataset import Dataset


def covariance_objection(data: Dataset, most: int) -> str:
    """Why the covariance of so many features is not computed, or ''."""
    if data.d <= most:
        return ""
    words = f"The covariance of {data.d:,} features is too large: keep the first, at most {most:,}."
    return Objection(words, KeepColumns(tuple(range(most))))
