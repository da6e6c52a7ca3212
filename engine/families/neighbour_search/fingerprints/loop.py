"""Fingerprints: a few random bits of each row; only rows with the bits of the query are compared.   (Charikar 2002)

random hyperplanes  b_j = [h_j · (x − m) ≥ 0]                   P(bit equal) = 1 − θ / π,  θ the angle at m
min-hash            b_j = the coin of the attribute of x        P(bit equal) = (1 + J) / 2,  J = |x ∩ z| / |x ∪ z|
                    that has the smallest random key

Rows with the same bits share a bucket. An empty bucket is widened by those with one bit different.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import KeepColumns, Objection, SetParameter, remedies
from engine.base.params import choice, several, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import short
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbour_search.item_sets import items, rows_as_sets, sparse
from engine.maths.algebra.agreement import farther
from engine.maths.algebra.metrics import euclidean, jaccard
from engine.models.fingerprints import MinHash, PlaneBits
from engine.models.neighbours import Query
from engine.parts.querying import QueryParams, asked, length_objection


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z = asked(data, params, start)
    tables = hashed(data, params, rng, z)
    step = Step(part="start", model=tables[0].first(0))
    yield step

    for table, codes in enumerate(tables):
        for count in range(1, params.bits + 1):
            step = replace(step, part="bit", model=codes.first(count), table=table)
            yield step

    candidates = np.zeros(data.n, dtype=bool)
    for table, codes in enumerate(tables):
        apart = (codes.bits(data.X) != codes.bits(z[None])).sum(axis=1)
        widened = not (apart == 0).any()
        bucket = apart <= (1 if widened else 0)
        candidates |= bucket
        rows = np.flatnonzero(candidates)
        step = replace(step, part="look", model=codes, table=table, bucket=bucket, widened=widened, candidates=rows)
        yield step

    step = replace(step, part="compare", distances=measured(z, rows, data, params))
    yield step

    truth = measured(z, np.arange(data.n), data, params)
    yield replace(step, part="answer", nearest=int(np.argmin(truth)), least=float(truth.min()))
    return Ending.converged(f"{len(rows):,} of {data.n:,} distances were measured.")


def hashed(data: Dataset, params: Params, rng: np.random.Generator, z: np.ndarray) -> list[PlaneBits | MinHash]:
    """A fingerprint for each table; of more bits or tables the first are the same."""
    if params.kind == MINHASH:
        every = items(data)
        keys, coins = rng.random((2, MOST_TABLES, MOST_BITS, len(every.names)))[:, : params.tables, : params.bits]
        return [MinHash(z, every, one, coin < 0.5) for one, coin in zip(keys, coins, strict=True)]
    middle = data.X.mean(axis=0) if params.through == MEAN else np.zeros(data.d)
    drawn = rng.normal(size=(MOST_TABLES, MOST_BITS, data.d))[: params.tables, : params.bits]
    normals = np.array(params.planes).reshape(drawn.shape) if params.planes else drawn
    return [PlaneBits(z, one, middle) for one in normals]


def measured(z: np.ndarray, rows: np.ndarray, data: Dataset, params: Params) -> np.ndarray:
    """(m,) how far some rows are from the query: Euclidean, or for sets the share of attributes they do not share."""
    if params.kind == MINHASH:
        return np.asarray(jaccard(items(data).of(z[None]), rows_as_sets(data)[rows])[0])
    return np.asarray(euclidean(z[None], data.X[rows])[0])


def bound(data: Dataset, params: Params) -> int:
    return 3 + params.tables * (params.bits + 1)


def limits(data: Dataset, params: Params) -> str:
    """Planes need numbers, min-hash attributes; as many numbers must be typed as the planes have."""
    if params.kind == MINHASH and (words := sparse(data)):
        return Objection(f"kind = {MINHASH}: {words}", SetParameter("kind", PLANES), *remedies(words))
    wordy = [j for j, column in enumerate(data.columns) if column.kind == "categorical"]
    if params.kind == PLANES and wordy:
        kept = tuple(j for j in range(data.d) if j not in wordy)
        words = f"kind = {PLANES} needs numbers, and {short(data.columns[wordy[0]].name)} is categorical: take min-hash"
        return Objection(f"{words}.", SetParameter("kind", MINHASH), *([KeepColumns(kept)] if kept else []))
    wanted = params.tables * params.bits * data.d
    if params.kind == PLANES and len(params.planes) not in (0, wanted):
        words = f"planes needs {wanted} numbers, {data.d} for each plane, and {len(params.planes)} were typed"
        return Objection(f"{words}: type them all, or none to draw them.", SetParameter("planes", ()))
    return length_objection(data, params)


PLANES, MINHASH = KINDS = ("random hyperplanes", "min-hash")
MEAN, ORIGIN = PLACES = ("the mean of the rows", "the origin")
MOST_BITS, MOST_TABLES = 16, 8


@dataclass(frozen=True)
class Hashing:
    """How codes are made."""

    kind: str = choice(KINDS[0], KINDS, help="of numbers, or of attributes that a row has or has not")
    bits: int = whole(4, low=1, high=MOST_BITS, clear=True, help="of a code")
    tables: int = whole(1, low=1, high=MOST_TABLES, help="codes of each row; in any of them it may meet the query")
    through: str = choice(
        MEAN, PLACES, when=("kind", (PLANES,)), label="planes through", clear=True, help="all of them"
    )
    planes: tuple[float, ...] = several(
        most=2048, when=("kind", (PLANES,)), rare=True, help="their normals, one after the other; none: at random"
    )


@dataclass(frozen=True)
class Params(QueryParams, Hashing):
    """The codes, and the query that is looked up by its own."""


@snapshot
class Step:
    """How far the codes are made, or the query has come."""

    part: Literal["start", "bit", "look", "compare", "answer"]
    model: PlaneBits | MinHash  # the bits so far of the table in view
    table: int = 0
    bucket: np.ndarray = field(
        default_factory=lambda: np.zeros(0, dtype=bool)
    )  # (n,) which rows are in that of the query
    widened: bool = False  # by the rows with one bit different, because it was empty
    candidates: np.ndarray = field(default_factory=no_indices)  # of all tables so far
    distances: np.ndarray = field(default_factory=no_numbers)  # of the candidates
    nearest: int = -1  # by measuring all rows, which the search does not count
    least: float = 0.0

    @property
    def found(self) -> int:
        """The nearest of the candidates; −1 where there is none."""
        return int(self.candidates[np.argmin(self.distances)]) if len(self.distances) else -1

    @property
    def missed(self) -> bool:
        """Whether no candidate is as near as the nearest row of all, but for rounding."""
        if self.nearest < 0 or self.found < 0:
            return self.nearest >= 0
        return farther(self.distances.min(), self.least, self.model.point, self.distances)
