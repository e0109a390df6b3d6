"""Helical drives: drums with a helical blade, in water and on ground."""
