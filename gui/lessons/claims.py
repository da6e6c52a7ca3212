"""What a lesson claims of its stops: numbers of the run, and what is drawn. The program carries it, the tests look.

["step.mistakes", "=", 18]                 a place, a relation, and a number, another place or "before"
{"drawn": "line", "label": "w*"}           a line that is called so is on the plane
{"drawn": "curve", "role": "path", "on": "Weight space", "stroke": "solid"}
{"absent": "region"}                       there is no such mark
{"fewer": "count error, validation", "than": "before", "of": "rows validation"}
                                           fewer errors on so many rows, by more than two standard errors
{"lower": ...}                             the same of root mean squared errors

What a run makes of rows that it has not learnt from would be another number with other rows. So that one such error is
less than another is claimed only in this form, and not by "<".
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from engine.base.errors import Refusal
from engine.base.words import quoted
from engine.core.marks import MARKS
from engine.core.surfaces import PLANE, Role
from gui.lessons.data import is_whole, known
from gui.lessons.placeholders import check_place

RELATIONS = ("<", "<=", "=", ">=", ">", "~")
KINDS = tuple(kind.__name__.lower() for kind in MARKS)
ROLES = get_args(Role)
STROKES = ("solid", "dashed", "dotted")
KINDS_OF_EVIDENCE = {"fewer", "lower"}
EARLIER = re.compile(r"before|stop (?P<stop>[1-9]\d?)")
HELD_OUT = re.compile(r"validation|out-of-bag|validation rows|held|left out")
"""What the name of a number says that is measured on rows which were not learnt from."""

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


@dataclass(frozen=True)
class Evidence:
    """That one error on held-out rows is less than another by more than two standard errors of the difference.

    kind  "fewer" for counts of misclassified rows, "lower" for root mean squared errors
    less, more  the places of both; `more` is "before" or "stop 1" for the place of `less` at another stop
    rows        of how many rows each is: two places or numbers
    """

    kind: Literal["fewer", "lower"]
    less: str
    more: str
    rows: tuple[str | int, str | int]

    @property
    def places(self) -> tuple[str, ...]:
        """All that is looked up for it at its stop."""
        other = () if self.stop is not None else (self.more,)
        return (self.less, *other, *(place for place in self.rows if isinstance(place, str)))

    @property
    def stop(self) -> int | None:
        """The stop at which the greater one is looked up: 0 for the one before, None for this very one."""
        found = EARLIER.fullmatch(self.more)
        return None if found is None else int(found["stop"] or 0)

    def holds(self, less: float, more: float, rows: tuple[int, int]) -> bool:
        """Whether the difference is more than two of its standard errors."""
        return more - less > 2 * self.standard_error(less, more, rows)

    def standard_error(self, less: float, more: float, rows: tuple[int, int]) -> float:
        """Of the difference: of two counts √(np(1 − p) + mq(1 − q)), of two errors √(e²/2n + f²/2m).

        A count of 0 or n has no spread of its own: p = (k + 1) / (n + 2), as if it had been wrong and right once more.
        """
        if self.kind == "lower":
            return math.sqrt(sum(error**2 / (2 * n) for error, n in zip((less, more), rows, strict=True)))
        shares = [(count + 1) / (n + 2) for count, n in zip((less, more), rows, strict=True)]
        return math.sqrt(sum(n * p * (1 - p) for p, n in zip(shares, rows, strict=True)))


Expected = tuple[tuple[Claim, ...], tuple[Evidence, ...], tuple[Drawn, ...]]


def claims_of(content: Any, lanes: int) -> Expected:
    """What a stop expects, from its file: of numbers, of errors on held-out rows, and of what is drawn."""
    if not isinstance(content, list) or not all(_has_form(claim) for claim in content):
        raise Refusal('What is expected is a list such as [["step.mistakes", "=", 18], {"drawn": "line"}].')
    numbers = tuple(_number(claim, lanes) for claim in content if isinstance(claim, list))
    others = [claim for claim in content if isinstance(claim, Mapping)]
    evidence = tuple(_evidence(claim, lanes) for claim in others if KINDS_OF_EVIDENCE & claim.keys())
    return numbers, evidence, tuple(_drawn(claim, lanes) for claim in others if not KINDS_OF_EVIDENCE & claim.keys())


def content_of_claims(
    numbers: tuple[Claim, ...], evidence: tuple[Evidence, ...], drawn: tuple[Drawn, ...]
) -> list[Any]:
    """What `claims_of` reads as these."""
    told = [{one.kind: one.less, "than": one.more, "of": _alone(one.rows)} for one in evidence]
    return [*map(list, numbers), *told, *map(_content, drawn)]


def _alone(rows: tuple[str | int, str | int]) -> Any:
    return rows[0] if rows[0] == rows[1] else list(rows)


def _has_form(claim: Any) -> bool:
    return isinstance(claim, Mapping) or (isinstance(claim, list) and len(claim) == 3)


def _number(claim: list[Any], lanes: int) -> Claim:
    place, relation, wanted = claim
    check_place(str(place), lanes)
    if relation not in RELATIONS or not isinstance(wanted, (int, float, str)):
        raise Refusal(f"{place}: the relation must be one of {', '.join(RELATIONS)}.")
    if HELD_OUT.search(str(place)) and relation in ("<", "<=", ">=", ">") and isinstance(wanted, str):
        form = '{"fewer": place, "than": place, "of": rows}'
        raise Refusal(f"{place}: on rows not learnt from a difference must exceed two standard errors: write {form}.")
    return str(place), relation, wanted


def _evidence(claim: Mapping[str, Any], lanes: int) -> Evidence:
    known(claim, {*KINDS_OF_EVIDENCE, "than", "of"}, "An error that is less")
    kind: Literal["fewer", "lower"] = "fewer" if "fewer" in claim else "lower"
    less, more, rows = claim.get(kind), claim.get("than"), claim.get("of")
    both: list[Any] = rows if isinstance(rows, list) else [rows, rows]
    counted = len(both) == 2 and all(isinstance(one, str) or (is_whole(one) and one > 0) for one in both)
    if len(claim) != 3 or not isinstance(less, str) or not isinstance(more, str) or not counted:
        raise Refusal('That there are fewer is written as {"fewer": place, "than": place, "of": how many rows}.')
    found = Evidence(kind, less, more, (both[0], both[1]))
    for place in found.places:
        check_place(place, lanes)
    return found


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
