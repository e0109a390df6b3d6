// Motion between key frames; the same pieces as in track.py, whose stated error holds here.
import { read } from "./data.js";

const TURNING = 14; // rad/s of what turns with the largest effort

// Angle within h seconds in which the share of the largest effort goes straight from a to b.
export function swept(h, a, b) {
  const mean = Math.abs(b - a) > 1e-6 ? (2 / 3) * (Math.abs(b) ** 1.5 - Math.abs(a) ** 1.5) / (b - a) : Math.sign(a) * Math.sqrt(Math.abs(a));
  return TURNING * h * mean;
}

export class Track {
  constructor(bytes, facts) {
    this.time = read(bytes, facts.time);
    this.position = read(bytes, facts.position);
    this.orientation = read(bytes, facts.orientation);
    this.actuation = read(bytes, facts.actuation);
    this.nodes = read(bytes, facts.nodes);
    this.noded = facts.nodes.columns;
    this.bodies = facts.hooks.length;
    // per body: its parent and a point there on which it hangs, or its own columns of positions
    let next = 0;
    this.hooks = facts.hooks.map((hook) => (hook ? { parent: hook[0], point: hook.slice(1) } : { column: 3 * next++ }));
    this.width = 3 * next;
    this.actuators = facts.actuation.columns;
    this.start = this.time[0];
    this.end = this.time[this.time.length - 1];
    this.weights = new Float64Array(4);
    this.angles = {};
  }

  // How far an actuator has turned its propeller: the same integral as in track.py.
  turned(row, largest) {
    const { time, piece: a, s } = this, n = this.actuators;
    if (!(largest > 0) || time.length < 2) return 0;
    const share = (k) => Math.max(-1, Math.min(1, this.actuation[k * n + row] / largest));
    const before = (this.angles[row] ??= Array.from(time, () => 0).reduce((sums, _, k) => { sums.push(k ? sums[k - 1] + swept(time[k] - time[k - 1], share(k - 1), share(k)) : 0); return sums; }, []));
    const b = Math.min(a + 1, time.length - 1), here = share(a) + s * (share(b) - share(a));
    return before[a] + swept(s * (time[b] - time[a]), share(a), here);
  }

  // Prepare for a time: the piece it lies in and the weight of four keys around it.
  seek(t) {
    const keys = this.time, n = keys.length;
    if (n < 2) { this.piece = 0; this.s = 0; this.weights.set([0, 1, 0, 0]); return; }
    let a = 0, b = n - 1;
    while (b - a > 1) { const m = (a + b) >> 1; if (keys[m] <= t) a = m; else b = m; }
    const h = keys[a + 1] - keys[a];
    const s = Math.min(1, Math.max(0, (t - keys[a]) / h));
    const w = this.weights.fill(0);
    const from = s * (1 - s) ** 2 * h, to = -s * s * (1 - s) * h;
    w[1] += (1 + 2 * s) * (1 - s) ** 2;
    w[2] += s * s * (3 - 2 * s);
    // slopes at both ends are weights of three keys each
    if (a > 0) {
      const g = keys[a] - keys[a - 1], both = g + h;
      w[0] -= from * h / (g * both);
      w[1] += from * (h / g - g / h) / both;
      w[2] += from * g / (h * both);
    } else this.border(w, from, h, n > 2 ? keys[2] - keys[1] : 0, [1, 2, 3]);
    if (a + 2 < n) {
      const g = keys[a + 2] - keys[a + 1], both = g + h;
      w[1] -= to * g / (h * both);
      w[2] += to * (g / h - h / g) / both;
      w[3] += to * h / (g * both);
    } else this.border(w, -to, h, n > 2 ? keys[a] - keys[a - 1] : 0, [2, 1, 0]);
    this.piece = a; this.s = s;
  }

  // Slope at the first or last key, counted inwards: of the parabola through three keys.
  border(w, weight, h, next, [first, second, third]) {
    const c = next > 0 ? h / (h + next) : 0, bend = next > 0 ? weight * c / next : 0;
    w[first] -= weight * (1 + c) / h;
    w[second] += weight * (1 + c) / h + bend;
    w[third] -= bend;
  }

  mix(values, columns, column) {
    const w = this.weights, last = this.time.length - 1;
    let sum = 0;
    for (let k = 0; k < 4; k++) {
      if (w[k] === 0) continue;
      const row = Math.min(last, Math.max(0, this.piece - 1 + k));
      sum += w[k] * values[row * columns + column];
    }
    return sum;
  }

  // Poses of all bodies at the time sought, into three.js objects; parents come before children.
  poses(objects) {
    this.hooks.forEach((hook, body) => this.pose(body, hook, objects[body], objects[hook.parent]));
  }

  pose(body, hook, object, parent) {
    const q = 4 * body, nq = 4 * this.bodies;
    if (parent) object.position.fromArray(hook.point).applyQuaternion(parent.quaternion).add(parent.position);
    else object.position.fromArray([0, 1, 2].map((k) => this.mix(this.position, this.width, hook.column + k)));
    object.quaternion.set(this.mix(this.orientation, nq, q + 1), this.mix(this.orientation, nq, q + 2),
      this.mix(this.orientation, nq, q + 3), this.mix(this.orientation, nq, q)).normalize();
  }

  // Where a node of a line is, into a vector.
  node(k, point) { point.fromArray([0, 1, 2].map((axis) => this.mix(this.nodes, this.noded, 3 * k + axis))); }

  effort(actuator) {
    const n = this.actuators, a = this.piece, b = Math.min(a + 1, this.time.length - 1);
    return (1 - this.s) * this.actuation[a * n + actuator] + this.s * this.actuation[b * n + actuator];
  }
}
