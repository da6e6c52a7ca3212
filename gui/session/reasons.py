"""Why an action cannot be done now: each answers with a sentence that says what to do, or with "" if it can."""

from __future__ import annotations

from typing import Any

from engine.core.marks import Graph
from engine.core.set_by_data import SetByData
from engine.data.plane import no_response_plane
from gui.session.lane import Lane, decided
from gui.session.looks import MEASURED
from gui.session.session import Session
from gui.session.table import BEING_PREPARED
from gui.session.transport import MOST_LANES


def always(session: Session) -> str:
    """For an action that is never disabled."""
    return ""


def nothing_selected(session: Session) -> str:
    return "" if session.selection.rows else "No point is selected: click one, or drag a frame around some."


def no_points(session: Session) -> str:
    return "" if session.table.data.n else "There are no points yet: click some into the plane."


def no_residuals(session: Session) -> str:
    if session.view.plane.target:
        many = session.table.data.n > MEASURED
        return (
            f"Residuals are drawn of {MEASURED} rows at most, and there are {session.table.data.n:,}." if many else ""
        )
    words = no_response_plane(session.table.data)
    return words or "Residuals are drawn where the target goes up: choose it as the axis up."


def no_undo(session: Session) -> str:
    if session.table.fitting.busy:
        return BEING_PREPARED
    return "" if session.table.undo.canUndo() else "Nothing has been changed yet."


def no_redo(session: Session) -> str:
    if session.table.fitting.busy:
        return BEING_PREPARED
    return "" if session.table.undo.canRedo() else "Nothing has been undone."


def no_run(session: Session) -> str:
    if not session.lanes:
        return "No algorithm is chosen: take one from the panel Model."
    return session.lane.refusal


def nothing_computed(session: Session) -> str:
    if words := no_run(session):
        return words
    return "" if session.lane.running else "Nothing is being computed: the run is known, or was stopped."


def at_start(session: Session) -> str:
    able = [lane for lane in session.moved_lanes if not lane.refusal] if session.lanes else []
    if any(not lane.transport.at_start for lane in able):
        return ""
    return no_run(session) or "This is the first step of the run."


def at_end(session: Session) -> str:
    ended = not session.lanes or session.at_end
    return no_run(session) or "This is the last step of the run." if ended else ""


def no_model(session: Session) -> str:
    frame = session.lane.frame if session.lanes else None
    has = frame is not None and frame.step.model is not None
    return no_run(session) or ("" if has else "There is no model at this step yet: step on.")


def cannot_continue(session: Session) -> str:
    if words := no_model(session):
        return words
    lane = session.lane
    fits = lane.frame is not None and isinstance(lane.frame.step.model, lane.algorithm.starts)
    return "" if fits else f"{lane.algorithm.name} always begins afresh: it cannot go on from a model."


def no_handles(session: Session) -> str:
    if not session.lanes:
        return no_run(session)
    algorithm = session.lane.algorithm
    return "" if algorithm.handles else f"{algorithm.name} has no start that can be placed by hand."


def no_controls(session: Session) -> str:
    if not session.lanes:
        return no_run(session)
    return "" if changeable(session) else "Nothing that is drawn has buttons or menus."


def changeable(session: Session) -> list[Graph]:
    """The drawings of the step in view on which parameters can be set."""
    frame = session.lane.frame
    graphs = [mark for mark in (frame.marks if frame is not None else ()) if isinstance(mark, Graph)]
    return [graph for graph in graphs if graph.controls]


def too_few_features(session: Session) -> str:
    return "" if session.table.data.d > 2 else "There are only two features, and both are in view already."


def alone(session: Session) -> str:
    return "" if len(session.lanes) > 1 else "There is only one run: add another to compare it with."


def too_many_runs(session: Session) -> str:
    full = f"There are {MOST_LANES} runs already: close one first."
    return full if len(session.lanes) >= MOST_LANES else "" if session.lanes else no_run(session)


def settled(lane: Lane) -> tuple[SetByData, ...]:
    """The parameters of a run that what it is to predict decides."""
    return () if lane.run is None else tuple(one for one in lane.algorithm.settled if one.when(lane.run.data))


def without_say(lane: Lane) -> dict[str, str]:
    """Why parameters of a run have no say now, by their names."""
    by_data = {one.parameter: f"What is to be predicted decides this: {one.reason}." for one in settled(lane)}
    return by_data | {
        one.parameter: f"What the run begins from decides this: {one.reason}. Begin afresh to choose it here."
        for one in decided(lane)
        if not one.typed
    }


def settling(lane: Lane) -> dict[str, str]:
    """The same in short: only what settles each."""
    by_data = {one.parameter: one.reason for one in settled(lane)}
    return by_data | {one.parameter: one.reason for one in decided(lane)}


def values_in_force(lane: Lane) -> dict[str, Any]:
    """The parameters of a run as they are, those included that its start or its target decides."""
    by_data = {one.parameter: one.value for one in settled(lane) if one.value is not None}
    by_start = {one.parameter: one.value(lane.start) for one in decided(lane) if one.value is not None}
    return lane.values | by_data | by_start
