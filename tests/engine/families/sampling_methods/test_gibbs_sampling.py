"""Gibbs sampling: moments within their errors, conditionals by scipy, the same chains with more, and what is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Contours, Curve, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.sampling_methods.targets import BANANA, CORRELATED, TWO

KEY = "gibbs_sampling"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


def drawn(step: Any, kind: type, name: str, **params: Any) -> list[Any]:
    found = CARD.marks(step, ANY, CARD.params(**params))
    return [mark for mark in found if isinstance(mark, kind) and mark.surface.name == name]


@pytest.mark.parametrize("density", [CORRELATED, BANANA])
def test_means_and_deviations_match_the_density(density: str) -> None:
    params = {"density": density, "draws": 1500}
    last = steps(**params)[-1]
    means, deviations = CARD.params(**params).target.moments
    assert (np.abs(last.worth.means - means) < 4 * last.worth.errors).all()
    assert last.worth.deviations == pytest.approx(deviations, rel=0.1) and last.worth.r_hat.max() < 1.05
    if density == CORRELATED:
        kept = last.draws[:, 151:].reshape(-1, 2)
        assert np.corrcoef(kept.T)[0, 1] == pytest.approx(0.9, abs=0.03)
        assert deviations == pytest.approx([1.0, 1.0], abs=1e-6) and means.tolist() == [0.0, 0.0]


def test_draw_is_where_the_conditional_cdf_reaches_u() -> None:
    from scipy.stats import norm

    found = steps()
    first, second = found[1], found[2]
    assert (first.j, second.j) == (0, 1) and first.before[:, 1] == pytest.approx(first.z[:, 1])
    deviation = np.sqrt(1 - 0.9**2)
    wanted = norm.ppf(first.u, 0.9 * first.before[0, 1], deviation)
    assert first.z[0, 0] == pytest.approx(wanted, abs=2e-3) and second.z[0, 0] == first.z[0, 0]
    assert second.z[0, 1] == pytest.approx(norm.ppf(second.u, 0.9 * second.before[0, 0], deviation), abs=2e-3)
    axis = CARD.params().target.axes[0]
    assert first.conditional == pytest.approx(norm.pdf(axis, 0.9 * first.before[0, 1], deviation), abs=1e-6)
    story = told(first)
    given = first.before[0, 1]
    assert (
        story.sentence.startswith("The first chain draws x₁")
        and f"given x₂ = {given:.4g}" in story.sentence
        and "always taken" in story.sentence
    )
    assert story.worked == (f"mean given x₂ = ρ x₂ = 0.9·{given:.4g} = {0.9 * given:.4g}",)
    assert told(steps(density=BANANA)[1], density=BANANA).worked == ()


def test_strong_correlation_lowers_the_effective_sample_size() -> None:
    worth = [steps(correlation=rho, draws=500)[-1].worth for rho in (0.0, 0.9, 0.98)]
    assert worth[0].sizes.min() > 3 * worth[1].sizes.min() > 6 * worth[2].sizes.min()
    theory = 0.9**2  # of x₁ from one sweep to the next
    assert worth[1].correlations[0, 1] == pytest.approx(theory, abs=0.08) and worth[1].correlations[0, 0] == 1.0
    assert worth[1].number == 4 * 450


def test_chains_stuck_at_their_start_disagree() -> None:
    params = {"density": TWO, "chains": 4, "draws": 40, "warm_up": 0.0, "correlation": 0.0}
    found = [step for step in steps(**params) if step.worth is not None]
    assert "do not agree yet: R is" in told(found[0], **params).sentence and CARD.event(found[0]) is None
    last = steps()[-1]
    assert "The chains agree: R is" in told(last).sentence and CARD.event(last).word == "agree"


def test_chain_is_independent_of_other_chains_and_of_display() -> None:
    one, four = steps(chains=1)[-1].draws, steps(chains=4)[-1].draws
    assert (one[0] == four[0]).all()
    assert (steps(singly=1)[-1].draws == four).all() and len(steps(singly=1)) < len(steps())
    assert (steps(chains=8)[-1].draws[:4] == four).all()


def test_the_diagnostics_are_told() -> None:
    last = steps()[-1]
    story = told(last)
    worth = last.worth
    assert "1,080 draws after the warm-up are worth" in story.sentence and "300 of 300 so far" in story.sentence
    assert worth.errors == pytest.approx(worth.deviations / np.sqrt(worth.sizes))
    names = [number.name for number in story.numbers]
    assert names == ["means", "standard errors", "effective sample sizes", "R of the chains"]
    assert story.tables[0].rows[0][:3] == ("x1", pytest.approx(worth.means[0]), 0.0)
    assert CARD.measure(last, ANY, CARD.params()) == {"effective sample size": worth.sizes.min()}
    assert f"{last.count} sweeps more, 300 of 300" in story.sentence
    early = steps()[3]
    assert told(early).sentence.startswith("Both numbers of each chain have been drawn, 1 of 300")
    assert "The warm-up does not count." in told(early).sentence and CARD.measure(early, ANY, CARD.params()) == {}
    assert told(steps()[0]).sentence.startswith("4 chains begin far from the middle.")


def test_walks_trace_and_autocorrelation_are_drawn() -> None:
    last = steps()[-1]
    walk = "Chains over the density"
    (path,) = drawn(last, Segments, walk)
    moves = path.ends - path.starts
    assert (np.abs(moves).min(axis=1) < 1e-12).all() and path.groups.tolist() == sorted(path.groups.tolist())
    assert path.ends[path.groups == 3][-1].tolist() == last.z[3].tolist()
    dots, now = drawn(last, Points, walk)
    assert now.positions.tolist() == last.z.tolist() and len(dots.positions) == 4 * 270
    (lines,) = drawn(last, Contours, walk)
    assert lines.function(np.zeros((1, 2))) == pytest.approx([1.0])
    traces = drawn(last, Curve, "Trace of x₁")
    assert len(traces) == 4 and traces[2].positions[:, 1].tolist() == last.draws[2, :, 0].tolist()
    mean, warm = drawn(last, Segments, "Trace of x₁")
    assert mean.starts[0, 1] == mean.ends[0, 1] == 0.0 and warm.starts[0, 0] == warm.ends[0, 0] == 30.0
    one, other = drawn(last, Curve, "Autocorrelation")
    assert one.positions[:, 1].tolist() == last.worth.correlations[0].tolist() and other.label == "x₂"


def test_conditional_and_its_line_are_drawn() -> None:
    first = steps()[1]
    line, move = [m for m in drawn(first, Segments, "Chains over the density") if m.role != "path"]
    assert (line.starts[0, 0], line.ends[0, 0]) == (-3.6, 3.6) and line.starts[0, 1] == line.ends[0, 1] == first.before[
        0, 1
    ]
    assert move.starts.tolist() == first.before[:1].tolist() and move.ends.tolist() == first.z[:1].tolist()
    (curve,) = drawn(first, Curve, "Conditional of the first chain")
    (tip,) = drawn(first, Points, "Conditional of the first chain")
    assert curve.surface.view == pytest.approx(
        (-3.6, 3.6, -0.05 * first.conditional.max(), 1.1 * first.conditional.max())
    )
    assert (
        np.abs(curve.positions[:, 0]).max() <= 3.6 and len(drawn(first, Points, "Conditional of the first chain")) == 1
    )
    (focus,) = [m for m in drawn(first, Points, "Chains over the density") if m.role == "focus"]
    assert focus.positions.tolist() == first.z[:1].tolist()
    (foot,) = drawn(first, Segments, "Conditional of the first chain")
    assert foot.starts.tolist() == [[first.z[0, 0], 0.0]] and foot.ends.tolist() == tip.positions.tolist()
    assert tip.positions[0, 0] == first.z[0, 0] and curve.surface.x == "x₁ given x₂"
    assert curve.positions[:, 1].max() == pytest.approx(first.conditional.max())
    assert drawn(steps()[2], Curve, "Conditional of the first chain")[0].surface.x == "x₂ given x₁"
