// Time plots beside the scene, with a cursor at the time shown; pressing in a plot goes there.
import uPlot from "uplot";
import { read } from "./data.js";

const FEW = ["#2f7fd0", "#ee7d3b", "#2a9d7c", "#d0587e", "#e3b62f", "#6f63c5", "#4bb3d3"];
const RAMP = ["#1d4e89", "#1f8aa6", "#3bb08f", "#e9c04c", "#ee7d3b", "#c9403f"];
// The cursor belongs to the time shown, not to the mouse.
const UNBOUND = Object.fromEntries(["down", "up", "move", "enter", "leave"].map((name) => [`mouse${name}`, () => null]).concat([["click", () => null], ["dblclick", () => null]]));
const DASHES = [[], [6, 4], [2, 3], [9, 3, 2, 3], [1, 4]];

function colorOf(i, count) {
  if (count <= FEW.length) return FEW[i];
  const place = i / (count - 1) * (RAMP.length - 1), k = Math.min(RAMP.length - 2, Math.floor(place)), f = place - k;
  const part = (color, j) => parseInt(color.slice(1 + 2 * j, 3 + 2 * j), 16);
  return `rgb(${[0, 1, 2].map((j) => Math.round(part(RAMP[k], j) * (1 - f) + part(RAMP[k + 1], j) * f)).join(",")})`;
}

// Rounding errors beside what a plot shows are zero.
function tidy(value, largest) {
  if (value == null || !isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size <= 1e-12 * largest) return "0";
  return (size < 1e-2 || size >= 1e5) ? value.toExponential(1) : value.toFixed(size < 10 ? 3 : size < 1000 ? 2 : 0);
}

// Rounding errors around a constant are no motion: they are not blown up to the height of the plot.
function range(u, low, high) {
  const middle = (low + high) / 2, least = 1e-9 * Math.max(1, Math.abs(middle));
  return high - low < least ? [middle - 1, middle + 1] : uPlot.rangeNum(low, high, 0.1, true);
}

export class Plots {
  constructor(root, panels, bytes, seek) {
    this.root = root; this.panels = panels; this.seek = seek; this.slots = [];
    this.time = 0;
    for (const panel of panels) panel.decode = () => this.decode(panel, bytes);
    const slots = Math.min(document.body.classList.contains("live") ? 2 : 3, panels.length);
    for (let i = 0; i < slots; i++) this.slots.push(this.slot(i));
    new ResizeObserver(() => this.resize()).observe(root);
  }

  decode(panel, bytes) {
    if (panel.data) return panel.data;
    const time = Array.from(read(bytes, panel.time)), flat = read(bytes, panel.values), n = panel.series.length;
    panel.data = [time, ...panel.series.map((series, i) => time.map((t, k) => {
      if (t < series.start - 1e-9 || t > series.end + 1e-9) return null;
      return panel.log ? 10 ** flat[k * n + i] : flat[k * n + i];
    }))];
    return panel.data;
  }

  slot(index) {
    const section = document.createElement("section");
    const select = document.createElement("select");
    select.setAttribute("aria-label", "quantity of this plot");
    this.panels.forEach((panel, i) => select.add(new Option(panel.unit && panel.unit !== "1" ? `${panel.title} (${panel.unit})` : panel.title, i)));
    select.value = index;
    const chart = document.createElement("div");
    chart.className = "chart";
    section.append(select, chart);
    this.root.append(section);
    const slot = { section, select, chart, plot: null };
    select.onchange = () => this.draw(slot);
    return slot;
  }

  draw(slot) {
    const panel = this.panels[slot.select.value], data = panel.decode();
    slot.panel = panel;
    slot.plot?.destroy();
    const style = getComputedStyle(document.body), ink = style.getPropertyValue("--dim"), rule = style.getPropertyValue("--rule");
    const count = panel.series.length, labels = new Set(panel.series.map((s) => s.label)).size;
    const largest = (u) => (panel.log ? 0 : Math.max(Math.abs(u.scales.y.min ?? 0), Math.abs(u.scales.y.max ?? 0)));
    const axis = { stroke: ink, font: "11px system-ui, sans-serif", grid: { stroke: rule, width: 1 }, ticks: { show: false } };
    slot.plot = new uPlot({
      ...this.size(slot), padding: [6, 10, 0, 0],
      legend: { show: labels <= 8, live: true, markers: { width: 2 } },
      cursor: { drag: { x: false, y: false }, y: false, points: { size: 7, show: count <= 8 }, bind: UNBOUND },
      scales: { x: { time: false }, y: panel.log ? { distr: 3 } : { range } },
      axes: [{ ...axis, size: 24, gap: 2 }, { ...axis, size: 46, gap: 2, values: (u, ticks) => ticks.map((v) => (v == null ? "" : `${+v.toPrecision(4)}`)) }],
      series: [{ value: (u, v) => (v == null ? "" : `${v.toFixed(2)} s`) }, ...panel.series.map((series, i) => ({
        label: series.label || panel.title.split(",")[0], stroke: colorOf(i % labels, labels), class: series.run ? "other" : "first", width: count > 8 ? 1 : 1.5,
        dash: DASHES[series.run % DASHES.length], points: { show: false }, value: (u, v) => tidy(v, largest(u)),
      }))],
    }, data, slot.chart);
    const over = slot.plot.over;
    const go = (event) => this.seek(slot.plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    over.onpointerdown = (event) => { over.setPointerCapture(event.pointerId); go(event); };
    over.onpointermove = (event) => { if (event.buttons) go(event); };
    this.mark(slot);
    // once more when the legend stands, whose height is then known
    requestAnimationFrame(() => requestAnimationFrame(() => slot.plot.setSize(this.size(slot))));
  }

  size(slot) {
    const legend = slot.chart.querySelector(".u-legend")?.offsetHeight ?? 0;
    return { width: Math.max(160, slot.chart.clientWidth), height: Math.max(80, slot.chart.clientHeight - legend) };
  }

  resize() {
    for (const slot of this.slots) {
      if (slot.section.offsetParent === null) continue;
      if (slot.plot) { slot.plot.setSize(this.size(slot)); this.mark(slot); } else this.draw(slot);
    }
  }

  mark(slot) {
    const u = slot.plot;
    u.setCursor({ left: u.valToPos(this.time, "x"), top: 1 }, true);
  }

  show(time) {
    this.time = time;
    for (const slot of this.slots) if (slot.plot && slot.section.offsetParent !== null) this.mark(slot);
  }
}
