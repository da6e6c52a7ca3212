"""A run of one of the family gone through: its steps, what is told of each and what is drawn."""

from __future__ import annotations

import engine


def told(key, data, seed=0, **params):
    card = engine.algorithm(key)
    trace = engine.trace(key, data, seed=seed, **params).to_end()
    built = card.params(**params)
    return trace, [card.explain(s, data, built) for s in trace], [card.marks(s, data, built) for s in trace]


def of(kind, marks, role=None):
    return [mark for mark in marks if isinstance(mark, kind) and role in (None, getattr(mark, "role", None))]
