// How quick the lab is, in headless chromium with the program behind it: node bench/web/lab.js
//
// Reports, never judges. Slider to redrawn frame: a slider changes in an animation frame; how long until the first frame after
// the table has its new numbers, drawings included, by the clock of the frames (multiples of 16.7 ms at 60 Hz: an answer from
// elsewhere is shown in the next frame at best) and by the clock on the wall, from the event to the callback of that frame.
// Nothing at all: the same from frame to frame. Map: from the request to the answer, 500 x 500 cells of the bar.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../tests/web/browser.js';
import { start, stop } from '../../tests/web/serve.js';

const { chromium } = createRequire(path.join(root, 'web/package.json'))('playwright-core');

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];
const told = (what, times) =>
  console.log(`${what.padEnd(36)} median ${quantile(times, 0.5).toFixed(1).padStart(6)} ms   99 % ${quantile(times, 0.99).toFixed(1).padStart(6)} ms   (${times.length} times)`);

const lab = await start();
const browser = await chromium.launch({
  executablePath: process.env.RICOCHET_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('ricochet-lab-tour', 'seen'));
  const page = await context.newPage();
  await page.goto(lab.url);
  await page.getByRole('group', { name: 'Comparison of the laws' }).waitFor();
  await page.locator('[data-cells="500"]').waitFor(); // it has come to rest
  const measured = await page.evaluate(async () => {
    const slider = document.querySelector('input[data-slider=e]');
    const cell = document.querySelector('tr[data-law=moreau] td[data-key=normal_impulse]');
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // Told when it happens, not asked for: timers may be late by 4 ms.
    const change = () =>
      new Promise((done) => new MutationObserver((_, o) => (o.disconnect(), done())).observe(cell, { attributeFilter: ['title'] }));
    const out = { nothing: [], frames: [], wall: [] };
    for (let k = 0; k < 540; ++k) {
      const moves = k >= 220; // the first ones change nothing
      const begun = await frame();
      const changed = moves ? change() : null;
      const from = performance.now();
      if (moves) {
        slider.value = String(0.1 + 0.01 * (k % 80));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await changed;
      const drawn = await frame();
      const wall = performance.now() - from;
      if (k >= 20 && !moves) out.nothing.push(wall);
      if (k < 240) continue; // warm up
      out.frames.push(drawn - begun);
      out.wall.push(wall);
    }
    return out;
  });
  told('nothing at all, frame to frame', measured.nothing);
  told('slider to redrawn frame, frames', measured.frames);
  told('slider to redrawn frame, wall', measured.wall);
  const within = measured.frames.filter((t) => t < 17.5).length / measured.frames.length;
  console.log(`${(100 * within).toFixed(1)} % of the changes are drawn in the next frame`);

  const text = readFileSync(path.join(root, 'problems/oblique_bar.yaml'), 'utf8');
  const asked = JSON.stringify({ law: 'routh-stronge', columns: Array(500).fill(text), y: { what: 'friction', from: 0, to: 1.5, count: 500 } });
  const maps = [];
  for (let k = 0; k < 20; ++k) {
    const from = performance.now();
    const response = await fetch(`${lab.url}api/impact/map`, { method: 'POST', body: asked, headers: { 'Content-Type': 'application/json' } });
    await response.arrayBuffer();
    maps.push(performance.now() - from);
  }
  told('regime map of 500 x 500 cells', maps);
} finally {
  await browser.close();
  await stop(lab);
}
