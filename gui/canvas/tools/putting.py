"""Where something is put: at the pointer, or exactly on the row that is meant; and typing where it is instead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.algorithm import Handle
from gui.canvas.tools.holding import NEAR, ONTO, AnyGrip, Hold, pulled, seen
from gui.canvas.tools.in_place import Entry, held_entry
from gui.canvas.tools.tool import Ground, Pointer
from gui.session.coordinates import Coordinate, of_features
from gui.session.placing import Grip, positions, seen_data, snaps

SNAP = 6.0
"""Pixels from the point of a row within which something is put onto it."""


def row_under(view: Ground, pointer: Pointer) -> int | None:
    """The row that is meant by something put at a pointer; none while it is put freely, or the row has gaps."""
    row = None if pointer.free else view.row_at(pointer.place, SNAP)
    return row if row is not None and np.isfinite(view.session.table.data.X[row]).all() else None


def put_at(view: Ground, handle: Handle, pointer: Pointer) -> tuple[np.ndarray, int | None]:
    """(d,) where a handle is put with the mouse there, and the row that it is put onto."""
    row = row_under(view, pointer) if snaps(handle) else None
    return (view.to_space(pointer.uv[None])[0] if row is None else view.session.table.data.X[row]), row


def follow(hold: Hold[Grip] | Hold[AnyGrip], view: Ground, pointer: Pointer) -> None:
    """What is held follows the mouse; a start that was placed, and a query, meet the rows exactly."""
    grip = hold.grip
    onto_rows = isinstance(grip, Grip) and snaps(grip.handle) and not hold.again
    row = row_under(view, pointer) if onto_rows else None
    hold.move(pulled(hold.grip, view, pointer.uv) if row is None else view.session.table.data.X[row], row)


def ask_at(view: Ground, pointer: Pointer) -> None:
    """Ask about the place under the mouse, or about the very row there."""
    session, row = view.session, row_under(view, pointer)
    session.view.ask(view.to_space(pointer.uv[None])[0] if row is None else session.table.data.X[row], row)
    if row is not None:
        session.said.emit(ONTO.format(session.table.data.row_name(row)))


def is_query_at(view: Ground, pointer: Pointer) -> bool:
    """Whether the point that is asked about is under the pointer."""
    query = view.session.view.query
    if query is None or len(query) != view.session.table.data.d:
        return False
    away = view.pixels(view.placed(query[None]))[0] - (pointer.place.x(), pointer.place.y())
    return bool(np.hypot(*away) <= NEAR * view.appearance.scale)


def grip_entry(view: Ground, grip: AnyGrip, again: bool) -> Entry:
    """What is typed for what is held on the plane; the run begins from it as after a drag."""
    entry = held_entry(view.session, grip, seen(view, grip, grip.place)[0], again)
    if not isinstance(grip, Grip) or grip.handle.rod:
        return entry

    def placed() -> np.ndarray:
        lane = view.session.lane
        there = positions(lane.start, grip.handle, seen_data(lane, view.session.table.data))
        return seen(view, grip, there[grip.number]) if grip.number < len(there) else np.zeros((0, 2))

    return replace(entry, placed=placed)


def query_entry(view: Ground) -> Entry:
    """The text to be edited for the queried point."""
    session = view.session
    assert session.view.query is not None
    there = of_features(session.table.data.columns, session.view.query)

    def placed() -> np.ndarray:
        query = session.view.query
        return view.placed(query[None]) if query is not None else np.zeros((0, 2))

    return Entry("the point you ask about", there, placed()[0], session.view.ask, placed)


def row_entry(view: Ground, row: int) -> Entry:
    """What is typed for the point of a row: its features, as the picture has them."""
    session = view.session
    name, there = (
        f"point {session.table.data.row_name(row)}",
        of_features(session.table.data.columns, session.table.data.X[row]),
    )
    y, up = session.table.data.y, session.view.plane.target
    if y is not None and up:
        there.append(Coordinate(session.table.data.target_name, float(y[row])))

    def take(values: np.ndarray) -> None:
        if y is not None and up:
            session.points.move((row,), values[None, :-1], targets=values[-1:])
        else:
            session.points.move((row,), values[None])

    def placed() -> np.ndarray:
        data = session.table.data
        return view.to_view(data.X[[row]], data.y[[row]] if data.y is not None and up else None)

    return Entry(name, there, view.uv[row], take, placed)
