// Plots that scroll: the last seconds of every line.

const WINDOW = 20; // seconds of simulated time
const KEPT = 2400; // points of a line
const PERIOD = 100; // milliseconds between drawings

export class Scroll {
  constructor(plots, panels) {
    this.plots = plots; this.panels = panels;
    this.drawn = 0;
    this.clear();
  }

  clear() { for (const panel of this.panels) panel.data = [[], ...panel.series.map(() => [])]; this.last = null; }

  add(frame) {
    let k = 0;
    for (const panel of this.panels) {
      const [times, ...lines] = panel.data;
      if (times.length && frame.t <= times[times.length - 1]) { k += lines.length; continue; }
      times.push(frame.t);
      for (const line of lines) {
        let value = frame.y[k++];
        const before = line[line.length - 1];
        // angles that pass half a turn go on, they do not jump
        if (panel.unit === "deg" && before != null && value != null) value -= 360 * Math.round((value - before) / 360);
        line.push(value);
      }
      if (times.length > KEPT) for (const values of panel.data) values.splice(0, KEPT / 4);
    }
  }

  show(now, time) {
    if (now - this.drawn < PERIOD) return;
    this.drawn = now;
    for (const slot of this.plots.slots) {
      if (!slot.plot || slot.section.offsetParent === null) continue;
      const [times] = slot.panel.data, end = Math.max(time, WINDOW / 4), begin = Math.max(times[0] ?? 0, end - WINDOW);
      slot.plot.setData(slot.panel.data, false);
      slot.plot.setScale("x", { min: begin, max: Math.max(end, begin + WINDOW / 4) });
    }
    this.plots.show(time);
  }
}
