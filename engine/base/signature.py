"""What a function depends on, as a key: the same key promises the same picture."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of


def signature(record: Any) -> Hashable:
    """A model, a basis, an array or a number as something that can be hashed: equal for equal content.

    >>> signature(np.zeros(1)) == signature(np.zeros(1)), signature(np.zeros(1)) == signature(np.ones(1))
    (True, False)
    """
    if isinstance(record, np.ndarray):
        return record.shape, record.dtype.str, record.tobytes()
    if isinstance(record, (tuple, list)):
        return tuple(map(signature, record))
    if is_dataclass(record):
        return type(record).__name__, tuple((name, signature(value)) for name, value in fields_of(record))
    return record  # type: ignore[no-any-return]
