"""The numbers inside the words of a lesson."""

from __future__ import annotations

from gui.lessons.placeholders import PLACE, check, check_place, filled
from gui.lessons.player import LessonPlayer
from gui.session.session import Session
from tests.gui.lessons.played import settle


def test_places_are_understood() -> None:
    for place in ("step.mistakes", "norm lane1.step.model.weights:3", "number (D / δ*)²", "asked P(B):%", "known"):
        check_place(place, 2)
    found = PLACE.fullmatch("norm lane1.step.model.weights:3")
    assert (found["kind"], found["lane"], found["what"], found["form"]) == ("norm", "1", "step.model.weights", "3")
    check("Nothing in it, and {step.wrong}.", 1)


def test_numbers_have_sensible_digits(player: LessonPlayer, session: Session) -> None:
    session.open_bundled("gate_and")
    session.add_lane("perceptron")
    session.go_to_end()
    settle(player)
    words = "{step.mistakes}; {step.model.weights}; {step.model.bias}; {norm step.model.weights:2}; {params.order}; "
    words += "{measure points on the wrong side:%}; {ending.kind}; {known}; {number mistakes so far}; {step.nothing}"
    told = filled(words, session.lanes, 0)
    assert told == "18; (3, 2); −4; 3.6; as given; 0 %; converged; 19; 18; …"


def test_pending_error_is_not_shown_as_a_number(player: LessonPlayer, session: Session) -> None:
    session.open_bundled("gate_and")
    session.add_lane("perceptron")
    session.go_to_end()
    settle(player)
    session.lanes[0].curves["error, validation"] = [float("nan")] * session.lanes[0].known
    assert filled("{measure error, validation:%}", session.lanes, 0) == "…"
