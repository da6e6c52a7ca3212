"""What a person should know of the columns of a table before using them, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import counted, quoted, short
from engine.data.dataset import NUMBERS
from engine.data.tables.marks import misfits
from engine.data.tables.planning import Planned


def remarks(columns: Sequence[Planned]) -> list[str]:
    """What a person should know of the columns before using them."""
    told = [_mixed(one) or f"Column {one.name} {one.guess.words}." for one in columns if one.guess.words]
    used = [one for one in columns if one.guess.role in ("feature", "target")]
    told += [
        f"Column {one.name} has whole numbers beyond 9,007,199,254,740,992, which are rounded."
        for one in used if one.cells.rounded and one.guess.kind == "numeric"
    ]  # fmt: skip
    told += [words for one in used if not one.guess.words and (words := _mixed(one))]
    told += [
        f"Column {short(one.name)} can be read in two ways: {one.doubt}. The first is taken."
        for one in columns
        if one.doubt
    ]
    if len(columns) == 1:
        told.append(f"There is one column only, {columns[0].name}: if there should be more, choose another delimiter.")
    return told


def _mixed(one: Planned) -> str:
    """A column that is text only because of a few of its cells."""
    if one.guess.kind in NUMBERS or one.cells.numbers is not None or one.cells.codes is None or one.cells.dates:
        return ""
    texts = misfits(one.cells.levels)
    strange = np.isin(one.cells.codes, texts)
    count = int(strange.sum())
    if not 0 < 2 * count < one.cells.n - one.cells.missing:
        return ""
    row = int(np.argmax(strange))
    fate = "left out" if one.guess.role == "skip" else f"read as {one.guess.kind}"
    return (
        f"Column {short(one.name)} holds numbers, but {counted(count, 'cell is', 'cells are')} text, first "
        f"{quoted(one.cells.levels[one.cells.codes[row]])} in row {row + 1}: it is {fate}."
    )


def gaps(columns: Sequence[Planned]) -> list[str]:
    """How many cells are missing, and where."""
    holed = [one for one in columns if one.cells.missing and one.guess.role in ("feature", "target")]
    if not holed:
        return []
    most = ", ".join(
        f"{short(one.name, 40)} {one.cells.missing:,}" for one in sorted(holed, key=lambda one: -one.cells.missing)[:5]
    )
    count = sum(one.cells.missing for one in holed)
    return [f"{counted(count, 'cell is', 'cells are')} missing: {most}{', …' if len(holed) > 5 else ''}."]
