'use strict';
// The places of the robot's bodies and points at a time: forward kinematics of its joint tree.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const scaled = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const meanOf = (places) => scaled(places.reduce(add, [0, 0, 0]), 1 / (places.length || 1));

// The columns of a rotation: the directions of its axes.
function axesOf([w, x, y, z]) {
  return [[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
          [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
          [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]];
}
const along = (axes, v) => add(add(scaled(axes[0], v[0]), scaled(axes[1], v[1])), scaled(axes[2], v[2]));

// `axes`, turned by `angle` about the unit vector `axis` of the world (Rodrigues).
function turned(axes, axis, angle) {
  const [k, s] = [Math.cos(angle), Math.sin(angle)];
  return axes.map((a) => add(add(scaled(a, k), scaled(cross(axis, a), s)), scaled(axis, dot(axis, a) * (1 - k))));
}

// {position, axes} of the base, {origin, axes} of each body, and the places of the points and feet. A foot of several
// points is at their mean. `at(j)`: position of joint j.
function kinematics(robot, position, axes, at) {
  const bodies = [{origin: position, axes}];
  robot.joints.forEach((joint, j) => {
    const parent = bodies[joint.parent];
    let [origin, frame] = [add(parent.origin, along(parent.axes, joint.position)), parent.axes];
    const axis = along(frame, joint.axis);
    if (joint.kind === 'prismatic') origin = add(origin, scaled(axis, at(j)));
    else frame = turned(frame, axis, at(j));
    bodies.push({origin, axes: frame});
  });
  const points = robot.points.map(({body, position: p}) => add(bodies[body].origin, along(bodies[body].axes, p)));
  const feet = robot.feet.map((_, k) => meanOf(points.slice(robot.first_point[k], robot.first_point[k + 1])));
  return {position, axes, bodies, points, feet};
}

function poseAt(run, time) {
  const smooth = (name, k) => run.smoothAt(run.channel(name + k), time);
  const position = [0, 1, 2].map((k) => smooth('position', k));
  const raw = [0, 1, 2, 3].map((k) => smooth('attitude', k));
  const length = Math.hypot(...raw) || 1;
  const attitude = length > 1e-6 && raw.some(Boolean) ? raw.map((v) => v / length) : [1, 0, 0, 0];
  return kinematics(DATA.robot, position, axesOf(attitude), (j) => smooth('joint', j));
}
