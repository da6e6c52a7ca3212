"""What a step of One versus one says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, joined
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Story
from engine.data.dataset import Dataset
from engine.families.discriminants.one_versus_one.loop import Params
from engine.families.discriminants.schemes import Step
from engine.families.discriminants.schemes_telling import (
    noun,
    scheme_event,
    scheme_inquiry,
    scheme_measures,
    scheme_story,
)
from engine.models.scheme import Scheme

VOTES = r"\hat{k} = \arg\max_k \sum_{j \neq k} [\, y_{kj}(\mathbf{x}) > 0 \,], \qquad y_{kj}(\mathbf{x}) = "
OF_MODELS = VOTES + r"-y_{jk}(\mathbf{x})"
OF_LINES = VOTES + r"\mathbf{w}_{kj}^\top\boldsymbol{\varphi}(\mathbf{x}) + b_{kj} = -y_{jk}(\mathbf{x})"


def formula(step: Step) -> str:
    """How it is decided, and of lines how their scores come about."""
    return OF_LINES if noun(step) == "line" else OF_MODELS


def explain(step: Step, data: Dataset, params: Params) -> Story:
    K, models, what = len(data.classes_present), len(step.model.binaries), noun(step)
    each = f"A {what} for each pair of classes" if models > 1 else f"A {what} for the one pair of classes"
    return scheme_story(step, data, params, formula(step), f"{each}: K(K − 1)/2 = {models} for K = {K}.")


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """How many lines vote for each class at the point x (d,), and what kind of tie it is if there is one."""
    scores = step.model.decision_function(x[None])[0]
    votes = step.model.counted(scores[None])[0]
    winners = step.model.classes[(votes == votes.max()) & (votes > 0)]
    names = [data.class_name(int(code)) for code in winners]
    if not names:
        return scheme_inquiry(step, data, x, scores, "No class has a vote here yet.", formula(step))
    each = counted(int(votes.max()), "vote")
    said = f"{names[0]} has the most votes, {votes.max()} of {len(step.model.binaries)}."
    if len(names) > 1:
        said = f"{joined(names)} tie with {each} each."
    return scheme_inquiry(step, data, x, scores, said + _circle(step.model, winners, data, scores), formula(step))


def _circle(model: Scheme, winners: np.ndarray, data: Dataset, scores: np.ndarray) -> str:
    """In what circle three classes beat each other, in words; '' when they do not."""
    if len(winners) != 3:
        return ""
    beats: dict[int, int] = {}
    for plane, score in zip(model.binaries, scores, strict=True):
        loser, winner = plane.classes if score > 0 else plane.classes[::-1]
        if score and {loser, winner} <= set(winners.tolist()):
            beats[winner] = loser
    if len(beats) < 3:
        return ""
    first, second, third = (winners[0], beats[winners[0]], beats[beats[winners[0]]])
    pairs_in_turn = ((first, second), (second, third), (third, first))
    chain = [f"{data.class_name(int(one))} beats {data.class_name(int(other))}" for one, other in pairs_in_turn]
    return f" The votes form a cycle: {joined(chain)}."


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return scheme_measures(step)


def event(step: Step) -> Event | None:
    return scheme_event(step)
