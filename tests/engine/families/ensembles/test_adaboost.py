"""AdaBoost against a case worked by hand, scikit-learn with the same stumps, an exhaustive search, and at its edges."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.core.marks import Gallery, Graph, Line, Points, Region
from engine.data.dataset import Column, Dataset
from engine.families.ensembles.adaboost import loop, telling
from engine.families.ensembles.adaboost.drawing import areas
from engine.families.ensembles.adaboost.telling import ceiling


def _bound(step, data, params):
    """Freund and Schapire: the share of training errors is no more than the product of the 2√(ε(1 − ε))."""
    return np.prod([2 * (one.error * (1 - one.error)) ** 0.5 for one in step.rounds])


FOLLOWS = {
    "bound": _bound,
    "bound on their share": _bound,
    "heaviest row: row": lambda step, data, params: np.flatnonzero(step.weights == step.weights.max()) + 1,
}


def on_a_line(signs: str) -> Dataset:
    """Points 0, 1, 2, ... of two classes."""
    names = ("minus", "plus")
    return Dataset(
        np.arange(len(signs), dtype=float)[:, None], np.array(["-+".index(s) for s in signs]), class_names=names
    )


TEN = on_a_line("+++---+++-")
"""Ten points that three cuts tell apart (Li Hang, Statistical Learning Methods, example 8.1)."""


def cuts_of(data, **params):
    trace = engine.trace("adaboost", data, **params).to_end()
    return trace, [step for step in trace if step.half == "stump"], [step for step in trace if step.half == "vote"]


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_three_stumps_separate_the_ten_points_as_worked_by_hand():
    _, cuts, votes = cuts_of(TEN, rounds=3)
    rounds = cuts[-1].rounds
    assert [one.stump.threshold[0] for one in rounds] == [2.5, 8.5, 5.5]
    assert [one.error for one in rounds] == pytest.approx([3 / 10, 3 / 14, 2 / 11])
    assert [one.alpha for one in rounds] == pytest.approx(np.log([7 / 3, 11 / 3, 9 / 2]))
    assert votes[0].weights == pytest.approx(np.array([1, 1, 1, 1, 1, 1, 7 / 3, 7 / 3, 7 / 3, 1]) / 14)
    assert [int(step.wrong.sum()) for step in votes] == [3, 3, 0]
    assert votes[-1].model.predict(TEN.X).tolist() == TEN.codes.tolist()


def test_misclassified_rows_weigh_half_of_all_afterwards():
    """With two classes: the cut just made is no better than guessing for the new weights."""
    _, cuts, votes = cuts_of(TEN, rounds=3)
    for cut, vote in zip(cuts, votes, strict=True):
        assert vote.weights[cut.rounds[-1].missed].sum() == pytest.approx(0.5)


# -- oracles -----------------------------------------------------------------------------------------------------------


def continuous() -> Dataset:
    """Three overlapping clouds in which no two features cut equally well."""
    rng = np.random.default_rng(5)
    y = np.arange(90) % 3
    return Dataset(rng.normal(size=(90, 4)) + y[:, None] * [1.0, 0.5, 0.0, -0.8], y, class_names=("a", "b", "c"))


@pytest.mark.parametrize("name", ["continuous", "wine", "breast_cancer", "digits"])
def test_errors_votes_and_predictions_match_scikit_learn(name):
    data = continuous() if name == "continuous" else engine.load(name)
    theirs = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=8, random_state=0)
    theirs.fit(data.X, data.codes)
    trace, cuts, _ = cuts_of(data, rounds=8, criterion="Gini")
    same = 0
    for one, stump in zip(cuts[-1].rounds, theirs.estimators_, strict=True):
        if one.stump.attribute[0] != stump.tree_.feature[0]:
            break  # a tie between features, which they settle at random
        same += 1
    assert same >= 3
    rounds = cuts[-1].rounds[:same]
    assert [one.error for one in rounds] == pytest.approx(theirs.estimator_errors_[:same], rel=1e-9)
    assert [one.alpha for one in rounds] == pytest.approx(theirs.estimator_weights_[:same], rel=1e-9)
    for one, stump in zip(rounds, theirs.estimators_, strict=False):
        assert np.array_equal(one.stump.predict(data.X), stump.predict(data.X))
    if same == 8:
        assert np.array_equal(trace[-1].model.predict(data.X), theirs.predict(data.X))


def test_best_cut_matches_an_exhaustive_search():
    rng = np.random.default_rng(3)
    for _ in range(40):
        X, y = rng.integers(0, 4, (9, 2)).astype(float), rng.integers(0, 3, 9)
        weights = rng.dirichlet(np.ones(9))
        if len(set(y.tolist())) < 2:
            continue
        data = Dataset(X, y, class_names=("a", "b", "c"))
        stump = loop.best_stump(data, X, loop.presorted(X), weights, "weighted error")
        errors = []
        for j in range(2):
            for cut in np.unique(X[:, j])[:-1] + 0.5:
                sides = (X[:, j] <= cut, X[:, j] > cut)
                right = sum(np.bincount(y[side], weights=weights[side]).max() for side in sides)
                errors.append(1 - right)
        assert weights[stump.predict(X) != y].sum() == pytest.approx(min(errors), abs=1e-12)


@pytest.mark.parametrize("criterion", ["weighted error", "Gini"])
def test_training_error_of_two_classes_stays_below_the_bound(criterion):
    data = engine.load("breast_cancer")
    _, _, votes = cuts_of(data, rounds=40, criterion=criterion)
    shares = [step.wrong.mean() for step in votes]
    bounds = [ceiling(step) for step in votes]
    assert all(share <= bound for share, bound in zip(shares, bounds, strict=True))
    assert bounds == sorted(bounds, reverse=True) and shares[-1] < 0.02
    errors = np.array([one.error for one in votes[-1].rounds])
    assert bounds[-1] == pytest.approx(np.prod(2 * np.sqrt(errors * (1 - errors))))


# -- categories --------------------------------------------------------------------------------------------------------

WORD = Column("word", "categorical", ("a", "b", "c", "never"))


def mixed_table(seed: int) -> Dataset:
    """Twelve rows of three classes with a category, of which one level never occurs, and a number."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, 3, 12), rng.integers(0, 4, 12)]).astype(float)
    return Dataset(X, np.append(rng.integers(0, 3, 10), [0, 1]), (WORD, Column("size")), class_names=("p", "q", "r"))


