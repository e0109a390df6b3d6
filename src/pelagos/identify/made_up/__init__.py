"""A made-up campaign with known truth."""
