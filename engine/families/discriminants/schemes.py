"""What the schemes for several classes share: any two-class learner, trained on one two-class problem after the other.

A learner that fails does not stop the scheme: the problem keeps the last model its learner had, and if it had none, it
claims nothing anywhere.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy as np

from engine.base.snapshot import arrays_in, snapshot
from engine.base.words import counted
from engine.core.ending import Ending
from engine.core.pauses import AT_ONCE, Pauses, most_pauses, pieces
from engine.data.dataset import Dataset
from engine.families.discriminants.learners import SchemeParams, learner
from engine.families.discriminants.two_sides import concerned, other_side, two_sided
from engine.families.learners import SPOKEN, Learner
from engine.models.linear import Hyperplane
from engine.models.scheme import BLOCK, Scheme, Sided, scores_points, silent
from engine.parts.basis import chosen_basis

STRIDE, LOOKED = 2000, 20
"""A learner that takes many steps is shown at work whenever it has taken so many; so it can also be interrupted.

Of so few models at a time the last that can be taken over is looked for.
"""
LEARNING = 200
"""A step of a learner counts as so much work for each number of its table."""
COMPARED = 6
"""To compare a point with a number that a model keeps takes as much as so many differences: a kernel has a power."""
LIGHTEST = AT_ONCE // BLOCK
"""The answer of one model for one point counts as so much work at least, so that BLOCK of them are held at once."""
SIDE = 100
"""The ambiguous share of the plane is estimated on so many places along either side of the box of the data."""


def no_rows() -> np.ndarray:
    """The answers where no row has been asked about."""
    return np.zeros(0, dtype=np.int64)


@snapshot
class Problem:
    """A two-class problem: its model, and how its learner ended."""

    binary: Hyperplane | Sided  # classes (negative, positive); without weights where the learner found nothing
    ending: Ending | None  # None while its learner is at work
    counts: tuple[int, int]  # rows of the negative and of the positive side
    wrong: int  # rows on the wrong side
    taken: int  # steps of its learner
    sides: np.ndarray | None = None  # (n,) of every row, +1, −1 or 0; None for a line, which says it at once
    probable: bool = False  # whether its score stands for a probability
    pauses: int = 0  # steps on the way: its learner is at work, or its model has answered a part of the rows

    @property
    def positive(self) -> int:
        """The class on the side > 0."""
        return self.binary.classes[1]

    @property
    def negative(self) -> int:
        """The class on the side < 0, or REST."""
        return self.binary.classes[0]

    @property
    def shown(self) -> int:
        """How many steps of the run so far are about it: those on the way, and its end."""
        return self.taken // STRIDE + (self.ending is not None) + self.pauses


@snapshot
class Step:
    """The scheme with the problems trained so far; those to come have the lines of the start, or claim nothing yet."""

    model: Scheme
    trained: tuple[Problem, ...]
    wrong: int  # rows given to another class than their own
    ambiguous: int  # rows given to no class, before that is resolved
    overlaid: bool = False  # whether all models are put together: the last step
    none: float = 0.0  # the share of the box of the data that no class claims,
    several: float = 0.0  # and the share where the claims tie; of the rows, when there are more than two features
    answer: np.ndarray = field(default_factory=no_rows)  # (n,) the class of each row, or AMBIGUOUS
    votes: np.ndarray | None = None  # (n, K) the claims on each row, at the last step
    asked: int = 0  # on the way to the next problem, or to the last step: how many points are answered already
    of: int = 0  # of so many
    learning: int = 0  # on the way to the next problem: how many steps its learner has taken

    @property
    def newest(self) -> Problem | None:
        """The problem just trained."""
        return self.trained[-1] if self.trained and not self.overlaid else None

    @property
    def lines(self) -> bool:
        """Whether all that is trained are lines, so that the sentences can call them so."""
        return all(isinstance(problem.binary, Hyperplane) for problem in self.trained)


# -- the two-class problems --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answered:
    """On the way to a problem: how many of the rows its model has answered."""

    asked: int
    of: int


@dataclass(frozen=True)
class Learning:
    """On the way to a problem: how many steps its learner has taken."""

    taken: int


def training(
    line: Hyperplane, table: Dataset, data: Dataset, params: SchemeParams, rng: np.random.Generator
) -> Iterator[Problem | Answered | Learning]:
    """The learner run to its end on the problem of a line, from that line if it has weights and the learner can.

    table  the rows of the data as functions of the features, if there is a basis
    The problem comes once it is trained; on the way too, whenever the learner has taken STRIDE steps. Of a large table
    it is said more often how many those are. Before each problem it may be said how many rows are answered: a model
    that keeps many rows takes seconds for all.
    """
    asking = Asking(table, two_sided(table, *line.classes[::-1]), dearest(data, params))
    algorithm, chosen = learner(params)
    if words := algorithm.unsuitable(asking.two) or algorithm.limits(asking.two, chosen):
        yield from asking.problem(Found(line), Ending.failed(words))
        return
    start = Hyperplane(line.weights, line.bias) if line.weights.any() and Hyperplane in algorithm.starts else None
    steps = algorithm.run(asking.two, chosen, rng.spawn(1)[0], start)  # so that no problem shifts what the next draws
    found, models, pauses = Found(line), list[Any](), Pauses()
    for taken in count(1):
        try:
            models.append(next(steps).model)
        except StopIteration as stop:
            found = newest(models, found)
            ended = SPOKEN if Learner(algorithm, chosen).answers_when_asked else stop.value
            yield from asking.problem(found, ended, taken - 1)
            return
        if taken % LOOKED == 0:
            found, models = newest(models, found), []
        if taken % STRIDE == 0:
            yield from asking.problem(found, None, taken)
        if pauses.due(work_of_a_step(*asking.two.X.shape)):
            asking.pauses += 1
            yield Learning(taken)


def work_of_a_step(n: int, M: int) -> int:
    """What a step of a learner on a table (n, M) counts as."""
    return LEARNING * n * max(M, 1)


@dataclass(frozen=True)
class Found:
    """What a learner has found so far: its last model as a side of the scheme, and whether that knows probabilities."""

    binary: Hyperplane | Sided
    probable: bool = False
    model: object = None


def newest(models: Sequence[Any], before: Found) -> Found:
    """The last of some models that can be taken over; what was there before if none can be."""
    for model in (model for model in reversed(models) if model is not None):
        found = taken_over(model, before)
        if found is not before or model is before.model:
            return found
    return before


def taken_over(model: Any, before: Found) -> Found:
    """A two-class model as a line where it is one, else with its score; what was there before if it is neither yet."""
    if model is None or model is before.model:
        return before
    probable, old = hasattr(model, "predict_proba"), before.binary
    flat = model.linear_scores() if hasattr(model, "linear_scores") else None
    if flat is not None and sorted(flat.classes) == [0, 1]:
        own, other = (int(np.argmax(flat.classes == code)) for code in (1, 0))
        weights, bias = flat.weights[own] - flat.weights[other], float(flat.biases[own] - flat.biases[other])
        numbers = np.isfinite([*weights, bias]).all()
        return Found(Hyperplane(weights, bias, old.classes, old.basis), probable, model) if numbers else before
    if not scores_points(model):
        return before
    return Found(Sided(model, old.classes, old.n_features, old.basis), probable, model)


@dataclass
class Asking:
    """The rows of a problem, which its models are asked about.

    table  all rows;   two  those of the two sides;   dearest  the most work that a row is counted as
    """

    table: Dataset
    two: Dataset
    dearest: int
    pauses: int = 0

    def problem(self, found: Found, ending: Ending | None, taken: int = 0) -> Iterator[Problem | Answered]:
        """The problem as it stands with what its learner has found, when the rows are answered."""
        binary, sides = found.binary, None
        if isinstance(binary, Hyperplane):
            scores = self.two.X @ binary.weights + binary.bias
        else:
            every = np.empty(self.table.n)
            for part, paused in asked_in_pieces(self.table.n, work_of([binary], self.dearest)):
                every[part] = binary.score(self.table.X[part])
                if paused:
                    self.pauses += 1
                    yield Answered(part.stop, self.table.n)
            scores, sides = every[concerned(self.table, *binary.classes[::-1])], np.sign(every).astype(np.int8)
        wrong = int(((scores > 0) != (self.two.codes == 1)).sum())
        negative, positive = np.bincount(self.two.codes, minlength=2).tolist()
        counts = (negative, positive)
        yield Problem(binary, ending, counts, wrong, taken, sides=sides, probable=found.probable, pauses=self.pauses)


def asked_in_pieces(count: int, work: int) -> Iterator[tuple[slice, bool]]:
    """The pieces in which points are answered that take so much work each, and whether a pause follows."""
    pauses = Pauses()
    for part in pieces(count, work):
        yield part, pauses.due(work * (part.stop - part.start)) and part.stop < count


def work_of(models: Sequence[Hyperplane | Sided], dearest: int) -> int:
    """The work of answering one point: each number that a model keeps is compared with it, but at most `dearest`."""
    return sum(min(COMPARED * sum(part.size for part in arrays_in(one)), dearest) for one in models)


def dearest(data: Dataset, params: SchemeParams) -> int:
    """The work of a model that keeps all rows, with the class and a weight of each."""
    basis = chosen_basis(params, data)
    return max(COMPARED * data.n * (2 + (data.d if basis is None else basis.n_functions)), LIGHTEST)


# -- all of them together ----------------------------------------------------------------------------------------------


def stepped(scheme: Scheme, problems: Sequence[Problem], data: Dataset) -> Step:
    """The scheme with these problems in place of the first of its lines."""
    binaries = (*(problem.binary for problem in problems), *scheme.binaries[len(problems) :])
    model = replace(scheme, binaries=binaries)
    answer = model.answers(model.scores(data.X, known_sides(problems)))
    ambiguous = answer < 0
    wrong = int((~ambiguous & (answer != data.codes)).sum())
    return Step(model=model, trained=tuple(problems), wrong=wrong, ambiguous=int(ambiguous.sum()), answer=answer)


def with_found(
    step: Step, blank: Scheme, done: Sequence[Problem], found: Problem | Answered | Learning, data: Dataset
) -> Step:
    """The step after this one: the scheme with a problem more than those done, or how far that is."""
    if isinstance(found, Learning):
        return replace(step, learning=found.taken)
    if isinstance(found, Answered):
        return replace(step, asked=found.asked, of=found.of, learning=0)
    return stepped(blank, (*done, found), data)


def known_sides(problems: Sequence[Problem]) -> dict[int, np.ndarray]:
    """What is known already of every row, by the place of the problem."""
    return {m: problem.sides for m, problem in enumerate(problems) if problem.sides is not None}


def overlaid(step: Step, data: Dataset, params: SchemeParams) -> Generator[Step, None, Step]:
    """All models put together: the ambiguous shares, resolved by the greatest score if that is asked for.

    It comes as the result; on the way there are the steps at which a part of the points is answered.
    """
    model, answer = replace(step.model, resolve=params.resolve), step.answer
    if params.resolve:
        answer = (yield from _answered(step, model, data.X, data, params))[0]
    votes = model.counted(model.scores(data.X, known_sides(step.trained)))
    claims = votes if data.d > 2 else (yield from _answered(step, model, _places(data), data, params))[1]
    none, several = undecided(claims)
    wrong = int(((answer >= 0) & (answer != data.codes)).sum())
    return replace(
        step, model=model, wrong=wrong, overlaid=True, none=none, several=several, answer=answer, votes=votes
    )


def _answered(
    step: Step, model: Scheme, X: np.ndarray, data: Dataset, params: SchemeParams
) -> Generator[Step, None, tuple[np.ndarray, np.ndarray]]:
    """(m,) the answers of all models at points X (m, d), and (m, K) the claims, a part of the points at a time."""
    answers, votes = np.empty(len(X), dtype=np.int64), np.empty((len(X), len(model.classes)), dtype=np.int64)
    sided = [one for one in model.binaries if isinstance(one, Sided)]
    work = max(work_of(sided, dearest(data, params)), len(model.binaries) * LIGHTEST)
    for part, paused in asked_in_pieces(len(X), work):
        scores = model.decision_function(X[part])
        answers[part], votes[part] = model.answers(scores), model.counted(scores)
        if paused:
            yield replace(step, asked=part.stop, of=len(X))
    return answers, votes


def undecided(votes: np.ndarray) -> tuple[float, float]:
    """The share of the places that no class claims, and of those where two or more have the most votes (m, K)."""
    most = votes.max(axis=1)
    tied = (most > 0) & ((votes == most[:, None]).sum(axis=1) > 1)
    return float((most == 0).mean()), float(tied.mean())


def _places(data: Dataset) -> np.ndarray:
    """The middles of an even grid over the box of the data, which has one or two features."""
    side = SIDE if data.d == 2 else SIDE**2
    shares = (np.arange(side) + 0.5) / side
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    axes = [start + shares * (end - start) for start, end in zip(low, high, strict=True)]
    return np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)


def ending(step: Step, data: Dataset) -> Ending:
    """How the scheme ended, by how its two-class problems did."""
    problems = counted(len(step.trained), "two-class problem is", "two-class problems are")
    left = f"{counted(step.ambiguous, 'is', 'are')} ambiguous{' before that is resolved' if step.model.resolve else ''}"
    said = (
        f"{problems} trained: of {counted(data.n, 'row')} {counted(step.wrong, 'is', 'are')} given to a wrong class, "
    )
    said += f"and {left}."
    endings = [(problem, problem.ending) for problem in step.trained if problem.ending is not None]
    others = [(problem, ended) for problem, ended in endings if ended.kind != "converged"]
    if not others:
        return Ending.converged(said)
    first, ended = others[0]
    said += f" {counted(len(others), 'learner')} did not converge, first {named(first, data)}: {ended.words}"
    if all(silent(problem.binary) for problem in step.trained):
        return Ending.failed(f"No two-class problem gave a model. {said}")
    return Ending.stopped(said)


def most_steps(pairs: Sequence[tuple[int, int]], data: Dataset, params: SchemeParams) -> int:
    """The most steps a run of these (positive, negative) problems can have."""
    algorithm, chosen = learner(params)
    basis = chosen_basis(params, data)
    size = data.n, data.d if basis is None else basis.n_functions
    taken = [algorithm.bound(two_sided(data, *pair), chosen) for pair in pairs]
    ways = [steps // STRIDE for steps in taken]
    learning = sum(most_pauses(steps * work_of_a_step(*size)) for steps in taken)
    asked = most_pauses(data.n * dearest(data, params))
    overlay = most_pauses((data.n + SIDE**2) * len(pairs) * dearest(data, params))
    return 2 + len(pairs) + learning + sum(ways) + (len(pairs) + sum(ways)) * asked + overlay


def named(problem: Problem, data: Dataset) -> str:
    """A problem in words."""
    return f"{data.class_name(problem.positive)} against {other_side(problem.negative, data)}"
