"""Comparisons with other engines: the same robot there, and how long each takes."""
