'use strict';
// A lane draws its channels into its box and gives their values at a time. Lanes of one group are read out
// together.

function niceStep(span, count) {
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].find((step) => step * power >= raw) * power;
}

// The range of the channels' values from their 1 − share quantile to their share quantile.
function robustRange(channels, share) {
  const sizes = [];
  for (const {values} of channels) {
    const skip = Math.max(1, Math.floor(values.length / 4000));
    for (let i = 0; i < values.length; i += skip) if (Number.isFinite(values[i])) sizes.push(values[i]);
  }
  sizes.sort((a, b) => a - b);
  if (!sizes.length) return [0, 1];
  return [sizes[Math.floor((1 - share) * (sizes.length - 1))], sizes[Math.ceil(share * (sizes.length - 1))]];
}

class CurveLane {
  // options: label, color, height, unit, digits, range: [lo, hi] or a function of the run,
  // series: [{name, color(), width, dash, step, fill, channel(run)}], rules: [{at, color(), dash}],
  // ticks: how many labels, log: draw log10
  constructor(options) { Object.assign(this, {digits: 1, rules: [], ticks: 3, group: options.label}, options); }

  scaleFor(box) {
    const [low, high] = typeof this.range === 'function' ? this.range(page.run) : this.range;
    const bend = this.log ? Math.log10 : (v) => v;
    const [a, b] = [bend(low), bend(high)];
    const y = (v) => box.y + box.h - Math.min(1.02, Math.max(-0.02, (bend(v) - a) / (b - a))) * box.h;
    return {low, high, y};
  }

  draw(ctx, box, x) {
    const scale = this.scaleFor(box);
    this.drawGrid(ctx, box, scale);
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.x, box.y - 1, box.w, box.h + 2);
    ctx.clip();
    for (const {at, color, dash} of this.rules) {
      ctx.strokeStyle = color();
      ctx.lineWidth = 1;
      ctx.setLineDash(dash ?? []);
      ctx.beginPath();
      ctx.moveTo(box.x, scale.y(at));
      ctx.lineTo(box.x + box.w, scale.y(at));
      ctx.stroke();
    }
    for (const series of this.series) this.drawSeries(ctx, box, x, scale, series);
    ctx.restore();
    if (this.title !== null) drawLabel(ctx, box, this.label, this.color?.(), this.unit);
  }

  drawGrid(ctx, box, {low, high, y}) {
    ctx.setLineDash([]);
    ctx.font = ink.font(10.5);
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    const marks = [];
    if (this.log) {
      for (let p = Math.ceil(Math.log10(low)); p <= Math.log10(high) + 1e-9; p += 2) marks.push([10 ** p, `1e${p}`]);
    } else {
      const step = niceStep(high - low, this.ticks);
      const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
      for (let v = Math.ceil(low / step - 1e-9) * step; v <= high + 1e-9; v += step) marks.push([v, fixed(v + 0, digits)]);
    }
    for (const [value, text] of marks) {
      const at = Math.round(y(value)) + 0.5;
      ctx.fillStyle = ink.grid;
      ctx.fillRect(box.x, at - 0.5, box.w, 1);
      ctx.fillStyle = ink['ink-3'];
      // Beside a long label there is no room for the mark of its line.
      const beside = this.title !== null && at < box.y + 32;
      const taken = beside ? 8 * Math.max(this.label.length, 0.75 * (this.unit ?? '').length) : 0;
      if (taken + ctx.measureText(text).width + 10 > box.x) continue;
      ctx.fillText(text.replace('-', '−'), box.x - 6, Math.min(at, box.y + box.h - 1));
    }
    ctx.textAlign = 'left';
  }

  drawSeries(ctx, box, x, {y, low}, series) {
    const {values, stride} = series.channel(page.run);
    const dt = page.run.period * stride;
    const first = Math.max(0, Math.floor((timeline.begin - page.run.begin) / dt) - 1);
    const last = Math.min(values.length - 1, Math.ceil((timeline.end - page.run.begin) / dt) + 1);
    const at = (i) => x(page.run.begin + i * dt);
    const perPixel = (last - first) / box.w;
    ctx.strokeStyle = ctx.fillStyle = series.color();
    ctx.lineWidth = series.width ?? 1.4;
    ctx.lineJoin = 'round';
    ctx.setLineDash(series.dash ?? []);
    ctx.globalAlpha = series.alpha ?? 1;
    ctx.beginPath();
    let open = false;
    const put = (px, py) => { if (open) ctx.lineTo(px, py); else ctx.moveTo(px, py); open = true; };
    if (series.bars) {
      const width = Math.max(1, 1 / Math.max(perPixel, 1e-9));
      for (let i = first, j; i <= last; i = j) {
        let top = values[i];
        const column = Math.floor(at(i));
        for (j = i + 1; j <= last && Math.floor(at(j)) === column; ++j) top = Math.max(top, values[j]);
        if (top > 0) ctx.fillRect(at(i), y(top), width, y(low) - y(top));
      }
    } else if (perPixel > 3) {  // more samples than pixels: draw lowest and highest of each column
      for (let i = first, j; i <= last; i = j) {
        const column = Math.floor(at(i));
        let [lo, hi] = [values[i], values[i]];
        for (j = i + 1; j <= last && Math.floor(at(j)) === column; ++j) {
          lo = Math.min(lo, values[j]);
          hi = Math.max(hi, values[j]);
        }
        if (Number.isNaN(lo + hi)) { open = false; continue; }
        put(column, y(values[i]));
        if (hi > lo) { put(column, y(lo)); put(column, y(hi)); put(column, y(values[j - 1])); }
      }
    } else {
      for (let i = first; i <= last; ++i) {
        if (Number.isNaN(values[i])) { open = false; continue; }
        if (series.step && open) put(at(i), y(values[i - 1]));
        put(at(i), y(values[i]));
      }
    }
    ctx.stroke();
    if (series.area && open) {  // for curves without gaps
      ctx.lineTo(at(last), y(0));
      ctx.lineTo(at(first), y(0));
      ctx.globalAlpha = 0.13;
      ctx.fill();
    }
    ctx.globalAlpha = 1;
    ctx.setLineDash([]);
  }

  read(time) {
    return this.series.map((series) => {
      const value = page.run.valueAt(series.channel(page.run), time);
      const text = this.log ? (Number.isFinite(value) ? value.toExponential(1) : '–') : fixed(value, this.digits, this.unit);
      return [series.color(), series.name, text];
    });
  }
}

