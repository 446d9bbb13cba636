// Pages of impacts, in a real browser.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { chart, far, inked, pixel, ricochet, setUp, shot, shown, violations, withPage } from './browser.js';

const world = setUp();
const label = 'Impulses: tangential over normal';

/** The page of a shipped problem, or of a text. */
function report(name, text) {
  const problem = text ? world.file(`${name}.yaml`) : `problems/${name}.yaml`;
  if (text) writeFileSync(problem, text);
  const page = world.file(`${name}.html`);
  ricochet('report', problem, '-o', page, '--force', '--quiet');
  const answer = JSON.parse(ricochet('impact', problem, '--format', 'json'));
  return { page, results: answer.results, answered: answer.results.filter((r) => r.contacts) };
}

const keys = ['normal_impulse', 'tangential_impulse', 'normal_velocity', 'tangential_velocity'];

test('the table has the numbers of `ricochet impact --format json`, to the bit', async () => {
  const { page: file, results, answered } = report('oblique_bar');
  await withPage(world, file, async (page) => {
    const table = page.getByRole('group', { name: 'Comparison of the laws' });
    assert.equal(await table.locator('tbody tr').count(), answered.length);
    for (const result of answered) {
      const row = table.locator(`tr[data-law="${result.law}"]`);
      for (const key of keys) {
        const cell = row.locator(`td[data-key=${key}]`);
        const x = result.contacts[0][key];
        assert.equal(Number(await cell.getAttribute('title')), x, `${result.law} ${key}`);
        // Zero to rounding is shown as zero; everything else as it is.
        const text = await cell.textContent();
        assert.ok(text === shown(x, 6) || (text === '0' && Math.abs(x) < 1e-12), `${result.law} ${key}: ${text} for ${x}`);
      }
      const text = await row.textContent();
      assert.ok(text.includes(result.status) && text.includes(shown(result.energy.dissipation, 6)), text);
    }
    for (const result of results.filter((r) => !r.contacts)) {
      await page.getByText(`${result.law}: ${result.status}: ${result.message}`).waitFor();
    }
    assert.deepEqual(await violations(page), []);
    await shot(page, 'impact-light', { fullPage: true });
  });
});

test('the path of every law ends with its mark at its impulse', async () => {
  const { page: file, answered } = report('brach_rod');
  await withPage(world, file, async (page) => {
    const boxes = page.getByRole('group', { name: 'Laws' }).getByRole('checkbox');
    for (let i = 0; i < answered.length; ++i) await boxes.nth(i).uncheck();
    const { canvas, to } = await chart(page, label);
    for (const result of answered) {
      const { normal_impulse, tangential_impulse } = result.contacts[0];
      const at = to(normal_impulse, tangential_impulse);
      const without = await pixel(canvas, at);
      const box = page.getByRole('group', { name: 'Laws' }).getByRole('checkbox', { name: result.law, exact: true });
      await box.check();
      assert.ok(far(await pixel(canvas, at), without) > 60, `${result.law}: no mark at its end`);
      await box.uncheck();
      assert.ok(far(await pixel(canvas, at), without) < 5, `${result.law}: a mark that stays`);
    }
  });
});

test('pointing at an end shows its exact numbers and marks its row, and the other way round', async () => {
  const { page: file, answered } = report('two_vehicles');
  await withPage(world, file, async (page) => {
    await page.getByRole('button', { name: 'Closer to the end points' }).click();
    const brach = answered.find((r) => r.law === 'brach').contacts[0];
    const { canvas, to } = await chart(page, label);
    const at = to(brach.normal_impulse, brach.tangential_impulse);
    await canvas.hover({ position: at });
    const readout = page.getByRole('status');
    for (const key of keys) {
      const cell = readout.getByText(shown(brach[key]), { exact: true });
      assert.equal(Number(await cell.getAttribute('title')), brach[key]);
    }
    assert.ok((await readout.textContent()).includes('brach'));
    const row = page.locator('tr[data-law=brach]');
    assert.ok((await row.getAttribute('class')).includes('hot'));
    await canvas.click({ position: at });
    assert.equal(await page.getByRole('combobox', { name: /^Law/ }).inputValue(), 'brach');

    // From the table to the diagram: the path is drawn over the others.
    const before = await canvas.screenshot();
    await page.locator('tr[data-law=poisson]').hover();
    await page.locator('tr[data-law=poisson].hot').waitFor();
    assert.notDeepEqual(await canvas.screenshot(), before);
  });
});

