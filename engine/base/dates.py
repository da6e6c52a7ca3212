"""Dates as numbers, days since 1970-01-01 in UTC with the time of day as a part of a day, and as ISO 8601 writes them.

2024-03-17           19799.0
2024-03-17 13:45     19799.572916…

Days are told to the millisecond: nearer to the ends of the years from 1 to 9999 a float64 has no more.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence

DAYS = "days since 1970-01-01"
"""What the numbers of a column of dates are numbers of."""
UTC_DAYS = f"{DAYS} in UTC, with the time of day as a part of a day"
"""The same for a file."""
EPOCH = datetime.date(1970, 1, 1).toordinal()
FIRST, LAST = float(1 - EPOCH), float(datetime.date.max.toordinal() + 1 - EPOCH)
"""The years from 1 to 9999 are the days from FIRST up to, and without, LAST."""
A_DAY = 86_400_000
"""Milliseconds."""


def is_in_calendar(days: float) -> bool:
    """Whether a number of days lies in the years from 1 to 9999.

    >>> is_in_calendar(0.0), is_in_calendar(1e9), is_in_calendar(float("nan"))
    (True, False, False)
    """
    return FIRST <= days < LAST


def date_text(days: float, places: int = 3) -> str:
    """A date with so many places of a second, of which the time is left out at midnight, and seconds where they are 0.

    >>> date_text(19799.0), date_text(19799.5), date_text(19799 + 1.25 / 86400), date_text(19799 + 1.25 / 86400, 0)
    ('2024-03-17', '2024-03-17 12:00', '2024-03-17 00:00:01.25', '2024-03-17 00:00:01')
    """
    if not is_in_calendar(days):
        return "?" if math.isnan(days) else f"day {days:.6g}".replace("-", "−")
    day, rest = _parted(days, 10 ** (3 - places))
    clock = _clock(rest)
    clock = clock.rstrip("0").rstrip(".") if "." in clock else clock
    clock = clock.removesuffix(":00") if clock.count(":") == 2 else clock
    return _day(day) if not rest else f"{_day(day)} {clock}"


def iso_texts(values: Sequence[float]) -> list[str]:
    """A column of dates for a file, all in one form, so that a reader that takes it from the first row reads the rest.

    Missing dates are empty, and days outside the years from 1 to 9999 stay numbers.

    >>> iso_texts([19799.0, 19799.5]), iso_texts([0.0, float("nan")])
    (['2024-03-17T00:00:00', '2024-03-17T12:00:00'], ['1970-01-01', ''])
    """
    parts = [_parted(value, 1) if is_in_calendar(value) else None for value in values]
    times = [part[1] for part in parts if part is not None]
    timed, fine = any(times), any(rest % 1000 for rest in times)
    return [_iso(part, timed, fine) if part else "" if math.isnan(value) else repr(value)
            for value, part in zip(values, parts, strict=True)]  # fmt: skip


def _iso(part: tuple[int, int], timed: bool, fine: bool) -> str:
    day, rest = part
    clock = _clock(rest) if fine else _clock(rest).partition(".")[0]
    return f"{_day(day)}T{clock}" if timed else _day(day)


def _parted(days: float, step: int) -> tuple[int, int]:
    """The day and its milliseconds, rounded to steps of so many; the last moment of 9999 is not rounded up to 10000."""
    day = math.floor(days)
    rest = round((days - day) * A_DAY / step) * step
    if rest < A_DAY:
        return day, rest
    return (day + 1, 0) if is_in_calendar(day + 1) else (day, A_DAY - step)


def _day(day: int) -> str:
    return datetime.date.fromordinal(day + EPOCH).isoformat()


def _clock(milliseconds: int) -> str:
    """The time of day: '13:45:00.000'."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}"
