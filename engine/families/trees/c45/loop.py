"""C4.5: a decision tree of numbers and categories, by gain ratio, that takes missing values.   (Quinlan 1993)

Gain(S, A) = |known| / |S| · (H(known) − Σ_v |S_v| / |known| · H(S_v))        |·|: weights; known: has a value of A
SplitEntropy(S, A) = −Σ_v |S_v| / |S| · log₂ |S_v| / |S|,  the rows without a value as one v more
ask  argmax Gain / SplitEntropy;  a row without the value goes on in parts as large as the branches
or whole, where a stand-in says: the cut of another number that sends most rows the same way   (CART 1984)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import fields_of, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.trees.c45.weighing import Reached, Scores, Table, scored
from engine.models.fractional import FractionalTree
from engine.models.gaps import IN_PARTS, STOPS
from engine.parts.trees.growing import asked_values, branched, seed_of, size
from engine.parts.trees.stand_ins import StandIn, led, nothing_led, standing_in, with_way


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    table = Table.of(data)
    everything = Reached(np.arange(data.n), np.ones(data.n))
    tree = root_of(table.counts(everything), data.d)
    waiting: list[tuple[int, Reached]] = [(0, everything)]
    yield Step(model=tree, kind="start", node=0, reached=everything, waiting=(0,))
    while waiting:
        node, reached = waiting.pop()
        others = tuple(item[0] for item in waiting)
        if why := settled(tree.counts[node], params):
            yield Step(model=tree, kind="leaf", node=node, reached=reached, waiting=others, why=why)
            continue

        scores = scored(table, reached, params)
        if not scores.allowed.any():
            why = "no gain" if len(scores.attributes) else "rows alike"
            yield Step(model=tree, kind="leaf", node=node, reached=reached, waiting=others, why=why, scores=scores)
            continue

        first = len(tree.parent)
        stand_ins = found_stand_ins(table, reached, scores, params)
        codes, parts, onward = divided(table, reached, scores, first, params, stand_ins)
        tree = asking(tree, node, scores, codes, np.array([table.counts(part) for part in parts]), onward, stand_ins)
        for place in reversed(range(len(parts))):
            waiting.append((first + place, parts[place]))
        others = tuple(item[0] for item in waiting)
        yield Step(
            model=tree, kind="split", node=node, reached=reached, waiting=others, scores=scores, stand_ins=stand_ins
        )
        if params.stop_at == "every gap":
            for row in table.gaps(reached, scores.attribute).rows.tolist():
                yield Step(
                    model=tree, kind="gap", node=node, reached=reached, waiting=others, scores=scores, row=row,
                    stand_ins=stand_ins,
                )  # fmt: skip
    return Ending.converged(f"Every branch ends in a leaf: {_summary(tree, data)}")


def settled(counts: np.ndarray, params: Params) -> Why:
    """Why a node of these class weights is a leaf whatever could be asked, or ""."""
    if np.count_nonzero(counts) == 1:
        return "pure"
    return "few rows" if counts.sum() < 2 * params.min_leaf else ""


def found_stand_ins(table: Table, reached: Reached, scores: Scores, params: Params) -> tuple[StandIn, ...]:
    """What stands in for the cut of a node, if rows are led by stand-ins and there is any."""
    if params.missing != STAND_IN or np.isnan(scores.cut):
        return ()
    known = table.known(reached, scores.attribute)
    numbers = (feature for feature in range(table.X.shape[1]) if feature not in table.levels)
    return standing_in(table.X, known.rows, scores.attribute, scores.cut, numbers, known.weights)


def divided(
    table: Table, reached: Reached, scores: Scores, first: int, params: Params, stand_ins: Sequence[StandIn]
) -> tuple[np.ndarray, list[Reached], int]:
    """The codes (V,) of the branches, what reaches each, and where what has no value goes on; `first` is the first."""
    codes, parts = table.branches(reached, scores.attribute, scores.cut)
    gaps, weights = table.gaps(reached, scores.attribute), np.array([part.weight for part in parts])
    if params.missing == "own category":
        if not len(gaps.rows):
            return codes, parts, STOPS
        return np.append(codes, table.code_of_a_gap(scores.attribute)), [*parts, gaps], first + len(parts)
    if params.missing in ("majority branch", STAND_IN):
        most = int(np.argmax(weights))
        sides = led(table.X[gaps.rows], stand_ins, most)
        return codes, [part.joined(gaps.of(sides == side), 1.0) for side, part in enumerate(parts)], first + most
    shares = (weights / weights.sum()).tolist()
    return codes, [part.joined(gaps, share) for part, share in zip(parts, shares, strict=True)], IN_PARTS


def root_of(counts: np.ndarray, d: int) -> FractionalTree:
    """The root alone, from what each class weighs (K,)."""
    return FractionalTree(**(dict(fields_of(seed_of(counts, d))) | {"gaps": nothing_led(1)}))


def asking(
    tree: FractionalTree,
    node: int,
    scores: Scores,
    codes: np.ndarray,
    counts: np.ndarray,
    onward: int,
    stand_ins: Sequence[StandIn],
) -> FractionalTree:
    """The tree with a branch for each code (V,), of what each class weighs there (V, K)."""
    grown = branched(tree, node, scores.attribute, counts, codes, scores.cut)
    fields = dict(fields_of(grown)) | {"gaps": with_way(tree.gaps, grown, node, onward, stand_ins)}
    return FractionalTree(**fields)


def wrong_in(tree: FractionalTree, data: Dataset) -> int:
    """How many training rows the tree misclassifies, those with gaps by what their parts say together."""
    return int(np.count_nonzero(tree.predict(asked_values(data)) != data.codes))


def bound(data: Dataset, params: Params) -> int:
    """Two branches of every split weigh min_leaf or more, so there are fewer splits than rows / min_leaf."""
    splits = max(data.n // params.min_leaf - 1, 0)
    widest = max(max(len(column.levels), 2) for column in data.columns) + 1
    return 2 + splits * (widest + (data.n if params.stop_at == "every gap" else 0))


STAND_IN = "stand-in"
Why = Literal["", "pure", "few rows", "rows alike", "no gain"]


@dataclass(frozen=True)
class Params:
    missing: str = choice(
        "fractional", ("fractional", "majority branch", "own category", STAND_IN), label="a missing value",
        help="its row goes into every branch in parts, into the largest, into one of its own, or where a "
        "surrogate split sends it",
    )  # fmt: skip
    criterion: str = choice("gain ratio", ("gain ratio", "gain"), help="what a question is scored by")
    guard: bool = flag(
        True, label="average gain first", rare=True, help="gain ratio only: attributes of at least average gain"
    )
    min_leaf: int = whole(
        2, low=1, high=1_000_000, log=True, label="minimum rows per branch", help="two branches must weigh as much"
    )
    stop_at: str = choice(
        "nodes", ("nodes", "every gap"), label="stop at", rare=True, help="also where a row without a value goes on"
    )


@snapshot
class Step:
    """One node looked at, or one row without a value that goes on from it; and the tree after it."""

    model: FractionalTree
    kind: Literal["start", "split", "gap", "leaf"]
    node: int
    reached: Reached  # the rows that reach the node, with their weights
    waiting: tuple[int, ...]  # nodes not looked at yet
    why: Why = ""  # why a leaf is a leaf
    scores: Scores | None = None
    row: int | None = None  # of a gap: the row
    stand_ins: tuple[StandIn, ...] = ()  # of a cut: what is asked where its value is missing, the best first


def _summary(tree: FractionalTree, data: Dataset) -> str:
    return f"{size(tree)}; {counted(wrong_in(tree, data), 'training row')} of {data.n:,} misclassified."
