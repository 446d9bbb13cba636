// The lab, in a real browser with the real program behind it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chart, inked, program, ricochet, root, shot, shown, violations } from './browser.js';
import { setUpLab } from './lab.js';
import { start, stop } from './serve.js';

const world = setUpLab((page) => page.getByRole('group', { name: 'Comparison of the laws' }).waitFor());
const withLab = (state, ...rest) => world.withLab(state && `impact?${state}`, ...rest);

/** The problem as the page has it, in `ricochet impact --format json`. */
async function answers(page) {
  const editor = page.getByLabel('Text of the problem file');
  const text = (await editor.count()) ? await editor.inputValue() : await page.locator('pre[aria-label="Text of the problem"]').textContent();
  const file = world.file('now.yaml');
  writeFileSync(file, text);
  return JSON.parse(ricochet('impact', file, '--format', 'json')).results.filter((r) => r.contacts);
}
const cells = ['normal_impulse', 'tangential_impulse', 'normal_velocity', 'tangential_velocity'];
/** Waits until the tables have the numbers of the program, to the bit. */
async function agrees(page) {
  const results = await answers(page);
  const single = results[0].contacts.length === 1;
  const table = page.getByRole('group', { name: single ? 'Comparison of the laws' : 'Impulses and velocities per contact' });
  const want = JSON.stringify(results.flatMap((r) => r.contacts.flatMap((c) => cells.map((key) => c[key]))));
  await page.waitForFunction(
    ([group, numbers]) =>
      JSON.stringify([...group.querySelectorAll('td[data-key]')].map((cell) => Number(cell.title))) === numbers,
    [await table.elementHandle(), want],
  );
  return results;
}
const number = (page, key) => page.locator(`input[data-key="${key}"]`);
const value = async (page, key) => Number(await number(page, key).inputValue());
/** Drags a ring of the drawing by pixels. */
async function drag(page, label, dx, dy) {
  const { x, y, width, height } = await page.locator(`[data-handle="${label}"]`).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let k = 1; k <= 5; ++k) await page.mouse.move(x + width / 2 + (dx * k) / 5, y + height / 2 + (dy * k) / 5);
  await page.mouse.up();
}

for (const body of ['bar', 'rod', 'sphere', 'box', 'vehicles', 'disc', 'corner', 'matrices']) {
  test(`${body}: the numbers are those of \`ricochet impact\`, and nobody is shut out`, async () => {
    await withLab(`body=${body}`, async (page) => {
      const results = await agrees(page);
      assert.ok(results.length >= 4);
      assert.ok((await inked((await chart(page, 'Impulses: tangential over normal')).canvas)) > 2000);
      if (!['disc', 'corner', 'matrices'].includes(body)) await page.locator('[data-cells="500"]').waitFor();
      assert.deepEqual(await violations(page), []);
      await shot(page, `lab-${body}`, { fullPage: true });
    });
  });
}

test('the bodies have the values of the shipped problems', async () => {
  for (const [body, problem] of [['vehicles', 'two_vehicles'], ['sphere', 'sphere'], ['rod', 'brach_rod'], ['bar', 'oblique_bar']]) {
    const shipped = JSON.parse(ricochet('impact', `problems/${problem}.yaml`, '--format', 'json')).results;
    await withLab(`body=${body}`, async (page) => {
      const mine = await answers(page);
      for (const law of ['moreau', 'routh-stronge']) {
        const [a, b] = [mine, shipped].map((list) => list.find((r) => r.law === law).contacts[0]);
        for (const key of cells) assert.ok(Math.abs(a[key] - b[key]) <= 1e-12 * Math.max(1, Math.abs(b[key])), `${body} ${law} ${key}`);
      }
    });
  }
});

test('sliders, rings and typed numbers move the body, and the numbers follow', async () => {
  await withLab('', async (page) => {
    await page.locator('input[data-slider=mu]').fill('0.8');
    assert.equal(await value(page, 'mu'), 0.8);
    await agrees(page);

    await drag(page, 'Angle of the bar', 60, 30);
    const angle = await value(page, 'angle');
    assert.ok(angle < 55 && angle > 20, `${angle}`);
    await agrees(page);

    const [vx, vy] = [await value(page, 'vx'), await value(page, 'vy')];
    await drag(page, 'Velocity of the bar', 30, 12);
    assert.ok((await value(page, 'vx')) > vx + 0.1 && (await value(page, 'vy')) < vy - 0.05);
    await drag(page, 'Spin of the bar', 40, 25);
    assert.ok((await value(page, 'w')) < -0.5, 'to the right is clockwise');
    await agrees(page);

    await number(page, 'e').fill('0.123456789');
    await number(page, 'e').press('Enter');
    await agrees(page);
    await number(page, 'e').fill('7');
    await number(page, 'e').press('Enter');
    assert.equal(await value(page, 'e'), 1, 'no more than allowed');
  });
});

