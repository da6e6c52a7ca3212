"""K-means point by point, each point's part of E, and the chances of the first centres."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Points, Segments
from engine.families.clustering.kmeans.loop import Params
from engine.families.clustering.kmeans.telling import event, explain, inspect
from engine.models.groups import Centres
from tests.catalogue import shows
from tests.contract.recomputed import recomputed
from tests.examples import numbers

SIX = engine.Dataset.from_arrays([[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0], [4.5, 5.0]])
START_B = Centres(np.array([[1.0, 1.0], [1.5, 2.0]]))
ONE_BY_ONE = {"k": 2, "stop_at": "points"}
marks = engine.algorithm("kmeans").marks


def run(data=SIX, start=START_B, **params):
    return engine.trace("kmeans", data, start=start, **params).to_end()


@shows("CL1")
def test_cl1_point_by_point_ends_each_half_step_alike():
    fine, halves = run(**ONE_BY_ONE), run(k=2)
    kept = [step for step in fine if step.half not in ("point", "centre")]
    for one, other in zip(kept, halves, strict=True):
        assert (one.half, one.model, one.error, one.changed) == (other.half, other.model, other.error, other.changed)
    kinds = [kind for kind, _ in itertools.groupby(step.half for step in fine)]
    assert kinds[:6] == ["start", "point", "assign", "centre", "move", "point"]
    first = [step for step in fine if step.half == "point" and step.round == 1]
    assert [step.row for step in first] == list(range(6))


@shows("CL1")
def test_cl1_point_is_explained_computed_and_drawn_with_spokes():
    trace, params = run(**ONE_BY_ONE), Params(**ONE_BY_ONE)
    step = next(step for step in trace if step.half == "point" and step.round == 1 and step.row == 2)
    story = explain(step, SIX, params)
    assert story.sentence == "Iteration 1, point 3: centre 2 is the nearest, and it goes there."
    (table,) = story.tables
    assert [row[1] for row in table.rows] == pytest.approx([13**0.5, 2.5]) and table.chosen == 1
    assert story.worked == ("its part of E is ‖x − m2‖² / N = 6.25 / 6 = 1.042",)
    assert numbers(story) == {"part of E": pytest.approx(6.25 / 6), "distance": 2.5}
    drawn = marks(step, SIX, params)
    coloured, waiting = [mark for mark in drawn if isinstance(mark, Points) and mark.rows is not None][:2]
    assert (coloured.rows.tolist(), coloured.groups.tolist()) == ([0, 1, 2], [0, 1, 1])
    assert waiting.rows.tolist() == [3, 4, 5]
    spokes = next(mark for mark in drawn if isinstance(mark, Segments) and mark.role == "spoke")
    assert spokes.ends.tolist() == START_B.centres.tolist()
    leaves = next(step for step in trace if step.half == "point" and step.round == 2 and step.row == 1)
    assert "leaves centre 2 for it" in explain(leaves, SIX, params).sentence
    assert event(leaves) is not None and event(step) is None
    groups = next(
        mark for mark in marks(leaves, SIX, params) if isinstance(mark, Points) and mark.role == "data"
    ).groups
    assert groups.tolist() == [0, 0, 1, 1, 1, 1]


@shows("CL1")
def test_cl1_centres_move_one_by_one_to_their_means():
    trace, params = run(**ONE_BY_ONE), Params(**ONE_BY_ONE)
    first, second = [step for step in trace if step.half == "centre" and step.round == 1]
    assert first.model.centres == pytest.approx(np.array([[1.0, 1.0], [1.5, 2.0]]))
    assert second.model.centres == pytest.approx(np.array([[1.0, 1.0], [3.5, 4.6]]))
    story = explain(second, SIX, params)
    assert "centre 2 goes to the mean of its points" in story.sentence and not recomputed(story).wrong
    assert numbers(story)["moved by"] == pytest.approx(np.hypot(2.0, 2.6))


@shows("CL2")
def test_cl2_part_of_a_point_its_square_and_the_stacked_bars():
    step, params = run(k=2)[1], Params(k=2)
    drawn = marks(step, SIX, params)
    squares = ((SIX.X - START_B.centres[step.labels]) ** 2).sum(axis=1)
    asked = numbers(inspect(step, SIX, params, SIX.X[3]).story)
    assert asked["part of E"] == pytest.approx(squares[3] / 6)
    assert asked["share of E"] == f"{100 * squares[3] / squares.sum():.1f} %"
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values.sum() == pytest.approx(step.error) and bars.values[0] == 0.0
    assert bars.cuts[1] == pytest.approx(np.cumsum(np.sort(squares[1:])[::-1]) / 6)
    (sides,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "ghost"]
    lengths = np.sqrt(((sides.ends - sides.starts) ** 2).sum(axis=1)).reshape(3, 6)
    assert lengths == pytest.approx(np.tile(np.sqrt(squares), (3, 1)))
    assert np.abs(((sides.ends - sides.starts)[:6] * (START_B.centres[step.labels] - SIX.X)).sum(axis=1)).max() < 1e-12


@shows("CL3")
def test_cl3_plus_plus_probabilities_are_point_sizes_and_stated():
    params = Params(k=3, seeding="k-means++")
    first, second, third = run(start=None, k=3, seeding="k-means++", seed=3)[:3]
    assert first.chances is None and "was equally likely" in explain(first, SIX, params).sentence
    for step in (second, third):
        square = ((SIX.X[:, None] - step.before.centres) ** 2).sum(axis=2).min(axis=1)
        assert step.chances == pytest.approx(square / square.sum())
        assert SIX.X[step.row] == pytest.approx(step.model.centres[step.cluster])
        dots = next(mark for mark in marks(step, SIX, params) if isinstance(mark, Points) and mark.role == "plain")
        assert dots.sizes == pytest.approx(np.clip(6 * step.chances, 0.05, 12.0))
        story = explain(step, SIX, params)
        assert f"Row {step.row + 1} had the chance" in story.sentence and "from the seed on screen" in story.sentence
        (table,) = story.tables
        assert [row[1] for row in table.rows] == sorted(step.chances.tolist(), reverse=True)
        assert table.rows[table.chosen][0] == str(step.row + 1)
        assert story.worked[0].startswith("its chance is d² / Σ d² = ") and not recomputed(story).wrong


@pytest.mark.parametrize(
    ("seeding", "alike"),
    [("random rows", [True, True]), ("farthest first", [True, False]), ("random in the box", [False, False])],
)
def test_cl3_only_plus_plus_draws_probabilities_and_duplicates_are_stated(seeding, alike):
    params = Params(k=2, seeding=seeding)
    steps = run(start=None, k=2, seeding=seeding)[:2]
    assert all(step.chances is None for step in steps)
    assert not any(isinstance(mark, Points) and mark.role == "plain" for mark in marks(steps[1], SIX, params))
    assert ["was equally likely" in explain(step, SIX, params).sentence for step in steps] == alike
