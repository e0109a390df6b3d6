// The room: light, floor, sky; a bench, or water with a surface and a sea bed.
import * as THREE from "three";
import { Stream } from "./stream.js";

const LOOKS = {
  bench: { top: "#d5dfe9", horizon: "#f4f6f9", bottom: "#dfe5ec", line: "#7d8b9b", ground: "#eef1f5", sky: "#ffffff", earth: "#c9d0d8" },
  water: { top: "#7fdcec", horizon: "#1f7fa8", bottom: "#0a3f63", line: "#bfe9f2", ground: "#1a6a8c", sky: "#c8f4ff", earth: "#2c7391" },
};

const skyShader = {
  vertexShader: `varying vec3 dir; void main() { dir = position;
    gl_Position = (projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0)).xyww; }`,
  fragmentShader: `varying vec3 dir; uniform vec3 top, horizon, bottom;
    void main() { float h = normalize(dir).y;
      vec3 c = h > 0.0 ? mix(horizon, top, pow(h, 0.65)) : mix(horizon, bottom, pow(-h, 0.5));
      gl_FragColor = vec4(c, 1.0);
      #include <colorspace_fragment>
    }`,
};

// Lines are drawn by the plane itself: smooth at any distance, and whole in every renderer.
const floorShader = {
  vertexShader: `varying vec3 world; void main() { vec4 w = modelMatrix * vec4(position, 1.0); world = w.xyz;
    gl_Position = projectionMatrix * viewMatrix * w; }`,
  fragmentShader: `varying vec3 world; uniform vec3 line, ground, middle; uniform float cell, reach, now, wet;
    float grid(vec2 p, float size, float thick) {
      vec2 q = p / size, w = fwidth(q) * thick, d = abs(fract(q - 0.5) - 0.5);
      vec2 g = (1.0 - smoothstep(w * 0.5, w * 1.5, d)) * (1.0 - smoothstep(0.25, 0.6, w));
      return max(g.x, g.y);
    }
    float caustic(vec2 p) {
      float c = 0.0; vec2 q = p;
      for (int i = 0; i < 3; i++) {
        float k = float(i);
        q = mat2(0.8, 0.6, -0.6, 0.8) * q + 0.8 * vec2(sin(1.3 * q.y + 0.5 * now + 1.7 * k), sin(1.1 * q.x - 0.4 * now + 2.9 * k));
        c += 1.0 - abs(sin(0.9 * q.x + 0.7 * q.y));
      }
      return pow(c / 3.0, 5.0);
    }
    void main() {
      float away = length(world.xz - middle.xz) / reach;
      float fade = exp(-away * away * 1.6);
      float g = 0.13 * grid(world.xz, cell, 0.9) + 0.2 * grid(world.xz, 5.0 * cell, 1.0);
      vec3 c = mix(ground, line, min(1.0, g));
      c += wet * vec3(0.30, 0.42, 0.40) * caustic(world.xz / cell * 0.9);
      gl_FragColor = vec4(c, fade * 0.96);
      #include <colorspace_fragment>
    }`,
};

const surfaceShader = {
  vertexShader: floorShader.vertexShader,
  fragmentShader: `varying vec3 world; uniform vec3 middle; uniform float cell, reach, now;
    void main() {
      vec2 p = world.xz / cell;
      vec2 slope = 0.5 * vec2(cos(p.x * 1.9 + now) + cos(p.x * 1.1 - p.y * 2.3 + now * 1.4), cos(p.y * 1.7 - now * 1.1) + cos(p.x * 2.1 + p.y * 1.3 + now * 0.8));
      vec3 n = normalize(vec3(-0.22 * slope.x, 1.0, -0.22 * slope.y));
      vec3 v = normalize(cameraPosition - world);
      float glance = pow(1.0 - abs(dot(n, v)), 3.0);
      float spark = pow(max(0.0, dot(reflect(-normalize(vec3(0.4, 1.0, 0.3)), n), v)), 60.0);
      float away = length(world.xz - middle.xz) / reach;
      vec3 c = mix(vec3(0.25, 0.72, 0.82), vec3(0.85, 0.97, 1.0), glance) + spark;
      gl_FragColor = vec4(c, (0.22 + 0.4 * glance + spark) * exp(-away * away * 1.2));
      #include <colorspace_fragment>
    }`,
};

// 1, 2 or 5 times a power of ten.
export function round(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((k) => k * power).reduce((a, b) => (Math.abs(Math.log(b / value)) < Math.abs(Math.log(a / value)) ? b : a));
}

