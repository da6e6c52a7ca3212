"""How E is written where many runs end: alike in the ending, in the words, at the bars and under the pictures."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure


def told_apart(errors: np.ndarray) -> list[str]:
    """Each E with so many digits that no two that differ look alike.

    >>> told_apart(np.array([0.52568, 0.52572]))
    ['0.52568', '0.52572']
    """
    different = len(np.unique(errors))
    written = ([figure(error, digits) for error in errors] for digits in range(4, 16))
    return next((texts for texts in written if len(set(texts)) == different), [figure(error) for error in errors])
