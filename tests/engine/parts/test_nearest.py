"""A point among representatives: spokes, ties, and what is said of the nearest."""

from __future__ import annotations

import numpy as np
import pytest

from engine.parts.nearest import LISTED, SPOKES, Kind, asked, spokes

KIND = Kind("{0} is near.", "{0} follows.", "the {0}", "letter", "how much farther")
CENTRES, NAMES, GROUPS = np.array([[0.0], [4.0], [10.0]]), ("A", "B", "C"), np.array([3, 1, 2])


def ask(x, centres=CENTRES):
    return asked(np.array([x]), centres, NAMES[: len(centres)], KIND, GROUPS[: len(centres)])


def test_spokes_lead_from_start_to_end():
    starts, ends = np.arange(6.0).reshape(3, 2), np.arange(6.0, 12.0).reshape(3, 2)
    (mark,) = spokes(starts, ends, groups=np.array([2, 0, 1]))
    assert np.array_equal(mark.starts, starts) and np.array_equal(mark.ends, ends)
    assert mark.groups.tolist() == [2, 0, 1] and mark.role == "spoke" and not mark.arrows
    (mark,) = spokes(np.zeros(2), ends, role="residual", arrows=True)
    assert mark.starts.tolist() == [[0, 0]] * 3 and np.array_equal(mark.ends, ends)
    assert mark.role == "residual" and mark.arrows and mark.groups is None


def test_no_spokes_where_there_are_too_many():
    assert len(spokes(np.zeros((SPOKES, 1)), np.zeros(1))) == 1 and spokes(np.zeros((SPOKES + 1, 1)), np.zeros(1)) == []


@pytest.mark.parametrize(
    ("x", "words", "margin"),
    [
        (3.0, "B is near. A follows.", 2.0),
        (9.0, "C is near. B follows.", 4.0),
        (2.0, "A is near. It is a tie with the B: the lower letter wins.", 0.0),
    ],
)
def test_nearest_runner_up_and_margin_are_stated(x, words, margin):
    story = ask(x).story
    assert story.sentence == words
    last = story.numbers[-1]
    assert (last.name, last.value, last.note) == ("margin", margin, "how much farther")


def test_distances_are_sorted_ascending():
    told = [(number.name, number.value) for number in ask(3.0).story.numbers[:-1]]
    assert told == [("distance to the B", 1.0), ("distance to the A", 3.0), ("distance to the C", 7.0)]
    many = asked(np.zeros(1), np.arange(20.0)[:, None], [str(k) for k in range(20)], KIND, np.arange(20))
    assert len(many.story.numbers) == LISTED + 1


def test_single_representative_has_no_runner_up():
    story = ask(7.0, CENTRES[:1]).story
    assert story.sentence == "A is near." and [number.name for number in story.numbers] == ["distance to the A"]


def test_spoke_leads_from_the_point_to_each():
    (mark,) = ask(3.0).marks
    assert mark.starts.tolist() == [[3.0]] * 3 and np.array_equal(mark.ends, CENTRES)
    assert mark.groups.tolist() == [3, 1, 2] and mark.role == "spoke"
