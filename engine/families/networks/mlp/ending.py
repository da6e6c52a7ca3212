"""How a run ends, in words: at rest, after the last epoch, or early, when the watched rows say so."""

from __future__ import annotations

from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.networks.mlp.numbers_told import say_judged
from engine.families.networks.mlp.pacing import PaceParams, watched_rows
from engine.families.networks.mlp.stepping import Step


def ended(step: Step, steepest: float, data: Dataset, params: PaceParams) -> Ending | None:
    """The end after the epoch of this step; None where the run goes on."""
    epoch, best, kept = step.epoch, step.best, kept_words(step, params)
    if steepest <= params.tolerance:
        words = f"In epoch {epoch} no gradient component exceeded {figure(steepest)}: the weights have converged."
        return Ending.converged(words + kept)
    if best is not None and 0 < params.patience <= epoch - best.epoch:
        waited = counted(params.patience, "epoch")
        return Ending.stopped(f"E of the watched rows has not fallen for {waited}.{kept}")
    if epoch < params.epochs:
        return None
    judged = say_judged(step, data, data.n - len(watched_rows(data, params)))
    words = f"{counted(epoch, 'epoch is', 'epochs are')} over: E = {figure(step.error)}, and {judged}."
    return Ending.stopped(words + kept)


def kept_words(step: Step, params: PaceParams) -> str:
    """Which network did best on the watched rows, where another than the last one did: with patience, the result."""
    if not step.is_past_best:
        return ""
    assert step.best is not None
    network = f"network of epoch {step.best.epoch}, step {step.best.index}"
    if params.patience:
        return f" The {network}, was the best on them, and is kept."
    return f" On the watched rows the {network}, was the best: early stopping that waits long enough would keep it."


def diverged(epoch: int, updates: int, rate: float, standardised: bool, safe: float | None) -> Ending:
    """For weights that ran away; `safe` is the largest rate that is stable at the first weights, where one is known."""
    words = f"At update {updates}, in epoch {epoch}, it diverged: the weights grew without bound"
    other = "" if standardised else ", or have the columns standardised"
    below = ""
    if safe is not None and safe < rate:  # else it is not the curvature of the beginning that drove them away
        below = f"; by the curvature at the first weights the largest safe rate is about {figure(safe, 2)}"
    return Ending.failed(f"{words}. The rate {figure(rate)} is too large here: take less{other}{below}.")
