// Sliders, pictures and plots of what the march finds.
const $ = (id) => document.getElementById(id);
const FRAMES = 60; // per second of the run
const positions = facts.sliders.map((slider) => slider.at);
let run = null, time = 0, playing = !matchMedia("(prefers-reduced-motion: reduce)").matches && location.hash !== "#paused";

function simulate(chosen, times) {
  const found = numbersAt(chosen), march = new March(found.numbers, found.start, found.stops), states = [], poses = [];
  for (const t of times) {
    march.to(t);
    states.push(march.state());
    poses.push(march.poses());
  }
  return { times, states, poses, corners: found.corners, steps: march.steps };
}

function again() {
  const began = performance.now(), count = Math.max(2, Math.ceil(facts.duration * FRAMES) + 1);
  const times = Array.from({ length: count }, (_, k) => facts.duration * k / (count - 1));
  try {
    run = simulate(positions, times);
    $("cost").textContent = `${run.steps} steps in ${(performance.now() - began).toFixed(0)} ms`;
  } catch (error) { // what was shown stays
    $("cost").textContent = String(error.message);
  }
  frame();
  show();
}

// --- pictures: forms are hulls of their corners, the farthest first

const up = facts.up, side = Math.abs(up[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
const view = { azimuth: null, elevation: 0.12, zoom: 1, points: [], of: null, box: null };
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => { const n = Math.hypot(...a); return a.map((x) => x / n); };
const east = unit(cross(up, Math.abs(dot(up, side)) > 0.9 ? [0, 1, 0] : side)), north = cross(up, east);

// Right, up and towards the eye, as the camera sees them.
function camera() {
  const { azimuth: a, elevation: e } = view;
  const flat = (c, s) => east.map((x, i) => c * x + s * north[i]);
  const out = flat(Math.sin(a), -Math.cos(a)), eye = out.map((x, i) => Math.cos(e) * x + Math.sin(e) * up[i]);
  const right = flat(Math.cos(a), Math.sin(a));
  return [right, cross(eye, right), eye];
}

function cornersAt(k) {
  const pose = run.poses[k], found = [];
  let at = 0;
  facts.bodies.forEach((body, b) => {
    const R = pose.subarray(12 * b, 12 * b + 9), p = pose.subarray(12 * b + 9, 12 * b + 12);
    for (const count of body.forms) {
      const points = [];
      for (let c = 0; c < count; c++, at += 3) {
        const [x, y, z] = run.corners.subarray(at, at + 3);
        points.push([0, 1, 2].map((r) => R[r] * x + R[3 + r] * y + R[6 + r] * z + p[r]));
      }
      found.push({ points, color: body.color });
    }
  });
  return found;
}

// The convex hull of points in the plane (Andrew 1979).
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

// All points that anything ever reaches, for the camera to keep in view.
function frame() {
  if (!run) return;
  view.points = [];
  for (let k = 0; k < run.poses.length; k += 6) for (const { points } of cornersAt(k)) view.points.push(...points);
  view.of = null;
  if (view.azimuth !== null || !view.points.length) return;
  const level = view.points.map((p) => [dot(p, east), dot(p, north)]);
  view.azimuth = widest(level);
  const c = Math.cos(view.azimuth), s = Math.sin(view.azimuth);
  const deep = extent(level.map(([x, y]) => c * y - s * x)), tall = extent(view.points.map((p) => dot(p, up)));
  view.elevation = deep[1] > tall[1] ? 0.6 : 0.12; // what lies flat is looked at from above
}

// The middle of some numbers, and how far they reach to either side.
function extent(values) {
  let low = Infinity, high = -Infinity;
  for (const x of values) { low = Math.min(low, x); high = Math.max(high, x); }
  return [(low + high) / 2, (high - low) / 2];
}

// What fills the picture, as the camera looks now: middle and half widths, to the right and over.
function filled(right, over) {
  const of = `${view.azimuth} ${view.elevation}`;
  if (view.of !== of) {
    view.of = of;
    view.box = [right, over].map((axis) => extent(view.points.map((p) => dot(p, axis))));
  }
  return view.box;
}

// The direction in which most happens, which is shown from left to right.
function widest(points) {
  const mean = [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
  let xx = 0, xy = 0, yy = 0;
  for (const [x, y] of points) { const a = x - mean[0], b = y - mean[1]; xx += a * a; xy += a * b; yy += b * b; }
  return 0.5 * Math.atan2(2 * xy, xx - yy);
}

function fit(canvas) {
  const ratio = devicePixelRatio || 1, { clientWidth: w, clientHeight: h } = canvas;
  if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) { canvas.width = Math.round(w * ratio); canvas.height = Math.round(h * ratio); }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, w, h);
  return [context, w, h];
}

function draw() {
  const [context, w, h] = fit($("picture")), [right, over, eye] = camera(), [[x, wide], [y, tall]] = filled(right, over);
  const scale = view.zoom * 0.45 * Math.min(w / Math.max(wide, 1e-6), h / Math.max(tall, 1e-6));
  const flat = (p) => [w / 2 + scale * (dot(p, right) - x), h / 2 - scale * (dot(p, over) - y), dot(p, eye)];
  const style = getComputedStyle(document.body), k = Math.min(run.times.length - 1, Math.round(time * FRAMES));
  trail(context, flat, k, style.getPropertyValue("--faint"));
  const shapes = cornersAt(k).map(({ points, color }) => {
    const seen = points.map(flat);
    return { seen, color, depth: seen.reduce((sum, p) => sum + p[2], 0) / seen.length };
  }).sort((a, b) => a.depth - b.depth);
  for (const { seen, color } of shapes) {
    context.beginPath();
    hull(seen).forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.fillStyle = color;
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = "rgba(0,0,0,.45)";
    context.stroke();
  }
}

// Where the last body has been.
function trail(context, flat, k, color) {
  const b = facts.bodies.length - 1;
  let last = 0;
  for (const count of facts.bodies.slice(0, -1).flatMap((body) => body.forms)) last += 3 * count;
  const points = run.corners.subarray(last), middle = [0, 1, 2].map((i) => { let sum = 0; for (let c = i; c < points.length; c += 3) sum += points[c]; return 3 * sum / Math.max(points.length, 1); });
  context.beginPath();
  for (let j = Math.max(0, k - 4 * FRAMES); j <= k; j++) {
    const pose = run.poses[j].subarray(12 * b), p = [0, 1, 2].map((r) => pose[r] * middle[0] + pose[3 + r] * middle[1] + pose[6 + r] * middle[2] + pose[9 + r]);
    const [x, y] = flat(p);
    if (j) context.lineTo(x, y); else context.moveTo(x, y);
  }
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
}

// --- the plot

const QUANTITIES = [
  ...facts.coordinates.map((one, i) => ({ ...one, index: i })),
  ...facts.speeds.map((one, i) => ({ label: `${one.label} rate`, unit: one.unit, index: facts.nq + i })),
];

function plot() {
  const [context, w, h] = fit($("plot")), { index, unit: name } = QUANTITIES[+$("quantity").value], angle = name.startsWith("rad");
  const values = run.states.map((x) => x[index] * (angle ? 180 / Math.PI : 1)), unitName = name.replace("rad", "deg");
  let low = Math.min(...values), high = Math.max(...values);
  if (high - low < 1e-9 * Math.max(1, Math.abs(high))) { low -= 1; high += 1; }
  const style = getComputedStyle(document.body), left = 52, bottom = 20, wide = w - left - 8, tall = h - bottom - 14;
  const X = (t) => left + wide * t / facts.duration, Y = (v) => 10 + tall * (high - v) / (high - low);
  context.font = "11px system-ui, sans-serif";
  context.fillStyle = style.getPropertyValue("--faint");
  context.strokeStyle = style.getPropertyValue("--line");
  for (const v of [low, (low + high) / 2, high]) {
    context.beginPath(); context.moveTo(left, Y(v)); context.lineTo(w - 8, Y(v)); context.stroke();
    context.textAlign = "right"; context.fillText(+v.toPrecision(3), left - 5, Y(v) + 4);
  }
  context.textAlign = "left"; context.fillText(unitName, left, h - 5);
  context.textAlign = "right"; context.fillText(`${+facts.duration.toPrecision(3)} s`, w - 8, h - 5);
  context.beginPath();
  values.forEach((v, k) => (k ? context.lineTo(X(run.times[k]), Y(v)) : context.moveTo(X(0), Y(v))));
  context.strokeStyle = style.getPropertyValue("--accent"); context.lineWidth = 1.6; context.stroke();
  context.beginPath(); context.moveTo(X(time), 10); context.lineTo(X(time), 10 + tall);
  context.strokeStyle = style.getPropertyValue("--ink"); context.lineWidth = 1; context.stroke();
}

function show() {
  if (!run) return;
  draw();
  plot();
  $("time").value = time / facts.duration;
  $("clock").textContent = `${time.toFixed(2)} s`;
}

// --- controls

const told = ({ values, unit: name }, k) => (name === "rad" ? `${+(values[k] * 180 / Math.PI).toPrecision(4)} deg` : `${+values[k].toPrecision(4)} ${name === "1" ? "" : name}`.trim());
facts.sliders.forEach((slider, s) => {
  const label = document.createElement("label"), name = document.createElement("span"), value = document.createElement("output"), input = document.createElement("input");
  name.textContent = slider.label;
  value.textContent = told(slider, slider.at);
  Object.assign(input, { type: "range", min: 0, max: slider.values.length - 1, step: 1, value: slider.at });
  input.oninput = () => { positions[s] = +input.value; value.textContent = told(slider, positions[s]); again(); };
  label.append(name, value, input);
  $("sliders").append(label);
});
$("sliders").hidden = !facts.sliders.length;
QUANTITIES.forEach((one, i) => $("quantity").add(new Option(one.label, i)));
$("quantity").onchange = show;
$("play").onclick = () => { playing = !playing; mark(); };
$("time").oninput = () => { playing = false; mark(); time = +$("time").value * facts.duration; show(); };
function mark() { $("play").textContent = playing ? "❚❚" : "▶"; $("play").setAttribute("aria-label", playing ? "pause" : "play"); }

let held = null;
$("picture").onpointerdown = (e) => { held = [e.clientX, e.clientY]; $("picture").setPointerCapture(e.pointerId); };
$("picture").onpointermove = (e) => {
  if (!held) return;
  view.azimuth -= 0.008 * (e.clientX - held[0]);
  view.elevation = Math.max(-1.57, Math.min(1.57, view.elevation + 0.008 * (e.clientY - held[1])));
  held = [e.clientX, e.clientY];
  show();
};
$("picture").onpointerup = () => { held = null; };
$("picture").addEventListener("wheel", (e) => { e.preventDefault(); view.zoom *= Math.exp(-0.001 * e.deltaY); show(); }, { passive: false });
new ResizeObserver(show).observe($("picture"));

let clock = performance.now();
function tick(now) {
  const step = Math.min(0.1, (now - clock) / 1000);
  clock = now;
  if (playing && run) { time = (time + step) % facts.duration; show(); }
  requestAnimationFrame(tick);
}
mark();
again();
requestAnimationFrame(tick);
window.playground = { simulate, positions, facts };
