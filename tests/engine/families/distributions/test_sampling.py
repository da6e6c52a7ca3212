"""Sampling: every way against scipy.stats, the tally against NumPy, and heavy tails."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Ellipse, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import log_density
from engine.families.distributions.sampling.drawing_numbers import Tally, box_muller, correlated
from tests.catalogue import shows

KEY = "sampling"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
BOX, CHOLESKY = "Box–Muller", "Cholesky, pairs"


def steps(seed: int = 0, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, seed=seed, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


@shows("PD23")
@pytest.mark.parametrize(
    ("params", "name", "shape"),
    [
        ({"family": "exponential", "rate": 2.0}, "expon", (0, 0.5)),
        ({"family": "beta", "a": 2.0, "b": 5.0}, "beta", (2, 5)),
        ({"family": "gamma", "shape": 3.0, "scale": 2.0}, "gamma", (3, 0, 2)),
        ({"family": "Student's t", "degrees": 3}, "t", (3,)),
        ({"mean": 1.0, "deviation": 2.0}, "norm", (1, 2)),
        ({"mean": 1.0, "deviation": 2.0, "way": BOX}, "norm", (1, 2)),
        ({"mean": 1.0, "deviation": 2.0, "way": CHOLESKY}, "norm", (1, 2)),
    ],
)
def test_single_draws_pass_the_kolmogorov_smirnov_test(params: Any, name: str, shape: tuple[float, ...]) -> None:
    from scipy.stats import kstest

    found = [step.x for step in steps(draws=200, singly=200, **params)[1:]]
    assert kstest(found, name, args=shape).pvalue > 1e-4


@shows("PD4", "PD5", "PD23")
@pytest.mark.parametrize(
    "params",
    [
        {"family": "Bernoulli", "p": 0.3},
        {"family": "binomial", "n": 5, "p": 0.3},
        {"family": "Poisson"},
        {"family": "binomial", "n": 500, "p": 0.4},
        {},
    ],
    ids=lambda params: params.get("family", "Gaussian"),
)
def test_histogram_passes_a_chi_squared_test(params: dict[str, Any]) -> None:
    from scipy.stats import chisquare

    last = steps(draws=20_000, **params)[-1]
    assert last.tally.number == 20_000
    many = last.expected * 20_000 > 5
    found, wanted = last.tally.counts[many], last.expected[many] * 20_000
    assert chisquare(found, wanted * found.sum() / wanted.sum()).pvalue > 1e-4


@shows("PD4")
def test_each_coin_toss_is_a_step_into_one_of_two_bars() -> None:
    params: dict[str, Any] = {"family": "Bernoulli", "p": 0.3, "draws": 10}
    found = steps(**params)
    assert [step.tally.number for step in found] == list(range(11))
    assert all(step.x == float(step.u[0] > 0.7) for step in found[1:])
    (bars,) = [mark for mark in CARD.marks(found[-1], ANY, CARD.params(**params)) if isinstance(mark, Bars)]
    assert bars.labels == ("0", "1") and bars.line.tolist() == pytest.approx([0.7, 0.3])
    assert bars.values[1] == pytest.approx(np.mean([step.x for step in found[1:]]))


@shows("PD5", "PD23")
def test_binomial_histogram_lies_over_its_probabilities() -> None:
    from scipy.stats import binom

    params = {"family": "binomial", "n": 5, "p": 0.3, "draws": 50}
    last = steps(**params)[-1]
    (bars,) = [mark for mark in CARD.marks(last, ANY, CARD.params(**params)) if isinstance(mark, Bars)]
    assert bars.line == pytest.approx(binom.pmf(range(6), 5, 0.3)) and bars.values.sum() == pytest.approx(1.0)
    many = {"family": "binomial", "n": 500, "draws": 50}
    drawn = CARD.marks(steps(**many)[-1], ANY, CARD.params(**many))
    curve = next(mark for mark in drawn if isinstance(mark, Curve) and mark.label == "distribution")
    assert curve.positions[:, 1] == pytest.approx(binom.pmf(curve.positions[:, 0], 500, 0.3))


@shows("PD23")
def test_mean_has_its_standard_error_which_narrows() -> None:
    params = {"draws": 100_000}
    found = steps(**params)
    last = found[-1]
    assert last.tally.error == pytest.approx(last.tally.deviation / np.sqrt(100_000)) and last.tally.error < 0.0033
    assert abs(last.tally.mean) < 4 * last.tally.error
    assert f"± {last.tally.error:.4g}" in told(last, **params).sentence
    drawn = CARD.marks(last, ANY, CARD.params(**params))
    upper, lower = [mark.positions for mark in drawn if isinstance(mark, Curve) and mark.role == "margin"]
    assert (upper - lower)[-1, 1] == pytest.approx(2 * last.tally.error)
    assert upper[-1, 0] == pytest.approx(5.0)
    (level,) = [mark for mark in drawn if isinstance(mark, Curve) and mark.role == "best"]
    assert level.positions[:, 1].tolist() == [0.0, 0.0]


def test_the_tally_is_that_of_numpy() -> None:
    x = np.random.default_rng(0).normal(1e6, 2.0, 500)
    tally = Tally(np.linspace(x.min(), x.max(), 5), np.zeros(4))
    for part in np.array_split(x, 7):
        tally = tally.with_draws(part)
    assert (tally.number, tally.counts.sum()) == (500, 500)
    assert tally.mean == pytest.approx(x.mean()) and tally.deviation == pytest.approx(x.std(ddof=1))


@shows("PD23")
def test_box_muller_and_cholesky_follow_their_formulas() -> None:
    (z,) = box_muller(np.array([np.exp(-2.0)]), np.array([0.125]))
    assert z == pytest.approx([np.sqrt(2.0)] * 2)
    S = np.array([[4.0, 2.0], [2.0, 3.0]])
    x = correlated(np.eye(2), np.array([1.0, 2.0]), S)
    L = x - np.array([1.0, 2.0])
    assert pytest.approx(S) == L.T @ L


def test_pairs_are_drawn_with_their_ellipse() -> None:
    params = {"way": CHOLESKY, "draws": 5000, "mean": 2.0, "deviation": 3.0}
    last = steps(**params)[-1]
    drawn = CARD.marks(last, ANY, CARD.params(**params))
    (ellipse,) = [mark for mark in drawn if isinstance(mark, Ellipse)]
    assert ellipse.covariance.tolist() == pytest.approx(np.array([[9.0, 6.3], [6.3, 9.0]])) and ellipse.scale == 2.0
    (dots,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert dots.positions.shape == (1000, 2)
    assert np.corrcoef(dots.positions.T)[0, 1] == pytest.approx(0.7, abs=0.06)
    step = steps(**params)[3]
    assert (step.pairs[-1] - 2.0) / 3.0 == pytest.approx([step.z[0], 0.7 * step.z[0] + np.sqrt(1 - 0.49) * step.z[1]])


def test_draw_is_where_the_cdf_reaches_u() -> None:
    params = {"family": "Poisson"}
    step = steps(**params)[1]
    drawn = CARD.marks(step, ANY, CARD.params(**params))
    (way,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.surface.name.startswith("From")]
    assert way.ends.tolist() == [[step.x, step.u[0]], [step.x, 0.0]] and way.starts[0, 0] == -0.5
    masses = np.exp(log_density(step.kind, np.arange(step.x + 1)))
    assert masses[:-1].sum() < step.u[0] <= masses.sum()
    assert f"reaches u = {step.u[0]:.4g}" in told(step, **params).sentence


def test_a_mean_that_is_none_never_settles() -> None:
    cauchy = {"family": "Student's t", "degrees": 1}
    assert told(steps(**cauchy)[-1], **cauchy).sentence.endswith("this one never settles.")
    heavy = {"family": "Student's t", "degrees": 2}
    assert told(steps(**heavy)[-1], **heavy).sentence.endswith("is not to be trusted.")
    assert "trusted" not in told(steps()[-1]).sentence


def test_a_million_draws_come_in_stretches() -> None:
    found = steps(draws=1_000_000, singly=1)
    assert found[-1].tally.number == 1_000_000 and max(step.count for step in found) == 100_000
    assert len(found) < 100


def test_pictures_contain_whole_distributions_and_the_square_of_pairs() -> None:
    params = {"way": CHOLESKY, "mean": 2.0, "deviation": 3.0, "draws": 3}
    (first, *_) = CARD.marks(steps(**params)[1], ANY, CARD.params(**params))
    pairs = next(m for m in CARD.marks(steps(**params)[1], ANY, CARD.params(**params)) if isinstance(m, Ellipse))
    assert pairs.surface.view == (-10.0, 14.0, -10.0, 14.0) and isinstance(first, Curve)
    poisson = CARD.marks(steps(family="Poisson", draws=3)[1], ANY, CARD.params(family="Poisson"))
    stairs = next(m for m in poisson if isinstance(m, Curve) and m.surface.name.startswith("From"))
    assert stairs.positions[-1, 1] == pytest.approx(1.0, abs=1e-4) and stairs.positions[-1, 0] == 19.0
    assert not [m for m in poisson if isinstance(m, Curve) and m.role == "best"]
    cauchy = {"family": "Student's t", "degrees": 1, "draws": 9}
    assert not [
        m for m in CARD.marks(steps(**cauchy)[-1], ANY, CARD.params(**cauchy)) if getattr(m, "role", "") == "best"
    ]
    assert [number.name for number in told(steps(**cauchy)[1], **cauchy).numbers] == ["draws N", "mean of the draws"]


def test_every_sampling_method_is_explained_with_formula_and_draw() -> None:
    from engine.core.marks import Curve

    found = steps()
    assert told(found[0]).formula.endswith(r"\frac{s}{\sqrt{N}}") and "F^{-1}" in told(found[0]).formula
    bulk = next(step for step in found if step.count > 1)
    assert f"{bulk.count} draws more, the last of them x = " in told(bulk).sentence
    pair = steps(way=CHOLESKY)[1]
    assert told(pair, way=CHOLESKY).worked[0].startswith("(x₂ − μ)/σ = ρ z₁ + √(1 − ρ²) z₂ = ")
    z, (x1, x2) = pair.z, pair.pairs[0]
    one, other = 0.7 * z[0], np.sqrt(1 - 0.7**2) * z[1]
    assert one + other == pytest.approx(x2) and x1 == pytest.approx(z[0])
    assert told(pair, way=CHOLESKY).worked[0].endswith(f"= {one + other:.4g}".replace("-", "−"))
    many = {"family": "Poisson", "poisson_rate": 400.0}
    step = steps(**many)[-1]
    curves = [
        m for m in CARD.marks(step, ANY, CARD.params(**many)) if isinstance(m, Curve) and m.label == "distribution"
    ]
    x = curves[0].positions[:, 0]
    assert np.diff(x) == pytest.approx(np.ones(len(x) - 1)) and (x == np.floor(x)).all()
    inverse = [m for m in CARD.marks(steps(**many)[1], ANY, CARD.params(**many)) if isinstance(m, Curve)]
    (below,) = [m for m in inverse if m.surface.name == "From a uniform number to a draw"]
    assert below.positions[:, 0].max() == step.kind.seen[1] + 1
