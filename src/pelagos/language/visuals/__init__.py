"""What a body looks like, in words that no equation reads."""
