"""Classes as Gaussians: own and shared covariances, their borders, and what a missing feature leaves of them."""
