"""What follows from a linear system: what can be steered and seen, feedback, how roots move."""
