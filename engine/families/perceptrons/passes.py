"""How methods that learn from mistakes present their examples: epoch after epoch, until one has no mistake."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.maths.probability.row_keys import shuffled
from engine.models.linear import Hyperplane, Scores
from engine.parts.basis import BasisParams, chosen_basis, expanded
from engine.parts.line import first_line


@dataclass(frozen=True)
class PassParams(BasisParams):
    """What all of them let one choose."""

    rate: float = real(
        1.0, low=1e-6, high=10.0, log=True, symbol=r"\eta", label="learning rate", help="size of one correction"
    )
    epochs: int = whole(
        100, low=1, high=10_000, log=True, label="maximum epochs", clear=True, rare=True, help="then the run stops"
    )
    stop_at: str = choice(
        "mistakes", ("mistakes", "examples"), clear=True, help="stop at each mistake, or at every example"
    )
    order: str = choice("as given", ("as given", "shuffled"), clear=True, rare=True, help="within an epoch")


def posed(data: Dataset, params: PassParams, start: Hyperplane | None) -> tuple[np.ndarray, np.ndarray, Hyperplane]:
    """X (n, M) the features or their basis functions, t (n,) the targets ±1, and the line to begin from."""
    basis = chosen_basis(params, data, start)
    table = expanded(data, basis)
    return table.X, signs(data), first_line(data, table, basis, start)


def presented(data: Dataset, params: PassParams, rng: np.random.Generator) -> list[int]:
    """The rows in the order in which one pass presents them."""
    rows: list[int] = (np.arange(data.n) if params.order == "as given" else shuffled(data.row_keys, rng)).tolist()
    return rows


@dataclass
class Cycle:
    """Notices when the weights come back with which an earlier pass began: then all that follows repeats.

    period  after how many passes they came back; 0 while they have not, and always where the passes are shuffled
    """

    period: int = 0
    _begun: dict[bytes, int] = field(default_factory=dict)

    def at(self, epoch: int, model: Hyperplane | Scores, params: PassParams) -> None:
        """A pass begins, with these weights."""
        if params.order == "as given" and not self.period:
            self.period = epoch - self._begun.setdefault(model.packed.tobytes(), epoch)

    def words(self) -> str:
        """That they came back, as the beginning of a sentence on how the run ended, or ''."""
        if not self.period:
            return ""
        period = "epoch" if self.period == 1 else counted(self.period, "epoch")
        return f"No line separates these classes: the weights repeat every {period}. "
