"""What can be done about a refused run: each remedy of the engine as words for a button and what the session does.

All of it can be undone: the table and its preparation change as by every edit, another algorithm, parameter or start
as by the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.base.errors import (
    AddPoints,
    BeginAfresh,
    DropRows,
    KeepClasses,
    KeepColumns,
    LearnFromAll,
    OtherMethod,
    Prepare,
    Refusal,
    Remedy,
    SetParameter,
    TurnRatings,
)
from engine.base.words import counted, joined
from engine.data.dataset import Dataset
from engine.data.long_ratings import turned
from engine.data.preparing import steps
from engine.data.split import Split
from engine.families import algorithm
from gui.session.commands import titled
from gui.session.lane import Lane
from gui.session.preparing import keep_columns
from gui.session.recipe import Place, Recipe, set_to
from gui.session.session import Session

Choose = Callable[[Dataset, int], tuple[int, ...]]
"""Asks a person which classes to keep, so many of them; none on second thoughts."""


@dataclass(frozen=True)
class Cure:
    """A remedy on its button: what stands there, what it does in more words, and doing it."""

    words: str
    tip: str
    act: Callable[[], None]


def cures(session: Session, lane: Lane, choose: Choose) -> list[Cure]:
    """What can be done about the refusal of a lane, in the order in which its words name it."""
    if not lane.refusal:
        return []
    found = [CURES[type(remedy)](remedy, session, lane, choose) for remedy in lane.remedies]
    return [_steps_added(session, lane.wanted_steps), *found] if len(lane.wanted_steps) > 1 else found


def advised(session: Session, lane: Lane, remedies: Iterable[Remedy]) -> list[Cure]:
    """What a step of a lane advises; no story asks which classes to keep."""
    return [CURES[type(remedy)](remedy, session, lane, lambda data, count: ()) for remedy in remedies]


def _steps_added(session: Session, wanted: tuple[str, ...]) -> Cure:
    """These steps of preparation, by one button."""
    kinds = [steps()[name] for name in wanted]
    words = titled(", ".join(_small(kind.NAME) for kind in kinds))

    def act() -> None:
        preparation = session.table.preparation
        for kind in kinds:
            preparation = preparation.with_step(kind())
        session.table.prepare(preparation, words)

    return Cure(words, " ".join(kind.WORDS for kind in kinds), act)


# -- each kind ---------------------------------------------------------------------------------------------------------


def _add(remedy: AddPoints, session: Session, lane: Lane, choose: Choose) -> Cure:
    def act() -> None:
        present = set(session.table.data.classes_present)
        if remedy.other and not set(range(len(session.table.data.class_names))) - present:
            session.points.add_class()
        names = range(len(session.table.data.class_names))
        session.view.set_brush(
            next((code for code in names if code not in present), 0) if remedy.other else session.view.brush
        )
        session.view.set_tool("add")

    what = "points of another class" if remedy.other else "points"
    return Cure(f"Add {what}", f"Take the tool that adds {what}: click into the plane.", act)


def _method(remedy: OtherMethod, session: Session, lane: Lane, choose: Choose) -> Cure:
    other = algorithm(remedy.key)
    act = lambda: _change(session, lane, f"use {other.name}", remedy.key, {})  # noqa: E731
    return Cure(f"Use {other.name}", other.summary, act)


def _classes(remedy: KeepClasses, session: Session, lane: Lane, choose: Choose) -> Cure:
    def act() -> None:
        if codes := choose(session.table.data, remedy.count):
            names = joined(session.table.data.class_name(code) for code in codes)
            session.table.edit(lambda table: table.subset(np.isin(table.codes, codes)), f"keep {names}")

    number = {1: "one class", 2: "two classes"}.get(remedy.count, f"{remedy.count} classes")
    return Cure(f"Keep {number}…", "Choose the classes to keep; the points of the others are left out.", act)


def _prepare(remedy: Prepare, session: Session, lane: Lane, choose: Choose) -> Cure:
    return _steps_added(session, (remedy.step,))


def _rows(remedy: DropRows, session: Session, lane: Lane, choose: Choose) -> Cure:
    rows, count = lane.run.rows if lane.run is not None else np.zeros(0, dtype=np.intp), len(remedy.rows)
    words = "Drop the row" if count == 1 else f"Drop {count:,} rows"
    act = lambda: session.points.delete(rows[np.asarray(remedy.rows, dtype=np.intp)])  # noqa: E731
    return Cure(words, f"Leave out {counted(count, 'row')}.", act)


def _columns(remedy: KeepColumns, session: Session, lane: Lane, choose: Choose) -> Cure:
    out = counted(session.table.data.d - len(remedy.columns), "column")
    words = f"leave out {out}"
    tip = f"Keep the other {len(remedy.columns):,}."
    return Cure(titled(words), tip, lambda: keep_columns(session, remedy.columns, words))


def _ratings(remedy: TurnRatings, session: Session, lane: Lane, choose: Choose) -> Cure:
    def act() -> None:
        try:
            made = turned(session.table.data)
        except Refusal as refusal:
            return session.refused.emit("These ratings cannot be a table", str(refusal))
        return session.table.replace(made, "make a table of ratings")

    tip = "A row for each user, a column for each item, and a gap for what is not rated."
    return Cure("Make a table of ratings", tip, act)


def _parameter(remedy: SetParameter, session: Session, lane: Lane, choose: Choose) -> Cure:
    words = set_to(lane.algorithm, remedy.name, remedy.value, session.table.data.columns)
    values = lane.values | {remedy.name: remedy.value}
    return Cure(titled(words), "Change this parameter.", lambda: _change(session, lane, words, lane.key, values))


def _afresh(remedy: BeginAfresh, session: Session, lane: Lane, choose: Choose) -> Cure:
    tip = "Let go of the model that the run was to begin from."
    return Cure("Begin afresh", tip, lambda: _change(session, lane, "begin afresh", lane.key, lane.values))


def _all_rows(remedy: LearnFromAll, session: Session, lane: Lane, choose: Choose) -> Cure:
    tip = "Keep none back for validation or test."
    return Cure("Learn from all rows", tip, lambda: session.table.set_split(Split()))


CURES: dict[type[Remedy], Callable[[Any, Session, Lane, Choose], Cure]] = {
    AddPoints: _add,
    OtherMethod: _method,
    KeepClasses: _classes,
    Prepare: _prepare,
    DropRows: _rows,
    KeepColumns: _columns,
    SetParameter: _parameter,
    TurnRatings: _ratings,
    BeginAfresh: _afresh,
    LearnFromAll: _all_rows,
}
"""The one dispatch: the kind of a remedy decides what its button does."""


# -- what is not an edit of the data ----------------------------------------------------------------------------------


def _change(session: Session, lane: Lane, words: str, key: str, values: dict[str, Any]) -> None:
    step: Place = "same" if key == lane.key else 0
    other = Lane(lane.identity, key, values, lane.seed)
    session.change_run(words, replace(Recipe.of(other), step=step))


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]
