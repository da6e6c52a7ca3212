"""Decision regions of several classes: W71, the error table cell by cell, and what is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Matrix, Segments
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "decision_regions"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
TABLE = [
    [0.447667764803, 0.0522479301395, 8.43050573305e-05],
    [0.0684781973184, 0.214573105331, 0.0169486973506],
    [0.00125464059008, 0.0332926548547, 0.165452704555],
]


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


@shows("DE2", "DE3", "W71")
def test_w71_four_regions_for_three_classes_and_the_error_table() -> None:
    run = steps()
    last = run[-1]
    assert last.best.cuts == pytest.approx([-10.384224387, 1.25541281188, 3.58489005851], rel=1e-9)
    assert last.best.winners.tolist() == [2, 0, 1, 2]
    assert last.table == pytest.approx(np.array(TABLE), rel=1e-8)
    assert last.correct == pytest.approx(0.827693574689, rel=1e-9)
    assert last.error == pytest.approx(0.172306425311, rel=1e-9)
    said = [CARD.explain(step, ANY, CARD.params()) for step in run]
    assert "The region of class 3 has several parts" in said[2].sentence
    cells = [story for step, story in zip(run, said, strict=True) if step.part == "cell"]
    assert len(cells) == 9 and cells[1].sentence.endswith("0.05225 of all cases, a mistake.")
    assert said[-1].worked == ("P(error) = 1 − 0.8277 = 0.1723",)


@shows("DE3")
def test_a_cell_is_the_area_that_is_hatched() -> None:
    step = next(step for step in steps() if step.cell == (2, 1))
    drawn = CARD.marks(step, ANY, CARD.params())
    (hatch,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "wrong"]
    assert (hatch.groups == 2).all()
    assert hatch.starts[:, 0].min() >= 1.255 and hatch.starts[:, 0].max() <= 3.585
    (table,) = [mark for mark in drawn if isinstance(mark, Matrix)]
    assert (table.chosen_row, table.chosen_column) == (2, 1)
    assert np.isnan(table.values[2, 2]) and table.values[2, 1] == step.table[2, 1]


@shows("DE2")
def test_upper_envelope_and_winners_are_drawn() -> None:
    step = next(step for step in steps() if step.part == "regions")
    drawn = CARD.marks(step, ANY, CARD.params())
    (envelope,) = [mark for mark in drawn if isinstance(mark, Curve) and mark.role == "best"]
    assert envelope.positions[:, 1] == pytest.approx(step.bells.joint(envelope.positions[:, 0]).max(axis=0))
    (strip,) = [mark for mark in drawn if isinstance(mark, Segments)]
    assert strip.groups.tolist() == [0, 1, 2] and strip.ends[:-1, 0] == pytest.approx(step.best.cuts[1:])
    assert steps()[-1].error == pytest.approx(
        1 - np.trapezoid(envelope.positions[:, 1], envelope.positions[:, 0]), abs=1e-3
    )


def test_equal_densities_give_all_to_the_first_largest_prior() -> None:
    last = steps(means=(1.0, 1.0, 1.0), deviations=(1.0, 1.0, 1.0), priors=(1.0, 2.0, 2.0))[-1]
    assert last.best.winners.tolist() == [1] and last.correct == pytest.approx(0.4)
    assert (
        "Class 1 wins nowhere."
        in CARD.explain(
            steps(means=(1.0, 1.0, 1.0), deviations=(1.0, 1.0, 1.0), priors=(1.0, 2.0, 2.0))[2], ANY, CARD.params()
        ).sentence
    )
