"""No sentence shows the name of a class: each kind of model has words for itself."""

from __future__ import annotations

import re

import numpy as np
import pytest

import engine
from engine import models
from engine.base.errors import Refusal
from engine.data.dataset import Column
from engine.export.carried import Carried
from engine.models.shapes import called

KINDS = models.kinds()
CODED = re.compile(r"[a-z][A-Z]|_|\b(model|" + "|".join(name for name in KINDS if name != "Query") + r")\b")
"""How classes are written, their names, and the word for a kind that has none."""


@pytest.mark.parametrize("name", KINDS)
def test_every_model_kind_has_a_readable_name(name: str) -> None:
    said = called(KINDS[name])
    assert said != "model" and (name in ("ModelTree",) or not CODED.search(said.replace("Gaussian", ""))), said
    assert "CALLED" in vars(KINDS[name]), "a kind that inherits its words is taken for the one above it"


@pytest.mark.parametrize("name", KINDS)
def test_refusal_of_any_model_kind_names_it_in_words(name: str) -> None:
    one = object.__new__(KINDS[name])  # as it is before it has any field
    with pytest.raises(Refusal) as refused:
        engine.algorithms()["id3"].check(engine.load("play_tennis"), engine.algorithms()["id3"].params(), one)
    assert name not in re.split(r"\W+", str(refused.value)) and called(one) in str(refused.value)
    with pytest.raises(Refusal) as refused:
        Carried(one, (Column("x"),))._asked("tell_the_future", engine.Dataset(np.zeros((1, 1))))
    assert name not in re.split(r"\W+", str(refused.value))
