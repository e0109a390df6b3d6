"""Dense algebra of large robots by Kane and by the moving frame method."""
