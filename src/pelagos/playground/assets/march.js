// The march of a page: Dormand and Prince's method of order 5 (Hairer, Norsett and Wanner 1993,
// section II.4), with forces of constraints and the way back onto them.
const facts = JSON.parse(document.getElementById("facts").textContent);
const A = [
  [], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
const C = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const E = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];
const RTOL = 1e-13, ATOL = 1e-15, MOST_STEPS = 200000;
const HAIR = 1e-13; // just before and after a stop: inputs must be on their sides of a jump
const GOOD = 1e-13, LARGEST = 0.3, PROJECTIONS = 20; // residuals that are rounding; longest move
const ROUNDING = 1e-12, NULL = 1e-13, RANK = 1e-10; // as in the engine's pseudo-inverse

// The last row of a table that begins at x or before.
function row(table, x) {
  let a = 0, b = table.length;
  while (b - a > 1) { const m = (a + b) >> 1; if (table[m][0] <= x) a = m; else b = m; }
  return table[a];
}

// Rows of G that are independent, by pivots of Cholesky's method that stand out of rounding.
function independent(gram, at, n) {
  const own = (i) => gram[at + i * n + i], columns = [], rows = [], left = new Float64Array(n);
  let largest = 0;
  for (let i = 0; i < n; i++) {
    left[i] = own(i) > ROUNDING * gram[at + n * n + i] ? own(i) : 0;
    largest = Math.max(largest, left[i]);
  }
  for (;;) {
    let pivot = -1;
    for (let i = 0; i < n; i++)
      if (own(i) > NULL * largest && left[i] > RANK * own(i) && (pivot < 0 || left[i] > left[pivot])) pivot = i;
    if (pivot < 0) return rows;
    const root = Math.sqrt(left[pivot]), column = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      let sum = gram[at + i * n + pivot];
      for (const other of columns) sum -= other[i] * other[pivot];
      column[i] = sum / root;
      left[i] -= column[i] ** 2;
    }
    left[pivot] = 0;
    columns.push(column);
    rows.push(pivot);
  }
}

// Forces f of G f = r by Cholesky's method on independent rows; the others have none. Motion is the
// same as with forces of least norm, which are not shown here.
function solved(gram, at, n, right, rows) {
  const L = [], f = new Float64Array(n);
  rows.forEach((i, a) => {
    L.push(new Float64Array(rows.length));
    for (let b = 0; b <= a; b++) {
      let sum = gram[at + i * n + rows[b]];
      for (let k = 0; k < b; k++) sum -= L[a][k] * L[b][k];
      L[a][b] = a === b ? Math.sqrt(sum) : sum / L[b][b];
    }
  });
  const z = rows.map(() => 0);
  rows.forEach((i, a) => {
    let sum = right[i];
    for (let k = 0; k < a; k++) sum -= L[a][k] * z[k];
    z[a] = sum / L[a][a];
  });
  for (let a = rows.length - 1; a >= 0; a--) {
    let sum = z[a];
    for (let k = a + 1; k < rows.length; k++) sum -= L[k][a] * z[k];
    z[a] = sum / L[a][a];
    f[rows[a]] = z[a];
  }
  return f;
}

// Add to a list what the forces of all groups change there; where: places inside of a group.
function respond(y, groups, target, where, active) {
  groups.table.forEach(([first, n, , count, listed], g) => {
    const { wanted, gram, effects } = where(first, n);
    const f = solved(y, gram, n, y.subarray(wanted, wanted + n), active[g]);
    for (let r = 0; r < n; r++)
      for (let k = 0; k < count; k++) target[groups.affected[listed + k]] += f[r] * y[effects + r * count + k];
  });
}
const inRates = (first, n) => ({ wanted: first, gram: first + n, effects: first + n * n + 2 * n });
const toPlace = (first, n) => ({ wanted: first + n * n + n, gram: first, effects: first + n * n + 3 * n });
const toSpeed = (first, n) => ({ wanted: first + n * n + 2 * n, gram: first, effects: first + n * n + 3 * n });

class March {
  constructor(numbers, start, stops) {
    this.p = numbers;
    this.x = Float64Array.from(start);
    this.stops = stops;
    this.t = 0;
    this.h = 1e-4;
    this.steps = 0;
    this.y = new Float64Array(8192);
    this.k = A.map(() => new Float64Array(facts.flowing + 1));
    this.stage = new Float64Array(facts.size);
    this.next = new Float64Array(facts.size);
    this.closed = facts.groups.rates.table.length > 0;
  }

  rates(t, x, dx) {
    const y = this.y, n = facts.flowing + 1;
    rates(t, x, this.p, y);
    for (let i = 0; i < n; i++) dx[i] = y[i];
    if (this.closed) respond(y, facts.groups.rates, dx, inRates, this.active);
  }

