// Motions and studies of the lab without a page: the same numbers and files as the command line's, looked at while they
// are computed, cancelled, and held to their budgets.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ricochet, root } from './browser.js';
import { memory, start, stop } from './serve.js';

let lab;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ricochet-jobs-'));
  lab = await start();
});
after(async () => {
  rmSync(folder, { recursive: true });
  await stop(lab);
});

const text = (name) => readFileSync(path.join(root, name), 'utf8');
const file = (name) => path.join(folder, name);
const ask = async (where, question, at = lab) => {
  const response = await fetch(at.url + where, { method: 'POST', body: JSON.stringify(question), headers: { 'Content-Type': 'application/json' } });
  return { status: response.status, ...(await response.json()) };
};
const get = async (where, at = lab) => (await fetch(at.url + where)).json();
const bytes = async (where) => Buffer.from(await (await fetch(lab.url + where)).arrayBuffer());
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
/** Waits until a job is in a state for which `ready` holds. */
async function until(where, ready, at = lab) {
  for (let k = 0; k < 1200; ++k) {
    const job = await get(where, at);
    if (ready(job)) return job;
    await pause(25);
  }
  throw new Error(`${where} does not come to that`);
}
const ended = (where, at = lab) => until(where, (job) => job.state !== 'running', at);
async function run(question, at = lab) {
  const job = await ask('api/runs', question, at);
  assert.equal(job.status, 201, job.message);
  return `api/runs/${job.id}`;
}
async function study(question, at = lab) {
  const job = await ask('api/studies', question, at);
  assert.equal(job.status, 201, job.message);
  return `api/studies/${job.id}`;
}
/** Moves for minutes unless it is stopped. */
const endless = text('scenes/frictional_bounce.yaml').replace(/^until:.*/m, 'until: 100000').replace(/^event_limit:.*/m, '') + 'event_limit: 100000000\n';
/** The sentence of the command line about its call. */
function complaint(...args) {
  try {
    ricochet(...args);
  } catch (error) {
    return String(error.stderr).trim();
  }
  return '';
}

test('every shipped scene and study is listed', async () => {
  const about = await get('api/about');
  const names = (list) => readdirSync(path.join(root, list)).filter((f) => f.endsWith('.yaml')).sort();
  assert.deepEqual(about.scenes.map((s) => `${s.name}.yaml`), names('scenes'));
  const listed = about.studies.map((s) => `${s.name}.yaml`);
  assert.deepEqual(listed, names('studies').filter((f) => !/^identify:/m.test(text(`studies/${f}`))));
  for (const s of about.studies) assert.ok(new RegExp(`^${s.study}:`, 'm').test(s.text) && s.base.length > 20);
  assert.deepEqual(about.limits, { seconds: 600, bytes: 256 << 20 });
});

test('a motion has the numbers and files of the command line, to the byte', async () => {
  for (const name of ['disc_ball', 'woodpecker', 'dominoes']) {
    const scene = path.join(root, 'scenes', `${name}.yaml`);
    const at = await run({ scene: text(`scenes/${name}.yaml`) });
    const job = await ended(at);
    assert.equal(job.state, 'ended');
    assert.equal(job.reason, 'end');
    assert.equal(job.done, job.all);
    assert.equal(String(await bytes(`${at}/result`)), ricochet('simulate', scene, '--format', 'json'));
    ricochet('simulate', scene, '-o', file('run.h5'), '--force');
    assert.ok((await bytes(`${at}/run.h5`)).equals(readFileSync(file('run.h5'))), 'HDF5');
    for (const table of ['samples', 'events', 'final']) {
      assert.equal(String(await bytes(`${at}/${table}.csv`)), ricochet('export', file('run.h5'), '--table', table));
    }
    ricochet('report', file('run.h5'), '-o', file('run.html'), '--force');
    assert.ok((await bytes(`${at}/report.html`)).equals(readFileSync(file('run.html'))), 'report');
    assert.deepEqual(job.files, ['run.h5', 'samples.csv', 'events.csv', 'final.csv', 'report.html']);
    const kept = await fetch(`${lab.url}${at}/run.h5`, { method: 'HEAD' });
    assert.match(kept.headers.get('content-disposition'), /^attachment; filename="run.h5"$/);
    assert.equal((await (await fetch(lab.url + at + '?forget', { method: 'DELETE' })).json()).kind, 'job');
    assert.equal((await fetch(lab.url + at)).status, 404);
  }
});

