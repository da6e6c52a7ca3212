"""Threshold network by hand: lines are placed, and their half-planes combined by logic.   (McCulloch and Pitts 1943)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.networks.threshold_network.starting import LINES
from engine.models.network import Network

ALGORITHM = Algorithm(
    __name__,
    name="Threshold network by hand",
    task="classification",
    summary="Each hidden unit says on which side of a line a point lies; a last unit combines the sides by logic.",
    source="McCulloch and Pitts 1943; Minsky and Papert 1969",
    synonyms=("XOR network", "McCulloch-Pitts", "logic gates", "committee of units"),
    needs=needs.TWO_CLASSES,
    starts=(Network,),
    handles=LINES,
    demonstrates=True,
    metric=True,
)
