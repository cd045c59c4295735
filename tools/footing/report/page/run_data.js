'use strict';
// The embedded data of the run: base64 arrays of numbers, decoded on first use.

const DATA = JSON.parse(document.getElementById('data').textContent);
const FOOT_COLORS = 6;
const MODES = ['separate', 'stick', 'slide', 'approach', 'ambiguous'];  // core's ContactMode
const EVENTS = ['lift-off', 'slip', 'slip on ice'];  // FootEventKind
const STATES = ['open', 'stick', 'slip'];

const ARRAYS = {f32: Float32Array, u8: Uint8Array, u16: Uint16Array, u32: Uint32Array};

function decodeArray(type, text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return new ARRAYS[type](bytes.buffer);
}

class Run {
  constructor(json) {
    Object.assign(this, {strips: DATA.strips, push: DATA.push}, json);
    this.end = this.begin + Math.max(0, this.ticks - 1) * this.period;
    this.decoded = new Map();
    this.events = this.warnings.events.map(([kind, foot, tick, warning]) => ({kind, foot, tick, warning}));
    this.phases = this.intervals(this.channel('phase').values);
  }

  // {values, stride}: one value for every stride-th tick.
  channel(name) {
    if (!this.decoded.has(name)) {
      const {type, stride, scale, data} = this.channels[name];
      const raw = decodeArray(type, data);
      this.decoded.set(name, {values: scale ? Float32Array.from(raw, (v) => v * scale) : raw, stride});
    }
    return this.decoded.get(name);
  }

  // A channel computed from others, and cached.
  derived(name, make) {
    if (!this.decoded.has(name)) this.decoded.set(name, make());
    return this.decoded.get(name);
  }

  tickAt(time) {
    return Math.min(this.ticks - 1, Math.max(0, Math.round((time - this.begin) / this.period)));
  }
  timeOf(tick) { return this.begin + tick * this.period; }

  valueAt(channel, time) {
    const {values, stride} = channel;
    if (!values.length) return NaN;
    return values[Math.min(values.length - 1, Math.round(this.tickAt(time) / stride))];
  }

  // Interpolates between samples, for quantities that move smoothly.
  smoothAt(channel, time) {
    const {values, stride} = channel;
    const at = Math.min(values.length - 1, Math.max(0, (time - this.begin) / this.period / stride));
    const i = Math.floor(at);
    const j = Math.min(values.length - 1, i + 1);
    return values[i] + (values[j] - values[i]) * (at - i);
  }

  states(foot, which) {
    return this.derived(`foot${foot}_${which}_state`, () => {
      const shift = {true: 0, estimated: 2, scheduled: 4}[which];
      const mask = which === 'scheduled' ? 1 : 3;
      const packed = this.channel(`foot${foot}_states`).values;
      return {values: packed.map((byte) => (byte >> shift) & mask), stride: 1};
    });
  }

  pointStates(point, which) {
    return this.derived(`point${point}_${which}_state`, () => {
      const shift = {true: 0, estimated: 2}[which];
      return {values: this.channel(`point${point}_states`).values.map((byte) => (byte >> shift) & 3), stride: 1};
    });
  }

  // |f_t| / (μ f_n) at the nominal μ; no value where the normal force is too small.
  coneUse(foot, which) {
    return this.derived(`foot${foot}_${which}_cone`, () => {
      const [x, y, z] = [0, 1, 2].map((k) => this.channel(`foot${foot}_${which}${k}`));
      const use = new Float32Array(z.values.length);
      for (let i = 0; i < use.length; ++i) {
        const normal = z.values[i];
        use[i] = normal > LEAST_FORCE ? Math.hypot(x.values[i], y.values[i]) / (this.nominal_friction * normal) : NaN;
      }
      return {values: use, stride: z.stride};
    });
  }

  // Speed along the ground; no value while the foot is in the air.
  slidingSpeed(foot) {
    return this.derived(`foot${foot}_sliding`, () => {
      const {values, stride} = this.channel(`foot${foot}_speed`);
      const states = this.states(foot, 'true').values;
      return {values: values.map((speed, i) => (states[i * stride] ? speed : NaN)), stride};
    });
  }

  // Remaining share of the margin 'slip' or 'lift_off'; no value while the foot is truly in the air.
  marginLeft(foot, which) {
    return this.derived(`foot${foot}_${which}_left`, () => {
      const {values, stride} = this.channel(`foot${foot}_${which}_share`);
      const states = this.states(foot, 'true').values;
      return {values: values.map((share, i) => (states[i] ? share : NaN)), stride};
    });
  }

  // 1 where the ground under the foot has less than the nominal friction.
  ice(foot) {
    return this.derived(`foot${foot}_ice`, () => {
      const {values, stride} = this.channel(`foot${foot}_friction`);
      const ice = new Uint8Array(this.ticks);
      for (let i = 0; i < ice.length; ++i) ice[i] = values[Math.floor(i / stride)] < this.nominal_friction - 1e-6 ? 1 : 0;
      return {values: ice, stride: 1};
    });
  }

  trueLimit(foot) {
    return this.derived(`foot${foot}_limit`, () => {
      const {values, stride} = this.channel(`foot${foot}_friction`);
      return {values: values.map((friction) => friction / this.nominal_friction), stride};
    });
  }

  // [{value, begin, end}], in ticks: the intervals in which a sequence is constant.
  intervals(values) {
    const found = [];
    for (let begin = 0, end = 0; begin < values.length; begin = end) {
      while (end < values.length && values[end] === values[begin]) ++end;
      found.push({value: values[begin], begin, end});
    }
    return found;
  }

  bands(name, channel) {
    return this.derived(name + '_bands', () => this.intervals(channel.values));
  }

  phaseAt(time) {
    return DATA.phases[this.channel('phase').values[this.tickAt(time)]] ?? '';
  }
}

const RUNS = DATA.runs.map((json) => new Run(json));
const page = {run: RUNS[0]};

// Colours of the style sheet, for the canvases.
let ink = {};
function readInk() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue('--' + name).trim();
  for (const name of ['page', 'surface', 'sunken', 'ink', 'ink-2', 'ink-3', 'line', 'grid', 'accent', 'truth', 'good', 'bad',
    'ice-tint', 'push-tint', 'phase-tint', 'sky-1', 'sky-2', 'ground', 'ground-line', 'ice', 'ice-line', 'trunk', 'limb', 'slip']) {
    ink[name] = get(name);
  }
  ink.feet = DATA.robot.feet.map((_, k) => get('foot' + k % FOOT_COLORS));
  ink.states = STATES.map(get);
  ink.font = (size, weight = 400) => `${weight} ${size}px Inter, "Segoe UI", system-ui, Roboto, Arial, sans-serif`;
}
readInk();

// Prepares a canvas for drawing in CSS pixels, sharp on any screen.
function openCanvas(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const ctx = canvas.getContext('2d');
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  return ctx;
}

function element(tag, className = '', text = '') {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}

function fixed(value, digits, unit = '') {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const text = value.toFixed(digits);
  return (Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')) + (unit && ' ' + unit);
}
const percent = (share, digits = 2) => (share === null ? '–' : fixed(100 * share, digits, '%'));
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
