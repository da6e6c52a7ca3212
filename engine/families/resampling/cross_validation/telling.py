"""What a fold says: the rows held out, what the model made of them, and the mean so far."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.learners import chosen
from engine.families.resampling.asking import loss_of, seen_before
from engine.families.resampling.cross_validation.drawing import wrong
from engine.families.resampling.cross_validation.loop import Params, Step
from engine.families.resampling.dividing import LEAVE_ONE_OUT, is_stratified, small_classes
from engine.families.resampling.losses import unit_of
from engine.families.resampling.resampling_words import with_settings_told

FORMULA = (
    r"E_{\mathrm{cv}} = \frac{1}{k} \sum_{i=1}^{k} E_i, \quad "
    r"E_i = \frac{1}{N_i} \sum_{n \in \mathrm{fold}\,i} \mathrm{loss}\left(f_{-i}(\mathbf{x}_n),\, y_n\right)"
)
LISTED = 12
"""So many of the folds are listed, those up to the one in view."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    said = {"start": _start, "deal": _deal, "pause": _pause, "fold": _fold, "all": _all}[step.part](step, data, params)
    if step.part in ("start", "pause"):
        return Story(said, FORMULA)
    if step.part == "deal":
        return Story(said, FORMULA, tables=(_sizes(step, data),), checks=_stratified(step, data, params))
    return Story(said, FORMULA, _worked(step), _numbers(step, data), (_table(step),), _checks(step))


def _start(step: Step, data: Dataset, params: Params) -> str:
    learner = with_settings_told(chosen(params, data))
    if params.scheme == LEAVE_ONE_OUT:
        said = f"Each of the {data.n:,} rows is held out once, and judged by what {learner} learns from the others: "
        return f"{said}{counted(data.n, 'fit')}.{_balanced(data)}{seen_before(data)}"
    said = f"The rows are divided into {step.k} folds. Each is held out once, and judged by what {learner} learns from "
    return f"{said}the other {step.k - 1 if step.k > 2 else 'one'}.{seen_before(data)}"


def _balanced(data: Dataset) -> str:
    """What leaving one out does to the majority rule."""
    sizes = {data.class_sizes[code + 1] for code in data.classes_present}
    if data.target != "class" or len(sizes) > 1 or len(data.classes_present) < 2:
        return ""
    return (
        " The classes have equally many rows: a rule that predicts the most frequent class would be wrong on every "
        "row, for leaving a row out puts its own class in the minority."
    )


def _deal(step: Step, data: Dataset, params: Params) -> str:
    if params.scheme == LEAVE_ONE_OUT:
        return f"Every row is a fold of its own: {step.k} folds of 1 row."
    sizes = np.bincount(step.fold[step.fold >= 0], minlength=step.k)
    if is_stratified(data, params):
        newest = data.classes_present[int(np.isin(data.classes_present, data.codes[step.fold >= 0]).sum()) - 1]
        own = np.bincount(step.fold[(data.codes == newest) & (step.fold >= 0)], minlength=step.k)
        each = f"{own.min()}" if own.min() == own.max() else f"{own.min()} or {own.max()}"
        name, few = data.class_name(newest), small_classes(data, step.k)
        said = f"The {counted(int(own.sum()), 'row')} of {name} are dealt to the {step.k} folds: {each} in each fold."
        return f"{said}{_too_few(data, newest, step) if newest in few else ''}"
    how = "at random" if params.shuffle else "in the order of the table"
    said = f"The {data.n:,} rows are dealt to {step.k} folds {how}: "
    return said + (
        f"{sizes.min()} rows each." if sizes.min() == sizes.max() else f"{sizes.min()} or {sizes.max()} rows each."
    )


def _too_few(data: Dataset, code: int, step: Step) -> str:
    count = data.class_sizes[code + 1]
    return f" That is fewer than folds: {step.k - count} of them have no row of {data.class_name(code)}."


def _pause(step: Step, data: Dataset, params: Params) -> str:
    where = f"Fold {step.number + 2} of {step.k}" if step.number + 1 < step.k else "The fit to all rows"
    return f"{where}: {step.far}."


def _fold(step: Step, data: Dataset, params: Params) -> str:
    assert step.trial is not None
    trial, name = step.trial, chosen(params, data).name
    where = f"Fold {step.number + 1} of {step.k}"
    if trial.failed:
        return f"{where} has no score and does not count: {trial.said}"
    held = counted(len(trial.test), "row")
    said = f"{where}: {name} learns from {trial.size:,} rows"
    if data.target == "class":
        count = len(wrong(step, data))
        if len(trial.test) == 1:
            verdict = "misclassifies" if count else "classifies correctly"
            return f"{said} and {verdict} the one held out, row {data.row_name(int(trial.test[0]))}."
        said += f" and misclassifies {count} of the {held} held out"
    else:
        said += f"; on the {held} held out its {unit_of(loss_of(params, data))} is {figure(trial.error)}"
    return f"{said}. They played no part in the fit."


