// What all tests of pages share: the program, a browser without network, pages it has written, and looking at pixels.
//
// RICOCHET_PROGRAM is the built program (else build/bin/ricochet), RICOCHET_CHROMIUM the browser (else Debian's),
// RICOCHET_SHOTS where screenshots are kept (else build/test-logs/web).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(path.join(root, 'web/package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const program = process.env.RICOCHET_PROGRAM ?? path.join(root, 'build/bin/ricochet');
const shots = process.env.RICOCHET_SHOTS ?? path.join(root, 'build/test-logs/web');

/** Runs the program; returns what it prints. Throws unless it ends with 0. */
export const ricochet = (...args) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] });

/** Rows of a CSV text as objects; numbers stay text. No field of ours holds a line break. */
export function csv(text) {
  const fields = (line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map((m) => m[1].replace(/^"|"$/g, '').replace(/""/g, '"'));
  const [head, ...lines] = text.trim().split(/\r?\n/);
  const names = fields(head);
  return lines.map((line) => Object.fromEntries(fields(line).map((f, i) => [names[i], f])));
}

/** A folder for this test file, the browser, and a fresh page per test. */
export function setUp() {
  const world = { folder: '', browser: null };
  before(async () => {
    world.folder = mkdtempSync(path.join(tmpdir(), 'ricochet-web-'));
    mkdirSync(shots, { recursive: true });
    world.browser = await chromium.launch({
      executablePath: process.env.RICOCHET_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
    });
  });
  after(async () => {
    await world.browser?.close();
    if (world.folder) rmSync(world.folder, { recursive: true, force: true });
  });
  world.file = (name) => path.join(world.folder, name);
  return world;
}

/** Runs `use` on a page opened from disk, without network. Any error in it, or any request but for files, fails. */
export async function withPage(world, file, use, options = {}) {
  const context = await world.browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const faults = [];
  page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
  page.on('pageerror', (e) => faults.push(String(e)));
  page.on('request', (r) => /^(file|data|blob):/.test(r.url()) || faults.push(`asked for ${r.url()}`));
  try {
    await page.goto(pathToFileURL(file).href);
    await page.locator('h1').waitFor();
    await use(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/** Keeps a picture of the page for people to look at. */
export const shot = (page, name, options = {}) => page.screenshot({ path: path.join(shots, `${name}.png`), ...options });

/** Serious and critical violations found by axe-core. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join('; ')}`);
}

/** The chart with this label: its canvas, and from data to CSS pixels of the canvas, computed from what it publishes. */
export async function chart(page, label) {
  const canvas = page.locator(`canvas[aria-label^="${label}"]`);
  await canvas.waitFor();
  const read = async (name) => (await canvas.getAttribute(name)).split(' ').map(Number);
  const [x0, x1, y0, y1] = await read('data-view');
  const [left, top, width, height] = await read('data-box');
  const to = (x, y) => ({
    x: left + ((x - x0) / (x1 - x0)) * width,
    y: top + height - ((y - y0) / (y1 - y0)) * height,
  });
  return { canvas, to, view: [x0, x1, y0, y1], box: { left, top, width, height } };
}

/** Colour [r, g, b] of a canvas at a CSS pixel. */
export const pixel = (canvas, { x, y }) =>
  canvas.evaluate((c, [px, py]) => {
    const ratio = c.width / c.clientWidth;
    return [...c.getContext('2d').getImageData(Math.round(px * ratio), Math.round(py * ratio), 1, 1).data].slice(0, 3);
  }, [x, y]);

/** Pixels of a canvas that differ from its most common colour: 0 for a blank one. */
export const inked = (canvas) =>
  canvas.evaluate((c) => {
    const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
    const count = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const key = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
      count.set(key, (count.get(key) ?? 0) + 1);
    }
    return data.length / 4 - Math.max(...count.values());
  });

/** A number as the pages show it: up to `digits` significant digits. The same rule, written once more. */
export function shown(x, digits = 10) {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const digitsOf = x.toExponential(digits - 1).replace(/\.?0+e/, 'e').replace('e+', 'e');
  const text = size >= 1e-4 && size < 1e9 ? String(Number(digitsOf)) : digitsOf;
  return text.replaceAll('-', '−');
}

/** Distance of two colours. */
export const far = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));
