'use strict';
// Cards, the judge's tables, and the final table.

function tableOf(columns, rows, className = '') {
  const table = element('table', className);
  if (columns) {
    const head = element('tr');
    for (const name of columns) head.append(element('th', '', name));
    table.append(head);
  }
  for (const cells of rows) {
    const line = element('tr');
    for (const cell of cells) line.append(cell instanceof Node ? cell : element('td', '', cell));
    table.append(line);
  }
  return table;
}

function cell(text, className = '') { return element('td', className, text); }

// A value of the final table as text.
function readable(value) {
  if (value === null || value === undefined || value === '') return 'not measured';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (Number.isInteger(value)) return grouped(value);
    return Math.abs(value) >= 1000 ? grouped(Math.round(value)) : String(Number(value.toPrecision(4)));
  }
  if (Array.isArray(value)) return value.map(readable).join(' / ');
  if (typeof value === 'object') return Object.entries(value).map(([name, part]) => `${name} ${readable(part)}`).join(', ');
  return String(value);
}
const isHash = (text) => /^(0x)?[0-9a-f]{8,}$/i.test(text);

function valueCell(value) {
  const text = readable(value);
  return cell(text, text === 'not measured' ? 'absent' : isHash(text) ? 'mono' : '');
}

function card({label, value, note, grade}) {
  const box = element('div', 'card');
  const text = readable(value);
  const kind = text === 'not measured' ? ' absent' : isHash(text) ? ' mono' : '';
  const shown = element('div', 'value' + kind + (grade ? ' ' + grade : ''), text);
  if (kind === ' mono') shown.title = text;
  box.append(element('div', 'label', label), shown);
  for (const line of [note].flat()) if (line) box.append(element('div', 'note', line));
  return box;
}

function ticksCard(run) {
  const counts = {};
  for (const status of run.channel('status').values) counts[status] = (counts[status] ?? 0) + 1;
  const others = Object.keys(counts).filter((k) => k !== '0')
    .map((k) => `${grouped(counts[k])} ${DATA.statuses[k] ?? 'status ' + k}`);
  return {label: 'Ticks solved', value: grouped(counts[0] ?? 0),
    note: `of ${grouped(run.ticks)}` + (others.length ? ': ' + others.join(', ') : run.ticks ? ', every one' : ''),
    grade: others.length || !run.ticks ? '' : 'good'};
}

function pivotsCard(run) {
  const pivots = run.channel('pivots').values;
  let [worst, sum] = [0, 0];
  for (const count of pivots) { worst = Math.max(worst, count); sum += count; }
  return {label: 'Pivots a tick, worst', value: pivots.length ? worst : null,
    note: pivots.length ? `mean ${fixed(sum / pivots.length, 2)}` : ''};
}

const onOthers = (run, figure) =>
    RUNS.filter((other) => other !== run).map((other) => `on ${other.plant}: ${figure(other.judge)}`);

function slipsCard(run) {
  const share = ({slips}) => slips.events ? `${slips.found} of ${slips.events}` : null;
  const {slips} = run.judge;
  return {
    label: 'Slips found',
    value: share(run.judge),
    note: [
      `${slips.long_right} of ${slips.long_calls} calls of 10 ms right`,
      `delay, median: ${fixed(slips.delay_median_ms, 0, 'ms')}`,
      ...onOthers(run, (judge) => share(judge) ?? 'no slip')
    ]
  };
}

function warningsCard(run) {
  const share = ({known_ground: known}) => known.slips ? `${known.warned} of ${known.slips}` : null;
  const known = run.judge.known_ground;
  return {
    label: 'Slips warned of, known ground',
    value: share(run.judge),
    note: [
      `${known.warned} of ${known.warned + known.alarms} warnings right`,
      `before the call, median: ${fixed(known.lead_median_ms, 0, 'ms')}`,
      `elsewhere: ${known.other_alarms} alarms in ${known.other_stances} stances`,
      ...onOthers(run, (judge) => share(judge) ?? 'no such slip')
    ]
  };
}

function groundCard(run) {
  const error = ({state}) => fixed(state.ground_deg, 1, '°');
  return {
    label: 'Slope of the ground, error',
    value: error(run.judge),
    note: ['root mean square under loaded feet', ...onOthers(run, error)]
  };
}

function frictionCard(run) {
  const error = ({state}) => fixed(state.friction, 2);
  return {
    label: 'Friction of the ground, error',
    value: run.judge.state.friction === null ? null : error(run.judge),
    note: ['root mean square, after three slips of a foot', ...onOthers(run, error)]
  };
}

function rivalsCard({rivals}) {
  const [best, ...others] = rivals.toSorted((a, b) => b.right - a.right);
  const line = ({name, right}) => `${name}: ${percent(right)}`;
  return {
    label: 'Best rival, loaded or not',
    value: percent(best.right),
    note: [best.name, ...others.map(line)]
  };
}

