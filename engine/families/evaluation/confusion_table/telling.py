"""What a step of the confusion table says: where an example is counted, and what each rate is a share of."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import are, counted, divided, figure
from engine.core.algorithm import Inquiry
from engine.core.rate_words import RATES, cost_worked, f_name, f_told, f_worked, told
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.evaluation.confusion_table.drawing import outcomes_of
from engine.families.evaluation.confusion_table.loop import COST, F, Params, Step
from engine.families.evaluation.scoring import SEEN, positive_of
from engine.families.learners import chosen
from engine.maths.algebra.agreement import agree
from engine.maths.evaluation.baselines import always, at_random, majority
from engine.maths.evaluation.rates import Outcomes, averages, outcomes

TABLE = r"n_{kj} = \sum_n [\,y_n = k\,]\,[\,\hat y_n = j\,]"
ERROR = r"\mathrm{error} = \frac{FP + FN}{TP + FN + FP + TN}"
RECALL = r"R = \frac{TP}{TP + FN}, \quad P = \frac{TP}{TP + FP}"
ALARM = (
    r"\mathrm{FAR} = \frac{FP}{FP + TN}, \quad \mathrm{MR} = \frac{FN}{TP + FN}, \quad \mathrm{spec} = 1 - \mathrm{FAR}"
)
MEASURE = r"F_\beta = \frac{(1 + \beta^2) P R}{\beta^2 P + R}"
PRICE = r"C_{FP}\, FP + C_{FN}\, FN"
MACRO = r"\mathrm{macro} = \frac{1}{K} \sum_k F_k"
OPTIMISTIC = "The model has seen them, so the error is the training error, which is optimistic."
FORMULAS = (ERROR, ERROR, RECALL, RECALL, ALARM, ALARM, ALARM, MEASURE, PRICE)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.answered is None or step.counts is None:
        learner = chosen(params.learner(), data).name
        where = "the rows it learns from" if params.judged == SEEN else "rows that it has not seen"
        return Story(f"{learner} is fitted and answers {where}; each answer is counted against the class.", TABLE)
    if step.part == "fitted":
        n = len(step.answered.rows)
        seen = f" {OPTIMISTIC}" if params.judged == SEEN else ""
        said = f"{counted(n, 'row')} {are(n)} answered. Each will be dropped in the cell of its class and its answer."
        return Story(f"{said}{seen}", TABLE)
    if step.part == "example":
        return _example(step, data)
    if step.part == "rate":
        return _rate(step, data, params)
    return _class(step, data) if step.part == "class" else _summary(step, data, params)


def _example(step: Step, data: Dataset) -> Story:
    assert step.answered is not None and step.counts is not None
    place = step.done - 1
    row = data.row_name(int(step.answered.rows[place]))
    truth, said = int(step.answered.truth[place]), int(step.answered.answers[place])
    before = "" if step.more == 1 else f"{counted(step.more, 'example')} are dropped; the last is row {row}. "
    numbers = (Number("in the table", int(step.counts.sum())), Number("right", int(np.trace(step.counts))))
    if said < 0:
        return Story(f"{before}Row {row} has no answer, so it is in no cell.", TABLE, (), numbers)
    name, answer = data.class_name(truth), data.class_name(said)
    verdict = "on the diagonal, which is right" if truth == said else "off the diagonal, which is a mistake"
    now = int(step.counts[truth, said])
    words = f"{before}Row {row} is {name} and is called {answer}: its cell is {verdict}, and counts {now:,} now."
    return Story(words, TABLE, (), numbers)


def _rate(step: Step, data: Dataset, params: Params) -> Story:
    assert step.table is not None and step.rate is not None
    table, rate = outcomes_of(step.table), step.rate
    name = data.class_name(positive_of(data, params))
    counts = _counts(table)
    if rate == COST:
        cost = table.cost(params.false_alarm, params.miss)
        line = f"cost = {cost_worked(table, params.false_alarm, params.miss)} = {figure(cost)}"
        return Story("Mistakes of both kinds, each by what it costs.", PRICE, (line,), counts)
    if rate == F:
        words = (
            f"{f_name(params.beta)} is a harmonic mean of precision and recall: it is close to the smaller of the two, "
            "and 0 where no positive row is found."
        )
        worked = f"F = {f_worked(table, params.beta)} = {f_told(table, params.beta)}" if table.tp else "TP = 0"
        return Story(words, MEASURE, (worked,), counts)
    one = RATES[rate]
    value = one.of(table).value
    said = _said(rate, name, step, data, params)
    called = f"The share of {one.name}" if one.name.endswith("s") else one.name.capitalize()
    if math.isnan(value):
        return Story(f"{called} is undefined, 0/0: {one.undefined}. {said}", FORMULAS[rate], (), counts)
    line = f"{one.name} = {one.worked(table)} = {figure(value)}"
    return Story(f"{called} is {figure(value)}. {said}", FORMULAS[rate], (line,), counts)


def _said(rate: int, name: str, step: Step, data: Dataset, params: Params) -> str:
    """What a rate is a share of, and what it hides."""
    if rate <= 1:
        return f"It is a share of all rows. {_misleading(step, data)}"
    of = {
        2: f"It is a share of the rows that are {name}, the first row of the table.",
        3: f"It is a share of the rows called {name}, the first column. Recall and precision are reported as a pair: "
        "either alone can be made 1.",
        4: f"It is what recall leaves, a share of the rows that are {name}.",
        5: f"It is a share of the rows that are not {name}, the second row of the table.",
        6: "It is what false alarms leave, a share of the same rows.",
    }
    return of[rate]


def _misleading(step: Step, data: Dataset) -> str:
    """What the most common class as the answer for all would reach."""
    assert step.counts is not None and step.answered is not None
    support, most = step.counts.sum(axis=1), _majority(step, data)
    n = int(support.sum())
    if not n:
        return ""
    share = figure(100 * support[most] / n, 3)
    return f"To call every row {data.class_name(most)} is right in {share} %: of rare classes accuracy says little."


def _majority(step: Step, data: Dataset) -> int:
    assert step.answered is not None
    return majority(np.bincount(step.answered.learnt.astype(np.intp), minlength=len(data.class_names)))


def _counts(table: Outcomes) -> tuple[Number, ...]:
    return (
        Number("TP", int(table.tp), "found"),
        Number("FN", int(table.fn), "missed"),
        Number("FP", int(table.fp), "false alarms"),
        Number("TN", int(table.tn), "rightly left"),
    )


def _class(step: Step, data: Dataset) -> Story:
    assert step.table is not None and step.code is not None and step.counts is not None
    table, name = outcomes_of(step.table), data.class_name(step.code)
    if not table.tp + table.fn + table.fp:
        words = f"No row is {name}, and none is called it: the class is left out of every mean."
        return Story(words, RECALL, (), _counts(table), (_classes(step, data),))
    parts = [told(RATES[place], table) for place in (3, 2)]
    words = f"{name} against the rest: precision {parts[0]}, recall {parts[1]}, F₁ {f_told(table)}."
    lines = []
    if table.tp + table.fp:
        lines.append(f"precision = {divided(table.tp, table.tp + table.fp)}")
    if table.tp + table.fn:
        lines.append(f"recall = {divided(table.tp, table.tp + table.fn)}")
    return Story(words, RECALL, tuple(lines), _counts(table), (_classes(step, data),))


def _classes(step: Step, data: Dataset) -> Table:
    """Precision, recall and F₁ of the classes so far."""
    assert step.counts is not None
    found, far = averages(step.counts), len(step.counts) if step.code is None else step.code + 1
    rows = tuple(
        (data.class_name(k), *map(_cell, (found.precision[k], found.recall[k], found.f[k]))) for k in range(far)
    )
    return Table("Each class", ("class", "precision", "recall", "F₁"), rows, step.code)


def _cell(value: float) -> float | str:
    return "undefined" if math.isnan(value) else float(value)


def _summary(step: Step, data: Dataset, params: Params) -> Story:
    assert step.counts is not None and step.table is not None
    n, right, found = int(step.counts.sum()), int(np.trace(step.counts)), averages(step.counts)
    if not n:
        return Story("No row has both a class and an answer, so every rate is 0/0.", MACRO)
    rows = int(found.counted.sum())
    words = (
        f"Macro F₁ is the mean over {counted(rows, 'class', 'classes')}, each counting alike; micro F₁ adds up the "
        "counts of all classes first, and is the accuracy. The simplest answers have to be beaten."
    )
    total = float(np.nansum(found.f[found.counted]))
    lines = (f"mean of F = {divided(total, rows)}", f"accuracy = {divided(right, n)}")
    both = Check("micro F₁ is the accuracy", agree(float(found.micro[2]), right / n, 1.0))
    numbers = (Number("macro F₁", float(found.macro[2])), Number("accuracy", right / n))
    return Story(words, MACRO, lines, numbers, (_classes(step, data), _baselines(step, data, params)), (both,))


def _baselines(step: Step, data: Dataset, params: Params) -> Table:
    """The answers that look at no row, beside the model."""
    assert step.counts is not None and step.table is not None and step.answered is not None
    support, positive = step.counts.sum(axis=1), positive_of(data, params)
    learnt = np.bincount(step.answered.learnt.astype(np.intp), minlength=len(support))
    P, rest = float(support[positive]), float(support.sum() - support[positive])
    named = (
        ("this model", outcomes_of(step.table)),
        ("all positive", Outcomes(P, 0.0, rest, 0.0)),
        ("all negative", Outcomes(0.0, P, 0.0, rest)),
        ("always the majority", outcomes(always(support, _majority(step, data)), positive)),
        ("at random", outcomes(at_random(support, learnt / learnt.sum()), positive)),
    )
    rows = tuple(
        (name, *(_cell(one.value) for one in (table.error, table.recall, table.precision, table.f(params.beta))))
        for name, table in named
    )
    return Table("Baselines", ("answers", "error", "recall", "precision", f_name(params.beta)), rows, 0)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """What the model calls a point."""
    if step.model is None:
        return None
    code = int(step.model.predict(x[None])[0])
    said = data.class_name(code) if code >= 0 else "nothing: no class wins"
    return Inquiry(Story(f"It is called {said}.", TABLE))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "example" or step.counts is None or not step.counts.sum():
        return {}
    return {"error": 1.0 - float(np.trace(step.counts)) / float(step.counts.sum())}


def event(step: Step) -> Event | None:
    if step.part != "example" or step.answered is None:
        return None
    last = slice(step.done - step.more, step.done)
    wrong = step.answered.truth[last] != step.answered.answers[last]
    return Event("mistake", "wrong") if wrong.any() else None
