'use strict';
// The campaign's figures: cards, bars of one figure, a table of each group, and what the figures mean.

const DATA = JSON.parse(document.getElementById('data').textContent);
const GROUPS = [['contact', 'Loaded or not'], ['slip', 'Slip'], ['state', 'Force and base']];
let shown = DATA.columns.findIndex((column) => column.name === 'loaded_mean');
let robot = null;  // of which alone the rows are shown; null: of all

function element(tag, className = '', text = '') {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}

const byId = (id) => document.getElementById(id);
const full = (column) => (column.unit ? `${column.title}, ${column.unit}` : column.title);
const text = (value, column) => (value === null ? '–' : value.toFixed(column.digits));
const cellOf = (scenario, name) => DATA.cells.find((cell) => cell.scenario === scenario && cell.robot === name);
const columnNamed = (name) => DATA.columns.findIndex((column) => column.name === name);
const robotsShown = () => (robot === null ? DATA.robots : [robot]);
const spread = (k) => Math.max(...DATA.cells.map((cell) => Math.abs(cell.figures[k] ?? 0)), 1e-12);

function fillHead() {
  const count = (things, word) => `${things} ${word}${things === 1 ? '' : 's'}`;
  byId('summary').textContent = `${count(DATA.scenarios.length, 'scenario')} on ${count(DATA.robots.length, 'robot')}, ` +
    `${count(DATA.seeds, 'seed')} each. Every figure compares the estimate with the truth of the simulated plant.`;
  byId('unit-note').textContent = '– is a figure that does not occur.';
  if (DATA.robots.length < 2) return;
  byId('robots').replaceChildren(...[null, ...DATA.robots].map((name) => {
    const button = element('button', '', name ?? 'all');
    button.setAttribute('aria-pressed', String(name === robot));
    button.addEventListener('click', () => { robot = name; draw(); });
    return button;
  }));
}

function fillCards() {
  const cells = DATA.cells.filter((cell) => robotsShown().includes(cell.robot));
  const sum = (k) => cells.reduce((total, cell) => total + (cell.figures[k] ?? 0), 0);
  const extreme = (name, sign) => {
    const k = columnNamed(name);
    const with_figure = cells.filter((cell) => cell.figures[k] !== null);
    if (!with_figure.length) return null;
    return [k, with_figure.reduce((a, b) => (sign * b.figures[k] > sign * a.figures[k] ? b : a))];
  };
  const card = (label, value, note, className = '', unit = '') => {
    const box = element('div', 'card');
    const figure = element('div', `value ${className}`, value);
    if (unit) figure.append(element('small', '', ` ${unit}`));
    box.append(element('div', 'label', label), figure, element('div', 'note', note));
    return box;
  };
  const cards = [card('Runs', String(sum(columnNamed('runs'))), `${cells.length} cells`),
    card('Falls', String(sum(columnNamed('falls'))), 'a run ends at its fall', sum(columnNamed('falls')) ? 'bad' : 'good')];
  for (const [label, name, sign] of [['Loaded or not, worst cell', 'loaded_mean', -1], ['Slips found, worst cell', 'slip_recall', -1],
    ['Normal force, worst cell', 'force_rmse', 1], ['Base velocity, worst cell', 'velocity_rmse', 1]]) {
    const found = extreme(name, sign);
    if (!found) continue;
    const [k, cell] = found;
    cards.push(card(label, text(cell.figures[k], DATA.columns[k]), `${cell.scenario}, ${cell.robot}`, '', DATA.columns[k].unit));
  }
  byId('cards').replaceChildren(...cards);
}

// Bars of shares near 100 % begin at the worst one, rounded, so that they differ to the eye.
function originOf(values, column) {
  const least = Math.min(...values), most = Math.max(...values);
  if (column.unit !== '%' || column.better <= 0 || least < 60) return 0;
  return Math.max(0, Math.floor(least - 0.15 * (most - least) - 0.2));
}

