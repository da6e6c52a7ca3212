"""What a bootstrap sample says: what it holds and lacks, how it errs, and the three estimates so far."""

from __future__ import annotations

from engine.base.words import counted, divided, figure, shown
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.learners import chosen
from engine.families.resampling.asking import loss_of, seen_before
from engine.families.resampling.bootstrap.loop import FULL, IN_SAMPLE, Params, Step
from engine.families.resampling.losses import unit_of
from engine.families.resampling.resampling_words import with_settings_told

FORMULA = (
    r"E_{.632} = 0.368\,E_{\mathrm{train}} + 0.632\,E_{\mathrm{oob}}, \quad "
    r"E_{\mathrm{oob}} = \frac{1}{N} \sum_n \frac{1}{|C_n|} \sum_{b \in C_n} \mathrm{loss}(f_b(\mathbf{x}_n), y_n)"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        return Story(_start(data, params), FORMULA)
    if step.part == "pause":
        return Story(f"The model of {_which(step)}: {step.far}.", FORMULA)
    if step.part == "all":
        return Story(_all(step, data, params), FORMULA, (), (Number("training error", step.training),))
    if step.trial is not None and (step.trial.failed or not len(step.trial.test)):
        return Story(
            f"Sample {step.number} has no score and does not count: {step.trial.said if step.trial.failed else FULL}",
            FORMULA,
        )
    return Story(_sample(step, data, params), FORMULA, _worked(step), _numbers(step, params), (), _checks(step))


def _which(step: Step) -> str:
    return f"sample {step.number + 1}" if step.at else "all rows"


def _start(data: Dataset, params: Params) -> str:
    learner = with_settings_told(chosen(params, data))
    return (
        f"{counted(params.samples, 'sample')} of {data.n:,} rows each will be drawn with repetition. A large one holds "
        f"about 63.2 % of the rows; {learner} learns from it and is judged on those it lacks.{seen_before(data)}"
    )


def _all(step: Step, data: Dataset, params: Params) -> str:
    unit = unit_of(loss_of(params, data))
    return (
        f"Fitted to all {data.n:,} rows the learner has a {unit} of {figure(step.training)} on the very rows it learnt "
        "from. That training error is too small as an estimate."
    )


def _sample(step: Step, data: Dataset, params: Params) -> str:
    assert step.trial is not None
    unit, lacking = unit_of(loss_of(params, data)), len(step.trial.test)
    low, high = (figure(end) for end in step.interval(params.level))
    said = f"Sample {step.number} of {params.samples} holds {data.n - lacking:,} different rows and lacks {lacking}; "
    said += f"on these the {unit} is {figure(step.trial.error)}. "
    if len(step.errors) > 1:
        said += f"{figure(100 * params.level)} % of the samples so far err between {low} and {high}. "
    return said + f"The .632 estimate is {figure(step.estimate)}."


def _worked(step: Step) -> tuple[str, ...]:
    assert step.trial is not None
    losses = step.trial.losses
    one, other = shown(step.estimate, lambda a, b: (1 - IN_SAMPLE) * a + IN_SAMPLE * b, step.training, step.out_of_bag)
    weights = f"{figure(1 - IN_SAMPLE, 6)} · {one} + {figure(IN_SAMPLE, 6)} · {other}"
    return (
        f"error of this sample = {divided(float(losses.sum()), len(losses))}",
        f"E.632 = {weights} = {figure(step.estimate)}",
    )


def _numbers(step: Step, params: Params) -> tuple[Number, ...]:
    low, high = step.interval(params.level)
    told = [
        Number("training error", step.training),
        Number("out-of-bag error", step.out_of_bag, "E_oob, too large: fewer different rows to learn from"),
        Number(".632 estimate", step.estimate),
    ]
    if len(step.errors) > 1:
        told += [
            Number("standard deviation", step.spread, "of the samples' errors"),
            Number("lower end", low),
            Number("upper end", high),
        ]
    return tuple(told)


def _checks(step: Step) -> tuple[Check, ...]:
    assert step.trial is not None
    apart = not step.copies[step.trial.test].any()
    return (Check("the sample holds none of the rows that judge it", apart),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "sample" or not len(step.errors):
        return {}
    return {"out-of-bag error": step.out_of_bag, ".632 estimate": step.estimate}


def event(step: Step) -> Event | None:
    failed = step.part == "sample" and step.trial is not None and (step.trial.failed or not len(step.trial.test))
    return Event("no score", "wrong") if failed else None
