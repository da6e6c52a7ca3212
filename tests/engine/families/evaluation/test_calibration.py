"""Calibration: the bins of the probability, the Brier score and the log loss."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Points
from engine.data.dataset import Dataset
from engine.data.toys import generate
from tests.catalogue import shows

KEY = "calibration"


def parts(trace, part: str) -> list:
    return [step for step in trace.to_end() if step.part == part]


def told(step, data, **values):
    algorithm = engine.algorithm(KEY)
    return algorithm.explain(step, data, algorithm.params(**values))


def cancer() -> Dataset:
    return engine.load("breast_cancer")


def test_bins_and_both_scores_match_scikit_learn():
    from sklearn.calibration import calibration_curve
    from sklearn.metrics import brier_score_loss, log_loss

    data = cancer()
    trace = engine.trace(KEY, data, classifier="logistic_newton", settings="penalty = 1")
    last = trace.to_end()[-1]
    codes = data.codes[last.scored.rows]
    true, predicted = calibration_curve(codes, last.p, n_bins=10)
    found = parts(trace, "bin")
    assert [step.bins.observed[step.bin] for step in found] == pytest.approx(true)
    assert [step.bins.predicted[step.bin] for step in found] == pytest.approx(predicted)
    assert last.brier == pytest.approx(brier_score_loss(codes, last.p))
    numbers = {one.name: one.value for one in told(last, data).numbers}
    assert numbers["log loss"] == pytest.approx(log_loss(codes, last.p))
    assert last.scored.learnt + len(codes) == data.n


def test_step_highlights_the_rows_of_its_bin_and_its_bar():
    data = generate("moons", seed=1, n=100)
    algorithm = engine.algorithm(KEY)
    params = algorithm.params(settings="penalty = 1")
    trace = algorithm.traced(data, params)
    step = parts(trace, "bin")[1]
    low, high = step.bins.edges[step.bin], step.bins.edges[step.bin + 1]
    p = step.model.predict_proba(data.X[step.rows])[:, 1]
    assert len(step.rows) == step.bins.counts[step.bin] and ((p > low) & (p <= high)).all()
    marks = algorithm.marks(step, data, params)
    (bars,) = (mark for mark in marks if isinstance(mark, Bars))
    assert bars.chosen == step.bin and bars.values.sum() == len(step.p)
    assert trace[int(bars.steps[step.bin])] is step or trace[int(bars.steps[step.bin])] == step
    focus = [mark for mark in marks if isinstance(mark, Points) and mark.role == "focus"]
    assert focus[0].rows.tolist() == step.rows.tolist()


def test_equal_frequency_bins_divide_the_rows():
    trace = engine.trace(KEY, generate("moons", seed=1, n=100), rule="equal count", bins=5, settings="penalty = 1")
    counts = parts(trace, "brier")[0].bins.counts
    assert counts.max() - counts.min() <= 1


def test_brier_score_is_compared_with_that_of_the_base_rate():
    data = generate("moons", seed=1, n=100)
    step = parts(engine.trace(KEY, data, settings="penalty = 1"), "brier")[0]
    said = told(step, data)
    rate = step.t.mean()
    assert "better" in said.sentence and f"= {rate * (1 - rate):.4g}" in said.worked[1]
    assert step.brier < rate * (1 - rate)


def test_several_classes_also_have_overall_scores():
    from sklearn.metrics import log_loss

    iris = engine.load("iris")
    trace = engine.trace(KEY, iris, settings="penalty = 1")
    last = trace.to_end()[-1]
    codes, P = iris.codes[last.scored.rows], last.scored.values
    numbers = {one.name: one.value for one in told(last, iris).numbers}
    assert numbers["log loss of all classes"] == pytest.approx(log_loss(codes, P, labels=[0, 1, 2]))
    brier = {one.name: one.value for one in told(parts(trace, "brier")[0], iris).numbers}["Brier of all classes"]
    assert brier == pytest.approx(((P - np.eye(3)[codes]) ** 2).sum(axis=1).mean())


def test_bin_states_direction_and_size_of_the_error():
    data = generate("moons", seed=1, n=100)
    values = {"settings": "penalty = 1"}
    for step in parts(engine.trace(KEY, data, **values), "bin"):
        said, b = told(step, data, **values), step.bin
        gap = step.bins.observed[b] - step.bins.predicted[b]
        way = "about as" if abs(gap) <= 0.05 else "more" if gap > 0 else "less"
        assert f"B {way} often" in said.sentence and said.worked[2].startswith("gap = ")
        assert float(said.worked[2].split("= ")[-1].replace("−", "-")) == pytest.approx(gap, abs=2e-4)
        table = said.tables[0].rows[-1]
        assert table[2] == pytest.approx(step.bins.predicted[b]) and table[3] == pytest.approx(step.bins.observed[b])


def test_last_steps_draw_every_loss_and_name_the_largest():
    data = generate("moons", seed=1, n=100)
    algorithm, values = engine.algorithm(KEY), {"settings": "penalty = 1"}
    trace = engine.trace(KEY, data, **values)
    last = trace.to_end()[-1]
    own = np.where(last.t, last.p, 1 - last.p)
    marks = algorithm.marks(last, data, algorithm.params(**values))
    points = next(m for m in marks if isinstance(m, Points) and m.surface.name == "Loss of a row")
    assert points.positions == pytest.approx(np.column_stack([own, -np.log(own)]))
    said = told(last, data, **values).sentence
    assert f"that of row {data.row_name(int(last.scored.rows[np.argmin(own)]))}, " in said
    assert f"probability {own.min():.4g}" in said
    (brier,) = parts(trace, "brier")
    squared = next(
        m for m in algorithm.marks(brier, data, algorithm.params(**values))
        if isinstance(m, Points) and m.surface.name == "Loss of a row"
    )  # fmt: skip
    assert squared.positions == pytest.approx(np.column_stack([own, (1 - own) ** 2]))


@shows("EV9")
def test_training_scores_are_called_optimistic():
    from sklearn.metrics import log_loss

    data, values = generate("moons", seed=1, n=100), {"settings": "penalty = 1", "judged": "the rows learnt from"}
    trace = engine.trace(KEY, data, **values)
    last = trace.to_end()[-1]
    assert "training errors, which are optimistic" in told(parts(trace, "fitted")[0], data, **values).sentence
    assert len(last.p) == data.n
    numbers = {one.name: one.value for one in told(last, data, **values).numbers}
    assert numbers["log loss"] == pytest.approx(log_loss(data.codes, last.p))


# -- edges -------------------------------------------------------------------------------------------------------------


def test_zero_probability_of_the_true_class_has_infinite_log_loss():
    data = generate("moons", seed=3, n=60)
    trace = engine.trace(KEY, data, classifier="knn", settings="k = 1", share=0.5)
    last = trace.to_end()[-1]
    assert trace.ending.kind == "converged"
    own = np.where(last.t, last.p, 1 - last.p)
    said = told(last, data, classifier="knn", settings="k = 1", share=0.5)
    assert ("infinite" in said.sentence) == bool((own == 0).any())


def test_scores_that_are_no_probabilities_are_reported():
    trace = engine.trace(KEY, cancer(), classifier="least_squares").to_end()
    assert trace.ending.kind == "failed" and "no probabilities" in trace.ending.words


def test_equal_probabilities_have_one_bin():
    data = Dataset.from_arrays(np.ones((10, 1)), [0, 1] * 5)
    trace = engine.trace(KEY, data, settings="penalty = 1")
    (only,) = parts(trace, "bin")
    assert only.bins.predicted[only.bin] == pytest.approx(0.5, abs=0.2) and trace.ending.kind == "converged"
