// The lab in a browser, as all tests of its benches use it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setUp } from './browser.js';
import { start, stop } from './serve.js';

/**
 * A browser, and the program behind it. `world.withLab(link, use)` runs `use` on the lab at `#link`, once what `ready`
 * waits for is there. Errors in it, or requests to others, fail; `expected` are errors the test provokes.
 */
export function setUpLab(ready) {
  const world = setUp();
  before(async () => (world.lab = await start()));
  after(() => stop(world.lab));
  world.withLab = async (link, use, { tour = false, expected = /^$/, ...options } = {}) => {
    const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    if (!tour) await context.addInitScript(() => localStorage.setItem('ricochet-lab-tour', 'seen'));
    const page = await context.newPage();
    page.setDefaultTimeout(20000);
    const faults = [];
    page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
    page.on('pageerror', (e) => faults.push(String(e)));
    page.on('request', (r) => r.url().startsWith(world.lab.url) || /^(data|blob):/.test(r.url()) || faults.push(`asked for ${r.url()}`));
    try {
      await page.goto(world.lab.url + (link ? `#${link}` : ''));
      await ready(page);
      await use(page);
      assert.deepEqual(faults.filter((f) => !expected.test(f)), []);
    } finally {
      await context.close();
    }
  };
  return world;
}
