"""Topics of ROS 2 without ROS: Zenoh, spoken as rmw_zenoh_cpp does.

keys      names of topics and tokens on the wire, attachments
link      the Zenoh session: publishers, subscribers, tokens
commands  messages that set inputs of actuators
node      the loop: commands in, time on, messages out

Whoever runs ROS 2 with RMW_IMPLEMENTATION=rmw_zenoh_cpp sees one node, /NAME/pelagos.
"""
