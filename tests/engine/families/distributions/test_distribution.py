"""The distribution: W13 and W14, scipy.stats for every kind, what is dragged, and tails that are too heavy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "distribution"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def at(part: str, **params: Any) -> Any:
    return next(step for step in steps(**params) if step.part == part)


def told(part: str, **params: Any) -> Story:
    return CARD.explain(at(part, **params), ANY, CARD.params(**params))


def frozen(**params: Any) -> Any:
    """The same distribution by scipy."""
    from scipy import stats

    p = CARD.params(**params)
    return {
        "Bernoulli": lambda: stats.bernoulli(p.p),
        "binomial": lambda: stats.binom(p.n, p.p),
        "Poisson": lambda: stats.poisson(p.poisson_rate),
        "Gaussian": lambda: stats.norm(p.mean, p.deviation),
        "exponential": lambda: stats.expon(scale=1 / p.rate),
        "beta": lambda: stats.beta(p.a, p.b),
        "gamma": lambda: stats.gamma(p.shape, scale=p.scale),
        "Student's t": lambda: stats.t(p.degrees),
    }[p.family]()


CASES: tuple[dict[str, Any], ...] = (
    {"family": "Bernoulli", "p": 0.3, "x": (1.0,)},
    {"family": "Bernoulli", "p": 0.0, "x": (0.0,)},
    {"family": "binomial", "n": 5, "p": 0.3, "x": (2.0,)},
    {"family": "binomial", "n": 60, "p": 0.5, "x": (25.0,)},
    {"family": "binomial", "n": 10_000, "p": 0.02, "x": (190.0,), "q": 0.999},
    {"family": "Poisson", "poisson_rate": 3.0, "x": (2.0,), "q": 0.5},
    {"family": "Poisson", "poisson_rate": 2000.0, "x": (1950.0,)},
    {"family": "Gaussian", "mean": 5.0, "deviation": 2.0, "x": (6.0,)},
    {"family": "Gaussian", "mean": -300.0, "deviation": 0.1, "x": (-300.2,), "q": 0.1},
    {"family": "exponential", "rate": 2.0, "x": (0.7,)},
    {"family": "beta", "a": 0.3, "b": 0.5, "x": (0.9,)},
    {"family": "beta", "a": 20.0, "b": 0.2, "x": (0.9,)},
    {"family": "gamma", "shape": 0.2, "scale": 3.0, "x": (0.5,)},
    {"family": "gamma", "shape": 50.0, "scale": 0.1, "x": (5.5,)},
    {"family": "Student's t", "degrees": 3, "x": (1.5,)},
    {"family": "Student's t", "degrees": 8, "x": (-1.5,), "q": 0.01},
)


@shows("PD3", "PD5", "PD9")
@pytest.mark.parametrize("params", CASES, ids=lambda params: str(params["family"]))
def test_every_number_is_that_of_scipy(params: dict[str, Any]) -> None:
    last, known = steps(**params)[-1], frozen(**params)
    x, q = params["x"][0], params.get("q", 0.95)
    value = known.logpmf(x) if last.kind.discrete else known.logpdf(x)
    assert last.ln_p == pytest.approx(float(value), rel=1e-10, abs=1e-12)
    assert last.below == pytest.approx(float(known.cdf(x)), rel=1e-11)
    assert last.quantile == pytest.approx(float(known.ppf(q)), rel=1e-10)
    assert last.mass == pytest.approx(1.0, rel=1e-9)
    assert last.mu == pytest.approx(float(known.mean()), rel=1e-8, abs=1e-9)
    assert last.sigma2 == pytest.approx(float(known.var()), rel=1e-8, abs=1e-9)
    story = CARD.explain(last, ANY, CARD.params(**params))
    assert len(story.checks) == 4 and all(check.holds for check in story.checks)


@shows("PD5")
def test_w13_two_ones_in_five_tosses() -> None:
    params = {"family": "binomial", "n": 5, "p": 0.3, "x": (2.0,)}
    last = steps(**params)[-1]
    assert math.exp(last.first) == pytest.approx(10.0, rel=1e-12)
    assert math.exp(last.ln_p) == pytest.approx(0.3087, rel=1e-12)
    assert (last.mu, last.sigma2) == pytest.approx((1.5, 1.05), rel=1e-12)
    assert "the coefficient, is 10. So many orders" in told("first", **params).sentence
    assert "is 0.03087. It is the probability of one such order." in told("second", **params).sentence
    assert told("density", **params).worked[0] == "P(X = x) = 10·0.03087 = 0.3087"


@shows("PD4")
def test_w13_a_coin_is_1_with_probability_p() -> None:
    for x, value in ((1.0, 0.3), (0.0, 0.7)):
        step = at("density", family="Bernoulli", p=0.3, x=(x,))
        assert math.exp(step.ln_p) == pytest.approx(value, rel=1e-12)
    last = steps(family="Bernoulli", p=0.3)[-1]
    assert (last.mu, last.sigma2) == pytest.approx((0.3, 0.21), rel=1e-12)
    assert "the formula says both" in told("density", family="Bernoulli").sentence


def test_a_coin_with_p_of_0_never_shows_1() -> None:
    assert told("density", family="Bernoulli", p=0.0, x=(1.0,)).sentence == (
        "At x = 1 it is 0: one of its factors is 0."
    )
    assert at("density", family="Bernoulli", p=0.0, x=(0.0,)).ln_p == 0.0
    assert "it is no value that X can have" in told("density", family="binomial", x=(9.0,)).sentence


@shows("PD9", "W14")
def test_w14_the_bell_at_6() -> None:
    params = {"mean": 5.0, "deviation": 2.0, "x": (6.0,)}
    assert math.exp(at("density", **params).ln_p) == pytest.approx(0.176032663382, rel=1e-11)
    assert at("first", **params).first == pytest.approx(-0.125)
    assert "σ, its root" in told("shape", **params).sentence
    assert "A density may also exceed 1." in told("density", **params).sentence
    assert "more than 1, as a density may be" in told("density", deviation=0.1, x=(0.0,)).sentence


@shows("PD9")
def test_the_far_tail_keeps_its_logarithm() -> None:
    story = told("density", x=(1000.0,))
    assert "0 by underflow" in story.sentence and "−500,0" in story.sentence
    assert at("density", x=(1000.0,)).ln_p == pytest.approx(-500_000 - 0.5 * math.log(2 * math.pi))


@shows("PD3")
def test_heavy_tails_have_no_mean_or_no_variance() -> None:
    cauchy = steps(family="Student's t", degrees=1)
    assert cauchy[-1].part == "none" and not any(step.part == "mean" for step in cauchy)
    assert "the mean does not exist" in told("none", family="Student's t", degrees=1).sentence
    assert "the variance is infinite" in told("none", family="Student's t", degrees=2).sentence


@shows("PD3")
def test_each_bar_or_slice_is_a_step_with_the_balance_point() -> None:
    found = steps(family="binomial", n=5, p=0.3)
    means = [step for step in found if step.part == "mean"]
    assert [step.ends[0] for step in means] == [0, 1, 2, 3, 4, 5]
    assert [step.added for step in means] == pytest.approx([k * math.exp(v) for k, v in enumerate(_logs(5, 0.3))])
    drawn = CARD.marks(found[-1], ANY, CARD.params(family="binomial"))
    (point,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "centre"]
    assert point.positions.ravel() == pytest.approx([1.5, 0.0])
    spread = next(m for m in drawn if isinstance(m, Segments) and m.labels == ("mean ± σ",))
    assert np.ptp([spread.starts[0, 0], spread.ends[0, 0]]) == pytest.approx(2 * math.sqrt(1.05))


def _logs(n: int, p: float) -> list[float]:
    from scipy.stats import binom

    return [float(one) for one in binom.logpmf(range(n + 1), n, p)]


@shows("PD9")
def test_bands_reach_one_two_and_three_deviations() -> None:
    params = {"mean": 1.0, "deviation": 2.0}
    drawn = CARD.marks(steps(**params)[0], ANY, CARD.params(**params))
    (bands,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "margin"]
    assert bands.starts[:, 0].tolist() == [-1, -3, -5] and bands.ends[:, 0].tolist() == [3, 5, 7]
    assert bands.labels == ("68.3 %", "95.4 %", "99.7 %")


def test_slice_is_hatched_under_its_curve_or_over_its_masses() -> None:
    params = {"family": "Poisson"}
    step = [one for one in steps(**params) if one.part == "mean"][2]
    drawn = CARD.marks(step, ANY, CARD.params(**params))
    (hatch,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "spoke"]
    low, high = step.ends
    assert hatch.starts[:, 0].min() == low and hatch.starts[:, 0].max() == high - 1
    assert hatch.ends[:, 1] == pytest.approx(frozen(**params).pmf(hatch.ends[:, 0]))
    step = next(one for one in steps() if one.part == "variance")
    (hatch,) = [m for m in CARD.marks(step, ANY, CARD.params()) if isinstance(m, Segments) and m.role == "spoke"]
    assert hatch.starts[:, 0].min() == step.kind.seen[0] and hatch.starts[:, 0].max() <= step.ends[1]
    assert hatch.ends[:, 1] == pytest.approx(frozen().pdf(hatch.ends[:, 0]))


def test_few_masses_are_bars_and_many_a_curve() -> None:
    few = CARD.marks(at("density", family="binomial", x=(2.0,)), ANY, CARD.params(family="binomial"))
    (bars,) = [mark for mark in few if isinstance(mark, Bars)]
    assert bars.chosen == 2 and bars.labels == ("0", "1", "2", "3", "4", "5")
    many = CARD.marks(at("density", family="binomial", n=500), ANY, CARD.params(family="binomial", n=500))
    assert not any(isinstance(mark, Bars) for mark in many)


def test_quantile_is_where_the_cdf_reaches_q() -> None:
    params = {"family": "binomial", "q": 0.6}
    drawn = CARD.marks(steps(**params)[-1], ANY, CARD.params(**params))
    lines = [mark for mark in drawn if isinstance(mark, Segments) and mark.labels == ("quantile",)]
    assert lines[0].starts.tolist() == [[2.0, 0.6]] and lines[0].ends.tolist() == [[2.0, 0.0]]
    curve = next(m for m in drawn if isinstance(m, Curve) and m.surface.name == "Distribution function").positions
    assert curve[:4].tolist() == pytest.approx(np.array([[0, 0.16807], [1, 0.16807], [1, 0.52822], [2, 0.52822]]))


def test_what_is_drawn_can_be_dragged() -> None:
    held = {handle.parameter: handle for handle in CARD.drags}
    cases = [
        ("p", {"family": "Bernoulli"}, (1.0, 0.8), 0.8),
        ("p", {"family": "binomial", "n": 10}, (6.0, 0.1), 0.6),
        ("poisson_rate", {"family": "Poisson"}, (4.5, 0.0), 4.5),
        ("mean", {}, (1.5, 0.3), 1.5),
        ("deviation", {"mean": 1.0}, (4.0, 0.3), 3.0),
        ("x", {}, (0.25, 0.3), 0.25),
        ("x", {"family": "Poisson"}, (2.2, 0.3), 2.0),
        ("q", {}, (0.0, 0.3), 0.3),
    ]
    for name, params, place, value in cases:
        track = held[name].track(steps(**params)[-1], ANY, CARD.params(**params))
        assert track.value_at(np.array(place)) == pytest.approx(value), name
    for name in ("p", "poisson_rate"):
        assert held[name].track(steps()[-1], ANY, CARD.params()) is None
    beta = CARD.params(family="beta")
    assert (
        held["mean"].track(steps()[-1], ANY, beta) is None and held["deviation"].track(steps()[-1], ANY, beta) is None
    )
    assert held["q"].track(steps()[0], ANY, CARD.params()) is None


@given(st.floats(0.1, 100), st.floats(0.1, 100))
@settings(max_examples=30, deadline=None)
def test_slices_of_beta_and_gamma_sum_to_closed_forms(a: float, b: float) -> None:
    for params in ({"family": "beta", "a": a, "b": b}, {"family": "gamma", "shape": a, "scale": b}):
        last = steps(**params)[-1]
        assert last.mass == pytest.approx(1.0, rel=1e-8)
        assert last.mu == pytest.approx(last.kind.mean, rel=1e-8)
        assert last.sigma2 == pytest.approx(last.kind.variance, rel=1e-7)


def test_density_negligibly_narrow_for_its_mean_is_refused() -> None:
    with pytest.raises(Refusal, match="is lost beside") as refused:
        engine.trace(KEY, ANY, mean=1e6, deviation=1e-3)
    assert refused.value.remedies == (SetParameter("deviation", 1.0),)
    with pytest.raises(Refusal, match="deviation must be a number from"):
        engine.trace(KEY, ANY, deviation=0.0)


def test_e000_12_printed_probabilities_are_swapped() -> None:
    (misprint,) = told("density", family="Bernoulli", p=0.3, x=(0.0,)).misprints
    assert (misprint.gives, misprint.right) == pytest.approx((0.3, 0.7)) and misprint.matters()
    (misprint,) = told("density", family="Bernoulli", p=0.3, x=(1.0,)).misprints
    assert misprint.worked == ("P(X = 1) = 1 − p = 1 − 0.3 = 0.7",)
    assert not told("first", family="Bernoulli", p=0.3, x=(1.0,)).misprints


def test_slices_are_named_by_what_they_hold() -> None:
    assert told("mean", family="binomial").sentence.startswith("The bar of 0 adds")
    assert told("mean", family="binomial", n=400).sentence.startswith("The bars from 0 to ")
    assert told("mean").sentence.startswith("The slice from −∞ to −4.167")


def test_only_gaussians_have_bands() -> None:
    for params, part, bands in (({}, "shape", 1), ({}, "moments", 0), ({"family": "exponential"}, "shape", 0)):
        drawn = CARD.marks(at(part, **params), ANY, CARD.params(**params))
        assert sum(isinstance(mark, Segments) and mark.role == "margin" for mark in drawn) == bands


def test_cdf_steps_end_at_the_last_number_with_the_dot_on_it() -> None:
    params = {"family": "binomial", "x": (1.0,)}
    drawn = CARD.marks(at("below", **params), ANY, CARD.params(**params))
    on = [mark for mark in drawn if mark.surface.name == "Distribution function"]
    (curve,) = [mark for mark in on if isinstance(mark, Curve)]
    assert curve.positions[-2:].tolist() == [[5.0, 1.0], [6.0, 1.0]]
    (dot,) = [mark for mark in on if isinstance(mark, Points)]
    assert dot.positions.ravel() == pytest.approx([1.0, 0.52822])
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.chosen == 1
    drawn = CARD.marks(steps(**params)[0], ANY, CARD.params(**params))
    assert next(mark for mark in drawn if isinstance(mark, Bars)).chosen is None


def test_bars_of_one_slice_are_named_and_deviation_is_root_variance() -> None:
    wide = {"family": "binomial", "n": 200, "p": 0.5}
    many = next(step for step in steps(**wide) if step.part == "mean" and step.ends[1] - step.ends[0] > 1)
    said = CARD.explain(many, ANY, CARD.params(**wide)).sentence
    assert said.startswith(f"The bars from {many.ends[0]:.0f} to {many.ends[1] - 1:.0f} add")
    params = {"family": "Gaussian", "mean": 3.0, "deviation": 2.0}
    assert "the variance 4; one standard deviation is 2." in told("moments", **params).sentence
    numbers = {number.name: number.value for number in told("moments", **params).numbers}
    assert numbers["variance"] == pytest.approx(4.0) and numbers["E[x²]"] == pytest.approx(13.0)


def test_unbounded_density_is_drawn_up_to_a_height() -> None:
    from engine.core.marks import Curve

    endless, bell = {"family": "beta", "a": 0.2, "b": 0.2}, {"family": "Gaussian"}
    tops = []
    for params in (endless, bell):
        drawn = CARD.marks(at("shape", **params), ANY, CARD.params(**params))
        curve = next(mark for mark in drawn if isinstance(mark, Curve) and mark.surface.name == "Mass or density")
        tops.append((float(curve.surface.view[3]), float(at("shape", **params).heights.max())))
    assert tops[0][0] < tops[0][1] and tops[1][0] > tops[1][1]
