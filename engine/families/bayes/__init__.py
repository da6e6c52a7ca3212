"""Naive Bayes: a product of factors, one for each feature, of numbers, categories, presences and counts."""