test('regions appear where their definitions put them, and go away', async () => {
  const { page: file } = report('brach_rod');
  await withPage(world, file, async (page) => {
    const { canvas, to } = await chart(page, label);
    const group = page.getByRole('group', { name: 'End points admitted by' });
    const box = (name) => group.getByRole('checkbox', { name });
    await box('energetic').uncheck();
    // alpha = beta = 2.5, delta = -1.5, gN- = -1, gT- = 0.2, mu = 0.9. At (0.9, 0.3): gN+ = 0.8, gT+ = -0.4, D = -0.5
    // (0.9 (-1 + 0.8) + 0.3 (0.2 - 0.4)) = 0.12 > 0: admitted by e, E. At (0.6, -0.2): gN+ = 0.8 and D = -0.5 (0.6
    // (-0.2) - 0.2 (0.2 - 1.2)) < 0: e only. Right of both, (1.45, 0.9): gN+ = 1.275: neither.
    const points = { both: to(0.9, 0.3), e: to(0.6, -0.2), none: to(1.45, 0.9) };
    const bare = {};
    for (const [name, at] of Object.entries(points)) bare[name] = await average(canvas, at);
    const changed = async (name) => far(await average(canvas, points[name]), bare[name]) > 4;
    await box('kinematic').check();
    assert.deepEqual([await changed('both'), await changed('e'), await changed('none')], [true, true, false]);
    await box('kinematic').uncheck();
    await box('energetic').check();
    assert.deepEqual([await changed('both'), await changed('e'), await changed('none')], [true, false, false]);
    await box('energetic').uncheck();
    assert.deepEqual([await changed('both'), await changed('e'), await changed('none')], [false, false, false]);
  });
});

/** Mean colour of 21 x 21 pixels, hatching and all. */
async function average(canvas, { x, y }) {
  return canvas.evaluate((c, [px, py]) => {
    const ratio = c.width / c.clientWidth;
    const { data } = c.getContext('2d').getImageData(Math.round(px * ratio) - 10, Math.round(py * ratio) - 10, 21, 21);
    const sum = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) for (let k = 0; k < 3; ++k) sum[k] += data[i + k];
    return sum.map((s) => s / (data.length / 4));
  }, [x, y]);
}

test('bodies are drawn with the velocities of the law that is chosen', async () => {
  const { page: file, answered } = report('two_vehicles');
  await withPage(world, file, async (page) => {
    const picture = page.getByRole('img', { name: /^The bodies/ });
    const text = async () => picture.evaluate((svg) => svg.innerHTML);
    const stronge = await text();
    await page.getByRole('combobox', { name: /^Law/ }).selectOption('brach');
    assert.notEqual(await text(), stronge);
    const bodies = page.getByRole('group', { name: 'Changes of the bodies' });
    const [car] = answered[0].bodies;
    assert.equal(Number(await bodies.locator('tbody td').nth(1).getAttribute('title')), car.delta_v);
    assert.equal(Number(await bodies.locator('tbody td').nth(3).getAttribute('title')), car.principal_direction_deg);
    await page.getByLabel('at the contact').check();
    await page.getByRole('img', { name: /^Velocities at the contact crush zone/ }).waitFor();
    await shot(page, 'impact-vehicles', { fullPage: true });
  });
});