function fillBars() {
  const column = DATA.columns[shown];
  const values = DATA.cells.map((cell) => cell.figures[shown]).filter((value) => value !== null);
  const origin = originOf(values, column);
  const most = column.unit === '%' && column.better > 0 ? 100 : Math.max(...values, 1e-12);
  byId('meaning').textContent = column.meaning + (origin > 0 ? ` The bars begin at ${origin} %.` : '');
  byId('bars').replaceChildren(...robotsShown().map((name) => {
    const box = element('div');
    box.append(element('h3', '', name));
    DATA.scenarios.forEach((scenario, i) => {
      const value = cellOf(scenario, name).figures[shown];
      const line = element('div', i ? 'bar' : 'bar first');
      const track = element('div', 'track'), fill = element('div', 'fill');
      const title = element('span', 'name', scenario);
      title.title = scenario;
      fill.hidden = value === null;
      fill.style.width = value === null ? '0' : `${Math.max(0, Math.min(1, (value - origin) / (most - origin))) * 100}%`;
      track.append(fill);
      line.append(title, track, element('span', 'value', text(value, column)));
      box.append(line);
    });
    return box;
  }));
}

// How much a cell loses beside the first scenario of its robot, −1 to 1; 0 where there is nothing to compare.
function lossOf(cell, k) {
  const column = DATA.columns[k];
  const first = cellOf(DATA.scenarios[0], cell.robot).figures[k];
  const value = cell.figures[k];
  if (!column.better || first === null || value === null) return 0;
  const share = column.group === 'contact' ? 10 : 40;  // points of percent that make the full tint
  const range = column.unit === '%' && column.better > 0 ? share : Math.max(Math.abs(first), 0.3 * spread(k));
  return Math.max(-1, Math.min(1, column.better * (first - value) / range));
}

function tableOf(group) {
  const columns = DATA.columns.map((column, k) => k).filter((k) => DATA.columns[k].group === group);
  const table = element('table'), head = element('tr');
  head.append(element('th', '', 'scenario'), element('th', 'robot', 'robot'));
  for (const k of columns) {
    const column = DATA.columns[k];
    const cell = element('th', k === shown ? 'figure shown' : 'figure', column.title);
    cell.append(element('small', '', column.unit));
    cell.title = column.meaning;
    cell.addEventListener('click', () => { shown = k; draw(); });
    head.append(cell);
  }
  table.append(head);
  for (const scenario of DATA.scenarios) {
    robotsShown().forEach((name, i) => {
      const cell = cellOf(scenario, name), line = element('tr', i ? '' : 'group');
      line.append(element('td', '', i ? '' : scenario), element('td', 'robot', name));
      for (const k of columns) {
        const box = element('td', cell.figures[k] === null ? 'absent' : '', text(cell.figures[k], DATA.columns[k]));
        const loss = lossOf(cell, k);
        if (Math.abs(loss) > 0.02)
          box.style.background = `color-mix(in srgb, var(${loss > 0 ? '--bad' : '--good'}) ${Math.round(Math.abs(loss) * 34)}%, transparent)`;
        line.append(box);
      }
      table.append(line);
    });
  }
  const wrap = element('div', 'scroll');
  wrap.append(table);
  return wrap;
}

function fillMeanings() {
  byId('meanings').replaceChildren(...DATA.columns.flatMap((column) =>
    [element('dt', '', full(column)), element('dd', '', column.meaning)]));
  const table = element('table');
  DATA.scenarios.forEach((scenario, i) => {
    const line = element('tr');
    line.append(element('td', '', scenario), element('td', 'mono', DATA.options[i] || 'no options'));
    table.append(line);
  });
  byId('scenarios').replaceChildren(table);
}

function draw() {
  fillHead();
  fillCards();
  byId('figure').value = String(shown);
  fillBars();
  byId('tables').replaceChildren(...GROUPS.flatMap(([group, title]) => [element('h3', '', title), tableOf(group)]));
}

byId('figure').append(...DATA.columns.map((column, k) => {
  const option = element('option', '', full(column));
  option.value = String(k);
  return option;
}));
byId('figure').addEventListener('change', (event) => { shown = Number(event.target.value); draw(); });
fillMeanings();
draw();