def _all(step: Step, data: Dataset, params: Params) -> str:
    done = len(step.errors)
    if not done:
        return f"No fold has a score, so nothing is known of the error. The first: {step.why}"
    unit = unit_of(loss_of(params, data))
    said = "Each row was judged once, by a model that had not seen it: "
    said += f"the {unit} is {figure(step.mean)} over {done} folds"
    if done < step.k:
        said += f"; {counted(step.k - done, 'fold')} failed. The first: {step.why}"
        return f"{said} The learner is now fitted to all {data.n:,} rows."
    return (
        f"{said}. The learner is now fitted to all {data.n:,} rows; E_cv estimates the error of that model, a little "
        "too high, for each of the folds had fewer rows to learn from."
    )


def _worked(step: Step) -> tuple[str, ...]:
    lines, known = [], step.errors
    if step.part == "fold" and step.trial is not None and not step.trial.failed:
        losses = step.trial.losses
        lines.append(f"E{_low(step.number + 1)} = {divided(float(losses.sum()), len(losses))}")
    if len(known):
        lines.append(f"E_cv = {divided(float(known.sum()), len(known))}")
    return tuple(lines)


def _low(number: int) -> str:
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(number))


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    told = []
    if step.part == "fold" and step.trial is not None and not step.trial.failed:
        told.append(Number("error of this fold", step.trial.error))
    known, losses = step.errors, step.losses
    if len(known):
        told.append(Number("mean error of folds", step.mean, f"{counted(len(known), 'fold')} so far"))
    if len(known) > 1:
        told.append(Number("standard deviation", step.spread, "of the errors of the folds"))
    if len(losses):
        told.append(Number("mean error of rows", float(losses.mean()), f"{counted(len(losses), 'row')} judged"))
        if data.target == "class":
            count = int((step.answers != data.codes[step.rows]).sum())
            told.append(Number("misclassified", count, f"of {counted(len(losses), 'row')} judged"))
    return tuple(told)


def _table(step: Step) -> Table:
    sizes = np.bincount(step.fold[step.fold >= 0], minlength=step.k)
    known = dict(zip(step.scored.tolist(), step.errors.tolist(), strict=True))
    folds = range(max(step.number + 1 - LISTED, 0), step.number + 1)
    rows = tuple((i + 1, int(sizes.sum() - sizes[i]), int(sizes[i]), known.get(i, "–")) for i in folds)
    chosen = len(rows) - 1 if step.part == "fold" else None
    return Table("Folds", ("fold", "learnt from", "held out", "error"), rows, chosen)


def _sizes(step: Step, data: Dataset) -> Table:
    """How many rows of each class each fold has so far."""
    dealt = step.fold >= 0
    if data.target != "class":
        sizes = np.bincount(step.fold[dealt], minlength=step.k)
        return Table(
            "Rows of each fold", ("fold", "rows"), tuple((i + 1, int(n)) for i, n in enumerate(sizes[:LISTED]))
        )
    kinds = data.classes_present[:6]
    each = [np.bincount(step.fold[dealt & (data.codes == code)], minlength=step.k) for code in kinds]
    rows = tuple((i + 1, *(int(one[i]) for one in each)) for i in range(min(step.k, LISTED)))
    return Table("Rows of each fold", ("fold", *(data.class_name(code) for code in kinds)), rows)


def _stratified(step: Step, data: Dataset, params: Params) -> tuple[Check, ...]:
    if not is_stratified(data, params):
        sizes = np.bincount(step.fold[step.fold >= 0], minlength=step.k)
        return (Check("the sizes of the folds differ by at most 1", bool(np.ptp(sizes) <= 1)),)
    each = [
        np.bincount(step.fold[(step.fold >= 0) & (data.codes == code)], minlength=step.k)
        for code in data.classes_present
    ]
    return (Check("the folds' counts of each class differ by at most 1", all(np.ptp(one) <= 1 for one in each)),)


def _checks(step: Step) -> tuple[Check, ...]:
    due = np.flatnonzero(np.isin(step.fold, step.scored))
    words = "every row of the folds so far was judged once"
    return (Check(words, bool(np.array_equal(np.sort(step.rows), due))),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "fold" or step.trial is None or step.trial.failed:
        return {}
    return {"error of the fold": step.trial.error, "mean of the folds": step.mean}


def event(step: Step) -> Event | None:
    if step.part == "fold" and step.trial is not None and step.trial.failed:
        return Event("no score", "wrong")
    return Event("fitted to all rows", "best") if step.part == "all" else None
