'use strict';
// The position of the robot's body and legs at a time, from the run's base and joints.

const BODY = {
  hip: [[0.1805, -0.047], [0.1805, 0.047], [-0.1805, -0.047], [-0.1805, 0.047]],
  lateral: 0.0838, thigh: 0.2, calf: 0.2,  // m
  trunk: [0.135, 0.075, 0.052],            // half sizes, m
};

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const scaled = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// The columns of a rotation: the directions of its axes.
function axesOf([w, x, y, z]) {
  return [[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
          [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
          [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]];
}
const along = (axes, v) => add(add(scaled(axes[0], v[0]), scaled(axes[1], v[1])), scaled(axes[2], v[2]));
function turnX([a, b, c], angle) {
  const [k, s] = [Math.cos(angle), Math.sin(angle)];
  return [a, add(scaled(b, k), scaled(c, s)), add(scaled(c, k), scaled(b, -s))];
}
function turnY([a, b, c], angle) {
  const [k, s] = [Math.cos(angle), Math.sin(angle)];
  return [add(scaled(a, k), scaled(c, -s)), b, add(scaled(c, k), scaled(a, s))];
}

// The pose at a time: trunk axes, and hip, shoulder, knee and foot of each leg.
function poseAt(run, time) {
  const smooth = (name, k) => run.smoothAt(run.channel(name + k), time);
  const position = [0, 1, 2].map((k) => smooth('position', k));
  const raw = [0, 1, 2, 3].map((k) => smooth('attitude', k));
  const length = Math.hypot(...raw) || 1;
  const attitude = raw.map((v) => v / length);
  const axes = axesOf(length > 1e-6 && raw.some(Boolean) ? attitude : [1, 0, 0, 0]);
  const legs = [0, 1, 2, 3].map((leg) => {
    const angle = (k) => smooth('joint', 3 * leg + k);
    const side = leg % 2 ? 1 : -1;
    const hip = add(position, along(axes, [...BODY.hip[leg], 0]));
    const hipAxes = turnX(axes, angle(0));
    const shoulder = add(hip, scaled(hipAxes[1], side * BODY.lateral));
    const thighAxes = turnY(hipAxes, angle(1));
    const knee = add(shoulder, scaled(thighAxes[2], -BODY.thigh));
    const foot = add(knee, scaled(turnY(thighAxes, angle(2))[2], -BODY.calf));
    return {hip, shoulder, knee, foot};
  });
  return {position, axes, legs};
}
