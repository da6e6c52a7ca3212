"""A session in one file: the data, every lane with its cursor, the view and the notes. Loading never runs anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.base.coding import encoded
from engine.base.errors import Refusal
from engine.base.files import parsed, replaced
from engine.data.plane import checked_view
from engine.export.recipe import data_from_json, run_from_json, run_to_json
from gui.session.lane import Lane
from gui.session.session import Session
from gui.session.transport import Transport

FORMAT, VERSION = "learnscope-session", 1


def save_session(session: Session, path: str | Path) -> None:
    """Write the session; the file takes its place only when it is whole."""
    content = {"format": FORMAT, "version": VERSION, **to_json(session)}
    text = json.dumps(content, allow_nan=False)
    with replaced(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    session.saved(Path(path))


def open_session(session: Session, path: str | Path) -> None:
    """Read a session into the window; a damaged or hostile file is refused and the present one stays."""
    content = parsed(path, FORMAT, VERSION)
    try:
        restore(session, content)
    except Refusal as refusal:
        raise Refusal(f"{Path(path).name} cannot be opened. {refusal}") from refusal
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError, MemoryError) as error:
        raise Refusal(f"{Path(path).name} is damaged: {error}.") from error
    session.path = Path(path)


def to_json(session: Session) -> dict[str, Any]:
    """Everything that makes the session what it is, as plain JSON values."""
    return {
        "data": encoded(session.data),
        "lanes": [_lane_to_json(lane) for lane in session.lanes],
        "active": session.active,
        "view": encoded(session.view),
        "holdout": session.holdout,
        "together": session.together,
        "overlaid": session.overlaid,
        "notes": session.notes,
    }


def restore(session: Session, content: dict[str, Any]) -> None:
    """Put the content of a file in the place of what is open; everything is checked before anything changes."""
    data = data_from_json(content.get("data"))
    runs = content.get("lanes")
    if not isinstance(runs, list) or not runs:
        raise Refusal("The file holds no run.")
    lanes = [_lane_from_json(item, number) for number, item in enumerate(runs)]
    view = checked_view(content.get("view", "auto"), data.d)
    share, notes = content.get("holdout", 0.0), content.get("notes", "")
    if not isinstance(share, (int, float)) or not 0 <= share <= 0.5 or not isinstance(notes, str):
        raise Refusal("The share of validation rows must lie from 0 to 0.5, and the notes must be text.")
    session.put(data, lanes, view, float(share), notes)
    session.set_together(content.get("together") is not False)
    session.set_overlaid(content.get("overlaid") is True)


def _lane_to_json(lane: Lane) -> dict[str, Any]:
    place = lane.transport.wanted
    return {**run_to_json(lane.key, lane.values, lane.seed, lane.start), "step": "end" if place is None else place}


def _lane_from_json(content: Any, number: int) -> Lane:
    run = run_from_json(content)
    step = content.get("step", 0)
    if step != "end" and (isinstance(step, bool) or not isinstance(step, int) or step < 0):
        raise Refusal(f"The step of run {number + 1} must be a whole number from 0 on.")
    lane = Lane(number, run["algorithm"], run["params"], run["seed"])
    lane.start = run["start"]
    lane.transport = Transport(wanted=None if step == "end" else step)
    return lane
