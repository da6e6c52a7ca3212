"""The multinomial: W13 with "hello", exact factorials, one draw, scipy.stats, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Matrix, Points, Text
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY, HELLO = "multinomial", {"word": "hello"}
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


@shows("PD6", "PD7", "W13")
def test_w13_hello_has_60_orders_and_its_counts_a_probability() -> None:
    found = steps(**HELLO)
    assert [step.orders for step in found[:3]] == [1, 120, 60]
    assert told(found[2], **HELLO).worked == ("orders = 120 / 2 = 60",)
    assert "“l”: they can change places in x! ways unseen. That leaves 60." in told(found[2], **HELLO).sentence
    last = found[-1]
    assert last.one_order == pytest.approx(0.00096, rel=1e-12)
    assert last.probability == pytest.approx(0.0576, rel=1e-12)
    assert last.mean == pytest.approx([1.0, 1.5, 2.0, 0.5])
    assert np.diag(last.covariance) == pytest.approx([0.8, 1.05, 1.2, 0.45])
    assert last.covariance[0, 2] == pytest.approx(-0.4)
    assert all(check.holds for check in told(last, **HELLO).checks)
    assert told(found[-2], **HELLO).worked == ("P(x) = 60·0.00096 = 0.0576",)
    assert "The same x stands in the coefficient and in the exponent." in told(found[3], **HELLO).sentence


@shows("PD6")
@pytest.mark.parametrize(
    ("word", "orders"),
    [("", 1), ("a", 1), ("eee", 1), ("mississippi", 34_650), ("abcdefghijkl" * 3, math.factorial(36) // 6**12)],
)
def test_orders_are_exact_integers(word: str, orders: int) -> None:
    params = {"word": word, "probabilities": () if word else (0.5, 0.5)}
    product = steps(**params)[-2]
    assert product.orders == orders and f"{orders:,} orders" in told(product, **params).sentence


@shows("PD7")
def test_the_probability_is_that_of_scipy() -> None:
    from scipy.stats import multinomial

    for counts, p in (((3.0, 0.0, 5.0), (0.2, 0.3, 0.5)), ((40.0, 60.0, 50.0), (0.3, 0.3, 0.4))):
        last = steps(counts=counts, probabilities=p)[-1]
        known = multinomial(sum(counts), p)
        assert last.probability == pytest.approx(float(known.pmf(counts)), rel=1e-10)
        assert last.covariance == pytest.approx(known.cov())


@shows("PD7")
def test_zero_probability_matters_only_if_its_kind_occurs() -> None:
    assert steps(counts=(2.0, 0.0), probabilities=(1.0, 0.0))[-1].probability == 1.0
    params = {"counts": (1.0, 1.0), "probabilities": (1.0, 0.0)}
    product = steps(**params)[-2]
    assert product.probability == 0.0 and "this cannot occur" in told(product, **params).sentence


@shows("PD8")
def test_one_draw_has_the_probability_of_its_kind() -> None:
    params = {"counts": (0.0, 1.0, 0.0), "probabilities": (0.2, 0.3, 0.5)}
    found = steps(**params)
    assert found[-1].probability == pytest.approx(0.3) and found[-2].orders == 1
    assert "this is the categorical distribution" in told(found[0], **params).sentence
    assert "Of one draw it is p of the kind that was drawn." in told(found[-2], **params).sentence


@shows("PD6", "PD7", "PD8")
def test_tiles_spinner_and_draws_have_the_colours_of_their_kinds() -> None:
    found = steps(**HELLO)
    drawn = CARD.marks(found[0], ANY, CARD.params(**HELLO))
    tiles = [mark for mark in drawn if isinstance(mark, Points) and mark.surface.name.startswith("Counts")]
    assert [len(mark.positions) for mark in tiles] == [1, 1, 2, 1]
    assert tiles[2].positions.tolist() == [[0.0, 1.0], [1.0, 1.0]] and set(tiles[2].groups) == {2}
    sectors = [mark for mark in drawn if isinstance(mark, Curve)]
    for d, mark in enumerate(sectors):
        x, y = mark.positions.T
        area = 0.5 * abs(float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])))
        assert mark.group == d and area / np.pi == pytest.approx(found[-1].p[d], abs=0.002)
    dots = [mark for mark in drawn if isinstance(mark, Points) and mark.surface.name.startswith("Spinner")]
    assert sum(len(mark.positions) for mark in dots) == 5
    for mark in dots:
        angle = np.arctan2(*mark.positions.T) % (2 * np.pi) / (2 * np.pi)
        edges = np.concatenate([[0.0], np.cumsum(found[-1].p)])
        assert (np.searchsorted(edges, angle) - 1 == mark.groups).all()
        assert len(mark.groups) == int((found[-1].draws == mark.groups[0]).sum())
    drawn = CARD.marks(found[-1], ANY, CARD.params(**HELLO))
    mean, spread = [mark for mark in drawn if isinstance(mark, Matrix)]
    assert mean.values[0] == pytest.approx(found[-1].mean) and spread.row_labels == ("h", "e", "l", "o")


def test_the_step_lights_its_kind() -> None:
    step = steps(**HELLO)[4]
    drawn = CARD.marks(step, ANY, CARD.params(**HELLO))
    lit = [mark.text for mark in drawn if isinstance(mark, Text) and mark.role == "focus"]
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert lit == ["e"] and bars.chosen == 1 and bars.values == pytest.approx([0.2, 0.3])
    many = CARD.params(counts=(20.0, 1.0), probabilities=(0.5, 0.5))
    texts = CARD.marks(steps(counts=(20.0, 1.0), probabilities=(0.5, 0.5))[0], ANY, many)
    assert "… 20" in [mark.text for mark in texts if isinstance(mark, Text)]


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"counts": (1.5,)}, "Counts are whole numbers", SetParameter("counts", ())),
        ({"counts": (100.0, 100.0)}, "170 together at most", SetParameter("counts", ())),
        ({"word": "no"}, "There are 2 kinds and 4 probabilities", SetParameter("probabilities", ())),
        ({"word": "no", "probabilities": (1.5, -0.5)}, "the least is −0.5", SetParameter("probabilities", ())),
        ({"word": "no", "probabilities": (1.0, 1.0)}, "add up to 2,", SetParameter("probabilities", (0.5, 0.5))),
        ({"word": "", "probabilities": ()}, "nothing to count", SetParameter("word", "eleven")),
        ({"word": "abcdefghijklm", "probabilities": ()}, "There are 13 kinds", SetParameter("word", "eleven")),
    ],
)
def test_invalid_counts_or_probabilities_are_refused(params: Any, words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert remedy in refused.value.remedies


def test_names_are_in_the_middle_of_their_sectors() -> None:
    found = steps(**HELLO)
    drawn = CARD.marks(found[0], ANY, CARD.params(**HELLO))
    names = [mark for mark in drawn if isinstance(mark, Text) and mark.surface.name.startswith("Spinner")]
    turns = [float(np.arctan2(*mark.position) % (2 * np.pi) / (2 * np.pi)) for mark in names]
    assert [mark.text for mark in names] == ["h", "e", "l", "o"] and turns == pytest.approx([0.1, 0.35, 0.7, 0.95])
    assert next(check.words for check in told(found[-1]).checks) == "the means add up to n"
