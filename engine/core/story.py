"""What a step says: a sentence, the formula, the formula with this step's numbers, and what can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.base.errors import Remedy
from engine.base.snapshot import snapshot
from engine.core.errata import Misprint
from engine.core.surfaces import Role


@snapshot
class Number:
    """A live number beside the formula: `Number("activation a", -2.0)`; an array is shown component by component."""

    name: str
    value: Any
    note: str = ""


@snapshot
class Table:
    """A small table of this step, such as the gains of all attributes; `chosen` is the row to highlight."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    chosen: int | None = None


@dataclass(frozen=True)
class Check:
    """An invariant that this step promises, and whether it holds."""

    words: str
    holds: bool


@dataclass(frozen=True)
class Event:
    """What happened at a step, for its mark on the timeline: a word or a few ("mistake", "new best"), and its role.

    The window colours the role and knows no word: what went wrong is "wrong", the best so far "best".
    """

    word: str
    role: Role = "plain"


@dataclass(frozen=True)
class Story:
    """The explanation of one step.

    sentence  what happened, in plain words with the names of the rows and classes
    formula   the rule in LaTeX, the same at every step of its kind (it is typeset once and cached)
    worked    the same rule with this step's numbers, one line of plain text for each line of the calculation
    numbers   the quantities worth watching;  tables, checks   see above
    misprints what the lecture notes print wrongly about this very step; the card adds them (`Algorithm.explain`)
    remedies  what the sentence advises, of the closed vocabulary of refusals: each is a button below it
    """

    sentence: str
    formula: str
    worked: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()
    tables: tuple[Table, ...] = ()
    checks: tuple[Check, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    remedies: tuple[Remedy, ...] = ()
