"""Lagrange multipliers: the slopes are parallel where SLSQP ends, λ by both conventions, W60's counts on the border."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Contours, Curve, Points, Segments, Text
from engine.families.numerical_tools.lagrange.drawing import ARROW, marks
from engine.families.numerical_tools.lagrange.loop import MINUS, PLUS, WAY, Params
from engine.families.numerical_tools.lagrange.problems import CIRCLE, COUNTS, FIXED, SQUARE, problem
from engine.families.numerical_tools.lagrange.telling import event, explain
from engine.models.place import Place
from tests.catalogue import shows
from tests.examples import numbers

DATA = engine.load("gate_and")


def _arrows(step, params, which):
    """The arrows of ∇f (0) or ∇g (1): by finite differences, the longer of the two a share of the picture."""
    asked = problem(params)
    places = step.here[None] if step.found is None else step.found
    both = np.array(
        [[approx_fprime(place, lambda p, f=f: f(p[None])[0]) for f in (asked.f, asked.g)] for place in places]
    )
    longest = np.linalg.norm(both, axis=2).max(axis=1, keepdims=True)
    return np.hstack([places, places + ARROW * (asked.view[1] - asked.view[0]) * both[:, which] / longest])


def _nearest(step, params):
    """How far along the constraint each place is, of the places that are looked at, and f there."""
    way = problem(params).way(WAY)
    return [(WAY[np.argmin(np.linalg.norm(way - one, axis=1))], problem(params).f(one)) for one in step.found]


PLACED = {
    "Constraint: boundary": lambda step, data, params: problem(params).way(WAY),
    "Constraint: focus": lambda step, data, params: [step.here],
    "Constraint: best": lambda step, data, params: step.found,
    "f along the constraint: boundary": lambda step, data, params: np.column_stack(
        [WAY, problem(params).f(problem(params).way(WAY))]
    ),
    "f along the constraint: best": lambda step, data, params: _nearest(step, params),
    "Constraint: axis": lambda step, data, params: _arrows(step, params, 0),
    "Constraint: support": lambda step, data, params: _arrows(step, params, 1),
}
W60 = (3.0, 0.0, 5.0, 2.0)


def ran(start=None, **values):
    return engine.trace("lagrange", DATA, start=start, **values).to_end()


@shows("OP5")
@pytest.mark.parametrize("name", FIXED)
def test_op5_solutions_match_slsqp_with_zero_projected_gradient(name):
    asked = FIXED[name]
    run = ran(problem=name)
    assert [step.stage for step in run] == ["problem", "equations", "solved", "checked"]
    for place, factor in zip(run[2].found, run[2].multipliers, strict=True):
        assert approx_fprime(place, lambda p: asked.f(p)) == pytest.approx(asked.slope_f(place), abs=1e-6)
        assert approx_fprime(place, lambda p: asked.g(p)) == pytest.approx(asked.slope_g(place), abs=1e-6)
        assert asked.slope_f(place) + factor * asked.slope_g(place) == pytest.approx(0, abs=1e-12)
    along = asked.f(asked.way(np.linspace(0, 1, 10_001)))
    for sign, best in ((1, asked.f(run[2].found).min()), (-1, -asked.f(run[2].found).max())):
        if not np.isclose((sign * along).min(), best, rtol=1e-5, atol=1e-5):
            continue  # on a line that goes on, f has no such end
        ended = [
            minimize(lambda p, s=sign: s * asked.f(p), start, constraints={"type": "eq", "fun": asked.g}, tol=1e-12)
            for start in asked.way(np.array([0.1, 0.4, 0.7]))
        ]
        assert min(one.fun for one in ended) == pytest.approx(best, abs=1e-6)


@shows("OP5", "W60")
def test_w60_op5_shares_of_counts_with_a_share_on_the_boundary():
    run = ran(problem=COUNTS, counts=W60)
    story = explain(run[3], DATA, Params(problem=COUNTS))
    known = numbers(story)
    assert [row[2] for row in story.tables[0].rows] == pytest.approx([0.3, 0.0, 0.5, 0.2])
    assert known["f"] == pytest.approx(-10.2965301406, abs=1e-9)
    assert known["f of even shares"] == pytest.approx(-13.8629436112, abs=1e-9)
    assert known["λ"] == pytest.approx(-10.0) and "q2 lies on the border, at 0" in story.sentence
    other = explain(ran(problem=COUNTS, counts=W60, convention=MINUS)[3], DATA, Params(COUNTS, MINUS))
    assert numbers(other)["λ"] == pytest.approx(10.0), "with the other sign before it, λ is the sum of the counts"
    drawn = marks(run[2], DATA, Params(problem=COUNTS))
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values == pytest.approx([0.3, 0.0, 0.5, 0.2])
    border = problem(Params(problem=COUNTS, second=2))
    assert border.border and not len(border.found)
    edge = ran(problem=COUNTS, counts=W60, second=2)
    assert edge[2].here == pytest.approx([0.3, 0.0]) and edge[2].multiplier == pytest.approx(-10.0)


@shows("OP5")
def test_op5_sign_convention_flips_only_lambda():
    plus, minus = ran(problem=SQUARE, convention=PLUS), ran(problem=SQUARE, convention=MINUS)
    assert plus[2].multiplier == pytest.approx(-2.0) and minus[2].multiplier == pytest.approx(2.0)
    assert plus[2].here.tolist() == minus[2].here.tolist() == [1.0, 2.0]
    for step, convention in ((plus[2], PLUS), (minus[2], MINUS)):
        words = explain(step, DATA, Params(problem=SQUARE, convention=convention)).sentence
        assert f"with the other sign before it, it is {'2' if convention == PLUS else '−2'}." in words


@shows("OP5")
def test_op5_contours_touch_the_constraint_at_parallel_gradients():
    run = ran(problem=CIRCLE)
    drawn = marks(run[2], DATA, Params())
    (relief,) = [mark for mark in drawn if isinstance(mark, Contours)]
    assert any(np.isclose(relief.levels, 2.0)) and any(np.isclose(relief.levels, -2.0)), "lines that touch the circle"
    arrows = [mark for mark in drawn if isinstance(mark, Segments)]
    for f, g in zip(arrows[::2], arrows[1::2], strict=True):
        a, b = (f.ends - f.starts)[0], (g.ends - g.starts)[0]
        assert a[0] * b[1] - a[1] * b[0] == pytest.approx(0, abs=1e-12)
    away = marks(run[1], DATA, Params())
    f, g = [mark for mark in away if isinstance(mark, Segments)]
    a, b = (f.ends - f.starts)[0], (g.ends - g.starts)[0]
    assert abs(a[0] * b[1] - a[1] * b[0]) > 1e-2
    assert run[1].left @ run[1].slope_g == pytest.approx(0, abs=1e-12), "what is left leads along the constraint"
    along = [mark for mark in marks(run[3], DATA, Params()) if mark.surface.name == "f along the constraint"]
    (curve,) = [mark for mark in along if isinstance(mark, Curve)]
    (dots,) = [mark for mark in along if isinstance(mark, Points)]
    assert curve.positions[:, 1].max() == pytest.approx(2.0, abs=1e-3) and dots.positions[:, 1].tolist() == [2.0, -2.0]
    assert "greatest at one of these places and least at another" in explain(run[3], DATA, Params()).sentence


def test_placed_point_lies_on_the_constraint():
    run = ran(start=Place(np.array([3.0, 3.0]), DATA.d), problem=CIRCLE)
    assert run[0].here == pytest.approx([1.0, 1.0], abs=1e-9)
    assert "Here ∇f and ∇g are parallel" in explain(run[1], DATA, Params()).sentence


def test_counts_that_are_none_are_refused():
    for counts in ((0.0, 0.0), (1.0,), (2.0, -1.0)):
        with pytest.raises(Refusal, match="counts must be two or more") as refusal:
            ran(problem=COUNTS, counts=counts)
        assert SetParameter("counts", (3.0, 5.0)) in refusal.value.remedies


def test_names_of_parallel_gradients_are_on_both_sides():
    run = engine.trace("lagrange", DATA).to_end()
    names = {one.text: one for one in marks(run[-1], DATA, Params()) if isinstance(one, Text)}
    assert names.keys() == {"∇f", "∇g"} and names["∇f"].anchor == (1.0, 1.0) and names["∇g"].anchor == (0.0, 0.0)


def test_minimum_is_not_called_the_maximum():
    run = ran(problem=SQUARE)
    story = explain(run[3], DATA, Params(problem=SQUARE))
    assert "f is least there" in story.sentence
    assert [one.note for one in story.numbers if one.name == "λ"] == ["at (1, 2)"]


@shows("OP5")
@pytest.mark.parametrize("name", FIXED)
def test_arrows_follow_the_gradients_uphill(name):
    asked, run = FIXED[name], ran(problem=name)
    for step, places in ((run[1], [run[1].here]), (run[2], run[2].found)):
        arrows = [
            mark for mark in marks(step, DATA, Params(problem=name)) if isinstance(mark, Segments) and mark.arrows
        ]
        for role, f, slope in (("axis", asked.f, asked.slope_f), ("support", asked.g, asked.slope_g)):
            drawn = [mark for mark in arrows if mark.role == role]
            assert [mark.starts[0].tolist() for mark in drawn] == [np.asarray(place).tolist() for place in places]
            for mark in drawn:
                place, way = mark.starts[0], (mark.ends - mark.starts)[0]
                assert way @ slope(place) == pytest.approx(np.linalg.norm(way) * np.linalg.norm(slope(place)))
                assert f(place + 1e-4 * way) > f(place) or not slope(place).any(), "the function rises along its slope"


def test_names_are_at_the_tips_of_the_first_place():
    run = ran(problem=CIRCLE)
    drawn = marks(run[2], DATA, Params())
    tips = {mark.role: mark.ends[0] for mark in reversed(drawn) if isinstance(mark, Segments)}
    texts = [mark for mark in drawn if isinstance(mark, Text)]
    assert [one.text for one in texts] == ["∇f", "∇g"]
    assert all(one.position.tolist() == tips[one.role].tolist() for one in texts)


def test_contours_span_the_constraint_and_unbounded_logs_are_cut():
    levels = _relief(CIRCLE).levels
    assert levels == pytest.approx(sorted({*np.linspace(-2, 3.2, 9), 2.0}))
    asked = problem(Params(problem=COUNTS, counts=W60))
    heights = asked.f(asked.way(WAY))
    low = heights.max() - 4 * (heights.max() - np.median(heights))
    assert heights.min() < low, "the cut is needed"
    assert _relief(COUNTS, stage=0).levels[0] == pytest.approx(low)


def _relief(name, stage=2, **values):
    step = ran(problem=name, **values)[stage]
    (relief,) = [mark for mark in marks(step, DATA, Params(problem=name, **values)) if isinstance(mark, Contours)]
    return relief


def test_another_function_has_another_key():
    asked = [{"counts": W60}, {"counts": (1.0, 2.0, 5.0, 2.0)}, {"first": 4}, {"second": 4}, {"first": 3, "second": 1}]
    keys = {_relief(COUNTS, stage=0, **values).key for values in asked} | {_relief(name).key for name in FIXED}
    assert len(keys) == len(asked) + len(FIXED)
    assert _relief(CIRCLE).key == _relief(CIRCLE, convention=MINUS).key, "the sign of λ turns no level line"


def test_f_along_the_constraint_is_fully_visible():
    (curve,) = [
        mark
        for mark in marks(ran(problem=CIRCLE)[3], DATA, Params())
        if isinstance(mark, Curve) and mark.surface.name == "f along the constraint"
    ]
    assert curve.surface.view == pytest.approx((-0.03, 1.03, -2.4, 2.4), abs=1e-3)


def test_only_shares_have_bars_named_by_their_count():
    run = ran(problem=COUNTS, counts=W60)
    asked = Params(problem=COUNTS, counts=W60)
    bars = [[mark for mark in marks(step, DATA, asked) if isinstance(mark, Bars)] for step in run]
    assert [len(one) for one in bars] == [0, 0, 1, 1]
    assert bars[2][0].labels == ("c1 = 3", "c2 = 0", "c3 = 5", "c4 = 2")
    assert bars[2][0].surface.open and not bars[3][0].surface.open, "at the end f along the constraint is open"
    assert not any(isinstance(mark, Bars) for mark in marks(ran(problem=CIRCLE)[2], DATA, Params()))


@pytest.mark.parametrize(("convention", "sign", "told"), [(PLUS, "+", "λ = −Σ c = −10"), (MINUS, "-", "λ = Σ c = 10")])
def test_shares_are_numbers_and_lambda_follows_the_convention(convention, sign, told):
    run = ran(problem=COUNTS, counts=W60, convention=convention)
    story = explain(run[2], DATA, Params(problem=COUNTS, counts=W60, convention=convention))
    assert rf"\nabla f {sign} \lambda \nabla g" in story.formula
    assert story.worked == ("q1 = 3 / 10 = 0.3", "q2 = 0 / 10 = 0", "q3 = 5 / 10 = 0.5", "q4 = 2 / 10 = 0.2", told)
    assert [row[:2] for row in story.tables[0].rows] == [("q1", 3.0), ("q2", 0.0), ("q3", 5.0), ("q4", 2.0)]
    assert [(check.words, check.holds) for check in story.checks] == [
        ("the shares add up to 1", True),
        ("no even shares are likelier", True),
    ]


def test_event_marks_the_solved_equations():
    assert [event(step) is not None for step in ran(problem=CIRCLE)] == [False, False, True, False]


def test_sentences_say_where_f_rises_and_what_lies_on_the_border():
    run = ran(problem=CIRCLE)
    said = [explain(step, DATA, Params(problem=CIRCLE)).sentence for step in run]
    assert said[0].endswith("crosses a level line, f rises to one side: the best place is where it only touches one.")
    assert said[1].endswith("cancels, and f still rises that way. So this is no solution.")
    at_rest = ran(start=Place(np.array([3.0, 3.0]), DATA.d), problem=CIRCLE)[1]
    flat = "Here ∇f and ∇g are parallel: along the constraint f neither rises nor falls."
    assert explain(at_rest, DATA, Params(problem=CIRCLE)).sentence == flat
    counts = explain(ran(problem=COUNTS, counts=W60)[2], DATA, Params(problem=COUNTS, counts=W60)).sentence
    assert "q2 lies on the border, at 0: its slope 0 is below that of the others, so f would gain nothing." in counts
    for step in run:
        (relief,) = [mark for mark in marks(step, DATA, Params(problem=CIRCLE)) if isinstance(mark, Contours)]
        assert (relief.surface.x, relief.surface.y) == FIXED[CIRCLE].axes
