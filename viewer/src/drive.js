// Hands on the robot: keys, gamepad, sticks on a touch screen and the rows of the panel, summed.

const $ = (id) => document.getElementById(id);
const REPEAT = 200; // milliseconds after which the server hears again that a key is still held
const DEAD = 0.12; // of a stick of a gamepad
// The sticks, as on the remote control of a vehicle: left turns and lifts, right goes.
const STICKS = [{ x: "turn", y: "up" }, { x: "right", y: "ahead" }];
const clip = (value) => Math.max(-1, Math.min(1, value));

export class Drive {
  constructor(controls, send, hold) {
    this.axes = controls.axes; this.channels = controls.channels; this.send = send; this.hold = hold;
    this.held = new Set(); this.pulled = {}; this.sticks = {}; this.pad = {}; this.turned = 0; this.padTurn = 0;
    this.chosen = 0; this.sent = ""; this.sentAt = 0; this.buttons = [];
    this.rows();
    this.joint();
    this.touch();
    addEventListener("blur", () => this.release());
    document.addEventListener("visibilitychange", () => this.release());
  }

  // Whoever looks away lets go.
  release() { this.held.clear(); this.pulled = {}; this.sticks = {}; this.turned = 0; }

  key(event, down) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const axis = this.axes.some((a) => a.plus === key || a.minus === key);
    if (down && this.channels.length && (key === "[" || key === "]")) { this.choose(key === "]" ? 1 : -1); return true; }
    if (!axis && !(this.channels.length && key.startsWith("Arrow"))) return false;
    if (down && event.shiftKey) return false;
    if (down) this.held.add(key); else this.held.delete(key);
    return true;
  }

  value(axis) {
    const keys = (this.held.has(axis.plus) ? 1 : 0) - (this.held.has(axis.minus) ? 1 : 0);
    return clip(keys + (this.pulled[axis.name] ?? 0) + (this.sticks[axis.name] ?? 0) + (this.pad[axis.name] ?? 0));
  }

  turn() {
    const on = (...names) => names.some((name) => this.held.has(name)) ? 1 : 0;
    return clip(on("ArrowUp", "ArrowRight") - on("ArrowDown", "ArrowLeft") + this.turned + this.padTurn);
  }

  choose(step) {
    if (!this.channels.length) return;
    this.chosen = (this.chosen + step + this.channels.length) % this.channels.length;
    $("joint").value = this.chosen;
  }

  // Tells the server what is held, when that changes and while it lasts.
  update(now) {
    this.gamepad();
    const axes = {}, channels = {};
    for (const axis of this.axes) {
      const value = this.value(axis);
      axis.bar.style.setProperty("--at", value);
      axis.row.classList.toggle("on", value !== 0);
      if (value) axes[axis.name] = +value.toFixed(3);
    }
    const turn = this.turn();
    if (turn) channels[this.channels[this.chosen].name] = +turn.toFixed(3);
    const words = JSON.stringify({ axes, channels });
    const idle = words === '{"axes":{},"channels":{}}';
    if (this.sending || (words === this.sent && (idle || now - this.sentAt < REPEAT))) return;
    this.sent = words; this.sentAt = now;
    // one at a time, or the last word might arrive before the one before it
    this.sending = true;
    this.send({ do: "drive", axes, channels }).finally(() => { this.sending = false; });
  }

  rows() {
    for (const axis of this.axes) {
      const row = document.createElement("div"), bar = document.createElement("div");
      row.className = "axis"; bar.className = "pull";
      row.innerHTML = "<kbd></kbd><span></span><kbd></kbd>";
      const [minus, name, plus] = row.children;
      minus.textContent = axis.minus.toUpperCase(); plus.textContent = axis.plus.toUpperCase(); name.textContent = axis.name;
      name.prepend(bar);
      const pull = (event) => {
        const box = bar.getBoundingClientRect();
        this.pulled[axis.name] = clip(2 * (event.clientX - box.left) / box.width - 1);
      };
      const free = () => { delete this.pulled[axis.name]; };
      name.onpointerdown = (event) => { name.setPointerCapture(event.pointerId); pull(event); };
      name.onpointermove = (event) => { if (axis.name in this.pulled) pull(event); };
      name.onpointerup = name.onpointercancel = free;
      for (const [key, value] of [[minus, -1], [plus, 1]]) {
        key.onpointerdown = (event) => { key.setPointerCapture(event.pointerId); this.pulled[axis.name] = value; };
        key.onpointerup = key.onpointercancel = free;
      }
      axis.row = row; axis.bar = bar;
      $("axes").append(row);
    }
  }

  joint() {
    $("joints").hidden = !this.channels.length;
    this.channels.forEach((channel, i) => $("joint").add(new Option(channel.name, i)));
    $("joint").onchange = () => { this.chosen = +$("joint").value; $("joint").blur(); };
    for (const [id, value] of [["less", -1], ["more", 1]]) {
      $(id).onpointerdown = (event) => { $(id).setPointerCapture(event.pointerId); this.turned = value; };
      $(id).onpointerup = $(id).onpointercancel = () => { this.turned = 0; };
    }
  }

  // Where the chosen channel was put, and which axes move set points.
  shown(values, taken) {
    for (const axis of this.axes) axis.row.classList.toggle("taken", taken.includes(axis.name));
    const channel = this.channels[this.chosen];
    if (!channel) return;
    const value = values[channel.name] ?? 0;
    $("place").textContent = channel.unit === "rad" ? `${(value * 180 / Math.PI).toFixed(0)}°` : `${+value.toPrecision(3)} ${channel.unit}`;
  }

  touch() {
    const known = new Set(this.axes.map((axis) => axis.name));
    STICKS.forEach((stick, i) => {
      const root = $(["left", "right"][i]), knob = root.firstElementChild;
      root.hidden = !known.has(stick.x) && !known.has(stick.y);
      const words = (name) => (known.has(name) ? name : "");
      root.dataset.x = words(stick.x); root.dataset.y = words(stick.y);
      const move = (event) => {
        const box = root.getBoundingClientRect(), r = box.width / 2;
        let x = (event.clientX - box.left) / r - 1, y = 1 - (event.clientY - box.top) / r;
        const far = Math.max(1, Math.hypot(x, y));
        x /= far; y /= far;
        knob.style.translate = `${x * 0.62 * r}px ${-y * 0.62 * r}px`;
        if (known.has(stick.x)) this.sticks[stick.x] = Math.abs(x) < DEAD ? 0 : x;
        if (known.has(stick.y)) this.sticks[stick.y] = Math.abs(y) < DEAD ? 0 : y;
      };
      root.onpointerdown = (event) => { root.setPointerCapture(event.pointerId); root.dataset.on = "1"; move(event); };
      root.onpointermove = (event) => { if (root.dataset.on) move(event); };
      root.onpointerup = root.onpointercancel = () => {
        delete root.dataset.on; delete this.sticks[stick.x]; delete this.sticks[stick.y];
        knob.style.translate = "";
      };
    });
  }

  // Sticks as above; the cross chooses and turns joints, the triggers roll; A, B, X, Y are told to the page.
  gamepad() {
    const pad = [...(navigator.getGamepads?.() ?? [])].find((one) => one?.connected);
    this.pad = {}; this.padTurn = 0;
    document.body.classList.toggle("padded", !!pad);
    if (!pad) return;
    const stick = (i) => (Math.abs(pad.axes[i] ?? 0) < DEAD ? 0 : pad.axes[i]);
    const pressed = (i) => pad.buttons[i]?.value ?? 0;
    STICKS.forEach(({ x, y }, i) => { this.pad[x] = stick(2 * i); this.pad[y] = -stick(2 * i + 1); });
    this.pad.roll = pressed(7) - pressed(6);
    this.pad["nose up"] = pressed(5) - pressed(4);
    this.padTurn = this.channels.length ? pressed(12) - pressed(13) : 0;
    const down = pad.buttons.map((button) => button.pressed), fresh = (i) => down[i] && !this.buttons[i];
    if (fresh(14)) this.choose(-1);
    if (fresh(15)) this.choose(1);
    if (fresh(3)) this.hold();
    ["play", "rewind", "record"].forEach((id, i) => { if (fresh(i)) $(id).click(); });
    this.buttons = down;
  }
}
