'use strict';
// A tile for each foot, in the places of the feet, seen from above with the head up. Each shows the
// tangential force inside the friction disc.
class FootTiles {
  constructor(parent) {
    parent.style.setProperty('--columns', Math.max(1, ...FOOT_ROWS.map((row) => row.length)));
    this.tiles = FOOT_ROWS.flat().map((k) => {
      const box = element('div', 'foot');
      const name = element('div', 'name', FEET[k]);
      name.style.color = cssFoot(k);
      name.append(element('small', '', FOOT_PLACES[k] === FEET[k] ? '' : FOOT_PLACES[k]));
      const canvas = element('canvas');
      const values = element('dl');
      box.append(name, canvas, values);
      parent.append(box);
      return {k, canvas, values};
    });
  }

  draw() {
    const run = page.run;
    if (!run.ticks) return;
    const time = timeline.cursor;
    for (const {k, canvas, values} of this.tiles) {
      const at = (name) => run.valueAt(run.channel(`foot${k}_${name}`), time);
      const [estimated, truth] = ['estimated', 'true'].map((which) => run.valueAt(run.states(k, which), time));
      this.drawDisc(canvas, k, at, estimated, truth);
      const rows = [['estimate', this.chip(estimated), `${fixed(at('estimated2'), FORCE_DIGITS)} N`],
        ['truth', this.chip(truth), `${fixed(at('true2'), FORCE_DIGITS)} N`]];
      values.replaceChildren(...rows.flatMap(([label, chip, text]) => {
        const value = element('dd');
        value.append(chip, ' ' + text);
        return [element('dt', '', label), value];
      }));
    }
  }

  chip(state) { return element('span', 'chip ' + (STATES[state] ?? ''), STATES[state] ?? '–'); }

  drawDisc(canvas, k, at, estimated, truth) {
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ctx = openCanvas(canvas, width, height);
    const [cx, cy, radius] = [width / 2, height / 2, 0.41 * Math.min(width, height)];
    const circle = (r, fill, stroke, dash = []) => {
      ctx.beginPath();
      ctx.arc(cx, cy, r, 0, 7);
      ctx.setLineDash(dash);
      if (fill) { ctx.fillStyle = fill; ctx.fill(); }
      if (stroke) { ctx.strokeStyle = stroke; ctx.stroke(); }
      ctx.setLineDash([]);
    };
    ctx.lineWidth = 1.2;
    circle(radius, ink.sunken, ink['ink-3']);
    const limit = at('friction') / page.run.nominal_friction;
    if (Math.abs(limit - 1) > 0.02) circle(radius * Math.min(1.18, limit), null, ink.bad, [4, 3]);
    ctx.strokeStyle = ink.line;
    ctx.beginPath();
    ctx.moveTo(cx - radius, cy); ctx.lineTo(cx + radius, cy);
    ctx.moveTo(cx, cy - radius); ctx.lineTo(cx, cy + radius);
    ctx.stroke();
    const dotAt = (which, color, size, loaded) => {
      const [fx, fy, fz] = [0, 1, 2].map((axis) => at(which + axis));
      if (!loaded || !(fz > LEAST_FORCE)) return;
      let [px, py] = [-fy, -fx].map((f) => f / (page.run.nominal_friction * fz));
      const far = Math.hypot(px, py);
      if (far > 1.15) [px, py] = [px * 1.15 / far, py * 1.15 / far];
      ctx.strokeStyle = ctx.fillStyle = color;
      ctx.lineWidth = size / 2.4;
      ctx.beginPath();
      ctx.moveTo(cx, cy);
      ctx.lineTo(cx + px * radius, cy + py * radius);
      ctx.stroke();
      ctx.beginPath();
      ctx.arc(cx + px * radius, cy + py * radius, size, 0, 7);
      ctx.fill();
    };
    dotAt('true', ink.truth, 3.5, truth);
    dotAt('estimated', ink.feet[k], 5, estimated);
    if (!estimated && !truth) {
      ctx.font = ink.font(11);
      ctx.fillStyle = ink['ink-3'];
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.fillText('in the air', cx, cy - radius / 2);
    }
  }
}
