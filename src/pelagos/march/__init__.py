"""What advances time: engines, explicit and implicit marches, events."""
