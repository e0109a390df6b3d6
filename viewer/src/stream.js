// The stream of water or air over time: its velocity, and how far it has carried what drifts in it.
import * as THREE from "three";

export class Stream {
  constructor(rows, turn) {
    this.times = rows.map(([t]) => t);
    this.velocities = rows.map(([, ...v]) => new THREE.Vector3(...v).applyQuaternion(turn));
    this.ways = [new THREE.Vector3()];
    for (let i = 1; i < rows.length; i++) this.ways.push(this.carried(i - 1, this.velocities[i], this.times[i]));
    this.velocity = new THREE.Vector3();
    this.way = new THREE.Vector3();
  }

  // The way at a time with the velocity then; straight between the rows.
  carried(i, velocity, t) {
    return this.velocities[i].clone().add(velocity).multiplyScalar(0.5 * (t - this.times[i])).add(this.ways[i]);
  }

  seek(t) {
    const { times, velocities } = this, last = times.length - 1;
    if (last < 0) return;
    let i = 0;
    while (i < last && times[i + 1] <= t) i++;
    this.velocity.copy(velocities[i]);
    if (i < last) this.velocity.lerp(velocities[i + 1], Math.max(0, (t - times[i]) / (times[i + 1] - times[i])));
    this.way.copy(this.carried(i, this.velocity, t));
  }
}
