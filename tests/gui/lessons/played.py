"""A lesson gone through on a real session, stop by stop, with everything it claims looked up."""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from gui.lessons.claims import Evidence
from gui.lessons.lesson import Lesson, Scene, read
from gui.lessons.placeholders import PLACE, STEPS, value
from gui.lessons.player import LessonPlayer
from gui.session.session import Session

RELATIONS = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
    "~": lambda found, wanted: math.isclose(found, wanted, rel_tol=5e-4, abs_tol=1e-9),
}


def settle(player: LessonPlayer, seconds: float = 60.0) -> None:
    """Until the stop has been reached and every run is known to its end."""
    until = time.monotonic() + seconds
    while not (player.ready and all(lane.settled and not lane.running for lane in player.session.lanes)):
        QApplication.processEvents()
        time.sleep(0.001)
        if time.monotonic() > until:
            states = [(lane.key, lane.settled, lane.running, lane.refusal) for lane in player.session.lanes]
            raise AssertionError(f"never ready: {player.words!r} {states}")


def stops(player: LessonPlayer, lesson: Lesson) -> Iterator[tuple[int, Scene]]:
    """Every stop in turn, at rest."""
    for place, scene in enumerate(lesson.scenes):
        player.step(1) if place else player.open(lesson)
        settle(player)
        yield place, scene


def wanted_value(wanted: Any, session: Session, active: int) -> Any:
    """A number as it is; a place is looked up."""
    if isinstance(wanted, str) and (place := PLACE.fullmatch(wanted)) and (place["kind"] or is_place(place["what"])):
        return value(wanted, session.lanes, active)
    return wanted


def is_place(what: str) -> bool:
    return STEPS.fullmatch(what) is not None


class Claims:
    """What the stops of a lesson claim, each looked up at its stop; "before" is the stop before."""

    def __init__(self, lesson: Lesson) -> None:
        claimed = {place for scene in lesson.scenes for place, _, _ in scene.expects}
        self.places = claimed | {place for scene in lesson.scenes for one in scene.evidence for place in one.places}
        self.found: list[dict[str, Any]] = []

    @property
    def before(self) -> dict[str, Any]:
        """What was found at the stop before the one in view."""
        return self.found[-2] if len(self.found) > 1 else {}

    def broken(self, session: Session, scene: Scene) -> list[str]:
        """Those that do not hold."""
        found = {place: value(place, session.lanes, scene.active) for place in self.places if fits(place, session)}
        self.found.append(found)
        wrong = []
        for place, relation, wanted in scene.expects:
            other = self.before.get(place) if wanted == "before" else wanted_value(wanted, session, scene.active)
            if found[place] is None or other is None or not RELATIONS[relation](found[place], other):
                wrong.append(f"{place} = {found[place]!r} is not {relation} {wanted!r}, which is {other!r}")
        return wrong + [chance for one in scene.evidence if (chance := self.by_chance(one))]

    def by_chance(self, claim: Evidence) -> str:
        """Why the difference may be chance, or ""."""
        found = self.found[-1]
        there = found if claim.stop is None else self.found[claim.stop - 1] if claim.stop else self.before
        less, more = found.get(claim.less), there.get(claim.less if claim.stop is not None else claim.more)
        n, m = (found.get(one) if isinstance(one, str) else one for one in claim.rows)
        if None in (less, more, n, m):
            return f"{claim}: {less} of {n} and {more} of {m} cannot be compared"
        error = claim.standard_error(less, more, (n, m))
        told = f"{claim.less}: {less:.4g} of {n} against {more:.4g} of {m}, a standard error of {error:.3g}"
        return "" if claim.holds(less, more, (n, m)) else told


def fits(place: str, session: Session) -> bool:
    """Whether there is such a run at this stop."""
    return int(PLACE.fullmatch(place)["lane"] or 0) < len(session.lanes)


def played(path: Path) -> None:
    """Print a lesson as a person meets it."""
    session, lesson = Session(), read(path)
    player = LessonPlayer(session)
    claims = Claims(lesson)
    print(f"== {lesson.title}: {lesson.summary}")
    for place, scene in stops(player, lesson):
        print(f"\n{place + 1}. {player.words}")
        for lane in session.lanes:
            print(f"   {lane.key}, step {lane.index} of {lane.known - 1}: {lane.frame.story.sentence}")
            print("   ", "; ".join(f"{number.name} = {number.value}" for number in lane.frame.story.numbers))
        for broken in claims.broken(session, scene):
            print("   BROKEN", broken)
    session.close()


if __name__ == "__main__":
    import sys

    application = QApplication([])
    for name in sys.argv[1:]:
        played(Path(name))
