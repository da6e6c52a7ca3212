"""The exponential family: W61, both forms by scipy, finite differences of ln g, the fit, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.distributions.exponential_family.natural import FAMILIES
from tests.catalogue import shows

KEY = "exponential_family"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> dict[str, Any]:
    return {step.part: step for step in engine.trace(KEY, ANY, **params).to_end()}


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


def drawn(step: Any, kind: type, **params: Any) -> list[Any]:
    return [mark for mark in CARD.marks(step, ANY, CARD.params(**params)) if isinstance(mark, kind)]


@shows("PD16", "W61")
def test_w61_a_coin_in_its_natural_form() -> None:
    params = {"family": "Bernoulli", "p": 0.3}
    found = steps(**params)
    assert found["eta"].eta[0] == pytest.approx(-0.847297860387, rel=1e-11)
    assert math.exp(found["g"].ln_g) == pytest.approx(0.7) and found["h"].ln_h == 0.0
    assert found["mean"].means.tolist() == [0.6] and found["matched"].best[0] == pytest.approx(0.405465108108)
    assert told(found["eta"], **params).worked == ("odds = 0.3 / 0.7 = 0.4286",)
    assert "logit of p" in told(found["eta"], **params).sentence
    assert told(found["mean"], **params).worked == ("mean of u = (3) / 5 = (0.6)",)


@shows("PD16", "W61")
def test_w61_a_bell_in_its_natural_form() -> None:
    params = {"family": "Gaussian", "mean": 1.0, "variance": 4.0, "x": (2.0,)}
    found = steps(**params)
    assert found["eta"].eta == pytest.approx([0.25, -0.125]) and found["u"].u.tolist() == [2.0, 4.0]
    assert math.exp(found["g"].ln_g) == pytest.approx(0.441248451292, rel=1e-11)
    assert math.exp(found["h"].ln_h) == pytest.approx(0.398942280401, rel=1e-11)
    last = found["natural"]
    total = last.ln_h + last.ln_g + last.product
    assert math.exp(total) == pytest.approx(0.176032663382, rel=1e-11) and last.ln_p == pytest.approx(total)
    story = told(last, **params)
    assert story.worked == ("ln p(x) = −0.9189 + −0.8181 + 0 = −1.737",) and all(one.holds for one in story.checks)
    assert told(found["eta"], **params).worked == ("η₁ = 1 / 4 = 0.25", "η₂ = −0.5 / 4 = −0.125")


@shows("PD16", "W61")
def test_w61_three_kinds_in_their_natural_form() -> None:
    params = {"family": "multinomial", "shares": (0.2, 0.3, 0.5)}
    found = steps(**params)
    assert found["eta"].eta == pytest.approx([-0.916290731874, -0.510825623766], rel=1e-11)
    assert math.exp(found["g"].ln_g) == pytest.approx(0.5)
    assert found["matched"].fitted == pytest.approx([1 / 6, 2 / 6, 3 / 6])
    assert "with the last one; the last has η = 0" in told(found["eta"], **params).sentence
    assert found["u"].u.tolist() == [1.0, 0.0] and "at x = 1 it is 0.2" in told(found["usual"], **params).sentence


@shows("PD16")
@pytest.mark.parametrize("family", FAMILIES)
def test_both_forms_match_scipy_and_ln_g_has_the_stated_slope(family: str) -> None:
    from scipy import stats

    found = steps(family=family)
    step = found["natural"]
    x = step.places
    wanted = {
        "Bernoulli": stats.bernoulli.logpmf(x, 0.3), "Gaussian": stats.norm.logpdf(x, 1.0, 2.0),
        "multinomial": np.log([0.2, 0.3, 0.5]), "Poisson": stats.poisson.logpmf(x, 3.0),
        "exponential": stats.expon.logpdf(x),
    }[family]  # fmt: skip
    assert step.usual == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    assert step.natural == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    form, best, h = CARD.params(family=family).form, found["matched"].best, 1e-6
    ways = h * np.eye(len(best))
    slope = [-(form.log_g(best + way) - form.log_g(best - way)) / (2 * h) for way in ways]
    assert found["matched"].slope == pytest.approx(slope, rel=1e-6)
    assert found["matched"].slope == pytest.approx(found["mean"].means, rel=1e-12)
    assert form.theta(best) == pytest.approx(found["matched"].fitted)
    assert all(check.holds for check in told(found["matched"], family=family).checks)


@shows("PD16")
def test_what_has_no_natural_form_is_said() -> None:
    for p in (0.0, 1.0):
        trace = engine.trace(KEY, ANY, family="Bernoulli", p=p).to_end()
        assert trace.ending.kind == "failed" and trace[-1].part == "eta" and not np.isfinite(trace[-1].eta).any()
        assert "η is infinite" in told(trace[-1], family="Bernoulli", p=p).sentence
        assert CARD.event(trace[-1]).role == "wrong"
    with pytest.raises(Refusal, match="η₂ = 0: it must be below 0") as caught:
        engine.trace(KEY, ANY, eta=(1.0, 0.0))
    assert caught.value.remedies == (SetParameter("eta", (0.25, -0.125)),)
    with pytest.raises(Refusal, match="must be below 0"):
        engine.trace(KEY, ANY, family="exponential", eta=(0.5,))
    assert steps(eta=(0.25, -0.125))["usual"].theta == pytest.approx([1.0, 4.0])


@shows("PD16")
@pytest.mark.parametrize(
    ("family", "sample"),
    [("Bernoulli", (1.0, 1.0)), ("Bernoulli", (0.0,)), ("Gaussian", (3.0, 3.0)), ("multinomial", (1.0, 2.0)),
     ("Poisson", (0.0,)), ("exponential", (0.0,))],
)  # fmt: skip
def test_sample_at_the_boundary_has_no_finite_fit(family: str, sample: tuple[float, ...]) -> None:
    trace = engine.trace(KEY, ANY, family=family, sample=sample).to_end()
    assert trace[-1].part == "border" and trace.ending.kind == "stopped"
    assert "the most likely η is infinite" in told(trace[-1], family=family, sample=sample).sentence


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"family": "multinomial", "shares": (0.2, 0.3)}, "add up to 1, not to 0.5"),
        ({"family": "multinomial", "shares": (1.0,)}, "2 probabilities or more"),
        ({"eta": (1.0,)}, "eta needs 2 numbers"),
        ({"family": "Poisson", "eta": (9.0,)}, "at most 3 in size"),
        ({"family": "Bernoulli", "sample": (0.0, 2.0)}, "Point 2 of the sample is 2, and it must be 0 or 1"),
        ({"family": "multinomial", "sample": (4.0,)}, "a kind from 1 to 3"),
        ({"family": "Poisson", "sample": (0.5,)}, "a whole number from 0"),
        ({"family": "exponential", "sample": (-1.0,)}, "a number from 0 on"),
        ({"sample": (1e9,)}, "at most 1e"),
    ],
)
def test_what_does_not_fit_is_refused(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        engine.trace(KEY, ANY, **params)
    assert caught.value.remedies


@shows("PD16")
def test_both_forms_are_drawn_over_each_other() -> None:
    usual, natural = drawn(steps()["natural"], Curve)
    assert natural.positions == pytest.approx(usual.positions, rel=1e-10) and natural.label == "natural form"
    assert len(drawn(steps()["g"], Curve)) == 1
    (tip,) = drawn(steps()["natural"], Points)
    assert tip.positions.ravel() == pytest.approx([2.0, 0.176032663382])
    coin = {"family": "Bernoulli"}
    (bars,) = drawn(steps(**coin)["natural"], Bars, **coin)
    assert bars.values == pytest.approx([0.7, 0.3]) and bars.line == pytest.approx([0.7, 0.3]) and bars.chosen == 1
    kinds = {"family": "multinomial"}
    (bars,) = drawn(steps(**kinds)["usual"], Bars, **kinds)
    assert bars.labels == ("1", "2", "3") and bars.line is None and bars.chosen == 0


@shows("PD16")
def test_mean_of_u_is_matched_and_the_fit_lies_over_the_sample() -> None:
    coin = {"family": "Bernoulli"}
    step = steps(**coin)["matched"]
    (curve,) = drawn(step, Curve, **coin)
    eta, mean = curve.positions.T
    assert mean == pytest.approx(1 / (1 + np.exp(-eta))) and np.diff(mean).min() > 0
    (dot,) = drawn(step, Points, **coin)
    assert dot.positions.ravel() == pytest.approx([math.log(1.5), 0.6])
    now = math.log(0.3 / 0.7)
    assert eta[[0, -1]] == pytest.approx([now - 1.0, math.log(1.5) + 1.0])
    (level,) = drawn(step, Segments, **coin)
    assert level.starts[:, 1].tolist() == level.ends[:, 1].tolist() == [0.6]
    (bars,) = drawn(step, Bars, **coin)
    assert bars.values == pytest.approx([0.4, 0.6]) and bars.line == pytest.approx([0.4, 0.6])
    assert bars.line_label == "fitted"
    (before,) = drawn(steps(**coin)["mean"], Bars, **coin)
    assert before.line is None and before.line_label == ""
    far = {"family": "Bernoulli", "p": 0.9, "sample": (0.0, 1.0, 0.0, 0.0)}
    worked = told(steps(**far)["natural"], **far).worked[0]
    assert worked == "ln p(x) = 0 + −2.3026 + 2.1972 = −0.1054"
    wait = {"family": "exponential"}
    fitted, rise = drawn(steps(**wait)["matched"], Curve, **wait)
    assert rise.positions[:, 0].max() < 0 and fitted.positions[0] == pytest.approx([0.0, 1.0])
    bell = steps()["matched"]
    (over,) = drawn(bell, Curve)
    assert over.positions[np.argmax(over.positions[:, 1])] == pytest.approx([5.0, 0.19947], abs=0.04)
    (stems,) = drawn(bell, Segments)
    assert stems.starts[:, 0].tolist() == bell.points.tolist()
    assert len(drawn(steps()["mean"], Curve)) == 0 and CARD.event(bell).word == "matched"


def test_each_factor_is_told() -> None:
    found = steps()
    assert "with μ = 1, σ² = 4: at x = 2 it is 0.176" in told(found["usual"]).sentence
    assert "x and x²" in told(found["u"]).sentence and "1 / √(2π)" in told(found["h"]).sentence
    assert "area under the density 1" in told(found["g"]).sentence
    assert "add up to 1" in told(steps(family="Poisson")["g"], family="Poisson").sentence
    assert "in the usual parameters μ = 5, σ² = 4." in told(found["matched"]).sentence
