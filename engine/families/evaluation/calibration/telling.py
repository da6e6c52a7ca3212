"""What a step of calibration says: a bin, the Brier score or the log loss, each with its numbers."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, have, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.evaluation.calibration.loop import Params, Step
from engine.families.evaluation.scoring import SEEN, learner_of, positive_of
from engine.maths.evaluation.calibration import brier_of_classes, brier_terms, log_terms, log_terms_of_classes
from engine.models.class_scores import class_scores

RELIABLE = r"\frac{1}{n_b} \sum_{n \in b} t_n \;\approx\; \frac{1}{n_b} \sum_{n \in b} p_n"
BRIER = r"\mathrm{Brier} = \frac{1}{n} \sum_n (p_n - t_n)^2"
LOG = r"\mathrm{log\,loss} = -\frac{1}{n} \sum_n \{ t_n \ln p_n + (1 - t_n) \ln(1 - p_n) \}"
CLOSE = 0.05
"""A gap that is no larger is hardly one."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.p is None or step.t is None or step.bins is None or step.scored is None:
        return Story(_plan(data, params), RELIABLE)
    if step.part == "fitted":
        return Story(_fitted(step, data, params), RELIABLE, numbers=_sizes(step))
    if step.part == "bin":
        return _bin(step, data, params)
    return _brier(step, data, params) if step.part == "brier" else _log_loss(step, data, params)


def _name(data: Dataset, params: Params) -> str:
    return data.class_name(positive_of(data, params))


def _plan(data: Dataset, params: Params) -> str:
    where = "the rows it learns from" if params.judged == SEEN else "rows that it has not seen"
    return (
        f"{learner_of(params).name} is fitted and asked about {where}: of those to which it gives "
        f"{_name(data, params)} a probability of about p, a share of about p should be."
    )


def _fitted(step: Step, data: Dataset, params: Params) -> str:
    assert step.p is not None and step.bins is not None and step.scored is not None
    silent = f" {counted(step.scored.silent, 'row')} more have none." if step.scored.silent else ""
    if params.judged == SEEN:
        silent += " The model has seen them, so both scores are training errors, which are optimistic."
    n = len(step.p)
    return (
        f"{counted(n, 'row')} {have(n)} a probability of {_name(data, params)}.{silent} They are put into "
        f"{counted(len(step.bins.counts), 'bin')} by it."
    )


def _sizes(step: Step) -> tuple[Number, ...]:
    assert step.t is not None
    return Number("n", len(step.t), "rows"), Number("P", int(step.t.sum()), "positive rows")


def _bin(step: Step, data: Dataset, params: Params) -> Story:
    assert step.bins is not None and step.bin is not None and step.p is not None and step.rows is not None
    b, bins, name = step.bin, step.bins, _name(data, params)
    n, hits = int(bins.counts[b]), int(bins.positives[b])
    said, seen = float(bins.predicted[b]), float(bins.observed[b])
    low, high = figure(bins.edges[b]), figure(bins.edges[b + 1])
    gap = seen - said
    verdict = (
        "about as often as it says"
        if abs(gap) <= CLOSE
        else "more often than it says"
        if gap > 0
        else "less often than it says"
    )
    words = (
        f"From {low} to {high}: {counted(n, 'row')}, of which {hits:,} {'is' if hits == 1 else 'are'} {name}. The "
        f"mean probability that the model gives them is {figure(said)}, so they are {name} {verdict}."
    )
    lines = (
        f"mean p = {divided(said * n, n)}",
        f"share = {divided(hits, n)}",
        f"gap = {taken(seen, said)}",
    )
    numbers = (
        Number("rows in the bin", n),
        Number("positive rows", hits),
        Number("mean p", said),
        Number("share", seen),
    )
    return Story(words, RELIABLE, lines, numbers, (_table(step),))


