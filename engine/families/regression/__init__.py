"""Regression: a number is predicted from the features, or from basis functions of them."""
