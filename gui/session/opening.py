"""Opening a file: what it is, and a run begun from one. The command line asks it before there is Qt, so it has none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from engine.base.errors import Refusal
from engine.base.files import format_of
from engine.base.words import listed, quoted
from engine.export.carried import Carried, with_answers
from engine.models.shapes import called

if TYPE_CHECKING:  # it would bring Qt
    from gui.session.runs import Runs
    from gui.session.session import Session

Kind = Literal["session", "lesson", "model", "table"]
"""What can be opened; each kind has its opener where it is opened (`window/desk.py`, `start/request.py`)."""

SUFFIX = ".learnscope"


def kind_of(path: Path) -> Kind:
    """What a file is: one of ours by its suffix or by the format that stands in it, else a table."""
    if path.suffix == SUFFIX:
        return "session"
    ours = format_of(path).removeprefix("learnscope-")
    return next((kind for kind in get_args(Kind) if kind == ours), "table")


def begin_from(session: Runs, loaded: Any, file: str) -> None:
    """Begin the active run from a model that was loaded, if its algorithm can."""
    if words := no_beginning(session, loaded):
        raise Refusal(words)
    session.set_start(alone(loaded))
    session.said.emit(f"The run begins from the model in {file}.")


def no_beginning(session: Runs, loaded: Any) -> str:
    """Why the active run cannot begin from a model, "" if it can."""
    if not session.lanes:
        return "Choose an algorithm first, to begin a run from it."
    algorithm, model = session.lane.algorithm, alone(loaded)
    if isinstance(model, algorithm.starts):
        return ""
    return f"It holds a model of another kind ({called(model)}), and {algorithm.name} cannot begin from it."


def alone(loaded: Any) -> Any:
    """The model itself, without the table that it carries."""
    return loaded.model if isinstance(loaded, Carried) else loaded


def apply_to_table(session: Session, loaded: Carried, file: str) -> None:
    """Put what a model says of each row beside the table, as columns; a table that does not suit it is refused."""
    columns = [column.name for column, _ in loaded.answers(session.table.raw)]
    taken = [name for name in columns if name in session.table.raw.feature_names]
    if taken:
        raise Refusal(f"The table has a column {quoted(taken[0])} already: delete it or give it another name first.")
    session.table.edit(lambda table: with_answers(loaded, table), f"apply {file}")
    session.said.emit(f"Beside each row stands what the model in {file} says of it: {listed(columns)}.")
