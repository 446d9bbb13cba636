// The report of a motion, as a reader uses it: what it shows is what the file holds, and it can be played, scrubbed,
// jumped through, zoomed and read by keyboard, in the light and in the dark, on a phone and on paper.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { chart, csv, far, inked, pixel, ricochet, setUp, shot, shown, violations, withPage } from './browser.js';

const world = setUp();
const run = {}; // by scene: page, events, samples

function report(name, scene = `scenes/${name}.yaml`, ...more) {
  const h5 = world.file(`${name}.h5`);
  const page = world.file(`${name}.html`);
  ricochet('simulate', scene, '-o', h5, ...more);
  ricochet('report', h5, '-o', page);
  const table = (which) => csv(ricochet('export', h5, '--table', which));
  run[name] = { page, events: table('events'), samples: table('samples') };
}
/** The last sample at or before t. */
const sampleAt = (samples, t) => samples.filter((s) => Number(s['time [s]']) <= t).at(-1);

async function expectState(page, name) {
  const t = Number(await page.getByTestId('instant').getAttribute('title'));
  const sample = sampleAt(run[name].samples, t);
  assert.equal(Number(await page.getByTestId('sample-time').getAttribute('title')), Number(sample['time [s]']));
  const rows = await page.getByTestId('state').locator('tbody tr').evaluateAll((list) =>
    list.map((r) => [r.cells[0].textContent, r.cells[1].title, r.cells[1].textContent]),
  );
  assert.ok(rows.length > 0);
  for (const [quantity, exact, text] of rows) {
    assert.equal(Number(exact), Number(sample[quantity]), quantity);
    assert.equal(text, shown(Number(sample[quantity])), quantity);
  }
  const contacts = await page.getByTestId('contacts').locator('tbody tr').evaluateAll((list) =>
    list.map((r) => [...r.cells].map((c) => c.title || c.textContent)),
  );
  for (const [contact, mode, gap, normal, tangential] of contacts) {
    assert.equal(mode, sample[`${contact}.mode`]);
    assert.equal(Number(gap.replace('−', '-')), Number(sample[`${contact}.gap [m]`]));
    assert.equal(Number(normal.replace('−', '-')), Number(sample[`${contact}.normal_force [N]`]));
    assert.equal(Number(tangential.replace('−', '-')), Number(sample[`${contact}.tangential_force [N]`]));
  }
}
const scrub = (page, t) =>
  page.getByRole('slider').evaluate((slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, t);
const instant = async (page) => Number(await page.getByTestId('instant').getAttribute('title'));

describe('the report of a motion', () => {
  before(() => {
    report('disc_ball');
    report('rolling_disc');
    report('bouncing_ball');
  });

  test('lists every event with the numbers of the file', () =>
    withPage(world, run.disc_ball.page, async (page) => {
      const events = run.disc_ball.events.filter((e) => e.kind !== 'end');
      const seen = [];
      for (;;) {
        seen.push(
          ...(await page.locator('.list tbody tr').evaluateAll((list) =>
            list.map((r) =>
              [...r.cells].map((c) => ({ title: c.title, text: c.textContent.trim(), parts: [...c.querySelectorAll('div')].map((d) => [d.textContent.trim(), d.title]) })),
            ),
          )),
        );
        const later = page.getByRole('button', { name: 'Later' });
        if (!(await later.isEnabled())) break;
        await later.click();
      }
      assert.equal(seen.length, events.length);
      events.forEach((event, i) => {
        const [time, kind, contacts, , normal, , loss] = seen[i];
        assert.equal(Number(time.title), Number(event['time [s]']));
        assert.equal(time.text, shown(Number(event['time [s]'])));
        assert.equal(kind.text, event.kind);
        const concerned = Object.keys(event).filter((k) => k.endsWith('.concerned') && event[k] === 'yes');
        assert.deepEqual(contacts.text.split(', ').filter(Boolean), concerned.map((k) => k.replace('.concerned', '')));
        assert.equal(Number(loss.title), Number(event['dissipation [J]']));
        if (event.kind !== 'impact') return;
        // Every contact that the impact acts at, by name where there are several.
        const acting = Object.keys(event).filter((k) => k.endsWith('.normal_impulse [N s]') && Number(event[k]) !== 0);
        assert.ok(normal.parts.length >= Math.max(1, acting.length));
        for (const [text, exact] of normal.parts) {
          const name = normal.parts.length > 1 ? text.split(/\s+/)[0] : contacts.text;
          assert.equal(Number(exact), Number(event[`${name}.normal_impulse [N s]`]), text);
        }
      });
      await shot(page, 'run-disc-ball', { fullPage: true });
    }));

  test('jumps to an event: the state is that of the sample after it', () =>
    withPage(world, run.disc_ball.page, async (page) => {
      for (const row of [1, 3, 6]) {
        await page.locator('.list tbody tr').nth(row).getByRole('button').click();
        assert.equal(await instant(page), Number(run.disc_ball.events[row]['time [s]']));
        await expectState(page, 'disc_ball');
      }
      const at = Number(run.disc_ball.events[6]['time [s]']);
      await page.getByRole('button', { name: 'Next event' }).click();
      assert.ok((await instant(page)) >= at);
      await page.getByRole('button', { name: 'Previous event' }).click();
      assert.equal(await instant(page), at);
    }));

  test('scrubs: the state follows the slider', () =>
    withPage(world, run.disc_ball.page, async (page) => {
      for (const t of [0.01, 0.1, 0.3, 1.5]) {
        await scrub(page, t);
        assert.ok(Math.abs((await instant(page)) - t) < 1e-3);
        await expectState(page, 'disc_ball');
      }
    }));

  test('plays at the chosen speed, and pauses', () =>
    withPage(world, run.bouncing_ball.page, async (page) => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 1000); // frames come when they are asked for
      await page.getByLabel('Speed').selectOption('2×');
      await page.getByRole('button', { name: 'Play' }).click();
      await page.clock.runFor(500);
      const t = await instant(page);
      assert.ok(Math.abs(t - 1) < 0.1, `${t} s of motion after 0.5 s`); // to a few frames, and the sample before
      await page.getByRole('button', { name: 'Pause' }).click();
      const rest = await instant(page);
      await page.clock.runFor(200);
      assert.equal(await instant(page), rest);
    }));

  test('draws the contact where theory has it, in the colour of its mode', () =>
    withPage(world, run.rolling_disc.page, async (page) => {
      // A disc of 0.1 m on the floor touches it below its centre. It slides first and rolls (sticks) from v/(3 mu g) on.
      const colours = { 'slip+': [0xd5, 0x5e, 0x00], stick: [0x00, 0x9e, 0x73] };
      for (const [t, mode] of [[0.3, 'slip+'], [0.8, 'stick']]) {
        await scrub(page, t);
        const now = await instant(page);
        const v = 3, mu = 0.2, g = 9.81, rolls = v / (3 * mu * g);
        const x = now < rolls ? v * now - 0.5 * mu * g * now ** 2 : v * rolls - 0.5 * mu * g * rolls ** 2 + (2 / 3) * v * (now - rolls);
        const { canvas, to } = await chart(page, 'The scene');
        assert.ok((await inked(canvas)) > 1000, 'not blank');
        // Just beside the middle of the mark, where no arrow is.
        const at = to(x, 0);
        const seen = await pixel(canvas, { x: at.x - 2, y: at.y + 1 });
        assert.ok(far(seen, colours[mode]) < 30, `${mode} at ${x} m: ${seen}`);
        assert.ok(far(await pixel(canvas, { x: at.x - 40, y: at.y - 3 }), colours[mode]) > 60, 'and not elsewhere');
      }
      await shot(page, 'run-rolling-disc');
    }));

  test('reads a contact under the pointer', () =>
    withPage(world, run.rolling_disc.page, async (page) => {
      await scrub(page, 0.3);
      const sample = sampleAt(run.rolling_disc.samples, await instant(page));
      const scene = await chart(page, 'The scene');
      const t = await instant(page);
      await scene.canvas.hover({ position: scene.to(3 * t - 0.5 * 0.2 * 9.81 * t * t, 0) });
      const readout = page.getByRole('status').filter({ hasText: 'normal force' });
      await readout.waitFor();
      const [normal] = await readout.locator('tr', { hasText: 'normal force' }).locator('td').evaluateAll((l) => l.map((e) => e.title));
      assert.equal(Number(normal), Number(sample['disc/floor.normal_force [N]']));
    }));

  test('phase portrait: hover reads a sample, zoom keeps what is under the pointer, a click goes there', () =>
    withPage(world, run.bouncing_ball.page, async (page) => {
      const label = 'Phase portrait: ball.vy over ball.y';
      const sample = run.bouncing_ball.samples[Math.floor(run.bouncing_ball.samples.length / 3)];
      const [x, y] = [Number(sample['ball.y [m]']), Number(sample['ball.vy [m/s]'])];
      let c = await chart(page, label);
      await c.canvas.scrollIntoViewIfNeeded();
      await c.canvas.hover({ position: c.to(x, y) });
      const readout = page.getByRole('status').filter({ hasText: 'ball.vy' });
      await readout.waitFor();
      const values = await readout.locator('td').evaluateAll((list) => list.map((e) => Number(e.title)));
      const read = run.bouncing_ball.samples.find((s) => Number(s['time [s]']) === values[0]);
      assert.equal(values[1], Number(read['ball.y [m]']));
      assert.equal(values[2], Number(read['ball.vy [m/s]']));
      await c.canvas.focus();
      const before = c.to(x, y);
      await page.mouse.wheel(0, -300);
      await page.waitForFunction(([l, old]) => document.querySelector(`canvas[aria-label^="${l}"]`).dataset.view !== old, [label, c.view.join(' ')]);
      c = await chart(page, label);
      const after = c.to(x, y);
      assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1, 'the point under the pointer stays');
      await page.keyboard.press('0');
      const reset = await chart(page, label);
      assert.ok(reset.view[1] - reset.view[0] > c.view[1] - c.view[0]);
      await c.canvas.click({ position: reset.to(x, y) });
      assert.ok((await instant(page)) > 0);
    }));

  test('time plots show the instant, and zoom together', () =>
    withPage(world, run.bouncing_ball.page, async (page) => {
      await scrub(page, 5);
      const plot = page.locator('.u-wrap').first();
      await plot.scrollIntoViewIfNeeded();
      const place = await plot.locator('.instant').boundingBox();
      const area = await plot.locator('.u-over').boundingBox();
      assert.ok(Math.abs(place.x - (area.x + 0.5 * area.width)) < 1, 'a line at t = 5 s of 10 s');
      assert.ok((await inked(plot.locator('canvas'))) > 500, 'not blank');
      const before = await plot.locator('canvas').screenshot();
      await page.getByRole('button', { name: 'Closer' }).click();
      const after = await plot.locator('canvas').screenshot();
      assert.ok(!before.equals(after));
      const box = await plot.locator('.u-over').boundingBox();
      await page.mouse.click(box.x + 0.5 * box.width, box.y + 20);
      assert.ok(Math.abs((await instant(page)) - 5) < 0.05, 'a click sets the instant');
    }));

  test('is worked by keyboard', () =>
    withPage(world, run.bouncing_ball.page, async (page) => {
      const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? '');
      for (let i = 0; i < 10 && !(await focused()).startsWith('The scene'); ++i) await page.keyboard.press('Tab');
      assert.ok((await focused()).startsWith('The scene'), 'the scene is reached by Tab');
      const { view } = await chart(page, 'The scene');
      await page.keyboard.press('+');
      assert.ok((await chart(page, 'The scene')).view[1] - view[0] < view[1] - view[0]);
      await page.keyboard.press(']');
      assert.equal(await instant(page), Number(run.bouncing_ball.events[0]['time [s]']));
      await page.keyboard.press('End');
      assert.equal(await instant(page), 10);
      await page.keyboard.press('Home');
      assert.equal(await instant(page), 0);
      // Samples one by one, past the two at an impact, also while a button has focus.
      const times = [...new Set(run.bouncing_ball.samples.map((s) => Number(s['time [s]'])))];
      await page.getByRole('button', { name: 'Next event' }).focus();
      for (let i = 1; i < 6; ++i) {
        await page.keyboard.press('.');
        assert.equal(await instant(page), times[i]);
      }
      for (let i = 4; i >= 0; --i) {
        await page.keyboard.press(',');
        assert.equal(await instant(page), times[i]);
      }
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Play' }).waitFor();
    }));

  for (const scheme of ['light', 'dark']) {
    test(`axe-core finds no serious violation (${scheme})`, () =>
      withPage(world, run.disc_ball.page, async (page) => {
        assert.deepEqual(await violations(page), []);
        await shot(page, `run-disc-ball-${scheme}`);
      }, { colorScheme: scheme }));
  }

  test('fits a phone', () =>
    withPage(world, run.disc_ball.page, async (page) => {
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
      await shot(page, 'run-phone', { fullPage: true });
    }, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }));

  test('a tap reads a value', () =>
    withPage(world, run.bouncing_ball.page, async (page) => {
      const c = await chart(page, 'Phase portrait');
      await c.canvas.scrollIntoViewIfNeeded();
      const [x, y] = [run.bouncing_ball.samples[0]['ball.y [m]'], run.bouncing_ball.samples[0]['ball.vy [m/s]']].map(Number);
      await c.canvas.tap({ position: c.to(x, y) });
      await page.getByRole('status').filter({ hasText: 'ball.vy' }).waitFor();
    }, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }));

  test('another quantity is shown whole, whatever was zoomed before', () =>
    withPage(world, run.bouncing_ball.page, async (page) => {
      const { canvas } = await chart(page, 'Phase portrait');
      await canvas.focus();
      for (let i = 0; i < 5; ++i) await page.keyboard.press('+');
      await page.getByLabel('across').selectOption({ label: 'ball.vy' });
      const { view } = await chart(page, 'Phase portrait: ball.vy over ball.vy');
      const v = run.bouncing_ball.samples.map((s) => Number(s['ball.vy [m/s]']));
      assert.ok(view[0] < Math.min(...v) && view[1] > Math.max(...v));
    }));

  test('prints black on white, even from the dark', () =>
    withPage(world, run.disc_ball.page, async (page) => {
      await page.emulateMedia({ media: 'print' });
      const { canvas } = await chart(page, 'The scene');
      assert.deepEqual(await pixel(canvas, { x: 3, y: 3 }), [255, 255, 255]);
      const style = await page.evaluate(() => {
        const s = getComputedStyle(document.documentElement);
        return [s.backgroundColor, s.color];
      });
      assert.deepEqual(style, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
      assert.equal(await page.getByRole('button', { name: 'Play' }).isVisible(), false);
      await shot(page, 'run-print', { fullPage: true });
    }, { colorScheme: 'dark' }));
});