test('what is said in place of the scene does what the options of the command line do', async () => {
  const scene = path.join(root, 'scenes/bouncing_ball.yaml');
  const cases = [
    [{ until: 0.5, tolerance: 1e-6 }, ['--until', '0.5', '--tolerance', '1e-6']],
    [{ law: 'poisson', until: 0.7 }, ['--law', 'poisson', '--until', '0.7']],
    [{ method: 'moreau', step: 0.001, until: 0.5 }, ['--method', 'moreau', '--step', '0.001', '--until', '0.5']],
  ];
  for (const [more, options] of cases) {
    const at = await run({ scene: text('scenes/bouncing_ball.yaml'), ...more });
    await ended(at);
    assert.equal(String(await bytes(`${at}/result`)), ricochet('simulate', scene, '--format', 'json', ...options));
  }
  const refused = [
    [{ law: 'poison' }, ['--law', 'poison']],
    [{ method: 'evnt' }, ['--method', 'evnt']],
    [{ tolerance: 1 }, ['--tolerance', '1']],
    [{ step: 0.1 }, ['--step', '0.1']],
    [{ until: -1 }, ['--until', '-1']],
    [{ until: 1e300, method: 'moreau', step: 1e-3 }, ['--until', '1e300', '--method', 'moreau', '--step', '1e-3']],
  ];
  for (const [more, options] of refused) {
    const { status, message } = await ask('api/runs', { scene: text('scenes/bouncing_ball.yaml'), ...more });
    assert.equal(status, 400);
    assert.equal(`ricochet: --${message}`, complaint('simulate', scene, ...options));
  }
});

test('a motion may begin at a given state', async () => {
  const scene = text('scenes/bouncing_ball.yaml');
  const whole = await run({ scene, until: 0.4 });
  await ended(whole);
  const { final } = await get(`${whole}/result`);
  const at = await run({ scene, until: 0.3, start: { t: 0.4, q: final.q, u: final.velocity } });
  await ended(at);
  const rest = await get(`${at}/result`);
  assert.equal(rest.status.reason, 'end');
  assert.ok(Math.abs(rest.final.time - 0.7) < 1e-12, 'it lasts as long as the scene says');
  const all = await run({ scene, until: 0.7 });
  await ended(all);
  const other = (await get(`${all}/result`)).final;
  other.q.forEach((x, i) => assert.ok(Math.abs(x - rest.final.q[i]) < 1e-9));
  for (const start of [{ q: [0], u: [0, 0, 0] }, { q: final.q }, { q: final.q, u: ['a', 0, 0] }, 3]) {
    assert.equal((await ask('api/runs', { scene, start })).status, 400);
  }
});

test('a motion can be watched while it is computed, and cancelled; what there is stays', async () => {
  const at = await run({ scene: endless });
  let before = await until(at, (job) => job.revision > 0);
  assert.equal(before.state, 'running');
  assert.deepEqual(before.files, []);
  assert.equal((await fetch(`${lab.url}${at}/result`)).status, 409);
  let samples = 0;
  for (let k = 0; k < 3; ++k) {
    const page = await get(`${at}/page`);
    assert.equal(page.document.kind, 'run');
    assert.ok(page.document.thinned.of > samples, 'it grows');
    samples = page.document.thinned.of;
    before = await until(at, (job) => job.revision > page.revision);
  }
  await fetch(lab.url + at, { method: 'DELETE' });
  const job = await ended(at);
  assert.deepEqual([job.state, job.reason], ['cancelled', 'cancelled']);
  assert.ok(job.done > 0 && job.done < job.all);
  const result = await get(`${at}/result`);
  assert.equal(result.status.reason, 'cancelled');
  assert.ok(result.events.length > 0);
  assert.equal((await get(`${at}/page`)).document.facts.find((f) => f.name === 'reason').value, 'cancelled');
});

