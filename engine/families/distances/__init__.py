"""How far two points are apart: the distances that methods of neighbours measure, coordinate by coordinate."""
