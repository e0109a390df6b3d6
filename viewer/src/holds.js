// Controllers of the robot: a switch each, and set points beside what is measured.

const $ = (id) => document.getElementById(id);
const DIGITS = { "°": 1, m: 2, "m/s": 2, "°/s": 1 };

function shown(value, unit) { return value == null ? "" : (+value).toFixed(DIGITS[unit] ?? 3).replace(/^-(0\.?0*)$/, "$1"); }

export class Holds {
  constructor(controllers, command) {
    this.command = command;
    this.all = controllers.map((facts) => this.panel(facts));
    $("holds").hidden = !controllers.length;
  }

  panel(facts) {
    const root = document.createElement("section"), head = document.createElement("div"), rows = document.createElement("div");
    root.className = "hold"; head.className = "hold-head"; rows.className = "points";
    head.innerHTML = '<button class="switch" role="switch" aria-checked="false"><i></i></button><button class="fold" aria-expanded="false"><b></b><span></span></button><output></output><kbd>H</kbd>';
    const [toggle, fold, note, key] = head.children;
    const one = { facts, root, toggle, fold, note, on: false, points: [] };
    fold.children[0].textContent = facts.name; fold.children[1].textContent = facts.kind;
    toggle.setAttribute("aria-label", facts.name); toggle.title = facts.key ? `${facts.name} (H)` : facts.name;
    toggle.onclick = () => { this.toggle(one); toggle.blur(); };
    fold.onclick = () => { this.open(one, !root.classList.contains("open")); fold.blur(); };
    key.hidden = !facts.key;
    key.onclick = () => this.toggle(one);
    one.points = facts.points.map((point) => this.point(one, point, rows));
    root.append(head, rows);
    $("holds").append(root);
    return one;
  }

  point(one, facts, rows) {
    const row = document.createElement("label");
    row.className = "point";
    row.innerHTML = '<span></span><input type="number" step="any" autocomplete="off"><span><output></output> <i></i></span>';
    const [name, input, beside] = row.children, [measure, unit] = beside.children;
    name.textContent = facts.label; unit.textContent = facts.unit;
    input.title = `set point of ${facts.name}`; measure.title = "measured";
    input.setAttribute("aria-label", facts.name);
    const point = { facts, input, measure, before: "" };
    input.onkeydown = (event) => {
      if (event.key === "Escape") { input.value = point.before; input.blur(); }
      if (event.key === "Enter") { this.tell(point); input.blur(); }
    };
    input.onchange = () => this.tell(point);
    input.onfocus = () => { point.before = input.value; input.select(); };
    rows.append(row);
    return point;
  }

  // An empty field gives the set point back: to the line of sight, to its signal, or as it is.
  tell(point) {
    const { input, facts } = point;
    if (input.validity.badInput) { input.value = point.before; return; }
    if (input.value === point.before) return;
    point.before = input.value;
    this.command({ do: "tell", name: facts.name, value: input.value === "" ? null : +input.value });
  }

  toggle(one) { this.command({ do: "switch", name: one.facts.name, value: !one.on }); }

  // The one of the key H; whether there is one.
  press() {
    const one = this.all.find(({ facts }) => facts.key);
    if (one) this.toggle(one);
    return !!one;
  }

  open(one, on) {
    one.root.classList.toggle("open", on);
    one.fold.setAttribute("aria-expanded", on);
  }

  follow(states) {
    this.all.forEach((one, i) => {
      const { on, points, note } = states[i];
      if (on !== one.on) this.open(one, on);
      one.on = on;
      one.root.classList.toggle("on", on);
      one.toggle.setAttribute("aria-checked", on);
      one.note.textContent = note;
      one.points.forEach((point, k) => {
        const [target, measure] = points[k], { unit, here } = point.facts;
        point.measure.textContent = shown(measure, unit);
        point.input.disabled = here && !on;
        if (document.activeElement !== point.input) point.input.value = shown(target, unit);
      });
    });
  }
}
