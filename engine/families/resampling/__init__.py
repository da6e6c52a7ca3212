"""How good a learner is: estimated by fitting it again and again, on folds, samples and sizes of the rows."""
