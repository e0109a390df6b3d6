// The page: reads its data, builds the stage and answers the controls.
import * as THREE from "three";
import "uplot/dist/uPlot.min.css";
import "./page.css";
import { Actor } from "./actors.js";
import { Cameras } from "./cameras.js";
import { unpack } from "./data.js";
import { Live } from "./live.js";
import { Plots } from "./plots.js";
import { keep } from "./shapes.js";
import { Stage } from "./stage.js";

const $ = (id) => document.getElementById(id);
const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];

class Page {
  async start() {
    const facts = JSON.parse($("scene").textContent);
    const bytes = await unpack($("data").textContent.trim());
    this.scene = facts.scene;
    document.body.classList.add(this.scene.look);
    document.body.classList.toggle("live", !!facts.live);
    this.canvas = $("canvas");
    this.stage = new Stage(this.canvas, this.scene);
    keep(facts.surfaces, bytes);
    this.actors = this.scene.actors.map((one, i) => new Actor(one, bytes, i, this.scene, !!facts.live));
    this.stage.world.add(...this.actors.map((actor) => actor.group));
    this.cameras = new Cameras(this.canvas, this.stage, this.scene, this.actors);
    this.plots = new Plots($("plots"), facts.panels, bytes, (t) => this.live || this.seek(t));
    document.body.classList.toggle("plain", facts.panels.length === 0);
    this.time = this.scene.start;
    this.speed = 1; this.loop = true; this.playing = false;
    this.screen = new THREE.Vector2(1, 1);
    this.shown = { frames: false, forces: true, paths: true, added: false };
    this.words(facts);
    if (facts.live) this.live = new Live(this, facts.live, facts.panels);
    else this.transport();
    this.controls();
    new ResizeObserver(() => this.resize()).observe($("stage"));
    this.resize();
    this.seek(this.scene.start);
    this.camera(this.scene.follows ? "follow" : "orbit");
    this.clock = performance.now();
    this.frames = 0;
    this.stage.renderer.setAnimationLoop((now) => this.frame(now));
    if (this.live) { this.live.listen(); return this; }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || location.hash === "#paused";
    if (!calm && this.scene.end > this.scene.start) this.play(true);
    return this;
  }

  words(facts) {
    $("title").textContent = this.scene.title;
    $("subtitle").textContent = this.scene.subtitle;
    $("facts").textContent = facts.facts;
    $("grid").textContent = `grid ${this.length(this.stage.cell)}`;
    if (this.actors.length > 1) {
      for (const actor of this.actors) {
        const item = document.createElement("li"), dot = document.createElement("i");
        dot.style.background = actor.ghost ? actor.facts.color : actor.facts.parts[0].color;
        item.append(dot, actor.facts.label);
        item.onclick = () => item.classList.toggle("off", !(actor.group.visible = !actor.group.visible));
        $("runs").append(item);
      }
    }
    $("stream").hidden = !this.scene.current.length;
    $("added").hidden = !this.scene.actors[0].parts.some((part) => part.added);
    $("forces").hidden = !this.scene.actors[0].arrows.some((one) => facts.live || one.largest > 0);
  }

  length(metres) { return metres < 0.01 ? `${+(1000 * metres).toPrecision(3)} mm` : metres < 1 ? `${+(100 * metres).toPrecision(3)} cm` : `${+metres.toPrecision(3)} m`; }

  // Time goes back and forth in a run that is over.
  transport() {
    const slide = $("scrub");
    Object.assign(slide, { min: this.scene.start, max: this.scene.end, step: "any" });
    slide.oninput = () => this.seek(+slide.value);
    $("play").onclick = () => this.play(!this.playing);
    $("rewind").onclick = () => this.seek(this.scene.start);
    $("loop").onclick = () => { this.loop = !this.loop; $("loop").setAttribute("aria-pressed", this.loop); };
    SPEEDS.forEach((speed) => $("speed").add(new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    $("speed").onchange = () => { this.speed = +$("speed").value; };
  }

  controls() {
    for (const mode of ["orbit", "follow", "top", "side"]) $(mode).onclick = () => this.camera(mode);
    for (const layer of Object.keys(this.shown)) { $(layer).onclick = () => this.layer(layer); this.layer(layer, this.shown[layer]); }
    $("snapshot").onclick = () => this.snapshot();
    $("help").onclick = () => $("keys").toggleAttribute("hidden");
    $("keys").onclick = () => { $("keys").hidden = true; };
    $("charts").onclick = () => { $("charts").setAttribute("aria-pressed", !document.body.classList.toggle("plain")); };
    this.cameras.controls.addEventListener("start", () => { this.cameras.touched = true; });
    addEventListener("keydown", (event) => this.key(event));
    this.pick();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT" || event.target.type === "number") return;
    if (this.live && (this.live.key(event) || !(event.shiftKey || /^[1-4?]$|^Escape$/.test(event.key)))) return;
    const small = (this.scene.end - this.scene.start) / (event.shiftKey ? 20 : 200);
    const past = this.live ? {} : {
      " ": () => this.play(!this.playing), k: () => this.play(!this.playing),
      ArrowLeft: () => this.seek(this.time - small), ArrowRight: () => this.seek(this.time + small),
      Home: () => this.seek(this.scene.start), End: () => this.seek(this.scene.end),
      "+": () => this.faster(1), "=": () => this.faster(1), "-": () => this.faster(-1), l: () => $("loop").click(),
    };
    const actions = {
      ...past,
      1: () => this.camera("orbit"), 2: () => this.camera("follow"), 3: () => this.camera("top"), 4: () => this.camera("side"),
      f: () => this.layer("frames"), a: () => this.layer("forces"), t: () => this.layer("paths"), m: () => this.layer("added"),
      p: () => $("charts").click(), s: () => this.snapshot(),
      "?": () => $("help").click(), h: () => $("help").click(), Escape: () => { $("keys").hidden = true; },
    };
    const action = actions[this.live && event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action) { event.preventDefault(); action(); }
  }

  // A click that is no drag names a body and makes it the one to follow.
  pick() {
    const ray = new THREE.Raycaster();
    let down = null;
    this.canvas.addEventListener("pointerdown", (e) => { down = [e.clientX, e.clientY]; });
    this.canvas.addEventListener("pointerup", (e) => {
      if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
      const box = this.canvas.getBoundingClientRect();
      const at = new THREE.Vector2(2 * (e.clientX - box.left) / box.width - 1, 1 - 2 * (e.clientY - box.top) / box.height);
      ray.setFromCamera(at, this.cameras.camera);
      const hit = ray.intersectObjects(this.actors.map((a) => a.group)).find((h) => h.object.userData.actor && h.object.parent.visible);
      this.cameras.followed = hit ? hit.object.parent : null;
      this.cameras.subject(this.cameras.last);
      $("picked").textContent = hit ? hit.object.parent.name : "";
    });
  }

  play(on) {
    if (on && this.time >= this.scene.end) this.seek(this.scene.start);
    this.playing = on;
    document.body.classList.toggle("playing", on);
    $("play").setAttribute("aria-label", on ? "pause" : "play");
  }

  faster(step) {
    const i = Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(this.speed) + step));
    this.speed = SPEEDS[i];
    $("speed").value = this.speed;
  }

