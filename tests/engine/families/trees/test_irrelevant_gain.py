"""The gain of an irrelevant attribute: W94 by simulation, gains by plain loops, and what is drawn and said."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import engine
from engine.core.marks import Curve, Matrix, Points, Segments, Text
from engine.data.dataset import Column, Dataset
from engine.families.trees.irrelevant_gain.drawing import marks
from engine.families.trees.irrelevant_gain.loop import Params, Step, by_chance
from engine.families.trees.irrelevant_gain.telling import event, explain
from tests.catalogue import shows
from tests.examples import numbers

FOLLOWS = {
    "mean by χ²": lambda step, data, params: (
        (min(params.values, data.n) - 1) * (len(data.classes_present) - 1) / (2 * data.n * np.log(2))
    ),
    "not #:": lambda step, data, params: np.flatnonzero(step.real < step.gains.mean()) + 1,
}

KEY = "irrelevant_gain"
TENNIS = engine.load("play_tennis")
GAINS = {"Outlook": 0.2467, "Humidity": 0.1518, "Wind": 0.0481, "Temperature": 0.0292}
"""Of W94."""


def entropy(counts) -> float:
    return float(stats.entropy(counts, base=2))


def gain(table: np.ndarray) -> float:
    sizes = table.sum(axis=1)
    return entropy(table.sum(axis=0)) - sum(
        size / sizes.sum() * entropy(row) for size, row in zip(sizes, table, strict=True) if size
    )


@pytest.mark.full
@shows("TR17", "W94")
@pytest.mark.parametrize(("values", "expected"), [(3, 0.133), (14, 0.584)])
def test_w94_tr17_mean_gain_of_noise_is_not_0(values, expected):
    runs = [engine.trace(KEY, TENNIS, values=values, columns=2000, seed=seed).to_end()[-1] for seed in range(3)]
    assert np.mean([step.gains.mean() for step in runs]) == pytest.approx(expected, abs=0.004)
    assert "not 0" in explain(runs[0], TENNIS, Params(values=values, columns=2000)).sentence


@shows("TR17", "W94")
def test_w94_tr17_table_features_are_marked_and_those_below_chance_named():
    params = Params(columns=400)
    step = engine.trace(KEY, TENNIS, columns=400).to_end()[-1]
    real = dict(zip(TENNIS.feature_names, step.real, strict=True))
    assert real == pytest.approx(GAINS, abs=1e-4)
    said = explain(step, TENNIS, params)
    assert "Temperature and Wind gain less" in said.sentence
    (table,) = said.tables
    assert [row[0] for row in table.rows] == list(GAINS)
    for name, value, above in table.rows:
        assert value == pytest.approx(GAINS[name], abs=1e-4)
        assert above == f"{sum(one >= real[name] - 1e-12 for one in step.gains)} of 400"
    drawn = marks(step, TENNIS, params)
    names = next(mark for mark in drawn if isinstance(mark, Points) and mark.labels)
    assert dict(zip(names.labels, names.positions[:, 0], strict=True)) == pytest.approx(real)
    mean = next(mark for mark in drawn if isinstance(mark, Segments) and mark.role == "best")
    assert f"mean {step.gains.mean():.4g}" in [mark.text for mark in drawn if isinstance(mark, Text)]
    assert mean.starts[0] == pytest.approx([step.gains.mean(), 0.0]) and mean.ends[0, 0] == mean.starts[0, 0]


@shows("TR17")
def test_tr17_gains_are_those_of_the_table_and_the_histogram_is_complete():
    params = Params(values=4, columns=50)
    trace = engine.trace(KEY, TENNIS, values=4, columns=50).to_end()
    assert len(trace) == 51
    for k, step in enumerate(trace[1:], 1):
        assert step.table.sum(axis=0).tolist() == [5, 9] or step.table.sum(axis=0).tolist() == [9, 5]
        assert step.gains[-1] == pytest.approx(gain(step.table), abs=1e-12) and len(step.gains) == k
    step = trace[30]
    drawn = marks(step, TENNIS, params)
    curve = next(mark.positions for mark in drawn if isinstance(mark, Curve))
    ends, heights = curve[::2, 0], curve[1:-1:2, 1]
    assert heights == pytest.approx(np.histogram(step.gains, ends)[0] / 30) and heights.sum() == pytest.approx(1)
    focus = next(mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus")
    assert focus.positions[0] == pytest.approx([step.gains[-1], 0.0])
    cells = next(mark for mark in drawn if isinstance(mark, Matrix))
    assert np.array_equal(cells.values, step.table) and cells.surface.name == "The newest random column"
    assert cells.row_labels == ("value 1", "value 2", "value 3", "value 4") and cells.column_labels == ("No", "Yes")
    told = numbers(explain(step, TENNIS, params))
    assert told["mean gain"] == pytest.approx(step.gains.mean()) and told["gain"] == step.gains[-1]


@shows("TR17")
def test_tr17_on_a_large_table_the_gain_is_chi_squared_and_vanishes():
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=(2000, 1)).astype(float)
    frame = Dataset(
        codes, rng.integers(3, size=2000), (Column("a", "categorical", ("x", "y")),), class_names=("no", "some", "yes")
    )
    step = engine.trace(KEY, frame, values=5, columns=400).to_end()[-1]
    expected = by_chance(frame, Params(values=5))
    assert expected == pytest.approx(stats.chi2(4 * 2).mean() / (2 * 2000 * np.log(2)))
    assert step.gains.mean() == pytest.approx(expected, rel=0.1) and expected < 0.003


def test_tr17_as_many_values_as_rows_is_an_identifier_and_the_maximum():
    step = engine.trace(KEY, TENNIS, values=14)[3]
    assert "as with an identifier" in explain(step, TENNIS, Params(values=14)).sentence
    assert np.array_equal(engine.trace(KEY, TENNIS, values=99)[3].table, step.table) and len(step.table) == 14


@shows("TR17")
def test_tr17_a_step_says_this():
    params = Params(columns=20)
    trace = engine.trace(KEY, TENNIS, columns=20).to_end()
    opening, step = explain(trace[0], TENNIS, params), trace[9]
    assert opening.sentence == (
        "20 columns of 3 values will be drawn at random, independent of the class. What they gain is chance: on "
        "infinitely many rows it would be 0."
    )
    assert [(one.name, one.note) for one in opening.numbers] == [("mean by χ²", "bits")]
    said, gains = explain(step, TENNIS, params), step.gains
    below = [name for name, value in zip(TENNIS.feature_names, step.real, strict=True) if value < gains.mean()]
    assert said.sentence == (
        f"Random column 9 of 20, with 3 values, gains {gains[-1]:.4g} bits. The mean so far is {gains.mean():.4g}, "
        f"not 0: {' and '.join(below)} gain less. More values gain more, so gain favours attributes of many values; a "
        "χ² test weighs a gain against chance."
    )
    assert said.worked[1] == f"mean = {gains.sum():.4g} / 9 = {gains.mean():.4g}"
    assert [(one.name, one.note) for one in said.numbers] == [
        ("gain", "bits, of this random column"), ("mean gain", "bits, of 9 random columns"),
        ("mean by χ²", "bits: (V − 1)(K − 1) / (2 N ln 2), for large tables"),
    ]  # fmt: skip
    assert [check.words for check in said.checks] == ["no gain is below 0"]
    beats = [event(one) is not None for one in trace]
    assert beats == [len(one.gains) > 0 and bool(one.gains[-1] >= one.real.max()) for one in trace] and any(beats[1:])


@shows("TR17")
def test_tr17_chart_is_fully_visible_with_names_at_different_heights():
    step = engine.trace(KEY, TENNIS, columns=60).to_end()[-1]
    drawn = [mark for mark in marks(step, TENNIS, Params(columns=60)) if mark.surface.kind == "chart"]
    left, right, low, high = drawn[0].surface.view
    top = (
        float(np.histogram(step.gains, next(m for m in drawn if isinstance(m, Curve)).positions[::2, 0])[0].max()) / 60
    )
    farthest = max(step.gains.max(), step.real.max())
    assert (left, right, low, high) == pytest.approx((-0.0216 * farthest, 1.08 * farthest, -0.04 * top, 1.45 * top))
    names = next(mark for mark in drawn if isinstance(mark, Points) and mark.labels)
    assert names.positions[:, 1] == pytest.approx(top * np.array([0.5, 0.65, 0.8, 0.95])), "the largest gain lowest"
    assert names.labels == tuple(GAINS)
    feet, mean = (mark for mark in drawn if isinstance(mark, Segments))
    assert feet.ends == pytest.approx(names.positions) and not feet.starts[:, 1].any()
    assert mean.ends[0] == pytest.approx([step.gains.mean(), 1.35 * top])
    assert drawn[0].surface.name == "Gains of random columns" and drawn[0].surface.y == "share of the random columns"


@shows("E002-25")
def test_e002_25_printed_gain_of_0_is_compared_with_the_random_mean():
    step = engine.trace(KEY, TENNIS)[40]
    (misprint,) = engine.algorithm(KEY).explain(step, TENNIS, Params()).misprints
    assert misprint.erratum.id == "E002-25"
    assert (misprint.gives, misprint.right) == (0.0, pytest.approx(step.gains.mean()))


@shows("TR17")
def test_tr17_gain_differing_by_rounding_counts_as_equal():
    real = engine.trace(KEY, TENNIS)[0].real
    for nudge, as_large in ((-1e-14, True), (1e-14, True), (-1e-6, False)):
        step = Step(None, np.array([[2, 3], [0, 4], [3, 2]]), np.array([real[0] + nudge]), real)
        assert explain(step, TENNIS, Params()).tables[0].rows[0] == (
            "Outlook", pytest.approx(0.2467, abs=1e-4), f"{int(as_large)} of 1"
        )  # fmt: skip
        assert (event(step) is not None) == as_large
        assert explain(step, TENNIS, Params()).sentence.count("Outlook") == int(nudge > 1e-6)
