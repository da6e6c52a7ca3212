"""What a tool asks of the table where it reads it: most of what these tools are about is no table at all."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.errors import Objection, SetParameter, remedies
from engine.data.dataset import Dataset
from engine.data.needs import Need


def unread_words(data: Dataset, wanted: Sequence[Need], said: str, way_out: SetParameter) -> str:
    """Why the table cannot be read, after `said`, with what would help and the choice that needs no table; or ''."""
    unmet = next((words for need in wanted if (words := need(data))), "")
    return Objection(f"{said} {unmet}", *remedies(unmet), way_out) if unmet else ""