test('a wrong scene, study or base is told with its place, as the command line does', async () => {
  const scene = text('scenes/bouncing_ball.yaml').replace('until:', 'untill:');
  writeFileSync(file('wrong.yaml'), scene);
  const bad = await ask('api/runs', { scene });
  assert.equal(bad.status, 422);
  assert.equal(`${file('wrong.yaml')}:${bad.line}:${bad.column}: ${bad.path}: ${bad.message}`, complaint('check', file('wrong.yaml')));
  const checked = await (await fetch(`${lab.url}api/check`, { method: 'POST', body: scene, headers: { 'Content-Type': 'text/plain' } })).json();
  assert.deepEqual([checked.line, checked.column, checked.message], [bad.line, bad.column, bad.message]);
  const good = await (await fetch(`${lab.url}api/check`, { method: 'POST', body: text('scenes/disc_ball.yaml'), headers: { 'Content-Type': 'text/plain' } })).json();
  assert.deepEqual([good.kind, good.file, good.law, good.method], ['check', 'scene', 'lzb', 'event']);
  assert.equal(good.text, ricochet('check', path.join(root, 'scenes/disc_ball.yaml'), '--quiet'));

  const fig5 = text('studies/payr_glocker_fig5.yaml');
  const wrong = await ask('api/studies', { study: fig5.replace('law: moreau', 'law: moraeu') });
  assert.deepEqual([wrong.status, wrong.file, wrong.path], [422, 'study', 'map.law']);
  assert.equal(wrong.line, fig5.split('\n').findIndex((l) => l.includes('law: moreau')) + 1);
  const base = text('problems/bar_contact_space.yaml').replace(/friction: .*/, 'friction: -1');
  const based = await ask('api/studies', { study: fig5, base });
  assert.deepEqual([based.status, based.file], [422, 'base']);
  assert.equal(based.line, base.split('\n').findIndex((l) => l.includes('friction: -1')) + 1);
  for (const name of ['../scenes/../../etc/passwd', '/etc/passwd', '../problems/nothing.yaml', 'bar_contact_space.yaml']) {
    const none = await ask('api/studies', { study: fig5.replace('../problems/bar_contact_space.yaml', name) });
    assert.deepEqual([none.status, none.path], [422, 'map.base'], name);
    assert.match(none.message, /does not come with the program/);
  }
});

test('a study has the numbers and files of the command line, to the byte, whatever the order of its cells', async () => {
  for (const [kind, name] of [['map', 'payr_glocker_fig5'], ['sweep', 'two_vehicles'], ['painleve', 'painleve_rod'], ['orbit', 'bounce_orbit']]) {
    const given = path.join(root, 'studies', `${name}.yaml`);
    const at = await study({ study: text(`studies/${name}.yaml`) });
    const job = await ended(at);
    assert.deepEqual([job.state, job.reason, job.message], ['ended', 'end', ''], name);
    assert.equal(String(await bytes(`${at}/result`)), ricochet(kind, given, '--format', 'json'));
    ricochet(kind, given, '-o', file('study.h5'), '--force');
    assert.ok((await bytes(`${at}/study.h5`)).equals(readFileSync(file('study.h5'))), name);
    const tables = job.files.filter((f) => f.endsWith('.csv'));
    assert.ok(tables.length > 0);
    for (const table of tables) {
      assert.equal(String(await bytes(`${at}/${table}`)), ricochet('export', file('study.h5'), '--table', table.slice(0, -4)));
    }
    ricochet('report', file('study.h5'), '-o', file('study.html'), '--force');
    assert.ok((await bytes(`${at}/report.html`)).equals(readFileSync(file('study.html'))), name);
    const page = await get(`${at}/page`);
    assert.equal(page.document.preview, false);
  }
});

