"""The Dirichlet distribution: scipy's density, moments by its draws, the triangle, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Contours, Curve, Points
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.distributions.simplex import CORNERS

KEY = "dirichlet"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> dict[str, Any]:
    return {step.part: step for step in engine.trace(KEY, ANY, **params).to_end()}


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


def drawn(step: Any, kind: type, **params: Any) -> list[Any]:
    return [mark for mark in CARD.marks(step, ANY, CARD.params(**params)) if isinstance(mark, kind)]


@pytest.mark.parametrize("alpha", [(2.0, 3.0, 4.0), (0.5, 0.5), (1.0, 1.0, 1.0), (0.3, 5.0, 1.0, 2.0), (400.0, 1000.0)])
def test_density_mean_and_variance_match_scipy(alpha: tuple[float, ...]) -> None:
    from scipy.stats import dirichlet

    x = np.random.default_rng(1).dirichlet(np.ones(len(alpha)))
    x[-1] = 1 - x[:-1].sum()
    found = steps(alpha=alpha, x=tuple(x.tolist()))
    assert found["density"].ln_p == pytest.approx(dirichlet.logpdf(x, alpha), rel=1e-9)
    assert found["means"].means == pytest.approx(dirichlet.mean(alpha))
    assert found["variances"].variances == pytest.approx(dirichlet.var(alpha))


def test_draws_have_the_moments_and_marginals_of_the_distribution() -> None:
    from scipy.stats import beta, kstest

    draws = steps(draws=5000)["draw"].draws
    assert draws.sum(axis=1) == pytest.approx(np.ones(5000)) and draws.min() > 0
    last = steps(draws=5000)["draw"]
    assert (np.abs(last.drawn - last.means) < 4 * np.sqrt(last.variances / 5000)).all()
    assert draws.var(axis=0) == pytest.approx(last.variances, rel=0.1)
    for k, a in enumerate((2.0, 3.0, 4.0)):
        assert kstest(draws[:, k], beta(a, 9 - a).cdf).pvalue > 1e-4
    x = last.gammas / last.gammas.sum()
    assert draws[-1] == pytest.approx(x)


def test_mode_is_the_maximum_or_missing() -> None:
    from scipy.optimize import minimize
    from scipy.stats import dirichlet

    found = minimize(lambda q: -dirichlet.logpdf([*q, 1 - sum(q)], (2, 3, 4)), [0.3, 0.3], method="Nelder-Mead")
    step = steps()["mode"]
    assert step.mode[:2] == pytest.approx(found.x, abs=1e-3) and CARD.event(step).word == "mode"
    assert "greatest at (0.1667, 0.3333, 0.5)" in told(step).sentence
    none = {"alpha": (1.0, 3.0, 4.0)}
    assert not len(steps(**none)["mode"].mode) and "there is no mode" in told(steps(**none)["mode"], **none).sentence
    assert CARD.event(steps(**none)["mode"]) is None


def test_each_number_is_told() -> None:
    found = steps()
    assert "All α are above 1" in told(found["shape"]).sentence
    assert "same density" in told(steps(alpha=(1.0, 1.0))["shape"], alpha=(1.0, 1.0)).sentence
    assert "grows without end" in told(steps(alpha=(0.5, 0.4))["shape"], alpha=(0.5, 0.4)).sentence
    assert "Where an α is above 1" in told(steps(alpha=(0.5, 4.0))["shape"], alpha=(0.5, 4.0)).sentence
    assert told(found["means"]).worked == ("E[x1] = 2 / 9 = 0.2222",) and told(found["means"]).checks[0].holds
    assert told(found["variances"]).worked[0].endswith("/ (9 + 1) = 0.01728")
    assert told(found["mode"]).worked == ("x1 = 1 / 6 = 0.1667",)
    first, second = found["normaliser"].normaliser, found["powers"].powers
    worked = told(found["density"]).worked[0]
    assert worked.startswith(f"ln p(x) = {first:.4g} + −") and second < 0
    assert (
        told(found["normaliser"]).numbers[0].name == "ln first factor"
        and "the density is " in told(found["density"]).sentence
    )
    one = next(step for step in engine.trace(KEY, ANY) if step.part == "draw")
    assert told(one).sentence.startswith("Draw 1: ") and "The mean of all 1 is" in told(one).sentence
    last = found["draw"]
    assert told(last).worked == (f"x1 = {last.gammas[0]:.5g} / {last.gammas.sum():.5g} = {last.draws[-1, 0]:.4g}",)
    assert "draws more, the last of them" in told(found["draw"]).sentence
    assert CARD.measure(found["draw"], ANY, CARD.params()) == {"mean of the first share": found["draw"].drawn[0]}


def test_triangle_shows_density_place_mean_mode_and_draws() -> None:
    found = steps()
    (lines,) = drawn(found["shape"], Contours)
    x = found["shape"].x
    assert lines.function((x @ CORNERS)[None]) == pytest.approx([np.exp(found["density"].ln_p)])
    assert lines.function(np.array([[0.0, 0.9]]))[0] == -np.inf and list(lines.levels) == sorted(lines.levels)
    (place,) = drawn(found["shape"], Points)
    assert place.positions.ravel() == pytest.approx(x @ CORNERS) and place.labels == ("x",)
    best, mean = drawn(found["mode"], Points)
    assert best.positions.ravel() == pytest.approx(found["mode"].mode @ CORNERS)
    assert mean.positions.ravel() == pytest.approx(found["mode"].means @ CORNERS)
    dots, last = drawn(found["draw"], Points)
    assert len(dots.positions) == 200 and last.positions.ravel() == pytest.approx(found["draw"].draws[-1] @ CORNERS)
    (bars,) = drawn(found["draw"], Bars)
    assert bars.values.tolist() == found["draw"].drawn.tolist() and bars.line.tolist() == found["draw"].means.tolist()
    (bars,) = drawn(found["means"], Bars)
    assert bars.values == pytest.approx([2 / 9, 3 / 9, 4 / 9]) and bars.line is None
    assert max(lines.levels) == pytest.approx(0.95 * lines.function((found["mode"].mode @ CORNERS)[None])[0], rel=1e-2)
    mixed = {"alpha": (0.5, 2.0, 3.0)}
    (lines,) = drawn(steps(**mixed)["shape"], Contours, **mixed)
    x = steps(**mixed)["shape"].x
    assert lines.function((x @ CORNERS)[None]) == pytest.approx([np.exp(steps(**mixed)["density"].ln_p)])
    assert (lines.function(np.array([[0.0, 0.9], [0.5, -0.01], [1.0, 0.2]])) == -np.inf).all()
    assert np.isfinite(lines.function(CORNERS)).all()
    even = {"alpha": (1.0, 1.0, 1.0)}
    assert drawn(steps(**even)["shape"], Contours, **even) == []
    pair = {"alpha": (2.0, 5.0)}
    assert drawn(steps(**pair)["shape"], Contours, **pair) == []


def test_place_is_dragged_within_the_triangle() -> None:
    (handle,) = CARD.drags
    found, params = steps(), CARD.params()
    spot = handle.track(found["shape"], ANY, params)
    assert handle.parameter == "x" and spot.names == ("x₁", "x₂", "x₃")
    assert spot.now == pytest.approx(found["shape"].x @ CORNERS)
    shares = np.array([0.2, 0.5, 0.3])
    assert spot.value_at(shares @ CORNERS) == pytest.approx(shares)
    third = spot.value_at(np.full(3, 1 / 3) @ CORNERS)
    assert sorted(third.tolist()) == [0.3333, 0.3333, 0.3334]  # few digits, and together still 1
    for place in ([0.5, -3.0], [9.0, 9.0], [-4.0, 0.2], [900.0, 500.0]):
        outside = spot.value_at(np.array(place))
        assert outside.min() == 0.001 and outside.sum() == pytest.approx(1)
        assert not CARD.limits(ANY, CARD.params(x=tuple(outside.tolist())))
    pair = {"alpha": (2.0, 3.0)}
    assert handle.track(found["means"], ANY, params) is None
    assert handle.track(steps(**pair)["shape"], ANY, CARD.params(**pair)) is None


def test_each_share_is_beta_distributed() -> None:
    from scipy.stats import beta

    curves = [mark for mark in drawn(steps()["shape"], Curve) if mark.surface.name == "Each share by itself"]
    for a, curve in zip((2.0, 3.0, 4.0), curves, strict=True):
        share, heights = curve.positions.T
        assert heights == pytest.approx(beta.pdf(share, a, 9 - a), rel=1e-9)
    assert curves[0].surface.view[3] == pytest.approx(1.1 * max(curve.positions[:, 1].max() for curve in curves))
    endless = {"alpha": (0.1, 0.1)}
    first = drawn(steps(**endless)["shape"], Curve, **endless)[0]
    assert first.positions[:, 1].max() <= first.surface.view[3] <= 1.1 * 16.0


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"alpha": (2.0,)}, "2 numbers or more"),
        ({"alpha": (0.0, 2.0)}, "from 0.1 to 1,000"),
        ({"x": (0.5, 0.5)}, "x needs 3 shares, and has 2"),
        ({"x": (0.5, 0.6, 0.1)}, "add up to 1, and not to 1.2"),
        ({"x": (0.0, 0.5, 0.5)}, "above 0"),
    ],
)
def test_invalid_place_or_density_is_refused(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words) as caught:
        engine.trace(KEY, ANY, **params)
    assert caught.value.remedies
