"""Bodies that touch each other or the world: laws, surfaces, the points that feel them, words."""