for (const name of ['box_two_corners', 'five_ball_cradle', 'bead_chain', 'three_body_stack', 'painleve_rod', 'self_locking_lever', 'ball_in_corner', 'sphere']) {
  test(`${name}: every contact has its diagram`, async () => {
    const { page: file, answered } = report(name);
    await withPage(world, file, async (page) => {
      const select = page.getByRole('combobox', { name: /^Contact/ });
      const contacts = answered[0].contacts;
      if (contacts.length === 1) assert.equal(await select.count(), 0);
      for (let i = 0; i < contacts.length; ++i) {
        if (contacts.length > 1) await select.selectOption({ index: i });
        const { canvas } = await chart(page, label);
        assert.ok((await inked(canvas)) > 2000);
      }
      // Per law and contact one row, in the order of the file.
      if (contacts.length > 1) {
        const rows = page.getByRole('group', { name: 'Impulses and velocities per contact' }).locator('tbody tr');
        assert.equal(await rows.count(), answered.length * contacts.length);
        const last = rows.last().locator('td[data-key=normal_impulse]');
        assert.equal(Number(await last.getAttribute('title')), answered.at(-1).contacts.at(-1).normal_impulse);
      }
    });
  });
}

test('eight contacts without friction: lines only where they mean something', async () => {
  const unit = (i, v) => `[${Array.from({ length: 9 }, (_, k) => (k === i ? v : k === i + 1 ? -v : 0)).join(', ')}]`;
  const mass = Array.from({ length: 9 }, (_, i) => `[${Array.from({ length: 9 }, (_, k) => Number(i === k)).join(', ')}]`);
  const contacts = Array.from({ length: 8 }, (_, i) => `    - {name: ball ${i}, friction: 0, normal: ${unit(i, -1)}, restitution: 0.9}`);
  const { page: file, answered } = report(
    'nine_balls',
    `impact:\n  mass: [${mass.join(', ')}]\n  velocity: [1, 0, 0, 0, 0, 0, 0, 0, 0]\n  contacts:\n${contacts.join('\n')}\n`,
  );
  assert.equal(answered[0].contacts.length, 8);
  await withPage(world, file, async (page) => {
    await page.getByText('none are drawn').waitFor();
    assert.equal(await page.getByRole('group', { name: 'End points admitted by' }).count(), 0);
  });
});

test('names of users are shown as text', async () => {
  const { page: file } = report(
    'hostile',
    `# <img src=x onerror="document.title='taken'"> falls\nimpact: {delassus: [[1, 0], [0, 1]], velocity: [-1, 0], contacts: [{name: "<b>tip</b>", friction: 0.5, restitution: 1}]}\n`,
  );
  await withPage(world, file, async (page) => {
    assert.ok((await page.locator('h1').textContent()).startsWith('<img src=x'));
    assert.equal(await page.locator('main img').count(), 0);
    assert.equal(await page.getByText('<b>tip</b>').first().isVisible(), true);
    assert.notEqual(await page.title(), 'taken');
  });
});

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 } }],
]) {
  test(`${name}: nothing is cut off, and everything can be reached`, async () => {
    const { page: file } = report('two_vehicles');
    await withPage(
      world,
      file,
      async (page) => {
        const { canvas } = await chart(page, label);
        assert.ok((await inked(canvas)) > 2000);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(width <= 0, `${width} px too wide`);
        assert.deepEqual(await violations(page), []);
        await canvas.focus();
        const before = await canvas.getAttribute('data-view');
        await page.keyboard.press('+');
        assert.notEqual(await canvas.getAttribute('data-view'), before);
        await shot(page, `impact-${name}`, { fullPage: true });
      },
      options,
    );
  });
}

test('print: black on white, only what is chosen', async () => {
  const { page: file } = report('oblique_bar');
  await withPage(world, file, async (page) => {
    await page.emulateMedia({ media: 'print' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'print');
    const legend = page.getByRole('group', { name: 'End points admitted by' });
    assert.equal(await legend.getByText('kinematic').isVisible(), false);
    assert.equal(await legend.getByText('energetic').isVisible(), true);
    assert.equal(await page.getByRole('button', { name: /Zoom in/ }).isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'loss [J]' }).isVisible(), true, 'heads of columns are buttons that explain');
    await shot(page, 'impact-print', { fullPage: true });
  });
});
