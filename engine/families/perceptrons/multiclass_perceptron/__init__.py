"""Multi-class perceptron: at each mistake two of the K scores change, that of the class and that of its rival."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.perceptrons.multiclass_perceptron.starting import blank_scores
from engine.models.linear import Scores
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="Multi-class perceptron",
    task="classification",
    summary="Gives each class a linear score, and corrects the scores of two classes at each misclassified point.",
    source="Crammer and Singer 2003; Duda and Hart 1973",
    synonyms=("Kesler", "multi-class linear learner", "perceptron for several classes"),
    needs=needs.CLASSES,
    starts=(Scores,),
    typed=("weights", "biases"),
    handles=(basis_handle(blank_scores),),
    decided=BASIS_DECIDED,
    metric=True,
)
