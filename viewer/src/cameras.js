// Ways to look: free orbit, along with a body, from above, from the side.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

export class Cameras {
  constructor(canvas, stage, scene, actors) {
    this.stage = stage; this.scene = scene; this.actors = actors;
    this.camera = new THREE.PerspectiveCamera(32, 1, 0.01, 1000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.screenSpacePanning = true;
    this.followed = null; // body to go with; the whole robot if none was picked
    this.last = new THREE.Vector3();
    this.across = this.quietDirection();
    this.mode = null;
  }

  // The horizontal direction with the least motion: what moves is best seen along it.
  quietDirection() {
    const { track, facts } = this.actors[0], objects = facts.parts.map(() => new THREE.Object3D()), p = new THREE.Vector3();
    const points = [];
    for (let i = 0; i <= 60; i++) {
      track.seek(track.start + (track.end - track.start) * i / 60);
      track.poses(objects);
      facts.parts.forEach((part, body) => {
        if (part.scenery) return;
        const object = objects[body];
        for (const form of part.forms.length ? part.forms : [{ position: [0, 0, 0] }]) {
          p.fromArray(form.position).applyQuaternion(object.quaternion).add(object.position).applyQuaternion(this.stage.world.quaternion);
          points.push([p.x, p.z]);
        }
      });
    }
    const mean = [0, 1].map((k) => points.reduce((sum, q) => sum + q[k], 0) / points.length);
    let xx = 0, xz = 0, zz = 0;
    for (const [x, z] of points) { const a = x - mean[0], b = z - mean[1]; xx += a * a; xz += a * b; zz += b * b; }
    if (xx + zz < 1e-9 * this.actors[0].facts.size ** 2) return new THREE.Vector3(0, 0, 1);
    const angle = 0.5 * Math.atan2(2 * xz, xx - zz);
    const quiet = new THREE.Vector3(-Math.sin(angle), 0, Math.cos(angle));
    return quiet.z < -1e-6 ? quiet.negate() : quiet;
  }

  // The point looked at, in the room's frame.
  subject(target) {
    if (this.followed) target.copy(this.followed.position);
    else this.actors[0].middle(target);
    return target.applyQuaternion(this.stage.world.quaternion);
  }

  set(mode) {
    this.mode = mode;
    const near = mode === "follow" || (this.scene.follows && mode !== "orbit");
    const centre = near ? this.subject(new THREE.Vector3())
      : new THREE.Vector3(...this.scene.centre).applyQuaternion(this.stage.world.quaternion);
    const radius = near ? 1.25 * this.actors[0].facts.size : this.scene.radius;
    const side = this.across, right = new THREE.Vector3(0, 1, 0).cross(side);
    const direction = {
      top: new THREE.Vector3(0, 1, 0).addScaledVector(side, 1e-3),
      side: side.clone(),
    }[mode] ?? side.clone().addScaledVector(right, 0.65).addScaledVector(new THREE.Vector3(0, 1, 0), 0.42);
    const vertical = THREE.MathUtils.degToRad(this.camera.fov) / 2;
    const narrow = Math.min(vertical, Math.atan(Math.tan(vertical) * this.camera.aspect));
    const away = 1.12 * radius / Math.sin(narrow);
    this.camera.position.copy(centre).addScaledVector(direction.normalize(), away);
    this.camera.near = away / 200;
    this.camera.far = 80 * away + 10 * this.stage.reach;
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(centre);
    this.controls.maxDistance = 30 * away;
    this.controls.update();
    this.subject(this.last);
  }

  resize(width, height) {
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.mode && !this.touched) this.set(this.mode);
  }

  // A robot that is about to leave the picture takes the camera along.
  keep(here) {
    const seen = here.clone().project(this.camera), edge = 0.8;
    if (this.controls.state > 0 || (seen.z < 1 && Math.max(Math.abs(seen.x), Math.abs(seen.y)) <= edge)) return;
    // shift in the plane of the robot, as far as it is beyond the edge
    const bound = (x) => Math.max(-edge, Math.min(edge, x));
    const step = seen.z < 1 ? here.clone().sub(new THREE.Vector3(bound(seen.x), bound(seen.y), seen.z).unproject(this.camera)) : here.clone().sub(this.controls.target);
    this.camera.position.add(step);
    this.controls.target.add(step);
  }

  update() {
    const moving = this.mode === "follow" || (this.scene.follows && this.mode !== "orbit");
    const here = this.subject(new THREE.Vector3());
    if (moving) {
      const step = here.clone().sub(this.last);
      this.camera.position.add(step);
      this.controls.target.add(step);
    } else if (this.mode === "orbit") this.keep(here);
    this.last.copy(here);
    this.controls.update();
  }
}
