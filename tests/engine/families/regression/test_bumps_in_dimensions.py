"""How many bumps a grid has, how many of them a row is near to, and the grid as it is drawn."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Points, Segments, Text
from engine.data.dataset import Dataset
from engine.families.regression.bumps_in_dimensions.loop import in_the_box, used_centres
from tests.catalogue import shows

KEY = "bumps_in_dimensions"
CARD = engine.algorithm(KEY)
DATA = Dataset(np.random.default_rng(0).uniform(-1.0, 3.0, (50, 4)), np.zeros(50))


def used(X, m):
    """The centres that are the nearest one to a row, by all distances."""
    low, high = X.min(axis=0), X.max(axis=0)
    axes = np.meshgrid(*[np.linspace(a, b, m) for a, b in zip(low, high, strict=True)], indexing="ij")
    grid = np.stack(axes, axis=-1).reshape(-1, X.shape[1])
    span = high - low
    apart = (((X[:, None] - grid) / span) ** 2).sum(axis=2)
    return len(np.unique(np.argmin(apart, axis=1)))


def drawn(step, kind, surface, data=DATA, **params):
    marks = CARD.marks(step, data, CARD.params(**params))
    return [one for one in marks if isinstance(one, kind) and one.surface.name == surface]


@shows("RG23")
def test_grid_has_m_to_the_power_of_d_centres() -> None:
    trace = engine.trace(KEY, DATA).to_end()
    assert [step.count for step in trace] == [6.0**d for d in range(1, 9)]
    assert trace[3].used.tolist() == [used(DATA.X[:, :d], 6) for d in range(1, 5)]
    assert len(trace[7].used) == 4
    assert "From 3 features on there are more centres than rows." in trace.ending.words
    rows, curve, near = drawn(trace[3], Curve, "Number of centres")
    assert curve.positions == pytest.approx(np.column_stack([[1, 2, 3, 4], np.log10(6.0) * np.arange(1, 5)]))
    assert rows.positions[:, 1] == pytest.approx(np.log10([50, 50])) and rows.label == "N rows"
    assert near.positions[:, 1] == pytest.approx(np.log10(trace[3].used))
    story = CARD.explain(trace[2], DATA, CARD.params())
    assert story.sentence.startswith("With 3 features and 6 centres along each, a grid has 216 centres, more than the")
    assert f"Only {int(trace[2].used[2])} of them are the nearest one to a row." in story.sentence
    assert "So centres are taken from the data" in story.sentence
    assert story.worked[:2] == ("mᵈ = 36·6 = 216", "centres per row = 216 / 50 = 4.32")
    first = CARD.explain(trace[0], DATA, CARD.params())
    assert ", not more than the 50 rows." in first.sentence and "So centres" not in first.sentence
    assert first.worked[0] == "mᵈ = 1·6 = 6"
    told = {number.name: number.value for number in story.numbers}
    assert told == {"centres mᵈ": 216.0, "rows N": 50, "centres used": int(trace[2].used[2])}
    assert story.tables[0].rows[1] == (2, 36.0, float(trace[2].used[1])) and story.tables[0].chosen == 2
    assert CARD.measure(trace[2], DATA, CARD.params()) == pytest.approx({"log₁₀ of centres mᵈ": np.log10(216)})


@pytest.mark.parametrize("d", [1, 2, 3])
def test_grid_is_drawn_in_one_two_and_three_dimensions(d: int) -> None:
    step = engine.trace(KEY, DATA, per_feature=4).to_end()[d - 1]
    centres, near, *rows = drawn(step, Points, "The grid of centres", per_feature=4)
    assert len(centres.positions) == 4**d and len(near.positions) == int(step.used[d - 1])
    assert len(np.unique(centres.positions.round(9), axis=0)) == 4**d
    assert {tuple(place) for place in near.positions.round(9)} <= {tuple(place) for place in centres.positions.round(9)}
    assert [len(one.positions) for one in rows] == ([50] if d < 3 else [])
    (edges,) = drawn(step, Segments, "The grid of centres", per_feature=4)
    assert len(edges.starts) == {1: 1, 2: 4, 3: 12}[d]
    assert (edges.starts != edges.ends).any(axis=1).all()


def test_omitted_part_of_the_grid_is_stated() -> None:
    trace = engine.trace(KEY, DATA, per_feature=20).to_end()
    words = [drawn(step, Text, "The grid of centres", per_feature=20)[0].text for step in trace]
    assert words[4].splitlines()[1:] == [
        "Drawn with 12 centres along a feature.",
        "The first 3 of 5 features are drawn.",
    ]
    assert words[2].splitlines()[1:] == ["Drawn with 12 centres along a feature."]
    narrow = DATA.select([0])
    last = engine.trace(KEY, narrow, dimensions=3).to_end()[-1]
    (text,) = drawn(last, Text, "The grid of centres", narrow)
    assert text.text == "Faint: the centres." and len(drawn(last, Points, "The grid of centres", narrow)) == 1
    assert CARD.explain(last, narrow, CARD.params()).tables[0].rows[2] == (3, 216.0, "–")


def test_constant_features_and_any_size_fit_the_box() -> None:
    X = np.array([[1e150, 5.0], [-1e150, 5.0]])
    assert in_the_box(X).tolist() == [[1.0, 0.5], [0.0, 0.5]] and used_centres(X, 6) == 2
    assert engine.trace(KEY, Dataset(X[:1])).to_end()[-1].used.tolist() == [1.0, 1.0]
    assert "more centres than rows" not in engine.trace(KEY, DATA, dimensions=1).to_end().ending.words
