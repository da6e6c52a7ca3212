"""The Gaussian fit: W14 and W15, scipy.stats and numpy.cov, a covariance by hand, and what is flat."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import AddPoints, Refusal
from engine.core.marks import Bars, Contours, Curve, Ellipse, Matrix, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.models.gaussian_density import GaussianDensity
from tests.catalogue import shows

KEY = "gaussian_fit"
CARD = engine.algorithm(KEY)
LINE = Dataset.from_arrays(np.array([[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]]).T)
PLANE = Dataset.from_arrays(np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.0], [5.0, 5.0]]))
ROUND = GaussianDensity(np.array([3.0, 3.0]), np.eye(2))
FOLLOWS = {"z": lambda step, data, params: data.X[step.number - 1] - step.mean}


def steps(data: Dataset, start: GaussianDensity | None = None, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, start=start, **params).to_end())


def told(step: Any, data: Dataset, **params: Any) -> Story:
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step: Any, data: Dataset, kind: type, name: str = "") -> list[Any]:
    found = CARD.marks(step, data, CARD.params())
    return [mark for mark in found if isinstance(mark, kind) and mark.surface.name in (name, name or "Data")]


@shows("PD13", "W14")
def test_w14_mean_5_and_variance_4() -> None:
    last = steps(LINE)[-1]
    assert last.mean.tolist() == [5.0] and last.S.tolist() == [[4.0]]
    assert last.total == pytest.approx(-16.8966857101, rel=1e-11)
    unbiased = steps(LINE, divisor="N − 1")[-1]
    assert unbiased.sigma[0, 0] == pytest.approx(4.57142857143, rel=1e-11)
    assert unbiased.total == pytest.approx(-16.9308112806, rel=1e-11)
    assert told(unbiased, LINE, divisor="N − 1").worked[1] == "lower by −16.8966857 + 16.9308113 = 0.03413"
    (lines,) = drawn(last, LINE, Contours, "ln L over mean and deviation")
    assert lines.function(np.array([[4.0, 2.0], [5.0, 2.0]])) == pytest.approx([-17.8966857101, -16.8966857101])


@shows("PD13")
def test_one_feature_is_that_of_scipy() -> None:
    from scipy import stats

    values = np.random.default_rng(3).normal(7.0, 2.5, 40)
    mean, deviation = stats.norm.fit(values)
    last = steps(Dataset.from_arrays(values[:, None]))[-1]
    assert last.mean[0] == pytest.approx(mean, rel=1e-12) and last.S[0, 0] == pytest.approx(deviation**2, rel=1e-12)
    assert last.total == pytest.approx(stats.norm.logpdf(values, mean, deviation).sum(), rel=1e-12)


def test_the_mean_is_the_sum_divided_by_n() -> None:
    begun, centred = steps(PLANE)[:2]
    assert told(begun, PLANE).sentence.startswith("5 points of 2 features: we look for the Gaussian")
    assert "set by hand" not in told(begun, PLANE).sentence
    assert "Σ is set by hand" in told(steps(PLANE, ROUND)[0], PLANE).sentence
    assert told(centred, PLANE).worked == ("μ̂ = (15, 15) / 5 = (3, 3)",)


@shows("PD13")
def test_both_variances_and_the_bias_are_stated() -> None:
    one = steps(LINE)[-5]
    story = told(one, LINE)
    assert "too small, by the factor (N − 1) / N" in story.sentence
    assert story.worked == ("first entry of Σ̂ = 32 / 8 = 4", "N / (N − 1) = 8 / 7 = 1.143")
    assert story.tables[0].rows == ((1, 4.0, pytest.approx(32 / 7)),) and len(story.tables) == 1
    other = told(steps(LINE, divisor="N − 1")[-5], LINE, divisor="N − 1")
    assert "divided by N − 1 = 7" in other.sentence and "right on average" in other.sentence
    assert other.worked[0] == "first entry of Σ̂ = 32 / 7 = 4.571"


@shows("PD13")
def test_ascent_goes_to_the_mean_and_then_to_the_deviation() -> None:
    found, name = steps(LINE), "ln L over mean and deviation"
    begun, centred, last = found[0], found[1], found[-1]
    assert drawn(begun, LINE, Points, name)[-1].positions.tolist() == [[2.0, 3.5]]
    assert drawn(centred, LINE, Points, name)[-1].positions.tolist() == [[5.0, 3.5]]
    (way,) = drawn(last, LINE, Segments, name)
    assert way.starts.tolist() == [[2.0, 3.5], [5.0, 3.5]] and way.ends.tolist() == [[5.0, 3.5], [5.0, 2.0]]
    assert drawn(last, LINE, Points, name)[-1].role == "best"
    (lines,) = drawn(last, LINE, Contours, name)
    assert list(lines.levels) == sorted(lines.levels) and lines.levels[-1] == pytest.approx(last.total - 0.08)
    held = steps(LINE, GaussianDensity(np.array([5.0]), np.array([[9.0]])))[-1]
    assert drawn(held, LINE, Points, name)[-1].positions.tolist() == [[5.0, 3.0]]
    assert drawn(held, LINE, Points, name)[-1].role == "focus"
    tips = drawn(last, LINE, Segments, "Density")[0].ends
    assert tips[:, 0].tolist() == LINE.X[:, 0].tolist() and tips[4, 1] == pytest.approx(1 / math.sqrt(8 * math.pi))
    (curve,) = drawn(last, LINE, Curve, "Density")
    assert np.trapezoid(curve.positions[:, 1], curve.positions[:, 0]) == pytest.approx(0.997, abs=2e-3)


@shows("PD13", "PD14", "PD26")
def test_flat_scatter_has_no_maximum_as_stated() -> None:
    alike = Dataset.from_arrays(np.full((4, 1), 3.0))
    trace = engine.trace(KEY, alike).to_end()
    story = told(trace[-1], alike)
    assert trace.ending.kind == "failed" and "every point has the same" in story.sentence
    assert "there is no maximum" in story.sentence and story.remedies == (AddPoints(),)
    assert CARD.event(trace[-1]).word == "no maximum" and CARD.event(trace[-1]).role == "wrong"
    few = Dataset.from_arrays(np.array([[0.0, 1.0], [2.0, 5.0]]))
    assert "2 points span at most 1 of 2 directions" in told(steps(few)[-1], few).sentence
    copies = Dataset.from_arrays(np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0]]))
    assert "some feature is a sum of others" in told(steps(copies)[-1], copies).sentence
    held = engine.trace(KEY, copies, start=ROUND).to_end()
    assert held.ending.kind == "stopped" and held[-1].total is not None
    assert "A thinner Σ is always better" in told(held[-1], copies).sentence
    with pytest.raises(Refusal, match="divisor N − 1 is then 0"):
        engine.trace(KEY, Dataset.from_arrays(np.ones((1, 1))), divisor="N − 1")


@shows("PD14", "W15")
def test_w15_covariance_by_either_divisor() -> None:
    assert steps(PLANE)[-1].sigma == pytest.approx(np.array([[2.0, 1.6], [1.6, 2.0]]))
    last = steps(PLANE, divisor="N − 1")[-1]
    assert last.sigma == pytest.approx(np.array([[2.5, 2.0], [2.0, 2.5]]))
    X = np.random.default_rng(0).normal(size=(30, 4)) @ np.random.default_rng(1).normal(size=(4, 4))
    data = Dataset.from_arrays(X)
    assert pytest.approx(np.cov(X.T, ddof=0), rel=1e-12, abs=1e-12) == steps(data)[-1].S


@shows("PD14")
def test_outer_products_are_added_row_by_row_and_the_ellipse_grows() -> None:
    found = steps(PLANE)
    assert [step.part for step in found[:3]] == ["start", "mean", "outer"]
    assert [step.number for step in found[2:7]] == [1, 2, 3, 4, 5]
    second = found[3]
    assert second.added.tolist() == [[1.0, 2.0], [2.0, 4.0]] and second.scatter.tolist() == [[5.0, 4.0], [4.0, 5.0]]
    story = told(second, PLANE)
    assert story.worked == ("first entry ← 4 + 1 = 5",) and "2 of 5 rows so far" in story.sentence
    assert story.numbers[1].value.tolist() == [-1.0, -2.0]
    sizes = [drawn(step, PLANE, Ellipse)[0].covariance for step in found[2:7]]
    assert [float(np.trace(S)) for S in sizes] == pytest.approx([1.0, 2.0, 2.2, 2.4, 4.0])
    (focus,) = [mark for mark in drawn(second, PLANE, Points) if mark.role == "focus"]
    (spoke,) = drawn(second, PLANE, Segments)
    assert focus.positions.tolist() == spoke.ends.tolist() == [[2.0, 1.0]] and spoke.starts.tolist() == [[3.0, 3.0]]
    sums, product = drawn(second, PLANE, Matrix, "Scatter")
    assert sums.values.tolist() == second.scatter.tolist() and product.values.tolist() == second.added.tolist()
    assert CARD.measure(second, PLANE, CARD.params()) == {"trace of the scatter": 10.0}
    many = Dataset.from_arrays(np.random.default_rng(0).normal(size=(500, 2)))
    assert len(steps(many)) < 40 and steps(many)[-1].number == 500
    bulk = next(step for step in steps(many) if step.count > 1)
    assert "6 more outer products are added: 18 of 500 rows so far" in told(bulk, many).sentence
    assert drawn(bulk, many, Segments)[0].rows.tolist() == [*range(12, 18)]


@shows("PD26")
def test_terms_sum_to_the_log_density_and_s_is_best() -> None:
    from scipy.stats import multivariate_normal

    found = steps(PLANE)
    assert [step.part for step in found[-4:]] == ["determinant", "trace", "constant", "likelihood"]
    last = found[-1]
    S = np.array([[2.0, 1.6], [1.6, 2.0]])
    assert last.total == pytest.approx(multivariate_normal.logpdf(PLANE.X, [3.0, 3.0], S).sum(), rel=1e-12)
    assert last.terms == pytest.approx([-2.5 * math.log(1.44), -5.0, -5 * math.log(2 * math.pi)])
    story = told(last, PLANE)
    assert "at Σ = S both balance" in story.sentence and all(check.holds for check in story.checks)
    assert "At Σ = S the trace is D = 2" in told(found[-3], PLANE).sentence
    assert told(found[-3], PLANE).worked == ("(N / 2)·tr(Σ⁻¹ S) = 2.5·2 = 5",)
    assert CARD.event(last).word == "maximum"


@shows("PD26")
def test_typed_covariance_is_compared_with_the_scatter() -> None:
    from scipy.stats import multivariate_normal

    last = steps(PLANE, ROUND)[-1]
    assert last.by_hand and last.total == pytest.approx(multivariate_normal.logpdf(PLANE.X, [3.0, 3.0]).sum())
    assert last.terms == pytest.approx([0.0, -10.0, -5 * math.log(2 * math.pi)])
    story = told(last, PLANE)
    assert "Σ by hand has ln L = −19.19, and Σ = S has −15.1." in story.sentence and CARD.event(last) is None
    (bar,) = drawn(last, PLANE, Bars, "Terms of ln L")
    assert bar.values == pytest.approx(last.terms) and bar.line == pytest.approx(last.best)
    (alone,) = drawn(steps(PLANE)[-1], PLANE, Bars, "Terms of ln L")
    assert alone.line is None
    curves = {mark.label: mark.positions for mark in drawn(last, PLANE, Curve, "ln L by the size of Σ")}
    assert np.diff(curves["determinant"][:, 1]).max() < 0 < np.diff(curves["trace"][:, 1]).min()
    top, here = drawn(last, PLANE, Points, "ln L by the size of Σ")
    assert top.positions[0, 0] == pytest.approx(math.log10(2.0)) and here.positions[0, 1] == pytest.approx(last.total)
    assert top.positions[0, 1] == pytest.approx(curves["ln L"][:, 1].max(), abs=1e-2)
    assert top.positions[0, 1] == pytest.approx(multivariate_normal.logpdf(PLANE.X, [3.0, 3.0], 2 * np.eye(2)).sum())
    roles = [mark.role for mark in drawn(last, PLANE, Ellipse)]
    assert roles == ["plain", "plain", "ghost", "ghost"]
    assert engine.trace(KEY, PLANE, start=ROUND).to_end().ending.words.endswith("is −15.1, here −19.19.")
    assert engine.trace(KEY, PLANE).to_end().ending.words.endswith("at Σ = S, is −15.1.")
    assert [mark.title for mark in drawn(last, PLANE, Matrix, "Scatter")] == ["S", "Σ by hand"]


@shows("PD26")
def test_the_ellipse_is_pulled_and_turned() -> None:
    (handle,) = CARD.handles
    ends = handle.positions(ROUND, PLANE)
    assert np.abs(ends - 3.0).max(axis=1).tolist() == [2.0] * 4
    longest = int(np.argmax(ends[:, 0]))
    moved = ends.copy()
    moved[longest] = [3.0, 9.0]
    found = handle.make(moved, PLANE, CARD.params(), ROUND)
    assert found.covariance == pytest.approx(np.diag([1.0, 9.0])) and found.mean.tolist() == [3.0, 3.0]
    fresh = handle.make(ends, PLANE, CARD.params())
    again = handle.make(handle.positions(found, PLANE), PLANE, CARD.params())
    assert again.covariance == pytest.approx(found.covariance)
    assert fresh.covariance == pytest.approx(np.eye(2))


def test_placed_gaussian_is_drawn_before_the_mean_is_known() -> None:
    data = Dataset.from_arrays([[0.0, 0.0], [2.0, 1.0], [1.0, 3.0]])
    first = steps(data, ROUND)[0]
    ellipses = drawn(first, data, Ellipse)
    assert [ellipse.scale for ellipse in ellipses] == [1.0, 2.0]
    assert all((ellipse.centre == ROUND.mean).all() for ellipse in ellipses)
    assert not drawn(steps(data)[0], data, Ellipse)


def test_density_model_refuses_invalid_parameters() -> None:
    for covariance in ([[1.0, 2.0], [2.0, 1.0]], [[0.0, 0.0], [0.0, 1.0]], [[-1.0, 0.0], [0.0, 1.0]]):
        with pytest.raises(Refusal, match=r"[Cc]ovariance|variance"):
            GaussianDensity(np.zeros(2), np.array(covariance))
    assert ROUND.typed("covariance", (0, 1), 0.5).covariance.tolist() == [[1.0, 0.5], [0.5, 1.0]]
    assert ROUND.typed("mean", (1,), 7.0).mean.tolist() == [3.0, 7.0]
