"""What a comparison says: both errors of a fold, the rows that one of them alone has right, and whether they differ."""

from __future__ import annotations

from engine.base.words import counted, divided, figure, taken
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.learners import chosen
from engine.families.resampling.asking import loss_of, seen_before
from engine.families.resampling.classifier_comparison.both import Params, other
from engine.families.resampling.classifier_comparison.loop import Step, told_apart
from engine.families.resampling.losses import unit_of
from engine.families.resampling.resampling_words import with_settings_told
from engine.maths.evaluation.missed import deviation
from engine.maths.evaluation.paired import mcnemar_chi_squared, paired_t

FOLDS = (
    r"d_i = E_{A,i} - E_{B,i}, \quad "
    r"t = \frac{\bar{d}}{s\sqrt{\frac{1}{k} + \frac{N_{\mathrm{test}}}{N_{\mathrm{train}}}}}"
)
MCNEMAR = r"p = 2\,P\left(K \leq \min(b, c)\right), \quad K \sim \mathrm{binomial}\left(b + c, \tfrac{1}{2}\right)"
BOOTSTRAP = r"\bar{d}^{*} = \frac{1}{N} \sum_{n \in \mathrm{sample}} (\ell_{A,n} - \ell_{B,n})"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _names(data: Dataset, params: Params) -> tuple[str, str]:
    return chosen(params, data).name, chosen(other(params), data).name


def _start(step: Step, data: Dataset, params: Params) -> Story:
    A, B = (with_settings_told(chosen(one, data)) for one in (params, other(params)))
    said = f"A is {A}, B is {B}. Both learn from the same rows of {step.k} folds and are judged on the same "
    said += "others, so what "
    said += f"one of them has right and the other wrong is seen row by row.{seen_before(data)}"
    return Story(said, FOLDS)


def _pause(step: Step, data: Dataset, params: Params) -> Story:
    return Story(f"Fold {step.number + 2} of {step.k}, {'AB'[step.learner]}: {step.far}.", FOLDS)


def _fold(step: Step, data: Dataset, params: Params) -> Story:
    failed = [name for name, trial in zip("AB", step.trials, strict=True) if trial.failed]
    if failed:
        why = next(trial.said for trial in step.trials if trial.failed)
        return Story(f"Fold {step.number + 1} of {step.k} does not count, {failed[0]} has no score: {why}", FOLDS)
    A, B = step.trials
    unit, held = unit_of(loss_of(params, data)), counted(len(A.test), "row")
    said = f"Fold {step.number + 1} of {step.k}, {held} held out: the {unit} of A is {figure(A.error)}, that of B "
    said += f"{figure(B.error)}. "
    better = "The two are equal here." if A.error == B.error else f"{'A' if A.error < B.error else 'B'} is better here."
    numbers = (
        Number("error of A", A.error),
        Number("error of B", B.error),
        Number("mean difference", float(step.d.mean()), f"of {counted(len(step.d), 'fold')}"),
    )
    line = f"d{_low(step.number + 1)} = {taken(A.error, B.error)}"
    return Story(said + better, FOLDS, (line,), numbers)


def _low(number: int) -> str:
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(number))


def _mcnemar(step: Step, data: Dataset, params: Params) -> Story:
    (both, b), (c, none) = step.counts.tolist()
    p, (chi, p_chi) = step.p_value(data), mcnemar_chi_squared(b, c)
    said = f"Of {counted(len(step.rows), 'row')} A alone has {b} right and B alone {c}; the other {both + none} "
    said += "say nothing "
    said += f"about which is better. If neither were, each of the {counted(b + c, 'row')} would be as likely A's "
    said += "as B's: "
    said += f"counts as unequal as these, or more, have the probability p = {figure(p)}. {_verdict(step, data, params)}"
    numbers = (
        Number("b", b, "only A right"),
        Number("c", c, "only B right"),
        Number("p", p, "exact"),
        Number("χ²", chi, "with the correction for continuity"),
        Number("p of χ²", p_chi),
    )
    rows = (("A right", both, b), ("A wrong", c, none))
    return Story(said, MCNEMAR, (), numbers, (Table("Counts", ("", "B right", "B wrong"), rows),))


def _verdict(step: Step, data: Dataset, params: Params) -> str:
    A, B = _names(data, params)
    rows = counted(len(step.rows), "row")
    if told_apart(step, data, params):
        return f"{A if step.difference < 0 else B} ({'A' if step.difference < 0 else 'B'}) is better."
    return f"These two cannot be told apart on {rows}."


def _paired(step: Step, data: Dataset, params: Params) -> Story:
    (t, p), (plain, p_plain) = step.corrected_t, paired_t(step.d)
    mean = float(step.d.mean())
    said = f"Over {counted(len(step.d), 'fold')} the mean of d is {figure(mean)}. The fits of two folds share most "
    said += "of their "
    said += "rows, so their differences are not independent and the plain t-test is too sure: p = "
    said += f"{figure(p_plain)}; with "
    said += f"the corrected variance p = {figure(p)}."
    if data.target != "class":
        said += f" {_verdict(step, data, params)}"
    numbers = (
        Number("mean difference", mean, "A minus B"),
        Number("standard deviation", deviation(step.d, 1) if len(step.d) > 1 else 0.0, "of the differences"),
        Number("t", t, "corrected"),
        Number("p", p, "corrected"),
        Number("plain t", plain),
        Number("plain p", p_plain),
    )
    return Story(said, FOLDS, (f"mean of d = {divided(float(step.d.sum()), len(step.d))}",), numbers)


def _bootstrap(step: Step, data: Dataset, params: Params) -> Story:
    low, high = step.interval(params.level)
    inside = low <= 0 <= high
    said = f"{len(step.means):,} bootstrap samples of the {counted(len(step.rows), 'row')}: "
    said += f"{figure(100 * params.level)} % of "
    said += f"the mean differences lie between {figure(low)} and {figure(high)}, and 0 is "
    said += f"{'one of them' if inside else 'not'}. {_verdict(step, data, params)}"
    numbers = (
        Number("difference", step.difference, "A minus B, over the rows"),
        Number("lower end", low),
        Number("upper end", high),
    )
    return Story(said, BOOTSTRAP, (), numbers)


TOLD = {
    "start": _start,
    "pause": _pause,
    "fold": _fold,
    "mcnemar": _mcnemar,
    "paired": _paired,
    "bootstrap": _bootstrap,
}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "fold" or any(trial.failed for trial in step.trials):
        return {}
    return {"error of A": step.trials[0].error, "error of B": step.trials[1].error}


def event(step: Step) -> Event | None:
    failed = step.part == "fold" and any(trial.failed for trial in step.trials)
    return (
        Event("no score", "wrong") if failed else Event("test", "best") if step.part in ("mcnemar", "paired") else None
    )