def least_error(data: Dataset, weights: np.ndarray) -> float:
    """The least weight that any answers to any question get wrong, of all answers that there are."""
    K, errors = len(data.class_names), []
    for j, column in enumerate(data.columns):
        values = data.X[:, j]
        if column.levels:
            parts = [np.searchsorted(np.unique(values), values)]
        else:
            parts = [(values > cut).astype(int) for cut in np.unique(values)[:-1] + 0.5]
        for part in parts:
            for answers in product(range(K), repeat=int(part.max()) + 1):
                errors.append(weights[np.array(answers)[part] != data.codes].sum())
    return float(min(errors))


@pytest.mark.parametrize("seed", range(30))
def test_chosen_stump_has_the_least_weighted_error(seed):
    data = mixed_table(seed)
    weights = np.random.default_rng(seed + 100).dirichlet(np.ones(12))
    stump = loop.best_stump(data, data.X, loop.presorted(data.X), weights, "weighted error")
    assert weights[stump.predict(data.X) != data.codes].sum() == pytest.approx(least_error(data, weights), abs=1e-12)


def test_both_kinds_of_stump_win_somewhere():
    kinds = set()
    for seed in range(30):
        data = mixed_table(seed)
        weights = np.random.default_rng(seed + 100).dirichlet(np.ones(12))
        stump = loop.best_stump(data, data.X, loop.presorted(data.X), weights, "weighted error")
        kinds.add(bool(stump.numeric[0]))
    assert kinds == {True, False}


