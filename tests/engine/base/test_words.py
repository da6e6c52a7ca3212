"""Numbers as a person reads them: sensible digits, a real minus sign, no more exponents than needed."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base import words
from engine.base.words import counted, divided, figure, minus, signed, vector


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.3247123, "0.3247"), (1.2e-05, "1.2e−05"), (0, "0"), (-0.0, "0"), (-12, "−12"), (1234.5678, "1235"),
        (12345.678, "12,346"), (9998.96, "9999"), (9999, "9999"), (9999.4, "9999"),
        (9999.7, "10,000"), (999_999.7, "1,000,000"), (-999_999, "−999,999"),
        (1_000_000, "1e+06"), (1984, "1984"), (10_000, "10,000"),
        (0.00099999, "0.001"), (-1e-300, "−1e−300"), (float("nan"), "undefined"), (float("inf"), "∞"),
        (float("-inf"), "−∞"), (np.float32(0.5), "0.5"), (np.int64(7), "7"), (True, "1"),
    ],
)  # fmt: skip
def test_figure(value: float, shown: str) -> None:
    assert figure(value) == shown


def test_more_digits_when_asked() -> None:
    assert figure(12345.6789, 8) == "12,345.679" and figure(-12345.6789, 7) == "−12,345.68"
    assert figure(math.pi, 8) == "3.1415927" and figure(150.4, 2) == "150" and figure(99.96, 3) == "100"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_figure_reads_back_to_four_digits(value: float) -> None:
    text = figure(value)
    assert "-" not in text
    shown, exact = (
        Decimal(text.replace("−", "-").replace(",", "")),
        Decimal(value),
    )  # near the largest float the figure lies beyond it
    assert abs(shown - exact) <= Decimal("5.1e-4") * abs(exact)


@given(st.floats(1e-3, 999_999.0))
def test_ordinary_number_has_no_exponent(value: float) -> None:
    assert "e" not in figure(value) and "e" not in figure(-value)


def test_vector() -> None:
    assert vector([1, -2.5]) == "(1, −2.5)"
    assert vector(np.arange(8.0)) == "(0, 1, 2, 3, 4, …, 7)"
    assert vector(range(6)) == "(0, 1, 2, 3, 4, 5)" and vector([]) == "()"
    assert vector([1 / 3], digits=2) == "(0.33)"
    assert vector([12345, 678901]) == "(12345, 678901)", "the commas stand between the entries"
    assert divided(240669, 120000) == "240,669 / 120,000 = 2.006"


def test_signed() -> None:
    assert (signed(2), signed(-0.5), signed(0.0)) == ("+ 2", "− 0.5", "+ 0")


def test_counted() -> None:
    assert (counted(1, "point"), counted(0, "point"), counted(1200, "point")) == ("1 point", "0 points", "1,200 points")
    assert counted(2, "class", "classes") == "2 classes"


def test_hyphens_of_numbers_become_minus_signs() -> None:
    assert minus("-1.5e-07 - N") == "−1.5e−07 − N" and minus("−2") == "−2" and minus("") == ""


@pytest.mark.parametrize("number", [10_000, 20_000, 91_757.0, -240_669.0])
def test_numbers_from_five_digits_are_grouped_except_in_vectors(number: float) -> None:
    text = words.figure(number, 6)
    assert "," in text and text in words.divided(number, 1) and text in words.taken(number, 0)
    assert "," in words.counted(int(abs(number)), "row")
    assert words.vector([number, 1.0], 6).count(",") == 1, "a comma ends an entry"


@pytest.mark.parametrize("key", ["gaussian_mixture", "dbscan", "choosing_k", "kmeans"])
def test_counts_of_large_tables_are_grouped(key: str) -> None:
    rng = np.random.default_rng(0)
    large = engine.Dataset.from_arrays(rng.normal(size=(12_345, 2)), rng.integers(2, size=12_345))
    algorithm = engine.algorithm(key)
    values = {"distance": "Euclidean"} if key == "choosing_k" else {}
    trace, params = engine.trace(key, large, **values), algorithm.params(**values)
    for index in range(3):
        story = algorithm.explain(trace[index], large, params)
        for text in (story.sentence, *story.worked):
            said = re.sub(r"[Rr]ows? \d+(, \d+)*|\([^()]*\)", "", text)
            assert not re.search(r"(?<![\d.,e])\d{5,}", said), text


def test_verbs_agree_and_signed_factors_are_in_brackets() -> None:
    assert [f"{n} of 6 rows {words.are(n)}" for n in (0, 1, 2)] == [
        "0 of 6 rows are",
        "1 of 6 rows is",
        "2 of 6 rows are",
    ]
    assert words.bracketed(words.figure(-1.0)) == "(−1)" and words.bracketed("2") == "2"


def test_the_number_of_rows_is_grouped_in_every_text() -> None:
    """A text has `{data.n:,}`: a table may have 10,000 rows."""
    bare = re.compile(r"\{(?:data|table)\.n(?: - \w+)?\}")
    root = Path(engine.__file__).parent
    found = [str(file.relative_to(root)) for file in root.rglob("*.py") if bare.search(file.read_text("utf-8"))]
    assert not found
