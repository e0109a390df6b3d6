"""How predictions of recorded motion move with parameters and starts: exactly, or by differences."""
