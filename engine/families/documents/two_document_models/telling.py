"""What a step of the two document models says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import chance, counted, enough, figure, spoken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.documents.outcome_words import told_quotient, told_share
from engine.families.documents.two_document_models.loop import Params, Step
from engine.maths.algebra.agreement import agree

BOTH = (
    r"\prod_v \theta_{vk}^{x_v} \quad \mathrm{against} \quad "
    r"\prod_v \left[ b_v p_{vk} + (1 - b_v)(1 - p_{vk}) \right], \quad b_v = [x_v > 0]"
)
DIFFER = "Repetition matters to the multinomial model alone, absence to the Bernoulli model alone."
LISTED = 8


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data)


def named(data: Dataset, k: int) -> str:
    """The class at a place, in a sentence."""
    return spoken(data.class_name(data.classes_present[k]))


def subject(step: Step, data: Dataset) -> str:
    """The document, as the beginning of a sentence."""
    row = step.document.row
    return "The typed document" if row is None else f"Row {data.row_name(row)}"


def _start(step: Step, data: Dataset) -> Story:
    said = f"{subject(step, data)} is read by both models, which were fitted to the same texts. {DIFFER}"
    return Story(said, BOTH, (), (Number("words in the vocabulary", len(step.model.words)),))


def _word(step: Step, data: Dataset) -> Story:
    assert step.v is not None
    times, word = int(step.times[-1]), f"“{step.model.words[step.v]}”"
    if not times:
        said = f"{subject(step, data)} does not have {word}: that adds nothing in the multinomial model, and 1 − p in "
        said += "the Bernoulli model."
    elif times > 1:
        said = f"{subject(step, data)} has {word} {times} times: so often it counts in the multinomial model, and once "
        said += "in the Bernoulli model."
    else:
        said = f"{subject(step, data)} has {word} once: it counts once in both models."
    worked, rows = _ratio(step, times), _rows(step)
    heads = ("for the second of two classes", "multinomial", "Bernoulli")
    low, high = step.pair
    told = (Number("log-odds of", f"{named(data, high)} against {named(data, low)}"),)
    return Story(said, BOTH, worked, told, (Table("What the words add", heads, rows, len(rows) - 1),))


def _ratio(step: Step, times: int) -> tuple[str, ...]:
    """What the last word adds to the log-odds in each model."""
    assert step.v is not None and step.odds is not None
    low, high = step.pair
    lines = []
    one, other = float(step.model.chances[high, step.v]), float(step.model.chances[low, step.v])
    value = float(step.odds[0, -1])
    if times and np.isfinite(value):
        digits = enough(value, lambda a, b: times * float(np.log(a) - np.log(b)), one, other)
        before, after = (f"{times}·(", ")") if times > 1 else ("", "")
        line = f"{before}ln {figure(one, digits)} − ln {figure(other, digits)}{after} = {figure(value)}"
        lines.append(f"multinomial: {line}")
    p, q, value = (
        float(step.other.chances[high, step.v]),
        float(step.other.chances[low, step.v]),
        float(step.odds[1, -1]),
    )
    if not times:
        p, q = 1 - p, 1 - q
    if np.isfinite(value):
        digits = enough(value, lambda a, b: float(np.log(a) - np.log(b)), p, q)
        lines.append(f"Bernoulli: ln {figure(p, digits)} − ln {figure(q, digits)} = {figure(value)}")
    return tuple(lines)


def _rows(step: Step) -> tuple[tuple[object, ...], ...]:
    assert step.odds is not None
    first = max(len(step.order) - LISTED, 0)
    rows = []
    for m in range(first, len(step.order)):
        word, times = f"“{step.model.words[int(step.order[m])]}”", int(step.times[m])
        name = f"no {word}" if not times else word if times == 1 else f"{word} ×{times}"
        rows.append((name, float(step.odds[0, m + 1]), float(step.odds[1, m + 1])))
    return tuple(rows)


def _posterior(step: Step, data: Dataset) -> Story:
    rows = tuple((named(data, k), *map(told_share, shares)) for k, shares in enumerate(step.shares.T.tolist()))
    table = Table("Posteriors", ("class", "multinomial", "Bernoulli"), rows)
    if np.isnan(step.shares).any():
        said = f"{subject(step, data)}: a product is 0 for every class, so a posterior is undefined. Smoothing helps."
        return Story(said, BOTH, (), (), (table,))
    one, other = (int(row.argmax()) for row in step.shares)
    said = f"{subject(step, data)}: both models say {named(data, one)}."
    if one != other:
        said = f"{subject(step, data)}: the multinomial model says {named(data, one)}, "
        said += f"the Bernoulli model {named(data, other)}."
    worked = []
    for name, joint, share in zip(("multinomial", "Bernoulli"), step.joints, step.shares, strict=True):
        k = int(share.argmax())
        above, whole = float(np.exp(joint[k])), float(np.exp(joint).sum())
        if whole > 1e-250:
            worked.append(f"{name} P(C{k + 1} | x) = {told_quotient(above, whole)}")
    sums = Check("the posteriors of each model add up to 1", agree(step.shares.sum(axis=1), 1.0, 1.0))
    return Story(f"{said} {DIFFER}", BOTH, tuple(worked), (), (table,), (sums,))


def _stuffed(step: Step, data: Dataset) -> Story:
    assert step.v is not None
    k, word = len(step.stuffed) - 1, f"“{step.model.words[step.v]}”"
    one, other = map(float, step.stuffed[-1])
    said = (
        f"With {counted(k, 'copy', 'copies')} of {word} added the multinomial model gives {named(data, step.target)} "
    )
    said += f"{chance(one)}, the Bernoulli model {chance(other)}."
    if k > 1:
        said += " Each copy counts in the one, the first alone in the other."
    rows = (("multinomial", told_share(one)), ("Bernoulli", told_share(other)))
    return Story(said, BOTH, (), (Number("k", k),), (Table("Posteriors", ("model", "P"), rows),))


TOLD: dict[str, Callable[[Step, Dataset], Story]] = {
    "start": _start, "word": _word, "posterior": _posterior, "stuffed": _stuffed,
}  # fmt: skip


def event(step: Step) -> Event | None:
    if step.part != "posterior" or np.isnan(step.shares).any():
        return None
    one, other = (int(row.argmax()) for row in step.shares)
    return Event("disagree", "wrong") if one != other else Event("agree", "best")
