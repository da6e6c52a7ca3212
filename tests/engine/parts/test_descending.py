"""Descent by the gradient and by Newton on objectives that know nothing of classes, and what they say of themselves."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np
import pytest

from engine.base.words import figure
from engine.core.story import Event
from engine.families.logistic import checking
from engine.maths.optimisation.newton import newton_step
from engine.parts import descent_telling
from engine.parts.descending import LONGEST, DescentParams, descent, grown
from engine.parts.newton import NewtonParams, newton

H = np.array([[2.0, 0.5], [0.5, 1.0]])
BOTTOM = np.array([1.0, -2.0])


@dataclass(frozen=True)
class Weights:
    packed: np.ndarray


@dataclass(frozen=True)
class Bowl:
    """½ (w − b)ᵀ H (w − b) + 1, or a function of |w − b| that Newton's method overshoots on."""

    start: np.ndarray
    least: str = "E"
    safe_rate: float = 0.4
    bent: bool = False
    never: str = ""

    def at(self, w):
        return Place(self, w - BOTTOM)

    def model(self, w):
        return Weights(w)

    def shown(self, w):
        return w

    def endless(self, w, error, outward=False):
        return self.never

    def jump(self, gradient, hessian):
        return newton_step(gradient, hessian)

    def pushed(self, move):
        return float(np.abs(move).max()), False

    def lost(self, rank, remedy):
        return f"Lost: {rank}. {remedy}"


@dataclass(frozen=True)
class Place:
    of: Bowl
    off: np.ndarray

    @property
    def error(self):
        return self.value - (0.5 if self.of.least == "E + penalty" else 0.0)

    @property
    def value(self):
        if self.of.bent:
            return float(np.sqrt(1.0 + self.off**2).sum())
        return float(0.5 * self.off @ H @ self.off) + 1.0

    def gradient(self):
        return self.off / np.sqrt(1.0 + self.off**2) if self.of.bent else H @ self.off

    def curvature(self):
        return np.diag((1.0 + self.off**2) ** -1.5) if self.of.bent else H

    def wrong(self):
        return 0


def run(steps):
    found = []
    while True:
        try:
            found.append(next(steps))
        except StopIteration as end:
            return found, end.value


def down(objective, **params):
    return run(descent(objective, DescentParams(**params)))


def jumps(objective, **params):
    return run(newton(objective, NewtonParams(**params)))


ZERO = Bowl(np.zeros(2))

# -- the steps ---------------------------------------------------------------------------------------------------------


def test_steps_follow_the_negative_gradient_with_momentum():
    found, ending = down(ZERO, rate=0.1, momentum=0.5, iterations=40)
    w = last = np.zeros(2)
    for step in found:
        assert step.model.packed == pytest.approx(w, abs=1e-12)
        assert step.gradient == pytest.approx(H @ (w - BOTTOM), abs=1e-12)
        last = 0.5 * last - 0.1 * H @ (w - BOTTOM)
        w = w + last
    assert len(found) == 41 and ending.kind == "stopped"


def test_default_rate_is_stable_and_converges():
    found, ending = down(ZERO, iterations=1000)
    assert found[0].rate == 0.4
    assert found[-1].model.packed == pytest.approx(BOTTOM, abs=1e-5)
    assert ending.kind == "converged" and "E = 1 is practically flat" in ending.words
    assert not any(step.rises for step in found)


def test_predicted_decrease_is_the_slope_times_the_step():
    found, _ = down(ZERO, rate=1e-4, iterations=3)
    assert found[0].predicted == 0.0 and found[0].objective_before is None
    for before, step in itertools.pairwise(found):
        assert step.predicted == pytest.approx(float(before.gradient @ (step.model.packed - before.model.packed)))
        assert step.predicted == pytest.approx(step.objective - before.objective, rel=1e-2)


