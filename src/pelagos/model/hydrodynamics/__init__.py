"""What water does to bodies: words, and what follows from shapes."""
