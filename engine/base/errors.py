"""What a person can get wrong, said in words: every refusal of the engine is one of these two."""


class Refusal(ValueError):
    """The data, a file or a model cannot be used as asked; the message is a sentence with the remedy."""


class ParameterError(Refusal):
    """A parameter is outside its legal range; the message names it, the range and what was given."""