export class Stage {
  constructor(canvas, scene) {
    const size = scene.actors[0].size, look = LOOKS[scene.look], wet = scene.look === "water";
    this.reach = 9 * Math.max(size, Math.min(scene.radius, 5 * size));
    this.cell = round(0.45 * size);
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.scene = new THREE.Scene();
    // Everything of the model lives in here, turned so that its up is the screen's.
    this.world = new THREE.Group();
    this.world.quaternion.setFromUnitVectors(new THREE.Vector3(...scene.up), new THREE.Vector3(0, 1, 0));
    this.scene.add(this.world);
    this.stream = new Stream(scene.current, this.world.quaternion);
    if (wet) this.scene.fog = new THREE.FogExp2(look.horizon, 0.35 / this.reach);
    this.scene.add(new THREE.HemisphereLight(look.sky, look.earth, wet ? 2.6 : 2.5), new THREE.AmbientLight("#dff2fb", wet ? 0.9 : 0.5));
    this.light(scene, size, wet);
    this.room(scene, look, wet);
  }

  light(scene, size, wet) {
    this.sun = new THREE.DirectionalLight("#fff6e8", wet ? 1.8 : 2.2);
    const span = 1.25 * Math.min(scene.radius, 4 * size);
    Object.assign(this.sun.shadow.camera, { left: -span, right: span, top: span, bottom: -span, near: 0.01 * span, far: 12 * span });
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 4;
    this.sun.shadow.normalBias = 0.01 * size;
    this.sun.shadow.bias = -0.0005;
    this.offset = new THREE.Vector3(0.35, 1, 0.45).normalize().multiplyScalar(6 * span);
    const fill = new THREE.DirectionalLight("#dbe8ff", 1.1);
    fill.position.set(-1, 0.4, -0.7);
    this.scene.add(this.sun, this.sun.target, fill);
  }

  room(scene, look, wet) {
    const color = (name) => ({ value: new THREE.Color(look[name]) });
    const sky = new THREE.Mesh(new THREE.SphereGeometry(1, 32, 24), new THREE.ShaderMaterial({
      ...skyShader, side: THREE.BackSide, depthWrite: false, depthTest: false,
      uniforms: { top: color("top"), horizon: color("horizon"), bottom: color("bottom") },
    }));
    sky.frustumCulled = false;
    sky.renderOrder = -10;
    this.uniforms = {
      line: color("line"), ground: color("ground"), middle: { value: new THREE.Vector3() }, cell: { value: this.cell },
      reach: { value: this.reach }, now: { value: 0 }, wet: { value: wet ? 1 : 0 },
    };
    const plane = new THREE.PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    this.floor = new THREE.Mesh(plane, new THREE.ShaderMaterial({
      ...floorShader, uniforms: this.uniforms, transparent: true, depthWrite: false,
    }));
    this.floor.renderOrder = -5;
    this.shadow = new THREE.Mesh(plane, new THREE.ShadowMaterial({ opacity: wet ? 0.3 : 0.2, depthWrite: false, fog: false }));
    this.shadow.receiveShadow = true;
    this.shadow.renderOrder = -4;
    this.planes = [this.floor, this.shadow];
    this.floor.position.y = this.shadow.position.y = scene.floor;
    if (wet) {
      this.surface = new THREE.Mesh(plane, new THREE.ShaderMaterial({
        ...surfaceShader, uniforms: this.uniforms, transparent: true, depthWrite: false, side: THREE.DoubleSide,
      }));
      this.surface.position.y = scene.surface;
      this.afloat = scene.afloat;
      this.surface.renderOrder = 5;
      this.planes.push(this.surface);
      this.snow = snow(this.reach);
      this.scene.add(this.snow);
    }
    this.planes.forEach((p) => { p.scale.setScalar(6 * this.reach); p.frustumCulled = false; });
    this.scene.add(sky, ...this.planes);
  }

  // Water without end: floor and surface give way to a robot that comes near.
  widen(actor) {
    if (!this.surface) return;
    const high = actor.middle(new THREE.Vector3()).applyQuaternion(this.world.quaternion).y, room = 2.5 * actor.facts.size;
    this.floor.position.y = this.shadow.position.y = Math.min(this.floor.position.y, high - room);
    if (!this.afloat) this.surface.position.y = Math.max(this.surface.position.y, high + room);
  }

  // The room goes with what is looked at, so that it never ends.
  move(middle, seconds, time) {
    for (const plane of this.planes) { plane.position.x = middle.x; plane.position.z = middle.z; }
    this.uniforms.middle.value.copy(middle);
    this.uniforms.now.value = seconds;
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).add(this.offset);
    this.stream.seek(time);
    if (this.snow) {
      const p = this.snow.position, r = this.reach;
      p.set(Math.round(middle.x / r) * r, middle.y, Math.round(middle.z / r) * r);
      // specks drift with the current, and come back in before they are gone
      const { way } = this.stream;
      p.add(way.setLength(way.length() % (0.5 * r)));
    }
  }
}

// Specks drifting in the water: they show that there is some.
function snow(reach) {
  const points = [];
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
  for (let i = 0; i < 500; i++) points.push(2 * reach * random(), reach * random(), 2 * reach * random());
  const shape = new THREE.BufferGeometry();
  shape.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
  return new THREE.Points(shape, new THREE.PointsMaterial({ color: "#d9f6ff", size: 1.6, sizeAttenuation: false, transparent: true, opacity: 0.35, depthWrite: false }));
}
