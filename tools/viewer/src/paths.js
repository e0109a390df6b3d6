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
