'use strict';
// What the page shows, and how its parts work together.

const byId = (id) => document.getElementById(id);

// "Robot g1 of 33.3 kg, 29 joints and 2 feet of 4 points each".
function robotWords() {
  const points = FEET.map((_, k) => ROBOT.first_point[k + 1] - ROBOT.first_point[k]);
  const each = !SEVERAL_POINTS ? '' : points.every((n) => n === points[0]) ? ` of ${points[0]} points each`
    : ` of ${points.join(', ')} points`;
  return `Robot ${ROBOT.name} of ${fixed(ROBOT.mass, 1)} kg, ${ROBOT.joints.length} joints and ${FEET.length} feet${each}`;
}

// The phases of the run for which `is` holds, as text.
function phaseWords(is) {
  const all = RUNS.flatMap((run) => run.phases.map(({value}) => value));
  const names = [...new Set(all)].filter(is).map((value) => DATA.phases[value]);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}` : names[0] ?? 'no phase';
}

function fillSummary() {
  const run = page.run;
  const ice = run.strips.filter(({friction}) => friction < run.nominal_friction - 1e-6);
  const parts = [robotWords(), `plant “${run.plant}”`,
    `${fixed(run.ticks * run.period, 2)} s at ${fixed(1 / run.period, 0)} Hz`, `seed ${run.seed}`,
    `the controller believes μ = ${fixed(run.nominal_friction, 2)}`];
  if (ROBOT.gantry) parts.push('a soft gantry holds the trunk upright and over its place, and carries no weight');
  if (ice.length) parts.push(`ice of μ = ${ice.map(({friction}) => fixed(friction, 2)).join(', ')} on the way`);
  if (run.push) {
    const {begin, end, force} = run.push;
    parts.push(`a push of ${fixed(Math.hypot(...force), FORCE_DIGITS)} N for ${fixed(end - begin, 2)} s`);
  }
  byId('summary').textContent = parts.join(' · ');
  byId('fell').hidden = !run.fell;
}

function fillHud() {
  const run = page.run;
  if (!run.ticks) return;
  const at = (name) => run.valueAt(run.channel(name), timeline.cursor);
  const phase = element('span', 'phase', run.phaseAt(timeline.cursor));
  const line = element('div', '', `${fixed(at('velocity0'), 2)} m/s ahead, base ${fixed(at('position2'), 3)} m high`);
  byId('hud').replaceChildren(phase, line);
  byId('clock').textContent = fixed(timeline.cursor, 3, 's');
  byId('play').classList.toggle('playing', timeline.playing);
}

function drawCharts() {
  for (const panel of Panel.all) panel.draw();
  epochs.draw();
}

function showRun(run) {
  page.run = run;
  timeline.fit();
  [...byId('plants').children].forEach((button, k) => button.setAttribute('aria-pressed', RUNS[k] === run));
  fillSummary();
  fillCards();
  timeline.viewChanged();
}

// The cursor starts where a foot first slides on the ice, or is lifted. If none does, it starts after a third of the run.
function interestingTime(run) {
  for (const [name, state, wait] of [['ice', 2, 0.02], ['lift', 0, 0.3]]) {
    const phase = run.phases.find(({value}) => DATA.phases[value] === name);
    for (let tick = phase?.begin ?? 0; tick < (phase?.end ?? 0); ++tick) {
      if (FEET.some((_, k) => run.states(k, 'true').values[tick] === state)) return run.timeOf(tick) + wait;
    }
  }
  return run.begin + (run.end - run.begin) / 3;
}

// The address #t=6.2&view=5.5,7&plant=1 opens the page at this time, view and plant.
function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (RUNS[wanted.get('plant')]) showRun(RUNS[wanted.get('plant')]);
  const [begin, end] = (wanted.get('view') ?? '').split(',').map(Number);
  if (end > begin) [timeline.begin, timeline.end] = [begin, end];
  timeline.cursor = wanted.has('t') ? Number(wanted.get('t')) : interestingTime(page.run);
}

function listen() {
  byId('play').onclick = () => timeline.play(!timeline.playing);
  byId('speed').onchange = (event) => { timeline.speed = Number(event.target.value); };
  byId('zoom-in').onclick = () => timeline.zoom(0.6);
  byId('zoom-out').onclick = () => timeline.zoom(1 / 0.6);
  byId('zoom-reset').onclick = () => timeline.show(timeline.first, timeline.last);
  addEventListener('keydown', (event) => {
    if (event.target.closest?.('select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = (event.shiftKey ? 20 : 1) * page.run.period;
    const keys = {' ': () => timeline.play(!timeline.playing), 'ArrowLeft': () => timeline.seek(timeline.cursor - step),
      'ArrowRight': () => timeline.seek(timeline.cursor + step), '+': () => timeline.zoom(0.6), '=': () => timeline.zoom(0.6),
      '-': () => timeline.zoom(1 / 0.6), '0': () => timeline.show(timeline.first, timeline.last)};
    if (!keys[event.key] || (event.key === ' ' && event.target.closest?.('button'))) return;
    event.preventDefault();
    keys[event.key]();
  });
  addEventListener('resize', () => timeline.viewChanged());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readInk(); timeline.viewChanged(); });
}

function main() {
  if (RUNS.length > 1) {
    for (const run of RUNS) {
      const button = element('button', '', run.plant || 'unnamed');
      button.title = 'Show this run';
      button.onclick = () => showRun(run);
      byId('plants').append(button);
    }
  }
  document.title = `Footing: contact report, ${ROBOT.name}`;
  byId('name').textContent = ROBOT.name;
  byId('judged').textContent = `Ticks of ${phaseWords((value) => DATA.judged[value])}; the others are left out.`;
  byId('loaded').textContent = `${fixed(0.03 * WEIGHT / (ROBOT.points.length || 1), 2)} N`;
  const legend = makeLegend([...stateLegend.map(([, color, name]) => ['dot', color, name]),
    ['stroke', 'var(--foot0)', 'estimated force'], ['stroke', 'var(--truth)', 'true force']]);
  byId('robot-legend').append(...legend.childNodes, `${SEVERAL_POINTS ? 'foot and its points' : 'foot'}: estimate, ring: truth`);
  makePanels();
  const robot = new RobotView(byId('robot'));
  const tiles = new FootTiles(byId('feet'));
  new Minimap(byId('minimap'));
  timeline.onView.push(drawCharts);
  timeline.onCursor.push(() => {
    robot.draw();
    tiles.draw();
    fillHud();
    for (const panel of Panel.all) panel.moveCursor();
  });
  fillJudges();
  fillSections();
  listen();
  readAddress();
  showRunKeepingView();
}

function showRunKeepingView() {
  const {begin, end, cursor} = timeline;
  showRun(page.run);
  timeline.begin = Math.max(timeline.first, begin);
  timeline.end = Math.min(timeline.last, end);
  timeline.cursor = cursor;
  timeline.viewChanged();
}

main();
