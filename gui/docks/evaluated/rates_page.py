"""All rates of one class against the rest, with formula, numbers and baselines; and precision and recall by class."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from engine.core.rate_words import RATES, RateWords, cost_worked, f_formula, f_name, f_worked
from engine.maths.evaluation.rates import Averages, Outcomes, averages, outcomes
from gui.docks.evaluated.choices import Choices
from gui.docks.evaluated.judged_rows import JudgedRows, class_baselines, unanswered_words
from gui.docks.runs_table import Tabled
from gui.look.appearance import Appearance
from gui.widgets.number_table import NumberTable

Cell = str | float | int
UNDEFINED = "undefined"
WIDEST = 700
"""The table of rates asks for so many pixels at most, at the usual size of the text; its letters become smaller."""


class RatesPage(Tabled):
    """The rates of the part of the rows that is chosen."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        self.rates, self._appearance = NumberTable(appearance, most=12), appearance
        self.rates.setAccessibleName("Rates, with formula and numbers")
        super().__init__(self.rates, parent)

    def show_judged(self, judged: JudgedRows, choices: Choices) -> None:
        """Show the rates of these rows."""
        counts, positive = judged.counts, choices.positive_of(len(judged.classes))
        name = judged.classes[positive]
        words = f"{judged.part.capitalize()} rows, {name} against the rest. {unanswered_words(judged)}"
        self.words.setText(words.strip())
        heads, lines = rate_lines(outcomes(counts, positive), class_baselines(judged, positive), choices)
        self.rates.put(heads, lines)
        self.setMinimumWidth(min(self.rates.least_width, round(WIDEST * self._appearance.scale)))


class ClassesPage(Tabled):
    """Precision, recall and F of each class against the rest, and their averages."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        self.classes, self._appearance = NumberTable(appearance, most=12), appearance
        self.classes.setAccessibleName("Precision and recall of each class")
        super().__init__(self.classes, parent)

    def show_judged(self, judged: JudgedRows, choices: Choices) -> None:
        """Show the summary of these rows."""
        self.words.setText(f"{judged.part.capitalize()} rows, each class against the rest. {unanswered_words(judged)}")
        self.classes.put(CLASS_HEADS, class_lines(averages(judged.counts), judged.classes))
        self.insist(self._appearance.scale)


def rate_lines(
    table: Outcomes, baselines: dict[str, Outcomes], choices: Choices
) -> tuple[tuple[str, ...], list[Sequence[Cell]]]:
    """The heads, and a line for each rate: name, formula, numbers, value, and the value of each baseline."""
    others = tuple(baselines.values())
    lines: list[Sequence[Cell]] = [
        (one.name, one.formula, numbers(one, table), value(one, table), *(value(one, other) for other in others))
        for one in RATES
    ]
    beta = choices.beta
    lines.append(
        (f_name(beta), f_formula(beta), f_worked(table, beta), *(one.f(beta).value for one in (table, *others)))
    )
    costs = choices.false_alarm, choices.miss
    cost = [one.cost(*costs) for one in (table, *others)]
    lines.append(("cost", "C_FP FP + C_FN FN", cost_worked(table, *costs), *cost))
    return ("rate", "formula", "numbers", "value", *baselines), lines


def value(rate: RateWords, table: Outcomes) -> Cell:
    """The value of a rate where it has one."""
    return told(rate.of(table).value)


def numbers(rate: RateWords, table: Outcomes) -> str:
    """The formula with its numbers; of one that is undefined also why."""
    worked = rate.worked(table)
    return f"{worked}: {rate.undefined}" if math.isnan(rate.of(table).value) else worked


CLASS_HEADS = ("class", "rows", "predicted", "precision", "recall", "F₁")


def class_lines(found: Averages, classes: Sequence[str]) -> list[Sequence[Cell]]:
    """A line for each class, and for the averages over them."""
    lines: list[Sequence[Cell]] = [
        (name, int(found.support[k]), int(found.told[k]), *map(told, (found.precision[k], found.recall[k], found.f[k])))
        for k, name in enumerate(classes)
    ]
    n = int(found.support.sum())
    several = int(found.counted.sum())
    for name, means in (
        (f"macro: mean of {several} classes", found.macro), ("micro = accuracy", found.micro),
        ("weighted by rows", found.weighted),
    ):  # fmt: skip
        lines.append((name, n, n, *map(told, means)))
    return lines


def told(number: float) -> Cell:
    """A number, or that it is none."""
    return UNDEFINED if math.isnan(number) else float(number)
