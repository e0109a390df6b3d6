"""Sensors that listen to sound in water, one file per kind."""
