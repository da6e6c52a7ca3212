"""Gaussians of one feature: W23, W30 and W90, the roots against numpy, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import KeepColumns, Refusal, SetParameter
from engine.core.marks import Curve, Segments
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.maths.algebra.conics import border, roots
from engine.models.gaussians import GaussianClasses
from tests.catalogue import shows

KEY = "gaussian_1d"
CARD = engine.algorithm(KEY)


def line(*parts: list[float]) -> Dataset:
    """The classes A, B, ... on a line."""
    values = [value for part in parts for value in part]
    codes = [k for k, part in enumerate(parts) for _ in part]
    return Dataset.from_arrays(np.array(values)[:, None], codes, class_names=list("ABC")[: len(parts)])


def ended(data: Dataset, **params: Any) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def part(trace: Trace, name: str) -> list[Any]:
    return [step for step in trace if step.part == name]


def told(data: Dataset, name: str, **params: Any) -> list[Story]:
    start = params.pop("start", None)
    steps = engine.trace(KEY, data, start=start, **params).to_end()
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps if step.part == name]


def by_hand(prior: float = 0.5) -> GaussianClasses:
    """W23: the means 1 and 4, the standard deviations 1 and 2."""
    spreads = np.array([1.0, 4.0]).reshape(2, 1, 1)
    return GaussianClasses(np.array([prior, 1 - prior]), np.array([[1.0], [4.0]]), spreads, np.array([0, 1]))


W23 = line([0.0, 2.0], [3.0, -3.0])


@shows("GC1", "GC2", "W23")
@pytest.mark.parametrize(
    ("row", "first", "second", "posterior"),
    [
        (1, -1.4189385332, -3.61208571376, 0.899632435317),
        (2, -1.4189385332, -2.11208571376, 0.666666666667),
        (3, -2.9189385332, -1.73708571376, 0.234719217924),
        (4, -8.9189385332, -7.73708571376, 0.234719217924),
    ],
)
def test_w23_densities_and_posteriors(row: int, first: float, second: float, posterior: float) -> None:
    trace = ended(W23, start=by_hand(), row=row)
    (at,) = part(trace, "posterior")
    both = at.terms[:, :2].sum(axis=1) - 0.5 * np.log(2 * np.pi)
    assert both == pytest.approx([first, second], rel=1e-9)
    assert at.posterior[0] == pytest.approx(posterior, rel=1e-9)


@shows("GC2", "W23")
@pytest.mark.parametrize(("prior", "place"), [(0.5, 2.41834498811), (0.7, 2.8474292691)])
def test_w23_the_two_boundary_points(prior: float, place: float) -> None:
    trace = ended(W23, start=by_hand(prior))
    (at,) = part(trace, "roots")
    assert at.roots == pytest.approx([-place, place], rel=1e-9)
    (story,) = told(W23, "roots", start=by_hand(prior))
    assert story.sentence.endswith("Between them A is more probable.")
    drawn = CARD.marks(at, W23, CARD.params())
    upright = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "boundary"]
    assert [float(mark.starts[0, 0]) for mark in upright] == pytest.approx([-place, place])
    (ratio,) = [mark for mark in drawn if isinstance(mark, Curve) and mark.label == "a(x)"]
    log = at.model.log_joint(ratio.positions[:, :1])
    assert ratio.positions[:, 1] == pytest.approx(log[0] - log[1], abs=1e-9)


def test_equal_variances_leave_one_point_and_equal_densities_a_tie() -> None:
    data = line([0.0, 2.0], [4.0, 6.0])
    (at,) = part(ended(data), "roots")
    assert at.roots == pytest.approx([3.0])
    (story,) = told(data, "ratio")
    assert "The variances are equal, so it is a line." in story.sentence
    (story,) = told(line([0.0, 2.0], [0.0, 2.0]), "roots")
    assert story.sentence == "A and B have the same bell: there is a tie everywhere."


def test_without_a_root_one_class_wins_everywhere() -> None:
    start = GaussianClasses(
        np.array([0.01, 0.99]), np.array([[0.0], [0.0]]), np.array([1.0, 4.0]).reshape(2, 1, 1), np.array([0, 1])
    )
    (story,) = told(W23, "roots", start=start)
    assert story.sentence == "a(x) is never 0: B is more probable everywhere."


@shows("W90")
@pytest.mark.parametrize(
    ("variance", "far", "boundary"),
    [("own", [], 2.5), ("own", [7.0], 2.430941344), ("shared", [], 2.5), ("shared", [7.0], 2.757187342)],
)
def test_w90_mean_moves_right_and_the_boundary_left(variance: str, far: list[float], boundary: float) -> None:
    data = line([0.0, 1.0, 2.0], [3.0, 4.0, 5.0, *far])
    (at,) = part(ended(data, variance=variance), "roots")
    assert at.roots[-1 if variance == "shared" or not far else int(np.argmin(abs(at.roots - 2.5)))] == pytest.approx(
        boundary, rel=1e-6
    )


@shows("W90")
def test_w90_larger_class_pulls_the_shared_boundary_too() -> None:
    nine = [3.0, 4.0, 5.0] * 3
    for far, boundary in (([], 2.255863936), ([10.0], 1.760673049)):
        (at,) = part(ended(line([0.0, 1.0, 2.0], [*nine, *far]), variance="shared"), "roots")
        assert at.roots == pytest.approx([boundary], rel=1e-6)


@given(st.integers(0, 10_000))
def test_the_roots_are_those_of_numpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    means, spreads = rng.normal(size=(2, 1)) * 3, rng.uniform(0.2, 3.0, size=(2, 1, 1))
    a = border(means, spreads, np.array([0.4, 0.6]))
    found = roots(a)
    other = np.roots([a.Q[0, 0], a.b[0], a.c])
    real = np.sort(other[np.isreal(other)].real) + a.middle[0]
    assert found == pytest.approx(real, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("table", ["iris", "wine"])
def test_posteriors_in_one_column_match_scikit_learn(table: str) -> None:
    from sklearn.naive_bayes import GaussianNB

    data = engine.load(table).select([0])
    other = GaussianNB(var_smoothing=0).fit(data.X, data.codes)
    assert ended(data)[-1].model.predict_proba(data.X) == pytest.approx(other.predict_proba(data.X), abs=1e-9)


def test_the_pooled_variance_is_worked() -> None:
    (story,) = told(line([0.0, 2.0], [3.0, 5.0, 7.0]), "pool", variance="shared")
    assert story.worked == ("σ² = 2/5·1 + 3/5·2.667 = 2",)


def test_identical_points_and_two_features_are_refused_with_a_remedy() -> None:
    with pytest.raises(Refusal, match="All points of A are alike, so its variance is 0") as refused:
        engine.trace(KEY, line([1.0, 1.0], [2.0, 3.0]))
    assert refused.value.remedies[0] == SetParameter("variance", "shared")
    with pytest.raises(Refusal, match="the table has 4 features") as refused:
        engine.trace(KEY, engine.load("iris"))
    assert KeepColumns((0,)) in refused.value.remedies


def test_unbiased_divisor_needs_two_points_per_class() -> None:
    with pytest.raises(Refusal, match="There is 1 point of class A"):
        engine.trace(KEY, line([1.0], [2.0, 3.0]), divisor="N − 1", variance="shared")
    (at,) = part(ended(line([1.0, 3.0], [2.0, 5.0]), divisor="N − 1"), "roots")
    assert at.variances[:, 0, 0] == pytest.approx([2.0, 4.5])
