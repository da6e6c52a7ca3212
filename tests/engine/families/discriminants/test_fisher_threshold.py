"""Where Fisher's discriminant cuts: the threshold told and drawn, against scipy's Gaussians and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import engine
from engine.core.marks import Curve, Points, Text
from engine.families.discriminants.fisher import ALGORITHM
from engine.families.discriminants.fisher.drawing import marks
from engine.families.discriminants.fisher.loop import Params
from engine.families.discriminants.fisher.telling import explain
from engine.models.linear import HeldThreshold, Hyperplane
from engine.models.projections import Discriminants
from tests.catalogue import shows
from tests.engine.families.discriminants.test_fisher import TEN, numbers, on, run

UNLIKE = engine.Dataset.from_arrays(
    [[0.0], [1.0], [2.0], [1.0], [4.0], [6.0], [8.0], [10.0], [12.0]], [0] * 4 + [1] * 5
)


def likely(y, data=UNLIKE):
    """π_k N(y | m_k, s_k²) of both classes."""
    values = [data.X[data.codes == k, 0] for k in (0, 1)]
    return [len(v) / data.n * norm.pdf(y, v.mean(), v.std()) for v in values]


def test_threshold_of_unequal_variances_is_where_both_are_equally_likely():
    params = Params(threshold="gaussians")
    last = run(UNLIKE, threshold="gaussians")[-1]
    place = -last.model.bias
    first, second = likely(place)
    assert first == pytest.approx(second, rel=1e-9) and 1.0 < place < 8.0
    assert likely(place - 0.1)[0] > likely(place - 0.1)[1] and likely(place + 0.1)[0] < likely(place + 0.1)[1]
    told = explain(last, UNLIKE, params)
    values = numbers(told)
    assert values["threshold"] == place and values["σ1², σ2²"] == pytest.approx([0.5, 8.0])
    assert values["m1, m2"] == pytest.approx([1.0, 8.0]) and values["priors"] == pytest.approx([4 / 9, 5 / 9])
    assert values["threshold by midpoint"] == pytest.approx(4.5)
    pooled = (4 * 0.5 + 5 * 8.0) / 9
    assert values["common σ²"] == pytest.approx(pooled)
    assert values["threshold by common gaussian"] == pytest.approx(4.5 - pooled / 7.0 * np.log(5 / 4))
    assert f"The threshold is {place:.4g}, where the two Gaussians are equally likely: 0 points" in told.sentence
    assert f"equally likely at {place:.4g}" in told.worked
    far = f"({place:.4g} − 1)² / (2·0.5) − ({place:.4g} − 8)² / (2·8)"
    assert f"ln-odds there: ln(5/4) + 0.5·ln(0.5/8) + {far} = 0" in told.worked


def test_second_crossing_is_stated_with_the_class_beyond():
    params = Params(threshold="gaussians")
    told = explain(run(UNLIKE, threshold="gaussians")[-1], UNLIKE, params)
    other = float(told.worked[1].removeprefix("equally likely at ").replace("−", "-"))
    assert other < 1.0 and likely(other)[0] == pytest.approx(likely(other)[1], rel=1e-2)
    assert likely(other - 1.0)[1] > likely(other - 1.0)[0]
    assert f"meet again at {told.worked[1].split()[-1]}, below which class 1 is likelier" in told.sentence
    turned = engine.Dataset.from_arrays(-UNLIKE.X, 1 - UNLIKE.codes)
    told = explain(run(turned, threshold="gaussians")[-1], turned, params)
    assert ", beyond which class 0 is likelier" in told.sentence
    assert "the one where class 1 begins is used" in told.sentence


@pytest.mark.parametrize("rule", ["gaussians", "common gaussian"])
def test_drawn_gaussians_cross_at_the_threshold(rule):
    params = Params(threshold=rule)
    last = run(UNLIKE, threshold=rule)[-1]
    drawn = on(marks(last, UNLIKE, params), "Projected classes")
    first, second = (m for m in drawn if m.role == "ghost")
    assert (first.group, second.group) == (0, 1)
    place = next(m for m in drawn if m.role == "boundary").positions[:, 0]
    assert place.tolist() == [-last.model.bias] * 2
    y = first.positions[:, 0]
    gap = second.positions[:, 1] - first.positions[:, 1]
    crossed = y[:-1][(gap[:-1] < 0) & (gap[1:] >= 0)]
    assert len(crossed) == 1 and crossed[0] <= place[0] <= crossed[0] + (y[1] - y[0])
    if rule == "gaussians":
        curves = [m for m in drawn if isinstance(m, Curve) and m.role not in ("ghost", "boundary")]
        width = curves[0].positions[2, 0] - curves[0].positions[1, 0]
        assert second.positions[:, 1] == pytest.approx(5 * width * norm.pdf(y, 8.0, np.sqrt(8.0)), rel=1e-9)


def test_errors_of_each_rule_are_those_of_its_threshold():
    data = TEN.changed(X=np.vstack([TEN.X[:9], [[3.0, 3.0]]]))
    for rule in ("midpoint", "gaussians", "common gaussian"):
        last = run(data, threshold=rule)[-1]
        told = explain(last, data, Params(threshold=rule))
        table, values = told.tables[0], data.X @ last.direction
        assert table.rows[table.chosen][:2] == (rule, f"{-last.model.bias:.4g}")
        for name, place, wrong in table.rows[:3]:
            cut = -run(data, threshold=name)[-1].model.bias
            assert place == f"{cut:.4g}" and wrong == ((values >= cut) != (data.codes == 1)).sum()


def test_midpoint_is_stated_if_the_gaussians_do_not_decide():
    data = engine.Dataset.from_arrays([[0.0], [5.0]], [0, 1])
    last = run(data, threshold="gaussians")[-1]
    said = explain(last, data, Params(threshold="gaussians")).sentence
    assert "The threshold is 2.5, half-way between the projected means" in said and "give no threshold" in said


@shows("FI6")
def test_unequal_variances_give_two_thresholds_and_a_sentence():
    rng = np.random.default_rng(3)
    X = np.append(rng.normal(0, 0.3, 60), rng.normal(2, 2.0, 60))[:, None]
    data = engine.Dataset.from_arrays(X, [0] * 60 + [1] * 60)
    last = run(data, threshold="gaussians")[-1]
    told = explain(last, data, Params(threshold="gaussians"))
    assert "meet again" in told.sentence and "the one where class 1 begins is used" in told.sentence
    rules = told.tables[0]
    assert [row[0] for row in rules.rows] == ["midpoint", "gaussians", "common gaussian", "gaussians, both"]
    assert rules.chosen == 1 and rules.rows[1][2] == last.wrong
    assert rules.rows[3][2] <= last.wrong and len(str(rules.rows[3][1]).split(" and ")) == 2
    lines = [mark for mark in on(marks(last, data, Params(threshold="gaussians")), "Projected classes")]
    assert sum(isinstance(mark, Curve) and mark.role == "ghost" for mark in lines) == 2


@pytest.mark.parametrize(
    ("more", "labels", "lda", "logistic"), [([], [], 2.5, 2.5), ([[20.0], [25.0]], [1, 1], 3.57710689336, 2.5)]
)
def test_w30_lr25_correct_far_points_move_only_the_generative_boundary(more, labels, lda, logistic):
    data = engine.Dataset.from_arrays([[0.0], [1], [2], [3], [4], [5], *more], [0, 0, 0, 1, 1, 1, *labels])
    assert -run(data, threshold="common gaussian")[-1].model.bias == pytest.approx(lda, abs=1e-9)
    model = engine.fit("logistic_newton", data, penalty=0.1)
    assert -model.bias / model.weights[0] == pytest.approx(logistic, abs=1e-6)


@given(st.integers(0, 10_000), st.integers(3, 60), st.integers(3, 60))
def test_lr25_common_gaussian_gives_the_lda_boundary(seed, n1, n2):
    rng = np.random.default_rng(seed)
    codes = np.repeat([0, 1], [n1, n2])
    X = rng.normal(size=(n1 + n2, 2)) @ rng.normal(size=(2, 2)) + codes[:, None] * rng.normal(size=2)
    oracle = LinearDiscriminantAnalysis(solver="lsqr").fit(X, codes)
    scale = np.linalg.norm(oracle.coef_[0])
    model = run(engine.Dataset.from_arrays(X, codes), threshold="common gaussian")[-1].model
    assert model.weights == pytest.approx(oracle.coef_[0] / scale, abs=1e-6)
    assert model.bias == pytest.approx(oracle.intercept_[0] / scale, rel=1e-6, abs=1e-6)


def test_lr25_story_counts_the_estimated_parameters():
    last, params = run(TEN, threshold="common gaussian")[-1], Params(threshold="common gaussian")
    told = explain(last, TEN, params)
    assert "linear discriminant analysis" in told.sentence
    assert "KD + D(D + 1)/2 + K − 1 = 8 parameters" in told.sentence and "D + 1 = 3." in told.sentence
    assert told.tables[0].rows[told.tables[0].chosen][0] == "common gaussian"
    bells = [mark for mark in on(marks(last, TEN, params), "Projected classes") if mark.role == "ghost"]
    spread = [mark.positions[:, 1].max() for mark in bells]
    assert len(bells) == 2 and spread[0] == pytest.approx(spread[1], rel=1e-3)  # as many points, one variance
    held = {"threshold": "common gaussian", "penalty": 5.0}
    penalised = explain(run(TEN, **held)[-1], TEN, Params(**held))
    assert "linear discriminant analysis" not in penalised.sentence


def test_overlap_of_the_histograms_is_stated_and_drawn():
    data = engine.Dataset.from_arrays([[0.0]] * 9 + [[10.0]] + [[0.0]] + [[10.0]] * 9, [0] * 10 + [1] * 10)
    means = next(step for step in run(data) if step.stage == "means")
    assert "yet 20 % of the histograms overlap" in explain(means, data, Params()).sentence
    words = next(mark for mark in marks(means, data, Params()) if isinstance(mark, Text))
    assert words.text.endswith("overlap 20 %")


def test_point_on_the_threshold_is_second_class_in_the_table_too():
    data = engine.Dataset.from_arrays([[0.0], [0.0], [3.0], [5.0], [5.0], [5.0]], [0, 0, 0, 1, 1, 1])
    told = explain(run(data)[-1], data, Params())
    assert numbers(told)["threshold"] == 3 and told.tables[0].rows[0] == ("midpoint", "3", 1)
    assert "1 point of 6 on the wrong side" in told.sentence


# -- put by hand -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("basis", ["none", "polynomial"])
def test_placed_threshold_is_stated_with_its_errors_and_kept(basis):
    (chart,) = (handle for handle in ALGORITHM.handles if handle.surface.kind == "chart")
    params = Params(basis=basis)
    last = run(TEN, basis=basis)[-1]
    place = chart.positions(last.model, TEN) + np.array([[1.5, 7.0]])
    start = chart.make(place, TEN, params, last.model)
    trace = run(TEN, start, basis=basis)
    first, end = trace[0], trace[-1]
    assert first.stage == "given" and end.stage == "classified"
    for step in (first, end):
        assert -step.model.bias == pytest.approx(place[0, 0]) and isinstance(step.model, HeldThreshold)
        told = explain(step, TEN, params)
        wrong = int((step.model.predict(TEN.X) != TEN.codes).sum())
        values = numbers(told)
        assert values["threshold"] == pytest.approx(place[0, 0])
        assert values["wrong of class 0"] + values["wrong of class 1"] == wrong
        assert told.tables[0].rows[0] == ("by hand", f"{place[0, 0]:.4g}", wrong) and wrong > 0
        drawn = marks(step, TEN, params)
        assert len(next(m for m in drawn if isinstance(m, Points) and m.role == "wrong").rows) == wrong


def test_placed_threshold_keeps_its_distance_when_the_direction_turns():
    direction, middle = ALGORITHM.handles[0], TEN.X.mean(axis=0)
    held = HeldThreshold(np.array([1.0, 0.0]), -(middle[0] + 1.5))
    turned = direction.make(middle + np.array([[0.0, -3.0]]), TEN, Params(), held)
    assert turned.decision_function(middle + np.array([[0.0, -1.5]])) == pytest.approx(0.0), "1.5 along it too"
    assert direction.positions(turned, TEN) == pytest.approx(middle + np.array([[0.0, -3.0]]))
    first = run(TEN, turned)[0]
    assert first.model.weights == pytest.approx([0.0, 1.0]) and first.placed == pytest.approx([0.0, -3.0])
    assert first.model.decision_function(middle + np.array([[0.0, -1.5]])) == pytest.approx(0.0), (
        "the line stays where it is"
    )
    by_rule = direction.make(middle[None] + 1.0, TEN, Params(), Hyperplane(np.ones(2), 0.0))
    assert isinstance(by_rule, Discriminants)
