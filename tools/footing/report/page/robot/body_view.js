'use strict';
// Draws the robot's bodies: the trunk as a box or a hull, limbs as capsules, soles as hulls. Far ones are paler.

class BodyView extends ParallelView {
  drawBodies() {
    const {pose} = this;
    const middle = (limb) => meanOf([...limb.parts.flatMap(({body}) => [pose.bodies[body].origin, endOf(pose, body)]),
      ...(limb.sole ? [pose.bodies[limb.sole].origin] : [])]);
    const things = [
      ...LIMBS.map((limb) => ({depth: this.depth(middle(limb)), paint: () => this.drawLimb(limb)})),
      ...HULLS.map((body) => ({depth: this.depth(comOf(pose, body)), paint: () => this.drawHull(body)})),
      {depth: this.depth(pose.position), paint: () => (TRUNK.box ? this.drawTrunk() : this.drawHull(0))}];
    things.sort((a, b) => b.depth - a.depth);
    this.nearest = things[things.length - 1].depth;
    this.span = Math.max(0.18 * ROBOT.height, things[0].depth - this.nearest);
    for (const thing of things) thing.paint();
  }

  far(p) { return Math.min(1, Math.max(0, (this.depth(p) - this.nearest) / this.span)); }

  trunkCorner(a, b, c) {
    const {center, half} = TRUNK;
    return add(this.pose.position, along(this.pose.axes, [center[0] + a * half[0], center[1] + b * half[1], center[2] + c * half[2]]));
  }

  drawTrunk() {
    const light = [-0.3, -0.5, 0.8];
    for (let axis = 0; axis < 3; ++axis) {
      for (const sign of [-1, 1]) {
        const normal = scaled(this.pose.axes[axis], sign);
        if (dot(normal, this.forward) >= 0) continue;
        const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => {
          const c = [0, 0, 0];
          [c[axis], c[(axis + 1) % 3], c[(axis + 2) % 3]] = [sign, u, v];
          return this.trunkCorner(...c);
        });
        this.ctx.lineJoin = 'round';
        this.polygon(square, shade(ink.trunk, 0.16 * dot(normal, light)), shade(ink.trunk, 0.18));
      }
    }
    const nose = [[1, -0.6, 0.5], [1, 0.6, 0.5], [1, 0.6, -0.1], [1, -0.6, -0.1]].map((c) => this.trunkCorner(...c));
    if (dot(this.pose.axes[0], this.forward) < 0) this.polygon(nose, shade(ink.trunk, -0.25));
  }

  // The convex hull, on the screen, of balls [place, radius].
  hull(balls, color) {
    const corners = balls.flatMap(([p, r]) => {
      const [x, y] = this.project(p);
      return Array.from({length: 16}, (_, i) => [x + r * this.zoom * Math.cos(i * Math.PI / 8), y + r * this.zoom * Math.sin(i * Math.PI / 8)]);
    });
    corners.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (ordered) => {
      const found = [];
      for (const c of ordered) {
        for (let n = found.length; n > 1; n = found.length) {
          const [a, b] = [found[n - 2], found[n - 1]];
          if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0) break;
          found.pop();
        }
        found.push(c);
      }
      return found.slice(0, -1);
    };
    const ctx = this.ctx;
    ctx.beginPath();
    for (const c of [...half(corners), ...half([...corners].reverse())]) ctx.lineTo(...c);
    ctx.closePath();
    ctx.fillStyle = color;
    ctx.fill();
    ctx.strokeStyle = shade(color, -0.14);
    ctx.lineWidth = 1;
    ctx.stroke();
  }

  drawHull(body) {
    const {bodies} = this.pose;
    const radius = 0.055 * ROBOT.height;
    const places = [bodies[body].origin, comOf(this.pose, body), ...childrenOf(body).map((child) => bodies[child].origin)];
    this.hull(places.map((p) => [p, radius]), mixed(ink.trunk, ink['sky-2'], 0.3 * this.far(places[1])));
  }

  drawLimb({parts, sole, foot, mark}) {
    const {pose} = this;
    const place = (body) => pose.bodies[body].origin;
    const color = (p) => mixed(ink.limb, ink['sky-2'], 0.45 * this.far(p));
    if (sole) {
      const places = pointsOf(sole).map((p) => [pose.points[p], ROBOT.points[p].radius + 0.008 * ROBOT.height]);
      this.hull([[place(sole), 0.035 * ROBOT.height], ...places], shade(color(place(sole)), 0.05));
    }
    const ordered = parts.map(({body, radius, end}, i) => {
      const [from, to] = [place(body), endOf(pose, body)];
      return {from, to, radius, end, depth: this.depth(scaled(add(from, to), 0.5)) + 0.02 * i * ROBOT.height, body};
    }).sort((a, b) => b.depth - a.depth);
    for (const {from, to, radius, end, body} of ordered) {
      const shaded = body === mark ? 0 : parts.findIndex((part) => part.body === body) > parts.findIndex((part) => part.body === mark) ? 0.05 : -0.05;
      this.capsule(from, to, radius, end, shade(color(from), shaded));
    }
    if (foot < 0 || !mark) return;
    const [x, y] = this.project(place(mark));
    this.ctx.beginPath();
    this.ctx.arc(x, y, 0.017 * SIZE * this.zoom, 0, 7);
    this.ctx.fillStyle = ink.feet[foot];
    this.ctx.globalAlpha = 1 - 0.45 * this.far(place(mark));
    this.ctx.fill();
    this.ctx.globalAlpha = 1;
  }
}