test('hostile text in a scene stays text', () => {
  const evil = '</script><img src=x onerror=document.title=1>';
  writeFileSync(
    world.file('evil.yaml'),
    `title: "${evil}"
bodies: [{name: "<b>ball", shape: {disc: 0.1}, mass: 1, inertia: 1, position: [0, 1]}]
ground: [{name: "<i>floor", half_plane: {point: [0, 0], normal_angle_deg: 90}}]
contacts: [{between: ["<b>ball", "<i>floor"], friction: 0.1, restitution: 0.5}]
until: 1
`,
  );
  report('evil', world.file('evil.yaml'));
  return withPage(world, run.evil.page, async (page) => {
    assert.equal(await page.locator('h1').textContent(), evil);
    assert.equal(await page.title(), evil);
    assert.equal(await page.locator('img, b, i').count(), 0);
    assert.ok((await page.getByText('<b>ball/<i>floor').count()) > 0);
  });
});

test('a long motion is thinned, and keeps every event', () => {
  writeFileSync(
    world.file('long.yaml'),
    `title: long
model: friction-oscillator
parameters: {mass: 1, stiffness: 100, belt_speed: 0.1, friction: 0.3, static_friction: 0.4}
until: 50
output: {step: 0.0005}
`,
  );
  report('long', world.file('long.yaml'));
  return withPage(world, run.long.page, async (page) => {
    const { events, samples } = run.long;
    assert.ok(samples.length > 100000);
    const text = await page.getByTestId('thinned').textContent();
    const [kept, all] = text.match(/\d+/g).map(Number);
    assert.equal(all, samples.length);
    assert.ok(kept < 0.2 * all, text);
    assert.ok((await page.getByLabel('Kind').locator('option').first().textContent()).includes(`(${events.filter((e) => e.kind !== 'end').length})`));
    for (const row of [0, 20, 70]) {
      await page.locator('.list tbody tr').nth(row).getByRole('button').click();
      await expectState(page, 'long');
    }
  });
});

