"""Tokenising: the vocabulary and the vectors of scikit-learn, what is dropped, and texts of every kind."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import DropRows, KeepColumns, OtherMethod, Prepare, Refusal
from engine.base.errors import remedies as remedies_of
from engine.core.marks import Bars, Matrix, Passage
from engine.data.dataset import Column, Dataset
from tests.catalogue import shows
from tests.engine.families.documents.corpora import BEIJING, GOAL, corpus, drawn, ended, part, told

KEY = "tokenising"


@shows("DC1", "DC2")
@pytest.mark.parametrize("name", ["beijing", "messages", "reviews"])
@pytest.mark.parametrize("params", [{}, {"lower": False}, {"least": 2}, {"most": 5}])
def test_vocabulary_and_vectors_match_scikit_learn(name: str, params: dict[str, int]) -> None:
    from sklearn.feature_extraction.text import CountVectorizer

    data = engine.load(name)
    texts = [data.columns[0].levels[int(code)] for code in data.X[:, 0]]
    vectors = CountVectorizer(
        token_pattern=r"[^\W_]+(?:'[^\W_]+)*",
        lowercase=bool(params.get("lower", True)),
        min_df=params.get("least", 1),
        max_features=params.get("most"),
    )
    X = vectors.fit_transform(texts).toarray()
    step = ended(KEY, data, **params)[-1]
    if "most" in params:  # of equally frequent words scikit-learn keeps those it met in another order
        assert sorted(step.vectors.sum(axis=0)) == sorted(X[:40].sum(axis=0)) or len(step.words) == 5
    else:
        assert step.words == tuple(vectors.get_feature_names_out())
        assert np.array_equal(step.vectors, X[:40])


@shows("DC2", "W19")
def test_w19_counts_of_the_texts() -> None:
    step = ended(KEY, GOAL)[-1]
    assert step.words == ("goal", "law", "match", "vote")
    assert step.vectors[:, [0, 2, 3, 1]].tolist() == [
        [2, 1, 0, 0], [1, 2, 0, 0], [3, 0, 0, 1], [0, 0, 2, 1], [0, 1, 1, 2], [0, 0, 3, 0]
    ]  # fmt: skip


def test_word_list_grows_text_by_text() -> None:
    steps = part(ended(KEY, BEIJING), "text")
    assert [len(step.met) for step in steps] == [2, 3, 4, 6]
    lists = [drawn(KEY, BEIJING, step, Passage, "Vocabulary")[0] for step in steps]
    assert lists[0].text.split() == ["chinese", "beijing"] and lists[0].groups.tolist() == [0, 0]
    assert lists[1].text.split() == ["chinese", "beijing", "shanghai"] and lists[1].groups.tolist() == [-1, -1, 0]
    stories = told(KEY, BEIJING, "text")
    assert stories[1].sentence.startswith("Row 2 has 3 words, of which 1 is new: “shanghai”. 3 words are changed")
    assert stories[1].worked == ("words so far ← 2 + 1 = 3",)


def test_bars_rise_word_by_word_and_unknown_words_are_counted() -> None:
    steps = part(ended(KEY, BEIJING, text="Chinese food, Chinese tea"), "word")
    assert [step.x.sum() for step in steps] == [1, 1, 2, 2] and steps[-1].outside == 2
    (bars,) = drawn(KEY, BEIJING, steps[2], Bars)
    assert bars.values.tolist() == [0, 2, 0, 0, 0, 0] and bars.chosen == 1
    stories = told(KEY, BEIJING, "word", text="Chinese food, Chinese tea")
    assert "“food” is not in the vocabulary: it is ignored, and counted as outside." in stories[1].sentence
    assert stories[2].worked == ("x(“chinese”) ← 1 + 1 = 2",) and "its presence is 1 as before" in stories[2].sentence


def test_counts_fill_a_table() -> None:
    step = ended(KEY, BEIJING)[-1]
    (grid,) = drawn(KEY, BEIJING, step, Matrix)
    assert grid.values.tolist() == step.vectors.tolist() and grid.row_labels[0] == "row 1"


def test_what_is_dropped_is_told() -> None:
    data = corpus(["The goals of the team", "A goal"], ["a", "b"])
    stories = told(KEY, data, "text", stop=True, stem=True)
    assert stories[0].sentence.endswith(
        "2 are new: “goal” and “team”. 1 word is changed to lower case or to the stem. Left out: 3 words (a stop word)."
    )
    assert ended(KEY, data, stop=True, stem=True)[-1].words == ("goal", "team")
    assert ended(KEY, data, pairs=True)[-1].words[:3] == ("a", "a goal", "goal")
    (start,) = told(KEY, data, "start", stop=True, stem=True)
    assert "made lower case and cut to their stems. Stop words are left out." in start.sentence
    faint = drawn(KEY, data, part(ended(KEY, data, stop=True), "text")[0], Passage, "Document")[0]
    assert faint.faint.tolist() == [True, False, True, True, False] and "a stop word" in faint.told[0]


def test_table_without_texts_is_refused_with_a_remedy() -> None:
    iris = engine.load("iris")
    assert remedies_of(engine.algorithm(KEY).unsuitable(iris)) == (OtherMethod(),)
    both = Dataset(np.array([[0.0, 1.0], [1.0, 2.0]]), None, (Column("text", "text", ("a b", "c d")), Column("length")))
    assert remedies_of(engine.algorithm(KEY).unsuitable(both))[0] == KeepColumns((0,))


def test_other_methods_offer_to_count_the_words() -> None:
    with pytest.raises(Refusal, match="text is text: count its words") as refused:
        engine.trace("kmeans", BEIJING)
    assert Prepare("CountWords") in refused.value.remedies
    prepared = engine.prepare(BEIJING, "CountWords")
    assert engine.trace("kmeans", prepared.data, k=2).to_end().ending


def test_too_many_letters_are_refused_and_a_hundred_thousand_texts_are_not() -> None:
    long = corpus(["word " * 600_000, "a b " * 300_000, "short"], ["a", "b", "a"])
    with pytest.raises(Refusal, match="at most 3,200,000 are counted") as refused:
        engine.trace(KEY, long)
    assert refused.value.remedies == (DropRows((1, 2)),)
    levels = tuple(f"word{i % 977} other{i % 89} text {i}" for i in range(100_000))
    data = Dataset(np.arange(100_000.0)[:, None], None, (Column("text", "text", levels),))
    step = ended(KEY, data, least=20)[-1]
    assert step.done == 100_000 and len(step.words) == 977 + 89 + 1


def test_of_a_few_words_each_joins_by_itself() -> None:
    steps = part(ended(KEY, BEIJING), "new")
    assert [step.words[step.new[0]] for step in steps] == ["chinese", "beijing", "shanghai", "macao", "tokyo", "japan"]
    (words,) = drawn(KEY, BEIJING, steps[2], Passage, "Vocabulary")
    assert words.text.split() == ["chinese", "beijing", "shanghai"] and words.groups.tolist() == [-1, -1, 0]
    story = told(KEY, BEIJING, "new")[2]
    assert story.sentence == "“shanghai” in row 2 was not met before, and joins the list."
    assert not part(ended(KEY, engine.load("messages")), "new")


def test_dropped_punctuation_is_counted() -> None:
    first = told(KEY, corpus(["Goal!! (yes)", "no"], ["a", "b"]), "text")[0]
    assert first.sentence.endswith("1 word is changed to lower case or to the stem. Left out: 4 signs (punctuation).")


def test_text_without_known_words_has_zeros() -> None:
    data = corpus(["goal goal", "", "vote goal"], ["a", "b", "a"])
    assert ended(KEY, data)[-1].vectors.tolist() == [[2, 0], [0, 0], [1, 1]]
    assert "1 has zeros alone" in told(KEY, data, "vectors")[0].sentence


def test_last_of_many_texts_read_at_once_is_shown() -> None:
    first = told(KEY, engine.load("messages"), "text")[0]
    assert first.sentence.startswith(
        "Texts up to row 8 are read: 65 words are new. Of the last text: 3 words are changed"
    )
    assert [(one.name, one.value) for one in first.numbers] == [("texts read", 8), ("words so far", 65)]


def test_the_stories_whole() -> None:
    (vocabulary,) = told(KEY, BEIJING, "vocabulary", least=2)
    assert "Words that fewer than 2 texts have are left out." in vocabulary.sentence
    first, second = told(KEY, BEIJING, "word", text="Chinese Osaka")
    assert first.sentence == "“chinese”: its count is 1 now." and first.numbers[0].value == 0
    assert second.numbers[0].value == 1


def test_heading_of_the_list_counts_its_words() -> None:
    steps = part(ended(KEY, BEIJING), "new")
    titles = [drawn(KEY, BEIJING, step, Passage, "Vocabulary")[0].title for step in steps[:2]]
    assert titles == ["1 word", "2 words"]
    (text,) = drawn(KEY, BEIJING, steps[0], Passage, "Document")
    assert text.groups.tolist() == [0, -1, 0], "the new word is tinted wherever it stands"


def test_words_of_the_text_and_the_most_frequent_are_drawn() -> None:
    data = engine.load("messages")
    step = part(ended(KEY, data, text="lecture about probability"), "word")[-1]
    (bars,) = drawn(KEY, data, step, Bars)
    assert bars.labels == ("lecture", "probability") and bars.values.tolist() == [1, 1]
    last = ended(KEY, data)[-1]
    (grid,) = drawn(KEY, data, last, Matrix)
    assert "the" in grid.column_labels and len(grid.column_labels) == 16
