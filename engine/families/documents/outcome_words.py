"""What is said of a stuffed word, of the linear form, of all rows, and of a text that is asked about."""

from __future__ import annotations

import numpy as np

from engine.base.words import chance, counted, divided, enough, figure, inner
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.documents.own_words import LISTED, Words, named, subject
from engine.families.documents.stepping import DocumentStep
from engine.maths.algebra.agreement import agree
from engine.models.documents import BERNOULLI, COMPLEMENT, DocumentModel
from engine.models.naive_bayes import posteriors

LINEAR = r"a_k = \mathbf{w}_k^\top \mathbf{x} + b_k"
ODDS = r"\frac{P(C_2 \mid \mathbf{x})}{P(C_1 \mid \mathbf{x})} \left( \frac{\theta_{v2}}{\theta_{v1}} \right)^k"


# -- a word that is stuffed, the linear form, all rows -----------------------------------------------------------------


def stuffed_told(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.v is not None and step.model is not None and step.document is not None
    k, shares = len(step.stuffed) - 1, step.stuffed[-1]
    word = f"“{step.words[step.v]}”"
    if not np.isfinite(shares).all():
        return Story(f"With {counted(k, 'copy', 'copies')} of {word} the product is still 0 for every class.", ODDS)
    best = int(shares.argmax())
    said = f"With {counted(k, 'copy', 'copies')} of {word} added it is {named(data, best)}, P = {chance(shares[best])}."
    if not k:
        said = f"{word} is added to the document, copy by copy. Without any it is {named(data, best)}."
    elif step.flip >= 0:
        said += f" From {counted(step.flip, 'copy', 'copies')} on another class wins."
    if step.model.rule == BERNOULLI and k > 1:
        said += " Only the first copy counts here: a word is there, or it is not."
    rows = tuple((named(data, j), told_share(float(share))) for j, share in enumerate(shares))
    return Story(said, ODDS, _repeated(step, k), (Number("k", k),), (Table("Posteriors", ("class", "P"), rows, best),))


def told_share(share: float) -> float | str:
    """A posterior in a table: a number, or its digits where the table would round it to 1."""
    return chance(share) if share < 1 and figure(share) == "1" else share


def told_quotient(joint: float, whole: float) -> str:
    """A posterior worked out; one that is less than 1 does not come to 1.

    >>> told_quotient(1.0, 4.0), told_quotient(0.0499990, 0.05), told_quotient(1.0, 1 + 1e-13)
    ('1 / 4 = 0.25', '0.049999 / 0.05 = 0.99998', '1 / 1 ≈ 1')
    """
    told = told_share(joint / whole)
    if not isinstance(told, str):
        return divided(joint, whole)
    exact = told.startswith("0.")
    digits = enough(joint / whole, lambda a, b: a / b, joint, whole, of_result=len(told) - len("0.")) if exact else 4
    return f"{figure(joint, digits)} / {figure(whole, digits)} {f'= {told}' if exact else '≈ 1'}"


def _repeated(step: DocumentStep, k: int) -> tuple[str, ...]:
    """Of two classes how the log-odds of the second follow from the number of copies."""
    assert step.model is not None and step.v is not None and step.joint is not None
    if len(step.sizes) != 2 or step.model.rule == BERNOULLI or not np.isfinite(step.joint).all():
        return ()
    each = float(step.model.there[1, step.v] - step.model.there[0, step.v])
    start = float(step.joint[1] - step.joint[0])
    if not np.isfinite(each):
        return ()
    total = start + k * each
    digits = enough(total, lambda a, b: a + k * b, start, each)
    return (f"ln odds = {figure(start, digits)} + {k}·({figure(each, digits)}) = {figure(total)}",)


def linear_told(step: DocumentStep, data: Dataset, own: Words) -> Story:
    assert step.weights is not None and step.biases is not None and step.document is not None
    assert step.joint is not None and step.model is not None
    said = "What is added up is linear in the words: a weight for each word and a constant for each class."
    if step.model.rule == BERNOULLI:
        said += " A word is 1 or 0 here, and what absent words say is in the constant."
    read = step.document
    times = np.minimum(read.times, 1) if step.model.rule == BERNOULLI else read.times
    sums = step.weights[:, read.at] @ times + step.biases
    sizes = float((np.abs(step.weights[:, read.at]) @ times + np.abs(step.biases) + np.abs(step.joint)).max())
    same = Check(
        "the linear form gives the same log-odds", agree(sums - sums[0], step.joint - step.joint[0], sizes, 1e-7)
    )
    if step.gaps is None or step.ranked is None:
        return Story(said, LINEAR, (), (), (), (same,))
    w, b = step.gaps, float(step.biases[1] - step.biases[0])
    top = int(step.ranked[0])
    said += f" The strongest weight is that of “{step.words[top]}”, {figure(float(w[top]))}, "
    said += f"a vote for {named(data, int(w[top] > 0))}." if w[top] else "and so no word says anything."
    at = read.at[:3] if len(read.at) <= 3 else read.at
    worked = (f"a = w · x + b = {inner(w[at], times, float(w[at] @ times) + b, b)}",) if len(at) else ()
    rows = tuple((f"“{step.words[v]}”", float(w[v])) for v in step.ranked[:LISTED].tolist())
    return Story(
        said, LINEAR, worked, (Number("b", b),), (Table("Weights of the log-odds", ("word", "w"), rows),), (same,)
    )


def classified_told(step: DocumentStep, data: Dataset, own: Words) -> Story:
    wrong = len(step.wrong)
    said = f"{counted(data.n - wrong, 'text is', 'texts are')} given their own class, {wrong} another or none."
    said = f"{_typed_told(step, data)}{said}"
    return Story(said, own.whole, (), (Number("training errors", wrong),))


def _typed_told(step: DocumentStep, data: Dataset) -> str:
    """What becomes of the document that is typed, which is looked at here letter by letter."""
    if step.document is None or step.document.row is not None or step.posterior is None or step.model is None:
        return ""
    if np.isnan(step.posterior).any():
        return f"{subject(step, data)} has the product 0 for every class. "
    best = int(step.posterior.argmax())
    if step.model.rule == COMPLEMENT:
        return f"{subject(step, data)} has the greatest sum of weights for {named(data, best)}. "
    return f"{subject(step, data)} is most probably {named(data, best)}, P = {chance(step.posterior[best])}. "


# -- asked about -------------------------------------------------------------------------------------------------------


def document_inquiry(model: DocumentModel | None, data: Dataset, x: np.ndarray, own: Words) -> Inquiry | None:
    """The posteriors of a text, and the word that speaks most for the best class."""
    if model is None or not len(x) or not 0 <= x[0] < len(model.texts):
        return None
    joint = model.log_joint(x[None])[:, 0]
    shares = posteriors(joint[:, None])[:, 0]
    if np.isnan(shares).any():
        return Inquiry(Story("The product is 0 for every class: the posterior is undefined.", own.whole))
    order = np.argsort(-shares, kind="stable")
    best = int(order[0])
    said = f"Most probably {named(data, best)}: P = {chance(shares[best])}."
    if model.rule == COMPLEMENT:
        said = f"{named(data, best)} has the greatest sum of weights."
    counts = model.counted((model.texts[int(x[0])],))
    if len(order) > 1 and len(counts.at):
        gaps = model.there[best, counts.at] - model.there[int(order[1]), counts.at]
        v = int(counts.at[int(np.nan_to_num(gaps).argmax())])
        said += f" “{model.words[v]}” speaks most for it." if np.nan_to_num(gaps).max() > 0 else ""
    numbers = [Number(f"P({named(data, int(k))})", float(shares[k])) for k in order[:LISTED]]
    if model.rule == COMPLEMENT:
        numbers = [Number(f"s({named(data, int(k))})", float(joint[k])) for k in order[:LISTED]]
    return Inquiry(Story(said, own.whole, numbers=tuple(numbers)))


def document_event(step: DocumentStep) -> Event | None:
    """A mark for a word that makes a product 0, an undefined posterior, and the copy that turns the answer."""
    if step.part == "posterior" and step.posterior is not None and np.isnan(step.posterior).any():
        return Event("undefined", "wrong")
    if step.part == "word" and np.isneginf(step.logs[-1]).any():
        return Event("factor 0", "wrong")
    if step.part == "stuffed" and step.flip == len(step.stuffed) - 1:
        return Event("flipped", "best")
    return None


def measured(step: DocumentStep) -> dict[str, float]:
    """The number of the learning curve."""
    return {"training errors": len(step.wrong)} if step.part == "classified" else {}