test('a run that ended before its first sample has a page that says so', () => {
  writeFileSync(world.file('stop.yaml'), 'model: painleve-rod\npainleve: stop\nuntil: 1\n');
  try {
    ricochet('simulate', world.file('stop.yaml'), '-o', world.file('stop.h5'));
    assert.fail('it ends before its time');
  } catch (error) {
    assert.equal(error.status, 1);
  }
  ricochet('report', world.file('stop.h5'), '-o', world.file('stop.html'));
  return withPage(world, world.file('stop.html'), async (page) => {
    await page.getByText('ended before its first sample').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Play' }).count(), 0);
    assert.ok((await page.getByText('painleve').count()) > 0);
  });
});

test('what is constant to rounding is drawn as constant', () => {
  writeFileSync(
    world.file('still.yaml'),
    `bodies: [{name: bob, shape: {disc: 0.1}, mass: 1, inertia: 1, position: [0, 1.0000000002]}]
springs: [{from: [0, 3], to: bob, stiffness: 981, length: 1.99}]
until: 3
`,
  );
  report('still', world.file('still.yaml'));
  return withPage(world, run.still.page, async (page) => {
    const plots = page.locator('.u-wrap canvas');
    assert.ok((await plots.count()) >= 3);
    for (const plot of await plots.all()) assert.ok((await inked(plot)) > 500);
    await shot(page, 'run-still', { fullPage: true });
  });
});
