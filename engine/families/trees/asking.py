"""What a tree says of one row: its path, question by question, and the counts where it comes to rest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.story import Number, Story
from engine.data.dataset import Dataset
from engine.models.tree import Tree
from engine.parts.trees.drawing import graph
from engine.parts.trees.growing import depth
from engine.parts.trees.tree_words import Impurity, way_of


def asked(
    tree: Tree,
    data: Dataset,
    impurity: Impurity,
    x: np.ndarray,
    waiting: Sequence[int] = (),
    steps: np.ndarray | None = None,
) -> Inquiry:
    """The way of a row x (d,) through a tree, lit in its picture; nodes that wait are dashed."""
    way = tree.path(x)
    shares = tree.predict_proba(x[None])[0]
    told = [Number("questions answered", len(way) - 1, f"at most the depth, {depth(tree)}: the cost is O(depth)")]
    told += [Number(f"share of {data.class_name(int(c))}", float(shares[c])) for c in np.flatnonzero(shares)[:8]]
    lit = graph(tree, data, impurity, waiting, way, role="path", steps=steps)
    return Inquiry(Story(way_of(tree, x, data), r"p_c = \frac{|S_c|}{|S|}", numbers=tuple(told)), (lit,))
