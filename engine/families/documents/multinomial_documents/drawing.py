"""What a step of the multinomial document model looks like."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.documents.document_drawing import document_marks
from engine.families.documents.multinomial_documents.loop import Params
from engine.families.documents.stepping import DocumentStep


def marks(step: DocumentStep, data: Dataset, params: Params) -> Sequence[Mark]:
    return document_marks(step, data, params)
