"""Motions that cost least: direct multiple shooting."""
