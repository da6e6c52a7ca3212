"""Where an axis of dates has its ticks, and what stands at them: whole years, months, days or times of day, in UTC."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence

from engine.base.dates import EPOCH, FIRST, LAST, date_text

SECOND, MINUTE, HOUR = 1 / 86400, 1 / 1440, 1 / 24
MONTH, YEAR = 30.44, 365.25
EVEN = (
    *(count * SECOND for count in (0.001, 0.01, 0.1, 1, 2, 5, 10, 15, 30)),
    *(count * MINUTE for count in (1, 2, 5, 10, 15, 30)),
    *(count * HOUR for count in (1, 2, 3, 6, 12)),
    *(1.0, 2.0, 7.0, 14.0),
)
"""Steps of the same length, in days; weeks begin on Mondays."""
MONTHS = (1, 2, 3, 6, *(12 * years for years in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)))
"""Longer steps, in months."""
SHORTER = 0.75
"""A month takes so much of the room of a whole date."""
MONDAY = 4.0
"""1970-01-05."""


def date_ticks(low: float, high: float, most: int) -> tuple[float, list[float]]:
    """The days of the ticks between two days, where there is room for so many whole dates, and how far apart they are.

    >>> spacing, ticks = date_ticks(19700.0, 19800.0, 5)
    >>> tick_texts(ticks, spacing)
    ['2024-01', '2024-02', '2024-03']
    """
    low, high = max(low, FIRST), min(high, LAST - SECOND)
    least = (high - low) / max(most, 1)
    if not 0 < least < math.inf:
        return 1.0, []
    for step in EVEN:
        if step >= least:
            return step, _even(low, high, step)
    months = next((count for count in MONTHS if count * MONTH >= SHORTER * least), MONTHS[-1])
    return months * MONTH, _months(low, high, months)


def _even(low: float, high: float, step: float) -> list[float]:
    """Multiples of a step from the start of a day, or from a Monday."""
    base = MONDAY if step % 7 == 0 else float(math.floor(low))
    first, last = math.ceil((low - base) / step - 1e-9), math.floor((high - base) / step + 1e-9)
    return [base + i * step for i in range(first, last + 1)]


def _months(low: float, high: float, months: int) -> list[float]:
    """First days of every so many months; years are multiples of their step."""
    start = datetime.date.fromordinal(math.floor(low) + EPOCH)
    number = (start.year * 12 + start.month - 1) // months * months
    found = []
    while number < 12 * 10_000:
        if number >= 12 and low <= (day := _first_day(number)):
            if day > high:
                break
            found.append(day)
        number += months
    return found


def _first_day(number: int) -> float:
    return float(datetime.date(number // 12, number % 12 + 1, 1).toordinal() - EPOCH)


def tick_texts(ticks: Sequence[float], spacing: float) -> list[str]:
    """What stands at the ticks: no more of a date than tells it from the next, and the day with the first time of day.

    >>> tick_texts([19799.5, 19799.75, 19800.0, 19800.25], 0.25)
    ['2024-03-17 12:00', '18:00', '2024-03-18', '06:00']
    """
    texts = [date_text(day) for day in ticks]
    if spacing >= 1:
        length = 4 if spacing >= 0.9 * YEAR else 7 if spacing >= 0.9 * MONTH else 10
        return [text[:length] for text in texts]
    return [text if i == 0 else text.partition(" ")[2] or text for i, text in enumerate(texts)]
