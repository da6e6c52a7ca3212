"""What a step of AdaBoost says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Column, Dataset
from engine.families.ensembles import voting
from engine.families.ensembles.adaboost.loop import ROUNDING, Params, Round, Step, guessing
from engine.models.tree import Tree
from engine.parts.trees.tree_words import branch_name, cut_name

START = r"w_n = \frac{1}{N}"
STUMP = (
    r"\varepsilon = \sum_n w_n [h(\mathbf{x}_n) \neq t_n], \qquad "
    r"\alpha = \ln \frac{1 - \varepsilon}{\varepsilon} + \ln(K - 1)"
)
VOTE = (
    r"w_n \leftarrow \frac{1}{Z} w_n e^{\alpha [h(\mathbf{x}_n) \neq t_n]}, \qquad "
    r"y(\mathbf{x}) = \underset{k}{\mathrm{arg\,max}} \sum_{m=1}^{M} \alpha_m [h_m(\mathbf{x}) = k]"
)
FEW = 6
"""So many levels with one answer are named in a sentence."""
LISTED = 12
"""So many of the last rounds are in the table."""

TWICE = " Its α is ln((1 − ε)/ε), twice the ½ ln((1 − ε)/ε) of many books: weights and answers come out the same."


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.half == "start":
        said = f"All {counted(data.n, 'row')} weigh the same. Each round looks for the best stump for the weights."
        said += TWICE if len(data.classes_present) == 2 else ""
        return Story(said, START, (f"w = 1/{data.n:,} = {figure(1 / data.n)}",))
    return _say_stump(step, data) if step.half == "stump" else _say_vote(step, data)


def _say_stump(step: Step, data: Dataset) -> Story:
    now, K, t = step.rounds[-1], len(data.classes_present), len(step.rounds)
    rows = int(now.missed.sum())
    said = f"Round {t}: {question(now.stump, data)} It gets {counted(rows, 'row')} wrong"
    if now.error >= guessing(K) - ROUNDING:
        said += f", which weigh {figure(now.error)}: no better than guessing."
        return Story(said, STUMP, (), _numbers(step, data), _tables(step, data))
    if not rows:
        said += ": it is perfect, and the run ends. By the formula α would be infinite; by convention it is 1."
        return Story(said, STUMP, (), _numbers(step, data), _tables(step, data))
    (share,) = shown(now.alpha, lambda error: math.log((1 - error) / error) + math.log(K - 1), now.error)
    more = f" + ln({K} − 1)" if K > 2 else ""
    worked = (f"α = ln((1 − {share})/{share}){more} = {figure(now.alpha)}",)
    said += f", which weigh {figure(now.error)} of 1."
    return Story(said, STUMP, worked, _numbers(step, data), _tables(step, data))


def _say_vote(step: Step, data: Dataset) -> Story:
    assert step.wrong is not None
    now, wrong = step.rounds[-1], int(step.wrong.sum())
    rows = int(now.missed.sum())
    said = f"The vote of {counted(len(step.rounds), 'stump')} gets {wrong} of {counted(data.n, 'row')} wrong."
    if not rows:
        return Story(said, VOTE, (), _numbers(step, data))
    said += f" The {counted(rows, 'row')} that the last stump got wrong {'weighs' if rows == 1 else 'weigh'} more now."
    return Story(said, VOTE, _worked_weight(now, step, data), _numbers(step, data), (), _checks(step, data))


def _worked_weight(now: Round, step: Step, data: Dataset) -> tuple[str, ...]:
    """How the weight of the heaviest row that was missed grows."""
    row = int(np.argmax(np.where(now.missed, now.weights, -1.0)))
    norm, name = (1 - now.error) + now.error * math.exp(now.alpha), data.row_name(row)
    error, alpha = shown(norm, lambda e, a: (1 - e) + e * math.exp(a), now.error, now.alpha)
    after = float(step.weights[row])
    w, grown, whole = shown(after, lambda w, a, z: w * math.exp(a) / z, float(now.weights[row]), now.alpha, norm)
    return (
        f"Z = (1 − {error}) + {error}·e^{alpha} = {figure(norm)}",
        f"row {name}: w ← {w}·e^{grown}/{whole} = {figure(after)}",
    )


def _checks(step: Step, data: Dataset) -> tuple[Check, ...]:
    assert step.wrong is not None
    whole = Check("all weights add up to 1", bool(abs(step.weights.sum() - 1) < 1e-9))
    if len(data.classes_present) > 2:
        return (whole,)
    held = float(step.wrong.mean()) <= ceiling(step) * (1 + 1e-9)
    return whole, Check("share of rows wrong ≤ Π 2√(ε(1 − ε))", held)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    now = step.rounds[-1]
    told = [Number("ε", now.error, "the weight of the rows that the stump gets wrong"), Number("α", now.alpha, "votes")]
    if step.wrong is not None:
        told.append(Number("rows the vote gets wrong", int(step.wrong.sum())))
        if len(data.classes_present) == 2 and now.missed.any():
            told.append(Number("bound on their share", ceiling(step), "Π 2√(ε(1 − ε))"))
    heaviest = int(step.weights.argmax())
    told.append(Number("heaviest row", float(step.weights[heaviest]), f"row {data.row_name(heaviest)}"))
    return tuple(told)


def ceiling(step: Step) -> float:
    """Π 2√(ε(1 − ε)), below which the share of training errors of two classes stays."""
    errors = np.array([one.error for one in step.rounds])
    return float(np.prod(2 * np.sqrt(errors * (1 - errors))))


def question(stump: Tree, data: Dataset) -> str:
    """A stump in words."""
    answers = [data.class_name(int(code)) for code in stump.majority]
    if stump.attribute[0] < 0:
        return f"all rows are alike, so every row is called {answers[0]}."
    column = data.columns[int(stump.attribute[0])]
    if not stump.numeric[0]:
        return _by_level(stump, column, answers)
    where = f"{column.name} = {cut_name(column, stump.cut(0))}"
    return f"up to {where} a row is called {answers[1]}, above it {answers[2]}."


def _by_level(stump: Tree, column: Column, answers: list[str]) -> str:
    """What each level is called, those with one answer together; and what a level is called that no row has."""
    of: dict[str, list[str]] = {}
    for answer, code in zip(answers[1:], stump.branch[1:].tolist(), strict=True):
        of.setdefault(answer, []).append(column.levels[code])
    said = ", ".join(f"{answer} if {{}} is {' or '.join(_few(names))}" for answer, names in of.items())
    first, *others = said.split("{}")
    said = f"a row is called {first}{column.name}{'it'.join(others)}."
    if len(stump.branch) - 1 < len(column.levels):
        said += f" A level of no row is called {answers[0]}, the heaviest class of all rows."
    return said


def _few(names: list[str]) -> list[str]:
    """The first of many levels."""
    return [*names[:FEW], "…"] if len(names) > FEW else names


def _tables(step: Step, data: Dataset) -> tuple[Table, ...]:
    """The last rounds, the latest at the end; of a category what each level is called, and how much of it is wrong."""
    first = max(len(step.rounds) - LISTED, 0)
    rows = tuple(
        (first + i + 1, _short(one.stump, data), one.error, one.alpha) for i, one in enumerate(step.rounds[first:])
    )
    rounds, stump = Table("Rounds", ("round", "asks", "ε", "α"), rows, len(rows) - 1), step.rounds[-1].stump
    if stump.attribute[0] < 0 or stump.numeric[0]:
        return (rounds,)
    levels = tuple(_level(stump, node, data) for node in range(1, len(stump.parent)))
    return Table("Levels", (data.columns[int(stump.attribute[0])].name, "called", "weight", "wrong"), levels), rounds


def _level(stump: Tree, node: int, data: Dataset) -> tuple[str, str, float, float]:
    called, weights = int(stump.majority[node]), stump.counts[node]
    wrong = float(np.delete(weights, called).sum())
    return branch_name(stump, node, data), data.class_name(called), float(weights.sum()), wrong


def _short(stump: Tree, data: Dataset) -> str:
    if stump.attribute[0] < 0:
        return "nothing"
    column = data.columns[int(stump.attribute[0])]
    return f"{column.name} ≤ {cut_name(column, stump.cut(0))}" if stump.numeric[0] else column.name


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """How the stumps so far vote on a point."""
    return None if step.model is None else voting.asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.wrong is None:
        return {}
    told = {"share of rows wrong": float(step.wrong.mean()), "ε of the stump": step.rounds[-1].error}
    if len(data.classes_present) == 2:
        told["bound"] = ceiling(step)
    return told


def event(step: Step) -> Event | None:
    if step.wrong is not None and not step.wrong.any():
        return Event("no row wrong", "best")
    return Event("stump", "plain") if step.half == "stump" else None
