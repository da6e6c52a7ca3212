"""Edit distance: a plain recursion, words with known answers, other costs, swaps, ties, the way back, hostile words."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.base.errors import ParameterError
from engine.core.marks import Matrix
from engine.data.dataset import Dataset
from engine.families.distances.edit_distance.drawing import marks
from engine.families.distances.edit_distance.loop import DELETE, DIAGONAL, INSERT, SWAP, Params
from engine.families.distances.edit_distance.telling import event, explain, measure
from tests.examples import numbers

ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def lit(step, data, params):
    """The cells around the one of a step, or those of the way back."""
    cells = np.zeros((len(params.first) + 1, len(params.second) + 1), dtype=bool)
    if step.part == "cell":
        i, j = step.i, step.j
        cells[i - 1 : i + 1, j - 1 : j + 1] = True
        cells[i, j] = False
        a, b = params.first[i - 2 : i], params.second[j - 2 : j]
        if params.swaps and len(a) == 2 == len(b) and a == b[::-1]:
            cells[i - 2, j - 2] = True
    for i, j in [] if step.path is None else step.path:
        cells[i, j] = True
    return cells


PLACED = {"Costs of all beginnings: lit": lit}


def ran(first, second, **params):
    return engine.trace("edit_distance", ANY, first=first, second=second, **params).to_end()


def recursive(a, b, insert=1.0, delete=1.0, substitute=1.0, swap=None):
    """The same by a recursion over the ends of both words."""

    @cache
    def cost(i, j):
        if not i or not j:
            return i * delete + j * insert
        ways = [
            cost(i - 1, j - 1) + (0 if a[i - 1] == b[j - 1] else substitute),
            cost(i - 1, j) + delete,
            cost(i, j - 1) + insert,
        ]
        if swap is not None and i > 1 and j > 1 and (a[i - 2], a[i - 1]) == (b[j - 1], b[j - 2]):
            ways.append(cost(i - 2, j - 2) + swap)
        return min(ways)

    return cost(len(a), len(b))


@pytest.mark.parametrize(
    ("first", "second", "params", "distance"),
    [
        ("kitten", "sitting", {}, 3), ("intention", "execution", {}, 5),
        ("intention", "execution", {"substitute": 2.0}, 8), ("flaw", "lawn", {}, 2), ("", "abc", {}, 3),
        ("abc", "", {}, 3), ("", "", {}, 0), ("same", "same", {}, 0), ("teh", "the", {}, 2),
        ("teh", "the", {"swaps": True}, 1), ("ca", "abc", {"swaps": True}, 3), ("straße", "strasse", {}, 2),
        ("😀a", "a😀", {"swaps": True}, 1), ("слово", "олово", {}, 1),
    ],
)  # fmt: skip
def test_known_distances(first, second, params, distance):
    assert ran(first, second, **params)[-1].distance == distance


WORDS = st.text("abc", max_size=7)
COSTS = st.sampled_from([0.0, 0.5, 1.0, 2.0, 7.0])


@settings(max_examples=60, deadline=None)
@given(WORDS, WORDS, COSTS, COSTS, COSTS, COSTS, st.booleans())
def test_every_cell_is_that_of_a_recursion(first, second, insert, delete, substitute, swap, swaps):
    costs = {"insert": insert, "delete": delete, "substitute": substitute}
    trace = ran(first, second, swaps=swaps, swap=swap, **costs)
    last, params = trace[-1], Params(first, second, insert, delete, substitute, swaps, swap)
    for i in range(len(first) + 1):
        for j in range(len(second) + 1):
            wanted = recursive(first[:i], second[:j], swap=swap if swaps else None, **costs)
            assert last.D[i, j] == pytest.approx(wanted)
    story = explain(last, ANY, params)
    assert all(check.holds for check in story.checks)
    (table,) = story.tables
    assert sum(row[2] for row in table.rows) == pytest.approx(last.distance)
    assert applied(first, [row[1] for row in table.rows]) == second
    assert trace.known == len(trace) <= 3 + len(first) * len(second) + len(first) + len(second)


def applied(word, changes):
    """What a word becomes by changes from its first letter on."""
    made, letters = "", list(word)
    for change in changes:
        what, *rest = change.split(" ")
        if what == "insert":
            made += rest[0]
            continue
        letter = letters.pop(0)
        assert letter == rest[0]
        if what == "swap":
            made += letters.pop(0) + letter
        else:
            made += {"keep": letter, "delete": ""}.get(what, rest[-1])
    assert not letters
    return made


@settings(max_examples=30, deadline=None)
@given(WORDS, WORDS, WORDS)
def test_with_unit_costs_it_is_a_metric(a, b, c):
    one, other, whole, back = (ran(*pair)[-1].distance for pair in ((a, b), (b, c), (a, c), (c, a)))
    assert whole == back <= one + other and (whole == 0) == (a == c)
    assert abs(len(a) - len(c)) <= whole <= max(len(a), len(c))


def test_a_cell_says_what_each_move_costs():
    trace, params = ran("kitten", "sitting"), Params()
    first = explain(trace[0], ANY, params)
    assert first.sentence == (
        "How cheaply does “kitten” become “sitting”? Cell i, j will say what it costs to change the first i letters of "
        "a into the first j letters of b. In the first column all are deleted, in the first row all are inserted."
    )
    assert first.worked == ("all deleted: 6 · 1 = 6", "all inserted: 7 · 1 = 7")
    assert numbers(first) == {"letters of a": 6, "letters of b": 7} and not measure(trace[0], ANY, params)
    step = trace[1]
    assert (step.i, step.j, step.known) == (1, 1, 1)
    story = explain(step, ANY, params)
    assert story.sentence == "From “k” to “s”: the cheapest is to substitute k by s, which comes to 1."
    assert story.worked == ("substitute k by s: 0 + 1 = 1", "delete k: 1 + 1 = 2", "insert s: 1 + 1 = 2")
    assert numbers(story) == {"cost of the cell": 1.0} and [check.holds for check in story.checks] == [True]
    kept = next(step for step in trace if (step.part, step.i, step.j) == ("cell", 2, 2))
    assert explain(kept, ANY, params).sentence == "From “ki” to “si”: the cheapest is to keep i, which comes to 1."
    tied = next(step for step in trace if (step.part, step.i, step.j) == ("cell", 1, 2))
    assert explain(tied, ANY, params).sentence.endswith(
        "which comes to 2. 2 moves cost as little: the first in the order of the lines is taken."
    )
    assert tied.moves[1, 2] == DIAGONAL
    params = Params("teh", "the", swaps=True, swap=0.5)
    swapped = next(step for step in ran("teh", "the", swaps=True, swap=0.5) if (step.i, step.j) == (3, 3))
    assert explain(swapped, ANY, params).worked[3] == "swap e and h: 0 + 0.5 = 0.5" and swapped.moves[3, 3] == SWAP
    assert swapped.moves[0, 1] == INSERT and swapped.moves[1, 0] == DELETE and swapped.moves[0, 0] == -1


def test_the_way_back_tells_each_change():
    trace, params = ran("kitten", "sitting"), Params()
    back = [step for step in trace if step.part == "back"]
    assert explain(back[0], ANY, params).sentence == (
        "The last cell is the distance. From it we follow the moves back that were cheapest."
    )
    assert back[0].path.tolist() == [[6, 7]] and (back[0].i, back[0].j) == (6, 7)
    story = explain(back[1], ANY, params)
    assert story.sentence == "The way came here by the change: insert g, for 1." and (back[1].i, back[1].j) == (6, 6)
    assert numbers(story) == {"cost of this change": 1.0, "distance": 3.0}
    assert story.tables[0].rows == ((1, "insert g", 1.0),) and story.tables[0].chosen == 0
    assert back[-1].path.tolist() == [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [6, 7]]
    last = explain(trace[-1], ANY, params)
    assert last.sentence == "“kitten” becomes “sitting” by 3 changes that cost something, for 3 in all."
    assert last.worked == ("distance = 1 + 0 + 0 + 0 + 1 + 0 + 1 = 3",)
    assert [row[1] for row in last.tables[0].rows] == [
        "substitute k by s", "keep i", "keep t", "keep t", "substitute e by i", "keep n", "insert g",
    ]  # fmt: skip
    assert last.tables[0].chosen is None and numbers(last) == {"distance": 3.0, "changes that cost": 3}
    assert event(trace[-1]).word == "distance" and event(back[0]) is None
    assert measure(trace[-1], ANY, params) == {"distance": 3.0} and trace.ending.words == "The edit distance is 3."
    one = explain(ran("cat", "cut")[-1], ANY, Params("cat", "cut"))
    assert one.sentence == "“cat” becomes “cut” by 1 change that costs something, for 1 in all."
    same = explain(ran("cat", "cat")[-1], ANY, Params("cat", "cat"))
    assert same.sentence == "Nothing has to be paid: the distance is 0."
    nothing = explain(ran("", "")[-1], ANY, Params("", ""))
    assert nothing.worked == () and nothing.tables[0].rows == ()


def test_table_is_drawn_as_far_as_known():
    trace, params = ran("kitten", "sitting"), Params()
    (first,) = marks(trace[0], ANY, params)
    assert (
        isinstance(first, Matrix) and first.row_labels == ("∅", *"kitten") and first.column_labels == ("∅", *"sitting")
    )
    assert np.isnan(first.values[1:, 1:]).all() and first.values[0].tolist() == list(range(8))
    assert first.values[:, 0].tolist() == list(range(7)) and not first.lit.any() and first.chosen_row is None
    (cell,) = marks(trace[10], ANY, params)
    assert (cell.chosen_row, cell.chosen_column) == (2, 3) == (trace[10].i, trace[10].j)
    assert np.isnan(cell.values).sum() == 42 - 10 and (cell.lit == lit(trace[10], ANY, params)).all()
    assert cell.steps[2, 3] == 10 and (cell.steps[0] == -1).all() and (cell.steps[:, 0] == -1).all()
    (last,) = marks(trace[-1], ANY, params)
    assert (last.values == trace[-1].D).all() and last.lit.sum() == 8 and last.lit[6, 7] and last.lit[0, 0]


def test_too_long_or_multiline_words_are_refused():
    for word in ("x" * 25, "two\nlines"):
        with pytest.raises(ParameterError, match="one line of at most 24 characters"):
            ran(word, "b")
    assert ran("x" * 24, "y" * 24)[-1].distance == 24
