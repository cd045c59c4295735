'use strict';
// The robot on its ground, with the forces and states of its feet.

class RobotView extends BodyView {
  height(x) {
    const strip = page.run.strips.find(({begin, end}) => x >= (begin ?? -Infinity) && x < (end ?? Infinity));
    return strip ? this.heightOn(strip, x) : 0;
  }

  heightOn({begin, height, slope}, x) {
    return slope ? height + slope * (x - begin) : height;
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
    this.aim(width, height, [x, y, 0.31 * VIEW_SIZE + this.height(x)], VIEW_SIZE);
    const ctx = this.ctx = openCanvas(this.canvas, width, height);
    const sky = ctx.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, ink['sky-1']);
    sky.addColorStop(1, ink['sky-2']);
    ctx.fillStyle = sky;
    ctx.fillRect(0, 0, width, height);
    this.drawGround();
    this.drawShadow();
    this.drawTrails(time);
    const feet = FEET.map((_, k) => this.footAt(run, time, k));
    for (const foot of feet) if (foot.estimated) this.drawCone(foot);
    if (ROBOT.gantry) this.drawGantry();
    this.drawBodies();
    feet.sort((a, b) => this.depth(b.at) - this.depth(a.at));
    for (const foot of feet) this.drawFoot(foot);
    if (SEVERAL_POINTS) this.drawPoints(time);
    for (const foot of feet) this.drawFootName(foot);
    this.drawPush(time);
  }

  footAt(run, time, k) {
    const force = (which) => [0, 1, 2].map((axis) => run.valueAt(run.channel(`foot${k}_${which}${axis}`), time));
    return {k, at: this.pose.feet[k], force: force('estimated'), trueForce: force('true'),
      estimated: run.valueAt(run.states(k, 'estimated'), time), truth: run.valueAt(run.states(k, 'true'), time)};
  }

  drawGround() {
    const [x, y] = this.pose.position;
    const [long, wide] = ROBOT.trots ? [1.6 * SIZE, 0.42 * SIZE] : [0.55 * SIZE, 0.42 * SIZE];  // the others stay there
    const [x0, x1, y0, y1] = [x - long, x + long, y - wide, y + wide];
    const strips = page.run.strips.length ? page.run.strips
      : [{begin: null, end: null, height: 0, friction: page.run.nominal_friction}];
    for (const strip of strips) {
      const {begin, end, friction} = strip;
      const a = Math.max(x0, begin ?? -Infinity);
      const b = Math.min(x1, end ?? Infinity);
      if (b <= a) continue;
      const slick = friction < 0.5 * page.run.nominal_friction;
      const [za, zb] = [this.heightOn(strip, a), this.heightOn(strip, b)];
      this.polygon(
          [[a, y0, za], [b, y0, zb], [b, y1, zb], [a, y1, za]], slick ? ink.ice : ink.ground,
          slick ? ink['ice-line'] : null);
      this.drawGrid(a, b, y0, y1, (x) => this.heightOn(strip, x), slick);
      const depth = 0.03 * SIZE;
      this.polygon(
          [[a, y0, za], [b, y0, zb], [b, y0, zb - depth], [a, y0, za - depth]],
          slick ? ink['ice-line'] : ink['ground-line']);
      const left = Math.min(Math.max(a, x - 0.8 * SIZE), b - 0.3 * SIZE) + 0.03 * SIZE;
      if (slick)
        this.label([left, y0 + 0.05 * SIZE, this.heightOn(strip, left)], `ice, μ ${fixed(friction, 2)}`, 13);
    }
  }

  drawGrid(a, b, y0, y1, z, slick) {
    const ctx = this.ctx;
    ctx.strokeStyle = slick ? ink['ice-line'] : ink['ground-line'];
    ctx.globalAlpha = slick ? 0.55 : 1;
    ctx.lineWidth = 1;
    ctx.beginPath();
    const mesh = niceStep(0.06 * SIZE, 1);
    for (let k = Math.ceil(a / mesh); k * mesh <= b; ++k) {
      ctx.moveTo(...this.project([k * mesh, y0, z(k * mesh)]));
      ctx.lineTo(...this.project([k * mesh, y1, z(k * mesh)]));
    }
    for (let k = Math.ceil(y0 / mesh); k * mesh <= y1; ++k) {
      ctx.moveTo(...this.project([a, k * mesh, z(a)]));
      ctx.lineTo(...this.project([b, k * mesh, z(b)]));
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.fillStyle = ink['ink-3'];
    ctx.font = ink.font(11);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    for (let k = Math.ceil(a / (5 * mesh)); k * 5 * mesh <= b; ++k) {
      const [px, py] = this.project([k * 5 * mesh, y0, z(k * 5 * mesh) - 0.03 * SIZE]);
      ctx.fillText(fixed(k * 5 * mesh, 1, 'm'), px, py + 5);
    }
    ctx.textAlign = 'left';
  }

  drawShadow() {
    const ctx = this.ctx;
    const flat = (p) => [p[0], p[1], this.height(p[0])];
    const [wide, long] = [0.02 * SIZE / TRUNK.half[1], 0.04 * SIZE / TRUNK.half[0]];
    const corners = [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([a, b]) => flat(this.trunkCorner(a * (1 + long), b * (1 + wide), 0)));
    ctx.globalAlpha = 0.13;
    this.polygon(corners, '#000');
    ctx.globalAlpha = 1;
  }

  drawTrails(time) {
    const run = page.run;
    const begin = Math.max(run.begin, time - 0.5);
    const count = 50;
    const trail = [];
    for (let i = 0; i <= count; ++i) trail.push(poseAt(run, begin + (time - begin) * i / count).feet);
    for (let k = 0; k < FEET.length; ++k) {
      this.ctx.strokeStyle = ink.feet[k];
      this.ctx.lineWidth = 1.6;
      for (let i = 1; i <= count; ++i) {
        this.ctx.globalAlpha = 0.55 * i / count;
        this.ctx.beginPath();
        this.ctx.moveTo(...this.project(trail[i - 1][k]));
        this.ctx.lineTo(...this.project(trail[i][k]));
        this.ctx.stroke();
      }
    }
    this.ctx.globalAlpha = 1;
  }

  drawCone({at, k}) {
    const [tall, rim] = [0.1 * SIZE, []];
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
    if (truth) this.arrow(at, trueForce, ink.truth, 2);
    if (estimated) this.arrow(at, force, ink.feet[k], 3.5);
    const radius = this.discRadius();
    this.discs(at, [[radius + 5, ink.surface], [radius + 4, ink.states[truth]], [radius + 1, ink.surface],
      [radius, ink.states[estimated]]]);
  }

  // Filled, [radius, colour] each, one upon the other.
  discs(at, list) {
    const [x, y] = this.project(at);
    for (const [radius, color] of list) {
      this.ctx.beginPath();
      this.ctx.arc(x, y, radius, 0, 7);
      this.ctx.fillStyle = color;
      this.ctx.fill();
    }
  }

  drawFootName({at, k}) {
    const ctx = this.ctx;
    const [x, y] = this.project(at);
    const below = y + this.discRadius() + 6;
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

  discRadius() { return Math.max(6, 0.017 * SIZE * this.zoom) * (SEVERAL_POINTS ? 0.8 : 1); }

  // As the disc of a foot: the estimate, in a ring of the truth.
  drawPoints(time) {
    this.pose.points.forEach((p, k) => {
      const state = (which) => ink.states[page.run.valueAt(page.run.pointStates(k, which), time)];
      this.discs(p, [[5.5, ink.surface], [4.8, state('true')], [3.4, ink.surface], [2.8, state('estimated')]]);
    });
  }

  // A line from above to the trunk: the gantry carries nothing.
  drawGantry() {
    const ctx = this.ctx;
    const [x, y] = this.project(this.pose.position);
    ctx.strokeStyle = ctx.fillStyle = ink['ink-3'];
    ctx.lineWidth = 1.5;
    ctx.setLineDash([6, 4]);
    ctx.beginPath();
    ctx.moveTo(x, 54);
    ctx.lineTo(x, y);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.font = ink.font(12, 600);
    ctx.textBaseline = 'middle';
    ctx.fillText('gantry, carries no weight', x + 8, 62);
  }

  // The arrow stays a little longer than the push; otherwise nobody would see it.
  drawPush(time) {
    const push = page.run.push;
    if (!push || time < push.begin - 1e-9 || time > push.end + 0.4) return;
    const force = scaled(push.force, 1 / FORCE_SCALE * 0.3 * SIZE / (Math.hypot(...push.force) || 1));
    const from = add(this.pose.position, scaled(push.force, -0.42 * SIZE / (Math.hypot(...push.force) || 1)));
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
