"""The vocabulary and the count vectors of many texts, against scikit-learn's; a document typed letter by letter.

python -m tests.benchmarks.texts prints these rows alone.
"""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(pool, "1")

import numpy as np  # noqa: E402  the settings above are read when the libraries are loaded
from PySide6.QtWidgets import QGraphicsView  # noqa: E402

import engine  # noqa: E402
from engine.base.tokens import Tokenising  # noqa: E402
from engine.base.word_counts import count_words  # noqa: E402
from gui.canvas.surfaces.surface_view import SurfaceView  # noqa: E402
from gui.session.job import Frame  # noqa: E402
from tests.benchmarks import window  # noqa: E402
from tests.benchmarks.tables import spent  # noqa: E402
from tests.benchmarks.timing import Aim, Row, print_aims, print_table  # noqa: E402
from tests.painting import Paints  # noqa: E402

TEXTS, WORDS, KNOWN = 10_000, 80, 30_000
FRAME = 16.7
MODELS = ("multinomial_documents", "bernoulli_documents", "two_document_models")
BEGUN, LETTERS = "win a prize now and fre", 20
"""The next letter makes a word that speaks for one class, and is taken back again."""
WATCHED = ("Document", "Posterior", "Multinomial: posterior", "Bernoulli: posterior")
"""The document is painted anew with every letter, and so is what follows from it."""


class Typing:
    """Letters typed into a document, each followed until the document and the posterior with it are painted."""

    def __init__(self, bench: window.Bench, key: str) -> None:
        self.bench, self.text = bench, BEGUN
        bench.open(engine.load("messages"), key, text=self.text)
        bench.session.go_to_end()
        bench.until(lambda: bench.session.at_end and bench.session.lane.settled)
        bench.until(lambda: any("osterior" in view.surface.name for view in self.views()))
        bench.rest()
        self.paints = [Paints(view.findChild(QGraphicsView).viewport()) for view in self.views()]
        self.arrived = False
        self.counts: list[int] = []
        bench.session.sketched.connect(self._sketched)
        bench.session.frame_changed.connect(self._framed)

    def end(self) -> None:
        """Hear no more of the session."""
        self.bench.session.sketched.disconnect(self._sketched)
        self.bench.session.frame_changed.disconnect(self._framed)

    def views(self) -> list[SurfaceView]:
        """The document and the posterior, as soon as they stand there."""
        return [view for view in self.bench.canvas.surfaces() if view.surface.name in WATCHED]

    def _sketched(self, lane: int, sketch: Frame) -> None:
        """A sketch is painted like the frame that it is part of."""
        there = not sketch.provisional and sketch.step.document.text == self.text
        if there and not self.arrived:
            self.counts = [paint.count for paint in self.paints]
        self.arrived = there

    def _framed(self, lane: int) -> None:
        if (frame := self.bench.session.lanes[lane].frame) is not None:
            self._sketched(lane, frame)

    def painted(self) -> bool:
        """Whether both have been painted since the answer to the last letter came."""
        return self.arrived and all(now.count > then for now, then in zip(self.paints, self.counts, strict=True))

    def letter(self) -> None:
        """One letter more, or it is taken back."""
        self.arrived, self.text = False, BEGUN if self.text != BEGUN else f"{BEGUN}e"
        self.bench.session.set_param("text", self.text, gesture=1)


def typed(bench: window.Bench, key: str) -> Row:
    """A letter typed into a document to the painted posterior."""
    typing, costs = Typing(bench, key), []
    for _ in range(LETTERS):
        costs.append(bench.followed(typing.letter, typing.painted))
        bench.rest(0.05)
    typing.end()
    return Row.spent(f"{engine.algorithm(key).name}: a typed letter to the painted posterior", costs[2:])


def letters(bench: window.Bench) -> tuple[list[Row], list[Aim]]:
    """The same of each model."""
    found = [typed(bench, key) for key in MODELS]
    return found, [Aim(row.name, row.median, FRAME, "ms") for row in found]


def rows() -> tuple[list[Row], list[Aim]]:
    """Ours and theirs, with the same words."""
    from sklearn.feature_extraction.text import CountVectorizer

    rng = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    known = ["".join(rng.choice(letters, size=rng.integers(3, 10))) for _ in range(KNOWN)]
    drawn = (rng.random((TEXTS, WORDS)) ** 2 * KNOWN).astype(int)
    texts = [" ".join(known[word] for word in row) for row in drawn.tolist()]
    theirs = CountVectorizer(token_pattern=r"(?u)\b\w+\b")
    size = f"{TEXTS:,} texts of {WORDS} words"
    one = Row.spent(f"vocabulary and vectors of {size}", spent(lambda: count_words(texts, Tokenising())))
    other = Row.spent(f"CountVectorizer of {size}", spent(lambda: theirs.fit_transform(texts)))
    assert count_words(texts, Tokenising()).words == tuple(theirs.get_feature_names_out())
    return [one, other], [Aim(f"{one.name} against CountVectorizer", (one.cpu or 0.0) / (other.cpu or 1.0), 2.0, "x")]


if __name__ == "__main__":
    with window.bench() as opened:
        table, wanted = letters(opened)
    counted, against = rows()
    print_table([*table, *counted])
    print_aims([*wanted, *against])
