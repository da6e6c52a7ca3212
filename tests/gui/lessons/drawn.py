"""What a stop says is drawn, looked up among the marks of its runs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.marks import Curve, Mark
from engine.core.surfaces import PLANE, Surface
from gui.lessons.claims import Drawn
from gui.lessons.lesson import Scene
from gui.look.theme import LIGHT
from gui.session.session import Session

NAMED = re.compile("“([^”]+)”")
"""What a stop calls by the heading of its pane."""


def unseen(session: Session, scene: Scene) -> list[str]:
    """The panes that the words of a stop name and that are not open there."""
    marks = in_view(session, scene.active)
    headings = {mark.surface.name for mark in marks if is_open(mark.surface, scene) and not is_empty(mark)}
    return [name for name in NAMED.findall(scene.words) if name not in headings]


def undrawn(session: Session, scene: Scene) -> list[str]:
    """The surfaces that a stop opens and on which nothing is drawn there."""
    there = {mark.surface.name for mark in in_view(session, scene.active) if not is_empty(mark)}
    return [name for name in (scene.surfaces if isinstance(scene.surfaces, tuple) else ()) if name not in there]


def broken(session: Session, scene: Scene) -> list[str]:
    """The claims of a stop about what is drawn that do not hold."""
    return [str(claim) for claim in scene.drawn if claim.absent == any(matching(session, scene, claim))]


def matching(session: Session, scene: Scene, claim: Drawn) -> Iterator[Mark]:
    """The marks that are what a claim speaks of, on a surface that is open."""
    for mark in in_view(session, scene.active if claim.lane is None else claim.lane):
        alike = type(mark).__name__.lower() == claim.kind and mark.surface.name == claim.on
        if alike and is_open(mark.surface, scene) and not is_empty(mark) and fits(mark, claim):
            yield mark


def in_view(session: Session, lane: int) -> list[Mark]:
    """What a run draws, beside the plane only if the panels show it, and what is said of a point asked about."""
    frame = session.lanes[lane].frame
    assert frame is not None
    marks = [*frame.marks, *(frame.inquiry.marks if frame.inquiry else ())]
    return [
        mark for mark in marks if mark.surface.name == PLANE.name or lane == session.active or joined(mark, session)
    ]


def joined(mark: Mark, session: Session) -> bool:
    """Whether it is a path that an overlaid run has in a chart of the active one."""
    frame = session.lane.frame
    charts = {one.surface.name for one in frame.marks} if frame is not None and session.view.overlaid else set()
    return isinstance(mark, Curve) and mark.role == "path" and mark.surface.name in charts


def is_open(surface: Surface, scene: Scene) -> bool:
    asked = scene.surfaces
    return surface.name == PLANE.name or (surface.name in asked if isinstance(asked, tuple) else surface.open and asked)


def is_empty(mark: Mark) -> bool:
    """Whether there is nothing of it to be seen."""
    places = [getattr(mark, name) for name in ("positions", "starts", "values") if hasattr(mark, name)]
    return any(not len(place) for place in places)


def fits(mark: Mark, claim: Drawn) -> bool:
    """Whether the mark has the role, the stroke and the words of the claim."""
    role = getattr(mark, "role", "")
    return (
        claim.role in ("", role)
        and claim.stroke in ("", stroke(role))
        and (not claim.label or any(claim.label in words for words in words_of(mark)))
    )


def stroke(role: str) -> str:
    """What the lines of a role look like."""
    dash = LIGHT.role(role).dash
    return "solid" if not dash else "dotted" if dash[0] <= 1 else "dashed"


def words_of(mark: Mark) -> list[str]:
    """All that is written on a mark."""
    found = [getattr(mark, name, "") for name in ("label", "text", "title")]
    return [*found, *getattr(mark, "labels", ()), *(node.label for node in getattr(mark, "nodes", ()))]
