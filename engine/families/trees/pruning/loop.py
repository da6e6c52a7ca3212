"""Pruning: grow a tree to the end, then take away what does not help on rows it has not seen.   (Quinlan 1987)

reduced error     replace the node for which  E(leaf) − E(branch)  on the validation rows is least, while that is ≤ 0
cost complexity   replace the weakest link, the least  α(t) = (R(t) − R(T_t)) / (leaves − 1),  down to the root;
                  of all trees on the way take the one with the fewest errors on the validation rows
pessimistic       replace the node for which the pessimistic errors rise least,  N U(leaf) − Σ Nᵢ Uᵢ, while
                  that is ≤ 0;  with U so large that E or fewer of N rows are wrong with the probability CF only
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.split import TRAINING, VALIDATION, Split, learnable
from engine.families.trees.pruning.candidates import Candidates, least_pessimistic, pruned, weakest_link, without
from engine.models.tree import Tree
from engine.parts.trees.at_once import Limits, grown, measure_of
from engine.parts.trees.growing import asked_values, errors, leaves, levels_of, size


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    train, kept = divided(data, params)
    X, y = asked_values(data)[kept], data.codes[kept]
    tree = whole_tree(data.subset(train), params)
    trees, path = [tree], Path.of(tree, without(tree, X, y))
    yield Step(model=tree, kind="start", before=tree, kept=kept, path=path, judged=weighed(tree, X, y, params))
    while len(tree.parent) > 1:
        judged = weighed(tree, X, y, params)
        for place in range(len(judged.nodes)) if params.stop_at == "every candidate" else ():
            yield Step(model=tree, kind="try", before=tree, kept=kept, path=path, judged=replace(judged, chosen=place))
        if params.rule != "cost complexity" and not helps(judged, params):
            yield Step(model=tree, kind="stop", before=tree, kept=kept, path=path, judged=judged)
            break
        before, tree = tree, pruned(tree, judged.node)
        trees.append(tree)
        path = path.longer(tree, without(tree, X, y))
        yield Step(model=tree, kind="prune", before=before, kept=kept, path=path, judged=judged)
    if params.rule == "cost complexity":
        tree = trees[path.best]
        yield Step(model=tree, kind="choose", before=tree, kept=kept, path=path, judged=without(tree, X, y))
    return _ended(tree, path, params)


def divided(data: Dataset, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """The rows to grow from and those to judge by: the validation rows, or else a random share of the rows."""
    if data.held is not None:
        return learnable(data), np.flatnonzero(data.held)
    parts = Split(validation=params.share).of(data)
    return parts.rows(TRAINING), parts.rows(VALIDATION)


def weighed(tree: Tree, X: np.ndarray, y: np.ndarray, params: Params) -> Candidates:
    """What each branch costs by the rule, and which goes next."""
    if params.rule == "cost complexity":
        return weakest_link(tree, X, y)
    return without(tree, X, y) if params.rule == "reduced error" else least_pessimistic(tree, X, y, params.confidence)


def helps(judged: Candidates, params: Params) -> bool:
    """Whether the best removal makes no more errors on the validation rows, or fewer if equal ones are not accepted.

    By the pessimistic rule the validation rows are not asked, and the pessimistic errors may not rise.
    """
    if params.rule == "pessimistic":
        return bool(judged.rises[judged.chosen] <= ROUNDING * judged.expected[judged.chosen, 0])
    change = int(judged.changes[judged.chosen])
    return change < 0 or (change == 0 and params.accept_equal)


def whole_tree(data: Dataset, params: Params) -> Tree:
    """The tree before anything is taken away."""
    return grown(
        asked_values(data), data.codes, len(data.class_names), measure=measure_of(params.criterion),
        limits=Limits(min_leaf=params.min_leaf), levels=levels_of(data),
    )  # fmt: skip


def bound(data: Dataset, params: Params) -> int:
    """Each removal takes a node with a question, of which there are fewer than rows; then one step more."""
    return 2 + data.n * (1 if params.stop_at == "removals" else 1 + data.n)


def limits(data: Dataset, params: Params) -> str:
    train, kept = divided(data, params)
    if len(kept) and len(train):
        return ""
    lacks = "no row is kept to judge by" if params.share < 0.5 else "no row is left to grow from"
    return Objection(f"With share = {params.share:g}, {lacks}: set share to {SHARE}.", SetParameter("share", SHARE))


SHARE = 0.3
ROUNDING = 1e-9
"""Pessimistic errors that differ by such a share are the same."""


@dataclass(frozen=True)
class Params:
    rule: str = choice(
        "reduced error", ("reduced error", "cost complexity", "pessimistic"), help="which branch is replaced next"
    )
    share: float = real(
        SHARE,
        low=0.05,
        high=0.9,
        label="validation fraction",
        help="the share kept to judge by, where no rows are for validation",
    )
    accept_equal: bool = flag(
        True,
        label="remove if equal",
        when=("rule", ("reduced error",)),
        help="also what makes neither more nor fewer errors",
    )
    confidence: float = real(
        0.25,
        low=0.001,
        high=0.5,
        log=True,
        symbol=r"\mathrm{CF}",
        when=("rule", ("pessimistic",)),
        help="of the rows grown from: the smaller, the more is pruned",
    )
    criterion: str = choice("gini", ("gini", "gain"), rare=True, help="what a question is scored by as the tree grows")
    stop_at: str = choice(
        "removals", ("removals", "every candidate"), label="stop at", rare=True, help="where to stop and look"
    )
    min_leaf: int = whole(
        1, low=1, high=1_000_000, log=True, label="minimum rows per leaf", rare=True, help="as the tree grows"
    )


@snapshot
class Path:
    """The trees on the way, from the whole one: their leaves, their errors on the rows grown from and on those kept."""

    leaves: np.ndarray  # (r,)
    training: np.ndarray  # (r,)
    kept: np.ndarray  # (r,)

    @classmethod
    def of(cls, tree: Tree, judged: Candidates) -> Path:
        return cls(np.array([leaves(tree)]), np.array([errors(tree)]), np.array([judged.before]))

    def longer(self, tree: Tree, judged: Candidates) -> Path:
        return Path(
            np.append(self.leaves, leaves(tree)),
            np.append(self.training, errors(tree)),
            np.append(self.kept, judged.before),
        )

    @property
    def best(self) -> int:
        """The place of the tree with the fewest errors on the validation rows, the smallest of them on a tie."""
        return int(len(self.kept) - 1 - np.argmin(self.kept[::-1]))


@snapshot
class Step:
    """One branch replaced by a leaf, and the tree after it."""

    model: Tree
    kind: Literal["start", "try", "prune", "stop", "choose"]
    before: Tree  # the tree in which the candidates are
    kept: np.ndarray  # the rows kept to judge by
    path: Path
    judged: Candidates


def _ended(tree: Tree, path: Path, params: Params) -> Ending:
    last = path.best if params.rule == "cost complexity" else -1
    removed = counted(len(path.leaves) - 1, "branch was replaced", "branches were replaced")
    was, now = (counted(int(count), "error") for count in (path.kept[0], path.kept[last]))
    return Ending.converged(f"{removed} on the way; on the validation rows {was} before, {now} now: {size(tree)}.")
