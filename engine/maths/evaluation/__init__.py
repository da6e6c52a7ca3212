"""How well answers, scores, probabilities and predicted numbers meet the truth."""
