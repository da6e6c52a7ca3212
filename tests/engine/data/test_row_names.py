"""The names of rows stay with their rows; numbers of a million rows are written only when they are asked for."""

from __future__ import annotations

import json

import numpy as np

from engine.base.coding import decoded, encoded
from engine.data.dataset import Column, Dataset
from engine.data.row_names import Numbered
from engine.data.split import Parts, Split
from gui.session.splitting import Division


def test_training_rows_keep_their_table_numbers():
    data = Dataset(np.arange(12.0).reshape(6, 2))
    part = Division(data, data, Split(validation=0.5), Parts(np.array([0, 1, 1, 0, 0, 1]))).learned
    assert isinstance(part.row_names, Numbered)
    assert [part.row_name(row) for row in range(3)] == ["1", "4", "5"] == list(part.row_names)
    fold = part.subset([2, 0])
    assert isinstance(fold.row_names, Numbered) and tuple(fold.row_names) == ("5", "1")
    assert fold == part.subset(np.array([2, 0])) != part.subset([0, 2])


def test_table_of_numbered_rows_round_trips_with_names():
    part = Dataset(np.zeros((2, 1)), row_names=Numbered(np.array([6, 1])))
    back = decoded(json.loads(json.dumps(encoded(part))), {"Dataset": Dataset, "Column": Column})
    assert back.row_names == ("7", "2")


def test_row_inserted_among_numbered_ones_is_called_new():
    part = Dataset(np.zeros((2, 1)), row_names=Numbered(np.array([6, 1])))
    assert part.with_rows([[1.0]], at=[1]).row_names == ("7", "new 2", "2")
