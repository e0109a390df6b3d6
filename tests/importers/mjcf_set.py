"""MJCF files that use many ways to say the same, for comparison with MuJoCo."""

BRANCHED = """<mujoco model="branched">
  <compiler angle="degree" eulerseq="zyx" autolimits="true"/>
  <option gravity="0.5 -1 -9"/>
  <default>
    <geom density="800"/>
    <joint damping="0.1"/>
    <default class="light">
      <geom density="300" size="0.03"/>
      <joint armature="0.02" stiffness="3" springref="20"/>
      <default class="lighter"><geom density="100"/></default>
    </default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="base" pos="0.1 0.2 1" euler="10 20 30" childclass="light">
      <freejoint name="root"/>
      <geom type="box" size="0.2 0.1 0.05" pos="0.02 0 0.01" axisangle="1 1 0 25"/>
      <geom type="ellipsoid" size="0.05 0.06 0.07" pos="0 0.1 0" xyaxes="1 0.2 0 0 1 0.3"/>
      <body name="arm" pos="0.3 0 0" quat="1 0.2 0 0.1">
        <joint name="yaw" axis="0 0 1" pos="-0.05 0 0.01" range="-90 90"/>
        <joint name="pitch" axis="0 1 0.2" pos="0.02 0 0" ref="15"/>
        <joint name="out" type="slide" axis="1 0 0" ref="0.1" springref="0.05"/>
        <geom type="capsule" fromto="0 0 0 0.3 0.1 0.05" size="0.04"/>
        <geom class="lighter" type="cylinder" size="0.03 0.1" pos="0.1 0 0" zaxis="1 0 0.3"/>
        <frame pos="0.3 0.1 0.05" euler="0 40 0">
          <body name="hand">
            <inertial pos="0.02 0 0.01" mass="0.4" euler="0 0 30" diaginertia="1e-3 2e-3 2.5e-3"/>
            <joint name="wrist" type="ball" pos="0.01 0 0" damping="0.2" stiffness="0"/>
            <geom type="sphere" size="0.05"/>
          </body>
        </frame>
      </body>
      <body pos="-0.3 0 0">
        <inertial pos="0.02 0 0.01" mass="0.3" fullinertia="1e-3 2e-3 2.5e-3 1e-4 -2e-4 3e-4"/>
        <joint axis="1 0 0" stiffness="0"/>
        <body name="tip" pos="0 0 -0.2"><geom type="sphere" mass="0.05"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>"""

BOUNDED = """<mujoco model="bounded">
  <compiler boundmass="0.2" boundinertia="0.01" settotalmass="5" inertiafromgeom="true"/>
  <worldbody>
    <body name="a"><joint axis="0 1 0"/><inertial pos="9 9 9" mass="7" diaginertia="1 1 1"/>
      <geom type="capsule" size="0.02 0.2" pos="0 0 -0.2"/>
      <body name="b" pos="0 0 -0.4">
        <joint axis="1 1 0"/><geom type="box" size="0.01 0.02 0.1"/></body>
    </body>
  </worldbody>
</mujoco>"""

PLANAR = """<mujoco model="planar">
  <compiler angle="radian" eulerseq="XYZ"/>
  <worldbody>
    <body name="torso" pos="0 0 1.25" euler="0.1 0.2 0.3">
      <joint name="rootx" type="slide" axis="1 0 0" ref="0.2"/>
      <joint name="rootz" type="slide" axis="0 0 1"/>
      <joint name="rooty" axis="0 1 0"/>
      <geom type="capsule" size="0.05 0.2"/>
      <body name="foot" pos="0 0 -0.2"><joint name="ankle" axis="0 -1 0" pos="0 0 0.05"/>
        <geom type="capsule" fromto="-0.1 0 0 0.1 0 0" size="0.03"/></body>
    </body>
  </worldbody>
</mujoco>"""

MODELS = {"branched": BRANCHED, "bounded": BOUNDED, "planar": PLANAR}
