'use strict';
// Panels of lanes over the common time axis, and their legends.

const GUTTER = {left: 100, right: 14, top: 20, bottom: 20};

class Panel {
  // lanes: each with a height and, optionally, a gap above
  constructor(parent, {title, caption, legend, lanes}) {
    this.lanes = lanes;
    const section = element('section', 'panel');
    const head = element('div', 'head');
    head.append(element('h2', '', title), makeLegend(legend));
    if (caption) head.append(element('p', 'caption', caption));
    this.plot = element('div', 'plot');
    this.canvas = element('canvas');
    this.probe = element('div', 'probe');
    this.cursor = element('div', 'cursor');
    this.plot.append(this.canvas, this.probe, this.cursor);
    section.append(head, this.plot);
    parent.append(section);
    this.height = GUTTER.top + GUTTER.bottom;
    for (const lane of lanes) this.height += lane.height + (lane.gap ?? 8);
    this.canvas.style.height = this.height + 'px';
    this.probe.hidden = true;
    this.listen();
    Panel.all.push(this);
  }

  get width() { return this.canvas.clientWidth; }
  get plotWidth() { return this.width - GUTTER.left - GUTTER.right; }
  x(time) { return GUTTER.left + (time - timeline.begin) / (timeline.end - timeline.begin) * this.plotWidth; }
  timeAt(x) { return timeline.begin + (x - GUTTER.left) / this.plotWidth * (timeline.end - timeline.begin); }

  draw() {
    if (!this.width) return;
    const ctx = openCanvas(this.canvas, this.width, this.height);
    const x = (time) => this.x(time);
    ctx.save();
    ctx.beginPath();
    ctx.rect(GUTTER.left, 0, this.plotWidth, this.height);
    ctx.clip();
    this.drawPhases(ctx);
    ctx.restore();
    this.drawTimes(ctx);
    let y = GUTTER.top;
    for (const lane of this.lanes) {
      y += lane.gap ?? 8;
      lane.draw(ctx, {x: GUTTER.left, y, w: this.plotWidth, h: lane.height}, x);
      y += lane.height;
    }
    this.moveCursor();
  }

  drawPhases(ctx) {
    ctx.font = ink.font(11, 600);
    ctx.textBaseline = 'middle';
    page.run.phases.forEach(({value, begin, end}, k) => {
      const a = this.x(page.run.timeOf(begin));
      const b = this.x(page.run.timeOf(end));
      if (b < GUTTER.left || a > this.width) return;
      const name = DATA.phases[value];
      ctx.fillStyle = phaseTint(name) ?? 'transparent';
      ctx.fillRect(a, 0, b - a, this.height - GUTTER.bottom);
      ctx.fillStyle = ink.line;
      if (k) ctx.fillRect(Math.round(a), 0, 1, this.height - GUTTER.bottom);
      ctx.fillStyle = ink['ink-2'];
      const left = Math.max(a, GUTTER.left);
      if (ctx.measureText(name).width + 10 < b - left) ctx.fillText(name, left + 5, 9);
    });
  }

  drawTimes(ctx) {
    const bottom = this.height - GUTTER.bottom;
    const step = niceStep(timeline.end - timeline.begin, this.plotWidth / 90);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    ctx.font = ink.font(10.5);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    for (let k = Math.ceil(timeline.begin / step - 1e-9); k * step <= timeline.end + 1e-9; ++k) {
      const at = this.x(k * step);
      ctx.fillStyle = ink.grid;
      ctx.fillRect(Math.round(at), GUTTER.top, 1, bottom - GUTTER.top);
      ctx.fillStyle = ink['ink-3'];
      ctx.fillText(fixed(k * step, digits), Math.min(at, this.width - 14), bottom + 6);
    }
    ctx.textAlign = 'left';
    ctx.fillText('time [s]', 2, bottom + 6);
    ctx.fillStyle = ink.line;
    ctx.fillRect(GUTTER.left, bottom, this.plotWidth, 1);
  }

  moveCursor() {
    const place = (line, time) => {
      const at = this.x(time);
      const seen = at >= GUTTER.left - 1 && at <= this.width - GUTTER.right + 1;
      line.style.visibility = seen ? 'visible' : 'hidden';
      line.style.transform = `translateX(${at - 0.75}px)`;
    };
    place(this.cursor, timeline.cursor);
    if (!this.probe.hidden) place(this.probe, Panel.probed);
  }

  laneAt(y) {
    let top = GUTTER.top;
    for (const lane of this.lanes) {
      top += (lane.gap ?? 8) + lane.height;
      if (y < top + 3) return lane;
    }
    return this.lanes[this.lanes.length - 1];
  }

  listen() {
    let grip = null;
    this.canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.canvas.setPointerCapture(event.pointerId);
      grip = {x: event.clientX, begin: timeline.begin, end: timeline.end, moved: false};
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (grip && Math.abs(event.clientX - grip.x) > 3) grip.moved = true;
      if (grip?.moved) {
        const shift = (grip.x - event.clientX) / this.plotWidth * (grip.end - grip.begin);
        timeline.show(grip.begin + shift, grip.end + shift);
      }
      this.hover(event);
    });
    this.canvas.addEventListener('pointerup', (event) => {
      if (grip && !grip.moved) {
        timeline.play(false);
        timeline.seek(this.timeAt(event.offsetX));
      }
      grip = null;
    });
    this.canvas.addEventListener('pointerleave', () => Panel.leave());
    this.canvas.addEventListener('dblclick', () => timeline.show(timeline.first, timeline.last));
    this.canvas.addEventListener('wheel', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
        event.preventDefault();
        timeline.zoom(Math.exp((event.deltaY || event.deltaX) * 0.0016), this.timeAt(event.offsetX));
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        const shift = event.deltaX / this.plotWidth * (timeline.end - timeline.begin);
        timeline.show(timeline.begin + shift, timeline.end + shift);
      }
    }, {passive: false});
  }

  hover(event) {
    const time = this.timeAt(event.offsetX);
    if (event.offsetX < GUTTER.left || time > timeline.end) return Panel.leave();
    Panel.probed = time;
    for (const panel of Panel.all) { panel.probe.hidden = false; panel.moveCursor(); }
    const chosen = this.laneAt(event.offsetY);
    const tip = document.getElementById('tip');
    tip.replaceChildren(element('div', 'when', `${fixed(time, 3, 's')} · ${page.run.phaseAt(time)} · ${chosen.group}`));
    for (const lane of this.lanes.filter((one) => one.group === chosen.group)) {
      for (const [color, name, text] of lane.read(time)) {
        const row = element('div', 'row');
        const swatch = element('i');
        swatch.style.background = color;
        row.append(swatch, element('span', '', name), element('b', '', text));
        tip.append(row);
      }
    }
    tip.hidden = false;
    const left = event.clientX + 18 + tip.offsetWidth > innerWidth ? event.clientX - 18 - tip.offsetWidth : event.clientX + 18;
    tip.style.left = left + 'px';
    tip.style.top = Math.max(6, Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 84)) + 'px';
  }

  static leave() {
    document.getElementById('tip').hidden = true;
    for (const panel of Panel.all) panel.probe.hidden = true;
  }
}
Panel.all = [];

// entries: [style: 'block' | 'stroke' | 'dash' | 'dot', colour, text]
function makeLegend(entries) {
  const legend = element('div', 'legend');
  for (const [style, color, text] of entries ?? []) {
    const entry = element('span');
    const key = element('i', style);
    if (style === 'stroke' || style === 'dash') key.style.borderColor = color; else key.style.background = color;
    entry.append(key, text);
    legend.append(entry);
  }
  return legend;
}
