"""How well a model's answers meet the truth: scores, probabilities and the thresholds put on them."""
