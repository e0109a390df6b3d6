// Tubes: lines of elements through nodes of their own, as tethers; see tubes.py.
import { Wrapped } from "./skins.js";

export class Tube extends Wrapped {
  constructor(facts, color, ghost) {
    super(facts.count + 2, color, ghost);
    this.facts = facts;
  }

  // node(k, point) puts the place of a node of the track into a vector.
  lay(bodies, node) {
    const { ends, points, first, count, radius } = this.facts, p = this.points;
    [p[0], p[count + 1]].forEach((point, k) => {
      const body = bodies[ends[k]];
      point.fromArray(points[k]);
      if (body) point.applyQuaternion(body.quaternion).add(body.position);
    });
    for (let k = 0; k < count; k++) node(first + k, p[k + 1]);
    let begun = false;
    // what was up at the last section goes on, as far as it is across; the first axis is the least along
    this.wrap((up, i, f, along) => {
      if (begun) return;
      begun = true;
      const sizes = along.toArray().map(Math.abs);
      up.set(0, 0, 0).setComponent(sizes.indexOf(Math.min(...sizes)), 1);
    }, () => [radius, radius]);
  }
}
