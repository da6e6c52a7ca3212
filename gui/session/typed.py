"""What a person typed into a cell of the table, as the number that stands for it; anything else is refused in words."""

from __future__ import annotations

from engine.base.errors import Refusal
from engine.base.words import listed, quoted, short
from engine.data.dataset import Dataset
from gui.session.numbers import parsed, parsed_date, unclear


def parsed_cell(data: Dataset, row: int, column: int, text: str) -> float:
    """The value a person typed into a cell: a number, a date, the name of a level, or nothing for a missing cell."""
    words, feature = text.strip(), data.columns[column]
    if words in ("", "?"):
        return float("nan")
    if feature.levels:
        if words not in feature.levels:
            there = listed(feature.levels)
            raise Refusal(f"{short(feature.name)} has no level {quoted(words)}. Its levels are {there}.")
        return float(feature.levels.index(words))
    where = f"Row {short(data.row_name(row))}, column {short(feature.name)}"
    return parsed_date(words, where) if feature.is_date else _number(words, where)


def is_new_text(data: Dataset, column: int, text: str) -> bool:
    """Whether what was typed into a cell of a column of texts is none that the column has."""
    feature = data.columns[column] if column < data.d else None
    return feature is not None and feature.is_text and text.strip() not in ("", "?", *feature.levels)


def parsed_target(data: Dataset, row: int, text: str) -> float:
    """The target a person typed: the name of a class, or a number."""
    if data.target == "class":
        if text.strip() not in data.class_names:
            raise Refusal(f"There is no class {quoted(text.strip())}. The classes are {listed(data.class_names)}.")
        return data.class_names.index(text.strip())
    if data.target is None:
        raise Refusal("The table has no target column.")
    where = f"Row {short(data.row_name(row))}, column {short(data.target_name)}"
    return parsed_date(text.strip(), where) if data.target_column.is_date else _number(text.strip(), where)


def _number(text: str, where: str) -> float:
    number = parsed(text)
    if words := unclear(text):
        raise Refusal(f"{where}: {words}.")
    if number is None:
        raise Refusal(f"{where}: {quoted(text)} is not a number, or is too large for one.")
    return number
