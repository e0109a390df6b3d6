"""From instructions to machine code."""
