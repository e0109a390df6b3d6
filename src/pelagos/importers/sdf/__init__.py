"""SDF: models of links and joints, as Gazebo describes robots."""
