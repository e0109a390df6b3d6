"""Other formats of robots, read into the words of a model."""
