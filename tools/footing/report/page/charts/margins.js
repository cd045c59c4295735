'use strict';
// The margins until a foot lifts off or slips, the true events, and the margins around all events in one plot.

const eventColor = (kind) => [ink.ink, ink.bad, ink.slip][kind];

class MarginLane extends CurveLane {
  constructor(foot) {
    super({label: FEET[foot], color: () => ink.feet[foot], height: 92, gap: 22, digits: 2, range: [0, 1.5], ticks: 3,
      rules: [{at: 0, color: () => ink['ink-3']}, {at: page.run.warnings.low_share, color: () => ink.bad, dash: [5, 3]}], series: [
        {name: 'lift-off, of the load', color: () => ink.truth, width: 1.3, channel: (run) => run.marginLeft(foot, 'lift_off')},
        {name: 'slip, of μ f_n', color: () => ink.feet[foot], width: 1.5, channel: (run) => run.marginLeft(foot, 'slip')}]});
    this.foot = foot;
  }

  draw(ctx, box, x) {
    const run = page.run;
    const clipped = (begin, end, least) => {
      const a = Math.max(box.x, x(run.timeOf(begin)));
      return [a, Math.min(box.x + box.w, Math.max(a + least, x(run.timeOf(end)))) - a];
    };
    ctx.fillStyle = ink.ice;
    ctx.globalAlpha = 0.6;
    for (const {value, begin, end} of run.bands(`foot${this.foot}_ice`, run.ice(this.foot))) {
      const [a, width] = clipped(begin, end, 0);
      if (value && width > 0) ctx.fillRect(a, box.y, width, box.h);
    }
    ctx.globalAlpha = 1;
    super.draw(ctx, box, x);
    for (const {kind, tick, warning} of this.events()) {
      const at = x(run.timeOf(tick));
      if (at < box.x || at > box.x + box.w) continue;
      ctx.fillStyle = eventColor(kind);
      if (warning > 0) {
        const [a, width] = clipped(tick - warning / run.period, tick, 0);
        ctx.globalAlpha = 0.22;
        ctx.fillRect(a, box.y, width, box.h);
        ctx.globalAlpha = 1;
      }
      ctx.fillRect(at - 0.6, box.y - 4, kind ? 1.6 : 1.2, box.h + 4);
      ctx.beginPath();  // a flag, filled if the event was warned
      ctx.moveTo(at, box.y - 11);
      ctx.lineTo(at + 6, box.y - 7.5);
      ctx.lineTo(at, box.y - 4);
      ctx.closePath();
      ctx.lineWidth = 1.2;
      ctx.strokeStyle = eventColor(kind);
      ctx.stroke();
      if (warning > 0) ctx.fill();
      if ((timeline.end - timeline.begin) / box.w * 60 < 0.1) {  // there is room for words
        ctx.font = ink.font(10, 600);
        ctx.fillStyle = ink['ink-2'];
        ctx.textBaseline = 'middle';
        ctx.fillText(`${EVENTS[kind]}, ${warning > 0 ? fixed(1000 * warning, 0, 'ms') + ' ahead' : 'unwarned'}`, at + 9, box.y - 7);
      }
    }
  }

  events() { return page.run.events.filter(({foot}) => foot === this.foot); }

  read(time) {
    const near = this.events().map((event) => ({...event, wait: page.run.timeOf(event.tick) - time}))
      .filter(({wait}) => Math.abs(wait) < 0.2).sort((a, b) => Math.abs(a.wait) - Math.abs(b.wait))[0];
    const rows = super.read(time);
    if (near) {
      const when = near.wait >= 0 ? `in ${fixed(1000 * near.wait, 0, 'ms')}` : `${fixed(-1000 * near.wait, 0, 'ms')} ago`;
      rows.push([eventColor(near.kind), `true ${EVENTS[near.kind]}`, when],
        ['transparent', 'warned', near.warning > 0 ? `${fixed(1000 * near.warning, 0, 'ms')} ahead` : 'no']);
    }
    return rows;
  }
}

function marginLanes() {
  const most = (run) => Math.max(0.01 * WEIGHT, 1.1 * robustRange([run.channel('wrench_margin')], 0.98)[1]);
  return [...FEET.flatMap((_, k) => [new MarginLane(k), stateBand(k, 'true', {height: 7, gap: 3, caption: 'true'})]),
    new CurveLane({label: 'Robot', unit: 'N', height: 84, gap: 22, digits: 1, ticks: 3, range: (run) => [0, most(run)], series: [
      {name: 'least wrench', color: () => ink.accent, width: 1.2, channel: (run) => run.channel('wrench_margin')}]}),
    new BandLane({name: 'wrench_change', label: 'Robot', height: 9, gap: 5, caption: 'changes', backed: true, says: 'it would change',
      channel: (run) => run.channel('wrench_change'), paint: (value) => (value ? ink.feet[FOOT_OF_POINT[(value & 31) - 1]] : null),
      text: (value) => (value ? `${POINTS[(value & 31) - 1]} to ${MODES[value >> 5]}` : 'none')})];
}

