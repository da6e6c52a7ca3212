"""The interval for the error against the worked case and scipy, its coverage by simulation, drawn and told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Points, Segments
from engine.families.resampling.error_interval.counting import counts, drawn_apart, stops
from engine.families.resampling.error_interval.loop import METHODS, supposed
from engine.maths.probability.probit import normal_quantile
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "error_interval"
CARD = engine.algorithm(KEY)
TYPED: dict[str, Any] = {"source": "typed counts"}
FOLLOWS = {"z": lambda step, data, params: float(normal_quantile((1 + params.level) / 2))}
IRIS = engine.load("iris")


def told(data: engine.Dataset = IRIS, seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, data, seed, **params)


def on(marks: list[Any], kind: type, name: str, role: str = "") -> list[Any]:
    return [
        mark
        for mark in marks
        if isinstance(mark, kind) and mark.surface.name.startswith(name) and role in ("", getattr(mark, "role", ""))
    ]


# -- the intervals -----------------------------------------------------------------------------------------------------


@shows("EV11", "W56")
def test_w56_step_by_step() -> None:
    trace, stories, _ = told(**TYPED, simulated=0)
    assert [step.part for step in trace] == ["start", "error", "quantile", *["interval"] * 3, "later"]
    assert stories[1].worked == ("E = 15 / 100 = 0.15", "√(0.15 (1 − 0.15) / 100) = 0.03571")
    assert stories[2].numbers[-1].value == pytest.approx(1.95996398454)
    assert trace[-1].ends == pytest.approx(
        np.array(
            [[0.0800152874094, 0.219984712591], [0.0930598528366, 0.232835595908], [0.0864543856416, 0.235307500149]]
        ),
        abs=1e-9,
    )
    assert trace[-1].later == pytest.approx([0.02878292204, 0.27121707796], abs=1e-9)
    assert stories[3].worked == ("half width = 1.95996 · 0.0357071 = 0.06998",)
    assert "between 0.08002 and 0.22" in stories[3].sentence and "50 rows" in stories[6].sentence
    assert stories[5].checks[0].holds and "the true error is between 0.09306 and 0.2328" in trace.ending.words
    narrower = told(**TYPED, simulated=0, level=0.9)[0][-1].ends[0]
    assert narrower[1] - 0.15 == pytest.approx(0.0587330222615, abs=1e-9)


@shows("EV11", "W56")
@pytest.mark.parametrize(("k", "words"), [(0, "No row is wrong"), (20, "Every row is wrong")])
def test_w56_zero_errors_give_the_normal_interval_no_width_as_stated(k: int, words: str) -> None:
    trace, stories, marks = told(**TYPED, errors=k, n=20, simulated=3)
    assert words in stories[1].sentence and "take Wilson's or the exact one" in stories[1].sentence
    ends = trace[6].ends
    assert ends[0, 0] == ends[0, 1] == k / 20
    if not k:
        assert ends[1:, 1] == pytest.approx([0.161125158053, 0.168433470983], abs=1e-9)
    assert trace[-1].truth == (k + 1) / 22 == supposed(k, 20) and supposed(3, 20) == 0.15
    assert on(marks[2], Curve, "The estimate") == []


def test_few_errors_and_an_end_below_0_are_warned_of() -> None:
    _, stories, _ = told(**TYPED, errors=2, n=40, simulated=0)
    assert "With only 2 errors the normal interval is not to be trusted" in stories[1].sentence
    assert "It reached beyond what a share can be, and is cut there. With only 2 errors" in stories[3].sentence
    _, stories, _ = told(**TYPED, errors=39, n=40, simulated=0)
    assert "With only 1 row that is right" in stories[1].sentence
    _, stories, _ = told(**TYPED, errors=20, n=40, simulated=0)
    assert "trusted" not in stories[1].sentence and "cut" not in stories[3].sentence


@shows("EV11")
def test_density_tails_intervals_and_width_by_n_are_drawn() -> None:
    _, _, marks = told(**TYPED, simulated=0)
    (bell,) = on(marks[5], Curve, "The estimate")
    x, density = bell.positions.T
    assert np.trapezoid(density, x) == pytest.approx(1.0, abs=1e-3) and x[np.argmax(density)] == pytest.approx(
        0.15, abs=1e-3
    )
    low, high = on(marks[5], Segments, "The estimate", "wrong")
    assert low.ends[:, 0].max() == pytest.approx(0.0800152874094) and high.ends[:, 0].min() == pytest.approx(
        0.219984712591
    )
    assert on(marks[1], Segments, "The estimate") == []
    (lines,) = on(marks[6], Segments, "Intervals")
    assert lines.starts[:, 0].tolist() == pytest.approx([0.0800153, 0.0930599, 0.0864544, 0.0287829], abs=1e-6)
    (named,) = on(marks[6], Points, "Intervals", "centre")
    low_end, high_end = min(lines.starts[:, 0]), max(lines.ends[:, 0])
    room = 0.1 * (high_end - low_end)
    assert lines.surface.view[:2] == pytest.approx((low_end - room, high_end + room))
    assert named.labels[1] == "Wilson: 0.09306 to 0.2328" and named.labels[3].startswith("50 later rows: ")
    _, above = on(marks[6], Curve, "The same error", "margin")
    half = above.positions[:, 1] - 0.15
    assert half == pytest.approx(1.95996398 * np.sqrt(0.15 * 0.85 / 10 ** above.positions[:, 0]), rel=1e-6)
    (here,) = on(marks[6], Segments, "The same error")
    assert here.starts[0].tolist() == pytest.approx([2.0, 0.0800152874094])


@shows("E002-9")
def test_printed_formula_narrows_with_higher_confidence() -> None:
    _, stories, _ = told(**TYPED, simulated=0)
    (misprint,) = stories[3].misprints
    assert misprint.right == pytest.approx(0.0699847125906) and misprint.gives == pytest.approx(0.0699847125906 * 0.025)
    surer = told(**TYPED, simulated=0, level=0.99)[1][3].misprints[0]
    assert surer.gives < misprint.gives and surer.right > misprint.right
    assert not any(story.misprints for i, story in enumerate(stories) if i != 3)


# -- the coverage ------------------------------------------------------------------------------------------------------


@shows("EV11")
def test_simulated_test_sets_show_the_coverage_of_each_interval() -> None:
    trace, stories, marks = told(**TYPED, errors=2, n=20, simulated=1000)
    step = trace[-1]
    from scipy.stats import binom

    exactly = {}
    for place, name in enumerate(METHODS):
        inside = {int(k): held[place] for k, held in zip(step.samples, step.held, strict=True)}
        exactly[name] = sum(binom.pmf(k, 20, 0.1) for k, held in inside.items() if held)
    for name, share in zip(METHODS, step.coverage, strict=True):
        assert abs(share - exactly[name]) < 4 * np.sqrt(0.25 / 1000), name
    assert step.coverage[0] < 0.9 < 0.95 <= step.coverage[2], (
        "the normal interval covers too little, the exact one enough"
    )
    (bars,) = on(marks[-1], Bars, "How many")
    assert bars.values.tolist() == step.coverage.tolist() and set(bars.line) == {0.95}
    (missed,) = on(marks[-1], Segments, "Intervals of", "wrong")
    assert len(missed.starts) == (~step.held[:, 0]).sum() and len(on(marks[-1], Points, "Intervals of")[0].positions)
    assert f"coverage = {int(step.held[:, 0].sum())} / 1000 = " in stories[-1].worked[0]
    assert "Of 1000 simulated test sets held the truth: normal " in trace.ending.words
    hit = next(i for i in range(7, 60) if trace[i].held[-1, 0])
    lost = next(i for i in range(7, 200) if not trace[i].held[-1, 0])
    assert stories[hit].sentence.endswith("which holds the true error.") and CARD.event(trace[lost]).role == "wrong"
    assert stories[lost].sentence.endswith("which misses the true error.")


@pytest.mark.parametrize(("n", "share"), [(20, 0.1), (1, 0.3), (1000, 0.02), (100_000, 0.5)])
def test_simulated_counts_are_binomial_quantiles(n: int, share: float) -> None:
    from scipy.stats import binom

    u = np.random.default_rng(0).random(200)
    assert counts(n, share, u).tolist() == binom.ppf(u, n, share).astype(int).tolist()


# -- errors of a classifier --------------------------------------------------------------------------------------------


def test_one_error_is_no_plural() -> None:
    trace = told(**TYPED | {"errors": 1}, simulated=0)[0]
    assert trace.ending.words.startswith("1 error in 100: with 95 % confidence")


@shows("EV11")
def test_errors_of_a_classifier_on_unseen_rows() -> None:
    trace, stories, marks = told(classifier="nearest_mean", simulated=2, stop_at="every row", seed=4)
    step = trace[-1]
    assert len(step.test) == 45 and sorted([*step.train, *step.test]) == list(range(150))
    model = engine.fit("nearest_mean", IRIS.subset(step.train))
    wrong = model.predict(IRIS.X[step.test]) != IRIS.codes[step.test]
    assert step.errors == wrong.sum() and step.model == model
    rows = [one for one in trace if one.part == "row"]
    assert [one.errors for one in rows] == wrong.cumsum().tolist() and [one.seen for one in rows] == list(range(1, 46))
    (curve,) = on(marks[11], Curve, "The estimate", "boundary")
    assert curve.positions[:, 1].tolist() == (wrong.cumsum() / np.arange(1, 46))[:10].tolist()
    (missed,) = on(marks[-1], Points, "Data", "wrong")
    assert sorted(missed.rows) == sorted(step.test[wrong])
    training = (model.predict(IRIS.X[step.train]) != IRIS.codes[step.train]).mean()
    assert stories[1].numbers[0].value == pytest.approx(training) and "too good as an estimate" in stories[1].sentence
    assert stories[0].sentence.startswith(
        "45 rows are drawn to judge, and Nearest centroid (class means) learns from the"
    )


def test_run_stops_at_mistakes_and_the_last_row() -> None:
    assert stops(np.array([0.0, 1.0, 0.0, 1.0, 0.0]), "mistakes") == [2, 4, 5]
    assert stops(np.array([0.0, 1.0]), "every row") == [1, 2]


def test_row_keeps_its_side_and_both_are_nonempty() -> None:
    for n in (2, 3, 40):
        data = engine.Dataset.from_arrays(np.arange(float(n))[:, None], np.arange(n) % 2)
        train, test = drawn_apart(data, 0.05, np.random.default_rng(0))
        assert len(train) and len(test) and sorted([*train, *test]) == list(range(n))


def test_invalid_counts_are_refused_with_a_remedy() -> None:
    with pytest.raises(engine.Refusal, match="errors = 30 cannot be counted in n = 20 rows") as refused:
        engine.trace(KEY, IRIS, **TYPED, errors=30, n=20)
    assert refused.value.remedies[0].value == 20
    hills = engine.Dataset(np.arange(8.0)[:, None], np.arange(8.0))
    with pytest.raises(engine.Refusal, match="source = held-out rows: it needs a class for every point") as refused:
        engine.trace(KEY, hills)
    assert refused.value.remedies[0].value == "typed counts"
    assert engine.trace(KEY, hills, **TYPED, simulated=0).to_end().ending.kind == "converged"
    with pytest.raises(engine.Refusal, match="classifier = Logistic regression"):
        engine.trace(KEY, IRIS, classifier="logistic_newton")
    two = engine.Dataset.from_arrays([[0.0], [1.0]], ["a", "b"])
    trace = engine.trace(KEY, two, classifier="softmax_newton").to_end()
    assert trace.ending.kind == "failed" and "at least 2 classes" in trace.ending.words


def test_a_slow_fit_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 100_000)
    trace, stories, _ = told(classifier="softmax_gradient", simulated=1)
    assert trace[1].part == "pause" and stories[1].sentence.startswith(
        "The classifier is being fitted: the learner has"
    )
    assert trace.known <= CARD.bound(IRIS, CARD.params(classifier="softmax_gradient", simulated=1))