def test_every_round_matches_an_exhaustive_search():
    """ε is the least there is in every round, α and the weights follow, and so does the vote."""
    data, K = mixed_table(4), 3
    _, stumps, votes = cuts_of(data, rounds=6)
    weights, said = np.full(12, 1 / 12), np.zeros((12, K))
    for one, vote in zip(stumps[-1].rounds, votes, strict=False):
        assert one.weights == pytest.approx(weights)
        error = least_error(data, weights)
        assert one.error == pytest.approx(error)
        alpha = np.log((1 - error) / error) + np.log(K - 1)
        answers = one.stump.predict(data.X)
        said[np.arange(12), answers] += alpha
        weights = weights * np.exp(alpha * (answers != data.codes))
        weights = weights / weights.sum()
        assert vote.weights == pytest.approx(weights)
        assert vote.model.predict(data.X).tolist() == said.argmax(axis=1).tolist()
    assert len(votes) == 6


@pytest.mark.parametrize("K", [2, 3])
def test_two_level_categories_match_scikit_learn(K):
    rng = np.random.default_rng(K)
    y = rng.integers(0, K, 200)
    X = (rng.random((200, 8)) < 0.3 + 0.4 * rng.random((K, 8))[y]).astype(float)
    columns = tuple(Column(f"w{j}", "categorical", ("no", "yes")) for j in range(8))
    data = Dataset(X, y, columns, class_names=("p", "q", "r")[:K])
    theirs = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=12, random_state=0).fit(X, y)
    trace, stumps, _ = cuts_of(data, rounds=12, criterion="Gini")
    rounds = stumps[-1].rounds
    assert not any(one.stump.numeric.any() for one in rounds)
    assert [one.stump.attribute[0] for one in rounds] == [stump.tree_.feature[0] for stump in theirs.estimators_]
    assert [one.error for one in rounds] == pytest.approx(theirs.estimator_errors_, rel=1e-9)
    assert [one.alpha for one in rounds] == pytest.approx(theirs.estimator_weights_, rel=1e-9)
    corners = np.array(list(product([0.0, 1.0], repeat=8)))
    assert np.array_equal(trace[-1].model.predict(corners), theirs.predict(corners))


def test_first_stump_of_play_tennis_asks_the_outlook():
    """Sunny has 3 No of 5, Overcast 4 Yes, Rain 3 Yes of 5: 4 of 14 are wrong, as with Humidity, which stands later."""
    data = engine.load("play_tennis")
    _, stumps, _ = cuts_of(data, rounds=2)
    now = stumps[0].rounds[0]
    assert now.error == pytest.approx(4 / 14) and now.alpha == pytest.approx(np.log(10 / 4))
    story = telling.explain(stumps[0], data, loop.Params())
    assert (
        "a row is called No if Outlook is Sunny, Yes if it is Overcast or Rain. It gets 4 rows wrong" in story.sentence
    )
    levels = next(table for table in story.tables if table.title == "Levels")
    assert [row[:2] for row in levels.rows] == [("Sunny", "No"), ("Overcast", "Yes"), ("Rain", "Yes")]
    assert [row[2] for row in levels.rows] == pytest.approx([5 / 14, 4 / 14, 5 / 14])
    assert [row[3] for row in levels.rows] == pytest.approx([2 / 14, 0, 2 / 14])
    marks = engine.algorithm("adaboost").marks(stumps[0], data, loop.Params())
    assert not any(isinstance(mark, Line) for mark in marks), "a category is not cut in two"
    graph = next(mark for mark in marks if isinstance(mark, Graph))
    assert graph.nodes[0].label == "Outlook" and graph.surface.open
    assert [(node.edge, node.label) for node in graph.nodes[1:]] == [
        ("Sunny", "No"), ("Overcast", "Yes"), ("Rain", "Yes"),
    ]  # fmt: skip


