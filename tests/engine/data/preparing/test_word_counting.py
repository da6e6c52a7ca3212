"""Texts as columns of counts, with the vocabulary of the training rows."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.word_counting import PRESENCE, CountWords
from engine.export.carried import Carried

BEIJING = engine.load("beijing")


def test_text_becomes_word_counts() -> None:
    made = engine.prepare(BEIJING, "CountWords").data
    assert made.feature_names == ("beijing", "chinese", "japan", "macao", "shanghai", "tokyo")
    assert made.X[0].tolist() == [1, 2, 0, 0, 0, 0]
    present = engine.prepare(BEIJING, CountWords(values=PRESENCE)).data
    assert present.X.max() == 1.0 and np.array_equal(present.X > 0, made.X > 0)


def test_vocabulary_is_that_of_the_training_rows() -> None:
    made = Preparation((Entry(CountWords()),)).fit(BEIJING, np.array([0, 1]))
    assert made.data.feature_names == ("beijing", "chinese", "shanghai") and made.data.n == 4
    assert made.data.X[3].tolist() == [0, 1, 0], "tokyo and japan are outside"


def test_options_and_what_is_left_out() -> None:
    assert engine.prepare(BEIJING, CountWords(least=2)).data.feature_names == ("chinese",)
    assert engine.prepare(BEIJING, CountWords(lower=False)).data.feature_names[0] == "Beijing"
    assert "beijing chinese" in engine.prepare(BEIJING, CountWords(pairs=True)).data.feature_names
    few = engine.prepare(BEIJING, CountWords(most=2))
    assert few.data.d == 2 and few.warnings == ("text has 6 words: 2 are kept.",)
    with pytest.raises(Refusal, match="choose fewer minimum texts"):
        engine.prepare(BEIJING, CountWords(least=9))
    with pytest.raises(Refusal, match="No training text of text has a word that counts"):
        engine.prepare(Dataset(np.zeros((1, 1)), None, (Column("text", "text", ("...",)),)), "CountWords")


def test_missing_text_has_no_words_and_numbers_are_kept() -> None:
    data = Dataset(np.array([[np.nan, 1.0], [0.0, 2.0]]), None, (Column("text", "text", ("a b",)), Column("length")))
    made = engine.prepare(data, "CountWords").data
    assert made.feature_names == ("length", "a", "b") and made.X.tolist() == [[1, 0, 0], [2, 1, 1]]


@pytest.mark.parametrize("key", ["multinomial_documents", "multinomial_naive_bayes"])
def test_model_reads_unseen_texts(key: str) -> None:
    prepared = engine.prepare(BEIJING, "CountWords") if key == "multinomial_naive_bayes" else None
    data = BEIJING if prepared is None else prepared.data
    carried = Carried.of(engine.fit(key, data), BEIJING, "classification", prepared)
    other = Dataset(
        np.array([[0.0], [1.0]]), None, (Column("text", "text", ("Tokyo Japan", "Macao, Chinese Shanghai")),)
    )
    assert carried.predict_table(other).tolist() == [1, 0]
    assert carried.predict_table(BEIJING).tolist() == BEIJING.codes.tolist()


def test_model_of_texts_round_trips_through_a_file(tmp_path) -> None:
    model = engine.fit("bernoulli_documents", BEIJING, stem=True)
    path = tmp_path / "texts.json"
    engine.save_model(Carried.of(model, BEIJING, "classification"), path)
    assert engine.load_model(path).model == model


def test_picture_shows_the_words_of_most_texts() -> None:
    made = engine.prepare(BEIJING, "CountWords")
    (bag,) = made.learnt[0].picture(BEIJING, made.data, "text", None)
    assert bag.levels[0] == "chinese" and bag.counts[0] == 4 and bag.words() == "6 words, each a column of its counts"
    (bag,) = made.learnt[0].picture(BEIJING, made.data, "text", 0)
    assert bag.words() == "Row 1: chinese ×2, beijing" and bag.part(0) == "chinese: in 4 texts, 2 times in row 1"
