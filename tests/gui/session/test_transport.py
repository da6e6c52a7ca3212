"""The transport reducer."""

from __future__ import annotations

from engine.core.story import Event
from gui.session.transport import Transport, arrived, played, rerun, sought, started, to_end, to_event

MISTAKE = Event("mistake", "wrong")


def test_seeking_to_the_last_step_of_a_finished_run_is_going_to_its_end():
    done = Transport(index=3, wanted=3, known=10, ended=True)
    assert sought(done, 9).wanted is None
    assert sought(done, 50).wanted is None
    assert sought(done, 8).wanted == 8
    assert sought(Transport(known=10, ended=False), 9).wanted == 9


def test_stepping_back_from_the_end_counts_from_the_step_in_view():
    end = Transport(index=9, wanted=None, known=10, ended=True)
    assert end.at_end
    assert sought(end, end.aim - 1).wanted == 8
    assert sought(Transport(), -5).wanted == 0


def test_two_presses_before_the_picture_comes_are_two_steps():
    here = Transport(index=3, wanted=3, known=10)
    once = sought(here, here.aim + 1)
    assert sought(once, once.aim + 1).wanted == 5


def test_events_are_found_both_ways():
    events = [None, MISTAKE, None, None, MISTAKE, None]
    here = Transport(index=1, wanted=1, known=6)
    assert to_event(here, events, 1).wanted == 4
    assert to_event(here, events, -1).wanted == 0
    assert to_event(Transport(index=4, wanted=4, known=6), events, 1).wanted == 5
    assert to_event(Transport(index=5, wanted=5, known=6), events, -1).wanted == 4


def test_a_frame_that_arrives_is_in_view_and_a_wish_beyond_the_end_is_for_the_end():
    wish = Transport(index=0, wanted=40)
    assert arrived(wish, 11, 12, True) == Transport(11, None, 12, True)
    assert arrived(wish, 40, 45, False).wanted == 40
    assert rerun(to_end(wish)).wanted is None
    assert not rerun(Transport(3, 3, 9, True)).ended


def test_a_step_that_a_run_had_is_remembered_while_it_is_shorter():
    here = rerun(Transport(index=7, wanted=7, known=20, ended=True))
    shorter = arrived(here, 3, 4, True)
    assert shorter.wanted == 7 and shorter.at_end and shorter.aim == 3
    assert sought(shorter, shorter.aim - 1).wanted == 2
    assert arrived(rerun(shorter), 7, 20, True).wanted == 7
    assert arrived(rerun(Transport(index=7, wanted=7, known=20, ended=True)), 7, 8, True).wanted == 7


def test_a_step_of_the_clock_is_remembered_though_no_run_had_it_yet():
    ahead = arrived(rerun(played(Transport(index=7, wanted=7, known=8), 8)), 3, 4, True)
    assert ahead.wanted == 8 and ahead.index == 3


def test_a_run_is_shortened_when_it_had_more_steps_since_the_clock_began():
    whole = started(Transport(index=5, wanted=5, known=20, ended=True))
    assert not whole.shortened
    shorter = arrived(rerun(whole), 5, 9, True)
    assert shorter.shortened and not arrived(rerun(shorter), 5, 20, True).shortened
    assert not started(shorter).shortened
    unknown = rerun(started(Transport(index=5, wanted=5, known=6)))
    assert arrived(unknown, 5, 6, True).shortened and not arrived(unknown, 5, 7, True).shortened
