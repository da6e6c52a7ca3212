"""Preparing the table of a session: while rows are kept for validation, nothing is learned from them."""

from __future__ import annotations

from collections.abc import Callable

from engine.data.preparation import Prepared, drop_incomplete_rows, from_training_rows
from engine.data.split import holdout
from gui.session.session import Session


def prepared(session: Session, preparation: Callable[..., Prepared]) -> Prepared:
    """The whole table prepared; means, deviations and ranges come from the training rows of the active run."""
    train, kept = holdout(session.data.n, session.holdout, session.lane.seed if session.lanes else 0)
    if not len(kept) or preparation is drop_incomplete_rows:
        return preparation(session.data)
    return from_training_rows(preparation, session.data, train)
