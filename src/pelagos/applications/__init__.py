"""Tools for particular robots, made from runs."""
