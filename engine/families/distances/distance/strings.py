"""Two typed strings as a table of two rows: a column of letters for every position."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.words import counted
from engine.data.dataset import Column, Dataset


def table_of(a: str, b: str) -> Dataset:
    """Both strings, of the same length D, as categories (2, D).

    >>> table_of("ab", "bb").X.tolist()
    [[0.0, 1.0], [1.0, 1.0]]
    """
    letters = tuple(sorted(set(a + b)))
    codes = np.array([[letters.index(letter) for letter in string] for string in (a, b)], dtype=float)
    return Dataset(codes, columns=tuple(Column(f"Position {j + 1}", "categorical", letters) for j in range(len(a))))


def unequal(a: str, b: str) -> str:
    """Why two strings cannot be compared position by position, or ''."""
    if len(a) == len(b):
        return ""
    words = (
        f"String a has {counted(len(a), 'character')} and string b {len(b)}, and Hamming compares them position by "
        "position: type strings of the same length. Strings of unlike lengths have an edit distance: there is a method "
        "of that name."
    )
    return Objection(words, SetParameter("second_string", ""))
