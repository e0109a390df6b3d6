"""Joint kinds: one file each, found by `table`; what a file must state is in `contract`."""
