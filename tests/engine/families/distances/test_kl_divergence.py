"""Kullback-Leibler divergence: W02, scipy, both directions, zeros, and what is typed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Matrix
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "kl_divergence"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(part: str, **params: Any) -> list[Story]:
    return [CARD.explain(step, ANY, CARD.params(**params)) for step in steps(**params) if step.part == part]


@shows("DS9", "W02")
def test_w02_both_directions_in_bits_and_nats() -> None:
    last = steps()[-1]
    assert last.divergence == pytest.approx(0.143220350553, rel=1e-9)
    assert last.reverse == pytest.approx(0.168250633859, rel=1e-9)
    assert steps(base="nats")[-1].divergence == pytest.approx(0.0992727821846, rel=1e-9)
    assert "another number" in told("other way")[0].sentence


@shows("DS9", "W02")
def test_w02_zeros_add_nothing_or_make_it_infinite() -> None:
    p, q = (0.5, 0.5, 0.0), (0.25, 0.25, 0.5)
    assert steps(p=p, q=q)[-1].divergence == pytest.approx(1.0)
    assert told("term", p=p, q=q)[2].sentence == "Value 3 never occurs in p: its term is 0, whatever q is."
    run = steps(p=q, q=p)
    assert run[-1].divergence == float("inf") and np.isfinite(steps(p=q, q=p, smoothing=0.01)[-1].divergence)
    assert told("term", p=q, q=p)[-1].sentence.startswith("Value 3 has the probability 0.5 in p and 0 in q")


@shows("E002-13")
def test_w02_leading_minus_makes_it_negative() -> None:
    (misprint,) = told("sum")[0].misprints
    assert misprint.gives == pytest.approx(-0.143220350553)


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=8), st.integers(0, 10_000))
def test_divergence_matches_scipy_and_is_nonnegative(weights: list[float], seed: int) -> None:
    from scipy.special import rel_entr

    other = np.random.default_rng(seed).uniform(0.01, 1, len(weights))
    last = steps(p=tuple(weights), q=tuple(other.tolist()), normalise=True, base="nats")[-1]
    assert last.divergence == pytest.approx(float(rel_entr(last.p, last.q).sum()), abs=1e-12)
    assert last.divergence >= -1e-12


@shows("DS9")
def test_pairs_and_terms_are_drawn_and_both_tables_editable() -> None:
    at = next(step for step in steps() if step.j == 1)
    drawn = CARD.marks(at, ANY, CARD.params())
    assert [mark.parameter for mark in drawn if isinstance(mark, Matrix)] == ["p", "q"]
    pairs, terms = (mark for mark in drawn if isinstance(mark, Bars))
    assert pairs.values == pytest.approx([0.7, 0.5, 0.2, 0.25, 0.1, 0.25])
    assert terms.values.tolist() == at.forth.tolist() and terms.values[1] < 0
    last = steps()[-1]
    _, forth, back = (mark for mark in CARD.marks(last, ANY, CARD.params()) if isinstance(mark, Bars))
    assert back.surface.name == "Terms of D(q ‖ p)" and back.values.tolist() == last.back.tolist()
    assert back.values == pytest.approx(last.q * np.log2(last.q / last.p)) and forth.surface != back.surface
    gap = {"p": (1.0, 0.0), "q": (0.5, 0.5)}
    last = engine.trace(KEY, ANY, **gap).to_end()[-1]
    assert len([mark for mark in CARD.marks(last, ANY, CARD.params(**gap)) if isinstance(mark, Bars)]) == 2


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"p": (0.5, 0.2, 0.1), "normalise": False}, "p adds up to 0.8, and not to 1", SetParameter("normalise", True)),
        ({"q": (0.5, 0.5)}, "p has 3 numbers and q 2", SetParameter("q", (1 / 3,) * 3)),
        ({"p": (-0.1, 0.6, 0.5)}, "the least of p is −0.1", SetParameter("p", (1 / 3,) * 3)),
    ],
)
def test_what_is_no_distribution_is_refused(params: dict[str, Any], words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert refused.value.remedies == (remedy,)


@shows("DS9")
def test_single_typed_share_is_normalised_and_stated() -> None:
    params = {"p": (0.5, 0.2, 0.1)}
    (story,) = told("start", **params)
    assert "p as typed adds up to 0.8, so each of its numbers is divided by that." in story.sentence
    assert "q as typed" not in story.sentence
    assert [(one.name, one.value) for one in story.numbers] == [("sum of p as typed", pytest.approx(0.8))]
    step = steps(**params)[0]
    assert step.p == pytest.approx([0.625, 0.25, 0.125])
    tables = [mark for mark in CARD.marks(step, ANY, CARD.params(**params)) if isinstance(mark, Matrix)]
    assert [one.row_labels for one in tables] == [("p (sum 0.8)",), ("q",)]
    assert tables[0].values.tolist() == [[0.5, 0.2, 0.1]], "what is typed stays as it was typed"
    assert told("start")[0].numbers == () and "as typed" not in told("start")[0].sentence
    both = told("start", p=(1.0, 1.0), q=(3.0, 1.0))[0]
    assert [one.value for one in both.numbers] == [2.0, 4.0]


def test_each_term_and_the_sum_are_explained() -> None:
    said = [story.sentence for story in told("term", p=(0.5, 0.25, 0.25), q=(0.25, 0.5, 0.25))]
    assert said == [
        "Value 1 is more probable in p, and adds 0.5.", "Value 2 is less probable in p, and adds −0.25.",
        "Value 3 is as probable in both, and adds 0.",
    ]  # fmt: skip
    assert [one.name for one in told("term")[1].numbers] == ["term 2", "sum so far"]
    (whole,) = told("sum")
    assert (
        whole.sentence == "D(p ‖ q) = 0.1432 bits. Single terms can be below 0, the sum cannot."
        and whole.checks[0].holds
    )
    (same,) = told("sum", p=(0.5, 0.5), q=(0.5, 0.5))
    assert same.sentence == "D(p ‖ q) is 0: the two distributions are the same."
    (never,) = told("sum", p=(0.5, 0.5), q=(1.0, 0.0))
    assert never.sentence.startswith("D(p ‖ q) is infinite") and not never.numbers
    table, _, bars = CARD.marks(steps()[0], ANY, CARD.params())[:3]
    assert table.column_labels == ("value 1", "value 2", "value 3") and bars.labels[:3] == ("p1", "q1", "p2")
