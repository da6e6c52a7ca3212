"""Far points: W30, W90 and W91, what is drawn and said of each boundary, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression

import engine
from engine.base.errors import AddPoints, Refusal
from engine.core.marks import Curve, Points, Segments, Text
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "far_points"
CARD = engine.algorithm(KEY)
OWN, SHARED, SQUARES, LOGISTIC = range(4)


def line(first: list[float], second: list[float]) -> Dataset:
    codes = [0] * len(first) + [1] * len(second)
    return Dataset.from_arrays(np.array([*first, *second])[:, None], codes, class_names=["A", "B"])


THREE = line([0.0, 1.0, 2.0], [3.0, 4.0, 5.0])
NINE = line([0.0, 1.0, 2.0], [3.0, 4.0, 5.0] * 3)


def ended(data: Dataset = THREE, **params: Any) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def story(trace: Trace, index: int, data: Dataset = THREE, **params: Any) -> Story:
    return CARD.explain(trace[index], data, CARD.params(**params))


@shows("GC12", "W90")
def test_w90_own_variances_move_the_mean_right_and_the_boundary_left() -> None:
    trace = ended(places=(7.0,))
    last = trace[-1]
    assert last.was.means.tolist() == [1.0, 4.0] and last.now.means.tolist() == [1.0, 4.75]
    assert last.was.boundaries[:2] == pytest.approx((2.5, 2.5))
    assert last.now.boundaries[:2] == pytest.approx((2.430941344, 2.757187342), rel=1e-6)
    told = story(trace, 1, places=(7.0,)).sentence
    assert told == (
        "With own variances the boundary moves left, 2.5 to 2.431. The mean of B goes right, 4 to 4.75, and its "
        "variance grows, 0.6667 to 2.188: its flatter density wins nearer to the other class."
    )
    assert "With a shared variance the boundary moves right, 2.5 to 2.757" in story(trace, 2, places=(7.0,)).sentence


@shows("GC12", "W90")
def test_w90_shared_boundary_of_the_larger_class_moves_against_its_mean() -> None:
    trace = ended(NINE, places=(10.0,))
    assert trace[-1].was.boundaries[SHARED] == pytest.approx(2.255863936)
    assert trace[-1].now.boundaries[SHARED] == pytest.approx(1.760673049)
    assert trace[-1].now.means[1] > trace[-1].was.means[1]
    assert "the boundary moves left" in story(trace, 2, NINE, places=(10.0,)).sentence


@shows("GC12", "W30")
def test_w30_least_squares_and_shared_variance_move_and_logistic_does_not() -> None:
    trace = ended(places=(20.0, 25.0))
    was, now = trace[-1].was.boundaries, trace[-1].now.boundaries
    assert was[1:] == pytest.approx((2.5, 2.5, 2.5), abs=1e-6)
    assert now[1:3] == pytest.approx((3.57710689336, 3.46153846154), rel=1e-9)
    assert now[LOGISTIC] == pytest.approx(2.5, abs=1e-4)
    assert "Logistic regression: the boundary hardly moves" in story(trace, 4, places=(20.0, 25.0)).sentence
    assert "so it hardly pulls" in story(trace, 4, places=(20.0, 25.0)).sentence
    assert "the boundary moves right, 2.5 to 3.462" in story(trace, 3, places=(20.0, 25.0)).sentence
    last = story(trace, -1, places=(20.0, 25.0))
    assert last.sentence.startswith("The boundary of logistic regression hardly moves.")
    assert [row[0] for row in last.tables[0].rows] == [
        "own variances", "shared variance", "least squares", "logistic regression",
    ]  # fmt: skip
    assert all(check.holds for check in last.checks)


@shows("GC12", "W91")
def test_w91_mislabelled_point_turns_logistic_regression() -> None:
    trace = ended(places=(20.0,), label="the other class")
    last = trace[-1]
    assert last.labels.tolist() == [0]
    assert last.was.lines[1, 1] == pytest.approx(2.6748, abs=1e-3)
    assert last.now.lines[1, 1] == pytest.approx(-0.04683, abs=1e-3)
    assert last.now.boundaries[LOGISTIC] == pytest.approx(-1.3461, abs=1e-3)
    assert last.now.boundaries[SQUARES] == pytest.approx(-1.666667, abs=1e-6)
    told = story(trace, 4, places=(20.0,), label="the other class").sentence
    assert "The slope changes its sign, 2.675 to −0.04683: the sides have changed." in told
    assert "and it pulls with what is missing to 1, 1." in told
    first = story(trace, 0, places=(20.0,), label="the other class").sentence
    assert first.endswith("Now 1 point will be added at 20, wrongly labelled A.")


def test_sklearn_has_the_same_boundaries() -> None:
    data = engine.load("iris").select([2])
    data = data.subset(data.codes > 0)
    last = ended(data, places=(9.0,))[-1]
    X, t = np.append(data.X, [[9.0]], axis=0), np.append(data.codes, 2)
    lda = LinearDiscriminantAnalysis(solver="lsqr").fit(X, t)
    assert last.now.boundaries[SHARED] == pytest.approx(float(-lda.intercept_[0] / lda.coef_[0, 0]), rel=1e-6)
    logistic = LogisticRegression(C=10.0, tol=1e-10, max_iter=10_000).fit(X, t)
    assert last.now.lines[1, 1] == pytest.approx(float(logistic.coef_[0, 0]), rel=1e-4)


@shows("GC12")
def test_densities_means_and_boundaries_are_drawn_with_arrows() -> None:
    trace = ended(places=(7.0,))
    params = CARD.params(places=(7.0,))
    drawn = CARD.marks(trace[-1], THREE, params)
    over = [mark for mark in drawn if getattr(mark, "surface", None) is not None and "Densities" in mark.surface.name]
    roles = [mark.role for mark in over if isinstance(mark, Curve)]
    assert roles == ["ghost", "ghost", "plain", "plain"]
    uprights = {m.role: float(m.starts[0, 0]) for m in over if isinstance(m, Segments) and not m.arrows}
    assert uprights == {"ghost": pytest.approx(2.5), "boundary": pytest.approx(2.430941344), "axis": 7.0}
    (mean,) = [m for m in over if isinstance(m, Segments) and m.arrows]
    assert mean.starts[:, 0].tolist() == [4.0] and mean.ends[:, 0].tolist() == [4.75]
    arrows = [m for m in drawn if isinstance(m, Segments) and m.arrows and "boundaries" in m.surface.name]
    ways = [float(m.ends[0, 0] - m.starts[0, 0]) for m in arrows]
    assert [way > 0 for way in ways[:3]] == [False, True, True]
    heights = {m.group: m.positions for m in over if isinstance(m, Curve) and m.role == "plain"}
    x, height = heights[1].T
    sigma = np.sqrt(trace[-1].now.variances[1])
    bell = 4 / 7 * np.exp(-0.5 * ((x - 4.75) / sigma) ** 2) / sigma / np.sqrt(2 * np.pi)
    assert height == pytest.approx(bell)
    shared = [m for m in CARD.marks(trace[2], THREE, params) if isinstance(m, Segments) and m.role == "boundary"]
    assert float(shared[0].starts[0, 0]) == pytest.approx(2.757187342)


@shows("GC12")
def test_far_point_is_dragged_along_the_line() -> None:
    (handle,) = CARD.drags
    step = ended()[-1]
    assert step.far.tolist() == [10.0], "none given: as far beyond the points as they are wide"
    track = handle.track(step, THREE, CARD.params())
    assert handle.line == "upright" and track.value_at(np.array([8.25, 0.1])) == pytest.approx(8.25)
    assert handle.track(ended(places=(7.0, 9.0))[-1], THREE, CARD.params(places=(7.0, 9.0))) is None
    (far,) = [m for m in CARD.marks(step, THREE, CARD.params()) if isinstance(m, Points) and m.role == "focus"
              and m.surface.kind == "plane"]  # fmt: skip
    assert far.positions.tolist() == [[10.0]] and far.groups.tolist() == [1]


def test_class_of_identical_points_is_refused() -> None:
    with pytest.raises(Refusal, match="All points of A are alike, so its variance is 0") as refused:
        engine.trace(KEY, line([1.0, 1.0], [2.0, 3.0]))
    assert refused.value.remedies == (AddPoints(),)


def test_old_boundaries_are_listed_and_drawn_on_their_lines() -> None:
    data = line([0.0, 1.0, 2.0], [3.0, 6.0, 9.0, 5.0])
    trace = ended(data, places=(12.0,), variance="shared")
    was = trace[0].was.boundaries
    first = story(trace, 0, data, places=(12.0,), variance="shared")
    assert [row[1] for row in first.tables[0].rows] == list(was) and was[0] != was[1]
    drawn = CARD.marks(trace[-1], data, CARD.params(places=(12.0,), variance="shared"))
    (ghost,) = [m for m in drawn if isinstance(m, Segments) and m.role == "ghost"]
    assert float(ghost.starts[0, 0]) == was[SHARED]
    names = {m.text: m.position for m in drawn if isinstance(m, Text)}
    lines = [m.positions for m in drawn if isinstance(m, Curve) and m.role == "shade"]
    assert list(names) == ["own variances", "shared variance", "least squares", "logistic regression"]
    for place, line_ in zip(names.values(), lines, strict=True):
        assert line_[0, 1] < place[1] < line_[0, 1] + 0.5
    dots = [m.positions[0].tolist() for m in drawn if isinstance(m, Points) and "boundaries" in m.surface.name]
    assert dots == [[place, float(4 - k)] for k, place in enumerate(was)]


def test_text_of_the_shared_variance_and_the_end() -> None:
    trace = ended(places=(7.0,))
    shared = story(trace, 2, places=(7.0,))
    assert "half-way between the means, at 2.875; the variance, 0.6667 before and 1.536 now, counts" in shared.sentence
    assert shared.worked == ("boundary = 2.875 − 0.1178 = 2.757",)
    assert story(trace, -1, places=(7.0,)).sentence.endswith(
        "Gaussians are moved by the variance of a class, least squares by every far point, logistic regression by a "
        "far point that is wrongly labelled."
    )
