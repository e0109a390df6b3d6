// Meshes of the forms in the scene; see forms.py.
import * as THREE from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import { read } from "./data.js";

const half = Math.PI / 2;

const CREASE = 0.6; // rad between faces that still look like one smooth surface
let surfaces = [];

// The surfaces of a page, which its forms name by number; each is packed once.
export function keep(facts, bytes) {
  surfaces = facts.map(({ vertices, faces }) => {
    const shape = new THREE.BufferGeometry();
    shape.setAttribute("position", new THREE.Float32BufferAttribute(read(bytes, vertices), 3));
    shape.setIndex(Array.from(read(bytes, faces), Math.round));
    return toCreasedNormals(shape, CREASE);
  });
}

// A profile (radius, height), turned about z; points that stand twice make an edge.
function lathe(profile) {
  const pieces = [[]];
  profile.forEach((point, i) => {
    const before = profile[i - 1];
    if (before && before[0] === point[0] && before[1] === point[1]) pieces.push([]);
    pieces[pieces.length - 1].push(new THREE.Vector2(...point));
  });
  const position = [], normal = [], index = [];
  for (const piece of pieces.filter((one) => one.length > 1)) {
    const shape = new THREE.LatheGeometry(piece, 36), start = position.length / 3;
    position.push(...shape.attributes.position.array);
    normal.push(...shape.attributes.normal.array);
    for (const k of shape.index.array) index.push(k + start);
  }
  const whole = new THREE.BufferGeometry();
  whole.setAttribute("position", new THREE.Float32BufferAttribute(position, 3));
  whole.setAttribute("normal", new THREE.Float32BufferAttribute(normal, 3));
  whole.setIndex(index);
  return whole.rotateX(half);
}

function geometry(form) {
  const [a, b, c] = form.size;
  switch (form.kind) {
    case "box": return new THREE.BoxGeometry(a, b, c);
    case "ellipsoid": return new THREE.SphereGeometry(1, 32, 20).rotateX(half).scale(a, b, c);
    case "cylinder": return new THREE.CylinderGeometry(a, a, b, 32).rotateX(half);
    case "capsule": return new THREE.CapsuleGeometry(a, b, 8, 24).rotateX(half);
    case "lathe": return lathe(form.profile);
    case "mesh": return surfaces[form.surface];
  }
  throw new Error(`unknown form ${form.kind}`);
}

export function solid(color, ghost, opacity = 1) {
  const clear = ghost ? 0.38 : opacity;
  return new THREE.MeshStandardMaterial({
    color, roughness: clear < 1 && !ghost ? 0.15 : 0.5, metalness: 0.08, transparent: clear < 1, opacity: clear, depthWrite: clear === 1,
  });
}

export function place(object, form) {
  object.position.fromArray(form.position);
  const [w, x, y, z] = form.quaternion;
  object.quaternion.set(x, y, z, w);
}

export function mesh(form, color, ghost) {
  const object = new THREE.Mesh(geometry(form), solid(form.color && !ghost ? form.color : color, ghost, form.opacity));
  object.castShadow = !ghost;
  object.receiveShadow = !ghost;
  place(object, form);
  return object;
}

export function axes(length) {
  const group = new THREE.Group();
  const turns = [[0, 0, -half], [0, 0, 0], [half, 0, 0]];
  ["#e5484d", "#30a46c", "#3b82f6"].forEach((color, i) => {
    const bar = new THREE.CylinderGeometry(0.022 * length, 0.022 * length, length, 10).translate(0, length / 2, 0);
    const tip = new THREE.ConeGeometry(0.065 * length, 0.2 * length, 14).translate(0, length, 0);
    for (const shape of [bar, tip]) {
      const part = new THREE.Mesh(shape, new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true }));
      part.rotation.set(...turns[i]);
      part.renderOrder = 10;
      group.add(part);
    }
  });
  return group;
}

// A line of length one along y, to be stretched.
export function line(radius, color, ghost) {
  const object = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, 1, 10), solid(color, ghost));
  object.castShadow = !ghost;
  return object;
}

// A force: straight, along +y, one unit long before scaling. A torque: three quarters of a ring about y.
export function arrow(kind, size) {
  const group = new THREE.Group();
  const color = kind === "force" ? "#e5484d" : "#8e4ec6";
  const material = new THREE.MeshStandardMaterial({ color, emissive: color, emissiveIntensity: 0.35, roughness: 0.6 });
  if (kind === "force") {
    const shaft = new THREE.Mesh(new THREE.CylinderGeometry(0.014 * size, 0.014 * size, 1, 14).translate(0, 0.5, 0), material);
    const head = new THREE.Mesh(new THREE.ConeGeometry(0.042 * size, 0.12 * size, 20).translate(0, -0.02 * size, 0), material);
    group.add(shaft, head);
    // forces act inside of bodies: what is hidden there shines through
    const veil = new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.45, depthTest: false, depthWrite: false });
    for (const part of [shaft, head]) {
      const seen = new THREE.Mesh(part.geometry, veil);
      seen.renderOrder = 9;
      part.add(seen);
    }
    group.userData.show = (length) => {
      shaft.scale.set(1, length, 1);
      head.position.y = length;
    };
  } else {
    const arc = 1.5 * Math.PI;
    const ring = new THREE.Mesh(new THREE.TorusGeometry(1, 0.05, 10, 48, arc).rotateX(half), material);
    const head = new THREE.Mesh(new THREE.ConeGeometry(0.16, 0.42, 18), material);
    head.position.set(Math.cos(arc), 0, Math.sin(arc));
    head.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(-Math.sin(arc), 0, Math.cos(arc)));
    const turned = new THREE.Group().add(ring, head);
    turned.scale.z = -1; // counter-clockwise about +y
    group.add(turned);
    material.side = THREE.DoubleSide;
    group.userData.show = (length) => group.scale.setScalar(Math.max(length * 0.4, 1e-6));
  }
  return group;
}
