"""Numbers and dates as people type them, in a cell as in a field, and as a field writes them."""

from __future__ import annotations

import math
import re

from engine.base.errors import Refusal
from engine.base.words import minus, quoted

_UNCLEAR = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
"""1,500 is 1500 to one person and 1.5 to another."""
_GROUPED = re.compile(r"[+-]?\d{1,3}([, '\u2009\u00a0]\d{3})+")


def parsed(text: str, whole: bool = False) -> float | None:
    """The number a person typed, with a decimal point or comma and either minus sign; None if it is none.

    A comma before three digits may group thousands: it does in a whole number, and anywhere else that is no number.

    >>> parsed("1e-3"), parsed("0,5"), parsed("−2"), parsed("10,000", whole=True), parsed("two"), parsed("1,500")
    (0.001, 0.5, -2.0, 10000.0, None, None)
    """
    plain = text.strip().replace("−", "-")
    if not whole and _UNCLEAR.fullmatch(plain):
        return None
    if whole and _GROUPED.fullmatch(plain):
        plain = re.sub(r"[^\d+-]", "", plain)
    if plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    if "_" in plain:
        return None
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def parsed_date(text: str, where: str) -> float:
    """The days since 1970-01-01 of a date that a person typed `where`; a Refusal in words for anything else."""
    from engine.data.tables.moments import date_of  # the start needs no reading of tables

    days = date_of(text.strip())
    if days is None:
        example = "write it as 2024-03-17, or 2024-03-17 13:45 with a time of day, which is UTC"
        raise Refusal(f"{where}: {quoted(text.strip())} is no date that can be read in one way only: {example}.")
    return days


def unclear(text: str) -> str:
    """Why a number with a comma before three digits is not taken, with what to type; "" where that is not so.

    >>> unclear("−1,500")
    '−1,500 may be −1500 or −1.500: type one of them'
    """
    plain = text.strip().replace("−", "-")
    if not _UNCLEAR.fullmatch(plain):
        return ""
    return minus(f"{plain} may be {plain.replace(',', '')} or {plain.replace(',', '.')}: type one of them")


def parsed_share(text: str, per_cent: bool = False) -> float | None:
    """The number a person typed, which may also be in per cent; `per_cent`: without a sign too, where it is above 1.

    >>> parsed_share("20 %"), parsed_share("0.2"), parsed_share("%"), parsed_share("25", per_cent=True)
    (0.2, 0.2, None, 0.25)
    """
    plain = text.strip()
    number = parsed(plain.removesuffix("%"))
    if number is None:
        return None
    return number / 100 if plain.endswith("%") or (per_cent and number > 1) else number


def row_of_numbers(text: str) -> list[float] | None:
    """The numbers of a row, with spaces, semicolons or, where there are none of these, commas between; None if any
    is none.

    >>> row_of_numbers("−3  2 2"), row_of_numbers("(-3, 2, 2)"), row_of_numbers("0,5; 1"), row_of_numbers("1 two")
    ([-3.0, 2.0, 2.0], [-3.0, 2.0, 2.0], [0.5, 1.0], None)
    """
    plain = text.strip().strip("()[]").strip()
    pieces = [piece.rstrip(",") for piece in re.split(r"[\s;]+", plain) if piece.rstrip(",")]
    pieces = pieces if len(pieces) > 1 else [piece for piece in plain.split(",") if piece]
    numbers = [parsed(piece) for piece in pieces]
    found = [number for number in numbers if number is not None]
    return found if len(found) == len(numbers) else None


def written(value: float) -> str:
    """A number as it stands in a field: all its digits, and a real minus sign.

    >>> written(1.0), written(1e-06), written(-0.25)
    ('1', '1e−06', '−0.25')
    """
    return minus(repr(float(value)).removesuffix(".0"))


def letters() -> list[str]:
    """A, B, ..., Z, AA, AB, ..., ZZ: what new classes are called.

    >>> letters()[25:28]
    ['Z', 'AA', 'AB']
    """
    singles = [chr(ord("A") + i) for i in range(26)]
    return singles + [one + other for one in singles for other in singles]