test('a box set flat has two contacts, and no map', async () => {
  await withLab('body=box', async (page) => {
    await page.getByRole('heading', { name: 'Map of regimes' }).waitFor();
    await number(page, 'angle').fill('0');
    await number(page, 'angle').press('Enter');
    await page.getByRole('group', { name: 'Impulses and velocities per contact' }).waitFor();
    await agrees(page);
    assert.equal(await page.getByRole('heading', { name: 'Map of regimes' }).count(), 0);
  });
});

test('the map of regimes: the point is in it, and can be moved by mouse and by keys', async () => {
  await withLab('body=bar', async (page) => {
    await page.locator('[data-cells="500"]').waitFor();
    const figure = page.locator('[data-cells]');
    // phases of the law, as `compression | restitution`, from the program at the same place
    const regime = async () => {
      const { phases } = (await agrees(page)).find((r) => r.law === 'routh-stronge').contacts[0];
      const modes = (stage) => [...new Set(phases.filter((p) => p.stage === stage).map((p) => p.mode))].join(', ');
      return `${modes('compression')} | ${modes('restitution')}`;
    };
    assert.equal(await figure.getAttribute('data-regime'), await regime());
    const { canvas, to } = await chart(page, 'Map of regimes');
    await canvas.click({ position: to(150, 0.4) });
    assert.ok(Math.abs((await value(page, 'angle')) - 150) <= 1 && Math.abs((await value(page, 'mu')) - 0.4) < 0.02);
    assert.equal(await figure.getAttribute('data-regime'), await regime());
    await canvas.focus();
    const mu = await value(page, 'mu');
    await page.keyboard.press('ArrowUp');
    assert.ok(Math.abs((await value(page, 'mu')) - mu - 0.01) < 1e-9);
    await page.getByLabel('Upwards').selectOption('ratio');
    await page.locator('[data-cells="250"], [data-cells="500"]').waitFor();
    const ratio = await chart(page, 'Map of regimes over angle and velocity ratio');
    await ratio.canvas.click({ position: ratio.to(60, -1) });
    const [c] = (await agrees(page))[0].contacts;
    assert.ok(Math.abs(c.tangential_velocity_before / -c.normal_velocity_before + 1) < 0.05);
    await page.getByLabel('Upwards').selectOption('restitution');
    await page.locator('[data-cells="500"]').waitFor();
    const here = await figure.getAttribute('data-regime');
    assert.equal(here, await regime());
    await page.getByRole('list', { name: 'Regimes' }).getByText(here, { exact: true }).waitFor();
  });
});

test('every regime of a map has a colour of its own', async () => {
  for (const law of ['routh-stronge', 'stronge-compliant', 'poisson']) {
    await withLab(`body=bar&law=${law}&map-y=ratio`, async (page) => {
      await page.locator('[data-cells="500"]').waitFor();
      const colours = await page.getByRole('list', { name: 'Regimes' }).locator('li').evaluateAll((items) =>
        items.map((i) => getComputedStyle(i.querySelector('.swatch, [style*=background]')).backgroundColor));
      assert.ok(colours.length > 2);
      assert.equal(new Set(colours).size, colours.length, colours.join(' '));
    });
  }
});

test('rings stay where they can be reached', async () => {
  await withLab('body=bar&angle=5&vy=-3', async (page) => {
    const svg = await page.locator('svg[role=group]').boundingBox();
    for (const ring of await page.locator('[data-handle]').all()) {
      const { x, y, width, height } = await ring.boundingBox();
      assert.ok(x >= svg.x - 1 && y >= svg.y - 1 && x + width <= svg.x + svg.width + 1 && y + height <= svg.y + svg.height + 1);
    }
  });
});

test('a link brings the state back; undo and redo walk through it', async () => {
  await withLab('body=rod&mu=0.4&angle=30&law=poisson&map-x=vx', async (page) => {
    assert.equal(await value(page, 'mu'), 0.4);
    assert.equal(await page.getByLabel('To the right').inputValue(), 'vx');
    await page.locator('tr[data-law=poisson].hot').waitFor();
    await number(page, 'mu').fill('0.7');
    await number(page, 'mu').press('Enter');
    await page.waitForFunction(() => location.hash.includes('mu=0.7'));
    await page.getByText('Sphere', { exact: true }).click();
    await page.waitForFunction(() => location.hash.includes('body=sphere'));
    await page.keyboard.press('Control+z');
    assert.equal(await value(page, 'mu'), 0.7);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await value(page, 'mu'), 0.4);
    assert.equal(await page.getByRole('button', { name: 'Undo' }).isDisabled(), true);
    await agrees(page);
    await page.keyboard.press('Control+Shift+Z');
    assert.equal(await value(page, 'mu'), 0.7);
    const again = await page.context().newPage();
    await again.goto(page.url());
    assert.deepEqual([await value(again, 'mu'), await value(again, 'angle')], [0.7, 30]);
    await again.locator('tr[data-law=poisson].hot').waitFor();
  });
});

