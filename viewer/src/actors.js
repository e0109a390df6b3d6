// The runs on the stage: bodies, frames, forces and paths, moved to a time.
import * as THREE from "three";
import { arrow, axes, line, mesh } from "./shapes.js";
import { LivePath, path } from "./paths.js";
import { LiveTrack } from "./live_track.js";
import { Skin } from "./skins.js";
import { Track } from "./track.js";
import { Tube } from "./tubes.js";

const AXIS = new THREE.Vector3(0, 0, 1);

export class Actor {
  constructor(facts, bytes, index, scene, live) {
    this.facts = facts;
    this.ghost = index > 0;
    this.track = live ? new LiveTrack(facts.track) : new Track(bytes, facts.track);
    this.group = new THREE.Group();
    this.layers = { frames: [], forces: [], paths: [], added: [] };
    this.turning = []; // shapes that an actuator turns about their z
    this.filling = []; // contents of tanks
    this.bodies = facts.parts.map((part, i) => this.body(part, i));
    if (!this.ghost) facts.fixtures.forEach((form) => this.group.add(mesh(form, "#59636f", false)));
    this.arrows = this.ghost ? [] : facts.arrows.map((a) => this.arrow(a));
    this.lines = facts.lines.map((one) => this.line(one));
    this.skins = facts.skins.map((one) => new Skin(one, this.ghost ? facts.color : one.color, this.ghost));
    this.tubes = facts.tubes.map((one) => new Tube(one, this.ghost ? facts.color : one.color, this.ghost));
    for (const one of [...this.skins, ...this.tubes]) this.group.add(one);
    const span = Math.max(1.5, 0.15 * (scene.end - scene.start));
    const faint = scene.look === "water" ? 0.2 : 0.13;
    this.paths = facts.paths.map(({ body, point }) => {
      const color = this.ghost ? facts.color : facts.parts[body].color;
      const ribbon = live ? new LivePath(body, point, color) : path(this.track, body, point, color, span, faint);
      this.group.add(ribbon);
      this.layers.paths.push(ribbon);
      return ribbon;
    });
  }

  body(part, index) {
    const group = new THREE.Group();
    group.name = part.name;
    const color = this.ghost ? this.facts.color : part.color;
    for (const form of part.forms) {
      const shape = mesh(form, color, this.ghost);
      shape.userData = { actor: this, body: index };
      group.add(shape);
      if (form.turns !== undefined) this.turning.push({ row: form.turns, shape, rest: shape.quaternion.clone(), largest: this.facts.turning[form.turns] ?? 0 });
      if (form.fills !== undefined) this.filling.push({ ...form.fills, shape });
    }
    if (!this.ghost && part.added) {
      const water = mesh(part.added, "#8fe3f5", false);
      Object.assign(water, { castShadow: false, receiveShadow: false });
      Object.assign(water.material, { transparent: true, opacity: 0.3, depthWrite: false, depthTest: false });
      water.renderOrder = 8;
      this.layers.added.push(water);
      group.add(water);
    }
    if (!this.ghost) {
      const frame = axes(Math.min(0.22 * this.facts.size, Math.max(1.1 * part.radius, 0.05 * this.facts.size)));
      this.layers.frames.push(frame);
      group.add(frame);
    }
    this.group.add(group);
    return group;
  }

  arrow(facts) {
    const object = arrow(facts.kind, 1.8 * facts.scale);
    const holder = new THREE.Group().add(object);
    this.layers.forces.push(holder);
    this.group.add(holder);
    const largest = Math.max(...this.facts.arrows.filter((a) => a.kind === facts.kind).map((a) => a.largest));
    return { facts, object, holder, largest, direction: new THREE.Vector3() };
  }

  line(facts) {
    const object = line(facts.radius, this.ghost ? this.facts.color : "#59636f", this.ghost);
    this.group.add(object);
    return { facts, object, start: new THREE.Vector3(), end: new THREE.Vector3(), along: new THREE.Vector3() };
  }

  // From a point of one body to a point of another; -1 is the world.
  stretch({ facts, object, start, end, along }) {
    for (const [point, own, index] of [[start, facts.at, facts.store], [end, facts.to, facts.body]]) {
      const body = this.bodies[index];
      point.fromArray(own);
      if (body) point.applyQuaternion(body.quaternion).add(body.position);
    }
    along.copy(end).sub(start);
    object.position.copy(start).add(end).multiplyScalar(0.5);
    object.scale.y = Math.max(along.length(), 1e-9);
    object.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
  }

  seek(t, screen) {
    this.track.seek(t);
    this.track.poses(this.bodies);
    for (const one of this.arrows) this.push(one, this.track.effort(one.facts.row));
    for (const one of this.lines) this.stretch(one);
    for (const { row, shape, rest, largest } of this.turning) {
      shape.quaternion.setFromAxisAngle(AXIS, this.track.turned(row, largest)).premultiply(rest);
    }
    for (const { row, full, grows, shape } of this.filling) {
      const share = Math.max(1e-6, Math.min(1, this.track.effort(row) / full));
      shape.scale.fromArray(grows.map((power) => share ** power));
      shape.visible = share > 1e-3;
    }
    for (const skin of this.skins) skin.lay(this.bodies);
    for (const tube of this.tubes) tube.lay(this.bodies, (k, point) => this.track.node(k, point));
    for (const ribbon of this.paths) {
      ribbon.draw?.();
      ribbon.material.uniforms.now.value = t;
      ribbon.material.uniforms.screen.value.copy(screen);
    }
  }

  push({ facts, object, holder, largest, direction }, effort) {
    const body = this.bodies[facts.body], share = largest > 0 ? Math.max(-1.5, Math.min(1.5, effort / largest)) : 0;
    object.visible = Math.abs(share) > 0.01;
    if (!object.visible) return;
    direction.fromArray(facts.direction);
    if (!facts.in_world) direction.applyQuaternion(body.quaternion);
    if (share < 0) direction.negate();
    holder.position.fromArray(facts.at).applyQuaternion(body.quaternion).add(body.position);
    holder.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction.normalize());
    object.userData.show((0.25 + 0.75 * Math.abs(share)) * facts.scale);
  }

  // Where the robot is: the middle of its bodies.
  middle(target) {
    target.set(0, 0, 0);
    const own = this.bodies.filter((_, i) => !this.facts.parts[i].scenery);
    for (const body of own) target.add(body.position);
    return target.divideScalar(Math.max(1, own.length));
  }
}
