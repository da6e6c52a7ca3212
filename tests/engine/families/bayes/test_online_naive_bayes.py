"""Online naive Bayes: W76 and W18 by running sums, a refit at every step, gaps, and what is forgotten."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Matrix, Points
from engine.data.dataset import Column, Dataset
from engine.families.bayes.online_naive_bayes.telling import from_sums
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import MIXED, PEOPLE

KEY = "online_naive_bayes"
CARD = engine.algorithm(KEY)
SEVEN = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0]
W76 = Dataset.from_arrays([[x] for x in (*SEVEN, 9.0, 2.0)], [0] * 8 + [1], feature_names=["x"])
"""The seven values, then 9; and one row of another class."""


def steps(data: Dataset, **params: object) -> list[object]:
    return list(engine.trace(KEY, data, **params).to_end())


def story(step: object, data: Dataset, **params: object) -> object:
    return CARD.explain(step, data, CARD.params(**params))


@shows("NB12", "W76")
def test_w76_one_value_more_and_one_less() -> None:
    run = steps(W76, forget="the class of the first row")
    before, after = run[7], run[8]
    assert (before.counts[0], before.sums[0, 0], before.squares[0, 0]) == (7, 31.0, 151.0)
    assert before.means[0, 0] == pytest.approx(4.42857142857) and before.variances[0, 0] == pytest.approx(1.95918367347)
    assert (after.counts[0], after.sums[0, 0], after.squares[0, 0]) == (8, 40.0, 232.0)
    assert after.means[0, 0] == pytest.approx(5.0) and after.variances[0, 0] == pytest.approx(4.0)
    gone = run[10]  # the first row, 2, is forgotten first
    assert (gone.part, gone.counts[0], gone.sums[0, 0], gone.squares[0, 0]) == ("forget", 7, 38.0, 228.0)
    assert gone.means[0, 0] == pytest.approx(5.42857142857) and gone.variances[0, 0] == pytest.approx(3.10204081633)
    assert story(after, W76).worked == (
        "N1 ← 7 + 1 = 8", "μ = 4.429 + (9 − 4.429) / 8 = 5", "S = 13.714 + 4.5714 · 4 = 32", "σ² = 32 / 8 = 4",
        "a fit afresh: n·d = 8 · 1 = 8",
    )  # fmt: skip
    assert story(gone, W76).worked[:2] == ("N1 ← 8 − 1 = 7", "μ = 5 − (2 − 5) / 7 = 5.429")
    row = story(after, W76).tables[0].rows[0]
    assert row[1:] == pytest.approx((8, 5.0, 4.0, 40.0, 232.0))


@shows("NB12", "W76")
def test_w76_sums_far_from_0_lose_every_digit_and_say_so() -> None:
    far = W76.changed(X=W76.X + 1e9)
    run = steps(far)
    assert run[8].variances[0, 0] == pytest.approx(4.0, rel=1e-7)
    assert abs(from_sums(run[8], 0, 0) - 4.0) > 1.0
    assert "Σx²/n − μ² loses the digits of the variance" in story(run[8], far).sentence
    assert "loses" not in story(steps(W76)[8], W76).sentence


@shows("NB12", "W18")
def test_nb12_every_step_equals_a_fresh_fit() -> None:
    for data in (PEOPLE, MIXED, engine.load("play_tennis")):
        for step in steps(data, forget="everything")[1:]:
            assert all(check.holds for check in story(step, data).checks)
            part = data.subset(step.kept)
            if step.model is not None and len(part.classes_present) == 2:
                afresh = engine.fit("mixed_naive_bayes", part)
                assert step.model.log_joint(data.X) == pytest.approx(afresh.log_joint(data.X), rel=1e-9, abs=1e-9)
    last = steps(PEOPLE, forget="nothing")[-1]
    assert last.model.predict_proba(np.array([[6.0, 130.0]]))[0, 0] == pytest.approx(0.999771593028, rel=1e-9)


@shows("NB12")
def test_nb12_operations_are_counted_and_memory_is_constant() -> None:
    run = steps(PEOPLE, forget="everything")
    assert [step.operations for step in run] == [3 * m for m in range(17)]
    assert {step.numbers_kept for step in run} == {2 + 3 * 4}
    numbers = {one.name: one.value for one in story(run[8], PEOPLE).numbers}
    assert numbers == {"examples": 8, "numbers updated": 24, "numbers kept": 14}


@shows("NB12")
def test_nb12_densities_change_and_counts_rise() -> None:
    run = steps(PEOPLE)
    drawn = CARD.marks(run[4], PEOPLE, CARD.params())
    curves = [mark for mark in drawn if isinstance(mark, Curve)]
    assert [curve.role for curve in curves] == ["ghost", "plain"] and curves[1].group == 1
    later = [mark for mark in CARD.marks(run[6], PEOPLE, CARD.params()) if isinstance(mark, Curve)]
    assert [(curve.role, curve.group) for curve in later] == [("plain", 0), ("plain", 1)], "one F had no bell before"
    other = [m for m in CARD.marks(run[6], PEOPLE, CARD.params(feature=2)) if isinstance(m, Curve)]
    assert other[0].surface.x == "weight" and later[0].surface.x == "height"
    assert story(run[6], PEOPLE, feature=2).tables[0].title == "Kept of weight"
    x, heights = curves[1].positions.T
    mean, variance = run[4].means[1, 0], run[4].variances[1, 0]
    assert heights == pytest.approx(np.exp(-0.5 * (x - mean) ** 2 / variance) / np.sqrt(2 * np.pi * variance))
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values.tolist() == [0, 4]
    data, focus = [mark for mark in drawn if isinstance(mark, Points)]
    assert (data.sizes == 1.0).tolist() == [True] * 4 + [False] * 4 and focus.rows.tolist() == [3]
    (table,) = [m for m in CARD.marks(steps(MIXED)[3], MIXED, CARD.params(feature=2)) if isinstance(m, Matrix)]
    assert table.values.tolist() == [[2, 1], [0, 0]] and table.column_labels == ("a", "b")
    assert story(steps(MIXED)[3], MIXED, feature=2).worked[:2] == ("N1 ← 2 + 1 = 3", "n ← 0 + 1 = 1")


@shows("NB12")
def test_nb12_class_without_examples_leaves_the_model() -> None:
    run = steps(PEOPLE)
    first, last = run[1], run[-1]
    assert first.model is None and "M has a feature without variance so far" in story(first, PEOPLE).sentence
    assert last.emptied and last.model.classes.tolist() == [0] and last.counts.tolist() == [4, 0]
    assert "The last example of M is gone: the class leaves the model." in story(last, PEOPLE).sentence
    assert CARD.event(last).word == "class gone" and CARD.event(run[-2]).word == "forgotten"
    assert last.running[1].variance.tolist() == [0.0, 0.0] and last.sums[1] == pytest.approx([0.0, 0.0], abs=1e-9)
    everything = steps(PEOPLE, forget="everything")[-1]
    assert everything.model is None and everything.counts.tolist() == [0, 0]
    assert len(steps(PEOPLE, forget="the last row")) == 10 and len(steps(PEOPLE, forget="nothing")) == 9


def test_gaps_are_omitted_from_the_sums_of_their_column() -> None:
    X = np.array(PEOPLE.X)
    X[0, 1] = X[5, 0] = np.nan
    data = PEOPLE.changed(X=X)
    for step in steps(data, forget="everything")[1:]:
        assert all(check.holds for check in story(step, data).checks)
    full = steps(data, forget="nothing")[-1]
    assert full.running[1].known.tolist() == [4, 3] and full.means[1, 1] == pytest.approx((190 + 170 + 165) / 3)
    levels = Dataset(
        np.array([[0.0], [np.nan], [1.0], [1.0]]), np.array([0, 0, 1, 1]), (Column("c", "categorical", ("a", "b")),),
        class_names=("no", "yes"),
    )  # fmt: skip
    assert steps(levels, forget="nothing")[-1].tallies[0].tolist() == [[1, 0], [0, 2]]


def test_many_rows_come_in_stretches() -> None:
    iris = engine.load("iris")
    run = steps(iris, forget="nothing")
    assert len(run) == 16 and len(steps(iris, forget="nothing", every_row=True)) == 151
    assert story(run[1], iris).sentence.startswith("10 examples are learnt, the last of them row 10 (setosa).")
    assert run[-1].model.predict(iris.X).tolist() == engine.fit("gaussian_naive_bayes", iris).predict(iris.X).tolist()
