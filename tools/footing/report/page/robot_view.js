'use strict';
// The robot on its ground, with the forces and states of its feet.

class RobotView extends ParallelView {
  height(x) {
    const strip = page.run.strips.find(({begin, end}) => x >= (begin ?? -Infinity) && x < (end ?? Infinity));
    return strip?.height ?? 0;
  }

  draw() {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (!width) return;
    const run = page.run;
    if (!run.ticks) {
      const ctx = openCanvas(this.canvas, width, height);
      ctx.font = ink.font(15);
      ctx.fillStyle = ink['ink-3'];
      ctx.fillText('This run has no ticks.', 18, height / 2);
      return;
    }
    const time = timeline.cursor;
    this.pose = poseAt(run, time);
    const [x, y] = this.pose.position;
    this.aim(width, height, [x, y, 0.21 + this.height(x)]);
    const ctx = this.ctx = openCanvas(this.canvas, width, height);
    const sky = ctx.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, ink['sky-1']);
    sky.addColorStop(1, ink['sky-2']);
    ctx.fillStyle = sky;
    ctx.fillRect(0, 0, width, height);
    this.drawGround();
    this.drawShadow();
    this.drawTrails(time);
    const feet = this.pose.legs.map((leg, k) => this.footAt(run, time, k, leg));
    for (const foot of feet) if (foot.estimated) this.drawCone(foot);

