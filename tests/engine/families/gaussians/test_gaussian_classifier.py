"""The Gaussian classifier: worked cases, scikit-learn's LDA and QDA, what is drawn and said, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import KeepColumns, Refusal, SetParameter
from engine.core.marks import Bars, Curve, Ellipse, Region
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.families.gaussians.holding import ends, pulled, stretched, with_means
from engine.maths.probability.gaussians import log_sum
from engine.models.gaussians import GaussianClasses
from tests.catalogue import shows
from tests.examples import numbers

KEY = "gaussian_classifier"
X1 = [[1.0, 2.0], [2.0, 3.0], [3.0, 3.0], [2.0, 1.0]]
X2 = [[6.0, 5.0], [7.0, 8.0], [8.0, 6.0]]
SEVEN = Dataset.from_arrays([*X1, *X2], [0] * 4 + [1] * 3, class_names=["one", "two"])
"""W24."""
CARD_SHARED = engine.algorithm(KEY).params(covariance="shared")
LINEAR = ["expand", "cancel", "collect"]
"""The parts of a run whose classes have one covariance."""
AT = np.array([[4.0, 4.0]])


def ended(data: Dataset, **params: object) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def part(trace: Trace, name: str) -> list[Any]:
    return [step for step in trace if step.part == name]


def told(data: Dataset, name: str, start: GaussianClasses | None = None, **params: object) -> list[Story]:
    """The stories of all steps of a part."""
    card = engine.algorithm(KEY)
    steps = engine.trace(KEY, data, start=start, **params).to_end()
    return [card.explain(step, data, card.params(**params)) for step in steps if step.part == name]


@shows("W24")
def test_w24_own_covariances() -> None:
    model = ended(SEVEN)[-1].model
    assert model.priors == pytest.approx([4 / 7, 3 / 7])
    assert model.means == pytest.approx(np.array([[2.0, 2.25], [7.0, 19 / 3]]))
    assert model.covariances[0] == pytest.approx(np.array([[0.5, 0.25], [0.25, 0.6875]]))
    assert model.covariances[1] == pytest.approx(np.array([[2 / 3, 1 / 3], [1 / 3, 14 / 9]]))
    first, second = model.log_joint(AT)[:, 0]
    assert first - second == pytest.approx(3.38345721462, rel=1e-9)
    assert model.predict_proba(AT)[0, 0] == pytest.approx(0.967183513099, rel=1e-9)


@shows("W24")
def test_w24_shared_covariance_makes_the_scores_linear() -> None:
    trace = ended(SEVEN, covariance="shared")
    model = trace[-1].model
    shared = np.array([[0.571428571429, 0.285714285714], [0.285714285714, 1.05952380952]])
    assert model.covariances[0] == pytest.approx(shared, rel=1e-9)
    flat = model.linear_scores()
    assert flat.weights[0] - flat.weights[1] == pytest.approx([-7.88636363636, -1.72727272727], rel=1e-9)
    assert flat.biases[0] - flat.biases[1] == pytest.approx(43.189197224, rel=1e-9)
    assert model.predict_proba(AT)[0, 0] == pytest.approx(0.991291005259, rel=1e-9)
    assert trace[-1].log_likelihood == pytest.approx(-22.3823011205, rel=1e-9)
    (border,) = part(trace, "border")
    assert border.border.kind == "a line"


@shows("W24")
def test_w24_unbiased_divisor_shrinks_the_weights() -> None:
    model = ended(SEVEN, covariance="shared", divisor="N − 1")[-1].model
    flat = model.linear_scores()
    assert flat.weights[0] - flat.weights[1] == pytest.approx([-5.63311688312, -1.23376623377], rel=1e-9)


@shows("W25")
def test_w25_spherical_classes_use_the_nearest_mean_but_for_the_prior() -> None:
    start = GaussianClasses(
        np.array([0.5, 0.5]), np.array([[3.0, 1.0], [0.0, 2.0]]), np.array([2 * np.eye(2)] * 2), np.array([0, 1])
    )
    data = Dataset.from_arrays([[1.0, 2.0], [3.0, 1.0], [3.0, 0.0], [0.0, 3.0]], [1, 0, 0, 1])
    trace = engine.trace(KEY, data, start=start, covariance="shared spherical").to_end()
    (at,) = part(trace, "posterior")
    assert at.posterior == pytest.approx([0.26894142137, 0.73105857863], rel=1e-9)
    square, spread, prior = at.terms.T
    assert square + prior == pytest.approx([-1.94314718056, -0.94314718056], rel=1e-9)
    assert spread[0] == spread[1]


@pytest.mark.parametrize(("covariance", "name"), [("own", "QDA"), ("shared", "LDA"), ("diagonal", "GaussianNB")])
@pytest.mark.parametrize("table", ["iris", "wine", "breast_cancer"])
def test_sklearn_has_the_same_posteriors(covariance: str, name: str, table: str) -> None:
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
    from sklearn.naive_bayes import GaussianNB

    data = engine.load(table)
    X = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    if (table, name) == ("breast_cancer", "QDA"):
        pytest.skip("scikit-learn calls its covariances singular, by a tolerance of its own")
    data = data.changed(X=X)
    model = engine.fit(KEY, data, covariance=covariance)
    if name == "LDA":
        other = LinearDiscriminantAnalysis(solver="lsqr").fit(X, data.codes)
    else:
        other = (QuadraticDiscriminantAnalysis() if name == "QDA" else GaussianNB(var_smoothing=0)).fit(X, data.codes)
    assert model.predict_proba(X) == pytest.approx(other.predict_proba(X), abs=1e-6)


@given(st.integers(0, 10_000), st.sampled_from(["own", "shared", "diagonal", "shared diagonal", "spherical"]))
def test_no_other_gaussians_of_the_kind_are_likelier(seed: int, kind: str) -> None:
    """Moved a little in any mean, the likelihood is less: the gradient at the fit is 0."""
    rng = np.random.default_rng(seed)
    data = Dataset.from_arrays(rng.normal(size=(24, 2)), np.arange(24) % 3)
    trace = ended(data, covariance=kind)
    best, model = trace[-1].log_likelihood, trace[-1].model
    moved = GaussianClasses(model.priors, model.means + rng.normal(size=(3, 2)) * 0.1, model.covariances, model.classes)
    other = engine.trace(KEY, data, start=moved, covariance=kind).to_end()
    assert other[-1].log_likelihood < best
    assert "the maximum-likelihood fit has" in told(data, "classified", moved, covariance=kind)[0].sentence


def test_missing_feature_leaves_the_marginal() -> None:
    """Against the integral of the density over the feature, on a fine grid."""
    model = ended(SEVEN)[-1].model
    along = np.linspace(-40, 60, 200_001)
    places = np.column_stack([along, np.full(len(along), 4.0)])
    area = np.exp(log_sum(np.zeros((1, 1))) + model.log_joint(places)).sum(axis=1) * (along[1] - along[0])
    assert model.predict_proba(np.array([[np.nan, 4.0]]))[0] == pytest.approx(area / area.sum(), rel=1e-8)
    assert model.predict_proba(np.array([[np.nan, np.nan]]))[0] == pytest.approx(model.priors)
    (step,) = part(ended(SEVEN, missing=1, row=5), "missing")
    assert step.marginal == pytest.approx(model.predict_proba(np.array([[np.nan, 5.0]]))[0])
    (story,) = told(SEVEN, "missing", missing=1, row=5)
    assert story.sentence.startswith("Without x1 the point is most probably two")


# -- singular covariances ----------------------------------------------------------------------------------------------

FLAT = Dataset.from_arrays([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [5.0, 1.0], [6.0, 3.0], [7.0, 1.5]], [0, 0, 0, 1, 1, 1])
"""W73: the first class lies on a line."""


@shows("W73")
def test_w73_singular_covariance_is_refused_with_repairs() -> None:
    with pytest.raises(Refusal, match=r"covariance of class 0 has rank 1 of 2") as refused:
        engine.trace(KEY, FLAT)
    offered = {(one.name, one.value) for one in refused.value.remedies if isinstance(one, SetParameter)}
    assert {("repair", "ridge"), ("repair", "shrunk"), ("repair", "diagonal"), ("repair", "pooled")} <= offered
    assert {("repair", "pseudo-inverse"), ("covariance", "shared"), ("covariance", "diagonal")} <= offered


@shows("W73")
@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"repair": "ridge", "epsilon": 0.1}, [[0.766666666667, 1.33333333333], [1.33333333333, 2.76666666667]]),
        ({"repair": "shrunk", "rho": 0.2}, [[0.866666666667, 1.06666666667], [1.06666666667, 2.46666666667]]),
        ({"repair": "diagonal"}, [[0.666666666667, 0.0], [0.0, 2.66666666667]]),
    ],
)
def test_w73_the_repaired_covariance(params: dict[str, object], expected: list[list[float]]) -> None:
    trace = ended(FLAT, **params)
    assert trace[-1].model.covariances[0] == pytest.approx(np.array(expected), rel=1e-9)
    (story,) = told(FLAT, "repair", **params)
    assert "class 0" in story.sentence and "(0.8944, −0.4472)" in story.sentence


def test_w73_pseudo_inverse_omits_the_flat_direction() -> None:
    model = ended(FLAT, repair="pseudo-inverse")[-1].model
    off = model.means[0] + np.array([-2.0, 1.0])  # orthogonal to (1, 2)
    assert model.log_densities(off[None])[0] == pytest.approx(model.log_densities(model.means[:1])[0])
    z = np.array([1.0, 3.0]) - model.means[0]
    square = z @ np.array([[0.06, 0.12], [0.12, 0.24]]) @ z
    there = model.log_densities(np.array([[1.0, 3.0]]))[0, 0] - model.log_densities(model.means[:1])[0, 0]
    assert there == pytest.approx(-0.5 * square)


def test_constant_column_is_named_and_can_be_left_out() -> None:
    data = Dataset.from_arrays(np.column_stack([np.arange(8.0) % 5, np.full(8, 2.0)]), np.arange(8) % 2)
    with pytest.raises(Refusal, match="x2 never changes there") as refused:
        engine.trace(KEY, data)
    assert KeepColumns((0,)) in refused.value.remedies


def test_class_of_one_row_needs_divisor_n_and_a_shared_covariance() -> None:
    data = Dataset.from_arrays([[0.0, 1.0], [1.0, 0.0], [2.0, 3.0], [9.0, 9.0]], [0, 0, 0, 1])
    with pytest.raises(Refusal, match=r"There is 1 point of class 1, and the divisor N − 1 is then 0"):
        engine.trace(KEY, data, divisor="N − 1")
    with pytest.raises(Refusal, match="rank 0 of 2"):
        engine.trace(KEY, data)
    assert ended(data, covariance="shared")[-1].model.classes.tolist() == [0, 1]


@pytest.mark.parametrize(("typed", "words"), [((0.5,), "needs 2 numbers"), ((-1.0, 2.0), "a prior is at least 0")])
def test_mismatched_priors_are_refused(typed: tuple[float, ...], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        engine.trace(KEY, SEVEN, priors="typed", typed=typed)


def test_prior_shifts_the_line_without_turning_it() -> None:
    usual = ended(SEVEN, covariance="shared")[-1].model.linear_scores()
    other = ended(SEVEN, covariance="shared", priors="typed", typed=(1.0, 9.0))[-1].model
    flat = other.linear_scores()
    assert ended(SEVEN, covariance="shared", priors="by slider", first=0.1)[-1].model == other
    assert other.priors == pytest.approx([0.1, 0.9])
    assert flat.weights[0] - flat.weights[1] == pytest.approx(usual.weights[0] - usual.weights[1])
    moved = (flat.biases[0] - flat.biases[1]) - (usual.biases[0] - usual.biases[1])
    assert moved == pytest.approx(np.log(1 / 9) - np.log(4 / 3))


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_ellipse_is_dragged_by_the_ends_of_its_axes() -> None:
    card, model = engine.algorithm(KEY), ended(SEVEN)[-1].model
    params = card.params()
    held = np.array(ends(model))
    held[0] = model.means[0] + [0.0, 6.0]
    turned = pulled(held, SEVEN, params, model)
    assert (np.abs(ends(turned) - held[0]) < 1e-9).all(axis=1).any()
    assert turned.covariances[1] == pytest.approx(model.covariances[1])
    values = np.linalg.eigvalsh(turned.covariances[0])
    assert values == pytest.approx([np.linalg.eigvalsh(model.covariances[0])[0], 9.0])
    shared = pulled(held, SEVEN, card.params(covariance="shared"), model)
    assert (shared.covariances[0] == shared.covariances[1]).all()


def test_short_axis_may_become_the_long_one_while_dragging() -> None:
    model = ended(SEVEN)[-1].model
    held = np.array(ends(model))
    short = len(model.means)  # after the long axes come the short ones
    held[short] = model.means[0] + [5.0, 5.0]
    turned = pulled(held, SEVEN, engine.algorithm(KEY).params(), model)
    assert (np.abs(ends(turned) - held[short]) < 1e-9).all(axis=1).any()
    assert np.linalg.eigvalsh(turned.covariances[0])[-1] == pytest.approx(12.5)


def test_extreme_drags_keep_a_covariance() -> None:
    S = np.array([[2.0, 0.5], [0.5, 1.0]])
    for way in ([0.0, 0.0], [-3.0, -1.0], [1e-9, 0.0]):
        found = stretched(S, [(0, np.array(way))])
        assert (np.linalg.eigvalsh(found) > 0).all()


def test_placed_gaussians_have_the_spread_of_the_rows() -> None:
    card = engine.algorithm(KEY)
    one = with_means(np.array([[0.0, 0.0]]), SEVEN, card.params())
    two = with_means(np.array([[0.0, 0.0], [5.0, 5.0]]), SEVEN, card.params(), one)
    assert two.classes.tolist() == [0, 1] and two.priors.tolist() == [0.5, 0.5]
    trace = engine.trace(KEY, SEVEN, start=two).to_end()
    assert [step.part for step in trace] == ["start", "border", "score", "score", *LINEAR, "posterior", "classified"]
    assert trace[-1].model == two


def test_many_classes_are_told_apart() -> None:
    rng = np.random.default_rng(0)
    codes = np.repeat(np.arange(60), 4)
    data = Dataset.from_arrays(rng.normal(size=(240, 2)) * 0.1 + codes[:, None] * [1.0, 0.5], codes)
    trace = ended(data, covariance="shared")
    assert len(trace[-1].wrong) == 0 and not part(trace, "border")


def test_far_columns_change_nothing() -> None:
    near, far = (ended(data)[-1] for data in (SEVEN, SEVEN.changed(X=SEVEN.X + 1e6)))
    assert far.posterior == pytest.approx(near.posterior, rel=1e-6)


def test_terms_of_a_score_add_up_and_are_listed() -> None:
    trace = ended(SEVEN, row=4)
    stories = told(SEVEN, "score", row=4)
    assert stories[0].sentence.startswith("Point 4: the score of one is")
    (at,) = part(trace, "posterior")
    assert at.posterior == pytest.approx(trace[-1].model.predict_proba(SEVEN.X[[3]])[0])
    assert numbers(told(SEVEN, "classified")[0])["training errors"] == 0


@shows("GC4", "GC5", "W24")
def test_w24_expanded_square_cancels_and_leaves_linear_scores() -> None:
    trace = ended(SEVEN, covariance="shared", row=1)
    opened, struck, left = (part(trace, name)[0] for name in LINEAR)
    assert (opened.expansion[:, 0] == opened.expansion[0, 0]).all() and struck.expansion is opened.expansion
    plain = [[2.81818181818, 1.36363636364], [10.7045454545, 3.09090909091]]
    assert left.weights == pytest.approx(np.array(plain), rel=1e-9)
    assert left.biases == pytest.approx([-4.91188851521, -48.1010857392], rel=1e-9)
    x = SEVEN.X[0]
    with_all = opened.expansion.sum(axis=1)
    assert with_all[0] - with_all[1] == pytest.approx(
        float((left.weights[0] - left.weights[1]) @ x + left.biases[0] - left.biases[1])
    )
    (story,) = told(SEVEN, "collect", covariance="shared", row=1)
    assert story.worked[0] == "w = w1 − w2 = (−7.886, −1.727)"
    (drawn,) = [mark for mark in engine.algorithm(KEY).marks(trace[-1], SEVEN, CARD_SHARED) if isinstance(mark, Region)]
    assert drawn.show == "probability" and drawn.model.linear_scores() is not None


@shows("GC6", "W25")
def test_w25_minus_sign_is_stated_for_spherical_classes() -> None:
    (story,) = told(SEVEN, "cancel", covariance="shared spherical")
    assert "with equal priors the nearest mean wins" in story.sentence and "Mind the minus sign" in story.sentence
    model = ended(SEVEN, covariance="shared spherical", priors="uniform")[-1].model
    places = np.random.default_rng(0).normal(size=(50, 2)) * 5 + 4
    near = ((places[:, None] - model.means) ** 2).sum(axis=2).argmin(axis=1)
    assert (model.predict(places) == near).all()


@shows("GC3", "GC8")
def test_fit_is_drawn_by_class_and_pooled_ellipses_beside_own() -> None:
    trace, card = ended(SEVEN, covariance="shared"), engine.algorithm(KEY)
    (at,) = part(trace, "pool")
    ellipses = [mark for mark in card.marks(at, SEVEN, CARD_SHARED) if isinstance(mark, Ellipse)]
    before = [mark for mark in ellipses if mark.role == "ghost"]
    after = [mark for mark in ellipses if mark.role == "plain"]
    assert [mark.covariance.tolist() for mark in before[::2]] == at.scatters.tolist()
    assert all((mark.covariance == at.pooled).all() for mark in after)
    assert [mark.scale for mark in after] == [1.0, 2.0, 1.0, 2.0]
    (story,) = told(SEVEN, "pool", covariance="shared")
    assert story.worked == ("variance of x1 = 4/7·0.5 + 3/7·0.6667 = 0.5714",)


@shows("GC11")
def test_flat_ellipse_thickens_and_its_rank_is_stated() -> None:
    trace, card = ended(FLAT, repair="ridge"), engine.algorithm(KEY)
    (at,) = part(trace, "repair")
    ellipses = [mark for mark in card.marks(at, FLAT, card.params(repair="ridge")) if isinstance(mark, Ellipse)]
    thin = {mark.role: np.linalg.eigvalsh(mark.covariance)[0] for mark in ellipses if mark.group == 0}
    assert thin["ghost"] == pytest.approx(0.0, abs=1e-12) and thin["plain"] == pytest.approx(0.1)
    story = told(FLAT, "scatter", repair="ridge")[0]
    assert "It has rank 1 of 2: by itself it has no inverse." in story.sentence
    (repaired,) = told(FLAT, "repair", repair="ridge")
    assert repaired.tables[0].rows[0][:2] == ("class 0", 0.0)
    assert repaired.tables[0].rows[0][2] == pytest.approx(0.1)


@shows("GC16")
def test_without_a_feature_the_marginals_and_both_posteriors_are_drawn() -> None:
    trace, card = ended(SEVEN, missing=1, row=5), engine.algorithm(KEY)
    (at,) = part(trace, "missing")
    drawn = card.marks(at, SEVEN, card.params(missing=1, row=5))
    bells = [mark for mark in drawn if isinstance(mark, Curve) and mark.surface.name.startswith("Marginal")]
    own = at.model.of_features(np.array([1]))
    for k, bell in enumerate(bells[:2]):
        assert bell.group == k
        assert bell.positions[:, 1] == pytest.approx(np.exp(own.log_joint(bell.positions[:, :1])[k]))
    bars = {mark.surface.name: mark.values for mark in drawn if isinstance(mark, Bars)}
    assert bars["Posterior of the point"] == pytest.approx(at.posterior)
    assert bars["Posterior without the feature"] == pytest.approx(at.marginal)
    assert ended(SEVEN.select([0]), missing=1)[-2].marginal == pytest.approx([4 / 7, 3 / 7])


def test_class_variance_is_computed_and_the_likelihood_gradient_checked() -> None:
    assert [story.worked for story in told(SEVEN, "scatter")] == [
        ("variance of x1 = 2 / 4 = 0.5",),
        ("variance of x1 = 2 / 3 = 0.6667",),
    ]
    assert told(SEVEN, "scatter", divisor="N − 1")[0].worked == ("variance of x1 = 2 / 3 = 0.6667",)
    (story,) = told(SEVEN, "classified")
    assert [check.words for check in story.checks] == [
        "no Gaussians of this kind have a greater ln L than the fit",
        "ln L has the slope 0 in every mean, by central differences",
    ]
    assert all(check.holds for check in story.checks)
    far = Dataset.from_arrays(np.random.default_rng(0).normal(size=(6_000, 2)), np.arange(6_000) % 2)
    assert len(told(far, "classified")[0].checks) == 1, "of many rows the slopes take too long"