  camera(mode) {
    this.cameras.touched = false;
    this.cameras.set(mode);
    for (const name of ["orbit", "follow", "top", "side"]) $(name).setAttribute("aria-pressed", name === mode);
  }

  layer(name, on = !this.shown[name]) {
    this.shown[name] = on;
    $(name).setAttribute("aria-pressed", on);
    for (const actor of this.actors) for (const object of actor.layers[name]) object.visible = on;
  }

  seek(t) {
    this.time = this.live ? t : Math.min(this.scene.end, Math.max(this.scene.start, t));
    for (const actor of this.actors) actor.seek(this.time, this.screen);
    $("scrub").value = this.time;
    const span = this.scene.end - this.scene.start;
    $("scrub").style.setProperty("--done", `${span > 0 ? 100 * (this.time - this.scene.start) / span : 0}%`);
    $("time").textContent = `${this.time.toFixed(2)} s`;
    this.stale = true;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = $("stage");
    if (!width || !height) return;
    this.stage.renderer.setSize(width, height, false);
    this.screen.set(width / 2, height / 2);
    this.cameras.resize(width, height);
    this.apart();
    this.seek(this.time);
    this.render();
  }

  // The name goes below the buttons where both have no room beside each other.
  apart() {
    const head = $("head"), tools = $("tools");
    head.style.top = "";
    const own = head.getBoundingClientRect(), groups = [...tools.children].map((one) => one.getBoundingClientRect());
    const meets = (box) => box.left < own.right + 8 && box.right > own.left && box.top < own.bottom && box.bottom > own.top;
    if (groups.some(meets)) head.style.top = `${tools.offsetTop + tools.offsetHeight + 8}px`;
  }

  frame(now) {
    const step = Math.min(this.live ? 1 : 0.1, (now - this.clock) / 1000);
    this.clock = now;
    if (this.live) this.live.frame(now, step);
    else if (this.playing) {
      let t = this.time + step * this.speed;
      if (t > this.scene.end) { if (this.loop) t = this.scene.start; else this.play(false); }
      this.seek(t);
    }
    if (!this.live && this.stale && (!this.playing || this.frames % 4 === 0)) { this.plots.show(this.time); this.stale = false; }
    this.cameras.update();
    this.render();
    this.frames += 1;
  }

  render() {
    this.stage.move(this.cameras.controls.target, performance.now() / 1000, this.time);
    this.stream();
    this.stage.renderer.render(this.stage.scene, this.cameras.camera);
  }

  // How fast the stream is now, with an arrow along it as the camera sees it.
  stream() {
    if (!this.scene.current.length) return;
    const { velocity } = this.stage.stream, seen = velocity.clone().applyQuaternion(this.cameras.camera.quaternion.clone().invert());
    $("speed-of-stream").textContent = [this.scene.look === "water" ? "current" : "wind", +velocity.length().toPrecision(2), "m/s", this.scene.current_at].join(" ").trim();
    $("along").style.transform = `rotate(${Math.atan2(-seen.y, seen.x)}rad)`;
    $("along").style.opacity = velocity.length() > 0 ? 1 : 0;
  }

  // The picture as shown, as a PNG.
  picture() {
    this.render();
    return this.canvas.toDataURL("image/png");
  }

  snapshot() {
    const link = document.createElement("a");
    link.href = this.picture();
    link.download = `${this.scene.title.replace(/\W+/g, "-")}-${this.time.toFixed(2)}s.png`;
    link.click();
  }

  // Where a body is drawn: position and quaternion (w x y z) in the world of the model.
  pose(body, run = 0) {
    const { position: p, quaternion: q } = this.actors[run].bodies[body];
    return { position: p.toArray(), orientation: [q.w, q.x, q.y, q.z] };
  }
}

// For scripts and tests: await pelagos.ready; pelagos.page.seek(1.5); pelagos.page.pose(0)
const page = new Page();
window.pelagos = { page, ready: page.start().catch((error) => { $("fault").hidden = false; $("fault").textContent = `This page cannot be shown: ${error.message}`; throw error; }) };