def test_level_without_rows_predicts_the_heaviest_class():
    data = Dataset(
        np.array([[0], [0], [1], [1], [2], [2], [2.0]]),
        np.array([0, 1, 1, 1, 0, 0, 0]),
        (WORD,),
        class_names=("p", "q"),
    )
    trace, stumps, _ = cuts_of(data, rounds=1)
    assert trace[-1].model.predict(np.array([[0], [1], [2], [3.0]])).tolist() == [0, 1, 0, 0]
    said = telling.explain(stumps[0], data, loop.Params()).sentence
    assert (
        "a row is called p if word is a or c, q if it is b. A level of no row is called p, the heaviest class" in said
    )


def test_vote_on_categories_round_trips_through_a_file(tmp_path):
    data = mixed_table(4)
    model = engine.fit("adaboost", data, rounds=6)
    engine.save_model(model, tmp_path / "model.json")
    asked = np.array([[level, size] for level in range(4) for size in (-1.0, 0.5, 1.5, 2.5, 9.0)])
    again = engine.load_model(tmp_path / "model.json")
    assert np.array_equal(again.predict(asked), model.predict(asked))
    assert np.array_equal(again.predict_proba(asked), model.predict_proba(asked))


# -- edges -------------------------------------------------------------------------------------------------------------


def test_a_perfect_cut_decides_alone():
    trace, cuts, votes = cuts_of(on_a_line("--++"))
    assert len(cuts) == len(votes) == 1 and trace.ending.kind == "converged"
    assert cuts[0].rounds[0].error == 0.0
    assert trace[-1].model.predict(np.array([[0.4], [2.6]])).tolist() == [0, 1]
    assert "perfect" in engine.algorithm("adaboost").explain(cuts[0], on_a_line("--++"), loop.Params()).sentence


def test_xor_cannot_be_boosted_and_says_so():
    data = Dataset(np.array([[0, 0], [0, 1], [1, 0], [1, 1.0]]), np.array([0, 1, 1, 0]), class_names=("no", "yes"))
    trace, cuts, _ = cuts_of(data)
    assert len(trace) == 2 and trace.ending.kind == "failed" and "no better than guessing" not in trace.ending.words
    assert cuts[0].rounds[0].error == 0.5 and "no stump is better than guessing among 2 classes" in trace.ending.words


def test_one_class_is_refused_with_a_remedy():
    data = Dataset(np.array([[0.0], [1.0]]), np.array([0, 0]), class_names=("only", "other"))
    with pytest.raises(engine.base.errors.Refusal, match="at least 2 classes") as refused:
        engine.trace("adaboost", data)
    assert refused.value.remedies


def test_identical_rows_get_the_majority_and_boosting_ends():
    data = Dataset(np.zeros((3, 2)), np.array([0, 1, 1]), class_names=("no", "yes"))
    trace, cuts, _ = cuts_of(data)
    assert cuts[0].rounds[0].error == pytest.approx(1 / 3)
    assert trace[-1].model.predict(np.zeros((1, 2))).tolist() == [1] and trace.ending.kind == "stopped"


def test_three_classes_need_only_beat_random_guessing():
    data = engine.load("iris")
    _, cuts, _ = cuts_of(data, rounds=10)
    first = cuts[0].rounds[0]
    assert first.error == pytest.approx(1 / 3) and first.alpha == pytest.approx(np.log(2) + np.log(2))


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_round_is_a_panel_with_cut_weights_and_step():
    trace, cuts, _ = cuts_of(TEN, rounds=3)
    marks = engine.algorithm("adaboost").marks(cuts[1], TEN, loop.Params())
    gallery = next(mark for mark in marks if isinstance(mark, Gallery))
    assert [panel.title for panel in gallery.panels] == ["Round 1", "Round 2"]
    assert [panel.role for panel in gallery.panels] == ["plain", "focus"]
    assert [trace[panel.step].half for panel in gallery.panels] == ["stump", "stump"]
    lit = gallery.panels[1]
    assert lit.model is cuts[1].rounds[1].stump and isinstance(lit.marks[0], Line)
    assert lit.marks[0].bias == -8.5 and lit.dots.sizes == pytest.approx(10 * cuts[1].weights)
    sized = next(mark for mark in marks if isinstance(mark, Points) and mark.role == "data")
    assert sized.sizes == pytest.approx(10 * cuts[1].weights)
    wrong = next(mark for mark in marks if isinstance(mark, Points) and mark.role == "wrong")
    assert wrong.rows.tolist() == [3, 4, 5]


