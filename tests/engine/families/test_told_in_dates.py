"""Cuts, rules, centres and queries of a column of dates are told as dates, by methods that know nothing of dates."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

import engine
from engine.core.marks import Mark
from engine.core.units import with_units
from engine.data.dataset import Column, Dataset
from engine.data.preparing.binning import Bin
from engine.data.preparing.gaps import Fill
from engine.data.preparing.outliers import Outliers
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.scaling import Standardise
from engine.data.preparing.seen import seen
from engine.families.learners import REGRESSORS

SOLD = Column("sold", "date")
DAYS = np.array([19700.0, 19710, 19720, 19799, 19800, 19810, 19850, 19900])
SHOP = Dataset(
    np.column_stack([DAYS, [3.0, 1, 2, 4, 2, 3, 1, 5]]), np.array([0, 0, 0, 0, 1, 1, 1, 1]), (SOLD, Column("price")),
    class_names=("poor", "good"),
)  # fmt: skip
NUMBERS = SHOP.changed(y=np.where(SHOP.codes == 0, 1.5, 7.25), class_names=())
CUT = "2024-03-17 12:00"
BARE = re.compile(r"\b19[,.]?[78]\d\d\b")
"""A date that is told as a number of days."""


def said(key: str, data: Dataset, **params: object) -> list[str]:
    """All sentences of a run, the worked lines, and the cells of the tables."""
    algorithm = engine.algorithm(key)
    chosen = algorithm.params(**params)
    told: list[str] = []
    for step in engine.trace(key, data, **params).to_end():
        story = algorithm.explain(step, data, chosen)
        told += [
            story.sentence,
            *story.worked,
            *(str(cell) for one in story.tables for row in one.rows for cell in row),
        ]
    return told


@pytest.mark.parametrize(
    ("key", "data"),
    [("cart", SHOP), ("c45", SHOP), ("regression_tree", NUMBERS), ("adaboost", SHOP), ("kd_tree", SHOP)],
)
def test_a_cut_is_told_as_a_date(key: str, data: Dataset):
    told = said(key, data)
    where = CUT if key != "kd_tree" else "2024-03-17"
    assert any(where in line for line in told), told
    assert not [line for line in told if BARE.search(line)]


def test_a_date_goes_down_a_tree_by_dates():
    cart = engine.algorithm("cart")
    step = engine.trace("cart", SHOP).to_end()[-1]
    inquiry = cart.inspect(step, SHOP, cart.params(), np.array([19799.25, 2.0]))
    assert inquiry is not None and f"sold = 2024-03-17 06:00 ≤ {CUT}" in inquiry.story.sentence


def test_branches_of_a_drawn_tree_have_dates():
    cart = engine.algorithm("cart")
    step = engine.trace("cart", SHOP).to_end()[-1]
    edges = {node.edge for mark in cart.marks(step, SHOP, cart.params()) for node in getattr(mark, "nodes", ())}
    assert {f"≤ {CUT}", f"> {CUT}"} <= edges


def test_means_and_queries_are_told_as_dates():
    assert any("(2024-01-10 06:00, 2.5)" in line for line in said("nearest_mean", SHOP))
    assert any(line.startswith("m1 is at (202") for line in said("kmeans", SHOP, k=2))
    assert any("z is at (2024-03-17 12:00, 2.5)" in line for line in said("knn", SHOP, k=1))


def test_rules_have_no_dates_without_date_columns():
    plain = SHOP.changed(columns=(Column("sold"), Column("price")))
    assert any("19,800" in line or "19800" in line for line in said("cart", plain))
    algorithm = engine.algorithm("cart")
    story = algorithm.explain(engine.trace("cart", plain)[0], plain, algorithm.params())
    assert all("counts in" not in one.name for one in story.numbers)


def test_prepared_date_is_a_number_unless_it_keeps_its_unit():
    prepared = engine.prepare(SHOP, "Standardise")
    assert prepared.data.columns[0] == Column("sold", "numeric", (), ("standardised",))
    clipped = engine.prepare(SHOP, "Outliers")
    assert clipped.data.columns[0] == Column("sold", "date", (), ("clipped",))
    holed = SHOP.changed(X=np.where(SHOP.X == 19700, np.nan, SHOP.X))
    filled = engine.prepare(holed, "Fill")
    assert filled.data.columns[0] == SOLD and filled.data.X[0, 0] == np.nanmean(holed.X[:, 0])
    binned = engine.prepare(SHOP.select([0]), "Bin")
    assert binned.data.columns[0].levels[0] == "below 2024-01-28"


MEAN = "2024-03-04 03:00"


@pytest.mark.parametrize(
    ("step", "stored"),
    [
        (Standardise(), {"mean": MEAN, "deviation": "66.67 days"}),
        (Fill(), {"fill": MEAN}),
        (Bin(), {"cut 1": "2024-01-28", "cut 2": "2024-03-18", "cut 3": "2024-05-07"}),
        (Outliers(k=1.0), {"lower fence": "2023-12-28 10:52:49", "upper fence": "2024-05-09 19:07:11"}),
    ],
)
def test_preparation_step_states_what_it_keeps_of_a_date(step: object, stored: dict[str, str]):
    found = seen(Preparation().with_step(step), SHOP, None, 0, "sold")
    assert dict(found.stored) == stored


def test_pictures_of_a_step_use_dates():
    found = seen(Preparation().with_step(Outliers()), SHOP, None, 0, "sold")
    assert "from 2023-12-09 to 2024-06-26" in found.pictures[0].words()
    assert "quartiles 2023-12-26 12:00, 2024-03-17 12:00, 2024-04-07" in found.pictures[1].words()


@pytest.mark.parametrize(
    ("key", "begins", "params"),
    [
        ("pca", "x̄ = (2024-03-04 03:00, 2.625)", {}),
        ("fisher", "m1 is at (2024-01-", {}),
        ("gaussian_mixture", "m1 is at (202", {"k": 2}),
        ("divisive", "m1 ← (202", {}),
        ("mean_shift", "p is at (202", {"bandwidth": 60.0}),
        ("kmeans", "m1 is at (202", {"k": 2}),
        ("mahalanobis_distance", "The point x is at (2023-12-09, 3), the mean μ at (2024-03-04 03:00, 2.625)", {}),
        ("nearest_mean", "the boundary passes through (m₁ + m₂) / 2 = (2024-03-04 03:00, 2.625)", {}),
        ("linear_machine", "x is at (202", {}),
    ],
)
def test_computed_point_is_described_with_its_date(key: str, begins: str, params: dict[str, object]):
    told = said(key, SHOP, **params)
    assert any(line.startswith(begins) for line in told), [line for line in told if "(" in line]


def test_the_means_in_a_table_are_dates():
    assert MEAN in said("pca", SHOP) and "2024-01-10 06:00" in said("fisher", SHOP)


DELIVERED = SHOP.changed(X=SHOP.X[:, 1:], columns=SHOP.columns[1:], y=DAYS, class_names=(),
                         target_name="delivered (days since 1970-01-01)")  # fmt: skip


@pytest.mark.parametrize(
    ("key", "begins"),
    [
        ("knn_regression", "The answer at the query is 20"),
        ("regression_tree", "Before any cut the answer is the mean delivered of all 8 rows: 2024-03-04 03:00."),
    ],
)
def test_a_target_of_dates_is_told_as_dates(key: str, begins: str):
    told = said(key, DELIVERED)
    assert any(line.startswith(begins) for line in told), told
    algorithm = engine.algorithm(key)
    inquiry = algorithm.inspect(
        engine.trace(key, DELIVERED).to_end()[-1], DELIVERED, algorithm.params(), np.array([2.0])
    )
    assert inquiry is not None and re.search(r": 20\d\d-\d\d-\d\d|point is 20\d\d-\d\d-\d\d", inquiry.story.sentence)


RAW = re.compile(r"(?<![\d.,])19[,]?[6-9]\d\d(?:\.\d+)?(?![\d-])")
"""A number of days that is no part of a date: 19799.5 or 19,799."""


@pytest.mark.parametrize("key", REGRESSORS)
def test_no_prediction_or_target_is_a_number_of_days(key: str):
    """In sentences, endings, answers to a click and the labels of nodes; what is worked out are numbers of days."""
    algorithm, rng = engine.algorithm(key), np.random.default_rng(0)
    X = rng.normal(size=(16, 2))
    data = DELIVERED.changed(X=X, y=19800 + 10 * X[:, 0] + rng.normal(size=16), columns=(), numbers=None)
    if algorithm.limits(data, algorithm.params()) or algorithm.unsuitable(data):
        pytest.skip("its targets are counts")
    trace, told = engine.trace(key, data), list[str]()
    for step in itertools.islice(trace, 12):
        story = algorithm.explain(step, data, algorithm.params())
        told += [story.sentence, *(label_of(mark) for mark in algorithm.marks(step, data, algorithm.params()))]
        asked = algorithm.inspect(step, data, algorithm.params(), X[3]) if step.model is not None else None
        if asked is not None:
            told += [asked.story.sentence, *(str(number.value) for number in asked.story.numbers)]
    ending = trace.to_end().ending
    assert ending is not None
    told = [re.sub(r"weights are \([^()]*\)", "", words) for words in (*told, ending.words)]
    assert [words for words in told if RAW.search(words)] == []
    assert any(number.name == "delivered counts in" for number in with_units(story, data).numbers)


def label_of(mark: Mark) -> str:
    """All that is written on a mark."""
    nodes = [f"{node.label} {node.detail}" for node in getattr(mark, "nodes", ())]
    return " ".join([getattr(mark, "label", "") or "", *getattr(mark, "labels", ()), *nodes])


def test_date_target_has_a_date_axis():
    from engine.data.plane import Plane

    plane = Plane.response(DELIVERED, 0)
    assert plane.dates == (False, True) and plane.labels == ("price", "delivered")
    assert SHOP.target_column == Column("class") and NUMBERS.target_column.kind == "numeric"
