"""Dates and times of day as numbers: days since 1970-01-01, and hours since midnight."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Collection
from functools import partial

from engine.base.dates import DAYS, EPOCH, is_in_calendar
from engine.data.tables.marks import PLAIN, Manner, Marks, Understood

HOURS = "hours since midnight"
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?"
_TIME = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}(?:[.,]\d+)?))?"
    r"(?:\s*(?P<half>[ap]m))?(?:\s*(?P<zone>z|[+-]\d{2}:?\d{2}))?",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?P<y>\d{4})(?P<iso>[-/])(?P<m>\d{1,2})(?P=iso)(?P<d>\d{1,2})"
    r"|(?P<d2>\d{1,2})\.(?P<m2>\d{1,2})\.(?P<y2>\d{4})|(?P<d3>\d{2})\.(?P<m3>\d{2})\.(?P<y3>\d{2})"
    r"|(?P<first>\d{1,2})(?P<line>[/-])(?P<next>\d{1,2})(?P=line)(?P<y4>\d{4}|\d{2})"
    rf"|(?P<d5>\d{{1,2}})[ -](?P<name>{_MONTH})[ -](?P<y5>\d{{4}}|\d{{2}})"
    rf"|(?P<name2>{_MONTH}) (?P<d6>\d{{1,2}}),? (?P<y6>\d{{4}})",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\d{1,2}[/-]\d")
"""A date that may begin with its day or its month."""


def is_date(text: str) -> bool:
    """Whether a cell is a date or a time in one of the usual ways of writing them.

    >>> is_date("2024-02-29"), is_date("3.1.2020 14:05"), is_date("3.14")
    (True, True, False)
    """
    if _TIME.fullmatch(text):
        return True
    day = _DAY.match(text)
    return day is not None and _clock(text[day.end() :]) is not None


def _clock(rest: str) -> str | None:
    """The time of day behind a date, "" when there is none, None when something else stands there."""
    if rest and rest[0] in "tT ":
        rest = rest[1:].lstrip()
        return rest if _TIME.fullmatch(rest) else None
    return None if rest else ""


def days(text: str, order: Marks = "day first") -> float | None:
    """Days since 1970-01-01, or None when it is no date; `order` of the day and the month in 3/4/2020.

    >>> days("1970-01-02"), days("2.1.1970 12:00"), days("1/2/1970", "month first"), days("1970-02-30")
    (1.0, 1.5, 1.0, None)
    """
    part = _DAY.match(text)
    if not part or (rest := _clock(text[part.end() :])) is None:
        return None
    clock = hours(rest) if rest else 0.0
    year, month, day = _parts(part.groupdict(), order)
    try:
        value = math.nan if clock is None else datetime.date(year, month, day).toordinal() - EPOCH + clock / 24
    except ValueError:
        return None
    return value if is_in_calendar(value) else None


def _parts(held: dict[str, str | None], order: Marks) -> tuple[int, int, int]:
    """Year, month and day of a date that was taken apart."""
    year = next(text for key in ("y", "y2", "y3", "y4", "y5", "y6") if (text := held[key]))
    full = int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= 70 else 2000)
    if held["first"] and held["next"]:
        pair = int(held["first"]), int(held["next"])
        return full, *(pair if order == "month first" else pair[::-1])
    day = next(text for key in ("d", "d2", "d3", "d5", "d6") if (text := held[key]))
    if name := held["name"] or held["name2"]:
        return full, _MONTHS.index(name[:3].lower()) + 1, int(day)
    return full, int(held["m"] or held["m2"] or held["m3"] or 0), int(day)


def hours(text: str) -> float | None:
    """Hours since midnight, in UTC where a zone is given, or None when it is no time of day.

    >>> hours("12:30"), hours("1:30 pm"), hours("25:00")
    (12.5, 13.5, None)
    """
    found = _TIME.fullmatch(text)
    if not found:
        return None
    hour, minute, second = int(found["hour"]), int(found["minute"]), float((found["second"] or "0").replace(",", "."))
    if found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found["half"].lower() == "pm" else 0)
    if hour > 24 or minute > 59 or second >= 61:
        return None
    return hour + minute / 60 + second / 3600 - _offset(found["zone"])


def _offset(zone: str | None) -> float:
    """Hours that a zone is ahead of UTC."""
    if not zone or zone in "zZ":
        return 0.0
    ahead = int(zone[1:3]) + int(zone[-2:]) / 60
    return -ahead if zone[0] == "-" else ahead


def understood_moments(texts: Collection[str], manner: Manner) -> Understood | None:
    """Dates as days, or times as hours; None when a cell is neither, or they are mixed."""
    if (times := _all_read(texts, hours)) is not None:
        return Understood(times, HOURS, _said("times of day", HOURS))
    orders: tuple[Marks, ...] = ("day first", "month first")
    if manner.decimal != ",":  # where a point begins the decimals the month tends to come first
        orders = ("month first", "day first")
    if not any(map(_EITHER.match, texts)):  # the order does not matter
        values = _all_read(texts, days)
        return None if values is None else Understood(values, DAYS, _dated(texts))
    read = {
        order: _all_read(texts, partial(days, order=order))
        for order in orders
        if manner.marks in (None, ".", ",", order)
    }
    ways = [(order, values) for order, values in read.items() if values is not None]
    if not ways:
        return None
    order, values = ways[0]
    words = _dated(texts)
    if len(ways) == 1 or ways[1][1] == values:
        return Understood(values, DAYS, words, order if len(read) == 1 or len(ways) == 1 else None)
    unclear = next(text for text in texts if days(text, orders[0]) != days(text, orders[1]))
    said: tuple[tuple[Marks, str], ...] = tuple((way, _meaning(unclear, way)) for way, _ in ways)
    return Understood(values, DAYS, words, order, said, f"{said[0][1]}, or {said[1][1]}")


def _said(what: str, unit: str) -> str:
    return f"holds {what} and is read as {unit}"


def _dated(texts: Collection[str]) -> str:
    """What is said of a column of dates; one whose cells name time zones is in UTC."""
    zoned = sum((found := _TIME.search(text)) is not None and found["zone"] is not None for text in texts)
    words = "holds dates; methods compute with them as " + DAYS
    if not zoned:
        return words
    rest = "" if zoned == len(texts) else ", and those without a time zone are taken as UTC"
    return f"{words}. Its times are converted to UTC{rest}"


def date_of(text: str) -> float | None:
    """Days since 1970-01-01 of one date that can be read in one way only, else None.

    >>> date_of("2024-03-17 12:00"), date_of("17.3.2024"), date_of("13/4/2024"), date_of("3/4/2024"), date_of("12:00")
    (19799.5, 19799.0, 19826.0, None, None)
    """
    found = understood_moments((text,), PLAIN)
    return found.values[0] if found is not None and found.unit == DAYS and not found.doubt else None


def _all_read(texts: Collection[str], how: Callable[[str], float | None]) -> tuple[float, ...] | None:
    """The numbers of all texts, or None as soon as one is none."""
    found = []
    for text in texts:
        if (value := how(text)) is None:
            return None
        found.append(value)
    return tuple(found)


def _meaning(text: str, order: Marks) -> str:
    day = datetime.date.fromordinal(int(days(text, order) or 0) + EPOCH)
    return f"{text} is {day.isoformat()} ({order})"
