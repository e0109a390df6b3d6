"""Derivatives of runs: forward along directions, and backward from a cost."""
