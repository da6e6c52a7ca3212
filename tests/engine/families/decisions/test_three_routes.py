"""The three routes: scikit-learn's LDA and logistic regression, the perceptron, what is drawn and said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, LogisticRegression

import engine
from engine.base.errors import AddPoints, Refusal
from engine.core.marks import Curve, Line, Points, Region
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "three_routes"
CARD = engine.algorithm(KEY)


def made(n: int = 60, gap: float = 2.0) -> Dataset:
    rng = np.random.default_rng(4)
    X = rng.normal(size=(n, 2)) @ np.array([[1.0, 0.4], [0.0, 0.8]])
    codes = np.arange(n) % 2
    return Dataset.from_arrays(X + gap * codes[:, None] * [1.0, 0.5], codes, class_names=["A", "B"])


DATA = made()
PARTS = ["data", "densities", "Bayes", "posterior", "threshold", "function", "all"]


def ended(data: Dataset = DATA, **params: Any) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def story(trace: Trace, part: str, data: Dataset = DATA, **params: Any) -> Story:
    return CARD.explain(trace[PARTS.index(part)], data, CARD.params(**params))


@shows("DE5")
def test_the_generative_part_is_lda() -> None:
    trace = ended()
    assert [step.part for step in trace] == PARTS
    last = trace[-1]
    lda = LinearDiscriminantAnalysis(solver="lsqr").fit(DATA.X, DATA.codes)
    assert last.generative.predict_proba(DATA.X) == pytest.approx(lda.predict_proba(DATA.X), abs=1e-9)
    assert last.generative_P == pytest.approx(lda.predict_proba(last.x[None])[0, 1])
    assert last.wrong[0] == (lda.predict(DATA.X) != DATA.codes).sum()


@shows("DE5")
def test_discriminative_route_is_logistic_regression() -> None:
    last = ended(penalty=0.5)[-1]
    Z = (DATA.X - DATA.X.mean(axis=0)) / DATA.X.std(axis=0)
    z = (last.x - DATA.X.mean(axis=0)) / DATA.X.std(axis=0)
    other = LogisticRegression(C=2.0, tol=1e-12, max_iter=10_000).fit(Z, DATA.codes)
    assert last.discriminative_P == pytest.approx(other.predict_proba(z[None])[0, 1], abs=1e-6)
    assert last.wrong[1] == (other.predict(Z) != DATA.codes).sum()


@shows("DE5")
def test_function_route_is_a_separating_perceptron_or_least_squares() -> None:
    far = made(gap=8.0)
    assert ended(far)[-1].wrong.tolist() == [0, 0, 0]
    last = ended(function="least squares")[-1]
    fit = LinearRegression().fit(DATA.X, 2.0 * DATA.codes - 1)
    assert last.activation == pytest.approx(float(fit.predict(last.x[None])[0]))


@shows("DE5")
def test_each_stage_states_its_result_and_purpose() -> None:
    trace = ended()
    said = {part: story(trace, part).sentence for part in PARTS}
    assert said["data"].startswith("Inference finds what is known of x and its class, and decision makes a label")
    assert "8 numbers" in said["densities"] and said["densities"].endswith("A feature may be missing, and a class be "
                                                                           "added.")  # fmt: skip
    assert "so x is no outlier" in said["densities"]
    outlier = story(ended(place=6.0), "densities", place=6.0).sentence
    assert "less than at any point" in outlier and "x is an outlier, and the model says so" in outlier
    assert "How probable x is itself it does not say." in said["posterior"] and "3 numbers" in said["posterior"]
    assert "the label is A" in said["Bayes"] and "so the label is A" in said["threshold"]
    assert "Inference and decision are one" in said["function"]
    assert story(trace, "all").tables[0].rows[0][:3] == ("generative", "p(x | C)", 8)
    assert [row[2] for row in story(trace, "all").tables[0].rows] == [8, 3, 3]
    right = ended(place=0.9)
    assert all(
        "the label is B" in story(right, part, place=0.9).sentence for part in ("Bayes", "threshold", "function")
    )


@shows("DE5")
def test_three_panels_show_densities_posterior_and_label() -> None:
    trace = ended()
    drawn = CARD.marks(trace[-1], DATA, CARD.params())
    by = {name: [m for m in drawn if m.surface.name.startswith(name)] for name in ("Gen", "Disc", "Func")}
    last = trace[-1]
    s = by["Gen"][0].positions[:, 0]
    X = last.means[0] + s[:, None] * (last.means[1] - last.means[0])
    for k, curve in enumerate([m for m in by["Gen"] if isinstance(m, Curve)]):
        assert curve.positions[:, 1] == pytest.approx(np.exp(last.generative.log_densities(X)[k]))
    curves = {m.label: m.positions[:, 1] for m in by["Disc"] if isinstance(m, Curve)}
    assert curves["by Bayes' rule"] == pytest.approx(last.generative.predict_proba(X)[:, 1])
    assert curves["logistic regression"] == pytest.approx(last.discriminative.predict_proba(X)[:, 1])
    (steps,) = [m for m in by["Func"] if isinstance(m, Curve)]
    assert set(steps.positions[:, 1].tolist()) == {1.0, 2.0}
    assert (steps.positions[:, 1] - 1).tolist() == last.function.predict(X).tolist()
    lines = {m.label: m for m in drawn if isinstance(m, Line)}
    assert list(lines) == ["generative", "discriminative", "function"]
    apart = [m for m in drawn if isinstance(m, Points) and m.role == "support"]
    answers = np.array([m.predict(DATA.X) for m in (last.generative, last.discriminative, last.function)])
    assert apart[0].rows.tolist() == np.flatnonzero(np.ptp(answers, axis=0)).tolist()
    shown = [[m.show for m in CARD.marks(step, DATA, CARD.params()) if isinstance(m, Region)] for step in trace]
    assert shown == [[], *[["probability"]] * 4, ["labels"], []]
    assert not [m for m in CARD.marks(trace[1], DATA, CARD.params()) if m.surface.name.startswith("Disc")]


@shows("DE5")
def test_point_is_dragged_in_every_panel() -> None:
    step = ended()[-1]
    for handle in CARD.drags:
        assert handle.track(step, DATA, CARD.params()).value_at(np.array([1.25, 0.2])) == pytest.approx(1.25)
    assert step.x == pytest.approx(step.means[0] + 0.3 * (step.means[1] - step.means[0]))


def test_equal_means_put_the_line_along_the_deviations() -> None:
    data = Dataset.from_arrays([[-1.0, 0.0], [1.0, 0.0], [0.0, 2.0], [0.0, -2.0]], [0, 0, 1, 1])
    trace = ended(data)
    assert trace[0].line == pytest.approx(np.array([[0.0, 0.0], [np.sqrt(0.5), np.sqrt(2.0)]]))
    assert "Both classes have one mean" in story(trace, "data", data).sentence


def test_classes_of_one_point_each_are_refused() -> None:
    with pytest.raises(Refusal, match="All points of a class are alike, so it has no density") as refused:
        engine.trace(KEY, Dataset.from_arrays([[0.0], [1.0]], [0, 1]))
    assert refused.value.remedies == (AddPoints(),)


def test_generative_line_is_where_both_classes_are_equally_probable() -> None:
    last = ended()[-1]
    line = next(m for m in CARD.marks(last, DATA, CARD.params()) if isinstance(m, Line) and m.label == "generative")
    on = np.array([[-line.bias / line.weights[0], 0.0], [0.0, -line.bias / line.weights[1]]])
    assert last.generative.predict_proba(on) == pytest.approx(0.5)
    told = story(ended(), "all")
    assert told.sentence.startswith(f"{len(last.apart)} point") and told.numbers[0].value == len(last.apart)
    assert "one mean" not in story(ended(), "data").sentence
