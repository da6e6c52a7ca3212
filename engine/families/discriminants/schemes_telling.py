"""What the schemes for several classes say: each problem as it is trained, then all of them together."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.params import specs
from engine.base.words import counted, figure, joined, signed, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.learners import SchemeParams, learner, shared
from engine.families.discriminants.schemes import Problem, Step, named
from engine.families.discriminants.two_sides import REST, lines_of, other_side
from engine.maths.algebra.agreement import cleared_weights
from engine.models.linear import Hyperplane
from engine.models.scheme import Binary, Scheme, silent
from engine.parts.basis import expanded
from engine.parts.line import worked

WRITTEN = 6
"""With more lines than this their sums are not written out for a point."""


def scheme_story(step: Step, data: Dataset, params: SchemeParams, formula: str, how: str) -> Story:
    """The Story of a step; `how` says which models the scheme needs, and how many."""
    if step.learning:
        return _learning(step, formula)
    if step.asked:
        return _answering(step, formula)
    if step.newest is not None:
        return _trained(step, step.newest, data, formula)
    if step.overlaid:
        return _overlaid(step, data, formula, how)
    said = f"{how} {_taught(params)} Nothing is trained yet, so every place is ambiguous."
    if not all(silent(one) for one in step.model.binaries):
        said = f"{how} {_taught(params)} The lines of the start are there; each is trained afresh from where it lies."
    return Story(said, formula, numbers=_counts(step))


def _learning(step: Step, formula: str) -> Story:
    """The learner of the next problem is at work."""
    ended, all_of_them = sum(problem.ending is not None for problem in step.trained), len(step.model.binaries)
    said = f"Two-class problem {ended + 1} of {all_of_them}: its learner has taken {counted(step.learning, 'step')}."
    return Story(said, formula, numbers=(Number("steps of the learner", step.learning), *_counts(step)))


def _answering(step: Step, formula: str) -> Story:
    """A part of the points is answered, of a problem that is trained or of all models together."""
    ended, all_of_them = sum(problem.ending is not None for problem in step.trained), len(step.model.binaries)
    subject = f"Two-class problem {ended + 1} of {all_of_them}: its model has"
    if ended == all_of_them:
        subject = "All models are trained. Together they have"
    said = f"{subject} answered {figure(step.asked)} of {counted(step.of, 'point')} so far."
    return Story(
        said, formula, numbers=(Number("points answered", step.asked, f"of {figure(step.of)}"), *_counts(step))
    )


def _taught(params: SchemeParams) -> str:
    """Which learner there is, and what it is given."""
    algorithm, _ = learner(params)
    own = [name for name, spec in specs(type(params)).items() if name in shared(algorithm) and not spec.rare]
    given = f"with {joined(_given(name, params) for name in own)}; its other" if own else "all its"
    return f"Learner: {algorithm.name}, {given} parameters at their defaults."


def _given(name: str, params: SchemeParams) -> str:
    value = getattr(params, name)
    return f"{specs(type(params))[name].called(name)} {value if isinstance(value, str) else figure(value)}"


def noun(step: Step) -> str:
    """What the two-class models are called."""
    return "line" if step.trained and step.lines else "model"


def _trained(step: Step, problem: Problem, data: Dataset, formula: str) -> Story:
    place = f"Two-class problem {len(step.trained)} of {len(step.model.binaries)}"
    negative, positive = problem.counts
    said = f"{place}: {named(problem, data)}, {counted(positive, 'row')} against {negative}. "
    binary, ending = problem.binary, problem.ending
    what = "line" if isinstance(binary, Hyperplane) else "boundary"
    if silent(binary):
        said += "There is no model, so this problem claims nothing anywhere."
    else:
        missed = f"{counted(problem.wrong, 'row')} of them on the wrong"
        said += f"{missed if problem.wrong else 'All of them on the right'} side of its {what}."
    words = f"still at work after {counted(problem.taken, 'step')}" if ending is None else ending.words
    if ending is None:
        said += f" The learner is {words}."
    elif ending.kind == "failed":
        said += f" The learner failed: {words}"
    numbers = (Number("on the wrong side", problem.wrong, f"of this {what}"), *_counts(step))
    return Story(said, formula, (_score(problem, data), f"the learner: {words}"), numbers)


def _score(problem: Problem, data: Dataset) -> str:
    """How its score comes about: the sum of a line, and where from that of any other model."""
    binary = problem.binary
    if isinstance(binary, Hyperplane):
        weights = cleared_weights(binary.weights, expanded(data, binary.basis).X)
        return f"y = {vector(weights)} · {'x' if binary.basis is None else 'φ(x)'} {signed(binary.bias)}"
    if hasattr(binary.judge, "decision_function"):
        return "y: the score of its model"
    other = other_side(problem.negative, data)
    return f"y: P({data.class_name(problem.positive)}) − P({other}), by its model"


def comparable(step: Step) -> str:
    """Whether the scores of separate fits can be compared, in words."""
    probable = all(problem.probable for problem in step.trained)
    if probable and len({type(problem.binary) for problem in step.trained}) == 1:
        return "The scores can be compared: each stands for a probability."
    return "The scores come from separate fits, each with its own scale, so the greatest need not be the most certain."


def _overlaid(step: Step, data: Dataset, formula: str, how: str) -> Story:
    shares = (Number("claimed by no class", step.none, "share"), Number("tied", step.several, "share"))
    rows = tuple(
        (named(problem, data), sum(problem.counts), problem.wrong, problem.ending.kind if problem.ending else "")
        for problem in step.trained
    )
    table = Table("Two-class problems", ("problem", "rows", "on the wrong side", "its learner"), rows)
    together = "All lines over each other." if noun(step) == "line" else "All models together."
    said = f"{together} {_extent(step, data)} {how}"
    if step.model.resolve and step.none + step.several:
        said += f" {comparable(step)}"
    return Story(said, formula, _all_rows(step, data), (*_counts(step), *shares), (table,))


def _all_rows(step: Step, data: Dataset) -> tuple[str, ...]:
    """The rows that are right, wrong and, unless that is resolved, ambiguous."""
    answer = step.answer
    right, left = int((answer == data.codes).sum()), int((answer < 0).sum())
    return (f"right + wrong + ambiguous = {right} + {step.wrong} + {left} = {data.n:,}",)


def _extent(step: Step, data: Dataset) -> str:
    """How much is ambiguous, and why: of the plane, or of the rows when there are too many features for a plane."""
    total, several = step.none + step.several, "by two or more"
    if (step.model.negative != REST).all():
        several = "where classes have as many votes as each other"
    if not total:
        sampled = "No place tried in the box around the points is ambiguous."
        return sampled if data.d <= 2 else "No row is ambiguous."
    amount: Callable[[float], str] = _percent
    if data.d <= 2:
        said = f"About {_percent(total)} of the box around the points is ambiguous"
    else:
        amount = _rows_of(data)
        said = f"{amount(total)} of {data.n:,} rows are ambiguous (with {data.d} features rows are counted, not area)"
    parts = [(step.none, "claimed by no class"), (step.several, several)]
    after = "given to the greatest score" if step.model.resolve else "hatched"
    return f"{said}, {after}: {', '.join(f'{amount(share)} {words}' for share, words in parts if share)}."


def _rows_of(data: Dataset) -> Callable[[float], str]:
    return lambda share: str(round(share * data.n))


def _percent(share: float) -> str:
    return f"{figure(100 * share, 2 if share < 0.1 else 3)} %"


def _counts(step: Step) -> tuple[Number, ...]:
    ended = sum(problem.ending is not None for problem in step.trained)
    trained = Number(f"{noun(step)}s trained", ended, f"of {len(step.model.binaries)}")
    return (trained, Number("wrong class", step.wrong, "rows"), Number("ambiguous", step.ambiguous, "rows"))


def scheme_inquiry(step: Step, data: Dataset, x: np.ndarray, scores: np.ndarray, said: str, formula: str) -> Inquiry:
    """The vote of every model on the point x (d,), by their scores (m,), and what comes of it."""
    votes = step.model.counted(scores[None])[0]
    rows = tuple(_vote(line, float(score), data) for line, score in zip(step.model.binaries, scores, strict=True))
    table = Table("Votes", (noun(step), "y(x)", "says"), rows)
    few = lines_of(step.model) if len(step.model.binaries) <= WRITTEN and step.lines else ()
    pairs = zip(step.model.classes, votes, strict=True)
    told = tuple(Number(f"votes for {data.class_name(int(code))}", int(count)) for code, count in pairs)
    sums = tuple(worked(plane, x, f"y of {row[0]}")[0] for plane, row in zip(few, rows, strict=False))
    return Inquiry(Story(f"{said} {_verdict(step.model, data, scores, votes)}", formula, sums, told, (table,)))


def _vote(line: Binary, score: float, data: Dataset) -> tuple[str, float, str]:
    negative, positive = line.classes
    mine, other = data.class_name(positive), other_side(negative, data)
    says = mine if score > 0 else (f"not {mine}" if negative == REST else other) if score < 0 else "nothing"
    return f"{mine} against {other}", score, says


def _verdict(model: Scheme, data: Dataset, scores: np.ndarray, votes: np.ndarray) -> str:
    code = int(model.answers(scores[None])[0])
    if code < 0:
        return "It is ambiguous."
    clear = votes.max() > 0 and (votes == votes.max()).sum() == 1
    return f"It is classified as {data.class_name(code)}{'' if clear else ', by the greatest score'}."


# -- what both schemes have in common ----------------------------------------------------------------------------------


def scheme_measures(step: Step) -> dict[str, float]:
    """The curves of a scheme."""
    return {"rows given to a wrong class": step.wrong, "ambiguous rows": step.ambiguous}


def scheme_event(step: Step) -> Event | None:
    """The event of a step."""
    if step.asked or step.learning:
        return None
    if step.newest is None:
        return Event("overlay", "best") if step.overlaid else None
    if step.newest.ending is None:
        return None
    return Event("failed", "wrong") if step.newest.ending.kind == "failed" else Event("trained", "boundary")