def test_newton_reaches_the_minimum_of_a_quadratic_and_stays():
    found, ending = jumps(ZERO)
    assert found[1].model.packed == pytest.approx(BOTTOM)
    assert found[0].gain == pytest.approx(found[0].objective - 1.0)
    assert ending.kind == "converged" and "After 1 Newton step E = 1 is the least" in ending.words


def test_overshooting_step_is_halved_unless_damping_is_off():
    bent = Bowl(np.array([3.0, 0.0]), bent=True)
    held, ending = jumps(bent)
    assert max(step.halvings for step in held) > 0 and ending.kind == "converged"
    assert all(step.objective <= step.objective_before for step in held[1:])
    wild, ending = jumps(bent, damping=False, iterations=3)
    assert wild[1].objective > wild[0].objective and wild[1].halvings == 0
    assert ending.kind == "stopped" and "Turn damping on, add a penalty" in ending.words


def test_long_path_is_thinned_and_keeps_its_start():
    way = np.zeros((0, 2))
    for i in range(3 * LONGEST):
        way = grown(way, np.array([float(i), 1.0]))
    assert len(way) <= LONGEST + 1
    assert way[0].tolist() == [0.0, 1.0] and way[-1].tolist() == [3.0 * LONGEST - 1, 1.0]


# -- how they end ------------------------------------------------------------------------------------------------------


def test_too_large_rate_ends_in_words_naming_the_stable_one():
    found, ending = down(ZERO, rate=5.0, iterations=100)
    assert ending.kind == "failed"
    assert "E grew from" in ending.words and "A rate up to 0.4 is safe." in ending.words
    assert found[-1].rises == len(found) - 1
    wild, ending = down(Bowl(np.array([5.0, 5.0]), least="E + penalty"), rate=1.2, iterations=5)
    assert f"E + penalty rose {wild[-1].rises} times, as the rate is too large" in ending.words


def test_small_rate_and_too_few_steps_end_in_words():
    assert "the rate is small. Up to 0.4 is safe." in down(ZERO, rate=0.01, iterations=3)[1].words
    assert "Standardise the features" in down(ZERO, iterations=3)[1].words
    assert jumps(Bowl(np.array([0.5, 0.0]), bent=True), iterations=1)[1].kind == "stopped"


def test_unbounded_objective_is_reported_by_its_own_words():
    never = replace(ZERO, never="It falls for ever.")
    assert down(never, iterations=2)[1].words.endswith("It falls for ever.")
    assert down(never, iterations=1000)[1].words == "It falls for ever."
    assert jumps(replace(never, bent=True), iterations=1)[1].words == "It falls for ever."


# -- what they say -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "before"), [(2.0, 3.0), (3.0, 2.0), (2.0, 2.0), (2.0, 2.0 * (1 + 1e-14))])
def test_sentence_has_sign_and_size_of_the_change(value, before):
    said = descent_telling.changed("Q", value, before)
    if abs(value - before) < 1e-9:
        assert said == "Q stays at 2"
    else:
        assert said == f"Q {'falls' if value < before else 'rises'} by 1 to {figure(value)}"


def test_a_small_change_is_a_change():
    assert descent_telling.changed("Q", 2.0, 2.0 + 1e-9) == "Q falls by 1e−09 to 2"
    assert descent_telling.changed("Q", 2.0 + 1e-9, 2.0) == "Q rises by 1e−09 to 2"


def test_nonfinite_value_is_reported():
    assert descent_telling.changed("E", np.inf, 2.0) == "E is no number any more"


def test_a_rise_names_what_rose():
    assert descent_telling.risen("E", 3.0, 2.0) == Event("rose", "wrong")
    assert descent_telling.risen("E + penalty", 3.0, 2.0) == Event("E + penalty rose", "wrong")
    assert descent_telling.risen("E", 2.0, 3.0) is None and descent_telling.risen("E", 2.0, None) is None