def test_areas_of_a_found_cut_are_shown_and_then_those_of_the_vote():
    _, cuts, votes = cuts_of(TEN, rounds=2)
    marks = engine.algorithm("adaboost").marks
    shown = [next(m for m in marks(step, TEN, loop.Params()) if isinstance(m, Region)) for step in (cuts[1], votes[1])]
    assert shown[0].model is cuts[1].rounds[1].stump and shown[1].model is votes[1].model


def test_no_dot_is_larger_than_the_limit():
    sizes = areas(np.array([0.97, 0.01, 0.01, 0.01] + [0.0] * 96))
    assert sizes.max() == 16.0 and sizes[1] == 1.0 and sizes[-1] == 0.0


def test_a_point_is_told_its_votes():
    trace, _, _ = cuts_of(TEN, rounds=3)
    found = engine.algorithm("adaboost").inspect(trace[-1], TEN, loop.Params(), np.array([4.0]))
    alphas = np.log([7 / 3, 11 / 3, 9 / 2])
    told = {number.name: number.value for number in found.story.numbers}
    assert told["votes for minus"] == pytest.approx(alphas[0] + alphas[2]) and told["votes for plus"] == pytest.approx(
        alphas[1]
    )
    assert found.story.sentence.startswith("This point is classified as minus, with")


def test_letter_of_the_rules_has_one_meaning():
    """t is the target as elsewhere, y the vote, and m the round."""
    assert r"\neq t_n]" in telling.STUMP and "y_n" not in telling.STUMP + telling.VOTE
    assert r"\sum_{m=1}^{M} \alpha_m [h_m(" in telling.VOTE and r"\sum_t" not in telling.VOTE


def test_vote_of_a_perfect_cut_is_a_convention_and_alpha_compared():
    trace, cuts, _ = cuts_of(on_a_line("--++"))
    said = telling.explain(cuts[0], on_a_line("--++"), loop.Params()).sentence
    assert said.endswith("By the formula α would be infinite; by convention it is 1.") and cuts[0].rounds[0].alpha == 1
    assert "twice the ½ ln((1 − ε)/ε)" in telling.explain(trace[0], TEN, loop.Params()).sentence
    _, cuts, _ = cuts_of(TEN, rounds=1)
    now = cuts[0].rounds[0]
    half = 0.5 * np.log((1 - now.error) / now.error)
    weights = np.full(10, 0.1) * np.exp(half * np.where(now.missed, 1, -1))  # as the books have it
    assert now.alpha == pytest.approx(2 * half)
    assert loop.reweighed(np.full(10, 0.1), now.missed, now.alpha) == pytest.approx(weights / weights.sum())


def test_rounds_are_numbered_told_and_listed():
    _, cuts, _ = cuts_of(TEN, rounds=3)
    for number, step in enumerate(cuts, start=1):
        story = telling.explain(step, TEN, loop.Params(rounds=3))
        now = step.rounds[-1]
        assert story.sentence.startswith(f"Round {number}: ")
        assert story.sentence.endswith(f"{int(now.missed.sum())} rows wrong, which weigh {now.error:.4g} of 1.")
        (table,) = story.tables
        wanted = [(k + 1, f"x1 ≤ {one.stump.cut(0):g}", one.error, one.alpha) for k, one in enumerate(step.rounds)]
        assert [*table.rows] == wanted and table.chosen == number - 1
    _, cuts, _ = cuts_of(TEN, rounds=20)
    (table,) = telling.explain(cuts[-1], TEN, loop.Params(rounds=20)).tables
    assert [row[0] for row in table.rows] == [*range(len(cuts) - len(table.rows) + 1, len(cuts) + 1)]
