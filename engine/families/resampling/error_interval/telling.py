"""What is counted, what the interval is, and how often such an interval holds the truth."""

from __future__ import annotations

from engine.base.words import are, counted, divided, figure, shown
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.learners import chosen
from engine.families.resampling.error_interval.loop import EXACT, METHODS, NORMAL, WILSON, Params, Step
from engine.families.resampling.resampling_words import with_settings_told
from engine.maths.evaluation.proportions import cut, quantile, standard_error

NORMAL_RULE = r"E \pm \sqrt{\frac{E(1-E)}{n}}\;\Phi^{-1}\left(\frac{1+p}{2}\right)"
COUNT = (
    r"E = \frac{1}{n}\sum_{i=1}^{n} [f(\mathbf{x}_i) \neq y_i], \quad "
    r"E_{\mathrm{gen}} = \iint [f(\mathbf{x}) \neq y]\,p(\mathbf{x}, y)\,d\mathbf{x}\,dy"
)
WILSON_RULE = r"\frac{E + \frac{z^2}{2n} \pm z\sqrt{\frac{E(1-E)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}}"
EXACT_RULE = r"P(K \geq k \mid E_{\mathrm{low}}) = P(K \leq k \mid E_{\mathrm{high}}) = \frac{1-p}{2}"
LATER = r"E \pm \sqrt{E(1-E)\left(\frac{1}{n}+\frac{1}{m}\right)}\;\Phi^{-1}\left(\frac{1+p}{2}\right)"
FEW = 5
"""With fewer errors, or fewer rows that are right, the normal interval is not to be trusted."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    if not len(step.test):
        said = f"{counted(step.errors, 'error')} {are(step.errors)} given, in {counted(step.n, 'test row')}. They "
        said += "estimate the true error, the share of errors on all rows there could be."
        return Story(said, COUNT, numbers=_numbers(step)[:1])
    return Story(
        f"{counted(step.n, 'row')} {are(step.n)} drawn to judge, and {with_settings_told(chosen(params, data))} learns "
        f"from the other {len(step.train)}. The true error, that on all rows there could be, cannot be computed: "
        "no one knows p(x, y). It is estimated on rows the model has not seen.",
        COUNT,
        numbers=(Number("rows learnt from", len(step.train)), Number("test rows", step.n)),
    )


def _pause(step: Step, data: Dataset, params: Params) -> Story:
    return Story(f"The classifier is being fitted: {step.far}.", COUNT)


def _fit(step: Step, data: Dataset, params: Params) -> Story:
    assert step.trial is not None
    trial = step.trial
    wrong = round(trial.training * trial.size)
    return Story(
        f"On the {counted(trial.size, 'row')} it learnt from the model errs {counted(wrong, 'time')}. That "
        "training error is too good as an estimate: the model was fitted to these very rows.",
        COUNT,
        (f"training error = {divided(wrong, trial.size)}",),
        (Number("training error", trial.training),),
    )


def _row(step: Step, data: Dataset, params: Params) -> Story:
    assert step.trial is not None
    row = int(step.test[step.seen - 1])
    wrong = step.trial.losses[step.seen - 1] > 0
    verdict = "is misclassified" if wrong else "is classified correctly"
    said = f"Row {data.row_name(row)} {verdict}: {counted(step.errors, 'error')} in {step.seen} of {step.n} test rows."
    return Story(
        said,
        COUNT,
        (f"E = {divided(step.errors, step.seen)}",),
        (
            Number("estimate E", step.share),
            Number("standard error", standard_error(step.share, step.seen), "√(E(1 − E)/n)"),
        ),
    )


def _error(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"{counted(step.errors, 'error')} in {counted(step.n, 'row')}: E = {figure(step.share)}. Another test set of "
    )
    said += f"{step.n} rows would give another count; the standard error says how much E scatters.{_warning(step)}"
    return Story(said, NORMAL_RULE, (f"E = {divided(step.errors, step.n)}", _se(step)), _numbers(step))


def _se(step: Step) -> str:
    E, s = step.share, standard_error(step.share, step.n)
    (part,) = shown(s, lambda e: (max(e * (1 - e), 0.0) / step.n) ** 0.5, E)
    return f"√({part} (1 − {part}) / {step.n}) = {figure(s)}"


def _warning(step: Step) -> str:
    k, rest = step.errors, step.n - step.errors
    if not k or not rest:
        return (
            f" {'No row is' if not k else 'Every row is'} wrong, so E(1 − E) is 0 and the normal interval has no "
            "width: take Wilson's or the exact one."
        )
    if min(k, rest) < FEW:
        few = f"{counted(k, 'error')}" if k <= rest else f"{counted(rest, 'row')} that {are(rest)} right"
        return f" With only {few} the normal interval is not to be trusted: take Wilson's or the exact one."
    return ""


def _quantile(step: Step, data: Dataset, params: Params) -> Story:
    p, z = params.level, quantile(params.level)
    return Story(
        f"A normal variable is within z = {figure(z)} standard deviations of its mean with probability "
        f"{figure(p)}; each tail has {figure((1 - p) / 2)}.",
        NORMAL_RULE,
        (f"(1 + {figure(p, 6)}) / 2 = {figure((1 + p) / 2, 6)}",),
        (*_numbers(step), Number("z", z, "Φ⁻¹((1 + p)/2)")),
    )


def _interval(step: Step, data: Dataset, params: Params) -> Story:
    method = METHODS[len(step.ends) - 1]
    low, high = cut((float(step.ends[-1, 0]), float(step.ends[-1, 1])))
    sure = f"{figure(100 * params.level)} %"
    if method == NORMAL:
        said = (
            f"The normal interval: with {sure} confidence the true error is between {figure(low)} and {figure(high)}."
        )
        if (low, high) != tuple(step.ends[-1]):
            said += " It reached beyond what a share can be, and is cut there."
        return Story(said + _warning(step), NORMAL_RULE, _half(step, params), _numbers(step))
    if method == WILSON:
        said = f"Wilson's interval, {figure(low)} to {figure(high)}: all true errors E₀ from which E is at most z "
        said += "of their "
        said += "own standard errors. It stays between 0 and 1 and has a width also where no error was counted."
        return Story(said, WILSON_RULE, (), (*_numbers(step), *_pair(step)))
    said = f"The exact interval, {figure(low)} to {figure(high)}: beyond its ends {step.errors} errors or more, or "
    said += "as few, "
    said += (
        f"would have a probability below {figure((1 - params.level) / 2)}. It is never too short, and often too long."
    )
    return Story(said, EXACT_RULE, (), (*_numbers(step), *_pair(step)), checks=(_inside(step),))


def _half(step: Step, params: Params) -> tuple[str, ...]:
    z, s = quantile(params.level), standard_error(step.share, step.n)
    one, other = shown(z * s, lambda a, b: a * b, z, s)
    half = figure(z * s)
    return (f"half width = {one} · {other} = {half}",)


def _pair(step: Step) -> tuple[Number, ...]:
    return Number("lower end", float(step.ends[-1, 0])), Number("upper end", float(step.ends[-1, 1]))


def _inside(step: Step) -> Check:
    return Check(
        "E is inside all three", bool(((step.ends[:, 0] <= step.share) & (step.share <= step.ends[:, 1])).all())
    )


def _later(step: Step, data: Dataset, params: Params) -> Story:
    low, high = (figure(max(min(end, 1.0), 0.0)) for end in step.later.tolist())
    said = f"On a future test set of {counted(params.later, 'row')} the share of errors itself scatters too: with "
    said += f"{figure(100 * params.level)} % confidence it will be between {low} and {high}. The interval before "
    said += "is for the "
    said += "true error, not for this."
    pair = (Number("lower end", float(step.later[0])), Number("upper end", float(step.later[1])))
    return Story(said, LATER, (), (*_numbers(step), *pair))


def _sample(step: Step, data: Dataset, params: Params) -> Story:
    k, hit = int(step.samples[-1]), bool(step.held[-1, METHODS.index(params.method)])
    low, high = step.ranges[-1, METHODS.index(params.method)].tolist()
    said = f"Simulated test set {len(step.samples)} of {params.simulated}, with a true error of {figure(step.truth)}: "
    said += (
        f"{counted(k, 'error')} in {counted(step.n, 'row')}, {params.method} interval {figure(low)} to {figure(high)}, "
    )
    said += "which holds the true error." if hit else "which misses the true error."
    numbers = tuple(
        Number(f"{name} intervals that hold it", float(share), f"wanted {figure(params.level)}")
        for name, share in zip(METHODS, step.coverage, strict=True)
    )
    hits = int(step.held[:, METHODS.index(params.method)].sum())
    line = f"coverage = {divided(hits, len(step.samples))}"
    return Story(said, NORMAL_RULE if params.method == NORMAL else RULES[params.method], (line,), numbers)


RULES = {WILSON: WILSON_RULE, EXACT: EXACT_RULE}


def _numbers(step: Step) -> tuple[Number, ...]:
    return (
        Number("E", step.share, f"{counted(step.errors, 'error')} in {counted(step.n, 'row')}"),
        Number("standard error", standard_error(step.share, step.n)),
    )


TOLD = {
    "start": _start,
    "pause": _pause,
    "fit": _fit,
    "row": _row,
    "error": _error,
    "quantile": _quantile,
    "interval": _interval,
    "later": _later,
    "sample": _sample,
}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part == "row":
        return {"share of errors": step.share}
    return (
        {f"coverage, {name}": float(s) for name, s in zip(METHODS, step.coverage, strict=True)}
        if step.part == "sample"
        else {}
    )


def event(step: Step) -> Event | None:
    if step.part == "row" and step.trial is not None and step.trial.losses[step.seen - 1] > 0:
        return Event("error", "wrong")
    return Event("missed the truth", "wrong") if step.part == "sample" and not step.held[-1].all() else None
