"""Hamiltonian Monte Carlo: slopes, a way that can be gone back, moments, acceptance, and what is drawn."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.sampling_methods.hamiltonian_monte_carlo.loop import energy, leapfrog
from engine.families.sampling_methods.targets import BANANA, CORRELATED, NAMES, TWO, target_of

KEY = "hamiltonian_monte_carlo"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


def drawn(step: Any, kind: type, name: str, **params: Any) -> list[Any]:
    found = CARD.marks(step, ANY, CARD.params(**params))
    return [mark for mark in found if isinstance(mark, kind) and mark.surface.name == name]


@pytest.mark.parametrize("name", NAMES)
def test_gradients_match_finite_differences(name: str) -> None:
    target, h = target_of(name, 0.7), 1e-5
    Z = np.random.default_rng(0).normal(size=(20, 2))
    for j, way in enumerate(h * np.eye(2)):
        wanted = (target.log_p(Z + way) - target.log_p(Z - way)) / (2 * h)
        assert target.slope(Z)[:, j] == pytest.approx(wanted, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("name", NAMES)
def test_moments_by_quadrature_match_scipy(name: str) -> None:
    from scipy.integrate import dblquad

    target = target_of(name, 0.7)

    def integral(g: Any) -> float:
        (a, b), (c, d) = target.ends
        return dblquad(lambda y, x: g(x, y) * math.exp(target.log_p(np.array([[x, y]]))[0]), a, b, c, d, epsabs=1e-6)[0]

    whole = integral(lambda x, y: 1.0)
    means, deviations = target.moments
    assert means == pytest.approx([integral(lambda x, y: x) / whole, integral(lambda x, y: y) / whole], abs=1e-4)
    assert deviations[0] ** 2 + means[0] ** 2 == pytest.approx(integral(lambda x, y: x * x) / whole, rel=1e-4)


def test_trajectory_is_reversible_and_nearly_conserves_energy() -> None:
    target, rng = target_of(BANANA, 0.0), np.random.default_rng(1)
    z, r = rng.normal(size=(5, 2)), rng.normal(size=(5, 2))
    path, end = leapfrog(target, z, r, 0.05, 20)
    back, again = leapfrog(target, path[-1], -end, 0.05, 20)
    assert back[-1] == pytest.approx(z, abs=1e-9) and again == pytest.approx(-r, abs=1e-9)
    assert path.shape == (21, 5, 2) and path[0].tolist() == z.tolist()
    lost = [np.abs(energy(target, *_end(target, z, r, size)) - energy(target, z, r)).max() for size in (0.1, 0.05)]
    assert lost[1] < 0.4 * lost[0] and lost[1] < 0.05


def _end(target: Any, z: np.ndarray, r: np.ndarray, size: float) -> tuple[np.ndarray, np.ndarray]:
    path, end = leapfrog(target, z, r, size, round(1 / size))
    return path[-1], end


@pytest.mark.parametrize("density", [CORRELATED, BANANA, TWO])
def test_means_and_deviations_match_the_density(density: str) -> None:
    params = {"density": density, "draws": 1000, "size": 0.2, "legs": 15}
    last = steps(**params)[-1]
    means, deviations = CARD.params(**params).target.moments
    assert (np.abs(last.worth.means - means) < 5 * last.worth.errors).all()
    assert last.worth.deviations == pytest.approx(deviations, rel=0.1) and last.share > 0.8


def test_acceptance_probability_follows_the_energy() -> None:
    found = steps(size=0.6, singly=40)
    paths = [step for step in found if step.part == "path"]
    moves = [step for step in found if step.part == "move"][: len(paths)]
    for path, move in zip(paths, moves, strict=True):
        before, after = path.energies
        r = path.kick
        assert before == pytest.approx(energy(CARD.params().target, path.before[:1], r[None])[0])
        if after <= before:
            assert move.accepted[0]
        came = path.path[-1] if move.accepted[0] else path.before[0]
        assert move.z[0].tolist() == came.tolist()
    taken = np.array([step.accepted[0] for step in moves])
    wanted = np.array([min(1.0, math.exp(path.energies[0] - path.energies[1])) for path in paths])
    assert abs(taken.mean() - wanted.mean()) < 4 * math.sqrt(max((wanted * (1 - wanted)).sum(), 0.25)) / len(paths)
    assert 0 < taken.mean() < 1


def test_too_large_steps_are_rejected_as_stated() -> None:
    params = {"density": BANANA, "size": 2.0, "legs": 60}
    found = steps(**params)
    assert found[-1].share < 0.05
    assert "The steps are too large: take smaller ones." in told(found[-1], **params).sentence
    path = next(step for step in found if step.part == "path")
    assert not math.isfinite(path.energies[1]) and "its energy is no number" in told(path, **params).sentence
    assert CARD.event(found[2]).word == "rejected" and "stays where it was" in told(found[2], **params).sentence
    assert CARD.event(found[1]) is None and CARD.event(steps()[-1]).word == "agree"
    assert len(drawn(path, Points, "Chains over the density", **params)) == 2


def test_each_move_is_told() -> None:
    found = steps()
    path, move = found[1], found[2]
    story = told(path)
    before, after = path.energies
    assert story.sentence.startswith("The first chain is kicked by r = ")
    steep = replace(path, energies=(0.0, 800.0))
    assert "so much energy that it is not accepted" in told(steep).sentence
    assert "is accepted with probability 0.6065" in told(replace(path, energies=(0.0, 0.5))).sentence
    assert "lost energy" in told(replace(path, energies=(0.5, 0.0))).sentence
    assert "The warm-up does not count." in told(move).sentence
    bulk = next(step for step in found if step.count > 1)
    assert told(bulk).sentence.startswith(f"{bulk.count} moves more, {bulk.number} of 200")
    assert story.worked[0].startswith("ln of the probability = ") and story.numbers[1].value == after
    if after > before:
        assert f"with probability {math.exp(before - after):.4g}" in story.sentence
    assert "1 of 200 so far" in told(move).sentence and "of all moves were accepted" in told(move).sentence
    assert CARD.measure(move, ANY, CARD.params()) == {"acceptance": move.share}
    last = told(found[-1])
    assert last.numbers[0].name == "acceptance" and "independent ones or more" in last.sentence
    assert told(found[0]).sentence.startswith("4 chains begin far from the middle.")
    assert "for 12 leapfrog steps" in told(found[0]).sentence


def test_the_way_and_its_heights_are_drawn() -> None:
    path = steps()[1]
    (way,) = drawn(path, Curve, "Chains over the density")
    assert way.positions.tolist() == path.path.tolist() and len(way.positions) == 13
    (kick,) = [m for m in drawn(path, Segments, "Chains over the density") if m.role == "axis"]
    assert kick.ends - kick.starts == pytest.approx(0.25 * path.kick[None])
    assert drawn(steps()[0], Curve, "Chains over the density") == []
    assert len(drawn(steps()[2], Curve, "Trace of x₁")) == 4
    (heights,) = drawn(path, Curve, "−ln p along the way of the first chain")
    assert heights.positions[:, 1] == pytest.approx(-CARD.params().target.log_p(path.path))
    (tip,) = drawn(path, Points, "−ln p along the way of the first chain")
    assert tip.positions.tolist() == heights.positions[-1:].tolist()
    last = steps()[-1]
    assert len(drawn(last, Curve, "Trace of x₁")) == 4 and len(drawn(last, Curve, "Autocorrelation")) == 2


def test_chain_is_independent_of_other_chains() -> None:
    assert (steps(chains=1)[-1].draws[0] == steps()[-1].draws[0]).all()
    assert (steps(singly=1)[-1].draws == steps()[-1].draws).all()
