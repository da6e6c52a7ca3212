"""What becomes of each column of a raw table: decided once, with its cells in the form that was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np

from engine.base.dates import DAYS
from engine.base.errors import Refusal
from engine.base.words import listed, quoted, short
from engine.data.dataset import NUMBERS, Kind
from engine.data.tables.cells import Cells
from engine.data.tables.columns import Guess, Role, column_guesses, is_dated, scale_of
from engine.data.tables.marks import check_marks, misfits
from engine.data.tables.moments import days
from engine.data.tables.options import Options
from engine.data.tables.raw import Table

LONGEST = 40
"""Of a longer cell the words of a refusal show the beginning."""


@dataclass(frozen=True, eq=False)
class Planned:
    """A column and what becomes of it.

    cells   its numbers where it is numeric; where it is not, or names the rows, the codes of its texts
    levels  the levels of a column that is not numeric, in order
    fault   why it cannot be read as planned, in words; "" when it can
    """

    name: str
    guess: Guess
    cells: Cells
    levels: tuple[str, ...] = ()
    fault: str = ""

    @property
    def unit(self) -> str:
        """What its numbers are numbers of, where its cells say so."""
        said = self.cells.said
        return said.unit if said is not None and self.guess.kind in NUMBERS else ""

    @property
    def title(self) -> str:
        """Its name with the unit of its numbers, unless the name says it."""
        told = not self.unit or self.unit in self.name or self.name.endswith((")", "]")) or self.guess.kind == "date"
        return self.name if told else f"{self.name} ({self.unit})"

    @property
    def doubt(self) -> str:
        """The two ways in which its cells may be read, in words; "" when nothing is doubtful, or without questions."""
        asked = self.guess.role in ("feature", "target") and self.guess.kind in NUMBERS
        return self.cells.said.doubt if asked and self.cells.said is not None else ""


def planned(table: Table, options: Options) -> list[Planned]:
    """Every column of the table with what was guessed of it or said by the person."""
    _check_words(table, options)
    options = _with_declared(table, options)
    kinds, roles = dict(options.kinds or {}), dict(options.roles or {})
    if options.target is not None:
        roles = {name: role for name, role in roles.items() if role != "target"} | {options.target: "target"}
    cells = [_seen(table, j, kinds.get(name)) for j, name in enumerate(table.names)]
    pairs = zip(table.names, cells, strict=True)
    numeric = [_as_numbers(one) if kinds.get(name) in NUMBERS else one for name, one in pairs]
    guesses = column_guesses(table.names, numeric, roles, kinds)
    said = [replace(guess, kind=kinds.get(name, guess.kind)) for name, guess in zip(table.names, guesses, strict=True)]
    return [_decided(table, j, said[j], cells[j], options) for j in range(len(said))]


def _with_declared(table: Table, options: Options) -> Options:
    """The options, and below them what the file itself says of its columns."""
    said = table.declared
    kinds = {name: kind for name, kind in said.kinds.items() if name in table.names} | dict(options.kinds or {})
    levels = {name: held for name, held in said.levels.items() if name in table.names} | dict(options.levels or {})
    own = dict(options.roles or {})
    once = {"target", "name"} & {*own.values(), *(["target"] if options.target is not None else [])}
    roles: dict[str, Role] = {}
    for name, role in said.roles.items():
        if name in table.names and name not in own:
            roles[name] = "feature" if role in once and role == "target" else "skip" if role in once else role
            once |= {role} & {"target", "name"}
    return replace(options, kinds=kinds, roles=roles | own, levels=levels)


def _seen(table: Table, j: int, kind: Kind | None) -> Cells:
    """The cells of column j as they are stored; as texts where the file or the person says that they are."""
    quoted = bool(table.quoted) and table.quoted[j]
    as_text = quoted if kind is None else kind not in NUMBERS
    return replace(table.cells(j, as_text=True), numbers=None, said=None) if as_text else table.cells(j)


def _as_numbers(cells: Cells) -> Cells:
    """The cells as the person says they are, so that the role is guessed of numbers; a text is a fault later."""
    return cells if cells.numbers is not None else Cells(np.arange(cells.n) + 0.5)


def _decided(table: Table, j: int, guess: Guess, cells: Cells, options: Options) -> Planned:
    """Column j in its form: as numbers, as the codes of levels, as the names of rows, or as it is when left out."""
    name = table.names[j]
    if guess.role == "skip":
        return Planned(name, guess, cells)
    if guess.role != "name" and guess.kind == "numeric":
        return Planned(name, guess, cells, fault=_no_number(table, j, cells))
    if guess.role == "target" and guess.kind == "date":  # what is predicted is a number
        return _decided(table, j, replace(guess, kind="numeric"), cells, options)
    if guess.role != "name" and guess.kind == "date":
        return Planned(name, guess, cells, fault=_no_date(table, j, cells))
    cells = cells if cells.codes is not None else table.cells(j, as_text=True)
    if guess.role == "name":
        return Planned(name, guess, cells)
    scale = scale_of(cells.levels) if guess.kind == "ordinal" else ()
    levels = (options.levels or {}).get(name, scale or cells.levels)
    return Planned(name, guess, cells, tuple(levels), _no_level(table, name, guess.role, cells, levels))


# -- faults ------------------------------------------------------------------------------------------------------------


def _no_number(table: Table, j: int, cells: Cells) -> str:
    """Which cell of a numeric column is a text or infinite."""
    if cells.numbers is None:
        row = int(np.argmax(np.isin(np.asarray(cells.codes), misfits(cells.levels, table.marks.get(table.names[j])))))
        why = "the column is to be numeric: mend the cell, name it as missing, or read the column as categorical."
        return f"{_where(table, table.names[j], row)} is {_short(table.text(j, row))!r}, and {why}"
    infinite = np.isinf(cells.numbers)
    if not infinite.any():
        return ""
    row = int(np.argmax(infinite))
    why = "which is infinite or too large for a number: mend the cell, or empty it to make it a missing one."
    return f"{_where(table, table.names[j], row)} is {_short(table.text(j, row))!r}, {why}"


def _no_date(table: Table, j: int, cells: Cells) -> str:
    """Which cell of a column of dates is none, or that its cells are plain numbers."""
    name = table.names[j]
    if cells.codes is None or cells.numbers is not None:
        if is_dated(cells) or DAYS in name:
            return ""
        why = f"nothing says of which day: read it as numeric, or write {DAYS} in its name."
        return f"Column {short(name)} of {table.file} holds numbers and no dates, and {why}"
    odd = [place for place, text in enumerate(cells.levels) if days(text) is None]
    if not odd:
        return f"The dates of column {short(name)} of {table.file} cannot be read together: write them as 2024-03-17."
    row = int(np.argmax(np.isin(np.asarray(cells.codes), odd)))
    why = "which is no date: mend the cell, name it as missing, or read the column as categorical."
    return f"{_where(table, name, row)} is {_short(table.text(j, row))!r}, {why}"


def _no_level(table: Table, name: str, role: Role, cells: Cells, levels: Sequence[str]) -> str:
    """Which cell is none of the levels; of a target also that it has none."""
    known = set(levels)
    unknown = [place for place, level in enumerate(cells.levels) if level not in known]
    if unknown:
        row = int(np.argmax(np.asarray(cells.codes) == unknown[0]))
        why = f"which is none of the levels {listed(levels)}: add the level, or mend the cell."
        return f"{_where(table, name, row)} is {quoted(cells.levels[unknown[0]])}, {why}"
    if role == "target" and not levels:
        return f"Column {short(name)} of {table.file} has no class in any row: choose another target."
    return ""


def _where(table: Table, name: str, row: int) -> str:
    return f"Row {row + 1}, column {short(name)} of {table.file}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _check_words(table: Table, options: Options) -> None:
    """Every name that the options use is a column, every kind and role exists, and there is one target at most."""
    kinds, roles = options.kinds or {}, options.roles or {}
    marks = options.marks or {}
    for name, mark in marks.items():
        check_marks(name, mark)
    for name in (
        *kinds,
        *roles,
        *marks,
        *(options.levels or {}),
        *([options.target] if options.target is not None else []),
    ):
        if name not in table.names:
            raise Refusal(f"{table.file} has no column {quoted(name)}. It has: {listed(table.names)}.")
    for given, legal in ((kinds, get_args(Kind)), (roles, get_args(Role))):
        for name, value in given.items():
            if value not in legal:
                raise Refusal(f"Column {short(name)} cannot be {quoted(value)}: choose one of {', '.join(legal)}.")
    for role in ("target", "name"):
        if list(roles.values()).count(role) > 1:
            raise Refusal(f"{table.file}: only one column can have the role {role}; give the others another role.")
