"""The likelihood of a sample: W14, scipy.stats over the whole curve, the score, underflow, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Curve, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "likelihood"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
X = (2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0)
COIN, RATE, MEAN, DEVIATION, WAIT = (
    "p of a Bernoulli", "λ of a Poisson", "μ of a Gaussian", "σ of a Gaussian", "λ of an exponential",
)  # fmt: skip


def steps(data: Dataset = ANY, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


@shows("PD11", "PD12")
def test_w14_seven_of_ten_tosses_are_ones() -> None:
    last = steps()[-1]
    assert last.best == pytest.approx(0.7, abs=1e-12) and last.top == pytest.approx(-6.10864302055, rel=1e-11)
    assert last.up == pytest.approx(last.down)
    story = told(last)
    assert story.sentence == "ln L is greatest, −6.109, at p = 0.7: there its slope, the score, is 0."
    assert story.worked == ("score = 10 − 10 = 0",) and all(check.holds for check in story.checks)
    half = steps(theta=(0.5,))[-1]
    assert half.total == pytest.approx(-6.9314718056, rel=1e-10)
    assert "At p = 0.5 ln L is lower by 0.8228." in told(half, theta=(0.5,)).sentence


@shows("PD11")
@pytest.mark.parametrize(
    ("params", "found", "top"),
    [
        ({"unknown": MEAN, "deviation": 2.0}, 5.0, -16.8966857101),
        ({"unknown": DEVIATION, "mean": 5.0}, 2.0, -16.8966857101),
    ],
)
def test_w14_gaussian_is_best_with_mean_5_and_deviation_2(params: dict[str, Any], found: float, top: float) -> None:
    last = steps(sample=X, **params)[-1]
    assert last.best == pytest.approx(found) and last.top == pytest.approx(top, rel=1e-11)
    if params["unknown"] == MEAN:
        four = steps(sample=X, theta=(4.0,), **params)[-1]
        assert four.total == pytest.approx(-17.8966857101, rel=1e-11)
    else:
        unbiased = steps(sample=X, theta=(math.sqrt(4.57142857143),), **params)[-1]
        assert unbiased.total == pytest.approx(-16.9308112806, rel=1e-10)


@shows("PD11", "PD12")
@pytest.mark.parametrize("unknown", [COIN, RATE, MEAN, DEVIATION, WAIT])
def test_curve_matches_scipy_with_its_maximum_at_the_estimate(unknown: str) -> None:
    from scipy import stats

    sample = (1.0, 0.0, 1.0, 1.0) if unknown == COIN else X
    params = {"unknown": unknown, "sample": sample, "mean": 4.0, "deviation": 1.5}
    last = steps(**params)[-1]
    made = {
        COIN: lambda t: stats.bernoulli.logpmf(sample, t),
        RATE: lambda t: stats.poisson.logpmf(sample, t),
        MEAN: lambda t: stats.norm.logpdf(sample, t, 1.5),
        DEVIATION: lambda t: stats.norm.logpdf(sample, 4.0, t),
        WAIT: lambda t: stats.expon.logpdf(sample, scale=1 / t),
    }[unknown]
    inner = slice(1, -1)
    assert last.curve[inner] == pytest.approx([made(float(t)).sum() for t in last.grid[inner]], rel=1e-10)
    assert last.top >= last.curve.max() - 1e-12
    h = 1e-6 * last.best
    slope = (made(last.best + h).sum() - made(last.best - h).sum()) / (2 * h)
    assert last.up - last.down == pytest.approx(0.0, abs=1e-9) and slope == pytest.approx(0.0, abs=1e-4)
    assert last.up > 0


@shows("PD11", "PD12")
def test_each_point_multiplies_l_and_adds_to_its_logarithm() -> None:
    found = steps(theta=(0.5,))
    assert [step.number for step in found] == [*range(11), 10]
    assert [step.total for step in found[1:4]] == pytest.approx(math.log(0.5) * np.arange(1, 4))
    assert told(found[2], theta=(0.5,)).worked == ("L = 0.5·0.5 = 0.25", "ln L = −0.6931 + −0.6931 = −1.386")
    drawn = CARD.marks(found[2], ANY, CARD.params(theta=(0.5,)))
    (curve,) = [mark for mark in drawn if isinstance(mark, Curve) and mark.label == "ln L"]
    p = curve.positions[:, 0]
    assert curve.positions[:, 1] == pytest.approx(np.log(p) + np.log(1 - p))
    (dot,) = [mark for mark in drawn if isinstance(mark, Points) and mark.surface.name == "Log-likelihood"]
    assert dot.positions.ravel() == pytest.approx([0.5, math.log(0.25)])
    stems = next(mark for mark in drawn if isinstance(mark, Segments) and mark.role == "spoke")
    assert stems.ends.tolist() == [[1.0, 0.5], [0.0, 0.5]] and stems.starts[:, 1].tolist() == [0.0, 0.0]
    relative = next(mark for mark in drawn if isinstance(mark, Curve) and mark.label == "L / max L")
    assert relative.positions[:, 1].max() == 1.0 and relative.positions[0, 1] < 0.02


@shows("PD11")
def test_product_of_many_points_underflows() -> None:
    data = Dataset.from_arrays(np.random.default_rng(0).normal(size=(1200, 1)))
    params = {"unknown": MEAN, "source": "a feature of the data"}
    last = steps(data, **params)[-2]
    assert last.number == 1200 and last.total < -1500 and math.exp(last.total) == 0.0
    story = CARD.explain(last, data, CARD.params(**params))
    assert "The product itself is 0 by underflow" in story.sentence


@shows("PD12")
def test_equal_tosses_have_their_maximum_on_the_boundary() -> None:
    for value in (0.0, 1.0):
        last = steps(sample=(value,) * 4)[-1]
        assert last.best == value and last.border and last.top == 0.0
        assert "the maximum lies on the border" in told(last, sample=(value,) * 4).sentence


@shows("PD11")
def test_impossible_point_has_likelihood_0() -> None:
    step = steps(theta=(0.0,))[1]
    assert step.cannot
    assert "cannot occur with this parameter, such as x = 1: the likelihood is 0" in told(step, theta=(0.0,)).sentence
    assert "At p = 0 it is −∞." in told(steps(theta=(0.0,))[-1], theta=(0.0,)).sentence
    with pytest.raises(Refusal, match=r"Point 2 of the sample is 0.5, and its density is 0 and ln L −∞"):
        engine.trace(KEY, ANY, sample=(1.0, 0.5))


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"sample": ()}, "The sample is empty"),
        ({"source": "a feature of the data", "feature": 3}, "feature = 3, and there are 1"),
        ({"unknown": DEVIATION, "sample": (0.0, 0.0)}, "grows without bound"),
        ({"unknown": WAIT, "sample": (0.0,)}, "grows without bound"),
        ({"unknown": MEAN, "sample": (1e9,)}, "scale the sample"),
    ],
)
def test_what_has_no_maximum_is_refused(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        engine.trace(KEY, ANY, **params)


def test_parameter_is_dragged_under_its_curve_and_density() -> None:
    one, other = CARD.drags
    assert one.track(steps()[2], ANY, CARD.params()).value_at(np.array([0.25, -3.0])) == pytest.approx(0.25)
    assert other.track(steps()[2], ANY, CARD.params()) is None
    params = {"unknown": MEAN, "sample": X}
    track = other.track(steps(**params)[0], ANY, CARD.params(**params))
    assert track.value_at(np.array([6.0, 0.1])) == pytest.approx(6.0) and track.now.tolist() == [5.0, 0.0]


def test_best_and_current_value_are_marked() -> None:
    params = {"theta": (0.5,)}
    last = steps(**params)[-1]
    drawn = CARD.marks(last, ANY, CARD.params(**params))
    (best,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "best"]
    assert best.positions.ravel() == pytest.approx([0.7, -6.10864302055])
    dots = [m for m in drawn if isinstance(m, Points) and m.role == "focus" and m.surface.name.startswith("Likelihood")]
    assert dots[0].positions.ravel() == pytest.approx([0.5, 0.4391], rel=1e-3)
    curve = next(mark for mark in drawn if isinstance(mark, Curve) and mark.label == "ln L")
    assert np.ptp(curve.positions[:, 1]) == pytest.approx(30.0, abs=4.0)
    bars = next(mark for mark in drawn if isinstance(mark, Segments) and mark.role == "boundary")
    assert bars.starts[:, 0].tolist() == [0.0, 1.0] and bars.ends[:, 1].tolist() == [0.5, 0.5]
    story = told(last, **params)
    assert "lower by −6.10864 + 6.93147 = 0.8228" in story.worked
    assert story.checks[1].words == "the score is 0 at the best"
    assert CARD.measure(last, ANY, CARD.params(**params)) == {"ln L": pytest.approx(-6.9314718056)}
    assert CARD.measure(steps(theta=(0.0,))[-1], ANY, CARD.params(theta=(0.0,))) == {}
