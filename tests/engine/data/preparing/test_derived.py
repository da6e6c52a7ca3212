"""Features that a preparation makes of others follow from them wherever a plane that shows two features is lifted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.params import Choice, Flag, specs
from engine.data.dataset import Column, Dataset
from engine.data.plane import Plane
from engine.data.preparing import steps
from engine.data.preparing.coding import OneHot
from engine.data.preparing.derived import derives
from engine.data.preparing.gaps import DropIncomplete, Fill
from engine.data.preparing.outliers import Outliers
from engine.data.preparing.preparation import Entry, Preparation, Prepared
from engine.data.preparing.scaling import MinMax, Standardise
from engine.data.preparing.shapes import Atan, Log, Rank
from engine.data.preparing.step import Step
from engine.data.preparing.terms import Distance, Drop, Products, Sines

RNG = np.random.default_rng(5)
KIND = Column("kind", "categorical", ("a", "b", "c"))
COLUMNS = (Column("x1"), Column("x2"), Column("x3"), KIND)
LEVEL = np.column_stack([RNG.uniform(0.5, 6.0, (40, 2)), np.full(40, 2.5), np.zeros(40)])
"""Two columns of numbers; in the others all rows are alike, so that the plane through the mean holds them all."""
GAPPED = np.where(np.arange(160).reshape(40, 4) % 37 == 4, np.nan, LEVEL)
TREES = Column("kind", "categorical", ("('a', 'b')", "('a', 'c')", "('b', 'c')"))


TEXTS = Column("kind", "text", TREES.levels)


def table(X: np.ndarray, columns: tuple[Column, ...] = COLUMNS) -> Dataset:
    return Dataset(X, np.arange(len(X)) % 2, columns, class_names=("A", "B"))


def variations(kind: type[Step]) -> Iterator[Step]:
    """A step with each of its choices and flags, and all else as it is by itself."""
    found = specs(kind)
    open_to = {
        name: spec.options if isinstance(spec, Choice) else (False, True)
        for name, spec in found.items()
        if isinstance(spec, Choice | Flag)
    }
    for values in product(*open_to.values()):
        yield kind(**dict(zip(open_to, values, strict=True)))


def fitted(*wanted: Step | Entry, X: np.ndarray = LEVEL) -> Prepared:
    entries = (one if isinstance(one, Entry) else Entry(one) for one in wanted)
    return Preparation(tuple(entries)).fit(table(X))


def plane_of(made: Prepared, *view: int) -> Plane:
    return Plane.features(made.data, *(view or (0, 1)), made.derived)


def named(made: Prepared, features: np.ndarray) -> list[str]:
    return [made.data.feature_names[feature] for feature in features]


DERIVING = [
    one for kind in steps().values() for one in variations(kind)
    if kind.SUITS[0] == "numeric" and derives(Entry(one, ("x1", "x2")).fit(table(GAPPED)))
]  # fmt: skip
AFTER = (None, Standardise(), MinMax(), Atan())


@pytest.mark.parametrize("kind", steps().values(), ids=steps())
def test_steps_that_derive_columns_declare_their_sources(kind):
    """A step that adds what rows are called by computes nothing: rows of other names do not have it."""
    columns = COLUMNS if "numeric" in kind.SUITS else (*COLUMNS[:3], TEXTS if "text" in kind.SUITS else TREES)
    data = table(GAPPED, columns).changed(row_names=tuple(map(str, range(40))))
    for one in variations(kind):
        entry = Entry(one, ("x1", "x2") if "numeric" in kind.SUITS else ("kind",))
        made = Preparation((entry,)).fit(data)
        other = made.apply(data.changed(row_names=tuple(f"row {i}" for i in range(40))))
        beside = made.data.d > data.d and made.data.columns[: data.d] == data.columns
        computed = beside and np.array_equal(other.X, made.data.X, equal_nan=True)
        assert derives(made.learnt[0]) == computed
        if computed:
            assert len(made.learnt[0].sources()) == made.data.d - data.d


def test_there_are_such_steps():
    assert {type(one) for one in DERIVING} >= {Products, Sines, Outliers, Fill}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(DERIVING),
    st.sampled_from((None, Standardise(), Log())),
    st.sampled_from(AFTER),
    st.lists(st.tuples(st.floats(0.6, 5.9), st.floats(0.6, 5.9)), min_size=1, max_size=5),
)
def test_lifted_point_is_the_prepared_row_at_its_place(one, before, after, places):
    rest = () if after is None else (Entry(after, ("x1", "x2")), *([] if type(after) is Atan else [Standardise()]))
    first = () if before is None else (Entry(before, ("x1", "x2")),)
    made = fitted(*first, Entry(one, ("x1", "x2")), *rest, X=GAPPED if isinstance(one, Fill) else LEVEL)
    rows = made.forth(np.array([[*place, 2.5, 0.0] for place in places]))
    plane = plane_of(made)
    uv = plane.project(rows)
    assert plane.derived is not None and len(plane.derived.features) == made.data.d - 4
    np.testing.assert_allclose(plane.project(plane.lift(uv)), uv, rtol=0, atol=0)
    np.testing.assert_allclose(plane.lift(uv), rows, rtol=1e-9, atol=1e-8)


@pytest.mark.parametrize("kind", steps().values(), ids=steps())
def test_table_rows_do_not_depend_on_other_steps(kind):
    """Of a column that a step spoilt nothing follows, and what follows is what stands in the table."""
    columns = COLUMNS if "numeric" in kind.SUITS else (*COLUMNS[:3], TEXTS if "text" in kind.SUITS else TREES)
    for one in variations(kind):
        own = Entry(one, ("x1", "x3") if "numeric" in kind.SUITS else ("kind",))
        for order in ((own, Entry(Products(), ("x2",))), (Entry(Products(), ("x1", "x2")), own)):
            made = Preparation(order).fit(table(LEVEL, columns))
            assert made.derived is not None and {"x2²"} <= set(named(made, made.derived.features))
            np.testing.assert_allclose(made.derived.completed(made.data.X), made.data.X, rtol=1e-9, atol=1e-9)


def test_sines_of_products_are_followed_through_later_steps():
    made = fitted(Entry(Standardise(), ("x1", "x2")), Entry(Products(3), ("x1", "x2")), Sines(2.0), MinMax())
    plane, uv = plane_of(made), RNG.normal(size=(9, 2))
    X = plane.lift(uv)
    raw = made.back(X)
    assert "sin(2 x1·x2²)" in named(made, plane.derived.features)
    np.testing.assert_allclose(made.forth(raw), X, atol=1e-9)
    np.testing.assert_allclose(plane.project(X), uv)


def test_derived_column_lost_by_a_later_step_is_held_and_named():
    lost = fitted(Entry(Products(), ("x1", "x2")), Entry(Rank(), ("x2",)))
    assert named(lost, lost.derived.features) == ["x1²"]
    gone = fitted(Entry(Products(), ("x1", "x2")), Entry(Drop(), ("x1",)))
    assert named(gone, gone.derived.features) == ["x2²"]
    assert plane_of(gone).caption == (
        "slice through the mean of the 2 other features (x1², x1·x2) and the most frequent level of the other "
        "feature (kind); here x2² follows from x2"
    )
    assert fitted(Standardise()).derived is None
    assert fitted(Entry(Products(), ("x1",)), Entry(Drop(), ("x1",))).derived is None


def test_steps_of_other_columns_or_rows_do_not_interfere():
    others = Entry(OneHot()), Entry(Outliers(action="drop"), ("x1",)), Entry(DropIncomplete()), Entry(Fill())
    made = fitted(Entry(Products(), ("x1", "x2")), *others)
    assert named(made, made.derived.features) == ["x1²", "x1·x2", "x2²"]
    plane, far = plane_of(made), np.array([[900.0, -3.0]])
    x = dict(zip(made.data.feature_names, plane.lift(far)[0].tolist(), strict=True))
    assert (x["x1²"], x["x1·x2"], x["x2²"]) == (810_000.0, -2_700.0, 9.0)


def test_sources_of_a_shown_derived_feature_are_unknown_unless_shown():
    made = fitted(Entry(Products(), ("x1", "x2")), Entry(Sines(), ("x1",)))
    names = made.data.feature_names
    square, product_ = names.index("x1²"), names.index("x1·x2")
    assert named(made, plane_of(made, square, 1).derived.features) == ["x2²"]
    assert named(made, plane_of(made, 0, product_).derived.features) == ["x1²", "sin(x1)"]
    assert plane_of(made, square, product_).derived is None
    assert Plane.of(made.data, "pca", made.derived).derived is None, "there the axes mix all features"


def test_caption_names_derived_columns_and_sources():
    two = table(LEVEL[:, :2], COLUMNS[:2])
    made = Preparation((Entry(Products()), Entry(Sines(), ("x1",)))).fit(two)
    assert Plane.of(made.data, "auto", made.derived).caption == "here x1², x1·x2, x2² and 1 more follow from x1 and x2"
    one = Preparation((Entry(Sines(), ("x1",)),)).fit(two)
    assert Plane.of(one.data, "auto", one.derived).caption == "here sin(x1) follows from x1"
    three = Preparation((Entry(Sines(), ("x1",)),)).fit(table(LEVEL[:, :3], COLUMNS[:3]))
    said = "slice through the mean of the other feature (x3); here sin(x1) follows from x1"
    assert Plane.of(three.data, "auto", three.derived).caption == said
    assert Plane.of(three.data).caption == "slice through the mean of the 2 other features (x3, sin(x1))"
    wide = Preparation((Entry(Products()),)).fit(Dataset(RNG.normal(size=(9, 4))))
    assert Plane.of(wide.data, "auto", wide.derived).caption.endswith(
        "here x1², x1·x2, x1·x3 and 7 more follow from what they are made of"
    )


def test_derived_planes_are_finite_far_out_and_compare_by_behaviour():
    squared = Entry(Distance(power="squared"), ("x2",))
    apart = plane_of(fitted(Entry(Sines(), ("x1",)), squared))
    assert np.isfinite(apart.lift(np.array([[1e200, -1e300]]))).all(), "where the step itself refuses"
    made = fitted(Entry(Products(4), ("x1", "x2")), Entry(Sines(), ("x1", "x2")))
    plane = plane_of(made)
    assert np.isfinite(plane.lift(np.array([[1e200, -1e300]]))).all()
    assert plane == plane_of(fitted(Entry(Products(4), ("x1", "x2")), Entry(Sines(), ("x1", "x2"))))
    assert plane != plane_of(fitted(Entry(Products(4), ("x1", "x2")), Entry(Sines(2.0), ("x1", "x2"))))
    assert plane.crossed is None and plane_of(fitted(Standardise())).crossed == (1, 0)
    weights = np.zeros(made.data.d)
    weights[:4] = 1.0
    assert not plane.bends(weights) and plane.bends(np.ones(made.data.d))
