"""Numbers of any kind, vectors, rotations, spatial algebra."""
