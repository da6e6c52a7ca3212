"""Multi-label classification: scikit-learn's chain and losses, the powerset, and what cannot be a label."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, hamming_loss
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier
from sklearn.neighbors import KNeighborsClassifier

import engine
from engine.base.errors import KeepClasses, Refusal
from engine.base.words import counted
from engine.core.marks import Bars, Matrix, Points, Region
from engine.data.dataset import Column, Dataset
from engine.data.toys import generate
from engine.families.multi_label.multi_label.labelled import columns, labelled
from engine.models.labels import UNKNOWN
from tests.catalogue import shows

KEY = "multi_label"
CARD = engine.algorithm(KEY)
SONGS = generate("songs", seed=2, n=60)
NEIGHBOURS = {"base": "knn", "settings": "k = 3, scale = never"}
T = labelled(SONGS, "").Y
SIX = Dataset(
    np.array([[0.0, 0, 1], [1, 0, 0], [2, 1, 1], [3, 1, 0], [4, 1, 1], [5, 0, 0]]), np.array([0, 0, 0, 1, 1, 1]),
    (Column("x"), Column("b"), Column("c")), class_names=("not a", "a"),
)  # fmt: skip
"""Labels a, b and c of six rows; four sets of labels among them."""


def steps(data: Dataset = SONGS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def story(step: Any, data: Dataset = SONGS, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step: Any, kind: type, data: Dataset = SONGS, **params: Any) -> list[Any]:
    return [mark for mark in CARD.marks(step, data, CARD.params(**params)) if isinstance(mark, kind)]


@shows("BE15")
@pytest.mark.parametrize(
    ("scheme", "other"), [("binary relevance", MultiOutputClassifier), ("classifier chain", ClassifierChain)]
)
def test_predictions_and_losses_match_scikit_learn(scheme: str, other: type) -> None:
    last = steps(scheme=scheme, **NEIGHBOURS)[-1]
    oracle = other(KNeighborsClassifier(3)).fit(SONGS.X[:, :2], T)
    said = oracle.predict(SONGS.X[:, :2])
    assert last.answers.tolist() == said.tolist() and last.truth.tolist() == T.tolist()
    assert last.wrong.mean() == pytest.approx(hamming_loss(T, said))
    assert last.whole.mean() == pytest.approx(accuracy_score(T, said))
    there = np.random.default_rng(3).uniform(-2.5, 2.5, size=(40, 4))
    assert last.model.predict_labels(there).tolist() == oracle.predict(there[:, :2]).tolist()
    assert last.model.predict(there).tolist() == oracle.predict(there[:, :2])[:, 0].tolist()
    measured = CARD.measure(last, SONGS, CARD.params())
    assert measured == {
        "Hamming loss": pytest.approx(hamming_loss(T, said)),
        "subset accuracy": pytest.approx(accuracy_score(T, said)),
    }


def test_reversed_chain_learns_the_last_label_first() -> None:
    params = {"scheme": "classifier chain", "order": "reversed", **NEIGHBOURS}
    run = steps(**params)
    assert [step.q for step in run] == [None, 2, 1, 0, 0, 0]
    oracle = ClassifierChain(KNeighborsClassifier(3), order=[2, 1, 0]).fit(SONGS.X[:, :2], T)
    assert run[-1].answers.tolist() == oracle.predict(SONGS.X[:, :2]).tolist()
    assert (run[1].answers[:, :2] == UNKNOWN).all() and (run[1].answers[:, 2] != UNKNOWN).all()
    assert [step.model is None for step in run] == [True, True, True, False, False, False]
    assert [step.q for step in steps(order="reversed", **NEIGHBOURS)][1] == 0, "only a chain has an order"


@shows("BE15")
def test_powerset_is_a_classifier_of_sets() -> None:
    params = {"scheme": "label powerset", **NEIGHBOURS}
    run = steps(**params)
    assert [step.part for step in run] == ["labels", "sets", "taught", "cells", "rows"]
    sets, codes = np.unique(T, axis=0, return_inverse=True)
    assert run[1].sets.tolist() == sets.tolist() and run[1].codes.tolist() == codes.ravel().tolist()
    said = sets[KNeighborsClassifier(3).fit(SONGS.X[:, :2], codes.ravel()).predict(SONGS.X[:, :2])]
    assert run[-1].answers.tolist() == said.tolist()
    assert "Of 8 sets that 3 labels can make, 4 are among the rows" in story(run[1], **params).sentence
    table = story(run[1], **params).tables[0].rows
    assert [row[2] for row in table] == np.bincount(codes.ravel()).tolist()
    assert {row[1] for row in table} == {"no label", "loud", "happy and loud", "happy and dance"}
    right = int((said == T).all(axis=1).sum())
    assert f"has learnt the sets: {right} rows of 60" in story(run[2], **params).sentence
    assert "Every set that is predicted is one of a row." in story(run[-1], **params).sentence
    (truth, shown) = drawn(run[1], Matrix, **params)
    assert truth.title == "T (10 of 60 rows)" and shown.values.tolist() == sets.tolist()
    assert shown.row_labels == ("set 1", "set 2", "set 3", "set 4") and shown.column_labels == run[-1].model.labels


@pytest.mark.parametrize(
    ("scheme", "formula", "said"),
    [
        (
            "binary relevance",
            r"y_q = h_q(\mathbf{x})",
            "Each is learnt by itself, as two classes: with it and without.",
        ),
        (
            "classifier chain",
            r"y_q = h_q(\mathbf{x}, y_1, \ldots, y_{q-1})",
            "Each is learnt with those before it as further features.",
        ),
        (
            "label powerset",
            r"(y_1, \ldots, y_Q) = h(\mathbf{x})",
            "Every set of labels becomes a class of its own.",
        ),
    ],
)
def test_each_scheme_has_its_rule(scheme: str, formula: str, said: str) -> None:
    run = steps(scheme=scheme, **NEIGHBOURS)
    first = story(run[0], scheme=scheme)
    assert first.formula == formula and first.sentence.endswith(said)
    asked = CARD.inspect(run[-1], SONGS, CARD.params(scheme=scheme), SONGS.X[0]).story
    assert asked.formula == formula


def test_words_of_a_small_table() -> None:
    mean = {"base": "nearest_mean"}
    run = steps(SIX, **mean)
    first, taught, last = story(run[0], SIX, **mean), story(run[1], SIX, **mean), story(run[-1], SIX, **mean)
    assert first.tables[0].columns == ("label", "rows with it") and first.tables[0].rows[0] == ("a", 3)
    wrong, right = run[2].wrong[:, 1].sum(), run[-1].whole.sum()
    assert wrong == 2 and run[1].wrong[:, 0].sum() == 0
    assert taught.sentence.endswith(" 0 rows of 6 are wrong.")
    assert story(run[2], SIX, **mean).sentence.endswith(" 2 rows of 6 are wrong.")
    assert [row[0] for row in taught.tables[0].rows] == ["a"]
    assert last.sentence.startswith("Subset accuracy asks for all labels of a row at once: ")
    assert f"{counted(right, 'row')} of 6 have them right." in last.sentence
    assert CARD.measure(run[0], SIX, CARD.params()) == {}
    truth, together = drawn(run[0], Matrix, SIX)
    assert truth.title == "T" and truth.rows.tolist() == [0, 1, 2, 3, 4, 5] and together.title == "rows with both"
    (bars,) = drawn(run[-1], Bars, SIX)
    assert bars.surface.name == "Wrong rows of each label" and drawn(run[-1], Matrix, SIX)[1].rows.tolist() == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]


def test_one_wrong_row_is_one() -> None:
    data = SIX.with_targets([5], [0])
    run = steps(data, base="nearest_mean", labels="c")
    wrong = [int(step.wrong[:, step.q].sum()) for step in run[1:3]]
    said = [story(step, data, base="nearest_mean", labels="c").sentence for step in run[1:3]]
    for count, words in zip(wrong, said, strict=True):
        assert words.endswith(f"{counted(count, 'row')} of 6 {'is' if count == 1 else 'are'} wrong.")
    assert 1 in wrong


def test_words_of_the_sets_of_a_small_table() -> None:
    powerset = {"scheme": "label powerset", "base": "nearest_mean"}
    run = steps(SIX, **powerset)
    sets, taught = story(run[1], SIX, **powerset), story(run[2], SIX, **powerset)
    assert sets.sentence.endswith("A set that no row has can never be predicted.")
    assert [row[0] for row in sets.tables[0].rows] == list(range(1, 7))
    assert taught.sentence.endswith(f"{counted(run[2].whole.sum(), 'row')} of 6 get the right one.")
    assert taught.worked[0].startswith("share of right sets = ")
    assert [row[0] for row in story(run[-1], SIX, **powerset).tables[0].rows] == ["a", "b", "c"]
    assert CARD.measure(run[2], SIX, CARD.params(**powerset)).keys() == {"Hamming loss", "subset accuracy"}


def test_chain_learns_what_no_line_tells() -> None:
    data = generate("songs", seed=0, noise=0.0)
    alone, chain = (steps(data, scheme=scheme)[-1] for scheme in ("binary relevance", "classifier chain"))
    assert chain.wrong[:, 2].sum() < alone.wrong[:, 2].sum() / 2
    assert alone.wrong[:, 0].tolist() == chain.wrong[:, 0].tolist()


def test_each_step_states_the_label_and_its_errors() -> None:
    run = steps()
    wrong = run[2].wrong[:, 1].sum()
    assert "60 rows, each with some of 3 labels or none: happy, loud and dance." in story(run[0]).sentence
    assert story(run[0]).worked == (f"labels of a row on average = {T.sum()} / 60 = {T.sum() / 60:.4g}",)
    assert story(run[0]).tables[0].rows == tuple(zip(("happy", "loud", "dance"), T.sum(axis=0).tolist(), strict=True))
    said = story(run[2]).sentence
    assert said.startswith("loud: Softmax regression (Newton) has learnt which rows have it, from 2 features.")
    assert f"{wrong} row" in said and story(run[2]).worked[0].startswith(f"error of this label = {wrong} / 60")
    assert CARD.measure(run[2], SONGS, CARD.params()) == {"error of the label": pytest.approx(wrong / 60)}
    chain = {"scheme": "classifier chain"}
    last = story(steps(**chain)[3], **chain).sentence
    assert "from 2 features and happy and loud; when it predicts, these are predictions too" in last
    cells, rows = story(run[4]), story(run[5])
    total, right = run[4].wrong.sum(), run[5].whole.sum()
    assert cells.worked[0] == "N Q = 60·3 = 180" and cells.worked[1].startswith(f"L = {total} / 180")
    assert f"that are wrong: {total} of 180" in cells.sentence and rows.worked[0].startswith(f"A = {right} / 60")
    new = sum(row not in T.tolist() for row in run[5].answers.tolist())
    assert new > 1 and f"{new} rows get a set of labels that no row has" in rows.sentence
    for q, row in enumerate(rows.tables[0].rows):
        hits = ((T[:, q] == 1) & (run[5].answers[:, q] == 1)).sum()
        assert row[1:] == (T[:, q].sum(), run[5].answers[:, q].sum(), hits)
    assert CARD.event(run[5]).word == "all labels" and CARD.event(run[1]).word == "label learnt"
    assert CARD.event(run[0]) is None


@shows("BE15")
def test_label_matrix_and_pictures_follow() -> None:
    run = steps()
    truth, together = drawn(run[0], Matrix)
    assert together.values.tolist() == (T.T @ T).tolist() and truth.values.tolist() == T[truth.rows].tolist()
    truth, answers = drawn(run[2], Matrix)
    assert np.isnan(answers.values[:, 2]).all()
    assert answers.values[:, :2].tolist() == run[2].answers[answers.rows, :2].tolist()
    assert answers.lit.tolist() == run[2].wrong[answers.rows].tolist() and not answers.lit[:, 2].any()
    dots = [one for one in drawn(run[2], Points) if one.role == "data"]
    assert [one.groups.tolist() for one in dots] == T.T.tolist() and dots[0].names == ("without", "with")
    assert [one.surface.open for one in dots] == [False, True, False]
    assert [one.surface.open for one in [one for one in drawn(run[5], Points) if one.role == "data"]] == [
        False,
        True,
        True,
    ]
    regions = drawn(run[2], Region)
    assert [one.surface.name for one in regions] == ["Label: happy", "Label: loud"]
    assert regions[1].model.predict(SONGS.X[:, :2]).tolist() == run[2].answers[:, 1].tolist()
    last = run[5]
    assert drawn(last, Region)[0].model == last.model and len(drawn(last, Region)) == 4
    (wrong,) = [one for one in drawn(last, Points) if one.role == "wrong"]
    assert wrong.rows.tolist() == np.flatnonzero(last.wrong[:, 0]).tolist()
    (bars,) = drawn(last, Bars)
    assert bars.values.tolist() == last.wrong.sum(axis=0).tolist() and bars.labels == ("happy", "loud", "dance")
    assert not drawn(steps(SIX)[-1], Region, SIX)[1:], "one feature has no plane for each label"


def test_any_point_is_told_its_labels() -> None:
    run, params = steps(), CARD.params()
    assert CARD.inspect(run[0], SONGS, params, SONGS.X[0]) is None
    x = np.array([2.0, -2.0, 0.0, 0.0])
    asked = CARD.inspect(run[-1], SONGS, params, x)
    assert asked.story.sentence == "Predicted at this point: happy and dance."
    assert [(one.name, one.value) for one in asked.story.numbers] == [("happy", 1), ("loud", 0), ("dance", 1)]
    assert len(CARD.inspect(run[1], SONGS, params, x).story.numbers) == 1


def test_answers_are_the_classes_that_occur() -> None:
    data = Dataset(SIX.X, 2 * SIX.codes, SIX.columns, class_names=("not a", "none", "a"))
    model = engine.fit(KEY, data, base="nearest_mean")
    assert model.predict(data.X).tolist() == [0, 0, 0, 2, 2, 2] and model.classes.tolist() == [0, 2]
    assert model.labels == ("a", "b", "c")


def test_columns_of_0_and_1_are_labels_unless_others_are_named() -> None:
    assert columns(SIX, "") == (1, 2) and columns(SIX, "c") == (2,) and columns(SIX, "c; b") == (2, 1)
    found = labelled(SIX, "c")
    assert found.names == ("a", "c") and found.inputs == (0, 1)
    assert found.Y.tolist() == [[0, 1], [0, 0], [0, 1], [1, 0], [1, 1], [1, 0]]
    task = labelled(SIX, "").task(2, (0, 1))
    assert task.feature_names == ("x", "a", "b") and task.X[:, 1].tolist() == [0, 0, 0, 1, 1, 1]
    gates = Dataset.from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
    assert columns(gates, "") == () and len(steps(gates)[-1].model.labels) == 1
    said = story(steps(gates)[0], gates).sentence
    assert said == "The rows have one label, class 1: columns of 0 and 1 are further labels."


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"labels": "z"}, "There is no column z to be a label; the columns are x, b, c"),
        ({"labels": "x, b, c"}, "All 3 columns would be labels"),
        ({"labels": "x"}, "A label is 1 where a row has it and 0 where not, and x has other numbers"),
        ({"settings": "k = 3"}, "will not do for Softmax regression"),
        ({"base": "perceptron", "scheme": "label powerset"}, "makes 6 classes, and Perceptron does not learn so many"),
    ],
)
def test_what_cannot_be_learnt_is_refused(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        engine.trace(KEY, SIX, **params)
    assert caught.value.remedies and not any(isinstance(one, KeepClasses) for one in caught.value.remedies)
    for remedy in caught.value.remedies:
        engine.trace(KEY, SIX, **(params | {remedy.name: remedy.value}))


def test_too_many_labels_are_refused() -> None:
    X = np.column_stack([np.arange(8.0), np.tile(np.arange(8) % 2, (13, 1)).T])
    data = Dataset.from_arrays(X, np.arange(8) % 2)
    with pytest.raises(Refusal, match="14 labels are more than the 12") as caught:
        engine.trace(KEY, data)
    engine.trace(KEY, data, labels=caught.value.remedies[0].value)


def test_model_goes_to_a_file_and_comes_back(tmp_path) -> None:
    for scheme in ("binary relevance", "classifier chain", "label powerset"):
        model = engine.fit(KEY, SONGS, scheme=scheme)
        engine.save_model(model, tmp_path / "labels.json")
        assert engine.load_model(tmp_path / "labels.json") == model
