'use strict';
// The common time axis: the interval shown, the cursor, and whether playback runs.

class Timeline {
  constructor() {
    this.speed = 1;
    this.playing = false;
    this.onView = [];    // the interval shown has changed: draw everything again
    this.onCursor = [];  // only the cursor moved
    this.fit();
  }

  fit() {
    this.first = page.run.begin;
    this.last = Math.max(page.run.end, this.first + 0.01);
    this.begin = this.first;
    this.end = this.last;
    this.cursor = Math.min(Math.max(this.cursor ?? this.first, this.first), this.last);
  }

  viewChanged() { for (const call of this.onView) call(); this.cursorChanged(); }
  cursorChanged() { for (const call of this.onCursor) call(); }

  show(begin, end) {
    const span = Math.min(this.last - this.first, Math.max(0.02, end - begin));
    this.begin = Math.min(Math.max(begin, this.first), this.last - span);
    this.end = this.begin + span;
    if (!this.drawing) {
      this.drawing = true;
      requestAnimationFrame(() => { this.drawing = false; this.viewChanged(); });
    }
  }

  zoom(factor, around = this.cursor) {
    const anchor = Math.min(Math.max(around, this.begin), this.end);
    this.show(anchor - (anchor - this.begin) * factor, anchor + (this.end - anchor) * factor);
  }

  seek(time) {
    this.cursor = Math.min(Math.max(time, this.first), this.last);
    if (this.cursor < this.begin || this.cursor > this.end) {
      const span = this.end - this.begin;
      this.show(this.cursor - 0.1 * span, this.cursor + 0.9 * span);
    }
    this.cursorChanged();
  }

  play(playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    if (playing && this.cursor >= this.last - 1e-6) this.cursor = this.first;
    this.cursorChanged();
    let before = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      const time = this.cursor + Math.min(0.1, (now - before) / 1000) * this.speed;
      before = now;
      if (time >= this.last) this.playing = false;
      this.seek(time);
      if (this.playing) requestAnimationFrame(step);
    };
    if (playing) requestAnimationFrame(step);
  }
}

const timeline = new Timeline();

function phaseTint(name) {
  return {ice: ink['ice-tint'], push: ink['push-tint']}[name] ?? null;
}

// The bar at the bottom of the page: the whole run with its phases, the interval shown, the cursor.
class Minimap {
  constructor(canvas) {
    this.canvas = canvas;
    timeline.onView.push(() => this.draw());
    timeline.onCursor.push(() => this.draw());
    const timeAt = (event) => {
      const box = canvas.getBoundingClientRect();
      return timeline.first + (event.clientX - box.left) / box.width * (timeline.last - timeline.first);
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      timeline.play(false);
      timeline.seek(timeAt(event));
    });
    canvas.addEventListener('pointermove', (event) => { if (event.buttons & 1) timeline.seek(timeAt(event)); });
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      timeline.zoom(Math.exp(event.deltaY * 0.0016), timeAt(event));
    }, {passive: false});
    canvas.addEventListener('dblclick', (event) => {
      const tick = page.run.tickAt(timeAt(event));
      const phase = page.run.phases.find(({begin, end}) => begin <= tick && tick < end);
      if (phase) timeline.show(page.run.timeOf(phase.begin), page.run.timeOf(phase.end));
    });
  }

  draw() {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (!width) return;
    const ctx = openCanvas(this.canvas, width, height);
    const x = (time) => (time - timeline.first) / (timeline.last - timeline.first) * width;
    ctx.fillStyle = ink.sunken;
    ctx.fillRect(0, 0, width, height);
    this.drawPhases(ctx, x, height);
    this.drawSlips(ctx, x, height);
    const [a, b] = [x(timeline.begin), x(timeline.end)];
    if (b - a < width - 1) {
      ctx.fillStyle = ink.surface;
      ctx.globalAlpha = 0.72;
      ctx.fillRect(0, 0, a, height);
      ctx.fillRect(b, 0, width - b, height);
      ctx.globalAlpha = 1;
      ctx.strokeStyle = ink['ink-3'];
      ctx.strokeRect(a + 0.5, 0.5, Math.max(2, b - a - 1), height - 1);
    }
    const at = x(timeline.cursor);
    ctx.fillStyle = ink.accent;
    ctx.fillRect(at - 1, 0, 2, height);
    ctx.beginPath();
    ctx.arc(at, 5, 5, 0, 7);
    ctx.fill();
  }

  drawPhases(ctx, x, height) {
    ctx.font = ink.font(11.5, 600);
    ctx.textBaseline = 'middle';
    page.run.phases.forEach(({value, begin, end}, k) => {
      const [a, b] = [x(page.run.timeOf(begin)), x(page.run.timeOf(end))];
      const name = DATA.phases[value];
      ctx.fillStyle = phaseTint(name) ?? (k % 2 ? ink['phase-tint'] : 'transparent');
      ctx.fillRect(a, 0, b - a, height);
      ctx.fillStyle = ink.line;
      if (k) ctx.fillRect(a, 0, 1, height);
      ctx.fillStyle = ink['ink-2'];
      if (ctx.measureText(name).width + 10 < b - a) ctx.fillText(name, a + 6, 13);
    });
  }

  // A row of true contact for each foot, for orientation.
  drawSlips(ctx, x, height) {
    const row = Math.min(5, 20 / FEET.length);
    for (let foot = 0; foot < FEET.length; ++foot) {
      for (const {value, begin, end} of page.run.bands(`foot${foot}_true`, page.run.states(foot, 'true'))) {
        if (!value) continue;
        ctx.fillStyle = ink.states[value];
        ctx.globalAlpha = value === 2 ? 1 : 0.45;
        const a = x(page.run.timeOf(begin));
        ctx.fillRect(a, height - row * (FEET.length - foot), Math.max(0.6, x(page.run.timeOf(end)) - a), 0.7 * row);
      }
    }
    ctx.globalAlpha = 1;
  }
}
