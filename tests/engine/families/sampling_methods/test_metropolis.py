"""Metropolis sampling: moments, the rule of every move, stuck chains, two bells, and what is drawn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Ellipse, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.sampling_methods.targets import NAMES, TWO, target_of
from engine.maths.probability.metropolis import effective_sizes, standard_error
from tests.catalogue import shows
from tests.examples import numbers

KEY = "metropolis"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


def drawn(step: Any, kind: type, name: str, **params: Any) -> list[Any]:
    found = CARD.marks(step, ANY, CARD.params(**params))
    return [mark for mark in found if isinstance(mark, kind) and mark.surface.name == name]


@shows("OP9")
def test_op9_moments_of_a_gaussian_are_within_four_standard_errors() -> None:
    last = steps(correlation=0.5, draws=2000, scale=1.5)[-1]
    kept = last.draws[:, 201:]
    for j in range(2):
        errors = [standard_error(chain[:, j]) for chain in kept]
        off = kept[:, :, j].mean()
        assert abs(off) < 4 * np.sqrt(np.square(errors).sum()) / len(kept)
        assert kept[:, :, j].std() == pytest.approx(1.0, abs=0.12)
        assert last.worth.sizes[j] == pytest.approx(effective_sizes(kept[:, :, j]).sum())


@pytest.mark.parametrize("density", NAMES)
def test_acceptance_follows_the_density_ratio(density: str) -> None:
    run = steps(density=density, singly=20, draws=100)
    target = CARD.params(density=density).target
    taken = 0
    for asked, moved in zip(run[1:41:2], run[2:42:2], strict=True):
        assert (asked.part, moved.part) == ("proposal", "move")
        here, there = target.log_p(np.array([asked.before[0], asked.proposal]))
        assert asked.levels == pytest.approx((here, there))
        goes = math.log(asked.u) < there - here
        taken += goes
        assert bool(moved.accepted[0]) == goes and moved.taken[0] == taken
        assert moved.z[0].tolist() == (asked.proposal if goes else asked.before[0]).tolist()
        said = told(asked, density=density).sentence
        assert said.endswith(("no lower there: it goes.", "is below it: it goes.") if goes else ("it stays.",))
        if there < here and there - here > -700:
            assert numbers(told(asked, density=density))["p(z′) / p(z)"] == pytest.approx(math.exp(there - here))


@shows("OP9")
def test_op9_stuck_chains_are_named_with_effective_size_zero() -> None:
    trace = engine.trace(KEY, ANY, scale=900.0).to_end()
    last = trace[-1]
    assert last.taken.tolist() == [0, 0, 0, 0] and trace.ending.kind == "stopped"
    assert trace.ending.words == "Chains 1, 2, 3 and 4 have accepted none of 500 proposals: take a smaller scale."
    story = told(last, scale=900.0)
    worth = "have accepted nothing, and the draws of a stuck chain are worth nothing: take a smaller scale."
    assert story.sentence.endswith(f"accepted. Chains 1, 2, 3 and 4 {worth}") and not story.tables
    assert set(numbers(story)) == {"acceptance"}, "no standard error of a chain that never moved"
    one = engine.trace(KEY, ANY, scale=900.0, chains=1).to_end().ending.words
    assert one == "Chain 1 has accepted none of 500 proposals: take a smaller scale."


@shows("OP9")
def test_op9_two_bells_keep_short_steps_apart_and_long_ones_do_not() -> None:
    short, long = ({"density": TWO, "scale": scale, "draws": 2000} for scale in (0.1, 3.0))
    trace = engine.trace(KEY, ANY, **short).to_end()
    assert trace[-1].worth.r_hat.max() > 1.5 and trace.ending.kind == "stopped"
    assert "a chain hardly leaves its bell" in told(trace[-1], **short).sentence
    assert "The chains do not agree yet." in trace.ending.words
    trace = engine.trace(KEY, ANY, **long).to_end()
    assert trace[-1].worth.r_hat.max() < 1.1 and trace.ending.kind == "converged"
    assert "bell" not in told(trace[-1], **long).sentence and CARD.event(trace[-1]).word == "agree"


@pytest.mark.parametrize(("scale", "words"), [(0.02, "too short"), (20.0, "too long"), (1.5, "")])
def test_scale_is_advised_by_the_acceptance(scale: float, words: str) -> None:
    run = steps(scale=scale)
    last, story = run[-1], told(run[-1], scale=scale)
    share = last.taken.sum() / (4 * 500)
    assert numbers(story)["acceptance"] == pytest.approx(share)
    remedy = {"too short": "larger", "too long": "smaller", "": ""}[words]
    advised = f"accepted. The steps are {words}: take a {remedy} scale. "
    assert advised in story.sentence if words else "The steps are" not in story.sentence
    assert {"too short": share > 0.7, "too long": 0 < share < 0.1, "": 0.1 < share < 0.7}[words]


@shows("OP9")
def test_op9_burn_in_and_thinning_leave_out_draws() -> None:
    whole, thin = (steps(thinning=every, warm_up=0.2)[-1] for every in (1, 5))
    assert whole.draws.tolist() == thin.draws.tolist()
    assert (whole.worth.number, thin.worth.number) == (4 * 400, 4 * 80)
    kept = whole.draws[:, 101:]
    assert whole.worth.means == pytest.approx(kept.mean(axis=(0, 1)))
    assert thin.worth.means == pytest.approx(kept[:, 4::5].mean(axis=(0, 1)))
    rho = numbers(told(whole, warm_up=0.2))["ρ of the next draw"]
    assert rho == pytest.approx(whole.worth.correlations[:, 1]) and (rho > 0.5).all()


def test_proposal_is_drawn_from_where_the_chain_is() -> None:
    asked = steps(scale=0.7)[1]
    (arrow,) = [one for one in drawn(asked, Segments, "Chains over the density", scale=0.7) if one.arrows]
    assert (arrow.starts.tolist(), arrow.ends.tolist()) == ([asked.before[0].tolist()], [asked.proposal.tolist()])
    (circle,) = drawn(asked, Ellipse, "Chains over the density", scale=0.7)
    assert circle.centre.tolist() == asked.before[0].tolist()
    assert circle.covariance == pytest.approx(0.49 * np.eye(2)) and circle.scale == 1.0
    (goal,) = [one for one in drawn(asked, Points, "Chains over the density", scale=0.7) if one.role == "focus"]
    assert goal.positions.tolist() == [asked.proposal.tolist()] and goal.labels == ("z′",)


@shows("OP9")
def test_op9_histogram_has_area_1_and_stands_beside_the_density() -> None:
    last = steps(thinning=3)[-1]
    outline, density = drawn(last, Curve, "Histogram of x₁", thinning=3)
    assert outline.surface.open and np.trapezoid(*outline.positions.T[::-1]) == pytest.approx(1.0)
    values = last.draws[:, 53::3, 0].ravel()
    view = CARD.params().target.view[:2]
    heights, edges = np.histogram(values, 40, (min(view[0], values.min()), max(view[1], values.max())), density=True)
    assert outline.positions[::2].tolist() == np.column_stack([edges[:-1], heights]).tolist()
    assert outline.positions[1::2].tolist() == np.column_stack([edges[1:], heights]).tolist()
    at = density.positions[:, 0]
    assert density.positions[:, 1] == pytest.approx(np.exp(-0.5 * at**2) / np.sqrt(2 * np.pi), abs=1e-3)
    assert all(not one.surface.open for one in drawn(last, Curve, "Autocorrelation", thinning=3))
    assert drawn(last, Curve, "Trace of x₁", thinning=3)


def test_marginal_of_two_bells_is_half_of_each() -> None:
    target = target_of(TWO, 0.0)
    x = target.axes[0]
    wanted = (np.exp(-0.5 * (x - 1.8) ** 2) + np.exp(-0.5 * (x + 1.8) ** 2)) / (2 * np.sqrt(2 * np.pi))
    assert target.marginal == pytest.approx(wanted, abs=1e-3)


def test_events_and_measures() -> None:
    run = steps()
    for step in run[1:13]:
        said = CARD.event(step)
        refused = step.part == "move" and not step.accepted[0]
        assert (said is not None and said.word == "rejected") == refused
    assert CARD.measure(run[-1], ANY, CARD.params()) == {"acceptance": run[-1].share}
    assert CARD.measure(run[0], ANY, CARD.params()) == {} and "4 chains begin" in told(run[0]).sentence


def test_steps_in_words() -> None:
    run = steps()
    assert [told(step).sentence for step in (*run[:3], run[7], run[8])] == [
        "4 chains begin far from the middle. Each proposes a random step, and accepts it by the ratio of the densities "
        "there and here.",
        "The first chain is asked to go from (−3.06, 3.06) to (−1.616, 2.164). The density is no lower there: it goes.",
        "The first chain goes there, 1 of 500 so far. 25.0 % of all proposals were accepted. The warm-up does not "
        "count.",
        "The first chain is asked to go from (−0.02697, 2.331) to (0.7923, 3.137). The density there is 0.3097 of that "
        "here, which is the probability to go. The random number u is not below it: it stays.",
        "The first chain stays where it was, 4 of 500 so far. 37.5 % of all proposals were accepted. The warm-up does "
        "not count.",
    ]
    assert told(run[-1]).sentence.startswith("26 moves more, 500 of 500 so far. 32.0 % of all proposals were accepted.")
    far = told(steps(scale=900.0)[1], scale=900.0).sentence
    assert far.endswith("to (1296, −803.3). There is as good as no density there: it stays.")
    assert told(steps(chains=1)[0], chains=1).sentence.startswith("1 chain begins far from the middle.")


def test_walk_and_trace_are_those_of_the_run() -> None:
    last = steps()[-1]
    (mean,) = [one for one in drawn(last, Segments, "Trace of x₁") if one.role == "margin"]
    assert mean.starts[0, 1] == mean.ends[0, 1] == CARD.params().target.moments[0][0]
    (warm,) = [one for one in drawn(last, Segments, "Trace of x₁") if one.role == "ghost"]
    assert warm.starts[0, 0] == warm.ends[0, 0] == 50
    now = [one for one in drawn(last, Points, "Chains over the density") if one.role == "centre"]
    assert now[0].positions.tolist() == last.z.tolist()
