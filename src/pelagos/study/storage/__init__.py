"""What a study leaves on disk."""
