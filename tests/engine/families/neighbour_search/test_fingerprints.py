"""Fingerprints against the worked example, the chance that bits agree, and brute force."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Bars, Line, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.neighbour_search.fingerprints.drawing import COLOURS, OPEN
from engine.families.neighbour_search.fingerprints.loop import MINHASH, ORIGIN
from engine.families.neighbour_search.item_sets import items, rows_as_sets
from engine.models.fingerprints import Items, MinHash, PlaneBits
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of


def _alike(step, data):
    """(n,) which rows have all bits of the query so far."""
    return step.model.predict(data.X) == step.model.predict(step.model.point[None])


FOLLOWS = {
    "rows in the bucket": lambda step, data, params: _alike(step, data).sum(),
    "The bucket": lambda step, data, params: int(f"{int(step.model.predict(step.model.point[None])[0]):b}"),
}

KEY = "fingerprints"
W62 = Dataset(np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, 1.0], [-2.0, -1.0], [1.0, -2.0]]))
PLANES = (1.0, -1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.5)
TYPED = {"query": (1.5, 1.0), "planes": PLANES, "through": ORIGIN}


told = partial(looked_at.told, KEY)


@shows("KN12", "W62")
def test_w62_fingerprints_and_the_bucket():
    trace, stories, marks = told(W62, **TYPED)
    model = trace[-1].model
    wanted = [[1, 1, 1, 1], [0, 1, 1, 1], [0, 1, 1, 0], [0, 0, 0, 0], [1, 0, 0, 1]]
    assert model.bits(W62.X).astype(int).tolist() == wanted
    assert model.bits(np.array([[1.5, 1.0]])).astype(int).tolist() == [[1, 1, 1, 1]]
    assert (model.bits(W62.X) != model.bits(model.point[None])).sum(axis=1).tolist() == [0, 1, 2, 4, 2]
    end = trace[-1]
    assert end.candidates.tolist() == [0] and end.nearest == end.found == 0 and not end.missed
    assert [step.part for step in trace] == ["start", "bit", "bit", "bit", "bit", "look", "compare", "answer"]
    assert [step.model.width for step in trace[:6]] == [0, 1, 2, 3, 4, 4]
    assert "The bucket 1111, that of the query, holds 1 row of 5." in stories[5].sentence
    assert stories[1].worked[0] == "h·(z − m) = 1·1.5 − 1·1 = 0.5"
    assert [(one.name, one.value) for one in stories[0].numbers] == [("rows n", 5), ("bits", 4), ("tables", 1)]
    assert [story.sentence.split(":")[0] for story in stories[1:5]] == [
        f"Bit {j} of the query is 1" for j in range(1, 5)
    ]
    joins = [bool(of(Segments, drawn)) for drawn in marks[5:7]]
    assert joins == [False, True], "distances are drawn where they are measured"
    low = told(W62, **{**TYPED, "query": (-1.5, 0.5)})[1]
    assert [story.sentence[:24] for story in low[1:5]] == [
        f"Bit {j} of the query is {bit}:" for j, bit in enumerate((0, 0, 1, 0), start=1)
    ]
    assert "2 of 5 rows have the same bit" in stories[1].sentence
    assert stories[4].sentence.endswith("and 1 agrees in every bit so far.")
    assert stories[-1].worked == ("work = 1·4 + 1 = 5", "share measured = 1 / 5 = 0.2")
    lines = of(Line, marks[4])
    assert [line.weights.tolist() for line in lines] == np.reshape(PLANES, (4, 2)).tolist()
    assert [line.role for line in lines] == ["plain"] * 3 + ["boundary"] and lines[-1].normal
    (region,), (dots,) = of(Region, marks[4]), of(Points, marks[4], "data")
    assert region.model.predict(W62.X).tolist() == [15 % 7, 7 % 7, 6, 0, 9 % 7] == (dots.groups % 8).tolist()
    assert dots.groups.tolist() == [1, 8, 6, 0, 2], "0111 has the colour of 0000, and an open shape"
    assert [dots.names[look] for look in dots.groups] == ["1111", "0111", "0110", "0000", "1001"]
    (bars,) = of(Bars, marks[4])
    assert bars.labels[0] == "1111" and bars.chosen == 0 and bars.values.tolist() == [1.0] * 5


@shows("KN12")
def test_missed_true_neighbour_is_marked_and_more_tables_find_it():
    data = Dataset(np.random.default_rng(0).normal(size=(60, 2)))
    seen = {}
    for seed in range(12):
        z = Query(data.X[5 * seed] / 2)
        for tables in (1, 8):
            end = engine.trace(KEY, data, seed=seed, start=z, bits=6, tables=tables)[-1]
            apart = np.linalg.norm(data.X - z.point, axis=1)
            assert end.least == pytest.approx(apart.min()) and apart[end.nearest] == pytest.approx(apart.min())
            ours = apart[end.candidates].min() if len(end.candidates) else np.inf
            assert end.missed == (ours > apart.min())
            seen.setdefault(tables, []).append(end.missed)
            if end.missed:
                card, params = engine.algorithm(KEY), engine.algorithm(KEY).params(bits=6, tables=tables)
                (wrong,) = of(Points, card.marks(end, data, params), "wrong")
                assert wrong.rows.tolist() == [end.nearest] and card.event(end).word == "missed"
                said = card.explain(end, data, params).sentence
                nearest = f"row {end.nearest + 1} at {figure(end.least)}"
                if end.found < 0:
                    assert said.startswith(f"The true nearest neighbour, {nearest}, was missed: no bucket")
                else:
                    found = f"row {end.found + 1} at {figure(ours)}"
                    assert said.startswith(f"The search finds {found}; it has missed the nearest neighbour, {nearest}")
    assert sum(seen[8]) < sum(seen[1])


@shows("KN12")
def test_buckets_of_one_colour_have_different_shapes():
    data = engine.load("old_faithful")
    trace, _, marks = told(data)
    (dots,) = of(Points, marks[4], "data")
    codes = trace[4].model.predict(data.X)
    assert len(np.unique(codes)) == len(np.unique(dots.groups)) > 4
    for code in np.unique(codes):
        (look,) = np.unique(dots.groups[codes == code])
        assert dots.names[look] == format(code, "04b") and look % OPEN == code % COLOURS


@shows("KN12")
def test_empty_bucket_is_widened_by_one_bit():
    few = Dataset(np.array([[1.0, 0.2], [-1.0, -0.2]]))
    planes = (1.0, 0.0, 0.0, 1.0)
    trace, stories, _ = told(few, query=(1.0, -0.2), planes=planes, bits=2, through=ORIGIN)
    step = trace[3]
    assert step.part == "look" and step.widened and step.candidates.tolist() == [0, 1]
    assert "is empty. With one bit different there are 2 rows." in stories[3].sentence
    assert engine.algorithm(KEY).event(step).word == "empty bucket"
    alone, said, _ = told(Dataset(np.array([[1.0, 1.0]])), query=(-1.0, -1.0), planes=planes, bits=2, through=ORIGIN)
    assert alone[-1].found == -1 and alone[-1].missed and "was missed" in said[-1].sentence
    assert "no row to compare" in said[-2].sentence


@shows("KN12")
def test_planes_agree_as_often_as_the_angle_says():
    a, b, count = np.array([1.0, 0.0]), np.array([1.0, 2.0]), 4000
    normals = np.random.default_rng(0).normal(size=(count, 2))
    alike = sum(
        int(np.equal(*PlaneBits(a, part, np.zeros(2)).bits(np.array([a, b]))).sum()) for part in np.split(normals, 80)
    )
    expected = 1 - math.acos(1 / math.sqrt(5)) / math.pi
    assert alike / count == pytest.approx(expected, abs=4 * math.sqrt(expected * (1 - expected) / count))
    _, stories, _ = told(Dataset(b[None]), query=(1.0, 0.0), through=ORIGIN)
    assert f"P(bit equal) = 1 − 1.107/π = {expected:.4f}" in stories[1].worked


def test_minhash_agrees_as_often_as_sets_overlap():
    data = engine.load("play_tennis")
    every, has, rng, count = items(data), rows_as_sets(data), np.random.default_rng(1), 60
    alike = []
    for _ in range(count):
        random_keys, coins = rng.random((2, 50, 10))
        bits = MinHash(data.X[0], every, random_keys, coins < 0.5).bits(data.X)
        alike.append((bits == bits[0]).mean(axis=1))
    J = (has & has[0]).sum(axis=1) / (has | has[0]).sum(axis=1)
    assert np.mean(alike, axis=0) == pytest.approx((1 + J) / 2, abs=0.04)
    end = engine.trace(KEY, data, kind=MINHASH, start=Query(data.X[0]))[-1]
    assert end.found == 0 and end.least == 0 and end.distances == pytest.approx(1 - J[end.candidates])


def test_deciding_row_keys_are_listed_ascending():
    data = engine.load("play_tennis")
    trace, stories, _ = told(data, kind=MINHASH, query=tuple(data.X[0].tolist()))
    for step, story in zip(trace[1:5], stories[1:5], strict=True):
        (table,) = story.tables
        random_keys, has = step.model.random_keys[-1], rows_as_sets(data)[0]
        assert [row[1] for row in table.rows] == sorted(random_keys[has].tolist())
        name, _, coin = table.rows[table.chosen]
        assert f"{name} has the smallest random key, whose coin shows {coin}." in story.sentence


def test_of_equally_near_rows_the_compared_one_is_found():
    data = Dataset(np.array([[-1.0, 0.5], [1.0, 0.5]]))
    trace, stories, _ = told(data, query=(0.0, 0.5), planes=(1.0, 0.0), bits=1, through=ORIGIN)
    assert trace[-1].nearest == 0 and trace[-1].found == 1 and not trace[-1].missed
    assert "found the nearest neighbour, row 2 at 1." in stories[-1].sentence


def test_more_bits_and_tables_keep_the_first_ones():
    data = engine.load("iris")
    small, large = (engine.trace(KEY, data, bits=bits, tables=2, seed=3) for bits in (3, 6))
    assert np.array_equal(small[1].model.normals, large[1].model.normals)
    assert np.array_equal(small[3].model.normals, large[3].model.normals)
    assert np.array_equal(small[6].model.normals, large[9].model.normals)


def test_buckets_on_two_sides_of_a_plane_have_different_colours():
    assert all((1 << bit) % COLOURS for bit in range(16))


def test_impossible_request_is_refused_with_a_remedy():
    for data, params, words in (
        (engine.load("iris"), {"kind": MINHASH}, "kind = min-hash"),
        (engine.load("play_tennis"), {}, "take min-hash"),
        (W62, {"planes": (1.0, 2.0)}, "planes needs 8 numbers"),
        (W62, {"query": (1.0,)}, "query needs 2 numbers"),
    ):
        with pytest.raises(Refusal, match=words) as refusal:
            engine.trace(KEY, data, **params)
        assert refusal.value.remedies


EVERY = Items(("a", "b"), np.array([0, 1]), np.array([1, 1]), np.array([1, 1]))
HOSTILE = {
    "planes that are no numbers": lambda: PlaneBits(np.zeros(2), np.full((1, 2), np.nan), np.zeros(2)),
    "planes of another space": lambda: PlaneBits(np.zeros(2), np.ones((1, 3)), np.zeros(2)),
    "more bits than a number has": lambda: PlaneBits(np.zeros(2), np.ones((63, 2)), np.zeros(2)),
    "a column that is not there": lambda: Items(("a",), np.array([3]), np.array([1]), np.array([1, 1])),
    "an attribute without a name": lambda: Items((), np.array([0]), np.array([1]), np.array([1])),
    "random_keys of other attributes": lambda: MinHash(
        np.zeros(2), EVERY, np.ones((1, 3)), np.ones((1, 3), dtype=bool)
    ),
    "coins that are numbers": lambda: MinHash(np.zeros(2), EVERY, np.ones((1, 2)), np.ones((1, 2))),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_what_is_no_fingerprint_is_refused(how):
    with pytest.raises(Refusal):
        HOSTILE[how]()
