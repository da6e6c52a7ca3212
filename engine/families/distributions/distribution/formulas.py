"""The mass or density of each distribution, what its two factors are, and the sums of mean and variance."""

from __future__ import annotations

from engine.families.distributions.chosen import (
    BERNOULLI,
    BETA,
    BINOMIAL,
    EXPONENTIAL,
    GAMMA,
    GAUSSIAN,
    POISSON,
    STUDENT,
)

DENSITY = {
    BERNOULLI: r"P(X = x) = p^x (1 - p)^{1 - x}, \qquad P(1) = p, \quad P(0) = 1 - p",
    BINOMIAL: r"P(X = k) = \binom{n}{k}\, p^k (1 - p)^{n - k}, \qquad \binom{n}{k} = \frac{n!}{k!\,(n - k)!}",
    POISSON: r"P(X = k) = \frac{\lambda^k}{k!}\, e^{-\lambda}",
    GAUSSIAN: r"N(x \mid \mu, \sigma^2) = \frac{1}{\sqrt{2\pi\sigma^2}}\, e^{-(x - \mu)^2/2\sigma^2}",
    EXPONENTIAL: r"p(x) = \lambda\, e^{-\lambda x}, \qquad x \geq 0",
    BETA: r"p(x) = \frac{1}{B(a, b)}\, x^{a - 1} (1 - x)^{b - 1}, \qquad 0 \leq x \leq 1",
    GAMMA: r"p(x) = \frac{1}{\Gamma(k)\,\theta^k}\, x^{k - 1} e^{-x/\theta}, \qquad x \geq 0",
    STUDENT: (
        r"p(x) = \frac{\Gamma((\nu + 1)/2)}{\sqrt{\nu\pi}\,\Gamma(\nu/2)}"
        r"\left(1 + \frac{x^2}{\nu}\right)^{-(\nu + 1)/2}"
    ),
}
FACTORS = {
    BERNOULLI: ("the coefficient", "pˣ(1 − p)¹⁻ˣ"),
    BINOMIAL: ("the coefficient", "pᵏ(1 − p)ⁿ⁻ᵏ"),
    POISSON: ("λᵏ/k!", "e^(−λ)"),
    GAUSSIAN: ("the exponential e^(−z²/2) of the standardised z = (x − μ)/σ", "the normaliser 1/√(2πσ²)"),
    EXPONENTIAL: ("the exponential e^(−λx)", "the normaliser λ"),
    BETA: ("xᵃ⁻¹(1 − x)ᵇ⁻¹", "the normaliser 1/B(a, b)"),
    GAMMA: ("xᵏ⁻¹e^(−x/θ)", "the normaliser 1/(Γ(k)θᵏ)"),
    STUDENT: ("the power of 1 + x²/ν", "the normaliser"),
}
MOMENTS = (
    r"\mu = \sum_x x\, P(X = x)",
    r"\mu = \int x\, p(x)\,dx",
    r"\sigma^2 = \sum_x (x - \mu)^2\, P(X = x)",
    r"\sigma^2 = \int (x - \mu)^2\, p(x)\,dx",
    r"\sigma^2 = E[(x - \mu)^2] = E[x^2] - \mu^2",
)
