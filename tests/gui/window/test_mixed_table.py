"""A table as people have them, with numbers, categories, gaps, an id and dates: two clicks, and any classifier runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.tables.reading import TableWarning
from gui.session.remedies import cures
from gui.session.session import Session
from tests.gui.session.waiting import settle

CLASSIFIERS = [
    key
    for key, algorithm in engine.algorithms().items()
    if algorithm.task == "classification" and needs.documents not in algorithm.needs
]
"""Those of documents read a column of texts, and these tables have none."""


def penguins() -> str:
    """Forty rows like those of the penguins of the Palmer archipelago, made up."""
    rng = np.random.default_rng(4)
    lines = ["id,species,island,bill (mm),depth (mm),sex,egg date,seen"]
    for n in range(40):
        kind = ("Adelie", "Chinstrap", "Gentoo")[n % 3]
        bill, depth = rng.normal((39, 48, 47)[n % 3], 2), rng.normal((18, 18, 15)[n % 3], 1)
        cells = [f"{bill:.1f}", f"{depth:.1f}", ("male", "female")[n % 2]]
        cells = ["NA" if rng.random() < 0.08 else cell for cell in cells]
        island = ("Torgersen", "Biscoe", "Dream")[int(rng.integers(3))]
        lines.append(f"N{n}A1,{kind},{island},{','.join(cells)},2007-11-{1 + n % 28:02d},2008-01-{1 + n % 28:02d}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def table(tmp_path: Path) -> Dataset:
    path = tmp_path / "penguins.csv"
    path.write_text(penguins(), encoding="utf-8")
    with pytest.warns(TableWarning, match="holds dates"):
        return engine.read_table(path, target="species")


@pytest.fixture
def session(qtbot) -> Iterator[Session]:
    made = Session()
    made.open_bundled("iris")
    made.add_lane("nearest_mean")
    yield made
    made.close()


def test_the_table_is_read_as_it_is_meant(table: Dataset):
    assert table.row_names[:2] == ("N0A1", "N1A1") and table.missing_count > 3
    kinds = {column.name: column.kind for column in table.columns}
    assert kinds["island"] == kinds["sex"] == "categorical" and kinds["bill (mm)"] == "numeric"
    assert [kinds[name] for name in ("depth (mm)", "egg date", "seen")] == ["numeric", "date", "date"]


def test_every_classifier_runs_within_two_clicks(session: Session, table: Dataset):
    for key in CLASSIFIERS:
        session.open_data(table)
        session.choose_algorithm(key)
        settle(session)
        clicks = []
        while session.lane.refusal:
            assert len(clicks) < 2, f"{key}: {clicks}, and still {session.lane.refusal}"
            offered = cures(session, session.lane, lambda data, count: tuple(range(count)))
            stay = [cure for cure in offered if not cure.words.startswith("Use ")]
            assert stay, f"{key}: {session.lane.refusal}"
            clicks.append(stay[0].words)
            stay[0].act()
            settle(session)
    assert session.table.undo.count() == 1 + len(clicks)
