"""Retrieval: odd queries and texts, many texts, and the model of the index."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.base.tokens import Tokenising
from engine.core.marks import Passage
from engine.data.dataset import Column, Dataset
from engine.families.documents.retrieval.judging import judged, rows_that_ask
from tests.engine.families.documents.corpora import GOAL, corpus, drawn, ended, part, told
from tests.engine.families.documents.searching import CARD, KEY, MESSAGES, ranking


@pytest.mark.parametrize("text", ["xyzzy qwerty", "!?", "...", "12345"])
def test_a_query_of_unknown_words_finds_nothing(text: str) -> None:
    trace = ended(KEY, GOAL, text=text)
    assert trace.ending.words == "The query has no word of the vocabulary: nothing is found."
    assert trace[-1].part == "ranking" and not len(trace[-1].order) and not part(trace, "list")
    (story,) = told(KEY, GOAL, "ranking", text=text)
    assert story.sentence == "The query finds nothing: it has no word of the vocabulary."
    assert "has no word of the vocabulary: nothing can be found." in told(KEY, GOAL, "query", text=text)[0].sentence


def test_empty_query_uses_the_row_and_a_row_without_words_finds_nothing() -> None:
    assert ranking(GOAL, text="   ", row=2).document.row == 1
    data = corpus(["goal match", "", "vote", "goal"], ["a", "b", "a", "b"])
    assert ended(KEY, data, row=2).ending.words == "The query has no word of the vocabulary: nothing is found."
    assert ended(KEY, data, row=3).ending.words == "No other text has a word of the query: nothing is found."
    assert told(KEY, data, "ranking", row=3)[0].sentence == "The query finds nothing: no other text has a word of it."
    read, weighed = told(KEY, data, "document")[1], told(KEY, data, "weight")[1]
    assert read.sentence == "Row 2 has no word of the vocabulary: it is on no list." and not read.tables
    assert weighed.sentence == "Row 2 has no word of the vocabulary: its vector is 0."


def test_a_missing_text_is_read_as_an_empty_one() -> None:
    from tests.contract.pool import texts

    step = ranking(texts(2, gap=True), text="goal vote")
    assert 1 not in step.order and step.model.of(1)[0].tolist() == []


def test_no_text_has_a_word_is_refused_in_words() -> None:
    with pytest.raises(Refusal, match="No text has a word"):
        engine.trace(KEY, corpus(["!", "?"], ["a", "b"]))


def test_equal_texts_are_told_apart_by_nothing() -> None:
    data = corpus(["goal vote"] * 4, ["a", "b", "a", "b"])
    step = ranking(data, row=2)
    assert step.order.tolist() == [0, 2, 3] and not step.scores.any()
    (query,) = told(KEY, data, "query", row=2)
    assert query.remedies == (SetParameter("idf", "smoothed"),) and "in all texts or in none" in query.sentence
    (story,) = told(KEY, data, "ranking", row=2)
    assert story.sentence == "All scores are 0: the lowest row, 1, stands first."
    assert not told(KEY, data, "weight")[0].worked and not query.worked
    assert told(KEY, data, "query", text="osaka", more="osaka")[0].remedies == query.remedies
    assert told(KEY, data, "weight")[0].sentence == "Every word of row 1 has the weight 0: its vector is 0."
    smoothed = ranking(data, row=2, idf="smoothed")
    assert smoothed.scores[[0, 2, 3]] == pytest.approx([1, 1, 1])
    assert "3 texts have this score, and the lowest row stands first." in told(
        KEY, data, "ranking", row=2, idf="smoothed"
    )[0].sentence  # fmt: skip


def test_one_text_alone() -> None:
    data = corpus(["goal goal vote"], ["a"])
    assert ended(KEY, data).ending.words == "No other text has a word of the query: nothing is found."
    step = ranking(data, text="vote", idf="smoothed")
    assert step.order.tolist() == [0] and step.scores[0] == pytest.approx(1 / 5**0.5)
    assert not part(ended(KEY, data, text="vote"), "every"), "no text has another of its class"


def test_pictures_and_other_scripts_are_words() -> None:
    data = corpus(["😀 goal 😀", "гол 目标", "😀 гол", "goal"], ["a", "b", "a", "b"])
    step = ranking(data, text="😀 ГОЛ")
    assert step.order.tolist() == [2, 0, 1] and {step.words[v] for v in step.at} == {"😀", "гол"}
    assert drawn(KEY, data, step, Passage)[0].text == "😀 гол"


def test_one_long_text_has_small_weights_within_the_bound() -> None:
    long = " ".join(f"word{i}" for i in range(5_000)) + " goal"
    data = corpus([long, "goal", "goal word1", "vote"], ["a", "b", "a", "b"])
    step = ranking(data, text="goal")
    assert step.order.tolist() == [1, 2, 0] and step.scores[0] < 0.02
    trace = ended(KEY, data, row=1)
    assert len(part(trace, "list")) == 12 and len(trace) <= CARD.bound(data, CARD.params(row=1)) + 1
    story = told(KEY, data, "list", row=1)[0]
    assert story.sentence.startswith("417 lists are merged. The last: the list of “word")


def test_words_are_stemmed_as_in_counting() -> None:
    data = corpus(["The goals of a team", "A goal", "Voting"], ["a", "b", "a"])
    step = ranking(data, text="the goal", stop=True, stem=True)
    assert step.words == ("goal", "team", "vot") and step.order.tolist() == [1, 0]
    pairs = ranking(data, text="a goal", pairs=True)
    assert {pairs.words[v] for v in pairs.at} == {"a", "goal", "a goal"} and pairs.order[0] == 1
    assert ranking(data, text="GOAL", lower=False).order.tolist() == []


def test_many_texts_are_indexed_and_queried_in_few_steps() -> None:
    levels = tuple(f"word{i % 977} other{i % 89} text {i}" for i in range(20_000))
    data = Dataset(
        np.arange(20_000.0)[:, None], np.arange(20_000) % 2, (Column("text", "text", levels),), class_names=("a", "b")
    )
    trace = ended(KEY, data, text="word5 other7", least=2)
    assert len(trace) <= CARD.bound(data, CARD.params()) + 1
    step = trace[-1]
    assert step.asking == len(step.judged.rows) == 50 and len(set(step.judged.rows // 1000)) == 20
    (first,) = part(trace, "ranking")
    there = [i for i in range(20_000) if i % 977 == 5 or i % 89 == 7]
    assert sorted(first.order.tolist()) == there


# -- the model ---------------------------------------------------------------------------------------------------------


def test_model_predicts_the_class_of_the_most_similar_text() -> None:
    model = engine.fit(KEY, MESSAGES)
    assert (model.predict(MESSAGES.X) == MESSAGES.codes).all()
    typed = ["claim your free prize", "see you at the station", "xyzzy", ""]
    assert model.predict_texts(typed).tolist() == [1, 0, -1, -1]
    known = np.array([[np.nan], [500.0], MESSAGES.X[0], MESSAGES.X[1]])
    assert model.predict(known).tolist() == [-1, -1, *MESSAGES.codes[:2]]
    other = model.with_texts(("xyzzy", "free prize"))
    assert other.predict(np.array([[1.0], [0.0], [1.0]])).tolist() == [1, -1, 1]


def test_model_round_trips_and_predicts_another_table(tmp_path: Any) -> None:
    model = engine.fit(KEY, MESSAGES, tf="log", idf="smoothed", stop=True)
    engine.save_model(model, tmp_path / "index.json")
    again = engine.load_model(tmp_path / "index.json")
    assert again == model and again.how == Tokenising(stop=True)
    carried = engine.Carried.of(model, MESSAGES, "classification")
    raw = Dataset(np.array([[0.0], [1.0]]), None, (Column("message", "text", ("free cash prize", "dinner tonight")),))
    assert carried.predict_table(raw).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"idf": np.ones(1)}, "rarity for each"),
        ({"starts": np.array([0, 3, 2])}, "one after the other"),
        ({"at": np.array([0, 2])}, "one of its words"),
        ({"weights": np.array([np.inf, 1.0])}, "must be numbers"),
        ({"answers": np.array([0.5, 1.0])}, "whole numbers"),
        ({"tf": "squared"}, "raw, log or binary"),
    ],
)
def test_a_spoilt_index_is_refused(changes: dict[str, Any], words: str) -> None:
    whole: dict[str, Any] = {
        "words": ("a", "b"),
        "idf": np.ones(2),
        "starts": np.array([0, 1, 2]),
        "at": np.array([0, 1]),
        "weights": np.ones(2),
        "answers": np.array([0, 1]),
    }
    engine.models.TextIndex(**whole)
    with pytest.raises(Refusal, match=words):
        engine.models.TextIndex(**{**whole, **changes})


def test_a_text_is_asked_about() -> None:
    step = ranking(GOAL, text="goal law")
    answer = CARD.inspect(step, GOAL, CARD.params(), GOAL.X[4])
    assert answer.story.sentence == "Most similar is row 5." and answer.story.numbers[0].value == pytest.approx(1)
    assert answer.story.numbers[0].name == "s(row 5)"
    for row in range(GOAL.n):
        assert CARD.inspect(step, GOAL, CARD.params(), GOAL.X[row]).story.sentence == f"Most similar is row {row + 1}."
    assert CARD.inspect(step, GOAL, CARD.params(), np.array([9.0])) is None
    empty = corpus(["goal", "!", "goal vote"], ["a", "b", "a"])
    answer = CARD.inspect(ranking(empty, text="goal"), empty, CARD.params(), empty.X[1])
    assert answer.story.sentence == "It has no word of the vocabulary: no text is like it."


def test_querying_rows_have_another_of_their_class() -> None:
    data = corpus(["goal", "vote", "goal vote"], ["a", "b", "a"])
    index = engine.fit(KEY, data)
    assert rows_that_ask(index, data).tolist() == [0, 2]
    assert judged(np.array([0]), index, data, 5).shares.tolist() == [0.2]
