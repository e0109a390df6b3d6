// Skins: one smooth body over a chain of bodies, laid anew at every time; see skins.py.
import * as THREE from "three";
import { solid } from "./shapes.js";

const AROUND = 20, BETWEEN = 3;

// A surface around a spline through points, with an ellipse across it at every section.
export class Wrapped extends THREE.Mesh {
  constructor(count, color, ghost) {
    const rows = (count - 1) * BETWEEN + 1, shape = new THREE.BufferGeometry(), index = [];
    for (const name of ["position", "normal"]) shape.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * rows * AROUND), 3));
    for (let i = 0; i + 1 < rows; i++) {
      for (let j = 0; j < AROUND; j++) {
        const a = i * AROUND + j, b = i * AROUND + (j + 1) % AROUND;
        index.push(a, b + AROUND, b, a, a + AROUND, b + AROUND);
      }
    }
    shape.setIndex(index);
    super(shape, solid(color, ghost));
    this.castShadow = this.receiveShadow = !ghost;
    this.frustumCulled = false;
    this.rows = rows;
    this.points = Array.from({ length: count }, () => new THREE.Vector3());
  }

  // raise(up, i, f, along) sets what is up at a section, f beyond point i; size(s): its half-axes.
  wrap(raise, size) {
    const p = this.points, last = p.length - 1;
    const at = (k) => (k < 0 ? p[0].clone().multiplyScalar(2).sub(p[1]) : k > last ? p[last].clone().multiplyScalar(2).sub(p[last - 1]) : p[k]);
    const { position, normal } = this.geometry.attributes, up = new THREE.Vector3(), side = new THREE.Vector3(), n = new THREE.Vector3();
    for (let s = 0; s < this.rows; s++) {
      const i = Math.min(Math.floor(s / BETWEEN), last - 1), f = s / BETWEEN - i;
      const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      // the spline and its slope, coefficient by coefficient
      const mix = (wa, wb, wc, wd) => new THREE.Vector3().addScaledVector(a, wa).addScaledVector(b, wb).addScaledVector(c, wc).addScaledVector(d, wd);
      const centre = mix(0.5 * f * (-1 + f * (2 - f)), 1 + 0.5 * f * f * (-5 + 3 * f), 0.5 * f * (1 + f * (4 - 3 * f)), 0.5 * f * f * (f - 1));
      const along = mix(0.5 * (-1 + f * (4 - 3 * f)), 0.5 * f * (-10 + 9 * f), 0.5 * (1 + f * (8 - 9 * f)), 0.5 * f * (3 * f - 2)).normalize();
      raise(up, i, f, along);
      up.addScaledVector(along, -up.dot(along)).normalize();
      side.crossVectors(along, up);
      const [width, height] = size(s);
      for (let j = 0; j < AROUND; j++) {
        const turn = 2 * Math.PI * j / AROUND, x = Math.cos(turn), y = Math.sin(turn), k = s * AROUND + j;
        n.copy(centre).addScaledVector(side, width * x).addScaledVector(up, height * y);
        position.setXYZ(k, n.x, n.y, n.z);
        n.set(0, 0, 0).addScaledVector(side, x / Math.max(width, 1e-9)).addScaledVector(up, y / Math.max(height, 1e-9)).normalize();
        normal.setXYZ(k, n.x, n.y, n.z);
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
  }
}

export class Skin extends Wrapped {
  constructor(facts, color, ghost) {
    super(facts.points.length, color, ghost);
    this.facts = facts;
    this.ups = facts.points.map(() => new THREE.Vector3());
  }

  lay(bodies) {
    const { bodies: rows, points, up, width, height } = this.facts, { ups } = this;
    rows.forEach((row, k) => {
      const body = bodies[row];
      this.points[k].fromArray(points[k]).applyQuaternion(body.quaternion).add(body.position);
      ups[k].fromArray(up).applyQuaternion(body.quaternion);
    });
    this.wrap((here, i, f) => here.copy(ups[i]).multiplyScalar(1 - f).addScaledVector(ups[i + 1], f), (s) => [width[s], height[s]]);
  }
}
