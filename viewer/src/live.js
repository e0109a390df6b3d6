// The page of a running simulation: asks for frames, shows them, sends commands.
import { Drive } from "./drive.js";
import { Holds } from "./holds.js";
import { Scroll } from "./live_plots.js";
import { Readings } from "./readings.js";

const $ = (id) => document.getElementById(id);
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10];
const LAG = 1.5; // frames that the picture stays behind, so that there is always one to go to

async function post(where, words) {
  const answer = await fetch(where, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(words) });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

export class Live {
  constructor(page, facts, panels) {
    this.page = page; this.facts = facts;
    this.track = page.actors[0].track;
    this.scroll = new Scroll(page.plots, panels);
    this.status = { paused: true, speed: 1 };
    this.seen = -1; this.epoch = -1; this.interval = 1 / 60; this.latency = 0; this.got = 0; this.since = performance.now();
    this.drive = new Drive(facts.controls, (words) => this.command(words), () => this.holds.press());
    this.holds = new Holds(facts.controllers, (words) => this.command(words));
    this.readings = new Readings(facts.sensors);
    this.sliders();
    this.words();
  }

  words() {
    SPEEDS.forEach((speed) => $("speed").add(new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    $("speed").onchange = () => { this.command({ do: "speed", value: +$("speed").value }); $("speed").blur(); };
    $("play").onclick = () => this.command({ do: "pause", value: !this.status.paused });
    $("rewind").onclick = () => this.command({ do: "reset" });
    $("record").onclick = () => this.command({ do: "record", value: !this.status.recording });
    const tabs = ["deck", "readings", "plots"];
    for (const id of tabs) {
      $(`to-${id}`).onclick = () => { document.body.dataset.tab = id; for (const one of tabs) $(`to-${one}`).setAttribute("aria-pressed", one === id); };
    }
    $("to-deck").click();
    addEventListener("keyup", (event) => this.drive.key(event, false));
  }

  // Keys that drive come before those of the viewer, which then want Shift.
  key(event) {
    if (event.target.type === "range") event.target.blur();
    if (this.drive.key(event, true)) { event.preventDefault(); return true; }
    const hold = event.key.toLowerCase() === "h" && !event.shiftKey;
    if (event.repeat) return hold || event.key === " " || event.key === "Enter" || event.key === "Backspace";
    if (hold) return this.holds.press();
    const action = { " ": "play", Enter: "record", Backspace: "rewind" }[event.key];
    if (!action) return false;
    event.preventDefault();
    $(action).click();
    return true;
  }

  sliders() {
    const power = { name: "power", label: "power", low: 0, high: 2, value: 1, unit: "" };
    this.knobs = new Map([power, ...this.facts.sliders].map((one) => [one.name, this.slider(one)]));
  }

  slider(facts) {
    const row = document.createElement("label");
    row.className = "knob";
    row.innerHTML = '<span></span><input type="range"><output></output>';
    const [name, input, output] = row.children;
    name.textContent = facts.label; name.title = facts.name;
    Object.assign(input, { min: facts.low, max: facts.high, step: "any", value: facts.value });
    const show = () => { output.textContent = `${+(+input.value).toPrecision(3)}${facts.unit ? ` ${facts.unit}` : ""}`; };
    const knob = { input, facts, show, busy: false };
    // the newest value after the last one was heard; until then the server's is out of date
    const tell = async () => {
      if (knob.busy) return;
      knob.busy = true;
      let told;
      do { told = input.value; await this.command({ do: "slide", name: facts.name, value: +told }); } while (told !== input.value);
      setTimeout(() => { knob.busy = false; }, 300);
    };
    input.oninput = () => { show(); tell(); };
    input.onchange = () => input.blur();
    show();
    $("knobs").append(row);
    return knob;
  }

  async command(words) {
    try {
      const answer = await post("command", words);
      if (answer.problem) this.say(answer.problem);
    } catch (error) { this.say(error.message); }
  }

  say(text, seconds = 6) {
    $("say").textContent = text;
    $("say").hidden = !text;
    clearTimeout(this.quiet);
    if (text) this.quiet = setTimeout(() => { $("say").hidden = true; }, 1000 * seconds);
  }

  // Asks for the next frame when the last one is here: a slow browser simply asks less often.
  async listen() {
    for (;;) {
      if (document.hidden) await new Promise((go) => document.addEventListener("visibilitychange", go, { once: true }));
      const asked = performance.now();
      try {
        const frame = await post("poll", { after: this.seen });
        document.body.classList.remove("lost");
        this.latency += 0.1 * (performance.now() - asked - 1000 * frame.held - this.latency);
        this.take(frame);
      } catch {
        document.body.classList.add("lost");
        await new Promise((go) => setTimeout(go, 1000));
      }
    }
  }

  take(frame) {
    this.seen = frame.n;
    this.got += 1;
    if (frame.epoch !== this.epoch) {
      this.epoch = frame.epoch;
      this.track.clear(); this.scroll.clear();
      this.page.actors[0].paths.forEach((path) => path.clear());
      this.page.time = frame.t;
    }
    const step = frame.t - this.track.end;
    if (step > 0 && this.track.frames.length) this.interval += 0.1 * (Math.min(step, 0.5) - this.interval);
    if (step > 0 || !this.track.frames.length) {
      this.track.add(frame);
      this.scroll.add(frame);
      this.page.actors[0].paths.forEach((path) => path.add(frame));
    }
    this.read = frame.r;
    this.holds.follow(frame.c);
    this.follow(frame.status);
  }

  follow(status) {
    const before = this.status;
    this.status = status;
    document.body.classList.toggle("playing", !status.paused);
    document.body.classList.toggle("recording", !!status.recording);
    $("play").setAttribute("aria-label", status.paused ? "play" : "pause");
    $("record").setAttribute("aria-pressed", !!status.recording);
    if (document.activeElement !== $("speed")) $("speed").value = status.speed;
    if (status.message && status.message !== before.message) this.say(status.message, 12);
    for (const [name, value] of Object.entries(status.sliders)) {
      const knob = this.knobs.get(name);
      if (!knob) continue;
      knob.input.disabled = !!status.recording && knob.facts.rebuilds;
      if (!knob.busy && document.activeElement !== knob.input && +knob.input.value !== value) { knob.input.value = value; knob.show(); }
    }
    this.drive.shown(status.places, status.taken);
  }

  // Moves the picture on by the wall clock, kept a little behind the newest frame.
  frame(now, step) {
    this.drive.update(now);
    this.readings.show(now, this.read);
    if (!this.track.frames.length) return;
    const { paused, speed } = this.status;
    const aim = paused ? this.track.end : this.track.end - LAG * this.interval;
    let t = this.page.time + (paused ? 0 : step * speed);
    t += (1 - Math.exp(-6 * step)) * (aim - t);
    if (Math.abs(aim - t) > 0.3 * Math.max(1, speed)) t = aim;
    this.page.seek(Math.max(this.track.start, Math.min(t, this.track.end)));
    this.page.stage.widen(this.page.actors[0]);
    this.scroll.show(now, this.page.time);
    if (now - this.since > 500) this.pulse(now);
  }

  pulse(now) {
    const { status } = this, rate = 1000 * this.got / (now - this.since);
    this.got = 0; this.since = now;
    const slow = !status.paused && status.ratio < 0.9 * status.speed ? `${status.ratio.toFixed(2)}× real time · ` : "";
    $("pulse").textContent = `${slow}${rate.toFixed(0)}/s · ${Math.max(0, this.latency).toFixed(0)} ms`;
    $("saving").textContent = status.recording ? `${status.recording.name} · ${status.recording.seconds.toFixed(1)} s` : "";
  }
}
