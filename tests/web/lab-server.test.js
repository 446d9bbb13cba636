// The server of the lab without a page: its JSON is that of the program, and nothing that is sent to it does harm.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ricochet, root } from './browser.js';
import { memory, raw, start, stop } from './serve.js';

let lab;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ricochet-lab-'));
  lab = await start();
});
after(async () => {
  rmSync(folder, { recursive: true });
  await stop(lab);
});

const problem = (name) => readFileSync(path.join(root, 'problems', `${name}.yaml`), 'utf8');
const post = (where, body, type = 'text/plain', headers = {}) =>
  fetch(lab.url + where, { method: 'POST', body, headers: { 'Content-Type': type, ...headers } });
const head = (more = '') => `Host: 127.0.0.1:${lab.port}\r\n${more}`;

test('every shipped problem is listed, and its answers are those of the command line', async () => {
  const about = await (await fetch(`${lab.url}api/about`)).json();
  assert.equal(about.kind, 'about');
  const names = readdirSync(path.join(root, 'problems')).filter((f) => f.endsWith('.yaml'));
  assert.deepEqual(about.problems.map((p) => `${p.name}.yaml`), names.sort());
  for (const { name, text } of about.problems) {
    const response = await post('api/impact', text);
    assert.equal(response.status, 200, name);
    const document = await response.json();
    assert.equal(document.kind, 'impact');
    const all = document.problem.contacts.length <= 8 ? ['--all-solutions'] : [];
    const told = JSON.parse(ricochet('impact', path.join(root, 'problems', `${name}.yaml`), '--format', 'json', ...all));
    const few = all.length > 0; // else nobody looks for all solutions
    const bare = (r) => (few ? r : { ...r, solutions: null });
    assert.deepEqual(document.results.map(bare), told.results.map(bare), name);
  }
});

test('a wrong problem is told with its place, as the command line does', async () => {
  const text = problem('oblique_bar').replace(/friction: [\d.]+/, 'friction: -1');
  const file = path.join(folder, 'wrong.yaml');
  writeFileSync(file, text);
  const response = await post('api/impact', text);
  assert.equal(response.status, 422);
  const { kind, message, line, column, path: key } = await response.json();
  assert.equal(kind, 'error');
  let told = '';
  try {
    ricochet('impact', file);
  } catch (error) {
    told = String(error.stderr).trim();
  }
  assert.equal(told, `${file}:${line}:${column}: ${key}: ${message}`);
});

test('a regime map has in every cell what the law says there', async () => {
  const law = 'routh-stronge';
  const bar = (friction, tilt) =>
    `impact: {delassus: [[2.5, ${tilt}], [${tilt}, 2.0]], velocity: [-1.0, 0.4], contacts: [{friction: ${friction}, restitution: 0.6}]}`;
  const tilts = Array.from({ length: 9 }, (_, i) => -2 + 0.5 * i);
  const y = { what: 'friction', from: 0, to: 2, count: 11 };
  const response = await post('api/impact/map', JSON.stringify({ law, columns: tilts.map((t) => bar(0.3, t)), y }), 'application/json');
  assert.equal(response.status, 200);
  const map = await response.json();
  assert.deepEqual([map.kind, map.columns, map.rows], ['impact-map', 9, 11]);
  const codes = Buffer.from(map.codes, 'base64');
  assert.equal(codes.length, 99);
  for (let j = 0; j < 11; ++j) {
    for (let i = 0; i < 9; ++i) {
      const document = await (await post('api/impact', bar(0.2 * j, tilts[i]))).json();
      const { status, contacts } = document.results.find((r) => r.law === law);
      if (!contacts) {
        assert.equal(codes[9 * j + i], 255);
        continue;
      }
      const stage = (s) => contacts[0].phases.filter((p) => p.stage === s).map((p) => p.mode).join(', ');
      const regime = [stage('compression'), stage('restitution')].filter((s) => s).join(' | ') + (status === 'one-of-many' ? ' (one of many)' : '');
      assert.equal(map.regimes[codes[9 * j + i]], regime, `cell ${i}, ${j}`);
    }
  }
});

