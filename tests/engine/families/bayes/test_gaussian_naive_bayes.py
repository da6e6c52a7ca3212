"""Gaussian naive Bayes: W18, W66, scikit-learn, gaps, copies, the linear form, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import KeepColumns, Refusal, SetParameter
from engine.core.marks import Bars, Curve, Ellipse
from engine.data.dataset import Dataset
from engine.models.naive_bayes import GaussianFactor, NaiveBayes
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import PEOPLE, ended, part, told

KEY = "gaussian_naive_bayes"
QUERY = (6.0, 130.0)
F, M = (PEOPLE.class_names.index(name) for name in "FM")


@shows("W18")
def test_w18_means_variances_and_the_product() -> None:
    trace = ended(KEY, PEOPLE, query=QUERY)
    height, weight = trace[-1].model.factors
    assert height.means[[M, F]] == pytest.approx([5.85, 5.4125])
    assert weight.means[[M, F]] == pytest.approx([176.25, 132.5])
    assert height.variances[[M, F]] == pytest.approx([0.0225, 0.07296875])
    assert weight.variances[[M, F]] == pytest.approx([92.1875, 418.75])
    (at,) = part(trace, "posterior")
    assert at.joint[[M, F]] == pytest.approx([-14.9975114506, -6.61335832901], rel=1e-9)
    assert at.posterior[F] == pytest.approx(0.999771593028, rel=1e-9)


@shows("W18")
def test_w18_missing_value_drops_its_factor() -> None:
    model = ended(KEY, PEOPLE)[-1].model
    assert model.predict_proba(np.array([[6.0, np.nan]]))[0, F] == pytest.approx(0.079193598658, rel=1e-9)
    assert model.predict_proba(np.array([[np.nan, np.nan]]))[0] == pytest.approx([0.5, 0.5])
    rest = ended(KEY, PEOPLE.select([0]))[-1].model
    assert rest.predict_proba(np.array([[6.0]]))[0, F] == pytest.approx(0.079193598658, rel=1e-9)


@shows("W18")
def test_w18_with_the_unbiased_variance() -> None:
    (at,) = part(ended(KEY, PEOPLE, query=QUERY, divisor="N − 1"), "posterior")
    assert at.posterior[F] == pytest.approx(0.997405773168, rel=1e-9)


def test_gap_in_the_table_is_omitted_from_fit_and_product() -> None:
    X = np.array(PEOPLE.X)
    X[0, 1] = np.nan
    data = PEOPLE.changed(X=X)
    trace = ended(KEY, data, row=1)
    assert trace[-1].model.factors[1].means[M] == pytest.approx((190 + 170 + 165) / 3)
    assert told(KEY, data, "factor", row=1)[1].sentence == "Row 1: weight is missing, so its factor is struck out."
    (at,) = part(trace, "posterior")
    assert at.joint == pytest.approx(np.log(0.5) + trace[-1].model.factors[0].logs(np.array([6.0]))[:, 0])


@pytest.mark.parametrize("table", ["iris", "wine", "breast_cancer", "digits"])
def test_sklearn_has_the_same_posteriors(table: str) -> None:
    from sklearn.naive_bayes import GaussianNB

    data, floor = engine.load(table), 0.0 if table != "digits" else 1e-9
    model = engine.fit(KEY, data, floor=floor)
    other = GaussianNB(var_smoothing=floor).fit(data.X, data.codes)
    assert pytest.approx(other.predict_joint_log_proba(data.X), rel=1e-7, abs=1e-7) == model.log_joint(data.X).T
    assert (model.predict(data.X) == other.predict(data.X)).all()


@given(st.integers(0, 10_000))
def test_posteriors_sum_to_one_and_are_scale_invariant(seed: int) -> None:
    rng = np.random.default_rng(seed)
    data = Dataset.from_arrays(rng.normal(size=(20, 3)), np.arange(20) % 3)
    scaled = data.changed(X=data.X * [1.0, 1000.0, 0.01])
    one, other = (ended(KEY, each)[-1].model.predict_proba(each.X) for each in (data, scaled))
    assert one.sum(axis=1) == pytest.approx(np.ones(20))
    assert one == pytest.approx(other, abs=1e-9)


@shows("NB15", "W66")
def test_w66_shared_variances_make_it_linear_with_the_right_sign() -> None:
    """The mean of class 1 has the log-odds 2.25, not −13.5 as printed: the inequality flips with the factor −2."""
    factors = (GaussianFactor(np.array([0.0, 2.0]), np.ones(2)), GaussianFactor(np.array([0.0, 1.0]), np.full(2, 2.0)))
    flat = NaiveBayes(np.array([0.5, 0.5]), factors, np.array([0, 1])).linear_scores()
    assert flat is not None
    assert flat.weights[1] - flat.weights[0] == pytest.approx([2.0, 0.5])
    assert flat.biases[1] - flat.biases[0] == pytest.approx(-2.25)
    trace = ended(KEY, PEOPLE, shared=True, query=QUERY)
    (at,) = part(trace, "linear")
    joint = at.weights @ np.array(QUERY) + at.biases
    assert joint[1] - joint[0] == pytest.approx(at.joint[1] - at.joint[0])
    (story,) = told(KEY, PEOPLE, "linear", shared=True, query=QUERY)
    assert story.worked[0].startswith("w = w2 − w1 = ") and all(check.holds for check in story.checks)
    weight = told(KEY, PEOPLE, "weight", shared=True, query=QUERY)[0]
    assert "is the same in both: it cancels" in weight.sentence
    own = [mark for mark in engine.algorithm(KEY).marks(at, PEOPLE, SHARED) if isinstance(mark, Ellipse)]
    assert all((mark.covariance == own[0].covariance).all() for mark in own)
    equal = Dataset.from_arrays([[0.0], [2.0], [0.0], [2.0]], [0, 0, 1, 1])
    assert ended(KEY, equal, shared=True)[-1].model.predict_proba(np.array([[7.0]]))[0] == pytest.approx([0.5, 0.5])


SHARED = engine.algorithm(KEY).params(shared=True)


@shows("W63")
def test_w63_copies_of_a_feature_multiply_its_log_odds() -> None:
    """One feature whose log-odds are 1.2: with m more of it the posterior is σ((1 + m) 1.2)."""
    data = Dataset.from_arrays([[-1.6], [0.4], [-0.4], [1.6]], [0, 0, 1, 1])
    model = ended(KEY, data, shared=True)[-1].model
    flat = model.linear_scores()
    at = (1.2 - (flat.biases[1] - flat.biases[0])) / (flat.weights[1] - flat.weights[0])
    trace = ended(KEY, data, shared=True, query=(float(at[0]),), copies=4)
    assert part(trace, "posterior")[0].posterior[1] == pytest.approx(0.768524783499, rel=1e-9)
    copied = [step.copied[1] for step in part(trace, "copy")]
    assert copied[0] == pytest.approx(0.916827303506, rel=1e-9)
    assert copied[3] == pytest.approx(0.997527376843, rel=1e-9)
    story = told(KEY, data, "copy", shared=True, query=(float(at[0]),), copies=4)[0]
    assert "P = 0.9168, and 0.7685 without" in story.sentence
    bars = [
        mark for mark in engine.algorithm(KEY).marks(part(trace, "copy")[0], data, SHARED) if isinstance(mark, Bars)
    ]
    assert [mark.values.tolist() for mark in bars if mark.surface.name.startswith("Posterior")] == [
        part(trace, "copy")[0].copied.tolist()
    ]


@shows("NB5", "W18")
def test_nb5_one_class_and_feature_is_fitted_per_step() -> None:
    trace = ended(KEY, PEOPLE)
    steps = part(trace, "fit")
    assert [(step.j, step.k) for step in steps] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    stories = told(KEY, PEOPLE, "fit")
    assert stories[0].sentence == "height in F: a Gaussian with the mean and the variance of its rows."
    assert stories[0].worked == ("μ = 21.65 / 4 = 5.412", "σ² = 0.2919 / 4 = 0.07297")
    assert told(KEY, PEOPLE, "fit", divisor="N − 1")[3].worked[1] == "σ² = 368.8 / 3 = 122.9"
    for k, step in enumerate(steps[:2]):
        bells = [m for m in engine.algorithm(KEY).marks(step, PEOPLE, SHARED) if isinstance(m, Curve)]
        assert [bell.group for bell in bells] == list(range(k + 1))


@shows("NB5", "W18")
def test_nb5_ellipses_are_axis_parallel_and_logarithms_listed() -> None:
    (at,) = part(ended(KEY, PEOPLE, query=QUERY), "posterior")
    ellipses = [m for m in engine.algorithm(KEY).marks(at, PEOPLE, SHARED) if isinstance(m, Ellipse)]
    assert len(ellipses) == 4 and all(not mark.covariance[0, 1] for mark in ellipses)
    assert np.diag(ellipses[0].covariance) == pytest.approx([0.07296875, 418.75])
    story = told(KEY, PEOPLE, "factor", query=QUERY)[1]
    rows = {row[0]: row[1:] for row in story.tables[0].rows}
    assert rows["with the prior"] == pytest.approx((-6.61335832901, -14.9975114506), rel=1e-9)
    assert rows["weight = 130"] == pytest.approx(tuple(at.logs[1]))


@shows("NB5")
def test_nb5_class_of_one_row_has_no_variance_and_a_floor_is_offered() -> None:
    data = Dataset.from_arrays([[1.0], [2.0], [3.0]], [0, 0, 1])
    with pytest.raises(Refusal, match="x1 has no variance in class 1") as refused:
        engine.trace(KEY, data)
    assert refused.value.remedies == (SetParameter("floor", 1e-9),)
    model = ended(KEY, data, floor=0.5)[-1].model
    assert model.factors[0].variances == pytest.approx([0.25 + 1 / 3, 1 / 3])


def test_densities_of_a_feature_are_drawn_over_it() -> None:
    trace = ended(KEY, PEOPLE)
    step = part(trace, "fit")[3]
    curves = [m for m in engine.algorithm(KEY).marks(step, PEOPLE, SHARED) if isinstance(m, Curve)]
    factor = step.shown[1]
    assert [curve.group for curve in curves] == [0, 1] and curves[0].surface.x == "weight"
    for k, curve in enumerate(curves):
        assert curve.positions[:, 1] == pytest.approx(np.exp(factor.logs(curve.positions[:, 0])[k]))


def test_zero_variance_is_refused_and_a_floor_offered() -> None:
    data = Dataset.from_arrays([[1.0, 5.0], [1.0, 6.0], [2.0, 7.0], [3.0, 8.0]], [0, 0, 1, 1])
    with pytest.raises(Refusal, match="x1 has no variance in class 0") as refused:
        engine.trace(KEY, data)
    assert refused.value.remedies == (SetParameter("floor", 1e-9), KeepColumns((1,)))
    assert len(ended(KEY, data, floor=1e-9)[-1].wrong) == 0


def test_point_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(Refusal, match="point needs 2 numbers, one for each feature, and 1 were typed"):
        engine.trace(KEY, PEOPLE, query=(1.0,))


def test_far_columns_keep_their_digits() -> None:
    near, far = (ended(KEY, data)[-1].model for data in (PEOPLE, PEOPLE.changed(X=PEOPLE.X + 1e8)))
    assert far.factors[0].variances == pytest.approx(near.factors[0].variances, rel=1e-4)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((3, 3, 2), "A and B have the most. The rarest is C"),
        ((4, 3, 2), "A has the most. The rarest is C"),
        ((3, 3), "all classes have as many."),
        ((3, 3, 3, 3, 2), "4 classes have the most. The rarest is E"),
    ],
)
def test_largest_priors_are_named(sizes: tuple[int, ...], said: str) -> None:
    y = np.repeat(np.arange(len(sizes)), sizes)
    X = np.random.default_rng(1).normal(size=(len(y), 2))
    data = Dataset(X, y, class_names=tuple("ABCDE"[: len(sizes)]))
    step = next(step for step in engine.trace("gaussian_naive_bayes", data) if step.part == "prior")
    card = engine.algorithm("gaussian_naive_bayes")
    assert f"its share of the rows: {said}" in card.explain(step, data, card.params()).sentence
