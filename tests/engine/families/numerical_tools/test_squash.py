"""Sigmoid and softmax: W34, scipy.special, scores of a thousand, ties, two classes, and what is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Matrix, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "squash"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
W34 = {"function": "softmax", "scores": (1.0, 2.0, 3.0)}


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


@shows("PD19", "W34")
@pytest.mark.parametrize(
    ("a", "y", "slope"),
    [(-2.0, 0.119202922022, 0.104993585404), (0.0, 0.5, 0.25), (2.0, 0.880797077978, 0.104993585404)],
)
def test_w34_the_sigmoid_and_its_slope(a: float, y: float, slope: float) -> None:
    last = steps(a=a, p=0.9)[-1]
    assert (last.y, last.slope) == pytest.approx((y, slope), rel=1e-11)
    assert last.logit == pytest.approx(2.19722457734, rel=1e-11)
    assert all(check.holds for step in steps(a=a) for check in told(step, a=a).checks)


@shows("PD19", "W34")
def test_w34_log_is_finite_where_the_sigmoid_underflows() -> None:
    found = steps(a=-800.0)
    assert found[1].y == 0.0 and found[3].ln_y == -800.0
    assert "σ itself is 0 to the computer" in told(found[3], a=-800.0).sentence
    assert "would be too large for a number" in told(found[0], a=-800.0).sentence
    assert "no digit is lost" in told(steps()[3]).sentence


@shows("PD19")
@given(st.floats(-1000, 1000), st.floats(1e-12, 1 - 1e-12))
def test_the_sigmoid_is_that_of_scipy(a: float, p: float) -> None:
    from scipy.special import expit, log_expit, logit

    last = steps(a=a, p=p)[-1]
    assert last.y == pytest.approx(float(expit(a)), rel=1e-14, abs=1e-300)
    assert last.ln_y == pytest.approx(float(log_expit(a)), rel=1e-14, abs=1e-300)
    assert last.logit == pytest.approx(float(logit(p)), rel=1e-13, abs=1e-15)
    assert last.slope == pytest.approx(float(expit(a) * expit(-a)), rel=1e-13, abs=1e-300)


@shows("PD19")
def test_tangent_mirrored_point_and_logit_are_drawn() -> None:
    found = steps()
    value, slope, logit = (CARD.marks(found[k], ANY, CARD.params()) for k in (1, 2, 4))
    (across,) = [mark for mark in value if isinstance(mark, Segments)]
    assert ((across.starts + across.ends) / 2).ravel() == pytest.approx([0.0, 0.5])
    assert across.ends.ravel() == pytest.approx([2.0, 0.880797077978])
    (tangent,) = [mark for mark in slope if isinstance(mark, Segments)]
    rise, run = (tangent.ends - tangent.starts)[0, ::-1]
    assert rise / run == pytest.approx(0.104993585404)
    assert next(mark for mark in slope if isinstance(mark, Points)).positions.ravel() == pytest.approx(across.ends[0])
    level, down = [mark for mark in logit if isinstance(mark, Segments)]
    assert level.ends.ravel() == pytest.approx([2.19722457734, 0.9])
    assert down.ends.ravel() == pytest.approx([2.19722457734, 0.0])
    curve = next(mark for mark in logit if isinstance(mark, Curve)).positions
    assert curve[:, 1] == pytest.approx(1 / (1 + np.exp(-curve[:, 0])))
    assert "It is more probable than not." in told(found[4]).sentence
    assert "equally probable" in told(steps(p=0.5)[4], p=0.5).sentence
    assert "less probable than not" in told(steps(p=0.2)[4], p=0.2).sentence


@shows("PD20", "W34")
@pytest.mark.parametrize("scores", [(1.0, 2.0, 3.0), (1000.0, 1001.0, 1002.0)])
def test_w34_the_softmax_and_its_jacobian(scores: tuple[float, ...]) -> None:
    last = steps(function="softmax", scores=scores)[-1]
    assert last.shares == pytest.approx([0.0900305731704, 0.244728471055, 0.665240955775], rel=1e-11)
    assert last.jacobian[0] == pytest.approx([0.081925069065, -0.0220330445202, -0.0598920245448], rel=1e-10)
    assert last.jacobian[2, 2] == pytest.approx(0.222695426535, rel=1e-10)
    assert all(check.holds for check in told(last, **W34).checks)


@shows("PD20", "W34")
def test_w34_two_class_softmax_is_the_sigmoid_of_the_difference() -> None:
    params = {"function": "softmax", "scores": (1.0, 3.0)}
    shares = steps(**params)[3]
    assert shares.shares == pytest.approx([0.119202922022, 0.880797077978], rel=1e-11)
    story = told(shares, **params)
    assert "the sigmoid of the difference" in story.sentence and len(story.checks) == 3
    assert all(check.holds for check in story.checks)
    assert "adding 5 to all scores changes nothing" in [check.words for check in story.checks]


@shows("PD20")
@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=12), st.floats(0.1, 10))
def test_softmax_matches_scipy_at_any_temperature(scores: list[float], T: float) -> None:
    from scipy.special import softmax

    params = {"function": "softmax", "scores": tuple(scores), "temperature": T}
    last = steps(**params)[-1]
    assert last.shares == pytest.approx(softmax(np.array(scores) / T), rel=1e-9, abs=1e-12)
    assert all(check.holds for step in steps(**params) for check in told(step, **params).checks)


@shows("PD20")
def test_jacobian_matches_finite_differences_at_another_temperature() -> None:
    from scipy.special import softmax

    a, T, h = np.array([1.0, 2.0, 3.0]), 2.5, 1e-6
    last = steps(**W34, temperature=T)[-1]
    for j, way in enumerate(np.eye(3)):
        assert last.jacobian[:, j] == pytest.approx(
            (softmax((a + h * way) / T) - softmax((a - h * way) / T)) / (2 * h), abs=1e-9
        )


@shows("PD20")
def test_bars_go_from_scores_to_exponentials_to_shares() -> None:
    found = steps(**W34)
    drawn = [mark for mark in CARD.marks(found[3], ANY, CARD.params(**W34)) if isinstance(mark, Bars)]
    assert [mark.values.tolist() for mark in drawn] == [
        [1.0, 2.0, 3.0], found[3].powers.tolist(), found[3].shares.tolist()
    ]  # fmt: skip
    assert found[3].powers == pytest.approx(np.exp([-2.0, -1.0, 0.0]))
    last = CARD.marks(found[4], ANY, CARD.params(**W34))
    assert [type(mark) for mark in last] == [Bars, Matrix]
    tied = {"function": "softmax", "scores": (4.0, 4.0, 1.0)}
    assert "2 scores tie, and share equally" in told(steps(**tied)[3], **tied).sentence
    assert "Class 3 has the greatest, 0.6652." in told(found[3], **W34).sentence


def test_activation_and_probability_are_draggable() -> None:
    held = {handle.parameter: handle for handle in CARD.drags}
    found = steps()
    assert held["a"].track(found[0], ANY, CARD.params()).value_at(np.array([-4.0, 0.3])) == pytest.approx(-4.0)
    assert held["p"].track(found[4], ANY, CARD.params()).value_at(np.array([1.0, 0.3])) == pytest.approx(0.3)
    assert held["p"].track(found[0], ANY, CARD.params()) is None
    assert held["a"].track(steps(**W34)[0], ANY, CARD.params(**W34)) is None


def test_the_softmax_of_one_score_is_refused() -> None:
    with pytest.raises(Refusal, match="takes 2 scores or more") as refused:
        engine.trace(KEY, ANY, function="softmax", scores=(1.0,))
    assert refused.value.remedies == (SetParameter("scores", (1.0, 2.0, 3.0)),)


def test_softmax_is_worked_and_explained() -> None:
    found = steps(**W34)
    assert "none is above 0, so none overflows." in told(found[1], **W34).sentence
    assert told(found[3], **W34).worked == ("y3 = 1 / 1.5032 = 0.6652",)
    hot = {**W34, "temperature": 2.0}
    assert "The temperature T = 2 divides them." in told(steps(**hot)[1], **hot).sentence
    exponentials = CARD.marks(found[2], ANY, CARD.params(**W34))[1]
    assert exponentials.surface.name == "Exponentials, the greatest 1"
    (tangent,) = [mark for mark in CARD.marks(steps()[2], ANY, CARD.params()) if isinstance(mark, Segments)]
    assert ((tangent.starts + tangent.ends) / 2).ravel() == pytest.approx([2.0, 0.880797077978])
