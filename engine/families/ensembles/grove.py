"""What trees look like that are grown from rows drawn at random, and what is said of them side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.base.words import counted, figure, listed
from engine.core.later import Later
from engine.core.marks import Bars, Gallery, Mark, Panel, Points
from engine.core.story import Check, Number, Story, Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.ensembles.ballot import Vote
from engine.families.ensembles.bootstrapped import Grown, agreement, out_of_bag
from engine.families.ensembles.voting import VOTES
from engine.models.tree import Tree
from engine.parts.panels import dots, sized
from engine.parts.trees.drawing import graph
from engine.parts.trees.growing import leaves
from engine.parts.trees.tree_words import GINI, tally

NEWEST = Surface("structure", "Newest tree", open=False)
VOTER = Surface("structure", "Tree that votes", open=False)
TREES = Surface("gallery", "Trees")
UNSEEN = 0.12
"""The relative area of the dot of a row that was not drawn."""
VOTE = r"y(\mathbf{x}) = \underset{k}{\mathrm{arg\,max}} \sum_{t=1}^{T} [h_t(\mathbf{x}) = k]"
LISTED = 12
"""So many of the last trees are in the table."""


def pictures(
    grove: tuple[Grown, ...], votes: np.ndarray, data: Dataset, newest: Grown | None, vote: Vote | None
) -> Iterator[Mark | Later]:
    """The rows of the tree of this step, those that the votes get wrong, every tree small, and one as a graph.

    vote  of this step: the query stands on every small picture, and its way is lit in the graph of the tree that votes
    """
    now, x = (newest, None) if vote is None else (grove[vote.voter], vote.point)
    if now is not None:
        yield Points(data.X, "data", data.codes, areas(now), rows=np.arange(data.n))
    wrong = np.flatnonzero(votes.any(axis=1) & (votes.argmax(axis=1) != data.codes))
    yield Points(data.X[wrong], "wrong", rows=wrong)
    yield Later((TREES,), lambda: [_side_by_side(grove, data, now, x)])
    surface, shown = (NEWEST, grove[-1]) if x is None else (VOTER, now or grove[-1])
    yield Later((surface,), lambda: [_one(shown.tree, data, surface, x)])
    if vote is not None:
        yield from _cast(vote, data)


def _cast(vote: Vote, data: Dataset) -> Iterator[Mark]:
    """The query, and the votes for each class so far; the bar of the class that this tree votes for has a rim."""
    yield Points(vote.point[None], "focus")
    yield Bars(vote.cast, data.class_titles, np.arange(len(vote.cast)), vote.says, surface=VOTES)


def _side_by_side(grove: tuple[Grown, ...], data: Dataset, now: Grown | None, x: np.ndarray | None) -> Gallery:
    shared, query = dots(data), () if x is None else (Points(x[None], "focus"),)
    panels = (replace(panel(one, k, shared, lit=one is now), marks=query) for k, one in enumerate(grove))
    return Gallery(tuple(panels), TREES)


def _one(tree: Tree, data: Dataset, surface: Surface, x: np.ndarray | None) -> Mark:
    """A tree as a graph, with the way of a query."""
    nowhere = np.full(len(tree.parent), -1)  # no step is about a node
    way = [] if x is None else tree.path(x)
    return replace(graph(tree, data, GINI, lit=way, role="path", steps=nowhere), surface=surface)


def areas(one: Grown) -> np.ndarray:
    """(n,) how large the dots of the rows are: as often as each was drawn for a tree."""
    return np.where(one.drawn > 0, one.drawn, UNSEEN)


def panel(one: Grown, k: int, shared: Points, lit: bool) -> Panel:
    """A tree with the rows it was grown from, and how often it is wrong about the others."""
    detail = "" if one.error is None else f"error {figure(one.error, 2)}"
    return Panel(
        f"Tree {k + 1}", detail, one.tree, sized(shared, areas(one)), role="focus" if lit else "plain", step=k + 1
    )


def grown_from(count: int, one: Grown, data: Dataset, asks: str) -> str:
    """How a tree came about, and what it says of the rows that it has not seen."""
    unseen = one.drawn == 0
    said = f"Tree {count} is grown from {counted(int(one.drawn.sum()), 'row')}, {data.n - int(unseen.sum())} of them "
    said += f"different, and {asks}: {counted(leaves(one.tree), 'leaf', 'leaves')}."
    if unseen.any():
        missed = int((one.said != data.codes)[unseen].sum())
        said += f" Of the {counted(int(unseen.sum()), 'row')} it has not seen it gets {missed} wrong."
    lacking = np.setdiff1d(data.codes[unseen], data.codes[~unseen]).tolist()
    if lacking:
        names = listed((data.class_names[code] for code in lacking), 4)
        said += f" No row it has seen is of the class {names}, so this tree never answers that."
    return said


def say_vote(vote: Vote, grove: tuple[Grown, ...], data: Dataset) -> Story:
    """What one tree says of the query, and how the votes stand."""
    tree, cast, says = grove[vote.voter].tree, vote.cast, data.class_name(vote.says)
    counts = tree.counts[tree.path(vote.point)[-1]]
    said = f"Tree {vote.voter + 1} votes for {says}: the leaf that the query comes to holds {tally(counts, data)}."
    if vote.voter + 1 == len(grove):
        winner, tied = int(cast.argmax()), int((cast == cast.max()).sum()) > 1
        said += f" All have voted: {data.class_name(winner)} wins with {int(cast.max())} of {cast.sum()}"
        said += "; it is a tie, so the class that stands first does." if tied else "."
    line = f"votes for {says} = {cast[vote.says] - 1} + 1 = {cast[vote.says]}"
    told = tuple(Number(f"votes for {data.class_name(k)}", int(cast[k])) for k in np.argsort(-cast, kind="stable")[:8])
    whole = Check("one vote for each tree so far", bool(cast.sum() == vote.voter + 1))
    return Story(said, VOTE, (line,), told, checks=(whole,))


def worked(votes: np.ndarray, data: Dataset) -> Iterator[str]:
    """The out-of-bag error, from its counts."""
    wrong, there = out_of_bag(votes, data.codes)
    if there:
        yield f"out-of-bag error = {wrong}/{there} = {figure(wrong / there)}"


def numbers(grove: tuple[Grown, ...], votes: np.ndarray, data: Dataset) -> tuple[Number, ...]:
    """How good the vote is, and how good and how alike the single trees are."""
    wrong, there = out_of_bag(votes, data.codes)
    told = [Number("rows voted on", there, "by trees that have not seen them")]
    if there:
        told.append(Number("out-of-bag error", wrong / there))
    if errors := [one.error for one in grove if one.error is not None]:
        told.append(Number("mean error of single trees", float(np.mean(errors)), "each on the rows it has not seen"))
    if len(grove) > 1:
        told.append(Number("trees that agree on a row", agreement(grove), "share of pairs, over all rows"))
    return tuple(told)


def unseen_only(grove: tuple[Grown, ...], votes: np.ndarray) -> Check:
    """That every vote is one of a tree on a row that was not drawn for it."""
    whole = sum(int((one.drawn == 0).sum()) for one in grove)
    return Check("no tree votes on a row it has seen", bool(votes.sum() == whole))


def table(grove: tuple[Grown, ...], data: Dataset) -> Table:
    """How the last trees differ: what they ask first, how large they are, how often each is wrong by itself."""
    first = max(len(grove) - LISTED, 0)
    rows = tuple((first + k + 1, *_described(one, data)) for k, one in enumerate(grove[first:]))
    return Table("Trees", ("tree", "asks first", "leaves", "error"), rows, len(rows) - 1)


def _described(one: Grown, data: Dataset) -> tuple[str, int, float | str]:
    feature, error = int(one.tree.attribute[0]), "–" if one.error is None else one.error
    return data.columns[feature].name if feature >= 0 else "nothing", leaves(one.tree), error
