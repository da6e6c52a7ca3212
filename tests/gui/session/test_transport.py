"""The transport reducer."""

from __future__ import annotations

from engine.core.story import Event
from gui.session.transport import Transport, arrived, hunted, played, rerun, sought, started, to_end, to_event

MISTAKE = Event("mistake", "wrong")


def test_seeking_the_last_step_of_a_finished_run_is_going_to_its_end():
    done = Transport(index=3, wanted=3, known=10, ended=True)
    assert sought(done, 9).wanted is None
    assert sought(done, 50).wanted is None
    assert sought(done, 8).wanted == 8
    assert sought(Transport(known=10, ended=False), 9).wanted == 9


def test_stepping_back_from_the_end_counts_from_the_shown_step():
    end = Transport(index=9, wanted=None, known=10, ended=True)
    assert end.at_end
    assert sought(end, end.aim - 1).wanted == 8
    assert sought(Transport(), -5).wanted == 0


def test_two_presses_before_a_frame_are_two_steps():
    here = Transport(index=3, wanted=3, known=10)
    once = sought(here, here.aim + 1)
    assert sought(once, once.aim + 1).wanted == 5


def test_events_are_found_both_ways():
    events = [None, MISTAKE, None, None, MISTAKE, None]
    here = Transport(index=1, wanted=1, known=6)
    assert to_event(here, events, 1).wanted == 4
    assert to_event(here, events, -1).wanted == 0
    assert to_event(Transport(index=4, wanted=4, known=6, ended=True), events, 1).wanted is None
    assert to_event(Transport(index=5, wanted=5, known=6), events, -1).wanted == 4


def test_unknown_next_event_is_waited_for():
    fresh = to_event(Transport(), [], 1)
    assert fresh.wanted == 0 and fresh.hunt is not None
    more = hunted(arrived(fresh, 0, 3, False), [None] * 3)
    assert more.wanted == 0 and more.hunt is not None
    there = hunted(arrived(more, 0, 5, False), [None, None, None, MISTAKE, None])
    assert there.wanted == 3 and there.hunt is None
    assert hunted(arrived(more, 0, 5, True), [None] * 5) == Transport(0, None, 5, True), "none is left: to the end"
    assert hunted(arrived(more, 0, 5, False), [None] * 5, whole=True).wanted == 4, "no more of it will be known"


def test_second_request_is_for_the_event_after():
    twice = to_event(to_event(Transport(), [], 1), [], 1)
    first = hunted(arrived(twice, 0, 3, False), [None, MISTAKE, None])
    assert first.wanted == 0
    assert hunted(arrived(first, 0, 5, False), [None, MISTAKE, None, None, MISTAKE]).wanted == 4
    here = Transport(index=0, wanted=0, known=5)
    events = [None, MISTAKE, None, MISTAKE, None]
    assert to_event(to_event(here, events, 1), events, 1).wanted == 3, "the first of them is on its way"


def test_previous_event_waits_until_earlier_steps_are_known():
    edited = rerun(Transport(index=7, wanted=7, known=20, ended=True))
    back = to_event(edited, [], -1)
    assert back.hunt is not None and back.wanted == 7, "it does not fall to the first step"
    some = hunted(arrived(back, 7, 4, False), [None, MISTAKE, None, None])
    assert some.hunt is not None
    assert hunted(arrived(some, 7, 8, False), [None, MISTAKE, None, None, MISTAKE, None, None, None]).wanted == 4


def test_another_request_cancels_the_wait():
    waiting = to_event(Transport(), [], 1)
    others = (sought(waiting, 2), to_end(waiting), played(waiting, 1), started(waiting), rerun(waiting))
    assert all(other.hunt is None for other in others)
    assert to_event(waiting, [], -1).wanted == 0


def test_can_step_refers_to_the_requested_step():
    end = Transport(index=9, wanted=None, known=10, ended=True)
    assert end.at_end and not end.at_start
    home = sought(end, 0)
    assert home.at_start and not home.at_end and not to_event(Transport(), [], 1).at_start, (
        "the picture is of the last step still"
    )
    assert sought(to_end(home), to_end(home).aim - 1).wanted == 8
    assert not to_end(Transport()).at_start, "where the end is is not known yet"


def test_arriving_frame_is_shown_and_requests_are_clamped_to_the_end():
    request = Transport(index=0, wanted=40)
    assert arrived(request, 11, 12, True) == Transport(11, None, 12, True)
    assert arrived(request, 40, 45, False).wanted == 40
    assert rerun(to_end(request)).wanted is None
    assert not rerun(Transport(3, 3, 9, True)).ended


def test_step_is_remembered_while_the_run_is_shorter():
    here = rerun(Transport(index=7, wanted=7, known=20, ended=True))
    shorter = arrived(here, 3, 4, True)
    assert shorter.wanted == 7 and shorter.at_end and shorter.aim == 3
    assert sought(shorter, shorter.aim - 1).wanted == 2
    assert arrived(rerun(shorter), 7, 20, True).wanted == 7
    assert arrived(rerun(Transport(index=7, wanted=7, known=20, ended=True)), 7, 8, True).wanted == 7


def test_timer_step_beyond_the_known_run_is_remembered():
    ahead = arrived(rerun(played(Transport(index=7, wanted=7, known=8), 8)), 3, 4, True)
    assert ahead.wanted == 8 and ahead.index == 3


def test_run_is_shortened_if_it_has_fewer_steps_than_when_the_timer_started():
    whole = started(Transport(index=5, wanted=5, known=20, ended=True))
    assert not whole.shortened
    shorter = arrived(rerun(whole), 5, 9, True)
    assert shorter.shortened and not arrived(rerun(shorter), 5, 20, True).shortened
    assert not started(shorter).shortened
    unknown = rerun(started(Transport(index=5, wanted=5, known=6)))
    assert arrived(unknown, 5, 6, True).shortened and not arrived(unknown, 5, 7, True).shortened
