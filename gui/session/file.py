"""A session in one file: the data, every lane with its cursor, the view, the notes and how the window shows it all.

Loading never runs anything. What a file holds is built and checked whole before anything that is open changes.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.base.coding import decoded, encoded, number
from engine.base.errors import Refusal
from engine.base.files import parsed, replaced
from engine.data.dataset import Dataset
from engine.data.plane import View, checked_view
from engine.data.preparing.preparation import Preparation, Prepared
from engine.data.split import Split, split_from_json
from engine.export.recipe import data_from_json, run_from_json, run_to_json
from gui.session.lane import Lane
from gui.session.looks import Looks, Shares, SurfaceLook, Tick
from gui.session.session import Session
from gui.session.transport import MOST_LANES, Transport

FORMAT, VERSION = "learnscope-session", 3
DAMAGE = (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError, MemoryError)
"""What a hostile file can bring about on the way."""
SLICE, REST = 0.003, 0.002
"""Writing beside a window that is used pauses this often and this long."""


@dataclass(frozen=True)
class KeptRun:
    """One run; `step` is where its cursor should be, None for its last step."""

    key: str
    values: dict[str, Any]
    seed: int
    start: Any
    step: int | None


@dataclass(frozen=True)
class Content:
    """All that a file holds, as it was at one moment: it does not change while it is written.

    origin     the file that the session was opened from, when it is kept for recovery
    prepared   the preparation as it was fitted, by the session or by reading it; no file holds it
    """

    table: Dataset
    runs: tuple[KeptRun, ...]
    active: int = 0
    view: View = "auto"
    split: Split = field(default_factory=Split)
    looked: dict[int, int] = field(default_factory=dict)
    together: bool = True
    overlaid: bool = False
    speed: float = 4.0
    query: np.ndarray | None = None
    notes: str = ""
    looks: Looks = field(default_factory=Looks)
    origin: str = ""
    preparation: Preparation = field(default_factory=Preparation)
    prepared: Prepared | None = None

    @property
    def data(self) -> Dataset:
        """What the runs learn from."""
        return self.table if self.prepared is None else self.prepared.data


def save_session(session: Session, path: str | Path) -> None:
    """Write the session; the file takes its place only when it is whole."""
    write(content_of(session), path)
    session.document.saved(Path(path))


def open_session(session: Session, path: str | Path) -> None:
    """Read a session into the window; a damaged or hostile file is refused and the present one stays."""
    put(session, read(path))
    session.document.saved(Path(path))


def content_of(session: Session) -> Content:
    """Everything that makes the session what it is. It takes no time: the data and the models are shared."""
    runs = (
        KeptRun(lane.key, dict(lane.values), lane.seed, lane.start, lane.transport.wanted) for lane in session.lanes
    )
    return Content(
        session.table.raw, tuple(runs), session.active, session.view.chosen, session.table.split,
        dict(session.table.looked), session.together, session.view.overlaid, session.speed, session.view.query,
        session.document.notes, session.view.looks_now(), "", session.table.preparation, session.table.prepared,
    )  # fmt: skip


def put(session: Session, content: Content) -> None:
    """Put what was in a file in the place of what is open. All that can be refused comes first: then nothing goes."""
    lanes = [lane_of(run, number) for number, run in enumerate(content.runs)]
    session.set_together(content.together)
    session.view.set_overlaid(content.overlaid)
    session.put(
        content.table, lanes, content.view, content.split, content.notes, content.active, content.preparation,
        content.prepared,
    )  # fmt: skip
    session.set_speed(content.speed)
    if content.query is not None:
        session.view.ask(content.query)
    session.view.looks, session.table.looked = content.looks, dict(content.looked)
    session.tell_come_back()


def lane_of(run: KeptRun, number: int) -> Lane:
    """A lane as it was; a step that its run does not have on these data is kept in mind."""
    lane = Lane(number, run.key, run.values, run.seed)
    lane.start = run.start
    lane.transport = Transport(wanted=run.step, met=run.step is not None)
    return lane


# -- to a file ---------------------------------------------------------------------------------------------------------


def write(content: Content, path: str | Path, resting: Callable[[float], object] | None = None) -> None:
    """Write it all; with a way to rest it pauses now and then, so that a window beside it keeps its pace."""
    until = time.monotonic() + SLICE
    with replaced(path) as temporary, open(temporary, "w", encoding="utf-8") as file:
        for text in pieces(content):
            file.write(text)
            if resting is not None and time.monotonic() > until:
                resting(REST)
                until = time.monotonic() + SLICE


def pieces(content: Content) -> Iterator[str]:
    """The text of a file in short pieces, none of which takes long to make."""
    plain = {"format": FORMAT, "version": VERSION, **to_json(content)}
    return json.JSONEncoder(allow_nan=False).iterencode(plain)


def to_json(content: Content) -> dict[str, Any]:
    """The content as plain JSON values."""
    origin = {"origin": content.origin} if content.origin else {}
    return {
        "data": encoded(content.table, packed=True),
        "preparation": content.preparation.to_json(),
        "lanes": [_run_to_json(run) for run in content.runs],
        "active": content.active,
        "view": encoded(content.view),
        "split": content.split.to_json(),
        "looked": {str(seed): times for seed, times in content.looked.items()},
        "together": content.together,
        "overlaid": content.overlaid,
        "speed": encoded(content.speed),
        "query": encoded(content.query),
        "notes": content.notes,
        "looks": encoded(content.looks),
        **origin,
    }


def _run_to_json(run: KeptRun) -> dict[str, Any]:
    whole = run_to_json(run.key, run.values, run.seed, run.start)
    return {**whole, "step": "end" if run.step is None else run.step}


# -- from a file -------------------------------------------------------------------------------------------------------


def read(path: str | Path) -> Content:
    """What a file holds, every part of it checked; a Refusal says what is wrong with it."""
    content = parsed(path, FORMAT, VERSION)
    try:
        return from_json(content)
    except Refusal as refusal:
        raise Refusal(f"{Path(path).name} cannot be opened. {refusal}") from refusal
    except DAMAGE as error:
        raise Refusal(f"{Path(path).name} is damaged: its parts do not fit together.") from error


def from_json(content: dict[str, Any]) -> Content:
    """The content of a file again; nothing of it is put anywhere yet."""
    table, preparation = data_from_json(content.get("data")), Preparation.from_json(content.get("preparation", []))
    items = content.get("lanes")
    if not isinstance(items, list) or not 1 <= len(items) <= MOST_LANES:
        raise Refusal("The file holds no run." if not items else f"A session has at most {MOST_LANES} runs.")
    runs = tuple(_run_from_json(item, place) for place, item in enumerate(items))
    split, speed = split_from_json(content.get("split", {})), _within(content, "speed", 4.0, 0.001, math.inf)
    prepared = preparation.fit(table, split.of(table).training) if preparation.is_on else None
    d = (table if prepared is None else prepared.data).d
    view = checked_view(content.get("view", "auto"), d)
    active = content.get("active", 0)
    if type(active) is not int or not 0 <= active < len(runs):
        raise Refusal(f"The active run must be one of the {len(runs)} in the file.")
    return Content(
        table, runs, active, view, split, _looked(content.get("looked", {})), content.get("together") is not False,
        content.get("overlaid") is True, speed,
        _query(content.get("query"), d), _words(content, "notes"), _looks(content.get("looks")),
        _words(content, "origin"), preparation, prepared,
    )  # fmt: skip


def _run_from_json(content: Any, place: int) -> KeptRun:
    run = run_from_json(content)
    step = content.get("step", 0)
    if step != "end" and (isinstance(step, bool) or not isinstance(step, int) or step < 0):
        raise Refusal(f"The step of run {place + 1} must be a whole number from 0 on.")
    return KeptRun(run["algorithm"], run["params"], run["seed"], run["start"], None if step == "end" else step)


def _within(content: dict[str, Any], name: str, usual: float, low: float, high: float) -> float:
    value = number(content.get(name, usual))
    if not low <= value <= high:
        raise Refusal(f"{name} is {value:g} in the file; it must lie from {low:g} to {high:g}.")
    return value


def _words(content: dict[str, Any], name: str) -> str:
    words = content.get(name, "")
    if not isinstance(words, str):
        raise Refusal(f"The {name} in the file must be text.")
    return words


def _looked(content: Any) -> dict[int, int]:
    """How often the test rows were looked at, by seed."""
    if not isinstance(content, dict) or not all(type(times) is int and times > 0 for times in content.values()):
        raise Refusal("How often the test rows were looked at must be whole numbers in the file.")
    return {int(seed): times for seed, times in content.items()}


def _query(content: Any, d: int) -> np.ndarray | None:
    point = decoded(content, {})
    if point is not None and not (isinstance(point, np.ndarray) and point.shape == (d,) and point.dtype == float):
        raise Refusal(f"The point that is asked about must have {d} numbers.")
    return point


def _looks(content: Any) -> Looks:
    looks = decoded(content, {kind.__name__: kind for kind in (Looks, SurfaceLook, Shares, Tick)})
    if looks is not None and not isinstance(looks, Looks):
        raise Refusal("How the window shows the session is damaged in the file.")
    return looks or Looks()
