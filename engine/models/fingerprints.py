"""Short codes of points, such that points that are alike often have the same one: they meet in a bucket."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.neighbours import Query, turned
from engine.models.shapes import Axes, model, part, shaped

MOST_BITS = 62
"""A code of more bits is no whole number."""


@part
class Items:
    """The m attributes that rows of d columns have or have not.

    column (m,)  where each stands;   value (m,)  the code of a row that has it;   tops (d,)  the largest codes
    """

    CALLED = "attributes of the rows"

    AXES: ClassVar[Axes] = {"column": ("attribute",), "value": ("attribute",), "tops": ("feature",)}

    names: tuple[str, ...]
    column: np.ndarray
    value: np.ndarray
    tops: np.ndarray

    def __post_init__(self) -> None:
        m, d = (shaped(self, column="m", value="m", tops="d")[letter] for letter in "md")
        if not m or len(self.names) != m or self.column.dtype.kind != "i":
            raise Refusal("Attributes need a name and a column each.")
        if self.column.min() < 0 or self.column.max() >= d or not np.isfinite(self.tops).all():
            raise Refusal(f"An attribute stands in one of the columns 0 to {d - 1}.")

    def of(self, X: np.ndarray) -> np.ndarray:
        """(n, m) which attributes each of the points X (n, d) has; between two codes the nearer one counts."""
        codes = np.clip(np.floor(np.asarray(X, dtype=float) + 0.5), 0, self.tops)
        return np.asarray(codes[:, self.column] == self.value)


def numbered(bits: np.ndarray) -> np.ndarray:
    """(n,) the codes of bits (n, b) as whole numbers, the first bit the highest.

    >>> numbered(np.array([[True, False, True]]))
    array([5])
    """
    return np.asarray(bits.astype(np.int64) @ (1 << np.arange(bits.shape[1], dtype=np.int64)[::-1]))


@model
class PlaneBits(Query):
    """A query, and hyperplanes through one place: bit j of a point says on which side of plane j it lies.

    normals (b, d)  h;   middle (d,)  where all planes pass:   b_j = [h_j · (x − middle) ≥ 0]
    """

    CALLED = "fingerprints by hyperplanes"

    AXES: ClassVar[Axes] = {"normals": ("bit", "feature"), "middle": ("feature",)}

    normals: np.ndarray
    middle: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        b = shaped(self, point="d", normals="bd", middle="d")["b"]
        if b > MOST_BITS or not np.isfinite(self.normals).all() or not np.isfinite(self.middle).all():
            raise Refusal(f"A fingerprint has at most {MOST_BITS} planes, with numbers in all of their normals.")

    def bits(self, X: np.ndarray) -> np.ndarray:
        """(n, b) the bits of points (n, d)."""
        return np.asarray(turned(np.asarray(X, dtype=float) - self.middle, self.normals) >= 0)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the bucket of each point: its bits as a number."""
        return numbered(self.bits(X))

    @property
    def width(self) -> int:
        """How many bits a code has."""
        return len(self.normals)

    def first(self, count: int) -> PlaneBits:
        """The same with its first few planes only."""
        return replace(self, normals=self.normals[:count])


@model
class MinHash(Query):
    """Random keys and coins for attributes: bit j of a row is the coin of its attribute with the smallest random key j.

    random_keys (b, m)   coins (b, m) bool   A row without attributes has bits 0.   (Broder 1997; Li and König 2010)
    """

    CALLED = "fingerprints by min-hash"

    AXES: ClassVar[Axes] = {"random_keys": ("bit", "attribute"), "coins": ("bit", "attribute")}

    items: Items
    random_keys: np.ndarray
    coins: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = shaped(self, random_keys="bm", coins="bm")
        if sizes["b"] > MOST_BITS or not np.isfinite(self.random_keys).all() or self.coins.dtype.kind != "b":
            raise Refusal(
                f"A fingerprint has at most {MOST_BITS} bits, with a random key and a coin for each attribute."
            )
        if (len(self.items.names), len(self.items.tops)) != (sizes["m"], self.n_features):
            raise Refusal("The random keys of a fingerprint are for other attributes than it has.")

    def bits(self, X: np.ndarray) -> np.ndarray:
        """(n, b) the bits of points (n, d)."""
        has = self.items.of(X)
        least = [np.where(has, random_keys, np.inf).argmin(axis=1) for random_keys in self.random_keys]
        pairs = zip(self.coins, least, strict=True)
        return np.array([coins[one] & has.any(axis=1) for coins, one in pairs]).reshape(-1, len(has)).T

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the bucket of each point: its bits as a number."""
        return numbered(self.bits(X))

    @property
    def width(self) -> int:
        """How many bits a code has."""
        return len(self.random_keys)

    def first(self, count: int) -> MinHash:
        """The same with its first few bits only."""
        return replace(self, random_keys=self.random_keys[:count], coins=self.coins[:count])
