"""A fitted model that carries its table: what its columns are called, how they are prepared, and what its classes are.

carried = Carried.of(model, data, "classification", prepared)
carried.predict(X)                  # raw rows (m, d), in the order of the columns
carried.predict_table(other)        # a table, by the names of its columns
carried.answers(other)              # the same as columns with names, to be saved beside the table
"""

from __future__ import annotations

from typing import Protocol, get_args

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.base.words import listed, spoken
from engine.core.algorithm import Task
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import Prepared, applied
from engine.data.preparing.step import Learnt, beside
from engine.models.shapes import called

NO_CLASS = -1
ANSWERS = ("predict", "transform", "completed")
"""What a model may say of the rows of a table; some say nothing of them, such as a query."""


class Model(Protocol):
    """Any kind of model: what it can do is what methods it has."""


@snapshot
class Carried:
    """A model with the table it was fitted to, as far as another table must be like it.

    columns   as they were before the preparation;   learnt   what the steps of the preparation learnt
    """

    CALLED = "model with its columns"

    model: Model
    columns: tuple[Column, ...]
    learnt: tuple[Learnt, ...] = ()
    class_names: tuple[str, ...] = ()
    target: str = "class"
    task: Task = "classification"

    @classmethod
    def of(cls, model: Model, data: Dataset, task: Task, prepared: Prepared | None = None) -> Carried:
        """The model of a run on `data`, or on what a preparation made of `data`."""
        columns, learnt = (prepared.given, prepared.learnt) if prepared else (data.columns, ())
        return cls(model, columns, learnt, data.class_names, data.target_name, task)

    # -- the questions a model answers, asked of raw rows --------------------------------------------------------------

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(m,) class codes of raw rows X (m, d); −1 for a row that the preparation leaves out."""
        return self.predict_table(self._table(X))

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(m, K) the probability of each class; NaN for a row that the preparation leaves out."""
        return self._asked("predict_proba", self._table(X))

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """The scores of raw rows; NaN for a row that the preparation leaves out."""
        return self._asked("decision_function", self._table(X))

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(m, q) what the model makes of raw rows; NaN for a row that the preparation leaves out."""
        return self._asked("transform", self._table(X))

    def completed(self, X: np.ndarray) -> np.ndarray:
        """(m, q) raw rows with predictions in place of their gaps; NaN for a row that the preparation leaves out."""
        return self._asked("completed", self._table(X))

    def predict_table(self, data: Dataset) -> np.ndarray:
        """(n,) class codes, the numbers of clusters, or predicted numbers, for the rows of a table.

        The columns are found by name. A table without one of them, or with another kind of column there, is refused
        with the difference. A row that the preparation leaves out gets −1, where a number is predicted NaN.
        """
        return self._asked("predict", data)

    def answers(self, data: Dataset) -> list[tuple[Column, np.ndarray]]:
        """All that the model says of a table's rows, as columns: classes and their probabilities, clusters, the
        coordinates of a projection, or the completed rows. A row that the preparation leaves out has gaps.
        """
        if self.task == "reduction":
            made = self._asked("transform", data)
            return [(Column(f"u{j + 1}"), made[:, j]) for j in range(made.shape[1])]
        if hasattr(self.model, "completed"):
            made = self._asked("completed", data)
            return [(Column(f"{self._named(j)}, completed"), made[:, j]) for j in range(made.shape[1])]
        said = self._asked("predict", data)
        if self.task == "clustering":
            levels = tuple(str(code + 1) for code in range(int(said.max(initial=0)) + 1))
            return [(Column("cluster", "categorical", levels), _with_gaps(said))]
        if not self.class_names:
            return [(Column(f"predicted {self.target}"), said)]
        predicted = Column(f"predicted {self.target}", "categorical", self.class_names)
        return [(predicted, _with_gaps(said)), *self._chances(data)]

    def _named(self, j: int) -> str:
        """What the column is called that the model knows as number j."""
        return str(j + 1) if self.learnt else self.columns[j].name

    def _chances(self, data: Dataset) -> list[tuple[Column, np.ndarray]]:
        """The probability of each class, if the model has them."""
        if not hasattr(self.model, "predict_proba"):
            return []
        chances = self._asked("predict_proba", data)
        codes = getattr(self.model, "classes", range(chances.shape[1]))
        names = [spoken(self.class_names[code]) for code in codes]
        return [(Column(f"P({name})"), chances[:, k]) for k, name in enumerate(names)]

    # -- from a table to the model's own rows --------------------------------------------------------------------------

    def _asked(self, question: str, data: Dataset) -> np.ndarray:
        """What the model says of the rows that the preparation leaves, with −1 or NaN for the others."""
        if not hasattr(self.model, question):
            raise Refusal(f"A model of this kind ({called(self.model)}) has no {question}.")
        prepared, rows = applied(data.changed(y=None, class_names=()), self.columns, self.learnt)
        if hasattr(self.model, "n_features"):  # else it looks only at the features it asks about, as a tree does
            whole = ~np.isnan(prepared.X).any(axis=1)
            prepared, rows = prepared.subset(whole), rows[whole]
        said = np.asarray(getattr(self._reading(prepared), question)(prepared.X))
        answers = np.full((data.n, *said.shape[1:]), NO_CLASS if said.dtype.kind == "i" else np.nan, dtype=said.dtype)
        answers[rows] = said
        return answers

    def _reading(self, data: Dataset) -> Model:
        """The model; one that reads texts itself with those of this table."""
        with_texts = getattr(self.model, "with_texts", None)
        return with_texts(data.columns[0].levels) if with_texts and data.d == 1 else self.model

    def _table(self, X: np.ndarray) -> Dataset:
        rows = np.atleast_2d(np.asarray(X, dtype=float))
        if rows.shape[1] != len(self.columns):
            named = listed(column.name for column in self.columns)
            raise Refusal(f"The rows have {rows.shape[1]} columns, and the model needs {len(self.columns)}: {named}.")
        return Dataset(rows, columns=self.columns)


def with_answers(carried: Carried, table: Dataset) -> Dataset:
    """The table with what the model says of its rows as more columns."""
    columns, values = zip(*carried.answers(table), strict=True)
    return beside(table, np.column_stack(values), columns)


def checked(carried: Carried) -> Carried:
    """What a file carries, if it fits together; else a refusal in words."""
    names = [column.name for column in carried.columns]
    if len(set(names)) < len(names):
        raise Refusal("Two columns of the model in the file have the same name.")
    if carried.task not in get_args(Task):
        raise Refusal("The file says that the model is for a task that is not known.")
    if not any(hasattr(carried.model, question) for question in ANSWERS):
        return carried
    try:
        with np.errstate(all="ignore"):
            carried.answers(Dataset(np.zeros((2, len(names))), columns=carried.columns))
    except (ValueError, IndexError, TypeError, ArithmeticError, AttributeError, MemoryError) as error:
        raise Refusal("The model in the file does not fit the columns that the file says it is for.") from error
    return carried


def _with_gaps(codes: np.ndarray) -> np.ndarray:
    return np.where(codes < 0, np.nan, codes.astype(float))