test('what is asked in the wrong way is refused with its reason', async () => {
  const cases = [
    [fetch(`${lab.url}nothing`), 404],
    [fetch(`${lab.url}../etc/passwd`), 404],
    [fetch(`${lab.url}api/impact`), 405],
    [post('api/about', ''), 405],
    [post('api/impact', problem('sphere'), 'application/json'), 415],
    [post('api/impact', ''), 422],
    [post('api/impact/map', '{', 'application/json'), 400],
    [post('api/impact/map', JSON.stringify({ law: 'moreau', columns: [], y: {} }), 'application/json'), 400],
    [post('api/impact/map', JSON.stringify({ law: 'mroeau', columns: Array(2).fill(problem('sphere')), y: { what: 'friction', from: 0, to: 1, count: 5 } }), 'application/json'), 400],
    [post('api/impact/map', JSON.stringify({ law: 'moreau', columns: Array(2).fill('x'), y: { what: 'friction', from: 0, to: 1, count: 5 } }), 'application/json'), 422],
    [post('api/impact', 'x'.repeat(3 << 20)), 413],
  ];
  for (const [asked, status] of cases) {
    const response = await asked;
    assert.equal(response.status, status, response.url);
    assert.equal((await response.json()).kind, 'error');
  }
});

test('JSON that is nested too deeply, and lines of a megabyte, are answered', async () => {
  const deep = `{"x": ${'['.repeat(100000)}${']'.repeat(100000)}, "y": 1}`;
  for (const where of ['api/runs', 'api/studies', 'api/impact/map', 'api/complete']) {
    assert.equal((await post(where, deep, 'application/json')).status, 400, where);
  }
  const line = `# ${'ä'.repeat(500000)}`;
  const asked = await post('api/complete', JSON.stringify({ text: line, line: 1, column: 400000 }), 'application/json');
  assert.equal(asked.status, 200);
  const torn = await post('api/complete', JSON.stringify({ text: 'bodies:\n  - name: [\n', line: 3, column: 1 }), 'application/json');
  assert.deepEqual([torn.status, (await torn.json()).choices], [200, []]);
});

test('a request after one without a body has its answer whole', async () => {
  const answer = await raw(lab, `HEAD /api/about HTTP/1.1\r\n${head()}\r\nnonsense\r\n\r\n`);
  assert.match(answer, /^HTTP\/1.1 200[^]*HTTP\/1.1 400[^]*this is no HTTP request/);
});

