"""Inverted lists against the worked example, brute force, and what a search by lists can never find."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Matrix, Points, Segments
from engine.families.neighbour_search.inverted_lists.drawing import shown_lists
from engine.families.neighbour_search.inverted_lists.loop import BUILDS, LISTS
from engine.families.neighbour_search.item_sets import items, rows_as_sets
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at

PLACED = {
    "Inverted lists: lit": lambda step, data, params: np.isin(shown_lists(step, data), step.wanted[: step.fetched]),
    "Inverted lists: chosen row": lambda step, data, params: (
        shown_lists(step, data).tolist().index(step.wanted[step.fetched - 1])
    ),
}
FOLLOWS = {
    "rows (": lambda step, data, params: np.flatnonzero(rows_as_sets(data)[:, step.wanted[step.fetched - 1]]) + 1
}

KEY = "inverted_lists"
DOCS = [["a", "b"], ["b", "c"], ["d"], ["a", "d", "e"], ["f"]]
W62 = engine.Dataset.from_arrays(
    np.array([[float(word in doc) for word in "abcdef"] for doc in DOCS]), feature_names=list("abcdef")
)
AC = (1.0, 0.0, 1.0, 0.0, 0.0, 0.0)


told = partial(looked_at.told, KEY)


def table(marks):
    return next(mark for mark in marks if isinstance(mark, Matrix))


@shows("KN11", "W62")
def test_w62_lists_candidates_and_a_tie():
    trace, stories, marks = told(W62, query=AC)
    has, names = rows_as_sets(W62), items(W62).names
    lists = {name: np.flatnonzero(has[:, one]).tolist() for one, name in enumerate(names)}
    assert lists == {"a": [0, 3], "b": [0, 1], "c": [1], "d": [2, 3], "e": [3], "f": [4]}
    end, brute = trace[-1], (np.array(AC) != W62.X).sum(axis=1)
    assert end.candidates.tolist() == [0, 1, 3] and brute.tolist() == [2, 2, 3, 3, 3]
    assert end.distances.tolist() == brute[end.candidates].tolist() and end.near.tolist() == [0, 1]
    assert [step.part for step in trace] == ["start"] + ["index"] * 5 + ["fetch"] * 2 + ["compare"] * 3 + ["answer"]
    assert [story.worked for story in stories[6:8]] == [("n' = 0 + 2 = 2",), ("n' = 2 + 1 = 3",)]
    assert stories[-1].worked == ("share compared = 3 / 5 = 0.6", "d'·n' = 2·3 = 6", "d·n = 6·5 = 30")
    assert "The nearest rows are rows 1, 2, 2 away: a tie. 3 of 5 rows were compared." in stories[-1].sentence
    events = [engine.algorithm(KEY).event(step) for step in trace]
    assert [one.word if one else "" for one in events] == [""] * 6 + ["list"] * 2 + [""] * 3 + ["found"]
    assert stories[0].sentence.startswith("The query has 2 attributes: a, c") or "2 attributes" in stories[0].sentence
    assert stories[8].sentence.startswith("Row 1 shares 1 attribute with the query and is 2 away.")
    assert "2 rows that share nothing with the query can never be found" in stories[-1].sentence
    drawn = [table(one) for one in marks]
    assert drawn[0].row_labels == tuple("abcdef") and np.isnan(drawn[0].values).all()
    assert drawn[5].values.tolist() == has.T.tolist() and drawn[2].values[:, :2].tolist() == has[:2].T.tolist()
    assert np.isnan(drawn[2].values[:, 2:]).all()  # rows that have not been read are not said to lack an attribute
    assert [one.lit.tolist().count(True) for one in drawn] == [0] * 6 + [1] + [2] * 5
    assert (drawn[6].chosen_row, drawn[7].chosen_row, drawn[8].chosen_row) == (0, 2, None)
    spokes = [mark for one in marks[8:11] for mark in one if isinstance(mark, Segments)]
    assert [mark.ends.tolist() for mark in spokes] == [[W62.X[row].tolist()] for row in (0, 1, 3)]
    (best,) = [mark for mark in marks[-1] if isinstance(mark, Points) and mark.role == "best"]
    assert best.rows.tolist() == [0, 1]


@shows("KN11")
def test_list_by_list_construction_gives_the_same_index():
    trace, stories, marks = told(W62, query=AC, build=LISTS)
    index = [i for i, step in enumerate(trace) if step.part == "index"]
    assert len(index) == 6 and "The list of d holds 2 rows." in stories[index[3]].sentence
    first = table(marks[index[0]]).values
    assert first[0].sum() == 2 and np.isnan(first[1:]).all() and table(marks[-1]).values.sum() == 9
    ends = [engine.trace(KEY, W62, query=AC, build=build)[-1] for build in BUILDS]
    assert np.array_equal(ends[0].near, ends[1].near) and np.array_equal(ends[0].shared, ends[1].shared)


@shows("KN11")
def test_without_a_known_attribute_all_rows_are_compared():
    trace, stories, _ = told(W62, query=(0.0,) * 6)
    assert trace[-1].candidates.tolist() == [0, 1, 2, 3, 4] and trace[-1].alone
    assert engine.algorithm(KEY).event(trace[-1]).word == "all compared"
    assert any("The query has no attribute at all." in story.sentence for story in stories)
    assert "No list has a row, so all rows are compared." in stories[6].sentence
    assert stories[-1].sentence.endswith("so nothing was saved: all rows were compared.")
    nobody = W62.changed(X=W62.X * (np.arange(6) != 5))
    assert engine.trace(KEY, nobody, query=(0.0,) * 5 + (1.0,))[-1].alone


@shows("KN11")
def test_missed_nearer_row_without_common_attributes_is_reported():
    data = engine.Dataset.from_arrays([[1.0, 1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0, 0.0]])
    trace, stories, _ = told(data, query=(1.0, 0.0, 0.0, 0.0, 0.0))
    assert trace[-1].near.tolist() == [0] and trace[-1].distances.tolist() == [4]
    assert "Here row 2 is missed: it shares nothing and is only 1 away." in stories[-1].sentence


def test_levels_are_attributes_and_brute_force_on_candidates_agrees():
    data = engine.load("play_tennis")
    every, has = items(data), rows_as_sets(data)
    assert every.names[:3] == ("Outlook = Sunny", "Outlook = Overcast", "Outlook = Rain")
    assert (has.sum(axis=1) == data.d).all()
    for row in range(data.n):
        end = engine.trace(KEY, data, k=3, start=Query(data.X[row]))[-1]
        apart = 2 * (data.X[row] != data.X).sum(axis=1)
        assert np.array_equal(end.candidates, np.flatnonzero(apart < 2 * data.d))
        assert np.array_equal(end.distances, apart[end.candidates])
        limit = np.sort(apart[end.candidates])[2]
        assert set(end.near) == set(end.candidates[apart[end.candidates] <= limit])


def test_many_rows_are_processed_in_blocks_and_partly_drawn():
    data = engine.Dataset.from_arrays((np.random.default_rng(0).random((500, 40)) < 0.1).astype(float))
    trace, stories, marks = told(data)
    assert len(trace) < 40 and "the first 24 of 500 rows" in table(marks[-1]).title
    assert "24 of 40 lists" in table(marks[-1]).title and table(marks[-1]).values.shape == (24, 24)
    assert any("more candidates are compared" in story.sentence for story in stories)


def test_numbers_are_refused_with_what_helps():
    with pytest.raises(Refusal, match="bin the numbers") as refusal:
        engine.trace(KEY, engine.load("iris"))
    assert refusal.value.remedies
