"""Whatever a file calls its rows, columns, classes and levels: a message repeats little of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.base.errors import ParameterError, Refusal
from engine.data import needs
from engine.data.dataset import Column, Dataset
from engine.data.tables.options import Options
from engine.data.tables.reading import reading

LONG = "x" * 10_000


def named(value: float = 1.0, code: int = 0, kind: str = "numeric") -> Dataset:
    column = Column(LONG, kind, (LONG, "b") if kind == "categorical" else ())
    return Dataset(np.array([[value]]), np.array([code]), (column,), (LONG,), (LONG,), LONG)


@pytest.mark.parametrize(
    "objection",
    [
        needs.complete(named(np.nan)),
        needs.labelled(named(code=-1)),
        needs.moderate(named(1e200)),
        needs.numeric(named(kind="categorical")),
    ],
)
def test_refusal_shortens_row_and_column_names(objection: str) -> None:
    assert "xxx" in objection and len(objection) < 350


def test_illegal_value_is_quoted_shortened() -> None:
    for values in ({"rate": LONG}, {LONG: 1}, {"rate": [LONG] * 9}):
        with pytest.raises(ParameterError) as refusal:
            engine.trace("perceptron", engine.load("gate_and"), **values)
        assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    "options",
    [
        Options(target="nobody"),
        Options(kinds={LONG: "numeric"}),
        Options(kinds={LONG: LONG}),
        Options(levels={LONG: tuple(f"y{LONG}{i}" for i in range(50))}, kinds={LONG: "ordinal"}),
    ],
)
def test_refused_table_is_quoted_shortened(tmp_path: Path, options: Options) -> None:
    file = tmp_path / "long.csv"
    rows = "\n".join(f"{LONG}{row},{row}" for row in range(20))
    file.write_text(f"{LONG},b\n{rows}\n")
    with pytest.raises(Refusal) as refusal:
        reading(file, options)
    assert len(str(refusal.value)) < 900


def test_noninteger_class_codes_are_refused() -> None:
    data = engine.load("gate_and")
    for wrong in (np.nan, 0.5, 1e308, -7, np.inf):
        for edit in (lambda y=wrong: data.with_rows([[0.0, 0.0]], [y]), lambda y=wrong: data.with_targets([0], [y])):
            with pytest.raises(Refusal):
                edit()
    assert data.with_rows([[0.0, 0.0]], [1.0]).codes.dtype == np.int64
