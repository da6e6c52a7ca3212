"""A preparation as a whole: fitted to training rows, edited, stored, and applied to other tables by name."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import engine
from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.plane import Plane
from engine.data.preparing import steps
from engine.data.preparing.coding import OneHot
from engine.data.preparing.gaps import DropIncomplete, Fill
from engine.data.preparing.preparation import Entry, Preparation, Prepared, applied, known
from engine.data.preparing.scaling import MinMax, Standardise
from engine.data.preparing.shapes import Log, Rank

PENGUINS = Dataset(
    np.array([[39.0, 0, 18.7], [np.nan, 1, 17.4], [40.0, np.nan, 18.0], [36.0, 2, 19.3], [42.0, 1, 20.1]]),
    y=np.array([0, 0, 1, 1, 0]),
    columns=(Column("bill"), Column("island", "categorical", ("Dream", "Biscoe", "Torgersen")), Column("depth")),
    class_names=("Adelie", "Gentoo"),
    row_names=("a", "b", "c", "d", "e"),
)
USUAL = Preparation((Entry(Fill()), Entry(OneHot()), Entry(Standardise())))


def test_preparation_is_fitted_to_training_rows_like_a_pipeline():
    wine = engine.load("wine")
    X = np.array(wine.X)
    X[np.random.default_rng(3).random(X.shape) < 0.1] = np.nan
    data = wine.changed(X=X)
    train, kept, _ = engine.split(data, 0.3)
    made = Preparation((Entry(Fill()), Entry(Standardise()))).fit(data, train)
    oracle = make_pipeline(SimpleImputer(), StandardScaler()).fit(X[train])
    np.testing.assert_allclose(made.data.X, oracle.transform(X), atol=1e-12)
    moved = data.changed(X=np.where(np.isin(np.arange(data.n), kept)[:, None], X * 7, X))
    for one, other in zip(made.learnt, Preparation(USUAL.entries[::2]).fit(moved, train).learnt, strict=True):
        assert one == other, "what is kept to judge has no say"


def test_dropped_rows_are_known_and_keep_their_names():
    made = Preparation((Entry(DropIncomplete()), Entry(Standardise()))).fit(PENGUINS)
    assert made.rows.tolist() == [0, 3, 4] and made.data.row_names == ("a", "d", "e")
    assert made.data.codes.tolist() == [0, 1, 0]
    some = Preparation((Entry(DropIncomplete()), Entry(Standardise()))).fit(PENGUINS, np.array([0, 1, 2, 3]))
    assert some.learnt[1].shift[0] == pytest.approx((39 + 36) / 2), "of rows 0 and 3: row 4 is kept to judge"


def test_table_itself_is_unchanged_and_its_pictures_kept():
    digits = engine.load("digits")
    made = Preparation((Entry(MinMax()),)).fit(digits)
    assert made.again(digits, digits) == made and made.data.image == digits.image == (8, 8)


@pytest.mark.parametrize("name", steps())
def test_moved_or_added_rows_are_prepared_alone_with_equal_results(name):
    kind = steps()[name]
    trees = Column(
        "tree", "text" if "text" in kind.SUITS else "categorical", ("('a', 'b')", "('a', 'c')", "('b', 'c')")
    )
    filled = PENGUINS.subset([0, 3, 4, 0, 3, 4]).changed(columns=(PENGUINS.columns[0], trees, PENGUINS.columns[2]))
    made = Preparation((Entry(Fill()), Entry(kind(), ("bill" if "numeric" in kind.SUITS else "tree",)))).fit(filled)
    moved = filled.with_values([1, 4], [[40.5, 1, np.nan], [37.0, 2, 19.0]]).with_targets([2], [1])
    for now in (moved, moved.with_rows([[41.0, 0, 18.5]], [1]), moved.without_rows([0]), filled):
        again, (whole, rows) = made.again(now, filled), applied(now, made.given, made.learnt)
        assert again.data == whole and np.array_equal(again.rows, rows)


def test_only_the_moved_row_of_many_is_prepared_again(monkeypatch):
    many = Dataset(np.random.default_rng(0).normal(size=(500, 2)))
    made, asked = Preparation((Entry(Standardise()),)).fit(many), []
    kind = type(made.learnt[0])
    monkeypatch.setattr(kind, "apply", lambda self, data, usual=kind.apply: asked.append(data.n) or usual(self, data))
    moved = many.with_values([7], [[9.0, 9.0]])
    assert made.again(moved, many).data.X[7] == pytest.approx((9.0 - many.X.mean(axis=0)) / many.X.std(axis=0))
    assert made.again(moved.with_rows([[1.0, 2.0]]), moved).data.n == 501
    assert asked == [1, 1]


def test_titles_state_the_steps_and_names_are_kept():
    made = USUAL.with_step(Rank(), ("bill",)).fit(PENGUINS).data
    assert made.feature_names[0] == "bill" and made.columns[0].title == "bill, standardised, rank"
    assert made.feature_names[1:4] == ("island = Dream", "island = Biscoe", "island = Torgersen")


def test_steps_are_moved_disabled_changed_and_removed():
    off = USUAL.changed(2, on=False)
    assert off.fit(PENGUINS).data.X[:, 0].tolist() == [39, 39.25, 40, 36, 42]
    assert off.without(2) == Preparation(USUAL.entries[:2]) and USUAL.moved(2, 0).entries[0].step == Standardise()
    scaled = USUAL.changed(2, step=MinMax()).fit(PENGUINS).data.X
    assert scaled.min() == 0 and scaled.max() == 1
    with pytest.raises(Refusal, match="Logarithm: column island is categorical"):
        Preparation((Entry(Log(), ("island",)),)).fit(PENGUINS)
    with pytest.raises(Refusal, match="no column beak"):
        Preparation((Entry(Log(), ("beak",)),)).fit(PENGUINS)
    numbers = PENGUINS.select([0, 2])
    assert Preparation((Entry(OneHot()),)).fit(numbers).data == numbers, "there is nothing for it to do"


def test_another_table_is_matched_by_column_names():
    made = USUAL.fit(PENGUINS)
    turned = PENGUINS.select([2, 0, 1])
    np.testing.assert_array_equal(made.apply(turned).X, made.data.X)
    with pytest.raises(Refusal, match="The table lacks island; its columns are bill, depth"):
        made.apply(PENGUINS.select([0, 2]))
    with pytest.raises(Refusal, match="Column island is numeric in the table, and it was categorical"):
        made.apply(PENGUINS.changed(columns=(Column("bill"), Column("island"), Column("depth"))))


def test_preparation_round_trips_through_json_exactly():
    for kind in steps().values():
        one = Preparation((Entry(kind(), ("bill",), on=False),))
        assert Preparation.from_json(json.loads(json.dumps(one.to_json()))) == one
    made = USUAL.fit(PENGUINS)
    text = json.dumps(encoded({"given": made.given, "learnt": made.learnt}))
    back = decoded(json.loads(text), known())
    assert applied(PENGUINS, back["given"], back["learnt"])[0] == made.data
    assert isinstance(made, Prepared)


@pytest.mark.parametrize(
    "content",
    [
        None, "x", [3], [{}], [{"step": "Explode"}], [{"step": "Log", "columns": [1]}], [{"step": "Log", "on": 1}],
        [{"step": "Log", "params": []}], [{"step": "Log", "params": {"c": "x"}}], [{"step": "Log", "params": {"z": 1}}],
        [{"step": "Log"}] * 61,
    ],
)  # fmt: skip
def test_malicious_preparation_is_refused_in_words(content):
    with pytest.raises(Refusal):
        Preparation.from_json(content)


def test_coded_table_is_inspected_by_its_numbers():
    """Two levels of one category are three heaps of points: they are shown only where there is nothing else."""
    island = Column("island", "categorical", ("Biscoe", "Dream", "Torgersen"))
    X = np.column_stack([np.arange(12) % 3, np.arange(12.0), np.arange(12.0) ** 2])
    table = Dataset(X, columns=(island, Column("bill"), Column("mass")))
    assert Plane.of(engine.prepare(table, "OneHot").data).labels == ("bill", "mass")
    assert Plane.of(engine.prepare(table.select([0, 1]), "OneHot").data).labels == ("island = Biscoe", "island = Dream")
