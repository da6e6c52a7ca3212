"""Code is folded to the width of its panel, and what its variables have stands beside it or under it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ran import Passage, Value
from gui.widgets.folding import UNBROKEN, folded, rows

CODE = """def turned(line, x, rate):
    if rate > 0:
        line = corrected(line, x, rate, scale=1.0, offset=0.0, strict=True)
    return line
"""


@pytest.fixture
def passage(tmp_path: Path) -> Passage:
    file = tmp_path / "loop.py"
    file.write_text(CODE, encoding="utf-8")
    values = (Value(2, "rate", "0.5", False), Value(3, "line", "w (2.453, −0.934), b 1", True))
    return Passage(str(file), "turned", 1, 4, (2, 3), (3,), values)


def test_wide_panel_aligns_the_values(passage: Passage) -> None:
    shown = rows(passage, 140)
    assert [row.line for row in shown] == [1, 2, 3, 4] and all(row.begins for row in shown)
    assert shown[1].values == shown[2].values
    assert shown[2].text[shown[2].values :].replace(UNBROKEN, " ") == "line ← w (2.453, −0.934), b 1"


def test_overflow_wraps_with_an_indent(passage: Passage) -> None:
    shown = rows(passage, 44)
    third = [row for row in shown if row.line == 3]
    assert len(third) > 2 and [row.begins for row in third] == [True] + [False] * (len(third) - 1)
    assert all(len(row.text) <= 44 for row in shown)
    code = [row.text for row in third if row.values is None]
    assert " ".join(text.strip() for text in code) == CODE.split("\n")[2].strip()
    assert all(len(text) - len(text.lstrip()) > len(code[0]) - len(code[0].lstrip()) for text in code[1:])


def test_a_vector_is_not_torn(passage: Passage) -> None:
    for columns in range(30, 80):
        assert any("(2.453,\u00a0−0.934)" in row.text for row in rows(passage, columns))


@given(st.text("ab (),=", max_size=120), st.integers(0, 12), st.integers(24, 60))
def test_no_text_is_lost_and_no_row_too_long(words: str, indent: int, columns: int) -> None:
    pieces = folded(" " * indent + words, columns)
    assert "".join("".join(pieces).split()) == "".join(words.split())
    assert all(len(piece) <= columns for piece in pieces)
