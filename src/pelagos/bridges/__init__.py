"""Other programs that take part in a run while it goes on, by their own protocols."""
