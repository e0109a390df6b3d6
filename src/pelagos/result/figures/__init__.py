"""Parts of the figures of a run."""
