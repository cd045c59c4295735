'use strict';
// The charts of the page: what each panel shows.

const stateColor = (value) => ink.states[value];
const cssFoot = (k) => `var(--foot${k % FOOT_COLORS})`;
const HAS_ICE = RUNS.some((run) => run.strips.some(({friction}) => friction < run.nominal_friction - 1e-6));
const stateLegend = STATES.map((name) => ['block', `var(--${name})`, name]);

function stateBand(foot, which, options) {
  return new BandLane({name: `foot${foot}_${which}`, group: FEET[foot], backed: true,
    channel: (run) => run.states(foot, which), paint: stateColor, text: (value) => STATES[value] ?? '–',
    says: {true: 'state, true', estimated: 'state, estimated'}[which],
    color: () => ink.feet[foot], ...options});
}

function forceLanes() {
  const range = (run) => {
    const [, high] = robustRange(FEET.map((_, k) => run.channel(`foot${k}_true2`)), 0.998);
    return [0, Math.max(0.16 * WEIGHT, 1.12 * high)];
  };
  return FEET.flatMap((name, k) => [
    new CurveLane({label: name, color: () => ink.feet[k], unit: 'N', height: 84, gap: 14, digits: 1, range, series: [
      {name: 'f_n, true', color: () => ink.truth, width: 2.2, alpha: 0.6, area: true,
        channel: (run) => run.channel(`foot${k}_true2`)},
      {name: 'f_n, estimated', color: () => ink.feet[k], width: 1.4,
        channel: (run) => run.channel(`foot${k}_estimated2`)}]}),
    stateBand(k, 'true', {height: 9, gap: 5, caption: 'true'}),
    stateBand(k, 'estimated', {height: 9, gap: 2, caption: 'estimate'})]);
}

function gaitLanes() {
  return FEET.flatMap((name, k) => [
    new BandLane({name: `foot${k}_scheduled`, group: name, height: 9, gap: k ? 15 : 8, title: name, color: () => ink.feet[k],
      caption: 'schedule', channel: (run) => run.states(k, 'scheduled'), backed: true,
      paint: (value) => (value ? ink.feet[k] : null), text: (value) => (value ? 'stance' : 'swing'), says: 'scheduled'}),
    stateBand(k, 'estimated', {height: 9, gap: 2, caption: 'estimate'}),
    stateBand(k, 'true', {height: 9, gap: 2, caption: 'true'})]);
}

// Of feet with several points: which of them bear load.
function pointLanes() {
  const band = (p, which, options) => new BandLane({name: `point${p}_${which}`, group: POINTS[p], backed: true, height: 7,
    channel: (run) => run.pointStates(p, which), paint: stateColor, color: () => ink.feet[FOOT_OF_POINT[p]], ...options});
  return POINTS.flatMap((name, p) => {
    const index = p - ROBOT.first_point[FOOT_OF_POINT[p]];
    return [
      band(p, 'true', {gap: index ? 8 : 15, title: index ? '' : FEET[FOOT_OF_POINT[p]], caption: `${index + 1}, true`,
        text: (value) => (value ? 'loaded' : 'open'), says: 'true'}),
      band(p, 'estimated', {gap: 2, caption: 'estimate', text: (value) => STATES[value] ?? '–', says: 'estimated'})];
  });
}

function coneLanes() {
  const uses = FEET.map((name, k) => new CurveLane({label: name, color: () => ink.feet[k], unit: '', height: 74, gap: 18,
    digits: 2, range: [0, 1.5], ticks: 3, rules: [{at: 1, color: () => ink['ink-3']}], series: [
      {name: 'estimated force', color: () => ink.feet[k], width: 1.4, channel: (run) => run.coneUse(k, 'estimated')},
      {name: 'true force', color: () => ink.truth, width: 1.3, channel: (run) => run.coneUse(k, 'true')},
      {name: 'predicted by the solver', color: () => ink.ink, width: 1, dash: [2, 2],
        channel: (run) => run.coneUse(k, 'predicted')},
      ...(HAS_ICE ? [{name: 'true limit, μ / μ nominal', color: () => ink.bad, width: 1.4, dash: [5, 3], step: true,
        channel: (run) => run.trueLimit(k)}] : [])]}));
  const sliding = new CurveLane({label: 'Sliding', unit: 'm/s, true', height: 74, gap: 18, digits: 3, ticks: 3,
    range: (run) => [0, Math.max(0.2, robustRange(FEET.map((_, k) => run.slidingSpeed(k)), 0.998)[1])],
    rules: [{at: 0.05, color: () => ink.bad, dash: [5, 3]}],
    series: FEET.map((name, k) => ({name, color: () => ink.feet[k], width: 1.3, channel: (run) => run.slidingSpeed(k)}))});
  return [...uses, sliding];
}

