"""The pages of the panel Evaluation: rates, curves of scores, residuals."""
