"""What a step of the nearest critic looks like: the table, the distances as circles, the similarities, the answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Graph, Mark, Node, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.nearest_critic.loop import Params, Step
from engine.families.recommenders.table_drawing import table
from engine.families.recommenders.wording import asker, critic, critic_label, film, surface_of

AROUND = Surface("chart", "Distance from the user", square=True, axes=False)
BARS = Surface("chart", "Similarity of each critic", "", "similarity")
PATH = Surface("structure", "Recommendation")
MOST = 20
"""So many critics have a bar and a circle: those compared last, and at the end the nearest."""
ROUND = np.linspace(0.0, 2.0 * np.pi, 121)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    M = ratings(data, params)
    drawn: list[Mark] = [table(data, params, M, step.user, step.critic, step.film, counting(step, M))]
    if step.part == "answer":
        return [*drawn, path(step, data, params)]
    if step.done:
        drawn += around(step, data, params)
        drawn.append(bars(step, data, params))
    return drawn


def counting(step: Step, M: np.ndarray) -> np.ndarray:
    """(C, F) the cells that this step rests on: those in common, or the films looked through."""
    lit = np.zeros(M.shape, dtype=bool)
    if step.part == "critic" and step.critic is not None:
        both = ~np.isnan(M[step.critic]) & step.seen
        lit[step.critic], lit[step.user] = both, both
    elif step.candidates is not None and step.critic is not None:
        lit[step.critic, step.candidates[: step.scanned]] = True
    return lit


def listed(step: Step) -> np.ndarray:
    """The places of the critics that are drawn, the one of this step among them."""
    if step.order is None:
        return np.arange(max(step.done - MOST, 0), step.done)
    nearest = step.order[: max(step.passed + 1, MOST)][-MOST:]
    return np.asarray(nearest if len(step.critics) > MOST else np.arange(len(step.critics)))


def bars(step: Step, data: Dataset, params: Params) -> Bars:
    """A bar for each critic; one who is excluded has none."""
    places = listed(step)
    names = tuple(critic_label(data, params, int(row)) for row in step.critics[places])
    chosen = int(np.flatnonzero(places == step.place)[0])
    return Bars(step.alike[places], names, None, chosen, surface=surface_of(BARS, params))


def around(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The user in the middle, and each comparable critic at its distance; a circle through the last."""
    places = np.array([one for one in listed(step) if step.alike[one] > 0], dtype=np.intp)
    if not len(places) or step.critic is None:
        return []
    turns = np.pi / 2 - 2.0 * np.pi * np.arange(len(places)) / len(places)
    ways = np.column_stack([np.cos(turns), np.sin(turns)])
    there = step.apart[places][:, None] * ways
    names = tuple(critic_label(data, params, int(row)) for row in step.critics[places])
    around = surface_of(AROUND, params)
    drawn: list[Mark] = [Segments(np.zeros_like(there), there, "spoke", surface=around)]
    here = np.flatnonzero(places == step.place)
    if len(here):
        circle = step.apart[step.place] * np.column_stack([np.cos(ROUND), np.sin(ROUND)])
        drawn.append(Curve(circle, "boundary", surface=around))
    apart = tuple("" if at in here else name for at, name in enumerate(names))  # beside the ring, and not under it
    drawn.append(Points(there, "plain", labels=apart, surface=around))
    if len(here):
        drawn.append(Points(there[here], "focus", labels=(names[here[0]],), surface=around))
        if step.order is not None and there[here].any():
            drawn.append(Segments(np.zeros((1, 2)), there[here], "best", arrows=True, surface=around))
    drawn.append(Points(np.zeros((1, 2)), "centre", labels=(asker(data, params, step.user),), surface=around))
    return drawn


def path(step: Step, data: Dataset, params: Params) -> Graph:
    """From the user to the nearest critic, and on to the film."""
    assert step.critic is not None and step.film is not None and step.place is not None
    near = f"similarity {figure(step.alike[step.place])}"
    return Graph(
        (
            Node(asker(data, params, step.user), "asks"),
            Node(critic(data, params, step.critic), f"{step.shared[step.place]} in common", 0, near),
            Node(film(data, params, step.film), "recommended", 1, f"rated {figure(step.rating)}", role="best"),
        ),
        surface=PATH,
    )
