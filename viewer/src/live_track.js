// Motion as it comes in: the last seconds of it, straight between frames.

import { swept } from "./track.js";

const KEPT = 1200; // frames

export class LiveTrack {
  constructor(facts) {
    this.hooks = facts.hooks.map(() => ({ parent: -1 }));
    this.clear();
  }

  clear() { this.angles = {}; this.frames = []; this.a = this.b = null; this.s = 0; }

  // Times only go forward; the page clears the track when a run starts again.
  add(frame) {
    const last = this.frames[this.frames.length - 1];
    if (last && frame.t <= last.t) this.frames.pop();
    this.frames.push(frame);
    if (this.frames.length > KEPT) this.frames.splice(0, KEPT / 4);
  }

  get start() { return this.frames.length ? this.frames[0].t : 0; }
  get end() { return this.frames.length ? this.frames[this.frames.length - 1].t : 0; }

  seek(t) {
    const { frames } = this;
    if (!frames.length) return;
    let k = frames.length - 1;
    while (k > 0 && frames[k].t > t) k -= 1;
    this.a = frames[k]; this.b = frames[Math.min(k + 1, frames.length - 1)];
    const h = this.b.t - this.a.t;
    this.s = h > 0 ? Math.min(1, Math.max(0, (t - this.a.t) / h)) : 0;
  }

  poses(objects) {
    if (!this.a) return;
    const { a, b, s } = this;
    objects.forEach((object, body) => {
      const mix = (name, i) => (1 - s) * a[name][i] + s * b[name][i];
      const p = 3 * body, q = 4 * body;
      object.position.set(mix("p", p), mix("p", p + 1), mix("p", p + 2));
      // the nearer of the two quaternions of the later turn
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += a.q[q + k] * b.q[q + k];
      const turn = (k) => (1 - s) * a.q[q + k] + (dot < 0 ? -s : s) * b.q[q + k];
      object.quaternion.set(turn(1), turn(2), turn(3), turn(0)).normalize();
    });
  }

  node(k, point) {
    if (!this.a) return;
    const { a, b, s } = this;
    point.fromArray([0, 1, 2].map((axis) => (1 - s) * a.l[3 * k + axis] + s * b.l[3 * k + axis]));
  }

  // Turned on from the last picture, by what the actuator does now.
  turned(row, largest) {
    const t = this.a ? this.a.t + this.s * (this.b.t - this.a.t) : 0, last = (this.angles[row] ??= { t, angle: 0 });
    const share = largest > 0 ? Math.max(-1, Math.min(1, this.effort(row) / largest)) : 0;
    last.angle += swept(Math.max(0, t - last.t), share, share);
    last.t = t;
    return last.angle;
  }

  effort(actuator) { return this.a ? (1 - this.s) * this.a.a[actuator] + this.s * this.b.a[actuator] : 0; }
}
