"""Elements of joints: properties that stand in the words of a joint."""
