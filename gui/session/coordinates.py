"""What is typed in the place of a drag: named values in one line, of a category the name of its level."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, figure, listed, quoted, short
from engine.data.dataset import Column
from gui.session.numbers import parsed, row_of_numbers, unclear, written

MISSING = ("", "?")
"""What is typed for a value that is missing."""


@dataclass(frozen=True)
class Coordinate:
    """A value by its name; of a category with its levels, of which it is the number."""

    name: str
    value: float
    levels: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The value with all its digits, or the name of its level."""
        if np.isnan(self.value):
            return MISSING[-1]
        code = round(self.value)
        return self.levels[code] if self.levels and 0 <= code < len(self.levels) else written(self.value)

    @property
    def short_text(self) -> str:
        """The value in sensible digits, or the name of its level."""
        return self.text if self.levels or np.isnan(self.value) else figure(self.value)


def of_features(columns: Sequence[Column], x: np.ndarray) -> list[Coordinate]:
    """Those of a point x (d,) of the feature space."""
    values = np.asarray(x, dtype=float).tolist()
    return [Coordinate(one.name, value, one.levels) for one, value in zip(columns, values, strict=True)]


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


def _between(coordinates: Sequence[Coordinate]) -> str:
    """What stands between two of them: names of levels may have spaces in them."""
    return "; " if any(one.levels for one in coordinates) else "  "


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
        return [plain] if plain else []
    if not any(one.levels for one in coordinates) and "?" not in plain and ";" not in plain:
        numbers = row_of_numbers(plain)
        return re.split(r"\s+", plain) if numbers is None else [repr(number) for number in numbers]
    sign = next((sign for sign in (";", ",") if sign in plain), None)
    return [piece.strip() for piece in plain.split(sign)]


def _read(text: str, one: Coordinate) -> float:
    if one.levels:
        found = next((code for code, level in enumerate(one.levels) if level.casefold() == text.casefold()), None)
        if found is None:
            raise Refusal(f"{short(one.name)} has no level {quoted(text)}. Its levels are {listed(one.levels)}.")
        return float(found)
    if text in MISSING and np.isnan(one.value):
        return float("nan")
    number = parsed(text)
    if words := unclear(text):
        raise Refusal(f"{short(one.name)}: {words}.")
    if number is None:
        raise Refusal(f"{short(one.name)}: {quoted(text)} is not a number, or is too large for one.")
    return number