test('a map can be seen from its first cells on, and refines', async () => {
  const slow = text('studies/liu_table5.yaml').replace('count: 321', 'count: 1201').replace('count: 3}', 'count: 201}');
  const at = await study({ study: slow });
  const first = await until(at, (job) => job.revision > 0);
  assert.equal(first.state, 'running');
  const page = await get(`${at}/page`);
  assert.equal(page.document.preview, true);
  const cells = page.document.tables.find((t) => t.name === 'cells');
  assert.equal(cells.rows, 1201 * 201);
  const state = cells.columns.find((c) => c.name === 'state');
  assert.equal(state.missing, 0);
  assert.ok(state.counts.filter((n) => n > 0).length >= 3, `regions are there: ${state.counts}`);
  const later = await until(at, (job) => job.done > first.done + 1000);
  assert.equal(later.unit, 'cells');
  await fetch(lab.url + at, { method: 'DELETE' });
  const job = await ended(at);
  assert.equal(job.state, 'cancelled');
  assert.equal((await get(`${at}/page`)).document.preview, true);
  assert.deepEqual(job.files, []);
});

test('a point of a study is the problem or scene that its cell was computed from', async () => {
  const at = await study({ study: text('studies/payr_glocker_fig5.yaml') });
  await ended(at);
  await get(`${at}/page`);
  const { tables } = await get(`${at}/result`);
  const names = tables.cells.columns.map((c) => c.name);
  for (const row of [0, 12345, 43379]) {
    const point = await ask(`${at}/point`, { table: 'cells', row });
    assert.deepEqual([point.status, point.file, point.law, point.start], [200, 'problem', 'moreau', null]);
    writeFileSync(file('point.yaml'), point.text);
    const answer = JSON.parse(ricochet('impact', file('point.yaml'), '--law', 'moreau', '--format', 'json'));
    assert.equal(answer.results[0].contacts[0].mode, tables.cells.rows[row][names.indexOf('mode')]);
    const values = tables.cells.rows[row].slice(0, 2);
    assert.equal((await ask(`${at}/point`, { parameters: values })).text, point.text);
  }
  for (const question of [{ table: 'cells', row: 43380 }, { table: 'cells', row: -1 }, { table: 'cell', row: 0 }, { parameters: [1] }, {}, { table: 'boundaries' }]) {
    assert.equal((await ask(`${at}/point`, question)).status, 400, JSON.stringify(question));
  }
  const orbit = await study({ study: text('studies/bounce_orbit.yaml') });
  await ended(orbit);
  await get(`${orbit}/page`);
  const point = await ask(`${orbit}/point`, { table: 'orbits', row: 0 });
  assert.equal(point.file, 'scene');
  const motion = await run({ scene: point.text, start: point.start, until: 0.5 });
  assert.equal((await ended(motion)).reason, 'end');
  // It comes back to where it began.
  const { events } = await get(`${motion}/result`);
  assert.ok(events.filter((e) => e.kind === 'impact').length >= 1);
});

