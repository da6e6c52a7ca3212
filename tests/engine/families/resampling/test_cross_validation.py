"""Cross-validation against the worked case and scikit-learn with the same folds, drawn, told, and where it fails."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Points, Region
from engine.core.story import Number
from engine.data.toys import generate
from engine.families.learners import CLASSIFIERS, REGRESSORS
from engine.families.resampling.dividing import MOST_FITS, by_class, in_order, seats_of
from engine.families.resampling.trials import Through
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "cross_validation"
CARD = engine.algorithm(KEY)
LABELS = ["A"] * 6 + ["B"] * 3 + ["C"]
W58 = engine.Dataset.from_arrays(np.arange(10.0)[:, None], LABELS)
ORDERED = {"shuffle": False}


def told(data: engine.Dataset, seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, data, seed, **params)


def one(marks: list[Any], kind: type, role: str = "", where: str = "") -> Any:
    """The one mark of a kind, a role and a surface whose name begins so."""
    (found,) = [
        mark
        for mark in marks
        if isinstance(mark, kind) and role in ("", getattr(mark, "role", "")) and mark.surface.name.startswith(where)
    ]
    return found


def folds_of(step: Any) -> list[list[int]]:
    return [np.flatnonzero(step.fold == i).tolist() for i in range(step.k)]


# -- which rows are held out -------------------------------------------------------------------------------------------


@shows("EV13", "W58")
def test_w58_folds_in_order_hold_out_every_row_once() -> None:
    trace, stories, marks = told(W58, folds=3, **ORDERED)
    assert folds_of(trace[1]) == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert stories[1].tables[0].rows == ((1, 4, 0, 0), (2, 2, 1, 0), (3, 0, 2, 1))
    assert [step.part for step in trace] == ["start", "deal", "fold", "fold", "fold", "all"]
    assert sorted(trace[-1].rows.tolist()) == list(range(10)) and trace[-1].trial.size == 10
    for i, step in enumerate(trace[2:5]):
        ring = one(marks[2 + i], Points, "focus", "Data")
        assert ring.rows.tolist() == folds_of(step)[i] == step.trial.test.tolist()
        assert step.trial.size == 10 - len(ring.rows)
    assert all(check.holds for story in stories for check in story.checks)


@shows("EV15", "W58")
def test_w58_stratified_deals_one_class_per_step() -> None:
    trace, stories, marks = told(W58, folds=3, stratify=True, **ORDERED)
    assert [step.part for step in trace][:4] == ["start", "deal", "deal", "deal"]
    sizes = [np.bincount(step.fold[step.fold >= 0], minlength=3).tolist() for step in trace[1:4]]
    assert sizes == [[2, 2, 2], [3, 3, 3], [4, 3, 3]]
    rows = stories[3].tables[0].rows
    assert [row[1:] for row in rows] == [(2, 1, 1), (2, 1, 0), (2, 1, 0)]
    assert stories[1].sentence == "The 6 rows of A are dealt to the 3 folds: 2 in each fold."
    assert "That is fewer than folds: 2 of them have no row of C." in stories[3].sentence
    bars = [mark for mark in marks[3] if isinstance(mark, Bars)]
    assert [mark.values.tolist() for mark in bars] == [[2, 2, 2], [1, 1, 1], [1, 0, 0]]
    assert [mark.tops.tolist() for mark in bars] == [[2, 2, 2], [3, 3, 3], [4, 3, 3]]
    assert [set(mark.groups.tolist()) for mark in bars] == [{0}, {1}, {2}]
    assert stories[3].checks[0].holds


@shows("EV14", "W58")
def test_w58_leave_one_out_fails_for_the_majority_rule_on_balanced_classes() -> None:
    data = engine.Dataset.from_arrays(np.arange(10.0)[:, None], list("AB" * 5))
    trace, stories, marks = told(data, scheme="leave-one-out", settings="k = 9")
    assert folds_of(trace[1]) == [[i] for i in range(10)]
    assert trace[-1].errors.tolist() == [1.0] * 10, "with all 9 others as neighbours the majority is predicted"
    assert stories[0].sentence.endswith(
        "The classes have equally many rows: a rule that predicts the most frequent class would be wrong on every row, "
        "for leaving a row out puts its own class in the minority."
    )
    assert "10 fits" in stories[0].sentence
    assert (
        stories[3].sentence
        == "Fold 2 of 10: k nearest neighbours learns from 9 rows and misclassifies the one held out, row 2."
    )
    assert one(marks[3], Points, "focus", "Data").rows.tolist() == [1]
    assert "rule" not in told(W58, scheme="leave-one-out")[1][0].sentence


@shows("EV13")
@pytest.mark.parametrize(("n", "k"), [(10, 3), (7, 7), (23, 5), (9, 2)])
def test_folds_in_order_match_scikit_learn(n: int, k: int) -> None:
    from sklearn.model_selection import KFold

    fold = in_order(n, k)
    assert [np.flatnonzero(fold == i).tolist() for i in range(k)] == [
        test.tolist() for _, test in KFold(k).split(np.zeros((n, 1)))
    ]


@shows("EV15")
def test_stratified_folds_have_the_counts_of_scikit_learn() -> None:
    from sklearn.model_selection import StratifiedKFold

    rng = np.random.default_rng(0)
    for _ in range(30):
        codes, k = np.sort(rng.integers(3, size=40)), int(rng.integers(2, 6))
        fold = by_class(codes, k, np.arange(40.0))
        for i, (_, test) in enumerate(StratifiedKFold(k).split(codes, codes)):
            assert np.flatnonzero(fold == i).tolist() == test.tolist()
        seats = seats_of(codes, k)
        assert (np.ptp(seats, axis=1) <= 1).all() and np.ptp(seats.sum(axis=0)) <= 1
        shuffled = by_class(codes, k, rng.random(40))
        assert all((np.bincount(shuffled[codes == c], minlength=k) == seats[c]).all() for c in range(3))


@shows("EV13")
@pytest.mark.parametrize("stratify", [False, True])
def test_shuffled_folds_are_even_and_depend_on_the_seed(stratify: bool) -> None:
    iris = engine.load("iris")
    first, same, other = (engine.trace(KEY, iris, folds=7, stratify=stratify, seed=seed)[-1].fold for seed in (1, 1, 2))
    assert np.array_equal(first, same) and not np.array_equal(first, other)
    assert np.ptp(np.bincount(first)) <= 1
    if stratify:
        assert all(np.ptp(np.bincount(first[iris.codes == code], minlength=7)) <= 1 for code in range(3))


# -- the scores --------------------------------------------------------------------------------------------------------


@shows("EV13", "EV14")
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer"])
@pytest.mark.parametrize("prepare", ["nothing", "standardise"])
def test_errors_on_equal_folds_match_scikit_learn(name: str, prepare: str) -> None:
    from sklearn.model_selection import PredefinedSplit, cross_val_score
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    data = engine.load(name)
    end = engine.trace(KEY, data, folds=4, prepare=prepare, settings="k = 1, scale = never", seed=3)[-1]
    oracle = KNeighborsClassifier(1)
    oracle = make_pipeline(StandardScaler(), oracle) if prepare == "standardise" else oracle
    scores = cross_val_score(oracle, data.X, data.codes, cv=PredefinedSplit(end.fold))
    assert np.allclose(end.errors, 1 - scores)
    assert end.mean == pytest.approx(1 - scores.mean()) and end.spread == pytest.approx(scores.std(ddof=1))


@pytest.mark.parametrize(
    ("loss", "scoring"), [("squared", "neg_mean_squared_error"), ("absolute", "neg_mean_absolute_error")]
)
def test_regression_errors_match_scikit_learn(loss: str, scoring: str) -> None:
    from sklearn.model_selection import PredefinedSplit, cross_val_score
    from sklearn.neighbors import KNeighborsRegressor

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    data = engine.Dataset.from_arrays(X, np.sin(X[:, 0]) + X[:, 1] ** 2)
    end = engine.trace(
        KEY, data, folds=3, regressor="knn_regression", settings="k = 1, scale = never", number_loss=loss
    )[-1]
    scores = cross_val_score(
        KNeighborsRegressor(1), X, data.y, cv=PredefinedSplit(end.fold), scoring=f"neg_mean_{loss}_error"
    )
    assert np.allclose(end.errors, -scores)


def test_log_loss_matches_scikit_learn_even_with_absent_classes() -> None:
    from sklearn.metrics import log_loss

    iris = engine.load("iris")
    end = engine.trace(KEY, iris, classifier="softmax_newton", settings="penalty=1", class_loss="log", folds=3)[-1]
    own = [end.losses[end.fold[end.rows] == i].mean() for i in range(3)]
    assert np.allclose(own, end.errors)
    for i in range(3):
        held = end.fold == i
        model = engine.fit("softmax_newton", iris.subset(~held), penalty=1.0)
        assert end.errors[i] == pytest.approx(log_loss(iris.codes[held], model.predict_proba(iris.X[held])), rel=1e-6)
    two = iris.subset(range(100))
    sorted_out = engine.trace(
        KEY, two, classifier="logistic_newton", settings="penalty=1", class_loss="log", folds=4, **ORDERED
    )[-1]
    assert len(sorted_out.errors) == 4 and np.isfinite(sorted_out.errors).all()


def test_preparation_is_fitted_inside_the_fold() -> None:
    rng = np.random.default_rng(1)
    data = engine.Dataset.from_arrays(rng.normal(size=(30, 2)) * [1.0, 50.0] + 7, rng.integers(2, size=30))
    trace = engine.trace(KEY, data, prepare="standardise", folds=3, classifier="nearest_mean")
    for step in trace[2:5]:
        train = data.X[step.fold != step.number]
        assert isinstance(step.trial.drawn, Through) and step.model is None
        assert np.allclose(step.trial.drawn._prepared(train).std(axis=0), 1.0)
        assert np.array_equal(step.trial.drawn.predict(data.X[step.trial.test]), step.trial.answers)


def test_gaps_and_categories_are_prepared_inside_the_fold() -> None:
    tennis = engine.load("play_tennis")
    with pytest.raises(
        engine.Refusal, match="classifier = k nearest neighbours: distance = Euclidean needs numbers"
    ) as refused:
        engine.trace(KEY, tennis)
    first, second = refused.value.remedies[:2]
    assert first.value == "fill, code and standardise" and (second.name, second.value) == (
        "settings",
        "distance = Hamming",
    )
    assert len(engine.trace(KEY, tennis, settings="distance = Hamming")[-1].errors) == 5
    assert len(engine.trace(KEY, tennis, prepare="fill, code and standardise")[-1].errors) == 5


def test_table_prepared_before_is_reported_as_leaking() -> None:
    iris = engine.load("iris")
    prepared = engine.prepare(iris, "Standardise").data
    said = told(prepared, folds=3)[1][0].sentence
    assert "The columns were standardised before: that preparation has seen the held-out rows as well." in said
    assert "before" not in told(iris, folds=3)[1][0].sentence


# -- where it fails ----------------------------------------------------------------------------------------------------


def test_fold_refused_by_the_learner_is_reported_and_not_counted() -> None:
    data = engine.Dataset.from_arrays(np.arange(6.0)[:, None], list("AAABBB"))
    trace, stories, marks = told(data, folds=2, classifier="softmax_newton", **ORDERED)
    assert "Fold 1 of 2 has no score and does not count: It needs points of at least 2 classes" in stories[2].sentence
    assert trace.ending.kind == "failed" and "None of 2 folds has a score" in trace.ending.words
    assert not any(isinstance(mark, Bars) for mark in marks[3]) and trace[2].model is None
    data = engine.Dataset.from_arrays(np.arange(6.0)[:, None], list("AAAAAB"))
    trace, stories, marks = told(data, folds=3, classifier="softmax_newton", **ORDERED)
    assert trace.ending.kind == "stopped" and "over 2 of 3 folds; the others failed" in trace.ending.words
    assert trace[-1].scored.tolist() == [0, 1] and stories[-1].tables[0].rows[-1][-1] == "–"
    assert CARD.event(trace[4]).role == "wrong" and CARD.event(trace[3]) is None
    bars = one(marks[-1], Bars)
    assert bars.labels == ("1", "2") and "1 fold failed" in stories[-1].sentence


def test_learner_without_probabilities_has_no_log_loss() -> None:
    trace = engine.trace(KEY, engine.load("iris"), classifier="nearest_mean", class_loss="log").to_end()
    assert "set class_loss to 0/1" in trace.ending.words and trace.ending.kind == "failed"


def test_more_folds_than_rows_and_too_many_fits_are_refused() -> None:
    with pytest.raises(engine.Refusal, match="folds = 11 need as many rows, and there are 10") as refused:
        engine.trace(KEY, W58, folds=11)
    assert refused.value.remedies[0].value == 10
    many = engine.Dataset.from_arrays(np.arange(MOST_FITS + 1.0)[:, None], np.arange(MOST_FITS + 1) % 2)
    with pytest.raises(engine.Refusal, match="scheme = leave-one-out needs 2,001 fits") as refused:
        engine.trace(KEY, many, scheme="leave-one-out")
    assert refused.value.remedies[0].value == "k-fold"
    with pytest.raises(engine.Refusal, match="at least 2 points"):
        engine.trace(KEY, W58.subset([0]))


def test_single_class_and_constant_target_are_scored() -> None:
    alike = engine.Dataset.from_arrays(np.arange(8.0)[:, None], ["A"] * 8)
    assert engine.trace(KEY, alike, folds=4)[-1].mean == 0.0
    flat = engine.Dataset(np.arange(8.0)[:, None], np.full(8, 3.5))
    assert engine.trace(KEY, flat, folds=4)[-1].mean == 0.0


# -- drawn and told ----------------------------------------------------------------------------------------------------


def test_fold_shows_its_model_mistakes_and_all_errors_so_far() -> None:
    iris = engine.load("iris")
    trace, stories, marks = told(iris, folds=4, seed=2)
    step, drawn = trace[4], marks[4]
    assert one(drawn, Region).model is step.trial.model is step.model
    missed = one(drawn, Points, "wrong")
    held = step.trial.test
    assert missed.rows.tolist() == held[step.model.predict(iris.X[held]) != iris.codes[held]].tolist()
    bars = one(drawn, Bars)
    assert np.array_equal(bars.values, step.errors) and bars.chosen == 2 and bars.labels == ("1", "2", "3")
    assert bars.line[-1] == step.mean and [trace[i].number for i in bars.steps] == [0, 1, 2]
    assert f"misclassifies {len(missed.rows)} of the {len(held)} rows held out" in stories[4].sentence
    for i in (4, -1):
        wrong = int((trace[i].answers != iris.codes[trace[i].rows]).sum())
        assert Number("misclassified", wrong, f"of {len(trace[i].rows)} rows judged") in stories[i].numbers
    every = one(marks[-1], Points, "wrong")
    assert len(every.rows) == round(step.losses.sum() + trace[5].trial.losses.sum())
    folds = one(marks[1], Points, "data")
    assert folds.groups.tolist() == trace[1].fold.tolist() and folds.names == ("fold 1", "fold 2", "fold 3", "fold 4")


def test_text_of_the_beginning_and_the_deal() -> None:
    wine = engine.load("wine")
    _, stories, marks = told(wine, stratify=True)
    assert stories[0].sentence == (
        "The rows are divided into 5 folds. Each is held out once, and judged by what k nearest neighbours learns from "
        "the other 4."
    )
    assert stories[3].sentence == "The 48 rows of class_2 are dealt to the 5 folds: 9 or 10 in each fold."
    assert one(marks[-1], Bars).chosen is None and one(marks[5], Bars).chosen == 1
    trace, stories, _ = told(wine, folds=4)
    assert stories[1].sentence == "The 178 rows are dealt to 4 folds at random: 44 or 45 rows each."
    errors = trace[3].errors
    assert stories[3].worked[1].startswith("E_cv = ") and stories[3].numbers[2].value == errors.std(ddof=1)
    assert stories[3].numbers[1].value == errors.mean()


def test_of_many_folds_the_mean_is_a_curve() -> None:
    iris = engine.load("iris")
    trace, _, marks = told(iris, scheme="leave-one-out")
    curve = one(marks[-1], Curve)
    losses = trace[-1].losses
    assert np.allclose(curve.positions[:, 1], losses.cumsum() / np.arange(1, 151)) and curve.surface.view[1] == 151
    assert not any(isinstance(mark, Bars) for mark in marks[1] + marks[-1])


def test_slow_learner_pauses_and_clicks_still_lead_to_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 100_000)
    iris = engine.load("iris")
    params = {"classifier": "softmax_gradient", "folds": 3}
    trace, stories, _ = told(iris, **params)
    assert sum(step.part == "pause" for step in trace) > 5 and trace.known <= CARD.bound(iris, CARD.params(**params))
    assert [trace[i].number for i in trace[-1].steps] == [0, 1, 2]
    first = next(i for i, step in enumerate(trace) if step.part == "pause")
    assert stories[first].sentence.startswith("Fold 1 of 3: the learner has taken ") and trace[first].model is None


def test_nothing_is_drawn_before_the_rows_are_dealt() -> None:
    _, stories, marks = told(W58, folds=2)
    assert marks[0] == [] and stories[0].sentence.endswith("learns from the other one.")


@pytest.mark.parametrize("key", CLASSIFIERS)
def test_every_classifier_is_scored_within_the_bound_and_drawn(key: str) -> None:
    _judged(generate("moons", n=36), {"classifier": key, "folds": 2})


@pytest.mark.parametrize("key", REGRESSORS)
def test_every_regressor_is_scored_within_the_bound_and_drawn(key: str) -> None:
    data = generate("hills", n=36)
    found = engine.algorithm(KEY).limits(data, CARD.params(regressor=key))
    _judged(data if not found else data.changed(y=np.round(np.abs(data.y) * 5)), {"regressor": key, "folds": 2})


def _judged(data: engine.Dataset, params: dict[str, Any]) -> None:
    """Both folds have a score, or a sentence says why not."""
    if refused := CARD.limits(data, CARD.params(**params)):
        assert refused.endswith(".") and next(iter(params)) in refused
        return
    trace, stories, marks = told(data, **params)
    assert trace.known <= CARD.bound(data, CARD.params(**params)) and np.isfinite(trace[-1].errors).all()
    assert all(story.sentence.endswith((".", "?")) for story in stories)
    scored = len(trace[-1].errors)
    assert scored == 2 or trace[-1].why.endswith("."), "a fold without a score says why"
    assert all(isinstance(one, list) and one for one in marks[1:-1] if one != [])
