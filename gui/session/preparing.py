"""What several parts of the window do to the table of a session and its preparation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.data.dataset import Column
from engine.data.preparing.step import beside
from engine.data.split import PARTS
from engine.export.carried import Carried, with_answers
from engine.export.models import save_model
from gui.session.session import Session


def carried(session: Session, model: Any) -> Carried:
    """A model of the active run with the table that it was fitted to."""
    return Carried.of(
        model, session.table.raw, session.lane.algorithm.task_on(session.table.data), session.table.prepared
    )


def write_model(session: Session, model: Any, path: Path) -> None:
    """The model as JSON, with its columns, its preparation and its classes."""
    save_model(carried(session, model), path)


def write_answers(session: Session, model: Any, path: Path, plain: bool = True) -> None:
    """The table as CSV, and beside each row what the model says of it; not `plain`: what Orange writes of columns."""
    from engine.data.tables.writing import write_csv

    table = with_answers(carried(session, model), session.table.raw)
    codes = session.table.parts.codes
    if codes.any():  # an answer on a row that was learned from is worth less
        table = beside(table, codes[:, None].astype(float), [Column("part", "categorical", PARTS)])
    write_csv(table, path, plain)


def keep_columns(session: Session, columns: Sequence[int], words: str) -> None:
    """Leave out all columns but these: of the table, or, where they were prepared, by a step more."""
    from engine.data.preparing.terms import Drop

    data = session.table.data
    if session.table.prepared is None:
        return session.table.edit(lambda table: table.select(columns), words)
    out = [name for place, name in enumerate(data.feature_names) if place not in set(columns)]
    session.table.prepare(session.table.preparation.with_step(Drop(), out), words)
    return None