test('keys and names are completed as the readers know them', async () => {
  const complete = async (given, more = {}) => {
    const at = given.indexOf('|');
    const before = given.slice(0, at).split('\n');
    const answer = await ask('api/complete', { text: given.replace('|', ''), line: before.length, column: before.at(-1).length + 1, ...more });
    assert.equal(answer.kind, 'completions');
    return answer;
  };
  const scene = text('scenes/bouncing_ball.yaml');
  assert.ok((await complete(scene + 'la|\n')).choices.every((c) => c.startsWith('la')));
  assert.ok((await complete(`${scene}|\n`)).choices.includes('law') || /^law:/m.test(scene));
  const laws = (await complete('model: bouncing-ball\nlaw: routh-|\nuntil: 1\n')).choices;
  assert.deepEqual(laws, ['routh-newton', 'routh-poisson', 'routh-stronge']);
  const parameter = await complete('model: bouncing-ball\nparameters: {rest|: 0.5}\nuntil: 1\n');
  assert.deepEqual(parameter.choices, ['restitution']);
  assert.deepEqual([parameter.from, parameter.to], [14, 18]);
  const body = await complete('# ä 😀\nbodies:\n  - name: a\n    ma|\n    inertia: 1\nuntil: 1\n');
  assert.deepEqual([body.choices, body.from, body.to], [['mass'], 5, 7]);
  const taken = await complete('bodies:\n  - name: a\n    mass: 1\n    ma|\n    inertia: 1\nuntil: 1\n');
  assert.deepEqual(taken.choices, []);
  assert.ok((await complete('impact:\n  mas|\n')).choices.includes('mass'));
  assert.ok((await complete('impact:\n  |\n')).choices.includes('delassus'));
  const fig5 = text('studies/payr_glocker_fig5.yaml');
  const base = text('problems/bar_contact_space.yaml');
  assert.deepEqual((await complete(fig5.replace('  quantities:', '  qu|:'), { base })).choices, ['quantities']);
  assert.deepEqual((await complete(fig5.replace('law: moreau', 'law: bra|'), { base })).choices, ['brach']);
  assert.deepEqual((await complete('model: bouncing-ball\n  : |wrong [\n')).choices, []);
  assert.equal((await ask('api/complete', { text: 'a', line: 0, column: 1 })).status, 400);
  assert.deepEqual((await ask('api/complete', { text: 'a', line: 99, column: 1 })).choices, []);
});

test('no more jobs run at once than may, and the oldest are forgotten', async () => {
  const two = [await run({ scene: endless }), await run({ scene: endless })];
  const third = await ask('api/runs', { scene: endless });
  assert.equal(third.status, 429);
  assert.match(third.message, /2 jobs are running/);
  await fetch(lab.url + two[0], { method: 'DELETE' });
  const next = await run({ scene: text('scenes/bouncing_ball.yaml') }); // though the first may still be ending
  await ended(next);
  await fetch(lab.url + two[1], { method: 'DELETE' });
  for (const at of two) await ended(at);
  for (let k = 0; k < 8; ++k) await ended(await run({ scene: text('scenes/bouncing_ball.yaml'), until: 0.1 }));
  assert.equal((await fetch(lab.url + two[0])).status, 404);
});

test('what is asked of jobs in the wrong way is refused with its reason', async () => {
  const at = await run({ scene: text('scenes/bouncing_ball.yaml') });
  await ended(at);
  const cases = [
    [fetch(`${lab.url}api/runs`), 405],
    [fetch(`${lab.url}api/runsx`), 404],
    [fetch(`${lab.url}api/runs/`), 404],
    [fetch(`${lab.url}api/runs/99999`), 404],
    [fetch(`${lab.url}${at.replace('runs', 'studies')}`), 404],
    [fetch(`${lab.url}${at}/nothing`), 404],
    [fetch(`${lab.url}${at}/..%2f..%2fetc/passwd`), 404],
    [fetch(`${lab.url}${at}/point`), 404],
    [fetch(`${lab.url}${at}`, { method: 'POST' }), 405],
    [fetch(`${lab.url}${at}/page`, { method: 'DELETE' }), 405],
    [fetch(`${lab.url}api/runs`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'text/plain' } }), 415],
    [fetch(`${lab.url}api/runs`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }), 400],
    [fetch(`${lab.url}api/studies`, { method: 'POST', body: '{"study": "map: 1"}', headers: { 'Content-Type': 'application/json' } }), 422],
    [fetch(`${lab.url}api/studies`, { method: 'POST', body: '[', headers: { 'Content-Type': 'application/json' } }), 400],
  ];
  for (const [asked, status] of cases) {
    const response = await asked;
    assert.equal(response.status, status, response.url);
    assert.equal((await response.json()).kind, 'error');
  }
});

