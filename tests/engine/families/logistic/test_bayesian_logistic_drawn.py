"""What Bayesian logistic regression draws in weight space: prior, posterior and walk, each where its numbers say."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.marks import Contours, Curve, Ellipse, Line, Points, Region, Segments, Text
from engine.families.logistic.bayesian_logistic import charts
from engine.families.logistic.bayesian_logistic.drawing import marks
from engine.families.logistic.bayesian_logistic.loop import Params
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import penalised
from tests.engine.families.logistic.test_bayesian_logistic_worked import MOONS, phase, run

PARAMS = Params(penalty=0.25, draws=200, burn_in=50, stop_every=10)
STEPS = run(MOONS, penalty=0.25, draws=200, burn_in=50, stop_every=10)
PAIR = [1, 2]
"""With two features their weights are drawn, and the bias is not."""


def drawn(step, kind, role=None):
    shown = [mark for mark in marks(step, MOONS, PARAMS) if mark.surface.name == "Weight space"]
    return [mark for mark in shown if isinstance(mark, kind) and role in (None, mark.role)]


def error(w, alpha=PARAMS.penalty):
    return penalised(w, with_ones(MOONS.X), MOONS.codes.astype(float), np.full(3, alpha))


@pytest.mark.parametrize("name", ["prior", "newton", "laplace", "chain"])
def test_prior_is_circles_of_one_and_two_deviations_about_0(name):
    one, two = drawn(phase(STEPS, name), Ellipse, "margin")
    assert one.centre.tolist() == two.centre.tolist() == [0, 0]
    assert one.covariance == pytest.approx(np.eye(2) / 0.25) and two.covariance == pytest.approx(np.eye(2) / 0.25)
    assert (one.scale, two.scale) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("name", "words"), [("prior", "the bias is 0."), ("newton", "the bias follows,"), ("laplace", "the bias follows,")]
)
def test_weight_space_caption_begins_with_its_subject(name, words):
    told = [text.text for text in drawn(phase(STEPS, name), Text)]
    assert any(text.startswith(f"A slice: {words}") for text in told), told


def test_landscape_before_the_data_is_the_error_alone():
    (levels,) = drawn(phase(STEPS, "prior"), Contours)
    places = np.array([[0.0, 0.0], [1.0, -2.0]])
    assert levels.function(places) == pytest.approx([error(np.array([0.0, *place]), 0.0) for place in places])


def test_laplace_is_drawn_about_w_map_with_its_covariance():
    step = phase(STEPS, "laplace")
    one, two = drawn(step, Ellipse, "axis")
    spread = step.model.covariance[1:, 1:]
    assert (one.scale, two.scale) == (1.0, 2.0)
    for ellipse in (one, two):
        assert ellipse.centre == pytest.approx(step.model.packed[PAIR]) and ellipse.covariance == pytest.approx(spread)
    (best,) = drawn(step, Points, "best")
    assert best.positions[0] == pytest.approx(step.model.packed[PAIR]) and best.labels == ("w_MAP",)
    (levels,) = drawn(step, Contours)
    deviations = np.array([1.0, 2, 3, 4, 5, 6])
    assert levels.levels == pytest.approx(error(step.model.packed) + deviations**2 / 2)


def test_last_proposal_starts_at_the_position_with_its_outcome():
    words = set()
    for step in [step for step in STEPS if step.phase == "chain"]:
        chain = step.chain
        states = np.vstack([chain.start, chain.states(0)])
        proposal, taken = chain.proposals(chain.seen - 1)[0], bool(chain.accepted(chain.seen - 1)[0])
        (arrow,) = drawn(step, Segments)
        assert arrow.starts[0] == pytest.approx(states[-2][PAIR]) and arrow.ends[0] == pytest.approx(proposal[PAIR])
        (word,) = [mark for mark in drawn(step, Points) if mark.labels in (("accepted",), ("rejected",))]
        assert word.labels == ("accepted" if taken else "rejected",) and word.positions[0] == pytest.approx(
            proposal[PAIR]
        )
        (here,) = drawn(step, Points, "focus")
        assert here.positions[0] == pytest.approx((proposal if taken else states[-2])[PAIR])
        (refused,) = drawn(step, Points, "ghost")
        fresh = chain.seen - step.fresh
        assert refused.positions == pytest.approx(chain.proposals(fresh)[~chain.accepted(fresh)][:, PAIR])
        words |= set(word.labels)
    assert words == {"accepted", "rejected"}


def test_sampled_lines_match_their_weights_and_tints_are_0_1_and_0_9():
    step = phase(STEPS, "laplace")
    shown = [mark for mark in marks(step, MOONS, PARAMS) if mark.surface.kind == "plane"]
    fan = [mark for mark in shown if isinstance(mark, Line) and mark.role == "spoke"]
    assert len(fan) == len(step.fan) > 0
    for line, w in zip(fan, step.fan, strict=True):
        assert line.weights.tolist() == w[1:].tolist() and line.bias == w[0]
    assert next(mark for mark in shown if isinstance(mark, Region)).levels == (0.9,)


def test_running_mean_begins_after_the_burn_in():
    step = [one for one in STEPS if one.chain is not None and one.chain.seen > PARAMS.burn_in][-1]
    shown = [
        mark for mark in marks(step, MOONS, PARAMS) if mark.surface.name == charts.TRACE and isinstance(mark, Curve)
    ]
    by_role = {mark.role: mark.positions for mark in shown if isinstance(mark, Curve)}
    values = step.chain.states()[:, PAIR[0]]
    assert by_role["ghost"][:, 0].tolist() == list(range(1, PARAMS.burn_in + 1))
    assert by_role["boundary"][:, 0].tolist() == list(range(PARAMS.burn_in + 1, len(values) + 1))
    assert by_role["boundary"][:, 1] == pytest.approx(
        [values[PARAMS.burn_in : end].mean() for end in range(PARAMS.burn_in + 1, len(values) + 1)]
    )
    assert by_role["spoke"][:, 1].tolist() == values[PARAMS.burn_in :].tolist()
