// How quick the lab is, in headless chromium with the program behind it: node bench/web/lab.js
//
// Reports, never judges. Slider to redrawn frame: from the event of a slider to the first animation frame after the table has
// its new numbers, drawings included. Map: from the request to the answer, 500 x 500 cells of the bar.
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
  const times = await page.evaluate(async () => {
    const slider = document.querySelector('input[data-slider=e]');
    const cell = document.querySelector('tr[data-law=moreau] td[data-key=normal_impulse]');
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const soon = () => new Promise((done) => setTimeout(done));
    const out = [];
    for (let k = 0; k < 220; ++k) {
      await frame();
      const before = cell.title;
      const from = performance.now();
      slider.value = String(0.1 + 0.01 * (k % 80));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      while (cell.title === before && performance.now() - from < 1000) await soon();
      await frame();
      if (k >= 20) out.push(performance.now() - from); // the first ones warm up
    }
    return out;
  });
  told('slider to redrawn frame', times);

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