test('time and memory of a job are limited; a study that is too large is not begun', async () => {
  const small = await start(0, '--job-time', '1', '--job-memory', '2');
  try {
    const memoryEnds = await ended(await run({ scene: endless }, small), small);
    assert.deepEqual([memoryEnds.state, memoryEnds.reason], ['cancelled', 'cancelled']);
    assert.match(memoryEnds.message, /the memory of a job in the lab, 2 MiB, is used up/);
    // Hardly any samples: time ends first.
    const long = text('studies/liu_table5.yaml').replace('count: 321', 'count: 20001').replace('count: 3}', 'count: 2}').replace(/^ {2}refine.*\n/m, '');
    const timeEnds = await ended(await study({ study: text('studies/bounce_friction.yaml') }, small), small);
    assert.match(timeEnds.message, /the time of a job in the lab, 1 s, is used up/);
    const large = await ask('api/studies', { study: long }, small);
    assert.equal(large.status, 400);
    assert.match(large.message, /the lab takes 2 MiB/);
    assert.ok(memory(small, 'VmHWM') < 200e6, `${memory(small, 'VmHWM') / 1e6} MB`);
  } finally {
    await stop(small);
  }
});

test('one cell of a study that takes for ever is cancelled, and ended by the budget', async () => {
  const base = text('scenes/bouncing_ball.yaml').replace(/^until:.*/m, 'method: moreau\nstep: 1.0e-9\nuntil: 900');
  const question = { study: 'sweep: {base: x.yaml, parameters: [{path: bodies.0.mass, values: [1, 2]}], quantities: [time]}', base };
  for (let k = 0; k < 5; ++k) {
    const at = await study(question); // more than can run at once, if one of them stayed
    await fetch(lab.url + at, { method: 'DELETE' });
    assert.equal((await ended(at)).state, 'cancelled');
    assert.deepEqual((await get(at)).files, []);
  }
  const short = await start(0, '--job-time', '1');
  const job = await ended(await study(question, short), short);
  assert.equal(job.state, 'cancelled');
  assert.match(job.message, /time of a job/);
  await stop(short);
});

test('samples inside one long step are held to the budget, too', async () => {
  const small = await start(0, '--job-memory', '2');
  const scene = text('scenes/bouncing_ball.yaml').replace(/^until:.*/m, 'gravity: [0, 0]\nuntil: 1\noutput: {step: 1.0e-7}');
  const job = await ended(await run({ scene }, small), small);
  assert.equal(job.state, 'cancelled', job.message);
  assert.match(job.message, /memory of a job/);
  assert.ok(memory(small, 'VmHWM') < 100e6, `${memory(small, 'VmHWM')} bytes`);
  const { status, message } = await ask('api/runs', { scene, until: 1e6 }, small);
  assert.deepEqual([status, /^until: there would be 1e\+13 samples, at most 1e\+08 are allowed$/.test(message)], [400, true], message);
  // What is refused costs nothing.
  const map = text('studies/payr_glocker_fig5.yaml').replaceAll(/count: \d+/g, 'count: 3000');
  assert.equal((await ask('api/studies', { study: map }, small)).status, 400);
  assert.ok(memory(small, 'VmHWM') < 100e6, `${memory(small, 'VmHWM')} bytes`);
  await stop(small);
});

test('it ends within two seconds of being told while motions and studies run', async () => {
  const other = await start();
  await run({ scene: endless }, other);
  await study({ study: text('studies/bounce_friction.yaml') }, other);
  await pause(300);
  const { code, took } = await stop(other);
  assert.equal(code, 0);
  assert.ok(took < 2000, `${took} ms`);
});
