"""Lagrange multipliers: the slopes are parallel where SLSQP ends, λ by both conventions, W60's counts on the border."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Contours, Curve, Points, Segments, Text
from engine.families.numerical_tools.lagrange.drawing import ARROW, marks
from engine.families.numerical_tools.lagrange.loop import MINUS, PLUS, Params
from engine.families.numerical_tools.lagrange.problems import CIRCLE, COUNTS, FIXED, SQUARE, problem
from engine.families.numerical_tools.lagrange.telling import explain
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


PLACED = {
    "Constraint: axis": lambda step, data, params: _arrows(step, params, 0),
    "Constraint: support": lambda step, data, params: _arrows(step, params, 1),
}
W60 = (3.0, 0.0, 5.0, 2.0)


def ran(start=None, **values):
    return engine.trace("lagrange", DATA, start=start, **values).to_end()


@shows("OP5")
@pytest.mark.parametrize("name", FIXED)
def test_op5_the_places_are_those_that_slsqp_finds_and_nothing_is_left_of_the_slope(name):
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
def test_w60_op5_the_shares_of_counts_with_a_share_on_the_border():
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
def test_op5_the_sign_convention_turns_lambda_and_nothing_else():
    plus, minus = ran(problem=SQUARE, convention=PLUS), ran(problem=SQUARE, convention=MINUS)
    assert plus[2].multiplier == pytest.approx(-2.0) and minus[2].multiplier == pytest.approx(2.0)
    assert plus[2].here.tolist() == minus[2].here.tolist() == [1.0, 2.0]
    for step, convention in ((plus[2], PLUS), (minus[2], MINUS)):
        words = explain(step, DATA, Params(problem=SQUARE, convention=convention)).sentence
        assert f"with the other sign before it, it is {'2' if convention == PLUS else '−2'}." in words


@shows("OP5")
def test_op5_level_lines_touch_the_constraint_where_the_slopes_are_parallel():
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


def test_a_place_put_by_hand_lies_on_the_constraint():
    run = ran(start=Place(np.array([3.0, 3.0]), DATA.d), problem=CIRCLE)
    assert run[0].here == pytest.approx([1.0, 1.0], abs=1e-9)
    assert "Here ∇f and ∇g are parallel" in explain(run[1], DATA, Params()).sentence


def test_counts_that_are_none_are_refused():
    for counts in ((0.0, 0.0), (1.0,), (2.0, -1.0)):
        with pytest.raises(Refusal, match="counts must be two or more") as refusal:
            ran(problem=COUNTS, counts=counts)
        assert SetParameter("counts", (3.0, 5.0)) in refusal.value.remedies


def test_the_names_of_parallel_slopes_stand_to_either_side():
    run = engine.trace("lagrange", DATA).to_end()
    names = {one.text: one for one in marks(run[-1], DATA, Params()) if isinstance(one, Text)}
    assert names.keys() == {"∇f", "∇g"} and names["∇f"].anchor == (1.0, 1.0) and names["∇g"].anchor == (0.0, 0.0)


def test_a_place_that_is_a_minimum_is_not_called_the_greatest():
    run = ran(problem=SQUARE)
    story = explain(run[3], DATA, Params(problem=SQUARE))
    assert "f is least there" in story.sentence
    assert [one.note for one in story.numbers if one.name == "λ"] == ["at (1, 2)"]


@shows("OP5")
@pytest.mark.parametrize("name", FIXED)
def test_the_arrows_lead_from_each_place_along_the_slopes_uphill(name):
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
