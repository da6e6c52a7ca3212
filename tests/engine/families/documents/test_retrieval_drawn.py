"""Retrieval: the index, the scores, the texts with their tinted words, and the curves, as they are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from engine.base.tokens import Tokenising, words_of
from engine.core.marks import Bars, Curve, Matrix, Passage, Points
from tests.engine.families.documents.corpora import GOAL, drawn, ended, part
from tests.engine.families.documents.searching import ASKS, KEY, MESSAGES, ranking

TEXTS = [MESSAGES.columns[0].levels[int(code)] for code in MESSAGES.X[:, 0]]


def test_index_shows_its_lists_and_gaps_elsewhere() -> None:
    trace = ended(KEY, GOAL, text="goal law")
    (grid,) = drawn(KEY, GOAL, part(trace, "document")[2], Matrix)
    assert np.nan_to_num(grid.values).tolist() == [
        [2, 1, 3, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [1, 2, 0, 0, 0, 0],
        [0] * 6,
    ]
    assert np.isnan(grid.values).sum() == 18 and grid.row_labels == ("goal", "law", "match", "vote")
    assert grid.title == "How often a text has a word" and grid.column_labels[0] == "row 1"
    step = part(trace, "weight")[2]
    (grid,) = drawn(KEY, GOAL, step, Matrix)
    assert grid.values[:2, 2] == pytest.approx(np.array([3, 1]) / 10**0.5) and np.isnan(grid.values[:, 3:]).all()
    (grid,) = drawn(KEY, GOAL, step, Matrix, unit=False)
    assert grid.values[:2, 2] == pytest.approx(np.array([3, 1]) * np.log(2)) and grid.chosen_row is None
    steps = part(trace, "list")
    (grid,) = drawn(KEY, GOAL, steps[1], Matrix)
    assert grid.lit.tolist() == [True, True, False, False] and grid.chosen_row == 1
    assert grid.values[0, :3] == pytest.approx([2 / 5**0.5, 1 / 5**0.5, 3 / 10**0.5])
    (grid,) = drawn(KEY, GOAL, part(trace, "idf")[2], Matrix)
    assert grid.chosen_row == 2 and grid.lit is None
    (bars,) = drawn(KEY, GOAL, part(trace, "idf")[2], Bars)
    assert bars.labels == ("goal", "law", "match") and bars.chosen == 2


def test_query_words_and_best_texts_are_drawn_of_many() -> None:
    steps = part(ended(KEY, MESSAGES, **ASKS), "list")
    (grid,) = drawn(KEY, MESSAGES, steps[1], Matrix)
    assert {"free", "prize", "tomorrow"} < set(grid.row_labels) and len(grid.row_labels) == 6
    assert grid.title == "What a word weighs in a text (6 of 394 words, 12 of 100 texts)"
    assert grid.row_labels[grid.chosen_row] == "prize" and "row 2" in grid.column_labels
    best = np.sort(np.argsort(-steps[1].scores, kind="stable")[:12])
    assert grid.column_labels == tuple(f"row {row + 1}" for row in best)
    (bars,) = drawn(KEY, MESSAGES, steps[1], Bars)
    assert (np.diff(bars.values) <= 0).all() and bars.values[0] == steps[1].scores.max()
    assert bars.lit.tolist() == [int(name[4:]) - 1 in steps[1].on_list for name in bars.labels]
    read = part(ended(KEY, MESSAGES), "document")[-1]
    (grid,) = drawn(KEY, MESSAGES, read, Matrix)
    assert grid.column_labels == tuple(f"row {row}" for row in range(89, 101)) and len(grid.row_labels) == 8


def test_query_words_are_tinted_as_their_lists_are_merged() -> None:
    trace = ended(KEY, MESSAGES, **ASKS)
    (query,) = drawn(KEY, MESSAGES, part(trace, "query")[0], Passage, "Query")
    assert query.faint.tolist() == [False, False, False, True] and query.title == "Typed query"
    w = part(trace, "query")[0].w
    assert query.depths[:3] == pytest.approx(w / w.max()) and query.chosen is None
    (query,) = drawn(KEY, MESSAGES, part(trace, "list")[1], Passage, "Query")
    assert query.groups.tolist() == [0, 0, -1, -1] and query.chosen == 1
    first = part(ended(KEY, GOAL), "document")[0]
    (text,) = drawn(KEY, GOAL, first, Passage, "Document")
    assert text.depths.tolist() == [1, 1, 1] and text.title == "Row 1"
    (text,) = drawn(KEY, GOAL, part(ended(KEY, GOAL), "weight")[0], Passage, "Document")
    assert text.depths == pytest.approx([1, 1, 0.5])


def test_deciding_words_are_tinted_in_the_found_texts() -> None:
    step = ranking(MESSAGES, **ASKS)
    texts = drawn(KEY, MESSAGES, step, Passage, "Texts found")
    assert [text.title for text in texts][:2] == ["1. row 28, s = 0.323", "2. row 2, s = 0.2204"]
    ham, spam = texts[0], texts[1]
    assert sorted(set(ham.groups.tolist())) == [-1, 0] and sorted(set(spam.groups.tolist())) == [-1, 1]
    words = [spam.text[start:stop] for start, stop in spam.spans[spam.groups >= 0].tolist()]
    assert words == ["free", "prize"] and not spam.faint.any() and spam.place == (1, 0)
    assert spam.depths[spam.groups >= 0] == pytest.approx(step.parts[1, :2] / step.parts.max())
    assert "prize: adds 0.1613" in spam.told and "you" in spam.told
    (bars,) = drawn(KEY, MESSAGES, step, Bars, "Scores")
    assert bars.labels[:2] == ("row 28", "row 2") and bars.groups[:2].tolist() == [0, 1] and bars.chosen == 0
    assert bars.cuts[1] == pytest.approx([step.parts[1, 0]]) and not len(bars.cuts[0])
    (grid,) = drawn(KEY, MESSAGES, step, Matrix, "What made the scores")
    assert grid.column_labels == ("free", "prize", "tomorrow") and grid.rows.tolist() == step.order[:8].tolist()
    assert np.nansum(grid.values, axis=1) == pytest.approx(step.scores[step.order[:8]])
    assert np.isnan(grid.values[0, :2]).all() and grid.row_labels[1] == "2. row 2"
    goal = drawn(KEY, GOAL, ranking(GOAL, text="goal law"), Passage, "Texts found")[0]
    assert goal.groups.tolist() == [0, 0, 0, 0] and goal.depths[3] < goal.depths[0] == 1
    later = part(ended(KEY, MESSAGES, **ASKS), "place")[8]
    titles = [text.title.split(",")[0] for text in drawn(KEY, MESSAGES, later, Passage)]
    assert titles == [f"{i}. row {later.order[i - 1] + 1}" for i in range(6, 10)]


def test_a_query_typed_at_the_last_step_is_followed_there() -> None:
    for asked in ("free prize", "lunch tomorrow"):
        *_, before, last = part(ended(KEY, MESSAGES, text=asked), "every")
        found = drawn(KEY, MESSAGES, ranking(MESSAGES, text=asked), Passage, "Texts found")
        titles = [text.title for text in drawn(KEY, MESSAGES, last, Passage, "Texts found")]
        assert titles == [text.title for text in found] and titles[0].startswith(f"1. row {last.order[0] + 1},")
        assert not drawn(KEY, MESSAGES, before, Passage)


def test_precision_and_recall_are_drawn_down_the_ranking() -> None:
    step = part(ended(KEY, GOAL, text="goal law"), "place")[3]
    precision_curve, recall_curve = drawn(KEY, GOAL, step, Curve)
    assert precision_curve.positions[:, 1] == pytest.approx([1, 1, 2 / 3, 3 / 4])
    assert recall_curve.positions[:, 1] == pytest.approx([1 / 3, 2 / 3, 2 / 3, 1])
    (ends,) = drawn(KEY, GOAL, step, Points)
    assert ends.positions.tolist() == [[4, 0.75], [4, 1.0]] and step.place == 4
    assert ends.surface.view == (0.5, 5.5, -0.05, 1.08)
    last = part(ended(KEY, GOAL), "every")[-1]
    (bars,) = drawn(KEY, GOAL, last, Bars)
    assert bars.values == pytest.approx([last.judged.precisions[:3].mean(), last.judged.precisions[3:].mean()])
    assert bars.labels == ("sport", "politics") and bars.surface.y == "mean average precision"
    (bars,) = drawn(KEY, GOAL, part(ended(KEY, GOAL), "every")[0], Bars)
    assert bars.labels == ("sport",) and bars.surface.y == "average precision so far"


def test_idf_of_the_last_of_many_words_is_drawn() -> None:
    step = part(ended(KEY, MESSAGES), "idf")[0]
    (bars,) = drawn(KEY, MESSAGES, step, Bars)
    last = range(step.v - 15, step.v + 1)
    assert bars.labels == tuple(step.words[v] for v in last) and bars.chosen == 15
    assert bars.values.tolist() == step.idf[list(last)].tolist()


def test_of_many_texts_those_that_have_the_word_are_drawn_with_its_list() -> None:
    steps = part(ended(KEY, MESSAGES), "idf")
    for step in steps:
        (grid,) = drawn(KEY, MESSAGES, step, Matrix)
        assert grid.row_labels == tuple(step.words[v] for v in range(step.v - 7, step.v + 1)) and grid.chosen_row == 7
        assert len(grid.column_labels) == 12 and np.isfinite(grid.values[7]).sum() == min(step.df[step.v], 12)
        rows = [int(name[4:]) - 1 for name in grid.column_labels]
        there = [words_of(text, Tokenising()) for text in (TEXTS[row] for row in rows)]
        counted = [text.count(step.words[step.v]) for text in there]
        assert np.nan_to_num(grid.values[7]).tolist() == counted and rows == sorted(set(rows))


def test_the_table_of_what_words_add_stands_at_the_ranking_alone_and_rows_keep_their_names() -> None:
    trace = ended(KEY, GOAL, text="match law")
    place = part(trace, "place")[0]
    assert not drawn(KEY, GOAL, place, Matrix) and drawn(KEY, GOAL, part(trace, "ranking")[0], Matrix)
    (query,) = drawn(KEY, GOAL, part(ended(KEY, GOAL, text="law law match"), "list")[0], Passage)
    assert query.chosen == 0 and query.groups.tolist() == [0, 0, -1], "the first place where the word stands"
    called = GOAL.changed(row_names=("McKay", "b", "c", "d", "e", "f"))
    (text,) = drawn(KEY, called, part(ended(KEY, called), "document")[0], Passage)
    assert text.title == "Row McKay"