// The margin around every event of a kind, one thin line each, with the event at 0.
class EventTiles {
  constructor(parent) {
    const section = element('section', 'panel');
    section.append(element('h2', '', 'Margins around the events'), element('p', 'caption',
      'The margin that warns of each event, from 25 ms before to 5 ms after it, all events of the run over one another. ' +
      'A line that is under the dashed one where it meets 0 ms was a warning, from its second tick there on, if it had been above 0.3 before.' +
      (HAS_ICE ? ' On ice the prediction believes in a friction that is not there.' : '')));
    const row = element('div', 'epochs');
    this.tiles = EVENTS.filter((_, kind) => HAS_ICE || kind < 2).map((name, kind) => {
      const box = element('div');
      const title = element('h3', '', name);
      const note = element('small');
      title.append(note);
      const canvas = element('canvas');
      box.append(title, canvas);
      row.append(box);
      return {kind, note, canvas};
    });
    section.append(row);
    parent.append(section);
  }

  draw() {
    for (const tile of this.tiles) this.drawTile(tile);
  }

  drawTile({kind, note, canvas}) {
    const run = page.run;
    const stats = run.warnings.stats[kind];
    const precision = [run.warnings.lift_off, run.warnings.slip][kind]?.precision;
    note.textContent = stats.events ? ` ${stats.events - stats.unwarned} of ${stats.events} warned; median ` +
      `${fixed(stats.median_ms, 1, 'ms')}, least ${fixed(stats.worst_ms, 1, 'ms')}` +
      (precision === undefined ? '' : `; ${percent(precision, 0)} of the warnings true`) : ' none in this run';
    const [width, height] = [canvas.clientWidth, 170];
    if (!width) return;
    const ctx = openCanvas(canvas, width, height);
    const box = {x: 30, y: 8, w: width - 40, h: height - 30};
    const [before, after, top] = [-25, 5, kind ? 1 : 1.5];
    const x = (ms) => box.x + (ms - before) / (after - before) * box.w;
    const y = (share) => box.y + box.h * (1 - Math.min(share, top) / top);
    ctx.font = ink.font(10.5);
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'right';
    for (let share = 0; share <= top; share += 0.5) {
      ctx.fillStyle = ink.grid;
      ctx.fillRect(box.x, Math.round(y(share)), box.w, 1);
      ctx.fillStyle = ink['ink-3'];
      ctx.fillText(fixed(share, 1), box.x - 5, y(share));
    }
    ctx.textAlign = 'center';
    for (let ms = before; ms <= after; ms += 5) ctx.fillText(fixed(ms, 0, ms === after ? 'ms' : ''), Math.min(x(ms), width - 16), height - 10);
    const low = run.warnings.low_share;
    ctx.fillStyle = ink['push-tint'];
    ctx.fillRect(box.x, y(low), x(0) - box.x, y(0) - y(low));
    ctx.fillStyle = eventColor(kind);
    ctx.fillRect(x(0) - 0.75, box.y, 1.5, box.h);
    ctx.strokeStyle = ink.bad;
    ctx.lineWidth = 1;
    ctx.setLineDash([5, 3]);
    ctx.beginPath();
    ctx.moveTo(box.x, y(low));
    ctx.lineTo(box.x + box.w, y(low));
    ctx.stroke();
    ctx.setLineDash([]);
    const events = run.events.filter((event) => event.kind === kind);
    ctx.globalAlpha = events.length > 20 ? 0.35 : 0.8;
    ctx.lineWidth = 1.1;
    for (const {foot, tick} of events) {
      const {values} = run.channel(`foot${foot}_${kind ? 'slip' : 'lift_off'}_share`);
      ctx.strokeStyle = ink.feet[foot];
      ctx.beginPath();
      const [first, last] = [before, after].map((ms) => Math.round(ms / 1000 / run.period));
      for (let i = Math.max(first, -tick); i <= last && tick + i < values.length; ++i) {  // a value holds from its tick on
        ctx.lineTo(x(1000 * i * run.period), y(values[tick + i]));
        ctx.lineTo(x(Math.min(after, 1000 * (i + 1) * run.period)), y(values[tick + i]));
      }
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }
}
