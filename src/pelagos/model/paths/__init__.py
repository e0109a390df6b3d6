"""Values of a model by their paths: looked up, changed, with their units."""
