"""Documents: texts as bags of words, and what the words say of the class."""
