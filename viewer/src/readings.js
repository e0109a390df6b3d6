// What sensors read, a row for each group of channels; grey where the last reading was lost.

const $ = (id) => document.getElementById(id);
const PERIOD = 100; // milliseconds between drawings
const DIGITS = { "°": 1, "°/s": 2, m: 3, "m/s": 3, "m/s²": 3, "µT": 2, kPa: 3, V: 2, A: 2, Ah: 3, N: 2, "N m": 2 };

function shown(value, unit) {
  if (value == null) return "–";
  const text = unit in DIGITS ? value.toFixed(DIGITS[unit]) : String(+value.toPrecision(5));
  return text.replace(/^-(0\.?0*)$/, "$1");
}

export class Readings {
  constructor(sensors) {
    this.drawn = 0;
    this.all = sensors.map((facts) => this.sensor(facts));
    $("readings").hidden = $("to-readings").hidden = !sensors.length;
    $("fold-readings").onclick = () => { this.fold(!$("readings").classList.contains("folded")); $("fold-readings").blur(); };
  }

  fold(on) {
    $("readings").classList.toggle("folded", on);
    $("fold-readings").setAttribute("aria-expanded", !on);
  }

  sensor(facts) {
    const root = document.createElement("section"), head = document.createElement("h3"), cells = [];
    root.className = "sensor";
    head.textContent = facts.name; head.title = facts.kind;
    root.append(head);
    for (const { label, unit, parts } of facts.rows) {
      const row = document.createElement("div"), name = document.createElement("span"), values = document.createElement("span"), last = document.createElement("i");
      row.className = "reading"; values.style.setProperty("--columns", Math.min(4, Math.max(3, parts.length))); name.textContent = label; last.textContent = unit;
      name.title = parts[0] ? `${label}: ${parts.join(", ")}` : label;
      for (const part of parts) {
        const cell = document.createElement("output");
        cell.title = part ? `${label}.${part}` : label;
        values.append(cell);
        cells.push({ cell, unit });
      }
      row.append(name, values, last);
      root.append(row);
    }
    $("channels").append(root);
    return { root, cells };
  }

  show(now, frames) {
    if (!frames || now - this.drawn < PERIOD || !this.all.length) return;
    this.drawn = now;
    this.all.forEach(({ root, cells }, i) => {
      const [valid, ...values] = frames[i];
      root.classList.toggle("lost", !valid);
      cells.forEach(({ cell, unit }, k) => { cell.textContent = shown(values[k], unit); });
    });
  }
}
