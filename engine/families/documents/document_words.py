"""What a step of a model of documents says: the counts, the chances of the words, and the product of a document."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.base.words import added, chance, counted, divided, enough, figure, joined, shown, signed
from engine.core.story import Check, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.documents.outcome_words import (
    classified_told,
    linear_told,
    stuffed_told,
    told_quotient,
    told_share,
)
from engine.families.documents.own_words import LISTED, Words, named, subject
from engine.families.documents.stepping import DocumentStep
from engine.maths.algebra.agreement import agree
from engine.models.documents import BERNOULLI, COMPLEMENT

PRIOR = r"\hat{\pi}_k = \frac{N_k}{N}"
POSTERIOR = r"P(C_k \mid \mathbf{x}) = \frac{P(\mathbf{x} \mid C_k)\, \pi_k}{\sum_l P(\mathbf{x} \mid C_l)\, \pi_l}"
VERY_MANY = 700.0
EXACT = 27.0
"""Of a larger logarithm the coefficient is not written out."""


def tell(step: DocumentStep, data: Dataset, own: Words) -> Story:
    """The story of a step, with what this model says in its own way."""
    say: dict[str, Callable[[DocumentStep, Dataset, Words], Story]] = {
        "start": _start, "document": _document, "prior": _prior, "estimate": _estimate,
        "coefficient": _coefficient, "word": _word,
        "posterior": _posterior, "stuffed": stuffed_told, "linear": linear_told, "classified": classified_told,
    }  # fmt: skip
    return say[step.part](step, data, own)


# -- the training texts ------------------------------------------------------------------------------------------------


def _start(step: DocumentStep, data: Dataset, own: Words) -> Story:
    vocabulary = counted(len(step.words), "word")
    said = f"{counted(data.n, 'text')} of {len(step.sizes)} classes, and a vocabulary of {vocabulary}. "
    said += "The order of the words is ignored: a text is what words it has."
    rows = tuple((named(data, k), int(count)) for k, count in enumerate(step.sizes))
    return Story(said, own.whole, tables=(Table("Classes", ("class", "texts"), rows),))


def _document(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.row is not None and step.document is not None
    read, k = step.document, int(np.searchsorted(data.classes_present, data.codes[step.row]))
    has = [f"“{step.words[v]}”" + (f" ×{times}" if times > 1 else "") for v, times in _pairs(read.at, read.times)]
    own_words = joined(has[:LISTED]) + (" and others" if len(has) > LISTED else "") if has else "no word"
    said = f"Row {data.row_name(step.row)} ({named(data, k)}) has {own_words}: {own.sums}."
    if len(read.at) and not len(step.more):
        said = f"Texts up to row {data.row_name(step.row)} are counted. {said}"
    if step.done > 1 and step.done == data.n:
        said += f" All {step.done:,} texts are counted."
    worked = _grown(step, k)
    rows = tuple((named(data, j), float(total)) for j, total in enumerate(step.totals))
    numbers = (Number("texts counted", step.done),)
    return Story(said, own.chance, worked, numbers, (Table("Counted so far", ("class", "count"), rows, k),))


def _pairs(at: np.ndarray, times: np.ndarray) -> list[tuple[int, int]]:
    return list(zip(at.tolist(), times.tolist(), strict=True))


def _grown(step: DocumentStep, k: int) -> tuple[str, ...]:
    """How the count of the first word of the last text grows; nothing where several texts were counted at once."""
    assert step.document is not None
    if not len(step.document.at) or not len(step.more):
        return ()
    v, more = int(step.document.at[0]), int(step.more[0])
    after = float(step.counts[k, v])
    return (f"n(“{step.words[v]}”, C{k + 1}) ← {added(after - more, more)}",)


def _prior(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.priors is not None
    rows = tuple((named(data, k), int(n), float(step.priors[k])) for k, n in enumerate(step.sizes))
    shares = step.sizes / step.sizes.sum()
    sums = Check("the priors add up to 1", agree(step.priors.sum(), 1.0, 1.0))
    table = Table("Priors", ("class", "texts", "π"), rows)
    if not np.array_equal(step.priors, shares):
        said = f"All classes are given the same prior, {figure(step.priors[0])}."
        return Story(said, PRIOR, (), (), (table,), (sums,))
    worked = tuple(f"π{k + 1} = {divided(int(n), int(step.sizes.sum()))}" for k, n in enumerate(step.sizes[:LISTED]))
    said = f"The prior of a class is its share of the texts: most are {named(data, int(step.sizes.argmax()))}."
    if (step.sizes == step.sizes[0]).all():
        said = "The prior of a class is its share of the texts: all classes have as many."
    return Story(said, PRIOR, worked, (), (table,), (sums,))


def _estimate(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.v is not None and step.chances is not None
    v, chances = step.v, step.chances[:, step.v]
    said, worked = own.estimate(step, v, data)
    best, least = int(chances.argmax()), int(chances.argmin())
    if chances[best] == chances[least]:
        said += " It is as frequent in every class, and tells nothing."
    elif chances[least] > 0:
        said += f" It is {figure(chances[best] / chances[least])} times as frequent in {own.of[0]}{named(data, best)}"
        said += f" as in {own.of[1]}{named(data, least)}."
        names = f"{own.letter}{best + 1} / {own.letter}{least + 1}"
        worked = (*worked, f"{names} = {divided(float(chances[best]), float(chances[least]))}")
    rows = tuple((named(data, k), float(step.counts[k, v]), float(chance)) for k, chance in enumerate(chances))
    return Story(said, own.chance, worked, (), (Table(f"“{step.words[v]}”", ("class", "n", own.letter), rows),))


# -- a document --------------------------------------------------------------------------------------------------------


def _word(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.v is not None and step.joint is not None and step.model is not None
    times = int(step.times[-1])
    word = f"“{step.words[step.v]}”"
    absent = step.model.rule == BERNOULLI and not times
    said = f"{subject(step, data)} has {word}" + (f" {times} times" if times > 1 else "") + f". {_favours(step, data)}"
    if absent:
        said = f"{subject(step, data)} does not have {word}, and its absence counts. {_favours(step, data)}"
    worked = (*_factor(step, own), *_added(step))
    told = (Number("absent words so far", int((step.times == 0).sum())),) if step.model.rule == BERNOULLI else ()
    return Story(said, own.whole, worked, told, (_factors(step, data),))


def _coefficient(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.coefficient is not None
    n = int(step.lengths.sum())
    if not n:
        said = (
            f"{subject(step, data)} has no word of the vocabulary: there is one order, and P(x | C) = 1 in every class."
        )
        return Story(said, own.whole, ("n! / Π x! = 1",))
    said = (
        f"{subject(step, data)} has {counted(n, 'word')} of the vocabulary. How many orders they can stand in does not "
    )
    said += "depend on the class: the coefficient is the same for all, and cancels in the posterior."
    if step.coefficient > EXACT:
        return Story(said, own.whole, (), (Number("ln n! / Π x!", step.coefficient),))
    below = float(np.exp(math.lgamma(n + 1) - step.coefficient))
    worked = (f"n! / Π x! = {math.factorial(n):,} / {round(below):,} = {round(step.orders or 0.0):,}",)
    return Story(said, own.whole, worked, (Number("orders", float(round(step.orders or 0.0))),))


def _favours(step: DocumentStep, data: Dataset) -> str:
    """The class that the last word favours, and by how much more than the least of them."""
    assert step.model is not None
    logs = step.logs[-1]
    best, least = int(logs.argmax()), int(logs.argmin())
    if logs[best] == logs[least]:
        return "That is as probable in every class, and changes nothing."
    if step.model.rule == COMPLEMENT:
        return f"It is rarest in the other classes of {named(data, best)}, and weighs most for it."
    if not np.isfinite(logs[least]):
        if step.model.rule == BERNOULLI and not int(step.times[-1]):
            return f"All texts of {named(data, least)} have it: its absence makes the product 0 there."
        return f"It never occurs in {named(data, least)}: the product is 0 there, whatever the other words say."
    gap = float(logs[best] - logs[least])
    times = f"{figure(float(np.exp(gap)))} times" if gap < VERY_MANY else "very many times"
    return f"That is {times} as probable in {named(data, best)} as in {named(data, least)}."


def _factor(step: DocumentStep, own: Words) -> tuple[str, ...]:
    """What the last word adds for the class that it favours."""
    assert step.model is not None and step.v is not None
    logs, times, k = step.logs[-1], int(step.times[-1]), int(step.logs[-1].argmax())
    if not np.isfinite(logs[k]) or step.model.scaled:
        return ()
    chance, value = float(step.model.chances[k, step.v]), float(logs[k])
    if step.model.rule == BERNOULLI and not times:
        digits = enough(value, lambda p: float(np.log1p(-p)), chance)
        return (f"ln(1 − {figure(chance, digits)}) = {figure(value)}",)
    sign = -1.0 if step.model.rule == COMPLEMENT else 1.0
    digits = enough(value, lambda p: sign * times * float(np.log(p)), chance)
    before = f"{times}·" if times > 1 else ""
    return (f"{'−' if sign < 0 else ''}{before}ln {figure(chance, digits)} = {figure(value)}",)


def _added(step: DocumentStep) -> tuple[str, ...]:
    """The sum of the class for which it is the greatest so far."""
    assert step.joint is not None and step.model is not None
    k = int(step.joint.argmax())
    total, more = float(step.joint[k]), float(step.logs[-1][k])
    if not np.isfinite(total):
        return ()
    before = total - more
    n = enough(total, lambda a, b: a + b, before, more)
    name = f"s{k + 1}" if step.model.rule == COMPLEMENT else f"ln P(x, C{k + 1})"
    return (f"{name} ← {figure(before, n)} {signed(more, n)} = {figure(total)}",)


def _factors(step: DocumentStep, data: Dataset) -> Table:
    """What the last words add, and the sum, a column for each class."""
    assert step.joint is not None and step.model is not None
    first = max(len(step.logs) - LISTED, 0)
    columns = range(min(len(step.joint), LISTED))
    rows: list[tuple[object, ...]] = [
        (_told(step, m), *(float(step.logs[m][k]) for k in columns)) for m in range(first, len(step.logs))
    ]
    rows.append(("sum" if step.model.rule == COMPLEMENT else "with the prior", *map(float, step.joint[:LISTED])))
    heads = ("what it adds", *(named(data, k) for k in columns))
    return Table("Words of the document", heads, tuple(rows), len(rows) - 2 if step.part == "word" else None)


def _told(step: DocumentStep, m: int) -> str:
    word, times = step.words[int(step.order[m])], int(step.times[m])
    if step.model is not None and step.model.rule == BERNOULLI:
        return f"“{word}” is there" if times else f"“{word}” is not"
    return f"“{word}”" if times == 1 else f"“{word}” ×{times}"


def _posterior(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.posterior is not None and step.joint is not None and step.model is not None
    assert step.document is not None and step.evidence is not None
    if step.model.rule == COMPLEMENT:
        return _scored(step, data, own)
    rows = tuple(
        (named(data, k), float(np.exp(log)), told_share(float(share)))
        for k, (log, share) in enumerate(zip(step.joint, step.posterior, strict=True))
    )
    said, worked, best = f"{subject(step, data)}: ", tuple[str, ...](), None
    if np.isnan(step.posterior).any():
        said += f"the product is 0 for every class, because of {_killers(step)}: the posterior is 0 / 0, undefined. "
        said += "With smoothing no count is 0, and there is an answer."
    else:
        best = int(step.posterior.argmax())
        said += f"most probably {named(data, best)}, P = {chance(step.posterior[best])}."
        if (step.posterior == step.posterior[best]).sum() > 1:
            said = f"{subject(step, data)}: several classes are equally probable, and {named(data, best)} is the first."
        elif len(step.killed):
            said += f" Some product is 0 because of {_killers(step)}: one unseen word decides alone."
        joint, whole = float(np.exp(step.joint[best])), float(np.exp(step.evidence))
        worked = () if not whole > 1e-250 else (f"P(C{best + 1} | x) = {told_quotient(joint, whole)}",)
    said += _outside(step)
    worked = (*worked, *_orders(step, best))
    table = Table("Posteriors", ("class", "P(x, C)", "P(C | x)"), rows, best)
    checks = tuple[Check, ...]()
    if best is not None:
        checks = (Check("the posteriors add up to 1", agree(step.posterior.sum(), 1.0, 1.0)),)
    told = (Number("ln P(x)", step.evidence, "the evidence, without the coefficient"),)
    return Story(said, POSTERIOR, worked, told, (table,), checks)


def _killers(step: DocumentStep) -> str:
    """The words whose factor is 0 in some class."""
    words = [f"“{step.words[v]}”" for v in step.killed.tolist()]
    return joined(words[:LISTED]) + (" and others" if len(words) > LISTED else "")


def _outside(step: DocumentStep) -> str:
    """How many words of the document count for nothing."""
    assert step.document is not None
    if not step.document.said:
        absent = step.model is not None and step.model.absent.any()
        return f" It has no word: only the prior counts{', and the words that are absent' if absent else ''}."
    count = step.document.outside
    return f" {counted(count, 'word')} of it {'is' if count == 1 else 'are'} not in the vocabulary." if count else ""


def _orders(step: DocumentStep, best: int | None) -> tuple[str, ...]:
    """The multinomial coefficient and the likelihood with it, where they are numbers to be read."""
    if step.coefficient is None or best is None or step.priors is None or step.joint is None:
        return ()
    prior, joint = float(step.priors[best]), float(step.joint[best])
    if step.coefficient > EXACT or not prior or joint < -300:
        return ()
    orders, one = round(float(np.exp(step.coefficient))), float(np.exp(joint)) / prior
    first, second = shown(orders * one, lambda a, b: a * b, float(orders), one)
    return (f"P(x | C{best + 1}) = {first}·{second} = {figure(orders * one)}",)


def _scored(step: DocumentStep, data: Dataset, own: Words) -> Story:
    """What a complement says at the end: sums of weights, which are no logarithms of probabilities."""
    assert step.joint is not None and step.posterior is not None
    if not len(step.order):
        said = f"{subject(step, data)} has no word of the vocabulary: all sums are 0, and the first class is taken."
        return Story(said + _outside(step), own.whole)
    best = int(step.joint.argmax())
    said = f"{subject(step, data)}: the greatest sum of weights is that of {named(data, best)}."
    said += " It says which class is best, and is no logarithm of a probability: there is no prior in it."
    rows = tuple((named(data, k), float(score)) for k, score in enumerate(step.joint))
    told = (Number("s", float(step.joint[best]), "the greatest sum"),)
    return Story(said + _outside(step), own.whole, (), told, (Table("Sums", ("class", "s"), rows, best),))