test('only requests to this host, from this origin or none, are answered', async () => {
  const get = (headers) => raw(lab, `GET /api/about HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  assert.match(await get(head()), /^HTTP\/1.1 200/);
  assert.match(await get(head(`Origin: http://localhost:${lab.port}\r\n`)), /^HTTP\/1.1 200/);
  for (const headers of [
    '',
    'Host: example.org\r\n',
    `Host: example.org:${lab.port}\r\n`,
    'Host: 127.0.0.1\r\n',
    head() + head(),
    head('Origin: http://example.org\r\n'),
    head('Origin: null\r\n'),
    head(`Origin: https://127.0.0.1:${lab.port}\r\n`),
  ]) {
    assert.match(await get(headers), /^HTTP\/1.1 40[03]/, headers);
  }
  const page = await fetch(lab.url);
  assert.match(page.headers.get('content-security-policy'), /default-src 'none'/);
  assert.match(page.headers.get('content-type'), /^text\/html/);
});

test('the server listens on the loopback interface only', () => {
  const lines = readFileSync('/proc/net/tcp', 'utf8') + readFileSync('/proc/net/tcp6', 'utf8');
  const port = lab.port.toString(16).toUpperCase().padStart(4, '0');
  const listening = lines.split('\n').filter((l) => l.includes(`:${port} `) && / 0A /.test(l)).map((l) => l.trim().split(/\s+/)[1]);
  assert.deepEqual(listening, [`0100007F:${port}`]);
});

test('ten thousand malformed, oversized, slow and aborted requests leave it alive and small', async () => {
  let seed = 1;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const garbage = (n) => Buffer.from(Array.from({ length: n }, () => random(256)));
  const body = problem('oblique_bar');
  const scene = readFileSync(path.join(root, 'scenes/bouncing_ball.yaml'), 'utf8');
  const study = readFileSync(path.join(root, 'studies/payr_glocker_fig5.yaml'), 'utf8');
  const run = JSON.stringify({ scene });
  const kinds = [
    () => raw(lab, garbage(1 + random(400)), { wait: 300 }),
    () => raw(lab, `GET ${'/x'.repeat(random(8000))} HTTP/1.1\r\n${head()}\r\n`, { wait: 300, leave: true }),
    () => raw(lab, `GET / HTTP/1.1\r\n${head(`X: ${'y'.repeat(random(20000))}\r\n`)}\r\n`, { wait: 300, leave: true }),
    () => raw(lab, `POST /api/impact HTTP/1.1\r\n${head(`Content-Type: text/plain\r\nContent-Length: ${random(1 << 30)}\r\n`)}\r\n${body}`, { wait: 50, leave: true }),
    () => raw(lab, `POST /api/impact HTTP/1.1\r\n${head(`Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n`)}\r\n${body}`, { leave: true }),
    () => raw(lab, `POST /api/impact HTTP/1.1\r\n${head(`Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n`)}\r\nZZ\r\n${body}`, { wait: 300 }),
    () => raw(lab, `POST /api/impact HTTP/1.1\r\n${head('Content-Length: -5\r\n')}\r\n`, { wait: 300 }),
    () => raw(lab, '', { wait: 20, leave: true }),
    () => raw(lab, `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`, { wait: 300 }),
    () => post('api/impact', garbage(random(2000))).then((r) => r.text(), () => ''),
    () => post('api/impact', body.slice(0, random(body.length))).then((r) => r.text(), () => ''),
    // Motions and studies: cut anywhere, begun and left alone, asked for under wrong names.
    () => post('api/runs', run.slice(0, random(run.length)), 'application/json').then((r) => r.text(), () => ''),
    () => post('api/runs', JSON.stringify({ scene: scene.slice(0, random(scene.length)) }), 'application/json').then((r) => r.text(), () => ''),
    () => raw(lab, `POST /api/runs HTTP/1.1\r\n${head(`Content-Type: application/json\r\nContent-Length: ${run.length}\r\n`)}\r\n${run}`, { leave: true }),
    () => post('api/studies', JSON.stringify({ study: study.slice(0, random(study.length)), base: body }), 'application/json').then((r) => r.text(), () => ''),
    () => post('api/complete', JSON.stringify({ text: scene, line: 1 + random(40), column: 1 + random(90) }), 'application/json').then((r) => r.text(), () => ''),
    () => post('api/check', scene.slice(random(scene.length))).then((r) => r.text(), () => ''),
    () => fetch(`${lab.url}api/runs/${random(3000)}/${['page', 'run.h5', '..', '%00', 'x'.repeat(random(5000))][random(5)]}`).then((r) => r.text(), () => ''),
    () => fetch(`${lab.url}api/${['runs', 'studies'][random(2)]}/${random(3000)}`, { method: ['DELETE', 'GET', 'PUT'][random(3)] }).then((r) => r.text(), () => ''),
  ];
  const slow = Array.from({ length: 20 }, () => raw(lab, 'POST /api/impact HTTP/1.1\r\nHo', { wait: 60000 })); // never end
  for (let done = 0; done < 10000; done += 20) {
    await Promise.all(Array.from({ length: 20 }, () => kinds[random(kinds.length)]()));
  }
  const response = await post('api/impact', body);
  assert.equal(response.status, 200);
  await response.text();
  assert.ok(memory(lab, 'VmHWM') < 200e6, `${memory(lab, 'VmHWM') / 1e6} MB`);
  await Promise.all(slow); // they are shown the door
});

test('it ends within two seconds of being told, whatever it does', async () => {
  const other = await start();
  const columns = Array(1000).fill(problem('sphere'));
  const asked = fetch(`${other.url}api/impact/map`, {
    method: 'POST',
    body: JSON.stringify({ law: 'lzb', columns, y: { what: 'friction', from: 0, to: 1, count: 1000 } }),
    headers: { 'Content-Type': 'application/json' },
  }).catch(() => null);
  await new Promise((done) => setTimeout(done, 300));
  const { code, took } = await stop(other);
  assert.equal(code, 0);
  assert.ok(took < 2000, `${took} ms`);
  await asked;
});

test('a port that is taken is said so, before anything else', async () => {
  await assert.rejects(start(lab.port));
});