test('an error of the text is shown at its line, and goes away', async () => {
  await withLab(
    'body=matrices&problem=brach_rod',
    async (page) => {
      const editor = page.getByLabel('Text of the problem file');
      const good = readFileSync(path.join(root, 'problems/brach_rod.yaml'), 'utf8');
      assert.equal(await editor.inputValue(), good);
      await editor.fill(good.replace('friction: 0.9', 'frictoin: 0.9'));
      const fault = page.getByRole('alert');
      await fault.waitFor();
      const line = good.split('\n').findIndex((l) => l.includes('friction: 0.9')) + 1;
      const text = await fault.textContent();
      assert.match(text, new RegExp(`line ${line}, column 7`));
      assert.match(text, /impact\.contacts\.0\.frictoin.*did you mean/s);
      assert.equal(await page.locator('.numbers .wrong').textContent(), String(line));
      await shot(page, 'lab-error');
      await page.getByRole('button', { name: `line ${line}, column 7` }).click();
      assert.ok((await editor.evaluate((e) => e.value.slice(e.selectionStart))).startsWith('frictoin'));
      assert.deepEqual(await violations(page), []);
      await editor.fill(good.replace('friction: 0.9', 'friction: 0.3'));
      await fault.waitFor({ state: 'detached' });
      await agrees(page);
    },
    { expected: /status of 422/ },
  );
});

test('every quantity is explained under the pointer and on focus', async () => {
  await withLab('', async (page) => {
    const word = page.getByRole('button', { name: 'friction μ', exact: true });
    const tip = page.getByRole('tooltip');
    await word.hover();
    assert.match(await tip.textContent(), /Coulomb.*\|FT\| ≤ μ FN/s);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: 'hidden' });
    await word.focus();
    await tip.waitFor();
    await shot(page, 'lab-tip');
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    for (const term of await page.locator('.term').all()) {
      const id = await term.getAttribute('aria-describedby');
      assert.ok((await page.locator(`[id="${id}"]`).textContent()).trim().length > 20);
    }
  });
});

test('by keyboard alone: choose a body, turn it, hear the result', async () => {
  await withLab('', async (page) => {
    await page.getByRole('radio', { name: 'Bar' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'The rod at the impact' }).waitFor();
    await page.getByRole('slider', { name: 'Angle of the rod' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await value(page, 'angle'), 45 + 11);
    await page.locator('input[data-slider=mu]').focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await value(page, 'mu'), 0.89);
    const [{ contacts }] = (await agrees(page)).filter((r) => r.law === 'routh-stronge');
    await page.getByRole('status').getByText(`normal impulse ${shown(contacts[0].normal_impulse, 4)} N s`).waitFor({ state: 'attached' });
  });
});

test('the tour comes once, is left by Escape, and comes back when asked for', async () => {
  await withLab(
    '',
    async (page) => {
      const card = page.getByRole('dialog');
      await card.waitFor();
      await card.getByRole('button', { name: 'Next' }).click();
      await page.locator('[data-tour=stage].toured').waitFor();
      assert.deepEqual(await violations(page), []);
      await shot(page, 'lab-tour');
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Tour', 'from where the keyboard goes on');
      await page.reload();
      await page.getByRole('group', { name: 'Comparison of the laws' }).waitFor();
      assert.equal(await card.count(), 0);
      await page.getByRole('button', { name: 'Tour' }).click();
      await card.waitFor();
    },
    { tour: true },
  );
});

test('a program that has gone is missed, and found again', async () => {
  await withLab(
    '',
    async (page) => {
      const port = new URL(world.lab.url).port;
      await stop(world.lab);
      await page.locator('input[data-slider=mu]').fill('0.2');
      await page.getByRole('alert').getByText('does not answer').waitFor();
      world.lab = await start(port);
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await agrees(page);
    },
    { expected: /ERR_CONNECTION/ },
  );
});

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
]) {
  test(`${name}: nothing is cut off, and everything can be reached`, async () => {
    for (const body of ['bar', 'vehicles', 'matrices']) {
      await withLab(
        `body=${body}`,
        async (page) => {
          await agrees(page);
          const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(width <= 0, `${body}: ${width} px too wide`);
          assert.deepEqual(await violations(page), []);
          await shot(page, `lab-${name}-${body}`, { fullPage: true });
        },
        options,
      );
    }
  });
}

test('the page is under 150 kB after gzip, in one file', (t) => {
  const text = readFileSync(path.join(path.dirname(program), '../share/ricochet/web/lab.html'), 'utf8');
  const size = gzipSync(text, { level: 9 }).length;
  t.diagnostic(`${size} bytes`);
  assert.ok(size < 150000, `${size} bytes`);
  assert.doesNotMatch(text, /<script[^>]* src=|<link rel="stylesheet"/);
});
