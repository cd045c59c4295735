'use strict';
// What follows from the robot's figures: names and places of its feet, sizes for the drawing, and its limbs.

const ROBOT = DATA.robot;
const WEIGHT = 9.81 * ROBOT.mass || 1;    // N
const LEAST_FORCE = 0.041 * WEIGHT;       // N, below it no ratio of forces is shown; 5 N of an A1
const FORCE_DIGITS = WEIGHT < 50 ? 1 : 0;  // of N
const SEVERAL_POINTS = ROBOT.points.length > ROBOT.feet.length;

// The names without the words that all of them begin or end with.
function shortNames(names) {
  const words = names.map((name) => name.split('_'));
  const shared = (of) => words.every((one) => one.length > 1 && of(one) === of(words[0]));
  while (words.length > 1 && shared((one) => one[one.length - 1])) for (const one of words) one.pop();
  while (words.length > 1 && shared((one) => one[0])) for (const one of words) one.shift();
  return words.map((one) => one.join(' '));
}
const FEET = shortNames(ROBOT.feet);
// m of arrow per N: four feet show the weight as long as the base is high, and two shorter, as each bears more.
const FORCE_SCALE = (FEET.length > 2 ? 1 : 0.6) * ROBOT.height / WEIGHT || 1;
const FOOT_OF_POINT = ROBOT.points.map((_, p) => FEET.findIndex((_, k) => p < ROBOT.first_point[k + 1]));
const POINTS = FOOT_OF_POINT.map((k, p) => (SEVERAL_POINTS ? `${FEET[k]}, point ${p - ROBOT.first_point[k] + 1}` : FEET[k]));

const STANDING = kinematics(ROBOT, [0, 0, ROBOT.height], axesOf([1, 0, 0, 0]), (j) => ROBOT.posture[j] ?? 0);

// The rows of the feet from front to rear, each from left to right, as seen from above with the head up.
const FOOT_ROWS = (() => {
  const rows = [];
  const order = FEET.map((_, k) => k).sort((a, b) => STANDING.feet[b][0] - STANDING.feet[a][0]);
  for (const k of order) {
    const row = rows[rows.length - 1];
    if (row && STANDING.feet[row[0]][0] - STANDING.feet[k][0] < 0.3 * ROBOT.height) row.push(k); else rows.push([k]);
  }
  for (const row of rows) row.sort((a, b) => STANDING.feet[b][1] - STANDING.feet[a][1]);
  return rows;
})();

const FOOT_PLACES = FEET.map((_, k) => {
  const row = FOOT_ROWS.findIndex((feet) => feet.includes(k));
  const ahead = FOOT_ROWS.length < 2 ? '' : row === 0 ? 'front' : row === FOOT_ROWS.length - 1 ? 'rear' : 'middle';
  const side = STANDING.feet[k][1];
  const beside = Math.abs(side) < 0.02 * ROBOT.height ? '' : side > 0 ? 'left' : 'right';
  return [ahead, beside].filter(Boolean).join(' ');
});

// The trunk as a box around the joints on the base, in the base's axes.
const TRUNK = (() => {
  const joints = ROBOT.joints.filter(({parent}) => parent === 0).map(({position}) => position);
  const most = [0, 1, 2].map((k) => Math.max(0, ...joints.map((p) => p[k])));
  const least = [0, 1, 2].map((k) => Math.min(0, ...joints.map((p) => p[k])));
  const h = ROBOT.height;
  return {center: [0, 1, 2].map((k) => (most[k] + least[k]) / 2),
    half: [Math.max(0.75 * (most[0] - least[0]) / 2, 0.12 * h), (most[1] - least[1]) / 2 + 0.105 * h,
      (most[2] - least[2]) / 2 + 0.19 * h],
    box: FEET.length > 2};  // else it is drawn as a hull, as other bodies that carry several limbs
})();

const childrenOf = (body) => ROBOT.joints.flatMap(({parent}, j) => (parent === body ? [j + 1] : []));
const pointsOf = (body) => ROBOT.points.flatMap((point, p) => (point.body === body ? [p] : []));
const carries = (body) => body === 0 || childrenOf(body).length > 1;
const comOf = (pose, body, times = 1) => {
  const {com} = body ? ROBOT.joints[body - 1] : ROBOT.base;
  return add(pose.bodies[body].origin, along(pose.bodies[body].axes, scaled(com, times)));
};

// Where the drawing of a body ends: at the next joint, at its points, or at twice the distance of its centre of mass.
function endOf(pose, body) {
  const [next, points] = [childrenOf(body), pointsOf(body)];
  if (next.length) return pose.bodies[next[0]].origin;
  return points.length ? meanOf(points.map((p) => pose.points[p])) : comOf(pose, body, 2);
}

// m: that of a cylinder of the body's mass and length.
function radiusOf(body) {
  const length = distance(STANDING.bodies[body].origin, endOf(STANDING, body));
  const radius = Math.sqrt(ROBOT.joints[body - 1].mass / (Math.PI * 1100 * Math.max(length, 1e-3)));
  return Math.max(0.03 * ROBOT.height, Math.min(radius, 0.45 * length, 0.15 * ROBOT.height));
}

// A limb: a chain of bodies that hangs on one that carries several. Its parts are drawn as capsules, a sole as a hull.
// `foot` is −1 where it ends without points; `mark`: the first of its long bodies, whose joint has the foot's colour.
const LIMBS = ROBOT.joints.flatMap(({parent}, j) => {
  if (!carries(parent)) return [];
  const bodies = [j + 1];
  for (let next = childrenOf(j + 1); next.length === 1; next = childrenOf(next[0])) bodies.push(next[0]);
  const last = bodies[bodies.length - 1];
  if (carries(last)) bodies.pop();
  const length = (body) => distance(STANDING.bodies[body].origin, endOf(STANDING, body));
  const sole = pointsOf(last).length > 1 ? last : 0;
  const parts = bodies.filter((body) => body !== sole && length(body) > 0.04 * ROBOT.height)
    .map((body) => ({body, radius: radiusOf(body)}));
  parts.forEach((part, i) => { part.end = i + 1 < parts.length ? Math.min(part.radius, 1.25 * parts[i + 1].radius) : 0.65 * part.radius; });
  const foot = pointsOf(last).length ? FOOT_OF_POINT[pointsOf(last)[0]] : -1;
  const longest = Math.max(0, ...parts.map(({body}) => length(body)));
  return parts.length || sole ? [{parts, sole, foot, mark: parts.find(({body}) => length(body) > 0.6 * longest)?.body ?? 0}] : [];
});

// Bodies between limbs, drawn as hulls.
const HULLS = ROBOT.joints.flatMap((_, j) => (carries(j + 1) ? [j + 1] : []));

// m: of the view's height, at an A1 0.68.
const VIEW_SIZE = (() => {
  const places = [...STANDING.bodies.map(({origin}) => origin), ...STANDING.points];
  const top = Math.max(ROBOT.height + TRUNK.half[2], ...places.map((p) => p[2]));
  const reach = Math.max(0.5 * ROBOT.height, ...places.map((p) => Math.abs(p[0])));
  return Math.max((FEET.length > 2 ? 1.1 : 1.35) * top + 1.2 * Math.min(reach, ROBOT.height), 1e-3);
})();
const SIZE = VIEW_SIZE / 0.68;  // of the drawing against an A1's
