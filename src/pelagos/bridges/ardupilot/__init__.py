"""ArduPilot's JSON interface: its autopilots steer simulated vehicles in lockstep.

packets     the datagrams, byte by byte
axes        the model's world and bodies in north, east, down and forward, right, down
vehicle     pulse widths to inputs, and the state to what an autopilot measures
readings    sensors of the model in the place of the state
link        one autopilot: which datagrams count, and why others do not
fleet       vehicles in one session that wait for each other; resets and recordings
server      sockets, the clock on the wall, the end

Facts: ArduPilot/ardupilot, libraries/SITL/SIM_JSON.cpp and examples/JSON/readme.md.
"""

FIRST_PORT = 9002  # ArduPilot's own numbers: instance n sends to 9002 + 10 n
PORT_STEP = 10
