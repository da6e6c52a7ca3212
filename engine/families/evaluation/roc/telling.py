"""What a step of the ROC curve says: the rates at a threshold, a pair, the hull, and which threshold is chosen."""

from __future__ import annotations

import numpy as np

from engine.base.words import are, counted, divided, figure, have, joined
from engine.core.algorithm import Inquiry
from engine.core.rate_words import RATES, cost_worked, f_formula, f_name, f_told, told
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.evaluation.roc.drawing import others_of
from engine.families.evaluation.roc.loop import Params, Step, by_hand
from engine.families.evaluation.scoring import FEATURE, SEEN, feature_of, learner_of, positive_of
from engine.maths.algebra.agreement import agree, exceeds
from engine.maths.evaluation.rates import Outcomes
from engine.maths.evaluation.roc import Roc, cheapest, hull_area

RATE = r"\mathrm{TPR}(t) = P(s \geq t \mid +), \quad \mathrm{FPR}(t) = P(s \geq t \mid -)"
AREA = r"\mathrm{AUC} = P(s_+ > s_-) + \tfrac{1}{2} P(s_+ = s_-)"
COST = r"\underset{t}{\mathrm{arg\,min}}\; C_{FP}\, FP(t) + C_{FN}\, FN(t)"
NAMED = 6
"""So many thresholds of equal cost are named."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.scored is None or step.curve is None:
        return Story(_plan(data, params), RATE)
    if step.part == "fitted":
        return Story(_fitted(step, data, params), RATE, numbers=_sizes(step.curve))
    if step.part == "threshold":
        return _threshold(step, step.curve, data, params)
    if step.part == "pairs":
        return _pairs(step, step.curve)
    return _hull(step, step.curve) if step.part == "hull" else _choice(step, step.curve, data, params)


def _plan(data: Dataset, params: Params) -> str:
    rule = f"rows with a score of at least t are called {_name(data, params)}"
    return f"{_source(data, params)} Then the threshold t falls past one score after the other: {rule}."


def _source(data: Dataset, params: Params) -> str:
    if params.source == FEATURE:
        return f"The score of a row is its value of {data.columns[feature_of(data, params)].name}."
    where = "judged on the rows it learns from" if params.judged == SEEN else "judged on rows that it has not seen"
    return f"{learner_of(params).name} is fitted, and {where}."


def _name(data: Dataset, params: Params) -> str:
    return data.class_name(positive_of(data, params))


def _fitted(step: Step, data: Dataset, params: Params) -> str:
    assert step.scored is not None and step.curve is not None
    curve, name = step.curve, _name(data, params)
    fitted = f", after a fit to {counted(step.scored.learnt, 'other row')}" if step.scored.learnt else ""
    if params.judged == SEEN and step.scored.learnt:
        fitted = ", the rows it was fitted to, so the curve is optimistic"
    more = step.scored.silent
    silent = f" {counted(more, 'row')} more {have(more)} no score." if more else ""
    n, P, N = len(step.scored.rows), curve.positives, curve.negatives
    return (
        f"{counted(n, 'row')} {have(n)} a score{fitted}: {P:,} of them {are(P)} {name}, the positive class, and "
        f"{N:,} {are(N)} not.{silent} With the threshold above all scores no row is called {name}."
    )


def _sizes(curve: Roc) -> tuple[Number, ...]:
    return (
        Number("P", curve.positives, "positive rows"),
        Number("N", curve.negatives, "negative rows"),
        Number("different scores", len(curve.thresholds) - 1),
    )


# -- a threshold -------------------------------------------------------------------------------------------------------


def outcomes_at(step: Step) -> Outcomes:
    """The two-class table at the threshold of a step."""
    assert step.curve is not None
    return Outcomes(step.TP, step.curve.positives - step.TP, step.FP, step.curve.negatives - step.FP)


def _threshold(step: Step, curve: Roc, data: Dataset, params: Params) -> Story:
    up, right = step.TP - int(curve.tp[step.before]), step.FP - int(curve.fp[step.before])
    ways = {(True, False): "up", (False, True): "to the right", (True, True): "up and to the right at once"}
    rows = " and ".join(counted(many, f"{kind} row") for many, kind in ((up, "positive"), (right, "negative")) if many)
    several = step.at - step.before
    past = "" if several == 1 else f" past {several} scores"
    tie = " They share one score, so the curve goes diagonally." if up and right and several == 1 else ""
    said = (
        f"The threshold falls to t = {figure(step.cut)}{past}: {rows} {'is' if up + right == 1 else 'are'} called "
        f"{_name(data, params)} now, and the curve goes {ways[up > 0, right > 0]}.{tie}"
    )
    table = outcomes_at(step)
    return Story(said, RATE, _rate_lines(table, params), _counts(table), (_rates(table, params),))


def _rate_lines(table: Outcomes, params: Params) -> tuple[str, ...]:
    """The rates with their numbers; without rows of a class there is one less."""
    lines = []
    if table.tp + table.fn:
        lines.append(f"TPR = TP / P = {divided(table.tp, table.tp + table.fn)}")
    if table.fp + table.tn:
        lines.append(f"FPR = FP / N = {divided(table.fp, table.fp + table.tn)}")
    cost = table.cost(params.false_alarm, params.miss)
    lines.append(f"cost = {cost_worked(table, params.false_alarm, params.miss)} = {figure(cost)}")
    return tuple(lines)


def _counts(table: Outcomes) -> tuple[Number, ...]:
    return (
        Number("TP", int(table.tp), "positive rows found"),
        Number("FN", int(table.fn), "positive rows missed"),
        Number("FP", int(table.fp), "false alarms"),
        Number("TN", int(table.tn), "negative rows left"),
    )


def _rates(table: Outcomes, params: Params) -> Table:
    rows = [(one.name, one.formula, told(one, table)) for one in RATES]
    rows.append((f_name(1.0), f_formula(1.0), f_told(table)))
    return Table("Rates at this threshold", ("rate", "formula", "value"), tuple(rows))


# -- pairs, hull and choice --------------------------------------------------------------------------------------------


def _pairs(step: Step, curve: Roc) -> Story:
    assert step.pairs is not None
    one, all_pairs = step.pairs, curve.positives * curve.negatives
    so_far = one.pairs
    points = so_far.won + 0.5 * so_far.tied
    said = (
        f"{one.done:,} of {counted(all_pairs, 'pair')} of a positive and a negative row are compared: in "
        f"{so_far.won:,} the positive row has the higher score, in {so_far.tied:,} both have the same, which counts ½."
    )
    checks: tuple[Check, ...] = ()
    worked = f"({figure(so_far.won)} + ½ · {figure(so_far.tied)}) / {figure(one.done)} = {figure(points / one.done)}"
    line = f"share so far = {worked}"
    if one.done == all_pairs:
        said += " The share of all pairs is the area under the curve: both computations agree."
        line = f"AUC = {worked}"
        checks = (Check("the pairs give the area under the curve", agree(so_far.auc, curve.area, 1.0)),)
    numbers = (
        Number("pairs won", so_far.won, "s₊ > s₋"),
        Number("pairs tied", so_far.tied, "s₊ = s₋"),
        Number("pairs lost", so_far.lost, "s₊ < s₋"),
        Number("area by trapezia", curve.area),
    )
    return Story(said, AREA, (line,), numbers, (), checks)


def _hull(step: Step, curve: Roc) -> Story:
    assert step.corners is not None
    m, h = len(curve.thresholds), len(step.corners)
    said = (
        f"{h:,} of the {m:,} points are corners of the convex hull. Whatever a false alarm and a miss cost, a "
        "threshold of least cost is at one of them."
    )
    numbers = (
        Number("corners", h),
        Number("area under the curve", curve.area),
        Number("area under the hull", hull_area(curve)),
    )
    above = Check("the area under the hull is no smaller", not exceeds(curve.area, hull_area(curve), 1.0))
    return Story(said, COST, (), numbers, (), (above,))


def _choice(step: Step, curve: Roc, data: Dataset, params: Params) -> Story:
    table = outcomes_at(step)
    costs = curve.costs(params.false_alarm, params.miss)
    best = cheapest(costs)
    least = float(costs[best[0]])
    cost = table.cost(params.false_alarm, params.miss)
    if params.threshold:
        held = figure(by_hand(params))
        said = f"The threshold is set to {held}: its cost is {figure(cost)}, and the least is {figure(least)}."
    else:
        said = f"The least cost is {figure(least)}, at the threshold {figure(step.cut)}."
    if len(best) > 1:
        more = [f"{len(best) - NAMED:,} more"] if len(best) > NAMED else []
        at = joined([*(figure(curve.thresholds[i]) for i in best[:NAMED]), *more])
        said += f" {counted(len(best), 'threshold')} share it: {at}."
    checks = (Check("no threshold costs less", bool(cost >= least)),)
    numbers = (*_counts(table), Number("AUC", curve.area), Number("average precision", curve.average_precision))
    tables = [_rates(table, params)]
    if found := others_of(step, data, params):
        rows = [(data.class_name(code), one.area) for code, one in found]
        tables.append(Table("Each class against the rest", ("class", "AUC"), tuple(rows)))
    return Story(said, COST, _rate_lines(table, params), numbers, tuple(tables), checks)


# -- other -------------------------------------------------------------------------------------------------------------


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The score of a point, and on which side of the threshold it is."""
    if step.model is None:
        return None
    score = float(step.model.scores(x[None])[0])
    side = "at least" if score >= step.model.threshold else "below"
    said = data.class_name(int(step.model.predict(x[None])[0]))
    words = f"Its score is {figure(score)}, {side} {figure(step.cut)}, so it is called {said}."
    return Inquiry(Story(words, RATE, numbers=(Number("s", score),)))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "threshold" or step.curve is None:
        return {}
    found = {"recall": step.TP / step.curve.positives} if step.curve.positives else {}
    if step.curve.negatives:
        found["false alarm rate"] = step.FP / step.curve.negatives
    return found


def event(step: Step) -> Event | None:
    if step.part == "choose":
        return Event("chosen", "best")
    if step.part != "threshold" or step.curve is None:
        return None
    up, right = step.curve.tp[step.before] < step.TP, step.curve.fp[step.before] < step.FP
    return Event("false alarm", "wrong") if right and not up else None