class BandLane {
  // options: label, color, height, name of the bands, channel(run), paint(value) → colour or null, text(value)
  constructor(options) { Object.assign(this, {group: options.label, narrowest: 0.5}, options); }

  draw(ctx, box, x) {
    ctx.fillStyle = ink.sunken;
    if (this.backed) ctx.fillRect(box.x, box.y, box.w, box.h);
    const bands = page.run.bands(this.name, this.channel(page.run));
    const usual = bands.filter(({value}) => !value);  // zero first, so that it does not cover rare and narrow bands
    for (const {value, begin, end} of [...usual, ...bands.filter(({value}) => value)]) {
      const color = this.paint(value);
      if (!color) continue;
      const a = Math.max(box.x, x(page.run.timeOf(begin)));
      const b = Math.min(box.x + box.w, x(page.run.timeOf(end)));
      if (b <= a) continue;
      ctx.fillStyle = color;
      ctx.fillRect(a, box.y, Math.max(this.narrowest, b - a), box.h);
    }
    if (this.caption) {
      ctx.font = ink.font(9.5);
      ctx.fillStyle = ink['ink-3'];
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      ctx.fillText(this.caption, box.x - 6, box.y + box.h / 2 + 0.5);
      ctx.textAlign = 'left';
    }
    if (this.title) drawLabel(ctx, box, this.title, this.color?.());
  }

  read(time) {
    const value = page.run.valueAt(this.channel(page.run), time);
    return [[this.paint(value) ?? ink.line, this.says, this.text(value)]];
  }
}

function drawLabel(ctx, box, text, color, unit) {
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.font = ink.font(12.5, 650);
  ctx.fillStyle = color ?? ink.ink;
  ctx.fillText(text, 2, box.y + 9);
  if (!unit) return;
  ctx.font = ink.font(10.5);
  ctx.fillStyle = ink['ink-3'];
  ctx.fillText(unit, 2, box.y + 24);
}
