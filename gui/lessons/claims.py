"""What a lesson claims of its stops: numbers of the run, and what is drawn. The program carries it, the tests look.

["step.mistakes", "=", 18]                 a place, a relation, and a number, another place or "before"
{"drawn": "line", "label": "w*"}           a line that is called so is on the plane
{"drawn": "curve", "role": "path", "on": "Weight space", "stroke": "solid"}
{"absent": "region"}                       there is no such mark
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from engine.base.errors import Refusal
from engine.base.words import quoted
from engine.core.marks import MARKS
from engine.core.surfaces import PLANE, Role
from gui.lessons.data import is_whole, known
from gui.lessons.words import check_place

RELATIONS = ("<", "<=", "=", ">=", ">", "~")
KINDS = tuple(kind.__name__.lower() for kind in MARKS)
ROLES = get_args(Role)
STROKES = ("solid", "dashed", "dotted")

Claim = tuple[str, str, Any]
"""Of a number: its place, the relation, and what it is compared with."""


@dataclass(frozen=True)
class Drawn:
    """A mark that the words of a stop speak of, or with `absent` one that must not be in view.

    kind    such as "line";   role, label, stroke  what it is, is called and looks like, or "" for any
    on      the name of its surface, which must be open;   lane  of which run, or None for the one the panels show
    """

    kind: str
    role: str = ""
    label: str = ""
    stroke: str = ""
    on: str = PLANE.name
    lane: int | None = None
    absent: bool = False


def claims_of(content: Any, lanes: int) -> tuple[tuple[Claim, ...], tuple[Drawn, ...]]:
    """What a stop expects, from its file: of numbers, and of what is drawn."""
    if not isinstance(content, list) or not all(_has_form(claim) for claim in content):
        raise Refusal('What is expected is a list such as [["step.mistakes", "=", 18], {"drawn": "line"}].')
    numbers = tuple(_number(claim, lanes) for claim in content if isinstance(claim, list))
    return numbers, tuple(_drawn(claim, lanes) for claim in content if isinstance(claim, Mapping))


def content_of_claims(numbers: tuple[Claim, ...], drawn: tuple[Drawn, ...]) -> list[Any]:
    """What `claims_of` reads as these."""
    return [*map(list, numbers), *map(_content, drawn)]


def _has_form(claim: Any) -> bool:
    return isinstance(claim, Mapping) or (isinstance(claim, list) and len(claim) == 3)


def _number(claim: list[Any], lanes: int) -> Claim:
    place, relation, wanted = claim
    check_place(str(place), lanes)
    if relation not in RELATIONS or not isinstance(wanted, (int, float, str)):
        raise Refusal(f"{place}: the relation must be one of {', '.join(RELATIONS)}.")
    return str(place), relation, wanted


def _drawn(claim: Mapping[str, Any], lanes: int) -> Drawn:
    known(claim, {"drawn", "absent", "role", "label", "stroke", "on", "lane"}, "What is drawn")
    if ("drawn" in claim) == ("absent" in claim):
        raise Refusal('A mark is either "drawn" or "absent".')
    kind, lane = claim.get("drawn", claim.get("absent")), claim.get("lane")
    for name, given, among in (
        ("kind of mark", kind, KINDS),
        ("role", claim.get("role", ROLES[0]), ROLES),
        ("stroke", claim.get("stroke", STROKES[0]), STROKES),
    ):
        if given not in among:
            raise Refusal(f"There is no {name} {quoted(given)}: it must be one of {', '.join(among)}.")
    if not all(isinstance(claim.get(name, ""), str) for name in ("label", "on")):
        raise Refusal("A label and the name of a surface are text.")
    if lane is not None and not (is_whole(lane) and lane < lanes):
        raise Refusal(f"There is no run {quoted(lane)}: they are counted from 0.")
    rest = {name: claim[name] for name in ("role", "label", "stroke", "on", "lane") if name in claim}
    return Drawn(str(kind), absent="absent" in claim, **rest)


def _content(claim: Drawn) -> dict[str, Any]:
    """As it is written: only what is not as usual."""
    usual = Drawn(claim.kind)
    rest = {
        name: getattr(claim, name)
        for name in ("role", "label", "stroke", "on", "lane")
        if getattr(claim, name) != getattr(usual, name)
    }
    return {"absent" if claim.absent else "drawn": claim.kind, **rest}
