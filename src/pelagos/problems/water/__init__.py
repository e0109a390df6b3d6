"""Bodies in water, and flexible ones."""
