"""The rates of a confusion table in words: the name of each, its formula, its numbers, and why it is undefined."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from engine.base.words import figure
from engine.maths.evaluation.rates import Outcomes, Rate


@dataclass(frozen=True)
class RateWords:
    """A rate. formula, worked  with its letters, and with the numbers of a table;   undefined  what it lacks."""

    name: str
    formula: str
    of: Callable[[Outcomes], Rate]
    worked: Callable[[Outcomes], str]
    undefined: str


def _over(over: str, of: str) -> Callable[[Outcomes], str]:
    """The formula with numbers in place of its letters: "TP" over "TP + FN"."""

    def written(side: str, table: Outcomes) -> str:
        known = {"TP": table.tp, "FN": table.fn, "FP": table.fp, "TN": table.tn, "n": table.n}
        parts = [figure(known[name]) for name in side.split(" + ")]
        return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"

    return lambda table: f"{written(over, table)} / {written(of, table)}"


NO_ROWS = "there is no row"
NO_POSITIVE, NO_NEGATIVE = "no row is positive", "no row is negative"
NONE_CALLED = "no row is called positive"
RATES = (
    RateWords("error", "(FP + FN) / n", lambda one: one.error, _over("FP + FN", "n"), NO_ROWS),
    RateWords("accuracy", "(TP + TN) / n", lambda one: one.accuracy, _over("TP + TN", "n"), NO_ROWS),
    RateWords("recall", "TP / (TP + FN)", lambda one: one.recall, _over("TP", "TP + FN"), NO_POSITIVE),
    RateWords("precision", "TP / (TP + FP)", lambda one: one.precision, _over("TP", "TP + FP"), NONE_CALLED),
    RateWords("misses", "FN / (TP + FN)", lambda one: one.misses, _over("FN", "TP + FN"), NO_POSITIVE),
    RateWords("false alarms", "FP / (FP + TN)", lambda one: one.false_alarms, _over("FP", "FP + TN"), NO_NEGATIVE),
    RateWords("specificity", "TN / (FP + TN)", lambda one: one.specificity, _over("TN", "FP + TN"), NO_NEGATIVE),
)
"""All but F and the cost, which have parameters."""


def told(rate: RateWords, table: Outcomes, digits: int = 4) -> str:
    """The value of a rate, or why it has none.

    >>> told(RATES[3], Outcomes(0, 2, 0, 3))
    'undefined: no row is called positive'
    """
    value = rate.of(table).value
    return f"undefined: {rate.undefined}" if math.isnan(value) else figure(value, digits)


def f_name(beta: float) -> str:
    """F₁, or F with its β."""
    return "F₁" if beta == 1 else f"F, β = {figure(beta)}"


def f_formula(beta: float) -> str:
    """F of precision P and recall R."""
    return "2 P R / (P + R)" if beta == 1 else "(1 + β²) P R / (β² P + R)"


def f_told(table: Outcomes, beta: float = 1.0, digits: int = 4) -> str:
    """The value of F, which counts as 0 where no positive row is found."""
    return figure(table.f(beta).value, digits) if table.tp else "0, as TP = 0"


def f_worked(table: Outcomes, beta: float = 1.0) -> str:
    """F with the numbers of a table, by its counts."""
    if not table.tp:
        return "TP = 0"
    square = beta**2
    return (
        f"{figure(1 + square)} · {figure(table.tp)} / "
        f"({figure(1 + square)} · {figure(table.tp)} + {figure(square)} · {figure(table.fn)} + {figure(table.fp)})"
    )


def cost_worked(table: Outcomes, of_false_alarm: float, of_miss: float) -> str:
    """C_FP FP + C_FN FN with numbers."""
    return f"{figure(of_false_alarm)} · {figure(table.fp)} + {figure(of_miss)} · {figure(table.fn)}"
