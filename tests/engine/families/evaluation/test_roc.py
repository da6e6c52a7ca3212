"""The ROC curve: thresholds, pairs, hull and cost."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Curve, Matrix, Points
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.evaluation.roc.loop import EACH, counted, stops
from engine.models.class_scores import class_scores
from tests.catalogue import shows

PLACED = {
    "ROC curve: boundary": lambda step, data, params: _so_far(step, step.curve.fpr, step.curve.tpr),
    "Precision and recall: boundary": lambda step, data, params: _so_far(
        step, step.curve.tp / max(step.curve.tp[-1], 1), step.curve.tp / np.maximum(step.curve.tp + step.curve.fp, 1)
    )[1:],
    "Cost by threshold: plain": lambda step, data, params: _staircase(step, params),
    "ROC curve: axis": lambda step, data, params: _points(step.curve.fpr, step.curve.tpr)[step.corners],
}
KEY = "roc"
SCORES = [0.9, 0.8, 0.7, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
W55 = Dataset.from_arrays(np.array(SCORES)[:, None], [1, 1, 0, 1, 1, 0, 0, 1, 0, 0], feature_names=["s"])
BY_FEATURE = {"source": "a feature", "miss": 2.0}


def _points(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.column_stack([x, y])


def _so_far(step, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    far = step.at if step.part in ("fitted", "threshold") else len(x) - 1
    return _points(x, y)[: far + 1]


def _costs(step, params) -> np.ndarray:
    return params.false_alarm * step.curve.fp + params.miss * (step.curve.tp[-1] - step.curve.tp)


def _staircase(step, params) -> np.ndarray:
    """From each threshold down to the next one its cost holds, then that of the next one begins."""
    ts, costs = step.curve.thresholds, _costs(step, params)
    found = [(ts[0], costs[0])]
    for i in range(1, len(ts)):
        found += [(ts[i], costs[i - 1]), (ts[i], costs[i])]
    return np.array(found)


def parts(trace, part: str) -> list:
    return [step for step in trace.to_end() if step.part == part]


@shows("EV7", "W55")
def test_w55_thresholds_have_counts_and_ties_go_diagonally():
    trace = engine.trace(KEY, W55, **BY_FEATURE)
    found = parts(trace, "threshold")
    assert [step.cut for step in found] == [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    assert [step.FP / 5 for step in found] == pytest.approx([0.0, 0.0, 0.2, 0.2, 0.4, 0.6, 0.6, 0.8, 1.0])
    assert [step.TP / 5 for step in found] == pytest.approx([0.2, 0.4, 0.6, 0.8, 0.8, 0.8, 1.0, 1.0, 1.0])
    algorithm = engine.algorithm(KEY)
    said = algorithm.explain(found[2], W55, algorithm.params(**BY_FEATURE)).sentence
    assert "1 positive row and 1 negative row are called" in said and "diagonally" in said


@shows("EV8", "W55")
def test_w55_counted_pairs_give_the_area():
    found = parts(engine.trace(KEY, W55, **BY_FEATURE), "pairs")
    assert [step.pairs.done for step in found] == list(range(1, 26))
    last = found[-1].pairs.pairs
    assert (last.won, last.tied, last.lost) == (20, 1, 4) and last.auc == pytest.approx(0.82)
    assert found[-1].curve.area == pytest.approx(0.82)
    assert [(step.pairs.pairs.won, step.pairs.pairs.tied) for step in found[10:13]] == [(10, 1), (11, 1), (12, 1)]


@shows("EV6", "W55")
def test_w55_least_cost_is_at_two_thresholds_and_both_are_named():
    trace = engine.trace(KEY, W55, **BY_FEATURE)
    (last,) = parts(trace, "choose")
    assert last.cut == 0.6 and (last.TP, last.FP) == (4, 1)
    algorithm = engine.algorithm(KEY)
    said = algorithm.explain(last, W55, algorithm.params(**BY_FEATURE))
    assert "2 thresholds share it: 0.6 and 0.3" in said.sentence
    assert "cost = 1 · 1 + 2 · 1 = 3" in said.worked
    assert trace.ending.kind == "converged"


def test_curve_on_held_out_rows_matches_scikit_learn():
    from sklearn.metrics import roc_auc_score, roc_curve

    data = engine.load("breast_cancer")
    trace = engine.trace(KEY, data, classifier="logistic_newton", settings="penalty = 1", stop_at=EACH)
    last = trace.to_end()[-1]
    rows = last.scored.rows
    assert last.scored.learnt + len(rows) == data.n
    s = class_scores(last.model.base, data.X[rows]).of(1)
    fpr, tpr, thresholds = roc_curve(data.codes[rows], s, drop_intermediate=False)
    assert last.curve.fpr == pytest.approx(fpr, abs=1e-12) and last.curve.tpr == pytest.approx(tpr, abs=1e-12)
    assert last.curve.thresholds[1:] == pytest.approx(thresholds[1:])
    assert last.curve.area == pytest.approx(roc_auc_score(data.codes[rows], s), abs=1e-12)
    assert len(parts(trace, "threshold")) == len(thresholds) - 1


def test_validation_rows_are_used_if_there_are_some():
    data = generate("moons", seed=2, n=60)
    held = np.arange(60) % 3 == 0
    last = engine.trace(KEY, data.changed(held=held)).to_end()[-1]
    assert last.scored.rows.tolist() == np.flatnonzero(held).tolist() and last.scored.learnt == 40


def test_training_rows_are_used_on_request():
    last = engine.trace(KEY, generate("moons", seed=2, n=60), judged="the rows learnt from").to_end()[-1]
    assert len(last.scored.rows) == last.scored.learnt == 60


def test_given_threshold_is_the_last_step():
    last = engine.trace(KEY, W55, **BY_FEATURE, threshold=(0.45,)).to_end()[-1]
    assert last.cut == 0.45 and (last.TP, last.FP) == (4, 2) and last.curve.thresholds[last.at] == 0.5
    assert last.model.predict(W55.X).tolist() == [1] * 6 + [0] * 4


def test_a_threshold_fits_nothing_again():
    data = generate("moons", seed=2, n=60)
    first = engine.trace(KEY, data).to_end()[-1]
    second = engine.trace(KEY, data, threshold=(0.3,)).to_end()[-1]
    assert second.scored is first.scored


def test_several_classes_have_one_versus_rest_curves():
    iris = engine.load("iris")
    algorithm, trace = engine.algorithm(KEY), engine.trace(KEY, iris)
    last = trace.to_end()[-1]
    drawn = [mark for mark in algorithm.marks(last, iris, algorithm.params()) if isinstance(mark, Curve)]
    named = [mark.label for mark in drawn if mark.role == "ghost" and mark.group is not None]
    assert named == ["setosa", "virginica"]
    table = algorithm.explain(last, iris, algorithm.params()).tables[1]
    from sklearn.metrics import roc_auc_score

    rows = last.scored.rows
    for code, (name, area) in enumerate(table.rows):
        assert name == iris.class_names[code]
        expected = roc_auc_score(iris.codes[rows] == code, last.scored.values[:, code])
        assert area == pytest.approx(expected, abs=1e-12)


def test_table_counts_highlight_their_rows():
    algorithm, last = engine.algorithm(KEY), engine.trace(KEY, W55, **BY_FEATURE).to_end()[-1]
    marks = algorithm.marks(last, W55, algorithm.params(**BY_FEATURE))
    (table,) = (mark for mark in marks if isinstance(mark, Matrix))
    assert table.values.tolist() == [[4.0, 1.0], [1.0, 4.0]]
    assert list(table.column_labels) == [f"called {name}" for name in table.row_labels]
    assert np.bincount(table.members, minlength=4).tolist() == [4, 1, 1, 4]
    assert table.members.tolist() == [0, 0, 2, 0, 0, 3, 3, 1, 3, 3]
    wrong = next(mark for mark in marks if isinstance(mark, Points) and mark.role == "wrong")
    assert wrong.rows.tolist() == [2, 7]


def story(step, data, **values):
    algorithm = engine.algorithm(KEY)
    return algorithm.explain(step, data, algorithm.params(**values))


def test_pair_steps_have_the_share_so_far_and_grid_cells():
    algorithm, values = engine.algorithm(KEY), BY_FEATURE
    steps = parts(engine.trace(KEY, W55, **values), "pairs")
    step = steps[12]  # 0.7 against 0.7, a tie, is the eleventh; two more are won
    said = story(step, W55, **values)
    assert "13 of 25 pairs" in said.sentence
    assert said.worked == ("share so far = (12 + ½ · 1) / 13 = 0.9615",)
    grid = next(m for m in algorithm.marks(step, W55, algorithm.params(**values)) if m.surface.name == "Pairs")
    assert np.isfinite(grid.values).sum() == 13 and grid.values[2, 0] == 0.5 and np.isnan(grid.values[2, 3])
    assert (grid.chosen_row, grid.chosen_column) == (2, 2)
    spoke = next(m for m in algorithm.marks(step, W55, algorithm.params(**values)) if getattr(m, "role", "") == "spoke")
    assert spoke.starts[0] == pytest.approx([0.1, 0.5]) and spoke.ends[0] == pytest.approx([1.0, 0.5])
    assert "AUC = (20 + ½ · 1) / 25 = 0.82" in story(steps[-1], W55, **values).worked


def test_hull_has_corners_area_and_curve():
    algorithm, (step,) = engine.algorithm(KEY), parts(engine.trace(KEY, W55, **BY_FEATURE), "hull")
    said = story(step, W55, **BY_FEATURE)
    numbers = {one.name: one.value for one in said.numbers}
    assert numbers["corners"] == len(step.corners) and numbers["area under the hull"] == pytest.approx(0.88)
    assert said.checks[0].words == "the area under the hull is no smaller" and said.checks[0].holds
    named = [m.label for m in algorithm.marks(step, W55, algorithm.params(**BY_FEATURE)) if isinstance(m, Curve)]
    assert "convex hull" in named


def test_step_rings_the_rows_it_passes_and_measures_both_rates():
    algorithm, params = engine.algorithm(KEY), engine.algorithm(KEY).params(**BY_FEATURE)
    steps = parts(engine.trace(KEY, W55, **BY_FEATURE), "threshold")
    rung = [
        next(m for m in algorithm.marks(step, W55, params) if isinstance(m, Points) and m.role == "focus").rows.tolist()
        for step in steps[:4]
    ]
    assert rung == [[0], [1], [2, 3], [4]]
    assert algorithm.measure(steps[3], W55, params) == {"recall": 0.8, "false alarm rate": 0.2}
    assert [algorithm.event(step) is None for step in steps[:5]] == [True, True, True, True, False]
    assert algorithm.event(steps[4]).role == "wrong"


def test_rows_without_a_score_and_the_training_size_are_stated():
    X = np.array([[1.0], [np.nan], [3.0], [2.0]])
    data = Dataset.from_arrays(X, [0, 1, 1, 0])
    step = parts(engine.trace(KEY, data, source="a feature"), "fitted")[0]
    assert "1 row more has no score" in story(step, data, source="a feature").sentence
    moons = generate("moons", seed=2, n=60)
    step = parts(engine.trace(KEY, moons), "fitted")[0]
    assert "18 rows have a score, after a fit to 42 other rows" in story(step, moons).sentence
    first = [
        m for m in engine.algorithm(KEY).marks(step, moons, engine.algorithm(KEY).params()) if isinstance(m, Curve)
    ]
    names = {m.label: m.group for m in first if m.surface.name == "Scores"}
    assert names["A"] == 0 and names["B"] == 1 and "t above all scores" in names


# -- edges -------------------------------------------------------------------------------------------------------------


def test_tied_scores_give_one_diagonal_step():
    data = Dataset.from_arrays(np.ones((6, 1)), [0, 1, 0, 1, 1, 0])
    trace = engine.trace(KEY, data, source="a feature")
    (only,) = parts(trace, "threshold")
    assert (only.TP, only.FP) == (3, 3) and only.curve.area == 0.5


def test_single_class_has_no_curve_and_says_why():
    data = Dataset.from_arrays(np.arange(4.0)[:, None], [1, 1, 1, 1], class_names=["a", "b"])
    trace = engine.trace(KEY, data, source="a feature").to_end()
    assert trace.ending.kind == "stopped" and "0/0" in trace.ending.words
    other = engine.trace(KEY, data, source="a feature", positive=1).to_end()
    assert "No row that is judged is a" in other.ending.words


def test_a_learner_without_scores_is_told():
    trace = engine.trace(KEY, engine.load("iris"), classifier="nearest_mean").to_end()
    assert trace.ending.kind == "failed" and "has no score" in trace.ending.words


def test_learner_that_cannot_take_the_classes_is_refused():
    with pytest.raises(Refusal, match="2 classes"):
        engine.trace(KEY, engine.load("iris"), classifier="logistic_newton")


def test_a_category_is_no_score():
    with pytest.raises(Refusal, match="no order"):
        engine.trace(KEY, engine.load("play_tennis"), source="a feature")


def test_rows_without_a_score_are_omitted_and_counted():
    X = np.array([[1.0], [np.nan], [3.0], [2.0]])
    last = engine.trace(KEY, Dataset.from_arrays(X, [0, 1, 1, 0]), source="a feature").to_end()[-1]
    assert last.scored.rows.tolist() == [0, 2, 3] and last.scored.silent == 1


def test_infinite_scores_are_the_largest():
    far = Dataset.from_arrays([[1e200], [0.0]], [1, 0])
    last = engine.trace(KEY, far, source="a feature").to_end()[-1]
    assert last.curve.thresholds[1] == 1e12 and last.curve.area == 1.0


def test_counts_at_a_threshold_include_equal_scores():
    assert counted(np.array([0.5, 0.5, 0.4]), np.array([True, False, True]), 0.5) == (1, 1)


def test_few_stops_take_both_ends():
    params = engine.algorithm(KEY).params()
    found = list(stops(1000, params))
    assert found[0] == 1 and found[-1] == 1000 and len(found) == 60
    assert list(stops(3, params)) == [1, 2, 3]


def test_threshold_is_dragged_along_the_curve():
    algorithm, last = engine.algorithm(KEY), engine.trace(KEY, W55, **BY_FEATURE).to_end()[-1]
    params = algorithm.params(**BY_FEATURE)
    along, scores, cost, balance = (handle.track(last, W55, params) for handle in algorithm.drags)
    assert along.now.tolist() == [0.2, 0.8] and along.value_at(np.array([0.58, 1.02])) == 0.3
    assert along.value_at(np.zeros(2)) > 0.9
    assert scores.value_at(np.array([0.33, 3.0])) == pytest.approx(0.33) and cost.now[0] == 0.6
    assert balance.value_at(np.array([0.2, 1.0])) == 0.9


@pytest.mark.parametrize(("key", "words"), [
    ("roc", "1 row has a score, after a fit to 3 other rows: "),
    ("calibration", "1 row has a probability of "),
    ("confusion_table", "1 row is answered. "),
])  # fmt: skip
def test_one_row_held_out_is_no_plural(key: str, words: str) -> None:
    data, algorithm = engine.load("gate_and"), engine.algorithm(key)
    step = engine.trace(key, data)[1]
    assert algorithm.explain(step, data, algorithm.params()).sentence.startswith(words)
