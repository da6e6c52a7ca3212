"""What a step of One versus the rest says."""

from __future__ import annotations

import numpy as np

from engine.base.words import joined
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.discriminants.one_versus_rest.loop import Params
from engine.families.discriminants.schemes import Step
from engine.families.discriminants.schemes_telling import (
    noun,
    scheme_event,
    scheme_inquiry,
    scheme_measures,
    scheme_story,
)

CLAIMS = r"\{\, k : y_k(\mathbf{x}) > 0 \,\}"
OF_LINES = CLAIMS + r", \qquad y_k(\mathbf{x}) = \mathbf{w}_k^\top\boldsymbol{\varphi}(\mathbf{x}) + b_k"


def formula(step: Step) -> str:
    """How it is decided, and of lines how their scores come about."""
    return OF_LINES if noun(step) == "line" else CLAIMS


def explain(step: Step, data: Dataset, params: Params) -> Story:
    K, models, what = len(data.classes_present), len(step.model.binaries), noun(step)
    how = f"Each class is the rest of the other, so that one {what} does" if K == 2 else f"A {what} for each class"
    if 2 < K > models:
        rest = data.class_name(data.classes_present[-1])
        how = f"A {what} for each class but {rest}, which is where all of them say no"
    return scheme_story(step, data, params, formula(step), f"{how}: {models} for {K} classes.")


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """Which classes claim the point x (d,)."""
    scores = step.model.decision_function(x[None])[0]
    claims = step.model.counted(scores[None])[0]
    claiming = [data.class_name(int(code)) for code in step.model.classes[claims > 0]]
    subject = joined(claiming) or "No class"
    said = f"{subject} {'claim' if len(claiming) > 1 else 'claims'} this point."
    return scheme_inquiry(step, data, x, scores, said, formula(step))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return scheme_measures(step)


def event(step: Step) -> Event | None:
    return scheme_event(step)
