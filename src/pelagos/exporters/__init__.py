"""Robots in other formats: what these can say is written, and what is lost is listed."""
