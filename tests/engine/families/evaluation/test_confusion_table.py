"""The confusion table: examples dropped in their cells, rates as shares of cells, averages over classes."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Matrix
from engine.core.rate_words import RATES
from engine.data.dataset import Dataset
from engine.families.evaluation.confusion_table.loop import COST, F, against_the_rest, counted_cells, dropped
from engine.maths.evaluation.baselines import always
from engine.maths.evaluation.rates import averages, outcomes
from tests.catalogue import shows

KEY = "confusion_table"


def parts(trace, part: str) -> list:
    return [step for step in trace.to_end() if step.part == part]


def told(step, data, **values):
    algorithm = engine.algorithm(KEY)
    return algorithm.explain(step, data, algorithm.params(**values))


def rare(n: int = 60) -> Dataset:
    """One class in ten rows."""
    rng = np.random.default_rng(3)
    codes = (np.arange(n) % 10 == 0).astype(int)
    return Dataset(rng.normal(size=(n, 2)) + codes[:, None], codes, class_names=("common", "rare"))


@shows("EV1")
def test_example_goes_to_the_row_of_its_class_and_column_of_its_prediction():
    from sklearn.metrics import confusion_matrix

    iris, algorithm = engine.load("iris").select([0, 1]), engine.algorithm(KEY)
    trace = engine.trace(KEY, iris, stop_at="every example")
    examples = parts(trace, "example")
    counts = [step.counts for step in examples]
    for step, before, after in zip(examples[1:], counts, counts[1:], strict=False):
        y, said = (int(one[step.done - 1]) for one in (step.answered.truth, step.answered.answers))
        change = after - before
        assert change[y, said] == 1 and change.sum() == 1
    last = examples[-1]
    assert (last.counts == confusion_matrix(last.answered.truth, last.answered.answers)).all()
    marks = algorithm.marks(last, iris, algorithm.params(stop_at="every example"))
    table = next(mark for mark in marks if isinstance(mark, Matrix))
    assert "row: truth, column: prediction" in table.title
    cells = np.bincount(table.members[table.members >= 0], minlength=9)
    assert cells.tolist() == last.counts.ravel().tolist()


@shows("EV1", "EV2", "EV21", "W81")
def test_w81_three_classes():
    y, said = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2]), np.array([0, 1, 1, 1, 2, 2, 2, 2, 2])
    counts = dropped(np.zeros((3, 3), dtype=np.int64), y, said)
    found = averages(counts)
    assert counts.tolist() == [[1, 2, 0], [0, 1, 1], [0, 0, 4]]
    assert found.precision == pytest.approx([1.0, 0.333333333333, 0.8])
    assert found.recall == pytest.approx([0.333333333333, 0.5, 1.0])
    assert found.f == pytest.approx([0.5, 0.4, 0.888888888889])
    assert found.macro[2] == pytest.approx(0.596296296296) and found.micro[2] == pytest.approx(0.666666666667)
    assert np.trace(counts) / counts.sum() == pytest.approx(0.666666666667)


@shows("EV2", "EV3", "EV4", "EV5", "EV6", "EV19", "W54")
def test_w54_all_rates_and_baselines():
    counts = np.array([[45, 5], [10, 40]])
    assert against_the_rest(counts, 1).tolist() == [[40, 10], [5, 45]]
    one, support = outcomes(counts, 1), np.array([50, 50])
    assert [rate.of(one).value for rate in RATES] == pytest.approx([0.15, 0.85, 0.8, 0.888888888889, 0.2, 0.1, 0.9])
    assert one.f().value == pytest.approx(0.842105263158) and one.f(2).value == pytest.approx(0.816326530612)
    assert one.cost(1.0, 10.0) == 105.0
    up, down = outcomes(always(support, 1), 1), outcomes(always(support, 0), 1)
    assert (up.recall.value, up.precision.value, up.false_alarms.value, up.error.value) == (1.0, 0.5, 1.0, 0.5)
    assert up.f().value == pytest.approx(0.666666666667) and up.cost(1.0, 10.0) == 50.0
    assert (down.recall.value, down.f().value, down.cost(1.0, 10.0)) == (0.0, 0.0, 500.0)
    assert np.isnan(down.precision.value) and down.false_alarms.value == 0.0 and down.error.value == 0.5


@shows("EV2", "EV3", "EV4", "EV5", "EV6")
def test_rate_step_highlights_its_cells_with_numbers():
    """Denominators: a row of the table for recall, misses, false alarms and specificity, a column for precision."""
    lit = [counted_cells(rate).tolist() for rate in range(COST + 1)]
    row, other, column = [[True, True], [False, False]], [[False, False], [True, True]], [[True, False], [True, False]]
    assert lit[2:7] == [row, column, row, other, other] and lit[0] == lit[1] == [[True, True], [True, True]]
    data, algorithm = rare(), engine.algorithm(KEY)
    trace = engine.trace(KEY, data, miss=10.0, judged="the rows learnt from")
    values = {"miss": 10.0, "judged": "the rows learnt from"}
    for step in parts(trace, "rate"):
        said = told(step, data, **values)
        (TP, FN), (FP, TN) = step.table.tolist()
        marks = algorithm.marks(step, data, algorithm.params(**values))
        pair = next(mark for mark in marks if isinstance(mark, Matrix) and mark.lit is not None)
        assert pair.lit.tolist() == lit[step.rate] and pair.values.tolist() == [[TP, FN], [FP, TN]]
        bars = next(mark for mark in marks if isinstance(mark, Bars))
        if step.rate < F:
            assert bars.values[bars.chosen] == pytest.approx(RATES[step.rate].of(outcomes(step.counts, 1)).value)
            assert said.worked[0].startswith(f"{RATES[step.rate].name} = ")
        if step.rate == COST:
            assert said.worked == (f"cost = 1 · {FP} + 10 · {FN} = {FP + 10 * FN}",)


@shows("EV9")
def test_training_error_is_called_optimistic():
    data, values = rare(), {"judged": "the rows learnt from", "settings": "k = 1"}
    trace = engine.trace(KEY, data, **values)
    assert "training error, which is optimistic" in told(parts(trace, "fitted")[0], data, **values).sentence
    last = trace.to_end()[-1]
    assert last.counts.sum() == data.n and np.trace(last.counts) == data.n  # each row is its own nearest


def test_each_rate_names_its_denominator():
    data = rare()
    said = [told(step, data).sentence for step in parts(engine.trace(KEY, data), "rate")]
    shares = ("all rows", "all rows", "rows that are rare, the first row", "rows called rare, the first column")
    for sentence, share in zip(said, shares, strict=False):
        assert f"It is a share of the {share}" in sentence or f"It is a share of {share}" in sentence
    assert "a share of the rows that are rare." in said[4] and "rows that are not rare, the second row" in said[5]


def test_rates_named_in_the_plural_are_told_as_shares():
    data = rare()
    trace = engine.trace(KEY, data)
    said = [told(step, data).sentence for step in parts(trace, "rate")]
    for words in ("The share of misses is ", "The share of false alarms is ", "Recall is "):
        assert any(sentence.startswith(words) for sentence in said), words


def test_class_has_its_counts_and_lines():
    iris = engine.load("iris").select([0, 1])
    for step in parts(engine.trace(KEY, iris), "class"):
        (TP, FN), (FP, TN) = step.table.tolist()
        said = told(step, iris)
        precision = f"precision = {TP} / {TP + FP} = {TP / (TP + FP):.4g}"
        assert said.worked == (precision, f"recall = {TP} / {TP + FN} = {TP / (TP + FN):.4g}")
        assert [one.value for one in said.numbers] == [TP, FN, FP, TN]


def test_mistake_is_an_event_and_the_summary_rings_all():
    data, algorithm = rare(), engine.algorithm(KEY)
    trace = engine.trace(KEY, data, stop_at="every example")
    for step in parts(trace, "example"):
        wrong = step.answered.truth[step.done - 1] != step.answered.answers[step.done - 1]
        assert (algorithm.event(step) is not None) == wrong
        assert algorithm.measure(step, data, None)["error"] == pytest.approx(
            1 - np.trace(step.counts) / step.counts.sum()
        )
    last = trace[-1]
    rung = next(m for m in algorithm.marks(last, data, algorithm.params()) if getattr(m, "role", "") == "wrong")
    assert rung.rows.tolist() == last.answered.rows[last.answered.answers != last.answered.truth].tolist()


def test_cell_of_the_last_example_has_the_rim():
    data, algorithm = rare(), engine.algorithm(KEY)
    for step in parts(engine.trace(KEY, data, stop_at="every example"), "example")[:8]:
        table = next(m for m in algorithm.marks(step, data, algorithm.params()) if isinstance(m, Matrix))
        place = step.done - 1
        cell = (int(step.answered.truth[place]), int(step.answered.answers[place]))
        assert (table.chosen_row, table.chosen_column) == cell
        names = data.class_names
        assert f"is {names[cell[0]]} and is called {names[cell[1]]}" in told(step, data).sentence


def test_accuracy_is_compared_with_the_majority_class():
    data = rare()
    step = next(step for step in parts(engine.trace(KEY, data), "rate") if step.rate == 1)
    assert "To call every row common is right in 88.9 %" in told(step, data).sentence


@shows("EV21")
def test_class_steps_have_precision_and_recall_and_the_summary_averages():
    from sklearn.metrics import classification_report

    iris = engine.load("iris").select([0, 1])
    trace = engine.trace(KEY, iris)
    last = trace.to_end()[-1]
    report = classification_report(
        last.answered.truth, last.answered.answers, output_dict=True, zero_division=0.0, target_names=iris.class_names
    )
    assert [step.code for step in parts(trace, "class")] == [0, 1, 2]
    table = told(last, iris).tables[0]
    for name, precision, recall, f in table.rows:
        expected = report[name]
        assert (precision, recall, f) == pytest.approx(
            (expected["precision"], expected["recall"], expected["f1-score"])
        )
    numbers = {one.name: one.value for one in told(last, iris).numbers}
    assert numbers["macro F₁"] == pytest.approx(report["macro avg"]["f1-score"])
    assert numbers["accuracy"] == pytest.approx(report["accuracy"]) and "is the accuracy" in told(last, iris).sentence


@shows("EV19")
def test_summary_has_scikit_learn_baselines_beside_the_model():
    from sklearn.dummy import DummyClassifier
    from sklearn.metrics import f1_score

    data = rare()
    last = engine.trace(KEY, data).to_end()[-1]
    rows = {row[0]: row[1:] for row in told(last, data).tables[1].rows}
    y, learnt = last.answered.truth, last.answered.learnt
    dummy = DummyClassifier(strategy="most_frequent").fit(learnt[:, None], learnt)
    assert rows["always the majority"][0] == pytest.approx((dummy.predict(y[:, None]) != y).mean())
    assert rows["always the majority"][2] == "undefined" and rows["all negative"][3] == 0.0
    assert rows["all positive"][3] == pytest.approx(f1_score(y, np.ones(len(y))))
    q, p = learnt.mean(), y.mean()
    assert rows["at random"][0] == pytest.approx(p * (1 - q) + q * (1 - p))
    assert rows["this model"][0] == pytest.approx((last.answered.answers != y).mean())


# -- edges -------------------------------------------------------------------------------------------------------------


def test_row_without_a_prediction_is_in_no_cell():
    counts = dropped(np.zeros((2, 2), dtype=np.int64), np.array([0, 1, -1]), np.array([-1, 1, 0]))
    assert counts.tolist() == [[0, 0], [0, 1]]


def test_class_that_is_only_predicted_has_its_own_row():
    counts = dropped(np.zeros((3, 3), dtype=np.int64), np.array([0, 0]), np.array([0, 2]))
    assert counts.tolist() == [[1, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert averages(counts).counted.tolist() == [True, False, True]


def test_what_is_undefined_says_why():
    data = Dataset.from_arrays(np.arange(12.0).reshape(6, 2), [0] * 6, class_names=["a", "b"])
    trace = engine.trace(KEY, data, judged="the rows learnt from", settings="k = 1")
    said = [told(step, data).sentence for step in parts(trace, "rate")]
    assert said[2].startswith("Recall is undefined, 0/0: no row is positive.")
    assert said[3].startswith("Precision is undefined, 0/0: no row is called positive.")
    assert trace.ending.kind == "converged"


def test_one_row_held_out_has_a_table():
    data = Dataset.from_arrays(np.arange(6.0).reshape(3, 2), [0, 1, 0])
    trace = engine.trace(KEY, data, settings="k = 1", share=0.3).to_end()
    assert trace.ending.kind == "converged" and trace[-1].counts.sum() == 1
