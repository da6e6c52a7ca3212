"""Texts cut into words, and counted, against scikit-learn and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.tokens import LONGEST, Tokenising, pieces_of, stem, words_of
from engine.base.word_counts import count_known, count_words

TEXTS = st.lists(st.text(st.sampled_from("abcA '.-🙂é"), max_size=30), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Goal, GOAL; goal!", ["goal", "goal", "goal"]),
        ("don't — it’s 3 p.m.", ["don't", "it’s", "3", "p", "m"]),
        ("snake_case a-b", ["snake", "case", "a", "b"]),
        ("हिन्दी भाषा 中文", ["हिन्दी", "भाषा", "中文"]),
        ("🙂🎉 ok", ["🙂", "🎉", "ok"]),
        ("", []),
        ("... !?", []),
        ("a" * (LONGEST + 1), []),
    ],
)
def test_a_text_is_cut_into_words(text: str, words: list[str]) -> None:
    assert words_of(text, Tokenising()) == words


def test_stop_words_stems_and_pairs() -> None:
    assert words_of("The cats are running", Tokenising(stop=True, stem=True)) == ["cat", "run"]
    assert words_of("not good film", Tokenising(pairs=True)) == ["not", "good", "film", "not good", "good film"]
    assert words_of("The the", Tokenising(lower=False, stop=True)) == []


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("boxes", "box"), ("churches", "church"), ("parties", "party"), ("bus", "bus"), ("class", "class"),
        ("stopped", "stop"), ("falling", "fall"), ("red", "red"), ("king", "king"), ("dog's", "dog"),
    ],
)  # fmt: skip
def test_a_stem_loses_simple_endings(word: str, expected: str) -> None:
    assert stem(word) == expected


@given(TEXTS, st.booleans(), st.booleans(), st.booleans())
def test_pieces_and_words_agree(texts: list[str], lower: bool, stop: bool, stems: bool) -> None:
    how = Tokenising(lower, stop, stems)
    for text in texts:
        pieces = list(pieces_of(text, how))
        assert [piece.word for piece in pieces if not piece.dropped] == words_of(text, how)
        assert all(0 <= one.start < one.stop <= len(text) for one in pieces)


@given(TEXTS)
def test_sklearn_counts_the_same(texts: list[str]) -> None:
    from sklearn.feature_extraction.text import CountVectorizer

    vectors = CountVectorizer(analyzer=lambda text: words_of(text, Tokenising()))
    counts = count_words(texts, Tokenising())
    if not counts.words:
        return
    X = vectors.fit_transform(texts).toarray()
    assert counts.words == tuple(vectors.get_feature_names_out()) and np.array_equal(counts.dense(), X)
    again = count_known(texts, Tokenising(), counts.words)
    assert np.array_equal(again.dense(), X) and not again.outside.any()


@given(TEXTS)
def test_out_of_vocabulary_tokens_are_counted(texts: list[str]) -> None:
    counts = count_words(texts, Tokenising(), least=2)
    whole = [len(words_of(text, Tokenising())) for text in texts]
    assert np.array_equal(counts.dense().sum(axis=1) + counts.outside, whole)


def test_sums_of_groups_and_presences() -> None:
    counts = count_words(["a a b", "b", "a"], Tokenising())
    assert counts.summed(np.array([0, 1, -1]), 2).tolist() == [[2, 1], [0, 1]]
    assert counts.summed(np.array([0, 1, 0]), 2, present=True).tolist() == [[2, 1], [0, 1]]


def test_the_most_frequent_words_are_kept() -> None:
    assert count_words(["b b a c", "c b"], Tokenising(), most=2).words == ("b", "c")
