"""In what unit the numbers of a story are, where a column has one that its numbers do not show."""

from __future__ import annotations

from dataclasses import replace

from engine.base.words import listed, short
from engine.core.story import Number, Story
from engine.data.dataset import Dataset

NAMED = 2
"""So many columns of dates are named."""


def with_units(story: Story, data: Dataset) -> Story:
    """The story with the unit of its dates, once: sums, differences and deviations of dates are numbers of days."""
    dates = [short(column.title, 24) for column in (*data.columns, data.target_column) if column.is_date]
    if not dates:
        return story
    unit = Number(f"{listed(dates, NAMED)} counts in", "days", "since 1970-01-01, UTC")
    return replace(story, numbers=(*story.numbers, unit))
