"""Kinds of controllers, one file each."""
