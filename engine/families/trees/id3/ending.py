"""How a run of ID3 ended: what kept mixed nodes from being split."""

from __future__ import annotations

from collections import Counter

from engine.base.words import counted
from engine.core.ending import Ending
from engine.models.tree import Tree
from engine.parts.trees.growing import summary


def ended(tree: Tree, left: Counter[str]) -> Ending:
    """From how many nodes were left as leaves for each reason: a limit stops the growing, a test decides it."""
    limited, chance = left["depth"] + left["few rows"], left["by chance"]
    said = [f"{_mixed(limited)} not split because of the maximum depth or the minimum rows"] if limited else []
    if chance:
        said.append(f"{_mixed(chance)} not split by the χ² test, for the best split could be chance")
    words = f"{'; '.join(said) or 'Every branch ends in a leaf'}: {summary(tree)}"
    return Ending.stopped(words) if limited else Ending.converged(words)


def _mixed(count: int) -> str:
    return counted(count, "mixed node was", "mixed nodes were")