function fillCards() {
  const run = page.run;
  const {judge} = run;
  const delay = judge.estimator.touch_down;
  const ahead = judge.estimator.accuracy > judge.rival.accuracy;
  const elsewhere = (figure) => onOthers(run, figure);
  const cards = [
    {
      label: 'Loaded or not, accuracy',
      value: percent(judge.estimator.accuracy),
      note: [
        `best threshold: ${percent(judge.rival.accuracy)}`,
        ...elsewhere((one) => percent(one.estimator.accuracy))
      ],
      grade: judge.estimator.accuracy >= 0.97 && ahead ? 'good' : 'bad'
    },
    ...(run.rivals.length ? [rivalsCard(run)] : []), {
      label: 'Three states, balanced',
      value: percent(judge.balanced_accuracy),
      note: [
        'recall ' + judge.recall.map((share) => percent(share, 1).replace(' %', '')).join(' / '),
        ...elsewhere((one) => percent(one.balanced_accuracy))
      ]
    },
    {
      label: 'Touch-down delay',
      value: fixed(delay.median_ms, 1, 'ms'),
      note: [
        `median; worst ${fixed(delay.worst_ms, 0)} ms`, `${delay.missed} of ${delay.events} missed`,
        ...elsewhere((one) => fixed(one.estimator.touch_down.median_ms, 1, 'ms'))
      ],
      grade: delay.median_ms !== null && delay.median_ms <= 8 ? 'good' : 'bad'
    },
    slipsCard(run), warningsCard(run), groundCard(run), frictionCard(run), ticksCard(run), pivotsCard(run)
  ];
  const headline = DATA.table?.headline ??
    [{label: 'Instructions a tick, M4F', value: null}, {label: 'Golden hash', value: null}];
  document.getElementById('cards').replaceChildren(...[...cards, ...headline].map(card));
}

function confusionTable({confusion, recall}) {
  const rows = confusion.map((counts, k) => {
    const total = counts.reduce((a, b) => a + b, 0);
    const line = [cell(STATES[k], 'label')];
    counts.forEach((count, j) => {
      const share = total ? count / total : 0;
      const box = element('td', 'cell');
      const hue = j === k ? 'var(--foot0)' : 'var(--foot1)';
      box.style.background = `color-mix(in srgb, ${hue} ${Math.round(4 + 78 * share)}%, var(--surface))`;
      if (share > 0.5) box.style.color = 'var(--surface)';
      box.append(element('b', '', total ? percent(share, 1) : '–'), element('small', '', grouped(count)));
      line.push(box);
    });
    line.push(cell(percent(recall[k])));
    return line;
  });
  const table = tableOf(null, rows, 'confusion');
  const head = element('tr');
  head.append(element('th', '', 'truth ↓'));
  for (const name of STATES) head.append(element('th', 'cell', 'called ' + name));
  head.append(element('th', '', 'recall'));
  table.prepend(head);
  return table;
}

function verdictTable({estimator, rival, threshold, balanced_accuracy, point_accuracy}) {
  const line = (label, key, low) => {
    const [a, b] = [estimator[key], rival[key]];
    const best = low ? a < b : a > b;
    return [cell(label, 'label'), cell(percent(a), best ? 'best' : ''), cell(percent(b), !best && a !== b ? 'best' : '')];
  };
  return tableOf(['', 'estimator', `f_n > ${fixed(threshold, WEIGHT < 50 ? 2 : 1)} N`], [
    line('loaded or not, accuracy', 'accuracy', false), line('false contact in swing', 'false_contact', true),
    line('missed contact in stance', 'missed_contact', true),
    ...(point_accuracy === null ? [] : [[cell('by point, accuracy', 'label'), cell(percent(point_accuracy)), cell('–')]]),
    [cell('three classes, balanced', 'label'), cell(percent(balanced_accuracy)), cell('–')]]);
}

function delayTable({estimator, rival}) {
  const line = (label, stats) => [cell(label, 'label'),
    ...['median_ms', 'signed_median_ms', 'p99_ms', 'worst_ms'].map((key) => cell(fixed(stats[key], 1))),
    cell(`${stats.missed} of ${stats.events}`), cell(grouped(stats.extra))];
  return tableOf(['delay [ms]', 'median', 'signed', '99 %', 'worst', 'missed', 'extra'], [
    line('estimator, touch-down', estimator.touch_down), line('estimator, lift-off', estimator.lift_off),
    line('threshold, touch-down', rival.touch_down), line('threshold, lift-off', rival.lift_off)]);
}

function fillJudges() {
  const boxes = RUNS.map((run) => {
    const box = element('div', 'judge');
    const title = element('h3', '', `Plant: ${run.plant || 'unnamed'}`);
    title.append(element('small', '', `${grouped(run.judge.ticks)} ticks, ${grouped(FEET.length * run.judge.ticks)} foot-ticks`));
    const scroll = (inside) => { const wrap = element('div', 'scroll'); wrap.append(inside); return wrap; };
    box.append(title, scroll(confusionTable(run.judge)), scroll(verdictTable(run.judge)), scroll(delayTable(run.judge)));
    return box;
  });
  document.getElementById('judges').replaceChildren(...boxes);
}

function fillSections() {
  const sections = DATA.table?.sections ?? [];
  document.getElementById('final').hidden = !sections.length;
  document.getElementById('sections').replaceChildren(...sections.map((section) => {
    const box = element('div', (section.columns ?? []).length > 6 ? 'wide' : '');
    if (section.title) box.append(element('h3', '', section.title));
    const rows = Array.isArray(section.rows) ? section.rows : Object.entries(section.rows ?? {});
    const lines = rows.map((row) => row.map((value, k) => (k ? valueCell(value) : cell(readable(value), 'label'))));
    const wrap = element('div', 'scroll');
    wrap.append(tableOf(section.columns, lines));
    box.append(wrap);
    if (section.note) box.append(element('p', '', section.note));
    return box;
  }));
}