@pytest.mark.parametrize("least", ["E", "E + penalty"])
def test_the_numbers_of_a_descent(least):
    found, _ = down(replace(ZERO, least=least), rate=0.1)
    told = {number.name: number.value for number in descent_telling.told(found[2])}
    assert told["E"] == found[2].error and told["rate η"] == 0.1
    assert told["‖∇E‖" if least == "E" else "‖∇(E + penalty)‖"] == pytest.approx(np.linalg.norm(found[2].gradient))
    assert told["actual change"] == found[2].objective - found[1].objective
    assert told["predicted change"] == found[2].predicted
    assert ("E + penalty" in told) == (least != "E")
    assert told.get("E + penalty", found[2].objective) == found[2].objective


def test_check_compares_the_decrease_with_the_slope():
    found, _ = down(ZERO, rate=0.1)
    fell, promised = found[0].objective - found[1].objective, -found[1].predicted
    said = f"E falls by {figure(fell)} to {figure(found[1].objective)}; the slope alone promised {figure(promised)}."
    assert descent_telling.way(found[1]) == said
    found, _ = down(ZERO, rate=5.0, iterations=2)
    assert "E rises by" in descent_telling.way(found[1]) and "the step was too long" in descent_telling.way(found[1])
    step = down(ZERO, rate=0.1)[0][1]
    uphill = replace(step, gradient_before=-step.gradient_before)
    assert f"the slope alone promised a rise of {figure(uphill.predicted)}" in descent_telling.way(uphill)


def test_broken_promises_are_detected():
    found, _ = down(ZERO, iterations=3)
    safe, given = DescentParams(), DescentParams(rate=0.4)

    def convex(w):
        return float(w @ w)

    def concave(w):
        return -float(w @ w)

    assert [check.holds for check in descent_telling.promised(found[1], safe, convex)] == [True, True]
    assert [check.holds for check in descent_telling.promised(found[1], safe, concave)] == [False, True]
    assert [check.holds for check in descent_telling.promised(found[1], given, convex)] == [True]
    worse = replace(found[1], objective_before=found[1].objective - 1.0)
    assert [check.holds for check in descent_telling.promised(worse, safe, convex)] == [True, False]


def test_wrong_gradient_is_found_at_any_weight():
    found, _ = down(ZERO, iterations=3)
    w = found[0].model.packed.ravel()
    slope = np.arange(1.0, len(w) + 1)
    for gradient, right in ((slope, True), (slope + 0.01, False)):
        step, Phi = replace(found[0], gradient=gradient), np.ones((1, len(w)))
        found_slopes = checking.compared(step, lambda W, slope=slope: W @ slope, Phi, checking.NudgeParams())
        names = [str(j) for j in range(len(w))]
        (number,), (table,), (check,) = checking.told(found_slopes, "E", 1, names, checking.NudgeParams())
        assert check.holds == right == (number.value < 1e-6)
        assert [row[1] for row in table.rows] == pytest.approx(gradient.tolist())


def test_newton_step_states_the_number_of_halvings():
    found, _ = jumps(Bowl(np.array([3.0, 0.0]), bent=True, least="E + penalty"))
    step = next(step for step in found if step.halvings)
    said = descent_telling.jumped(step)
    often = "1 time" if step.halvings == 1 else f"{step.halvings} times"
    assert said.startswith(f"Newton step {step.iteration}: E + penalty falls by ")
    assert said.endswith(f"It was halved {often}, or E + penalty would have risen.")
    checks = descent_telling.downhill(step, NewtonParams())
    assert [check.holds for check in checks] == [True, True]
    worse = replace(step, objective_before=step.objective - 1.0, move=-step.move)
    assert [check.holds for check in descent_telling.downhill(worse, NewtonParams())] == [False, False]
    assert len(descent_telling.downhill(found[0], NewtonParams())) == 1
    assert len(descent_telling.downhill(worse, NewtonParams(damping=False))) == 1
