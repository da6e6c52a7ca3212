"""The checks of what a story says of its quantities let through what is true, and stop what is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from engine.core.marks import Mark, Points
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.models.linear import Hyperplane
from tests.contract.claims import check_best, check_changes, check_chosen, check_extremes, check_names
from tests.contract.counting import check_wrong_side


@dataclass(frozen=True)
class Step:
    best_total: float = 3.0
    candidates: tuple[int, ...] = ()


def told(sentence: str, *numbers: Number, tables: tuple[Table, ...] = ()) -> Story:
    return Story(sentence, "", (), numbers, tables)


def changed(sentence: str, before: float, after: float) -> int:
    return check_changes(told(sentence), {"E": after, "E + penalty": 9.0}, {"E": before}.get)


@pytest.mark.parametrize(
    ("sentence", "before", "after"),
    [
        ("Pass 2: E falls by 2.5 to 4.", 6.5, 4.0),
        ("E fell to 4.", 6.5, 4.0),
        ("E rises from 4 to 6.5.", 4.0, 6.5),
        ("E rises by 0.3333.", 1.0, 4 / 3),
    ],
)
def test_a_change_that_is_told_right_passes(sentence: str, before: float, after: float) -> None:
    assert changed(sentence, before, after) == 1


@pytest.mark.parametrize(
    ("sentence", "before", "after"),
    [
        ("Pass 2: E rises by 2.5 to 4.", 6.5, 4.0),
        ("E falls.", 4.0, 6.5),
        ("E falls by 2.4 to 4.", 6.5, 4.0),
        ("E falls by 2.5 to 4.1.", 6.5, 4.0),
        ("E falls by −2.5.", 6.5, 4.0),
        ("E falls from 4 to 6.5.", 6.5, 6.5),
    ],
)
def test_false_change_in_a_sentence_is_reported(sentence: str, before: float, after: float) -> None:
    with pytest.raises(AssertionError):
        changed(sentence, before, after)


def test_falling_quantity_is_named_in_full() -> None:
    assert changed("E + penalty falls by 1.", 4.0, 6.5) == 0
    assert changed("The points rise and fall together.", 4.0, 6.5) == 0


def test_a_name_has_one_value() -> None:
    check_names(told("So.", Number("E", 2.0), Number("best total", 3.0)), {"E": 2.0}, Step())
    check_names(told("So.", Number("candidates", 2)), {}, Step(candidates=(4, 7)))
    wrong: list[tuple[Story, dict[str, Any]]] = [
        (told("So.", Number("E", 2.0)), {"E": 2.1}),
        (told("So.", Number("E", 2.0), Number("E", 2.1)), {}),
        (told("So.", Number("best total", 4.0)), {}),
    ]
    for story, measures in wrong:
        with pytest.raises(AssertionError):
            check_names(story, measures, Step())


def test_the_least_so_far_is() -> None:
    measured = [{"D": 5.0}, {"D": 3.0}, {"D": 4.0}, {"D": 1.0}]
    assert check_extremes("The distances add up to 3, the least so far.", 1, measured) == 1
    assert check_extremes("D rises to 5, the most there is.", 0, measured) == 1
    assert check_extremes("D is 7, the least so far.", 2, measured) == 0
    for words, step in (("D is 4, the least so far.", 2), ("D is 3, the least there is.", 1)):
        with pytest.raises(AssertionError):
            check_extremes(words, step, measured)


def test_best_so_far_curve_follows_another_curve() -> None:
    check_best([{"wrong": 5.0, "best so far": 5.0}, {"wrong": 7.0, "best so far": 5.0}])
    check_best([{"least D so far": 5.0}, {"least D so far": 4.0}])
    for spoilt in (
        [{"wrong": 5.0, "best so far": 5.0}, {"wrong": 7.0, "best so far": 5.0}, {"wrong": 4.0, "best so far": 5.0}],
        [{"least D so far": 5.0}, {"least D so far": 4.0}, {"least D so far": 4.5}],
    ):
        with pytest.raises(AssertionError):
            check_best(spoilt)


def test_claimed_maximum_is_the_maximum() -> None:
    table = Table("Scores", ("column", "gain"), (("height", 0.2), ("width", 0.5), ("colour", None)))
    assert check_chosen(told("width has the largest gain, 0.5, so the node asks it.", tables=(table,))) == 1
    with pytest.raises(AssertionError):
        check_chosen(told("height has the largest gain, 0.2.", tables=(table,)))


def test_counts_of_mistakes_match_rings_and_predictions() -> None:
    data = Dataset.from_arrays([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    model = Hyperplane(np.array([1.0]), -0.5)  # row 1 is called the other class
    rings: list[Mark] = [Points(data.X[[0, 1, 3]], "wrong"), Points(data.X, "plain")]
    assert check_wrong_side({"wrong side": 1.0}, list[Mark], model, data) == 1
    assert check_wrong_side({"points on the wrong side": 3.0}, lambda: rings, model, data) == 1
    assert check_wrong_side({"wrong side now": 1.0, "E": 2.5}, lambda: rings, model, data) == 1
    assert check_wrong_side({"points on the right side": data.n - 1.0}, list[Mark], model, data) == 1
    said = f"1 point of {data.n} on the wrong side."
    assert check_wrong_side({}, list[Mark], model, data, said) == 1
    for untrue in (said.replace("1 point", "2 points"), said.replace("wrong", "right"), said.replace("of 4", "of 5")):
        with pytest.raises(AssertionError, match=r"are told, and counted are|there are 4 rows in all"):
            check_wrong_side({}, list[Mark], model, data, untrue)
    assert check_wrong_side({"wrong side of the walking line": 7.0, "E": 2.0}, list[Mark], model, data) == 0
    for count in (2.0, 4.0, 1.5):
        with pytest.raises(AssertionError, match="wrong side: "):
            check_wrong_side({"wrong side": count}, lambda: rings, model, data)
    with pytest.raises(AssertionError):
        check_wrong_side({"wrong side": 1.0}, list[Mark], None, data)
