"""A model that carries its table: asked about raw rows and other tables, stored, and refused where it does not fit."""

from __future__ import annotations

import json

import numpy as np
import pytest

import engine
from engine import models
from engine.base.errors import Refusal
from engine.base.snapshot import same
from engine.data.dataset import Column
from engine.data.preparing import parts
from engine.data.preparing.gaps import DropIncomplete, Fill
from engine.data.preparing.preparation import Entry
from engine.data.preparing.scaling import Standardise
from engine.data.preparing.terms import Drop

WINE = engine.load("wine")
PREPARED = engine.prepare(WINE, "Fill", "Standardise")
CARRIED = engine.Carried.of(engine.fit("softmax_newton", PREPARED.data, penalty=1.0), WINE, "classification", PREPARED)


def test_raw_rows_get_the_predictions_of_prepared_ones():
    np.testing.assert_array_equal(CARRIED.predict(WINE.X), CARRIED.model.predict(PREPARED.data.X))
    np.testing.assert_array_equal(CARRIED.predict_proba(WINE.X), CARRIED.model.predict_proba(PREPARED.data.X))
    np.testing.assert_array_equal(CARRIED.decision_function(WINE.X), CARRIED.model.decision_function(PREPARED.data.X))
    right, raw = (np.mean(said == WINE.codes) for said in (CARRIED.predict(WINE.X), CARRIED.model.predict(WINE.X)))
    assert right > 0.98 and raw < 0.6, "the model alone says nonsense of raw rows"


def test_table_columns_are_matched_by_name():
    turned = WINE.select(range(WINE.d)[::-1]).changed(y=None, class_names=())
    np.testing.assert_array_equal(CARRIED.predict_table(turned), CARRIED.predict(WINE.X))
    with pytest.raises(Refusal, match=f"The table lacks {WINE.columns[0].name}"):
        CARRIED.predict_table(WINE.select(range(1, WINE.d)))
    with pytest.raises(Refusal, match="The rows have 2 columns, and the model needs 13: alcohol"):
        CARRIED.predict(np.zeros((1, 2)))
    with pytest.raises(Refusal, match="has no transform"):
        CARRIED.transform(WINE.X)


def test_its_answers_are_columns_with_names():
    columns, values = zip(*CARRIED.answers(WINE), strict=True)
    assert columns[0] == Column("predicted cultivar", "categorical", WINE.class_names)
    assert [column.name for column in columns[1:]] == [f"P({name})" for name in WINE.class_names]
    assert np.array(values[1:]).sum(axis=0) == pytest.approx(1.0)
    groups = engine.Carried.of(engine.fit("kmeans", WINE, k=3), WINE, "clustering").answers(WINE)
    assert groups[0][0] == Column("cluster", "categorical", ("1", "2", "3")) and len(groups) == 1
    plane = engine.Carried.of(engine.fit("pca", WINE), WINE, "reduction").answers(WINE)
    assert [column.name for column, _ in plane[:2]] == ["u1", "u2"]


def test_row_with_a_gap_or_left_out_gets_no_prediction():
    X = np.array(WINE.X)
    X[4, 2] = np.nan
    holed = WINE.changed(X=X)
    filled = engine.prepare(WINE, Fill())
    answered = engine.Carried.of(engine.fit("nearest_mean", filled.data), WINE, "classification", filled)
    assert (answered.predict_table(holed) >= 0).all()
    for steps in ((), (DropIncomplete(),)):
        made = engine.prepare(WINE, *steps)
        silent = engine.Carried.of(engine.fit("nearest_mean", made.data), WINE, "classification", made)
        assert np.flatnonzero(silent.predict_table(holed) < 0).tolist() == [4]
        assert np.flatnonzero(np.isnan(silent.answers(holed)[0][1])).tolist() == [4]


def test_it_survives_a_file_to_the_last_bit(tmp_path):
    dropped = engine.prepare(WINE, Entry(Drop(), WINE.feature_names[:1]), Standardise())
    tree = engine.load("play_tennis")
    for carried, data in (
        (CARRIED, WINE),
        (engine.Carried.of(engine.fit("fisher", dropped.data), WINE, "classification", dropped), WINE),
        (engine.Carried.of(engine.fit("id3", tree), tree, "classification"), tree),
        (engine.Carried.of(engine.fit("pca", WINE), WINE, "reduction"), WINE),
    ):
        engine.save_model(carried, tmp_path / "model.json")
        again = engine.load_model(tmp_path / "model.json")
        assert same(again, carried)
        for one, other in zip(again.answers(data), carried.answers(data), strict=True):
            assert one[0] == other[0] and np.array_equal(one[1], other[1], equal_nan=True)


def test_part_names_of_preparations_and_models_are_disjoint():
    assert not set(parts()) & set(models.parts())


@pytest.mark.parametrize(
    ("field", "value"),
    [("columns", []), ("task", "magic"), ("model", 3), ("learnt", [1]), ("class_names", [1]), ("columns", [{}])],
)
def test_mismatched_parts_are_refused(tmp_path, field, value):
    path = tmp_path / "model.json"
    engine.save_model(CARRIED, path)
    content = json.loads(path.read_text())
    content["model"][field] = value
    path.write_text(json.dumps(content))
    with pytest.raises(Refusal):
        engine.load_model(path)


def test_steps_can_be_named_and_rows_split():
    train, kept, _ = engine.split(WINE, 0.3)
    assert len(train) + len(kept) == WINE.n
    made = engine.prepare(WINE, "Standardise", train=train)
    assert made.data.X[train].mean(axis=0) == pytest.approx(np.zeros(WINE.d), abs=1e-9)
    with pytest.raises(Refusal, match="no step 'Magic'; the steps are Fill, "):
        engine.prepare(WINE, "Magic")
