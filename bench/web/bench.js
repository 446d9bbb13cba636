// How quick pages are, in headless chromium: node bench/web/bench.js
//
// Reports, never judges: first paint, and the median time of a frame while scrubbing a motion of a million samples and
// while panning a map of a million cells. A frame is counted from one animation frame to the next, so 16.7 ms is the
// best there is; the time the page itself works in a frame is beside it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const { chromium } = createRequire(path.join(root, 'web/package.json'))('playwright-core');
const program = process.env.RICOCHET_PROGRAM ?? path.join(root, 'build/bin/ricochet');
const folder = mkdtempSync(path.join(tmpdir(), 'ricochet-bench-'));
const file = (name) => path.join(folder, name);
const ricochet = (...args) => execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 1 << 30 });

// A million samples of stick-slip; a million cells of a regime map.
writeFileSync(
  file('long.yaml'),
  `title: a million samples
model: friction-oscillator
parameters: {mass: 1, stiffness: 100, belt_speed: 0.1, friction: 0.3, static_friction: 0.4}
until: 100
output: {step: 0.0001}
`,
);
writeFileSync(
  file('map.yaml'),
  `map:
  title: a million cells
  base: ${path.join(root, 'problems/brach_rod.yaml')}
  law: brach
  parameters:
    - {path: contacts.tip.impulse_ratio, from: 0, to: 0.8, count: 1000}
    - {path: contacts.tip.restitution, from: 0, to: 1, count: 1000}
  quantities: [loss, limited]
`,
);

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function measure(browser, name, label, step) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file(`${name}.html`)).href);
  await page.locator('canvas').first().waitFor();
  const paint = await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.getEntriesByName('first-contentful-paint')[0]?.startTime)))),
  );
  const { frames, work } = await page.evaluate(step);
  const size = (statSync(file(`${name}.html`)).size * 1e-6).toFixed(1);
  console.log(
    `${label.padEnd(44)} page ${size.padStart(6)} MB   first paint ${paint.toFixed(0).padStart(5)} ms   ` +
      `frame ${median(frames).toFixed(1).padStart(5)} ms   of it work ${median(work).toFixed(1).padStart(5)} ms   (median of ${frames.length})`,
  );
  await context.close();
}

// Both run in the page: `frames` between animation frames, `work` from the input to the end of the drawing it causes.
const scrubbing = async () => {
  const slider = document.querySelector('input[type=range]');
  const frames = [], work = [];
  let last = 0;
  for (let i = 0; i < 300; ++i) {
    const now = await new Promise(requestAnimationFrame);
    if (last) frames.push(now - last);
    last = now;
    const begin = performance.now();
    slider.value = String(Number(slider.min) + ((i * 37) % 300) / 300 * (Number(slider.max) - Number(slider.min)));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => setTimeout(done)); // the page draws in microtasks
    work.push(performance.now() - begin);
  }
  return { frames, work };
};
const panning = async () => {
  const canvas = document.querySelector('canvas[data-view]');
  const frames = [], work = [];
  let last = 0;
  const box = canvas.getBoundingClientRect();
  const send = (type, x) =>
    canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, buttons: 1, pointerId: 1, pointerType: 'mouse', clientX: x, clientY: box.top + 200 }));
  canvas.setPointerCapture = () => {}; // there is no such pointer
  send('pointerdown', box.left + 300);
  for (let i = 0; i < 300; ++i) {
    const now = await new Promise(requestAnimationFrame);
    if (last) frames.push(now - last);
    last = now;
    const begin = performance.now();
    send('pointermove', box.left + 300 + 100 * Math.sin(i / 10));
    await new Promise((done) => setTimeout(done));
    work.push(performance.now() - begin);
  }
  return { frames, work };
};

const browser = await chromium.launch({
  executablePath: process.env.RICOCHET_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  ricochet('simulate', file('long.yaml'), '-o', file('long.h5'), '--quiet');
  ricochet('report', file('long.h5'), '-o', file('long.html'), '--quiet');
  await measure(browser, 'long', 'scrubbing a motion of 1 000 000 samples', scrubbing);
  ricochet('map', file('map.yaml'), '-o', file('map.h5'), '--quiet');
  ricochet('report', file('map.h5'), '-o', file('map.html'), '--quiet');
  await measure(browser, 'map', 'panning a map of 1 000 000 cells', panning);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
