"""Opening a file: what it is, and a run begun from one. The command line asks it before there is Qt, so it has none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from engine.base.errors import Refusal
from engine.base.files import format_of
from engine.export.carried import Carried
from engine.export.models import load_model

if TYPE_CHECKING:  # it would bring Qt
    from gui.session.runs import Runs

Kind = Literal["session", "lesson", "model", "table"]
"""What can be opened; each kind has its opener where it is opened (`window/desk.py`, `start/request.py`)."""

SUFFIX = ".learnscope"


def kind_of(path: Path) -> Kind:
    """What a file is: one of ours by its suffix or by the format that stands in it, else a table."""
    if path.suffix == SUFFIX:
        return "session"
    ours = format_of(path).removeprefix("learnscope-")
    return next((kind for kind in get_args(Kind) if kind == ours), "table")


def open_model(session: Runs, path: Path) -> None:
    """Begin the active run from the model in a file, if its algorithm can."""
    loaded, algorithm = load_model(path), session.lane.algorithm
    model = loaded.model if isinstance(loaded, Carried) else loaded
    if not isinstance(model, algorithm.starts):
        raise Refusal(
            f"It holds a model of the kind {type(model).__name__}, and {algorithm.name} cannot begin from one."
        )
    session.set_start(model)
    session.said.emit(f"The run begins from the model in {path.name}.")