    const parts = this.pose.legs.map((leg, k) => ({depth: this.depth(leg.shoulder), paint: () => this.drawLeg(leg, k)}));
    parts.push({depth: this.depth(this.pose.position), paint: () => this.drawTrunk()});
    parts.sort((a, b) => b.depth - a.depth);
    this.nearest = parts[parts.length - 1].depth;
    this.span = Math.max(0.05, parts[0].depth - this.nearest);
    for (const part of parts) part.paint();
    feet.sort((a, b) => this.depth(b.at) - this.depth(a.at));
    for (const foot of feet) this.drawFoot(foot);
    for (const foot of feet) this.drawFootName(foot);
    this.drawPush(time);
  }

  footAt(run, time, k, leg) {
    const force = (which) => [0, 1, 2].map((axis) => run.valueAt(run.channel(`foot${k}_${which}${axis}`), time));
    return {k, at: leg.foot, force: force('estimated'), trueForce: force('true'),
      estimated: run.valueAt(run.states(k, 'estimated'), time), truth: run.valueAt(run.states(k, 'true'), time)};
  }

  drawGround() {
    const [x, y] = this.pose.position;
    const [x0, x1] = [x - 1.6, x + 1.6];
    const [y0, y1] = [y - 0.42, y + 0.42];
    const strips = page.run.strips.length ? page.run.strips
      : [{begin: null, end: null, height: 0, friction: page.run.nominal_friction}];
    for (const {begin, end, height, friction} of strips) {
      const a = Math.max(x0, begin ?? -Infinity);
      const b = Math.min(x1, end ?? Infinity);
      if (b <= a) continue;
      const slick = friction < 0.5 * page.run.nominal_friction;
      this.polygon([[a, y0, height], [b, y0, height], [b, y1, height], [a, y1, height]], slick ? ink.ice : ink.ground,
        slick ? ink['ice-line'] : null);
      this.drawGrid(a, b, y0, y1, height, slick);
      const depth = 0.03;
      this.polygon([[a, y0, height], [b, y0, height], [b, y0, height - depth], [a, y0, height - depth]],
        slick ? ink['ice-line'] : ink['ground-line']);
      const left = Math.min(Math.max(a, x - 0.8), b - 0.3) + 0.03;
      if (slick) this.label([left, y0 + 0.05, height], `ice, μ ${fixed(friction, 2)}`, 13);
    }
  }

  drawGrid(a, b, y0, y1, z, slick) {
    const ctx = this.ctx;
    ctx.strokeStyle = slick ? ink['ice-line'] : ink['ground-line'];
    ctx.globalAlpha = slick ? 0.55 : 1;
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let k = Math.ceil(a / 0.1); k * 0.1 <= b; ++k) {
      ctx.moveTo(...this.project([k * 0.1, y0, z]));
      ctx.lineTo(...this.project([k * 0.1, y1, z]));
    }
    for (let k = Math.ceil(y0 / 0.1); k * 0.1 <= y1; ++k) {
      ctx.moveTo(...this.project([a, k * 0.1, z]));
      ctx.lineTo(...this.project([b, k * 0.1, z]));
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.fillStyle = ink['ink-3'];
    ctx.font = ink.font(11);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    for (let k = Math.ceil(a / 0.5); k * 0.5 <= b; ++k) {
      const [px, py] = this.project([k * 0.5, y0, z - 0.03]);
      ctx.fillText(fixed(k * 0.5, 1, 'm'), px, py + 5);
    }
    ctx.textAlign = 'left';
  }

  drawShadow() {
    const ctx = this.ctx;
    const flat = (p) => [p[0], p[1], this.height(p[0])];
    const [lx, ly] = BODY.trunk;
    const corners = [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([a, b]) =>
      flat(add(this.pose.position, along(this.pose.axes, [a * (lx + 0.04), b * (ly + 0.02), 0]))));
    ctx.globalAlpha = 0.13;
    this.polygon(corners, '#000');
    ctx.globalAlpha = 1;
  }

  drawTrails(time) {
    const run = page.run;
    const begin = Math.max(run.begin, time - 0.5);
    const count = 50;
    const trail = [];
    for (let i = 0; i <= count; ++i) trail.push(poseAt(run, begin + (time - begin) * i / count).legs);
    for (let k = 0; k < 4; ++k) {
      this.ctx.strokeStyle = ink.feet[k];
      this.ctx.lineWidth = 1.6;
      for (let i = 1; i <= count; ++i) {
        this.ctx.globalAlpha = 0.55 * i / count;
        this.ctx.beginPath();
        this.ctx.moveTo(...this.project(trail[i - 1][k].foot));
        this.ctx.lineTo(...this.project(trail[i][k].foot));
        this.ctx.stroke();
      }
    }
    this.ctx.globalAlpha = 1;
  }

  drawTrunk() {
    const [lx, ly, lz] = BODY.trunk;
    const corner = (a, b, c) => add(this.pose.position, along(this.pose.axes, [a * lx, b * ly, c * lz]));
    const light = [-0.3, -0.5, 0.8];
    for (let axis = 0; axis < 3; ++axis) {
      for (const sign of [-1, 1]) {
        const normal = scaled(this.pose.axes[axis], sign);
        if (dot(normal, this.forward) >= 0) continue;
        const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => {
          const c = [0, 0, 0];
          [c[axis], c[(axis + 1) % 3], c[(axis + 2) % 3]] = [sign, u, v];
          return corner(...c);
        });
        this.ctx.lineJoin = 'round';
        this.polygon(square, shade(ink.trunk, 0.16 * dot(normal, light)), shade(ink.trunk, 0.18));
      }
    }
    const nose = [[1, -0.6, 0.5], [1, 0.6, 0.5], [1, 0.6, -0.1], [1, -0.6, -0.1]].map((c) => corner(...c));
    if (dot(this.pose.axes[0], this.forward) < 0) this.polygon(nose, shade(ink.trunk, -0.25));
  }

  drawLeg({hip, shoulder, knee, foot}, k) {
    const far = (this.depth(shoulder) - this.nearest) / this.span;
    const color = mixed(ink.limb, ink['sky-2'], 0.45 * far);
    this.capsule(hip, shoulder, 0.036, 0.04, shade(color, -0.05));
    this.capsule(knee, foot, 0.017, 0.011, shade(color, 0.05));
    this.capsule(shoulder, knee, 0.034, 0.021, color);
    const [x, y] = this.project(shoulder);
    this.ctx.beginPath();
    this.ctx.arc(x, y, 0.017 * this.zoom, 0, 7);
    this.ctx.fillStyle = ink.feet[k];
    this.ctx.globalAlpha = 1 - 0.45 * far;
    this.ctx.fill();
    this.ctx.globalAlpha = 1;
  }

  drawCone({at, k}) {
    const [tall, rim] = [0.1, []];
    const wide = tall * page.run.nominal_friction;
    for (let i = 0; i <= 36; ++i) {
      const angle = i / 36 * 2 * Math.PI;
      rim.push([at[0] + wide * Math.cos(angle), at[1] + wide * Math.sin(angle), at[2] + tall]);
    }
    const ctx = this.ctx;
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = ink.feet[k];
    ctx.beginPath();
    const sides = rim.map((p) => this.project(p)).sort((a, b) => a[0] - b[0]);
    for (const side of [sides[0], this.project(at), sides[sides.length - 1]]) ctx.lineTo(...side);
    ctx.closePath();
    ctx.fill();
    this.polygon(rim, ink.feet[k]);
    ctx.globalAlpha = 0.5;
    this.polygon(rim, null, ink.feet[k]);
    ctx.globalAlpha = 1;
  }

  drawFoot({at, k, force, trueForce, estimated, truth}) {
    const ctx = this.ctx;
    if (truth) this.arrow(at, trueForce, ink.truth, 2);
    if (estimated) this.arrow(at, force, ink.feet[k], 3.5);
    const [x, y] = this.project(at);
    const radius = Math.max(6, 0.017 * this.zoom);
    const disc = (r, color) => { ctx.beginPath(); ctx.arc(x, y, r, 0, 7); ctx.fillStyle = color; ctx.fill(); };
    disc(radius + 5, ink.surface);
    disc(radius + 4, ink.states[truth]);
    disc(radius + 1, ink.surface);
    disc(radius, ink.states[estimated]);
  }

  drawFootName({at, k}) {
    const ctx = this.ctx;
    const [x, y] = this.project(at);
    const below = y + Math.max(6, 0.017 * this.zoom) + 6;
    ctx.font = ink.font(12, 700);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    ctx.lineJoin = 'round';
    ctx.lineWidth = 3;
    ctx.strokeStyle = ink.surface;
    ctx.strokeText(FEET[k], x, below);
    ctx.fillStyle = ink.feet[k];
    ctx.fillText(FEET[k], x, below);
    ctx.textAlign = 'left';
  }

  // The arrow stays a little longer than the push; otherwise nobody would see it.
  drawPush(time) {
    const push = page.run.push;
    if (!push || time < push.begin - 1e-9 || time > push.end + 0.4) return;
    const force = scaled(push.force, 1 / FORCE_SCALE * 0.3 / (Math.hypot(...push.force) || 1));
    const from = add(this.pose.position, scaled(push.force, -0.42 / (Math.hypot(...push.force) || 1)));
    this.ctx.globalAlpha = time <= push.end ? 1 : 1 - (time - push.end) / 0.4;
    this.arrow(from, force, ink.bad, 7);
    const text = `push ${fixed(Math.hypot(...push.force), 0, 'N')}`;
    const [x, y] = this.project(from);
    this.ctx.font = ink.font(13, 650);
    this.ctx.fillStyle = ink.bad;
    this.ctx.textAlign = 'center';
    this.ctx.fillText(text, x, y + 18);
    this.ctx.textAlign = 'left';
    this.ctx.globalAlpha = 1;
  }
}
