"""Expected loss: W26, the threshold of two losses, rejecting, and what is drawn to be typed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Matrix
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.decisions.expected_loss.drawing import envelope
from tests.catalogue import shows

KEY = "expected_loss"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
CANCER = (0.0, 1000.0, 1.0, 0.0)
"""W26: rows cancer and normal, columns the decisions."""


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(name: str, **params: Any) -> Story:
    return next(CARD.explain(one, ANY, CARD.params(**params)) for one in steps(**params) if one.part == name)


@shows("DE4", "W26")
@pytest.mark.parametrize(
    ("probability", "say_cancer", "say_normal", "best"), [(0.0005, 0.9995, 0.5, 1), (0.002, 0.998, 2.0, 0)]
)
def test_w26_the_costly_mistake_decides(probability: float, say_cancer: float, say_normal: float, best: int) -> None:
    run = steps(probability=probability, loss=CANCER)
    choice = next(step for step in run if step.part == "choice")
    assert choice.risks == pytest.approx([say_cancer, say_normal], rel=1e-12)
    assert choice.action == best
    assert run[-1].threshold == pytest.approx(0.000999000999001, rel=1e-9)


@shows("DE4")
def test_less_probable_class_can_be_the_better_answer() -> None:
    story = told("choice", probability=0.002, loss=CANCER)
    assert "Class 2 is the more probable, and yet action 2 would cost more." in story.sentence
    assert told("action", probability=0.002, loss=CANCER).worked == ("R1 = 0·0.002 + 1·0.998 = 0.998",)
    equal = told("choice", probability=0.5)
    assert equal.sentence.startswith("2 actions have the least expected loss, 0.5: the first, action 1, is taken.")


@shows("DE4")
def test_losses_are_typed_in_place_and_risks_are_bars() -> None:
    at = next(step for step in steps(loss=CANCER) if step.part == "choice")
    drawn = CARD.marks(at, ANY, CARD.params(loss=CANCER))
    losses = next(mark for mark in drawn if isinstance(mark, Matrix))
    assert losses.parameter == "loss" and losses.values.ravel().tolist() == list(CANCER)
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values.tolist() == at.risks.tolist() and bars.chosen == at.action
    (least,) = [mark for mark in drawn if isinstance(mark, Curve) and mark.role == "best"]
    assert least.positions[1] == pytest.approx([1 / 1001, 1000 / 1001])


def test_rejecting_is_best_if_no_class_is_probable_enough() -> None:
    story = told("choice", probability=0.5, reject=(0.2,))
    assert story.sentence == "reject has the least expected loss, 0.2. No class is probable enough to be named."
    assert told("choice", probability=0.9, reject=(0.2,)).sentence.startswith("action 1")


def test_more_classes_and_utilities() -> None:
    run = steps(posterior=(2.0, 1.0, 1.0), loss=(-1.0, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0, 0.0, -1.0))
    assert run[-1].risks == pytest.approx([-0.5, -0.75, -0.25]) and run[-1].action == 1


@given(st.lists(st.floats(-5, 5), min_size=4, max_size=4), st.floats(0, 1))
def test_the_envelope_is_the_least_risk(loss: list[float], probability: float) -> None:
    L = np.array(loss).reshape(2, 2)
    at = envelope(L)
    there = np.interp(probability, at[:, 0], at[:, 1])
    assert there == pytest.approx(min(np.array([probability, 1 - probability]) @ L), abs=1e-9)
    run = steps(probability=probability, loss=tuple(loss))
    assert run[-2 if run[-1].part == "threshold" else -1].action == int(run[-1].risks.argmin())


def test_without_a_threshold_it_is_said() -> None:
    assert "there is no threshold" in told("threshold", loss=(0.0, 1.0, 0.0, 1.0)).sentence


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"loss": (1.0, 2.0, 3.0)}, "loss has 3 numbers", SetParameter("loss", (0.0, 1.0, 1.0, 0.0))),
        ({"posterior": (-1.0, 2.0)}, "posterior is two numbers or more", SetParameter("posterior", ())),
    ],
)
def test_mismatched_losses_are_refused_with_a_remedy(params: dict[str, Any], words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert refused.value.remedies == (remedy,)