  // Go on to a time, and land on it.
  to(end) {
    while (this.t < end) {
      const stop = this.stops.find((s) => s > this.t);
      this.land(stop !== undefined && stop < end ? stop : end);
    }
  }

  land(end) {
    const { x, next, stage, k } = this, n = facts.flowing, last = facts.size - 1;
    if (this.closed) this.choose(this.t * (1 + HAIR), x);
    this.rates(this.t * (1 + HAIR), x, k[0]);
    while (this.t < end) {
      if (++this.steps > MOST_STEPS) throw new Error("too many steps");
      const lands = 1.01 * this.h >= end - this.t, h = lands ? end - this.t : this.h;
      const after = lands ? end * (1 - HAIR) : this.t + h, { active } = this;
      for (let s = 1; s < 7; s++) {
        const target = s === 6 ? next : stage;
        target.set(x);
        for (let i = 0; i <= n; i++) {
          let sum = 0;
          for (let j = 0; j < s; j++) sum += A[s][j] * k[j][i];
          target[i === n ? last : i] += h * sum;
        }
        if (s === 6) this.onto(after, next);
        this.rates(C[s] === 1 ? after : this.t + C[s] * h, target, k[s]);
      }
      let error = 0;
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < 7; j++) sum += E[j] * k[j][i];
        error += (h * sum / (ATOL + RTOL * Math.max(Math.abs(x[i]), Math.abs(next[i])))) ** 2;
      }
      error = Math.sqrt(error / Math.max(n, 1));
      const grow = error > 0 ? Math.min(5, Math.max(0.2, 0.9 * error ** -0.2)) : 5;
      if (error <= 1) {
        this.t = lands ? end : this.t + h;
        x.set(next);
        k[0].set(k[6]);
        this.h = lands ? Math.max(this.h, h * grow) : h * grow;
      } else {
        this.active = active;
        this.h = h * (Number.isFinite(error) ? grow : 0.2);
        if (!(this.h > 1e-14 * Math.max(this.t, 1))) throw new Error(`the step becomes too small at ${this.t.toFixed(3)} s`);
      }
    }
  }

  // Stages of a step keep to the rows that are independent at its start.
  choose(t, x) {
    restore(t, x, this.p, this.y);
    this.active = facts.groups.restore.table.map(([first, n]) => independent(this.y, toPlace(first, n).gram, n));
  }

  // Quaternions to length 1, and the state back onto its constraints.
  onto(t, x) {
    for (const q of facts.quaternions) {
      const length = Math.hypot(x[q], x[q + 1], x[q + 2], x[q + 3]);
      for (let i = 0; i < 4; i++) x[q + i] /= length;
    }
    if (!this.closed) return;
    const { nq, nv, size, groups } = facts, y = this.y, move = new Float64Array(nv), moved = new Float64Array(size + nv);
    for (let pass = 0; ; pass++) {
      this.choose(t, x);
      const off = groups.restore.table.some(([first, n]) => {
        const { wanted } = toPlace(first, n);
        return y.subarray(wanted, wanted + n).some((c) => Math.abs(c) > GOOD);
      });
      if (!off || pass === PROJECTIONS) break;
      move.fill(0);
      respond(y, groups.restore, move, toPlace, this.active);
      const longest = Math.max(...move.map(Math.abs)), part = longest > LARGEST ? LARGEST / longest : 1;
      moved.set(x);
      for (let v = 0; v < nv; v++) moved[size + v] = part * move[v];
      shift(t, moved, this.p, y);
      for (let i = 0; i < nq; i++) x[i] += y[i];
    }
    move.fill(0);
    respond(y, groups.restore, move, toSpeed, this.active);
    for (let v = 0; v < nv; v++) x[nq + v] += move[v];
  }

  // The state, with prescribed joints where their signals have them.
  state() {
    if (!facts.driven) return Float64Array.from(this.x);
    prescribed(this.t, this.x, this.p, this.y);
    return this.y.slice(0, facts.size);
  }

  // Turn (9, by columns) and place (3) of every body.
  poses() {
    places(this.t, this.x, this.p, this.y);
    const found = new Float64Array(12 * facts.bodies.length);
    for (let b = 0; b < facts.bodies.length; b++) found.set(this.y.subarray(18 * (b + 1), 18 * (b + 1) + 12), 12 * b);
    return found;
  }
}

// The numbers of the robot with its sliders at these positions.
function numbersAt(positions) {
  const all = Float64Array.from(facts.base);
  for (const { sliders, places, rows } of facts.tables) {
    let at = 0;
    for (const s of sliders) at = at * facts.sliders[s].values.length + positions[s];
    places.forEach((place, i) => { all[place] = rows[at][i]; });
  }
  const { numbers, start, stops, corners, end } = facts.layout;
  return { numbers: all.slice(numbers, start), start: all.slice(start, stops), stops: all.slice(stops, corners), corners: all.slice(corners, end) };
}
