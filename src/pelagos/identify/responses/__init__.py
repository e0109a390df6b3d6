"""How predictions of motion move with parameters and starts: exactly, or by differences."""
