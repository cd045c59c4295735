'use strict';
// A canvas with a parallel projection of space: drag to turn it, double click for the first view.

class ParallelView {
  constructor(canvas) {
    this.canvas = canvas;
    this.firstView();
    let grip = null;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      grip = {x: event.clientX, y: event.clientY, azimuth: this.azimuth, elevation: this.elevation};
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!grip) return;
      this.azimuth = grip.azimuth - (event.clientX - grip.x) * 0.006;
      this.elevation = Math.min(1.5, Math.max(0.02, grip.elevation + (event.clientY - grip.y) * 0.005));
      this.draw();
    });
    canvas.addEventListener('pointerup', () => { grip = null; });
    canvas.addEventListener('dblclick', () => { this.firstView(); this.draw(); });
  }

  // From the side; oblique where one leg would hide the other.
  firstView() { [this.azimuth, this.elevation] = FEET.length > 2 ? [0.17, 0.16] : [0.85, 0.2]; }

  // `center`: the point of space that is drawn in the middle, a little above it; `size`: m of the view's height.
  aim(width, height, center, size) {
    const [ca, sa] = [Math.cos(this.azimuth), Math.sin(this.azimuth)];
    const [ce, se] = [Math.cos(this.elevation), Math.sin(this.elevation)];
    this.right = [ca, sa, 0];
    this.forward = [-sa * ce, ca * ce, -se];
    this.up = [-sa * se, ca * se, ce];
    this.zoom = Math.min(width / (1.91 * size), height / size);
    this.project = (p) => {
      const v = [p[0] - center[0], p[1] - center[1], p[2] - center[2]];
      return [width / 2 + this.zoom * dot(v, this.right), height * 0.48 - this.zoom * dot(v, this.up)];
    };
  }
  depth(p) { return dot(p, this.forward); }

  polygon(points, fill, stroke) {
    const ctx = this.ctx;
    ctx.beginPath();
    points.forEach((p, i) => (i ? ctx.lineTo(...this.project(p)) : ctx.moveTo(...this.project(p))));
    ctx.closePath();
    if (fill) { ctx.fillStyle = fill; ctx.fill(); }
    if (stroke) { ctx.strokeStyle = stroke; ctx.lineWidth = 1; ctx.stroke(); }
  }

  label(at, text, size) {
    const [px, py] = this.project(at);
    this.ctx.font = ink.font(size, 600);
    this.ctx.fillStyle = ink['ink-2'];
    this.ctx.textBaseline = 'middle';
    this.ctx.fillText(text, px, py);
  }

  capsule(p, q, r1, r2, color) {
    const ctx = this.ctx;
    const [a, b] = [this.project(p), this.project(q)];
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const [s, t] = [r1 * this.zoom, r2 * this.zoom];
    ctx.beginPath();
    ctx.arc(a[0], a[1], s, angle + Math.PI / 2, angle + 3 * Math.PI / 2);
    ctx.arc(b[0], b[1], t, angle - Math.PI / 2, angle + Math.PI / 2);
    ctx.closePath();
    ctx.fillStyle = color;
    ctx.fill();
    ctx.strokeStyle = shade(color, -0.14);
    ctx.lineWidth = 1;
    ctx.stroke();
  }

  arrow(from, force, color, width) {
    const ctx = this.ctx;
    const [a, b] = [this.project(from), this.project(add(from, scaled(force, FORCE_SCALE)))];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (!(length > 4)) return;
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const head = Math.min(length, 4 + 2.4 * width);
    ctx.strokeStyle = ctx.fillStyle = color;
    ctx.lineWidth = width;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(...a);
    ctx.lineTo(b[0] - ux * head, b[1] - uy * head);
    ctx.stroke();
    ctx.lineCap = 'butt';
    ctx.beginPath();
    ctx.moveTo(...b);
    ctx.lineTo(b[0] - ux * head - uy * head * 0.45, b[1] - uy * head + ux * head * 0.45);
    ctx.lineTo(b[0] - ux * head + uy * head * 0.45, b[1] - uy * head - ux * head * 0.45);
    ctx.fill();
  }
}

// A colour between two #rrggbb colours.
function mixed(from, to, share) {
  const part = (color, i) => parseInt(color.slice(i, i + 2), 16);
  return '#' + [1, 3, 5].map((i) => Math.round(part(from, i) + (part(to, i) - part(from, i)) * share))
    .map((v) => v.toString(16).padStart(2, '0')).join('');
}

// A #rrggbb colour made lighter (`by` up to 1) or darker (down to −1).
function shade(color, by) { return mixed(color, by > 0 ? '#ffffff' : '#000000', Math.min(1, Math.abs(by))); }
