"""Whether the contract sees a formula that the window could not show."""

from __future__ import annotations

import pytest

from engine.core.story import Story
from tests.contract import telling
from tests.contract.telling import check_number, check_story, check_thousands, typesets


def test_formula_is_typeset_by_parts_and_none_is_empty(monkeypatch) -> None:
    assert typesets(r"w \leftarrow w + \eta\,t\,x, \qquad t = \pm 1")
    assert not typesets("") and not typesets(r"\quad")
    monkeypatch.setattr(telling, "_typesets", lambda piece: piece != "b = 2")
    assert typesets(r"a = 1, \qquad c = 2") and not typesets(r"a = 1, \qquad b = 2")


@pytest.mark.parametrize(
    "words", ["240,669 / 120,000 = 2.006", "0.123456", "m = (12345, 678901)", "1.2345e+06", "in 1984"]
)
def test_digits_that_can_be_counted_are_told(words: str) -> None:
    check_thousands(words)


def test_one_is_and_several_are() -> None:
    for words in ("Point 3 is dropped.", "1 row lies there.", "Points 1 and 7 are.", "It ends: 12 rows are left."):
        check_number(words)
        swapped = words.replace(" is", " ARE").replace(" are", " is").replace("ARE", "are").replace("lies", "lie")
        with pytest.raises(AssertionError, match="singular and plural"):
            check_number(swapped)
    for words in ("Split: 1 row stay in it.", "1 chain begin far away.", "The other 1 class are fitted."):
        with pytest.raises(AssertionError, match="singular and plural"):
            check_number(words)


def test_bias_is_the_first_weight() -> None:
    check_story(Story("It is found.", "a", ("w = (1, 2), the bias first",)))
    for story in (Story("This is w, the bias last.", "a"), Story("It is.", "a", ("w, the bias last",))):
        with pytest.raises(AssertionError, match="that is the first"):
            check_story(story)


@pytest.mark.parametrize("words", ["240669 / 3", "at 12345.", "−10000 in all"])
def test_uncountable_digits_are_found(words: str) -> None:
    with pytest.raises(AssertionError, match="nobody can count"):
        check_thousands(words)
