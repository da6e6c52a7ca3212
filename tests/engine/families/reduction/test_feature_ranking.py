"""Feature ranking: W88's gains, correlations against numpy, ties and constants, and XOR, which single scores miss."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from sklearn.feature_selection import mutual_info_classif
from sklearn.neighbors import KNeighborsClassifier

import engine
from engine.base.errors import Refusal, SetParameter
from engine.base.words import figure
from engine.core.marks import Bars, Curve
from engine.data.toys import generate
from engine.families.reduction.feature_ranking.drawing import marks
from engine.families.reduction.feature_ranking.loop import Params
from engine.families.reduction.feature_ranking.scoring import CORRELATION, ROWS, VARIANCE, accuracy, gain_together
from engine.families.reduction.feature_ranking.telling import explain
from tests.catalogue import shows
from tests.examples import numbers


def _cut(attribute, data):
    """Every cut of an attribute that leaves the least entropy, each side weighed by its rows."""
    x, values = data.X[:, attribute], np.unique(data.X[:, attribute])
    cuts = (values[1:] + values[:-1]) / 2
    left = np.array([_bits(data.codes[x <= cut]) + _bits(data.codes[x > cut]) for cut in cuts])
    return cuts[left <= left.min() + 1e-9]


def _bits(codes):
    counts = np.unique(codes, return_counts=True)[1]
    return -(counts * np.log2(counts / len(codes))).sum()


def _gain_of_two(step, data):
    """What the two attributes kept first tell of the class, in bits, when both are known."""
    kept = [
        data.X[:, j] if data.columns[j].levels else data.X[:, j] > _cut(j, data)[0] for j in step.order[:2].tolist()
    ]
    together = np.unique(np.column_stack(kept), axis=0, return_inverse=True)[1].ravel()
    left = sum(_bits(data.codes[together == kind]) for kind in np.unique(together))
    return (_bits(data.codes) - left) / data.n


FOLLOWS = {
    "are cut at": lambda step, data, params: _cut(step.attribute, data),
    "by its score #.": lambda step, data, params: (
        np.flatnonzero(np.isclose(step.scores, step.scores[step.attribute])) + 1
    ),
    "gain together": lambda step, data, params: _gain_of_two(step, data),
}

X = [[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]
XOR = engine.Dataset.from_arrays(X, [0, 1, 1, 0])
AND = engine.Dataset.from_arrays(X, [0, 0, 0, 1])


def ran(data, **values):
    return engine.trace("feature_ranking", data, **values).to_end()


@shows("DR9", "W88")
def test_w88_dr9_constants_score_nothing_and_xor_is_missed():
    assert ran(XOR)[-1].scores.tolist() == [0.0, 0.0, 0.0]
    assert ran(AND)[-1].scores == pytest.approx([0.311278124459, 0.311278124459, 0.0], abs=1e-9)
    assert gain_together(XOR, 0, 1) == pytest.approx(1.0)
    story = explain(ran(XOR)[-1], XOR, Params())
    assert numbers(story)["gain together"] == pytest.approx(1.0)
    assert "Together the two tell far more than each alone" in story.sentence
    assert "never changes, and so tells nothing" in explain(ran(AND)[3], AND, Params()).sentence
    assert "x2 scored the same" in explain(ran(AND)[4], AND, Params()).sentence, "ties are listed"


def test_cut_of_a_feature_is_searched_once(monkeypatch):
    from engine.families.reduction.feature_ranking import scoring

    sought, seek, iris = [], scoring.best_cuts, engine.load("iris")
    step = ran(iris)[1]
    monkeypatch.setattr(scoring, "best_cuts", lambda *given, **how: sought.append(given) or seek(*given, **how))
    story = explain(step, iris, Params())
    assert "Its numbers are cut at" in story.sentence and story.worked and len(sought) == 1


@shows("DR9")
def test_dr9_accuracy_rises_with_both_halves_of_xor():
    data = generate("xor", n=120, seed=1)
    run = ran(data)
    one, both = run[-1].accuracies
    assert one < 0.7 < 0.9 < both
    story = explain(run[-1], data, Params())
    assert "n^*" in story.formula and story.worked == (f"accuracy = {round(120 * both)} / 120 = {figure(both)}",)
    Z = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    near = KNeighborsClassifier(1)
    right = [
        near.fit(np.delete(Z, i, 0), np.delete(data.codes, i)).predict(Z[[i]])[0] == data.codes[i]
        for i in range(data.n)
    ]
    assert both == pytest.approx(np.mean(right))


@shows("DR9")
def test_dr9_correlation_and_variance_match_numpy_and_gain_mutual_information():
    iris = engine.load("iris")
    assert ran(iris, score=VARIANCE)[-1].scores == pytest.approx(iris.X.var(axis=0, ddof=1))
    two = iris.subset(iris.codes > 0)
    assert ran(two, score=CORRELATION)[-1].scores == pytest.approx(
        [abs(np.corrcoef(x, two.codes)[0, 1]) for x in two.X.T]
    )
    tennis = engine.load("play_tennis")
    gains = mutual_info_classif(tennis.X, tennis.codes, discrete_features=True) / np.log(2)
    assert ran(tennis)[-1].scores == pytest.approx(gains)


def test_cuts_of_numbers_are_stated_only_for_gain():
    iris = engine.load("iris")
    said = explain(ran(iris)[3], iris, Params()).sentence
    assert said.endswith("Its numbers are cut at 2.45: 50 rows up to there, 100 above.")
    assert "cut" not in explain(ran(iris, score=VARIANCE)[3], iris, Params(score=VARIANCE)).sentence
    tennis = engine.load("play_tennis")
    assert "cut" not in explain(ran(tennis)[1], tennis, Params()).sentence


@shows("DR9")
def test_dr9_best_features_are_drawn_first_unchanged():
    iris = engine.load("iris")
    run = ran(iris)
    last = run[-1]
    drawn = marks(last, iris, Params())
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values.tolist() == sorted(last.scores, reverse=True) and bars.chosen == 1
    assert bars.steps.tolist() == [5, 6, -1, -1]
    assert [run[step].attribute for step in (5, 6)] == last.order[:2].tolist()
    (curve,) = [mark for mark in drawn if isinstance(mark, Curve)]
    assert curve.positions[:, 1].tolist() == last.accuracies.tolist()
    assert last.model.transform(iris.X).tolist() == iris.X[:, last.order[:2]].tolist()


def test_unavailable_score_is_refused_with_another():
    line = engine.Dataset(np.arange(6.0)[:, None] ** [[1, 2]], np.arange(6.0))
    with pytest.raises(Refusal, match="As score the information gain asks for more") as refusal:
        ran(line)
    assert refusal.value.remedies == (SetParameter("score", VARIANCE),)
    assert ran(line, score=CORRELATION)[-1].scores[0] == pytest.approx(1.0)


def test_distances_of_many_rows_are_computed_in_blocks():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 1))
    data = engine.Dataset.from_arrays(X, (X[:, 0] > 0).astype(int))
    tracemalloc.start()
    assert accuracy(data, [0]) > 0.99
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 0.5 * 8 * data.n * ROWS


@pytest.mark.parametrize(("columns", "right"), [([0], 88), ([2], 132), ([2, 3], 144), ([0, 1, 2, 3], 142)])
def test_first_of_equally_near_rows_is_the_nearest_despite_rounding(columns, right):
    """In tenths the lengths are whole numbers, so which rows are as near is known without rounding."""
    iris = engine.load("iris")
    tenths = np.rint(10 * iris.X[:, columns])
    assert np.abs(tenths - 10 * iris.X[:, columns]).max() < 1e-9
    apart = (((tenths[:, None] - tenths[None]) ** 2) / tenths.var(axis=0)).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    first = (apart <= apart.min(axis=1, keepdims=True) * (1 + 1e-9) + 1e-9).argmax(axis=1)
    assert (iris.codes[first] == iris.codes).sum() == right
    assert accuracy(iris, columns) * iris.n == pytest.approx(right)
