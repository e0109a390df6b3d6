// Paths as ribbons of constant width on the screen that fade with age.
import * as THREE from "three";

const vertex = `
  attribute vec3 before, after; attribute float side, when;
  uniform vec2 screen; uniform float width; varying float vWhen;
  vec2 flat2(vec4 c) { return c.xy / max(c.w, 1e-6) * screen; }
  void main() {
    mat4 m = projectionMatrix * modelViewMatrix;
    vec4 here = m * vec4(position, 1.0);
    vec2 along = flat2(m * vec4(after, 1.0)) - flat2(m * vec4(before, 1.0));
    vec2 across = length(along) > 1e-4 ? normalize(vec2(-along.y, along.x)) : vec2(0.0, 1.0);
    here.xy += across * side * width / screen * here.w;
    here.z -= 1e-4 * here.w;
    gl_Position = here; vWhen = when;
  }`;
const fragment = `
  uniform vec3 color; uniform float now, span, faint; varying float vWhen;
  void main() {
    float age = (now - vWhen) / span;
    float a = age < 0.0 ? faint : max(faint, 0.95 * (1.0 - age));
    if (a < 0.01) discard;
    gl_FragColor = vec4(color, a);
    #include <colorspace_fragment>
  }`;

export function path(track, body, point, color, span, faint) {
  const count = Math.min(2500, Math.max(2, 4 * track.time.length));
  const objects = track.hooks.map(() => new THREE.Object3D()), object = objects[body], p = new THREE.Vector3();
  const points = [], times = [];
  for (let i = 0; i < count; i++) {
    const t = track.start + (track.end - track.start) * i / (count - 1);
    track.seek(t);
    track.poses(objects);
    p.fromArray(point).applyQuaternion(object.quaternion).add(object.position);
    points.push(p.x, p.y, p.z);
    times.push(t);
  }
  const data = { position: [], before: [], after: [], side: [], when: [] }, index = [];
  const at = (i) => points.slice(3 * i, 3 * i + 3);
  for (let i = 0; i < count; i++) {
    for (const side of [-1, 1]) {
      data.position.push(...at(i));
      data.before.push(...at(Math.max(0, i - 1)));
      data.after.push(...at(Math.min(count - 1, i + 1)));
      data.side.push(side);
      data.when.push(times[i]);
    }
    if (i) { const k = 2 * i; index.push(k - 2, k - 1, k, k - 1, k + 1, k); }
  }
  const shape = new THREE.BufferGeometry();
  for (const [name, values] of Object.entries(data)) {
    shape.setAttribute(name, new THREE.Float32BufferAttribute(values, name === "side" || name === "when" ? 1 : 3));
  }
  shape.setIndex(index);
  return ribbonOf(shape, color, span, faint);
}

function ribbonOf(shape, color, span, faint) {
  const material = new THREE.ShaderMaterial({
    vertexShader: vertex, fragmentShader: fragment, transparent: true, depthWrite: false, side: THREE.DoubleSide,
    uniforms: {
      color: { value: new THREE.Color(color) }, now: { value: 0 }, span: { value: span }, faint: { value: faint },
      screen: { value: new THREE.Vector2(1, 1) }, width: { value: 1.5 },
    },
  });
  const ribbon = new THREE.Mesh(shape, material);
  ribbon.frustumCulled = false;
  return ribbon;
}

const LONGEST = 600, STEP = 1 / 40, SPAN = 8; // points, seconds between them, seconds until one has faded

// A path that grows behind a moving body, one point per frame that came in.
export class LivePath extends THREE.Mesh {
  constructor(body, point, color) {
    const shape = new THREE.BufferGeometry(), index = [];
    for (const [name, size] of [["position", 3], ["before", 3], ["after", 3], ["side", 1], ["when", 1]]) {
      shape.setAttribute(name, new THREE.BufferAttribute(new Float32Array(2 * LONGEST * size), size));
    }
    for (let i = 0; i < LONGEST; i++) {
      shape.attributes.side.array.set([-1, 1], 2 * i);
      if (i) index.push(2 * i - 2, 2 * i - 1, 2 * i, 2 * i - 1, 2 * i + 1, 2 * i);
    }
    shape.setIndex(index);
    super(shape, ribbonOf(shape, color, SPAN, 0).material);
    this.frustumCulled = false;
    this.index = body; this.point = new THREE.Vector3(...point); this.turn = new THREE.Quaternion();
    this.clear();
  }

  clear() { this.points = []; this.geometry.setDrawRange(0, 0); }

  add({ t, p, q }) {
    const { points, index: i } = this, last = points[points.length - 1];
    if (last && t - last.t < STEP) return;
    this.turn.set(q[4 * i + 1], q[4 * i + 2], q[4 * i + 3], q[4 * i]);
    const here = this.point.clone().applyQuaternion(this.turn);
    points.push({ t, at: [here.x + p[3 * i], here.y + p[3 * i + 1], here.z + p[3 * i + 2]] });
    if (points.length > LONGEST) points.shift();
    this.stale = true;
  }

  // Into the buffers of the graphics card, once per picture.
  draw() {
    if (!this.stale) return;
    this.stale = false;
    const { points } = this, { position, before, after, when } = this.geometry.attributes;
    points.forEach(({ t, at }, i) => {
      const a = points[Math.max(0, i - 1)].at, b = points[Math.min(points.length - 1, i + 1)].at;
      for (const k of [2 * i, 2 * i + 1]) { position.setXYZ(k, ...at); before.setXYZ(k, ...a); after.setXYZ(k, ...b); when.setX(k, t); }
    });
    for (const attribute of [position, before, after, when]) attribute.needsUpdate = true;
    this.geometry.setDrawRange(0, 6 * (points.length - 1));
  }
}
