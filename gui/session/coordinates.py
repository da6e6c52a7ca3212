"""What is typed in the place of a drag: named values in one line, of a category the name of its level, and dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.dates import date_text
from engine.base.errors import Refusal
from engine.base.words import counted, figure, listed, quoted, short
from engine.data.dataset import Column
from gui.session.numbers import parsed, parsed_date, row_of_numbers, unclear, written

MISSING = ("", "?")
"""What is typed for a value that is missing."""


@dataclass(frozen=True)
class Coordinate:
    """A value by its name; of a category with its levels, of which it is the number, and whether it is a date.

    gap  whether nothing may be typed for it, as for a cell of a table
    """

    name: str
    value: float
    levels: tuple[str, ...] = ()
    date: bool = False
    gap: bool = False

    @property
    def text(self) -> str:
        """The value with all its digits, the name of its level, or its date."""
        if np.isnan(self.value):
            return MISSING[-1]
        if self.date:
            return date_text(self.value)
        code = round(self.value)
        return self.levels[code] if self.levels and 0 <= code < len(self.levels) else written(self.value)

    @property
    def short_text(self) -> str:
        """The value in sensible digits, the name of its level, or its date to the second."""
        if self.date:
            return date_text(self.value, 0)
        return self.text if self.levels or np.isnan(self.value) else figure(self.value)


def of_features(columns: Sequence[Column], x: np.ndarray) -> list[Coordinate]:
    """Those of a point x (d,) of the feature space."""
    values = np.asarray(x, dtype=float).tolist()
    pairs = zip(columns, values, strict=True)
    return [Coordinate(one.name, value, one.levels, one.is_date) for one, value in pairs]


def named_values(pairs: Iterable[tuple[str, float]], columns: Sequence[Column]) -> list[Coordinate]:
    """Values by their names, of which one that is called as a column of dates is a date."""
    return [Coordinate(name, value, date=shows_dates(name, columns)) for name, value in pairs]


def shows_dates(words: str, columns: Sequence[Column]) -> bool:
    """Whether an axis, or a value, of this name is that of a column of dates: it is called as the column is.

    >>> shows_dates("sold", [Column("sold", "date")]), shows_dates("mean of sold", [Column("sold", "date")])
    (True, False)
    """
    return any(words in (one.name, one.title) or words.startswith(f"{one.title}, ") for one in columns if one.is_date)


def point_words(columns: Sequence[Column], x: Sequence[float] | np.ndarray, most: int = 6) -> str:
    """A point x (d,) of the feature space in words, the first features of many: 'Overcast, Mild'."""
    said = [short(one.short_text, 20) for one in of_features(columns[:most], np.asarray(x, dtype=float)[:most])]
    return ", ".join([*said, "…"] if len(columns) > most else said)


def line_of(coordinates: Sequence[Coordinate]) -> str:
    """The line in which they stand, to be typed over.

    >>> line_of([Coordinate("x", 1.5), Coordinate("y", -2.0)])
    '1.5  −2'
    >>> line_of([Coordinate("Outlook", 1.0, ("Sunny", "Overcast")), Coordinate("t", 3.0)])
    'Overcast; 3'
    """
    return _between(coordinates).join(one.text for one in coordinates)


def short_line(coordinates: Sequence[Coordinate]) -> str:
    """The same in sensible digits, to be read.

    >>> short_line([Coordinate("x", -0.004103981421589416), Coordinate("y", 2.0)])
    '−0.004104  2'
    """
    return _between(coordinates).join(one.short_text for one in coordinates)


def _between(coordinates: Sequence[Coordinate]) -> str:
    """What stands between two of them: names of levels may have spaces in them."""
    return "; " if any(one.levels or one.date for one in coordinates) else "  "


def read_line(text: str, coordinates: Sequence[Coordinate]) -> np.ndarray:
    """(m,) the values that were typed, one for each coordinate; a Refusal in words for anything else.

    >>> read_line("Sunny, 0.1", [Coordinate("Outlook", 1.0, ("Sunny", "Overcast")), Coordinate("t", 3.0)])
    array([0. , 0.1])
    """
    pieces = _pieces(text, coordinates)
    if len(pieces) != len(coordinates):
        names = listed([short(one.name) for one in coordinates])
        raise Refusal(f"Type {counted(len(coordinates), 'value')} ({names}): this is {len(pieces)}.")
    return np.array([_read(piece, one) for piece, one in zip(pieces, coordinates, strict=True)])


def _pieces(text: str, coordinates: Sequence[Coordinate]) -> list[str]:
    """The values as they were typed: one alone, or with semicolons, else commas, else spaces between."""
    plain = text.strip().strip("()[]").strip()
    if len(coordinates) == 1:
        return [plain] if plain or coordinates[0].gap else []
    if not any(one.levels or one.date for one in coordinates) and "?" not in plain and ";" not in plain:
        numbers = row_of_numbers(plain)
        return re.split(r"\s+", plain) if numbers is None else [repr(number) for number in numbers]
    sign = next((sign for sign in (";", ",") if sign in plain), None)
    return [piece.strip() for piece in plain.split(sign)]


def _read(text: str, one: Coordinate) -> float:
    if text in MISSING and (one.gap or (np.isnan(one.value) and not one.levels)):
        return float("nan")
    if one.levels:
        found = next((code for code, level in enumerate(one.levels) if level.casefold() == text.casefold()), None)
        if found is None:
            raise Refusal(f"{short(one.name)} has no level {quoted(text)}. Its levels are {listed(one.levels)}.")
        return float(found)
    if one.date:
        return parsed_date(text, short(one.name))
    number = parsed(text)
    if words := unclear(text):
        raise Refusal(f"{short(one.name)}: {words}.")
    if number is None:
        raise Refusal(f"{short(one.name)}: {quoted(text)} is not a number, or is too large for one.")
    return number