def _table(step: Step) -> Table:
    assert step.bins is not None
    bins, there = step.bins, np.flatnonzero(step.bins.counts)
    shown = there if step.bin is None else there[there <= step.bin]
    rows = tuple(
        (
            f"{figure(bins.edges[b])} to {figure(bins.edges[b + 1])}",
            int(bins.counts[b]),
            float(bins.predicted[b]),
            float(bins.observed[b]),
        )
        for b in shown.tolist()
    )
    return Table("The bins", ("p", "rows", "mean p", "share"), rows, len(rows) - 1 if step.bin is not None else None)


def _brier(step: Step, data: Dataset, params: Params) -> Story:
    assert step.p is not None and step.t is not None and step.bins is not None
    n, total = len(step.p), float(brier_terms(step.p, step.t).sum())
    rate = float(step.t.mean())
    base = rate * (1.0 - rate)
    words = (
        f"The Brier score is the mean square of p − t: {figure(step.brier)}. The share {figure(rate)} of "
        f"{_name(data, params)}, given to every row, scores {figure(base)}: the model is {_compared(step.brier, base)}."
    )
    lines = (
        f"Brier = {divided(total, n)}",
        f"of the share alone = {figure(rate)} · (1 − {figure(rate)}) = {figure(base)}",
    )
    numbers = (Number("Brier score", step.brier), Number("mean gap", step.bins.gap), *_whole_brier(step, data))
    return Story(words, BRIER, lines, numbers, (_table(step),))


def _compared(score: float, base: float) -> str:
    return "better" if score < base else "worse" if score > base else "as good"


def _whole_brier(step: Step, data: Dataset) -> tuple[Number, ...]:
    """The score of all classes at once, where there are more than two."""
    assert step.scored is not None
    known = step.scored.classes
    if len(known) < 3:
        return ()
    places = np.searchsorted(known, step.scored.truth)
    return (
        Number("Brier of all classes", float(brier_of_classes(step.scored.values, places).mean()), "Σ over classes"),
    )


def _log_loss(step: Step, data: Dataset, params: Params) -> Story:
    assert step.p is not None and step.t is not None and step.scored is not None
    terms = log_terms(step.p, step.t)
    lost = np.flatnonzero(~np.isfinite(terms))
    if len(lost):
        row = data.row_name(int(step.scored.rows[lost[0]]))
        words = (
            f"To the class of {counted(len(lost), 'row')}, first row {row}, the model gives the probability 0: the log "
            "loss is infinite, whatever it says of the others."
        )
        return Story(words, LOG, (), (Number("Brier score", step.brier),))
    worst, mean = int(np.argmax(terms)), float(terms.mean())
    own = float(step.p[worst] if step.t[worst] else 1.0 - step.p[worst])
    words = (
        f"The log loss is {figure(mean)}. The largest is that of row {data.row_name(int(step.scored.rows[worst]))}, to "
        f"whose own class the model gives the probability {figure(own)}: {figure(float(terms[worst]))}."
    )
    lines = (f"log loss = {divided(float(terms.sum()), len(terms))}",)
    return Story(words, LOG, lines, (Number("log loss", mean), Number("Brier score", step.brier), *_whole_log(step)))


def _whole_log(step: Step) -> tuple[Number, ...]:
    assert step.scored is not None
    known = step.scored.classes
    if len(known) < 3:
        return ()
    terms = log_terms_of_classes(step.scored.values, np.searchsorted(known, step.scored.truth))
    return (Number("log loss of all classes", float(terms.mean())),) if np.isfinite(terms).all() else ()


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The probability of a point, and how often such a one came true."""
    if step.model is None or step.bins is None:
        return None
    found = class_scores(step.model, x[None])
    assert found is not None
    p = float(found.of(positive_of(data, params))[0])
    said = data.class_name(int(step.model.predict(x[None])[0]))
    return Inquiry(Story(f"It is called {said}. Its probability of {_name(data, params)} is {figure(p)}.", RELIABLE))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "bin" or step.bins is None or step.bin is None:
        return {}
    return {"gap": float(step.bins.observed[step.bin] - step.bins.predicted[step.bin])}


def event(step: Step) -> Event | None:
    return Event("Brier score", "best") if step.part == "brier" else None
