"""How trees vote: the votes of each class as bars, and what the vote says of one point."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Bars, Points
from engine.core.story import Number, Story
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.forest import Forest

VOTES = Surface("chart", "Votes", "class", "votes")
RULE = r"\underset{k}{\mathrm{arg\,max}} \sum_t \alpha_t\, [h_t(\mathbf{x}) = k]"


def vote_bars(forest: Forest, x: np.ndarray, data: Dataset) -> Bars:
    """The votes that each class gets at a point x (d,); the winner is chosen."""
    votes = forest.votes(x[None])[0]
    return Bars(votes, data.class_titles, np.arange(len(votes)), int(votes.argmax()), surface=VOTES)


def asked(forest: Forest, data: Dataset, x: np.ndarray, formula: str = RULE) -> Inquiry:
    """What the vote says of a point, class by class."""
    votes = forest.votes(x[None])[0]
    winner, total = int(votes.argmax()), float(forest.weights.sum())
    tied = int((votes == votes.max()).sum()) > 1
    said = f"This point is classified as {data.class_name(winner)}, "
    said += f"with {figure(votes[winner])} of {figure(total)} votes"
    said += ", a tie, so the class that stands first wins." if tied else "."
    told = [Number(f"votes for {data.class_name(k)}", float(votes[k])) for k in np.argsort(-votes, kind="stable")[:8]]
    story = Story(said, formula, numbers=tuple(told))
    return Inquiry(story, (Points(x[None], "focus"), vote_bars(forest, x, data)))
