"""URDF: links and joints, as ROS describes robots."""
