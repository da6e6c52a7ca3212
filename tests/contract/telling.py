"""What every explanation must be like."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from engine.core.story import Story

OF_CODE = re.compile(r"\bNone\b|\bnan\b|\barray\(|np\.|\w_\w*\(|  ")
IN_BRACKETS = re.compile(r"\([^()]*\)")
UNGROUPED = re.compile(r"(?<![\w.,])(?<!bucket )\d{5,}(?!\w)")  # the bits of a bucket are no number
ONE_ARE = re.compile(
    r"(?:^|[.;:,] |\b(?:and|other|All) )(?:1 [a-z]+|[Pp]oint \S+|[Rr]ow \S+) "
    r"(?:are|have|were|lie|become|begin|stay|differ|agree)\b"
)
MANY_IS = re.compile(
    r"(?:^|[.;:,] )(?:(?:[Pp]oints|[Rr]ows) \S+(?:, \S+)* and \S+|\d*[2-9] \w+s) (?:is|has|was|lies|becomes)\b"
)
ASCII_MINUS = re.compile(r"(?<![\w.])-\d")


def check_sentence(words: str) -> None:
    """Plain words that end with a full stop and hold no trace of code."""
    assert words and words == words.strip(), repr(words)
    assert words.endswith("."), words
    assert not OF_CODE.search(words), words
    check_thousands(words)
    check_number(words)


def check_number(words: str) -> None:
    """One point "is", and two points "are"."""
    found = ONE_ARE.search(words) or MANY_IS.search(words)
    assert not found, f"singular and plural: {found and found[0]!r} in {words!r}"


def check_thousands(words: str) -> None:
    """From five digits on they are set off in threes; not in a vector, where commas stand between the entries."""
    assert not UNGROUPED.search(IN_BRACKETS.sub("", words)), f"digits that nobody can count: {words!r}"


def check_story(story: Story) -> None:
    """A sentence, a formula that typesets, numbers that can be shown, tables with full rows, promises that hold."""
    check_sentence(story.sentence)
    assert typesets(story.formula), f"the formula does not typeset: {story.formula}"
    for line in story.worked:
        assert line.strip() and "\n" not in line
        check_thousands(line)
    for words in (story.sentence, *story.worked):
        assert not ASCII_MINUS.search(words), f"a hyphen stands for a minus sign in {words!r}"
    for words in (story.sentence, *story.worked, *(number.note for number in story.numbers)):
        assert "the bias last" not in words, f"of weights with the bias that is the first: {words!r}"
    for number in story.numbers:
        assert number.name.strip()
        assert number.value.strip() if isinstance(number.value, str) else np.asarray(number.value, dtype=float).size
    for table in story.tables:
        assert all(len(row) == len(table.columns) for row in table.rows), table.title
        assert table.chosen is None or 0 <= table.chosen < len(table.rows)
    for check in story.checks:
        assert check.holds, f"the step promises that {check.words!r} and breaks it"


@cache
def typesets(formula: str) -> bool:
    """Whether ziamath makes a picture of every piece that the window cuts the formula into."""
    from gui.widgets.formula import pieces

    cut = pieces(formula)
    return bool(cut) and all(map(_typesets, cut))


@cache
def _typesets(piece: str) -> bool:
    from gui.widgets.latex import latex

    width, height = latex(piece).getsize()
    return bool(width > 0 and height > 0)
