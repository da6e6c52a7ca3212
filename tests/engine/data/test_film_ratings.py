"""The bundled film ratings are those of the process that their source note names, and a table with gaps."""

from __future__ import annotations

import numpy as np

import engine
from engine.data.bundled import FOLDER
from tests.engine.data.film_ratings import SEED, made


def test_the_file_is_what_the_seed_makes() -> None:
    assert (FOLDER / "film_ratings.csv").read_text(encoding="utf-8") == made()
    assert f"default_rng({SEED})" in engine.bundled()["film_ratings"]["source"]


def test_table_has_thousands_of_cells_with_gaps_and_ratings_1_to_5() -> None:
    data = engine.load("film_ratings")
    known = data.X[~np.isnan(data.X)]
    assert data.X.shape == (100, 40) and 0.4 < len(known) / data.X.size < 0.55
    assert sorted(set(known.tolist())) == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert (~np.isnan(data.X)).any(axis=0).all() and (~np.isnan(data.X)).any(axis=1).all()
    assert data.row_name(0) == "p1" and data.columns[-1].name == "fantasy 10"
