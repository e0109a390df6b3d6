"""A robot in ROS messages of standard types, from a running session or from a result.

names       what ROS accepts as a name
frames      axes and places as ROS wants them (REP 103, REP 105)
types       the message types: making, bytes, definitions, hashes
moment      what a robot does at one time, in those axes
robot       a robot as ROS knows it, and what a topic is
topics      which topics a robot has
vehicle     odometry and inertial measurements of free bodies
joints      joint states
transforms  where every body is
wrenches    what actuators and docks put on bodies
sensors     which topics the model's sensors have, and their messages in order
reading     one reading of a sensor, in those axes
mounts      frames of sensors
sensing     messages of sensors, by what they tell

Nothing here needs the engine: results become messages where only they are at hand.
"""