function solverLanes() {
  const most = (run) => Math.max(4, run.channel('pivots').values.reduce((a, b) => Math.max(a, b), 0));
  const residuals = (run) => {
    const sizes = run.channel('residual').values.filter((v) => v > 0 && Number.isFinite(v)).sort();
    if (!sizes.length) return [1e-8, 1];
    const [low, high] = [sizes[Math.floor(0.01 * sizes.length)], sizes[sizes.length - 1]];
    return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high) + 1e-6)];
  };
  const status = (value) => (value === 0 ? ink.states[0] : value === 1 || value === 3 ? ink.states[2] : ink.bad);
  return [
    new CurveLane({label: 'Pivots', unit: 'a tick', height: 80, digits: 0, range: (run) => [0, most(run) * 1.08], series: [
      {name: 'pivots', color: () => ink.accent, bars: true, channel: (run) => run.channel('pivots')}]}),
    new BandLane({name: 'status', label: 'Status', title: 'Status', height: 16, gap: 12, narrowest: 2, says: 'status',
      channel: (run) => run.channel('status'), paint: status, text: (value) => DATA.statuses[value] ?? String(value)}),
    new BandLane({name: 'flags', label: 'Flags', title: 'Flags', height: 16, gap: 8, narrowest: 2, backed: true, says: 'flags',
      channel: (run) => run.channel('flags'), paint: (value) => (value ? ink.states[2] : null),
      text: (value) => (value ? '0x' + value.toString(16) : 'none')}),
    new CurveLane({label: 'Residual', unit: 'natural map', log: true, height: 70, gap: 12, range: residuals, series: [
      {name: 'residual', color: () => ink.accent, width: 1.1, channel: (run) => run.channel('residual')}]})];
}

function velocityLanes() {
  return ['x', 'y', 'z'].map((axis, k) => new CurveLane({
    label: 'v_' + axis, unit: 'm/s', height: 76, gap: 16, digits: 3, ticks: 4,
    range: (run) => {
      const [low, high] = robustRange([run.channel('velocity' + k), run.channel('estimated_velocity' + k)], 0.999);
      const margin = Math.max(0.05, 0.12 * (high - low));
      return [low - margin, high + margin];
    },
    rules: [{at: 0, color: () => ink.line}], series: [
      {name: 'estimated', color: () => ink.accent, width: 1.3, channel: (run) => run.channel('estimated_velocity' + k)},
      {name: 'true', color: () => ink.ink, width: 1.2, channel: (run) => run.channel('velocity' + k)}]}));
}

let epochs = null;

function makePanels() {
  const parent = byId('charts');
  const truth = ['stroke', 'var(--truth)', 'true'];
  const colored = ['stroke', 'var(--foot0)', 'estimated, in the foot’s colour'];
  new Panel(parent, {title: 'Foot forces', legend: [truth, colored, ...stateLegend], lanes: forceLanes(),
    caption: 'Normal force of each foot; beneath it the state as it was (upper band) and as it was estimated (lower band). ' +
      'Ctrl or Shift with the wheel zooms, dragging pans, a click moves the robot there, a double click shows the whole run.'});
  if (ROBOT.trots) new Panel(parent, {title: 'Gait', lanes: gaitLanes(),
    legend: [['block', 'var(--foot0)', 'stance on schedule'], ...stateLegend]});
  if (SEVERAL_POINTS) new Panel(parent, {title: 'Points of the feet', lanes: pointLanes(), legend: stateLegend,
    caption: 'Each point as it was (upper band: loaded or not) and as it was estimated (lower band).'});
  new Panel(parent, {title: 'Use of the friction cone',
    legend: [truth, colored, ['dash', 'var(--ink)', 'predicted by the contact solver'], ...(HAS_ICE ? [['dash', 'var(--bad)', 'true limit']] : []),
      ['stroke', 'var(--ink-3)', 'nominal limit']],
    caption: `|f_t| / (μ f_n) at the nominal μ, where f_n > ${fixed(LEAST_FORCE, FORCE_DIGITS)} N. The solver believes the line at 1 until a foot has slipped` +
      (HAS_ICE ? '; on ice the truth gives way at the dashed line' : '') + '. Below: how fast each loaded foot slides, ' +
      'and the 0.05 m/s from which that is slip.',
    lanes: coneLanes()});
  new Panel(parent, {title: 'Margins', lanes: marginLanes(),
    legend: [['stroke', 'var(--foot0)', 'slip: 1 − |f_t| / (μ f_n), in the foot’s colour'],
      ['stroke', 'var(--truth)', 'lift-off: f_n / the foot’s mean load'], ['dash', 'var(--bad)', 'low: a warning'],
      ['block', 'var(--ink)', 'true lift-off'], ['block', 'var(--bad)', 'true slip'],
      ...(HAS_ICE ? [['block', 'var(--slip)', 'true slip on ice'], ['block', 'var(--ice)', 'foot over ice']] : [])],
    caption: 'What the contact solver’s prediction for the coming step leaves each foot, at the μ that is believed of its ground, while it is truly loaded. ' +
      'A flag stands at each true event, filled where the margin was low up to it; zoom in to read by how long. ' +
      'The band below each is the true state. ' +
      'Below: the least external wrench on the base that changes a foot’s mode, and which foot’s.'});
  epochs = new EventTiles(parent);
  new Panel(parent, {title: 'Solver', lanes: solverLanes(), legend: [['block', 'var(--open)', 'solved'],
    ['block', 'var(--slip)', 'pivot budget, inaccurate, flag'], ['block', 'var(--bad)', 'other']]});
  new Panel(parent, {title: 'Velocity of the base', lanes: velocityLanes(),
    legend: [['stroke', 'var(--ink)', 'true'], ['stroke', 'var(--accent)', 'estimated']]});
}

