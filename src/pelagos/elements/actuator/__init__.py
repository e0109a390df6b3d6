"""Actuators: what drives a joint or pushes on a body."""
