"""What steers a robot: controllers, auxiliary states, allocation of thrust."""
