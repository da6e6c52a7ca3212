"""Online neighbours: the meter, what comes and goes, and that building afresh gives the same."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Gallery, Points, Region
from engine.families.neighbours.online_neighbours.loop import ALL, CLASS, NOTHING
from engine.maths.algebra.running import Running
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of

KEY = "online_neighbours"
W62 = engine.Dataset.from_arrays(
    [[2.0, 1.0], [1.0, 2.0], [-1.0, 1.0], [-2.0, -1.0], [1.0, -2.0]], ["A", "A", "B", "B", "B"]
)


told = partial(looked_at.told, KEY)


@shows("KN13", "W76")
def test_w76_one_value_more_and_one_less():
    values = np.array([2.0, 4, 4, 4, 5, 5, 7])[:, None]

    def known(running):
        return running.n, float(running.n * running.mean[0]), float(running.mean[0]), float(running.variance[0])

    running = Running.none(1)
    for x in values:
        running = running.plus(x)
    assert known(running) == pytest.approx((7, 31.0, 4.42857142857, 1.95918367347), abs=1e-9)
    more = running.plus(np.array([9.0]))
    assert known(more) == pytest.approx((8, 40.0, 5.0, 4.0), abs=1e-9)
    assert known(more.minus(np.array([2.0]))) == pytest.approx((7, 38.0, 5.42857142857, 3.10204081633), abs=1e-9)
    assert more.squares[0] + more.n * more.mean[0] ** 2 == pytest.approx(232.0)
    far = Running.none(1)
    for x in values + 1e9:
        far = far.plus(x)
    assert far.variance[0] == pytest.approx(1.95918367347, rel=1e-6)
    sums = np.array([(values + 1e9).sum(), ((values + 1e9) ** 2).sum()]) / 7
    assert abs(sums[1] - sums[0] ** 2 - 1.95918367347) > 1  # what the running sums make of it
    one = Running.none(2).plus(np.array([0.1, 0.2]))
    assert one.minus(np.array([0.1, 0.2])) == Running.none(2)


@shows("KN13", "W62")
def test_meter_counts_the_cost_of_learning_and_querying():
    trace, stories, marks = told(W62, k=1, forget=NOTHING, query=(1.5, 1.0))
    d = 2
    assert [len(step.kept) for step in trace] == [0, 1, 2, 3, 4, 5]
    assert [step.meter.stored for step in trace] == [d * n for n in range(6)]
    assert [step.meter.compared for step in trace] == np.cumsum([d * n for n in range(6)]).tolist()
    assert [step.meter.matched for step in trace] == np.cumsum([0, d, d, 2 * d, 2 * d, 2 * d]).tolist()
    (bars,) = of(Bars, marks[-1])
    assert bars.values.tolist() == [10.0, 30.0, 10.0, 16.0]
    assert "this query: n·d = 5·2 = 10" in stories[-1].worked
    assert "Row 5 (B) is stored: 2 numbers; nothing else changes." in stories[-1].sentence
    assert "m of x1 = −1.5 + (1 + 1.5)/3 = −0.6667" in stories[-1].worked
    (gallery,) = of(Gallery, marks[-1])
    assert [panel.detail for panel in gallery.panels] == ["4 rows", "5 rows"]
    assert [panel.detail for panel in of(Gallery, marks[2])[0].panels] == ["1 row", "2 rows"]
    assert gallery.panels[0].model == trace[-2].model.known and gallery.panels[1].model == trace[-1].model.known


@shows("KN13")
def test_operations_and_memory_are_counted_not_seconds():
    trace, stories, _ = told(W62, k=1, forget=ALL, query=(1.5, 1.0))
    assert "Operations on a coordinate are counted, not seconds" in stories[0].sentence
    for step, story in zip(trace[1:], stories[1:], strict=True):
        numbers = {one.name: one.value for one in story.numbers}
        assert numbers["numbers stored n·d"] == (step.model.known.X.size if len(step.kept) else 0)
    back = (
        "m of x1 = 1.5 − (2 − 1.5)/1 = 1", None,
        "m of x1 = −0.6667 − (−1 + 0.6667)/2 = −0.5", "m of x1 = −0.5 − (−2 + 0.5)/1 = 1", None,
    )  # fmt: skip
    for story, line in zip(stories[6:], back, strict=True):
        assert [one for one in story.worked if one.startswith("m of")] == [line] * (line is not None)
    words = [engine.algorithm(KEY).event(step) for step in trace[6:]]
    assert [one.word for one in words] == ["forgotten", "class gone", "forgotten", "forgotten", "class gone"]


@shows("KN13")
def test_rebuilding_from_stored_rows_predicts_alike():
    data = engine.load("iris").subset(range(40, 70))
    trace, stories, _ = told(data, forget=CLASS)
    places = np.random.default_rng(0).normal(size=(200, 4)) + data.X.mean(axis=0)
    for index, step in enumerate(trace[1:], 1):
        fresh = engine.trace(KEY, data.subset(step.kept), forget=NOTHING)[-1].model.known
        assert np.array_equal(step.model.known.predict(places), fresh.predict(places))
        assert all(check.holds for check in stories[index].checks)
        for code, one in enumerate(step.means):
            own = data.X[step.kept[data.codes[step.kept] == code]]
            assert one.n == len(own)
            if one.n:
                assert one.mean == pytest.approx(own.mean(axis=0)) and one.variance == pytest.approx(own.var(axis=0))


@shows("KN13")
def test_the_last_example_of_a_class_goes():
    trace, stories, marks = told(W62, forget=CLASS)
    end = trace[-1]
    assert end.emptied and end.kept.tolist() == [2, 3, 4] and (end.model.predict(W62.X) == 1).all()
    assert "The last example of A is gone: no point can be classified as A any more." in stories[-1].sentence
    assert engine.algorithm(KEY).event(end).word == "class gone"
    assert not trace[-2].emptied and of(Points, marks[-1], "ghost")[0].rows.tolist() == [1]
    nothing, said, drawn = told(W62, forget=ALL)
    assert type(nothing[-1].model) is Query and not len(nothing[-1].kept) and not of(Region, drawn[-1])
    assert "Nothing is stored: there is no answer." in said[-1].sentence
    assert len(of(Gallery, drawn[-1])[0].panels[1].dots.positions) == 0


def test_how_far_the_boundary_moves_is_told():
    trace, stories, _ = told(W62, k=1, forget=NOTHING, query=(1.5, 1.0))
    assert "Its class is the answer everywhere." in stories[1].sentence
    for before, after, story in zip(trace[1:], trace[2:], stories[2:], strict=False):
        changed = int((before.model.predict(W62.X) != after.model.predict(W62.X)).sum())
        assert f"The answer changes for {changed} of the table's 5 rows." in story.sentence
    assert "by all 2 rows there are" in told(W62, k=3)[1][2].sentence


def test_many_rows_come_in_stretches():
    data = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(300, 2)), [0] * 150 + [1] * 150)
    trace, stories, _ = told(data)
    assert (
        len(trace) < 60 and "20 rows, the last of them row 20 (class 0), are stored: 40 numbers" in stories[1].sentence
    )
    assert len(engine.trace(KEY, data, every_row=True).to_end()) == 1 + 300 + 150
