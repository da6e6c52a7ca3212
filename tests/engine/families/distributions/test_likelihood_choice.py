"""Choosing a model by likelihood: W14, scipy's fits, nested models, what is impossible, and what is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Curve, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "likelihood_choice"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
MASSES = "probabilities of whole numbers"
TOSSES = (1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0)


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


def totals(**params: Any) -> dict[str, float]:
    return {one.name: one.total for one in steps(**params)[-1].fitted}


@shows("PD24", "W14")
def test_w14_likelihoods_of_a_coin_and_of_three_gaussians() -> None:
    coins = totals(kind=MASSES, sample=TOSSES)
    assert coins["Bernoulli"] == pytest.approx(-6.10864302055, rel=1e-11)
    assert coins["Bernoulli, p = 0.5"] == pytest.approx(-6.9314718056, rel=1e-11)
    assert coins["binomial"] == coins["Bernoulli"]
    bells = totals(deviation=2.0)
    assert bells["Gaussian"] == pytest.approx(-16.8966857101, rel=1e-11)
    assert bells["Gaussian, μ and σ typed"] == pytest.approx(-17.8966857101, rel=1e-11)
    unbiased = totals(mean=5.0, deviation=4.57142857143**0.5)
    assert unbiased["Gaussian, σ typed"] == pytest.approx(-16.9308112806, rel=1e-10)


@shows("PD24")
def test_each_fit_is_that_of_scipy() -> None:
    from scipy import stats

    x = np.random.default_rng(5).gamma(2.5, 1.7, 60)
    found = totals(sample=tuple(x))
    shape, _, scale = stats.gamma.fit(x, floc=0)
    assert found["gamma"] == pytest.approx(stats.gamma.logpdf(x, shape, 0, scale).sum(), rel=1e-7)
    assert found["exponential"] == pytest.approx(stats.expon.logpdf(x, scale=x.mean()).sum(), rel=1e-11)
    assert found["Gaussian"] == pytest.approx(stats.norm.logpdf(x, *stats.norm.fit(x)).sum(), rel=1e-11)
    k = (3.0, 0.0, 2.0, 5.0, 1.0)
    masses = totals(kind=MASSES, sample=k)
    assert masses["Poisson"] == pytest.approx(stats.poisson.logpmf(k, np.mean(k)).sum(), rel=1e-11)
    assert masses["binomial"] == pytest.approx(stats.binom.logpmf(k, 5, np.mean(k) / 5).sum(), rel=1e-11)


@shows("PD24")
def test_likeliest_model_is_chosen_and_nested_ones_are_no_better() -> None:
    found = steps()
    assert [step.part for step in found] == ["sample", *["model"] * 5, "chosen"]
    last = found[-1]
    best = max(last.fitted, key=lambda one: one.total)
    assert last.fitted[last.best] == best and best.name == "gamma"
    story = told(last)
    assert "most probable under gamma. The next, Gaussian, has a lower ln L." in story.sentence
    assert "never fits the same sample worse" in story.sentence
    assert len(story.checks) == 4 and all(check.holds for check in story.checks)
    assert story.worked[0].startswith("difference in ln L = ")
    rows = story.tables[0].rows
    assert [row[3] for row in rows] == sorted((row[3] for row in rows), reverse=True) and story.tables[0].chosen == 0
    assert CARD.event(last).word == "most likely" and CARD.event(found[1]) is None
    equal = told(steps(kind=MASSES, sample=TOSSES)[-1], kind=MASSES, sample=TOSSES)
    assert "It is not alone." in equal.sentence


@shows("PD24")
def test_model_that_cannot_give_the_sample_comes_last() -> None:
    params = {"sample": (-1.0, 2.0, 3.0)}
    found = steps(**params)
    wait = next(step for step in found if step.fitted and step.fitted[-1].name == "exponential")
    story = told(wait, **params)
    assert "ln L is −∞. It comes last." in story.sentence and story.tables[0].rows[-1][:3] == (
        "exponential",
        1,
        "none fits",
    )
    assert CARD.measure(wait, ANY, CARD.params(**params)) == {}
    (bars,) = [mark for mark in CARD.marks(found[-1], ANY, CARD.params(**params)) if isinstance(mark, Bars)]
    assert bars.labels == ("Gaussian, μ and σ typed", "Gaussian, σ typed", "Gaussian")
    none = engine.trace(KEY, ANY, kind=MASSES, sample=(0.5,)).to_end()
    assert none.ending.kind == "failed" and none[-1].part == "model"
    alike = totals(sample=(2.0, 2.0))
    middle = told(found[3], **params).tables[0]
    assert middle.rows[middle.chosen][0] == "Gaussian"
    assert alike["Gaussian"] == alike["gamma"] == -np.inf and alike["exponential"] > -np.inf
    with pytest.raises(Refusal, match="The sample is empty"):
        engine.trace(KEY, ANY, sample=())


@shows("PD24")
def test_densities_overlap_and_bars_compare_them() -> None:
    found = steps()
    drawn = CARD.marks(found[-1], ANY, CARD.params())
    curves = {mark.label: mark for mark in drawn if isinstance(mark, Curve)}
    assert list(curves) == [one.name for one in found[-1].fitted] and curves["gamma"].role == "boundary"
    top = curves["Gaussian"].positions
    assert top[np.argmax(top[:, 1])] == pytest.approx([5.0, 0.19947], abs=0.02)
    assert curves["Gaussian"].surface.view == pytest.approx((0.25, 10.75, -0.12 * 0.2138, 1.1 * 0.2138), rel=1e-3)
    assert curves["Gaussian"].positions[[0, -1], 0].tolist() == [0.25, 10.75]
    steep = {"sample": (0.001, 0.01, 5.0, 9.0)}
    (endless,) = [
        m for m in CARD.marks(steps(**steep)[-1], ANY, CARD.params(**steep)) if getattr(m, "label", "") == "gamma"
    ]
    assert endless.surface.view[3] < 1.0 and endless.positions[:, 0].min() > 0
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values == pytest.approx([one.total for one in found[-1].fitted]) and bars.chosen == 4
    (stems,) = [mark for mark in drawn if isinstance(mark, Segments)]
    assert stems.starts[:, 0].tolist() == found[0].x.tolist() and stems.ends[:, 1] == pytest.approx(
        0.2 * stems.starts[:, 1]
    )
    second = next(mark for mark in CARD.marks(found[2], ANY, CARD.params()) if isinstance(mark, Bars))
    assert second.chosen == 1 and CARD.measure(found[2], ANY, CARD.params()) == {"ln L": found[2].fitted[-1].total}
    coins = {"kind": MASSES, "sample": TOSSES}
    dots = [m for m in CARD.marks(steps(**coins)[-1], ANY, CARD.params(**coins)) if isinstance(m, Curve)]
    assert len(dots) == 4 and dots[0].positions.tolist() == [[0.0, 0.5], [1.0, 0.5]]


def test_each_model_is_described_with_its_parameters() -> None:
    found = steps()
    assert "Gaussian, μ and σ typed, no free parameter: μ = 4, σ = 3." in told(found[1]).sentence
    assert "Gaussian, 2 free parameters: μ = 5, σ = 2. The sample has ln L = −16.9" in told(found[3]).sentence
    assert "exponential, 1 free parameter: λ = 0.2." in told(found[4]).sentence
    masses = {"kind": MASSES, "sample": (3.0, 0.0, 2.0)}
    assert "binomial, 2 free parameters: n = 3, p = 0.5556." in told(steps(**masses)[3], **masses).sentence
    assert told(found[0]).sentence.startswith("A sample of 8 points. 5 models are fitted")
