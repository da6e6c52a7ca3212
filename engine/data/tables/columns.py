"""What a column seems to be, from its cells and its name: its kind, and its role in the table."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.dates import DAYS
from engine.data.dataset import Kind
from engine.data.tables.cells import Cells
from engine.data.tables.marks import misfits

Role = Literal["feature", "target", "name", "skip"]

TARGETS = ("class", "target", "label", "species", "diagnosis", "outcome", "output", "klasse", "ziel")
INDICES = frozenset({"", "id", "index", "row", "nr", "no", "no.", "#", "unnamed: 0"})
_IDENTIFIES = re.compile(r"(.*[ _.-])?(id|nr|no\.?)|.*[a-z]I[Dd]", re.DOTALL)
"""What a column is called that only tells the rows apart, wherever it stands."""
NAMING = frozenset({"zip", "zip code", "zipcode", "postcode", "postal code", "plz", "phone", "area code"})
"""What a column is called whose whole numbers are codes: no sum of them means anything."""
SCALES = (
    ("very low", "low", "medium", "high", "very high"),
    ("xs", "s", "m", "l", "xl", "xxl"),
    ("tiny", "small", "medium", "large", "huge"),
    ("never", "rarely", "sometimes", "often", "always"),
    ("bad", "poor", "fair", "good", "excellent"),
)
"""Words that are in order wherever they are met."""

TEXTS = frozenset(
    {"text", "texts", "document", "message", "review", "comment", "sentence", "abstract", "email", "sms", "tweet"}
)
"""What a column is called that holds texts, however short they are."""
WORDS = 5
"""Texts of so many words on average, of which most are different, are learnt from by their words."""
LOOKED_AT = 200
"""So many of them are looked at."""

UNNAMED = "name"
"""What the first column is called when the file has no name for it."""

FEW = 10
"""Whole numbers with no more distinct values than this may be class codes."""


@dataclass(frozen=True)
class Guess:
    """What a column seems to be, and why in words when that needs saying."""

    kind: Kind
    role: Role = "feature"
    words: str = ""


def scale_of(levels: Sequence[str]) -> tuple[str, ...]:
    """The levels in the order of a well-known scale, or () when they are not of one.

    >>> scale_of(["High", "Low", "Medium"])
    ('Low', 'Medium', 'High')
    """
    folded = {level.casefold(): level for level in levels}
    for scale in SCALES:
        if len(folded) == len(levels) >= 3 and set(folded) <= set(scale):
            return tuple(folded[word] for word in scale if word in folded)
    return ()


def is_dated(cells: Cells) -> bool:
    """Whether the numbers of a column are the days of dates."""
    return cells.said is not None and cells.said.unit == DAYS


def kind_of(cells: Cells, name: str = "") -> Kind:
    """The kind of value that a column seems to hold."""
    if cells.numbers is not None:
        return "date" if is_dated(cells) else "numeric"
    return "ordinal" if cells.ordered or scale_of(cells.levels) else "text" if is_texts(name, cells) else "categorical"


def is_texts(name: str, cells: Cells) -> bool:
    """Whether a column seems to hold texts rather than names: it is called so, or most are different and long.

    >>> is_texts("review", Cells(None, np.array([0, 1]), ("dull", "a fine film")))
    True
    >>> is_texts("", Cells(None, np.array([0, 0, 1]), ("a film of five words", "one of four words")))
    False
    """
    if cells.numbers is not None or cells.codes is None or cells.ordered or not cells.levels:
        return False
    some = cells.levels[:: max(len(cells.levels) // LOOKED_AT, 1)]
    words = sum(len(text.split()) for text in some) / len(some)
    if name.strip().casefold() in TEXTS:
        return words > 1
    return words >= WORDS and 2 * cells.distinct > cells.n - cells.missing


def column_guesses(
    names: Sequence[str],
    columns: Sequence[Cells],
    roles: Mapping[str, Role] | None = None,
    kinds: Collection[str] = (),
) -> list[Guess]:
    """What every column seems to be: its kind and its role, around the roles that are already given.

    A column in `kinds`, whose kind was chosen by hand, is used: it is not guessed to be a name.
    """
    given = dict(roles or {})
    guesses = [_alone("" if name in kinds else name, cells) for name, cells in zip(names, columns, strict=True)]
    free = [name not in given and name not in kinds for name in names]
    if "name" not in given.values() and free[0] and _names_rows(names, columns, guesses):
        guesses[0] = Guess(guesses[0].kind, "name")
    _set_ids_aside(names, columns, guesses, free, "name" in given.values())
    for j, name in enumerate(names):
        if name in given:
            kind = kind_of(columns[j], name) if given[name] != "target" else _target_kind(name, columns[j])
            guesses[j] = Guess(kind, given[name])
    target = None if "target" in given.values() else _target(names, columns, guesses, given)
    if target is not None:
        guesses[target] = Guess(_target_kind(names[target], columns[target]), "target")
    fixed = [name in given or name in kinds for name in names]
    every = zip(columns, guesses, fixed, strict=True)
    return [guess if kept else _as_feature(cells, guess) for cells, guess, kept in every]


def _alone(name: str, cells: Cells) -> Guess:
    """The guess from the cells, and from a name that says that its numbers only name things."""
    if cells.n and cells.missing == cells.n:
        return Guess("numeric", "skip", "has no value in any row and is left out")
    if cells.dates:
        words = "holds dates that cannot be read together and is left out: make it a feature to use them as categories"
        return Guess("categorical", "skip", words)
    if cells.said is not None and cells.said.words:
        return Guess(kind_of(cells), "feature", cells.said.words)
    if cells.whole and name.strip().casefold() in NAMING:
        return Guess("categorical", "feature", "holds numbers that only name things, and is read as categories")
    return Guess(kind_of(cells, name))


def _as_feature(cells: Cells, guess: Guess) -> Guess:
    """A text that is different in most rows tells the rows apart and nothing else."""
    if guess.role == "feature" and guess.kind == "categorical" and cells.distinct > max(50, cells.n // 2):
        words = f"has {cells.distinct:,} different texts in {cells.n:,} rows and is left out"
        return Guess("categorical", "skip", words)
    return guess


def _names_rows(names: Sequence[str], columns: Sequence[Cells], guesses: Sequence[Guess]) -> bool:
    """Whether the first column, different in every row, is text or is called an index."""
    if len(columns) < 2 or guesses[0].role != "feature":
        return False
    first = columns[0]
    if guesses[0].kind == "text":
        return False
    index = first.whole and names[0].strip().casefold() in INDICES | {UNNAMED}
    return (index or (first.numbers is None and not _spoilt(first))) and _all_different(first)


def _all_different(cells: Cells) -> bool:
    """Whether each row has a value, and no two the same."""
    if cells.missing:
        return False
    return (len(cells.levels) if cells.codes is not None else len(np.unique(np.asarray(cells.numbers)))) == cells.n


def _set_ids_aside(
    names: Sequence[str], columns: Sequence[Cells], guesses: list[Guess], free: Sequence[bool], named: bool
) -> None:
    """Columns that are called an id, different in every row: the first names the rows if nothing else does."""
    named = named or guesses[0].role == "name"
    used = sum(guess.role == "feature" for guess in guesses)
    for j, (name, cells) in enumerate(zip(names, columns, strict=True)):
        called = _IDENTIFIES.fullmatch(name.strip()) or name.strip().casefold() in INDICES
        called = called and guesses[j].kind != "text"
        if not (free[j] and called and guesses[j].role == "feature" and used > 1 and cells.n > 1):
            continue
        if (cells.numbers is None or cells.whole) and _all_different(cells):
            words = "tells the rows apart and nothing else, and is left out" if named else ""
            guesses[j] = Guess(guesses[j].kind, "skip" if named else "name", words)
            named, used = True, used - 1


def _spoilt(cells: Cells) -> bool:
    """Whether a column is text only because of a few of its first hundred cells."""
    if cells.numbers is not None or cells.codes is None:
        return False
    some = [cells.levels[code] for code in cells.codes[:100].tolist() if code >= 0]
    return 0 < 2 * len(misfits(some)) < len(some)


def _target(
    names: Sequence[str], columns: Sequence[Cells], guesses: Sequence[Guess], given: Mapping[str, Role]
) -> int | None:
    """The column that the others seem to be there to predict; not one that was given another role."""
    features = [j for j, guess in enumerate(guesses) if guess.role == "feature"]
    used = [j for j in features if guesses[j].kind != "text"]
    if len(features) < 2 or not used:
        return None
    called = [j for j in used if names[j].strip().casefold() in TARGETS and names[j] not in given]
    if called:
        return called[-1]
    found = None
    for j in (used[-1], used[0]):
        others = [columns[k] for k in used if k != j]
        if found is None and names[j] not in given and _looks_like_classes(columns[j], others, first=j == used[0]):
            found = j
    return _rather_y(names, columns, used, given, found)


def _rather_y(
    names: Sequence[str],
    columns: Sequence[Cells],
    used: Sequence[int],
    given: Mapping[str, Role],
    found: int | None,
) -> int | None:
    """A column called y, unless there are better classes, or it is a coordinate beside x and z."""
    called = {names[j].strip().casefold() for j in used}
    ys = [j for j in used if names[j].strip().casefold() == "y" and names[j] not in given]
    classes = found is not None and (columns[found].numbers is None or "x" in called)
    return found if not ys or classes or {"x", "z"} <= called else ys[-1]


def _looks_like_classes(cells: Cells, others: Sequence[Cells], first: bool) -> bool:
    """Whether a column without a telling name holds classes: text that comes again, or a few whole numbers."""
    if cells.numbers is None:
        again = (cells.distinct <= FEW or 2 * cells.distinct <= cells.n) and not _spoilt(cells)
        return again and not (first and any(other.numbers is None for other in others))
    richer = sum(other.distinct > cells.distinct for other in others)
    return _codes(cells) and cells.distinct > 1 and 2 * richer > len(others)


def _codes(cells: Cells) -> bool:
    """Whether numbers look like class codes: few, whole, and coming again."""
    dated = cells.said is not None and cells.said.words
    return not dated and cells.whole and cells.distinct <= FEW and 2 * cells.distinct <= cells.n - cells.missing


def _target_kind(name: str, cells: Cells) -> Kind:
    """Whether a target holds classes or a real number."""
    called = name.strip().casefold() in ("class", "label", "species", "diagnosis")
    classes = cells.numbers is None or _codes(cells) or (called and cells.whole and 2 * cells.distinct <= cells.n)
    return "categorical" if classes else "numeric"
