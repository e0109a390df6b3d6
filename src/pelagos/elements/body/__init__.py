"""What acts on whole bodies: water, ground, wings."""
