// The study bench of the lab, in a real browser with the real program behind it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { chart, inked, ricochet, root, shot, shown, violations } from './browser.js';
import { setUpLab } from './lab.js';

const world = setUpLab(async (page) => {
  await page.getByRole('tab', { name: 'Study' }).waitFor();
  await page.waitForFunction(() => document.querySelector('textarea').value !== '');
});
const withBench = (state, use, options) => world.withLab(`study?${new URLSearchParams(state)}`, use, options);
const shipped = (name) => readFileSync(path.join(root, 'studies', `${name}.yaml`), 'utf8');
const run = (page) => page.getByRole('button', { name: 'Run', exact: true }).click();
const done = (page) => page.getByRole('status').getByText(/^Done in/).waitFor({ timeout: 60000 });
const text = (page) => page.getByLabel('Text of the study');

/** The study as a file beside the shipped ones: what the command line makes of the same text. */
function file(name, content) {
  writeFileSync(world.file(`${name}.yaml`), content.replace(/base: \.\.\//, `base: ${root}/`));
  return world.file(`${name}.yaml`);
}
/** Names and counts of the legend whose label begins so. */
const legend = (page, label) =>
  page.locator(`ul[aria-label^="${label}"] li`).evaluateAll((items) =>
    Object.fromEntries(items.map((i) => [(i.querySelector('.term') ?? i).textContent.trim(), Number(i.querySelector('.muted').textContent)])));
const readout = async (page) =>
  Object.fromEntries(await page.locator('.readout:not(.empty) tr').evaluateAll((rows) => rows.map((r) => [r.children[0].textContent, r.children[1].textContent])));
/** Clicks a place of a chart, in data. */
async function click(page, label, x, y) {
  const { canvas, to } = await chart(page, label);
  await canvas.click({ position: to(x, y) });
}

// Slow enough to be seen on the way.
const long = `map:
  title: how a ball bounces
  base: ../scenes/bouncing_ball.yaml
  parameters:
    - {path: contacts.0.restitution, name: e, from: 0.5, to: 0.85, count: 220}
    - {path: bodies.ball.position.1, name: height, unit: m, from: 0.3, to: 2, count: 220}
  quantities: [events, max.ball.vy]
`;
const bounce = `bifurcate:
  base: ../scenes/frictional_bounce_simplified.yaml
  parameters:
    - {path: parameters.friction, name: mu, from: 0.42, to: 0.46, count: 9}
  section: {event: impact, contact: tip}
  longest: 1
  record: [phi]
  diagram: {transient: 20, returns: 8, settle: 3}
  branches:
    - {start: 0.435, settle: 4}
  continuation: {step: 0.1, points: 10}
`;

test('a shipped map: its numbers are those of `ricochet map`', async () => {
  await withBench({ study: 'payr_glocker_fig5' }, async (page) => {
    assert.equal(await text(page).inputValue(), shipped('payr_glocker_fig5'));
    await run(page);
    await done(page);
    const { cells, boundaries } = JSON.parse(ricochet('map', 'studies/payr_glocker_fig5.yaml', '--format', 'json', '--quiet')).tables;
    const names = cells.columns.map((c) => c.name);
    const mode = names.indexOf('mode');
    const counts = {};
    for (const row of cells.rows) counts[row[mode]] = (counts[row[mode]] ?? 0) + 1;
    assert.deepEqual(await legend(page, 'Regions of mode'), counts);
    for (const k of [1234, 22222, 43379]) {
      const [ratio, phi] = cells.rows[k];
      await click(page, 'Map of mode', ratio, phi);
      const picked = await page.getByTestId('picked').locator('tr').evaluateAll((rows) =>
        rows.map((r) => (r.children[1].querySelector('.term') ?? r.children[1]).textContent));
      assert.deepEqual(picked.map((v) => (Number.isNaN(Number(v)) ? v : Number(v))), cells.rows[k]);
    }
    await page.locator('summary', { hasText: 'boundaries' }).click();
    const row = page.getByRole('group', { name: 'Table boundaries' }).locator('tbody tr').first();
    await row.waitFor();
    const first = await row.locator('td[title]').evaluateAll((c) => c.map((d) => d.title || d.textContent));
    assert.deepEqual(first.map((v) => (Number.isNaN(Number(v)) ? v : Number(v))), boundaries.rows[0]);
    await shot(page, 'lab-study-map', { fullPage: true });
  });
});

test('a map refines: a preview is seen, then the whole; quantity and zoom stay', async () => {
  await withBench({ study: '', text: long }, async (page) => {
    await run(page);
    const preview = page.getByTestId('preview');
    await preview.waitFor();
    assert.match(await preview.textContent(), /Preview/);
    await page.getByTestId('progress').getByText(/cells: \d+ of 48400/).waitFor();
    await page.getByLabel('Quantity').selectOption('max.ball.vy');
    const { canvas, view } = await chart(page, 'Map of max.ball.vy');
    await canvas.focus();
    await page.keyboard.press('+');
    const closer = (await chart(page, 'Map of max.ball.vy')).view;
    assert.ok(closer[1] - closer[0] < view[1] - view[0]);
    await shot(page, 'lab-study-preview');
    await done(page);
    assert.equal(await preview.count(), 0);
    assert.deepEqual((await chart(page, 'Map of max.ball.vy')).view, closer);
    assert.ok((await inked(canvas)) > 10000);
  });
});

test('cancel keeps what there is', async () => {
  await withBench({ study: '', text: long.replaceAll('count: 220', 'count: 500') }, async (page) => {
    await run(page);
    await page.getByTestId('preview').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('status').getByText(/What was found until then is shown/).waitFor();
    assert.ok((await inked((await chart(page, 'Map of')).canvas)) > 10000);
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).isDisabled(), true);
  });
});

test('a bifurcation diagram grows, and keeps its marks', async () => {
  await withBench({ study: '', text: bounce }, async (page) => {
    await run(page);
    await page.getByTestId('preview').getByText('As far as it has come.').waitFor();
    await chart(page, 'Bifurcation diagram of phi');
    const rows = () => page.locator('summary', { hasText: /^points/ }).textContent();
    await page.getByRole('list', { name: 'Marks and lines' }).getByText('parameter growing').waitFor();
    await done(page);
    assert.match(await rows(), /144 rows/);
    const { special } = JSON.parse(ricochet('bifurcate', file('bounce', bounce), '--format', 'json', '--quiet')).tables;
    const kind = special.columns.findIndex((c) => c.name === 'kind');
    const phi = special.columns.findIndex((c, i) => i > 0 && c.name === 'phi');
    const { canvas, to } = await chart(page, 'Bifurcation diagram of phi');
    await canvas.hover({ position: to(special.rows[0][0], special.rows[0][phi]) });
    const said = await readout(page);
    assert.equal(said.special, special.rows[0][kind]);
    assert.equal(said.phi, `${shown(special.rows[0][phi])} rad`);
    await page.getByRole('list', { name: 'Marks and lines' }).getByRole('button', { name: special.rows[0][kind] }).focus();
    await page.getByRole('tooltip').getByText('An orbit of twice the period').waitFor();
    await shot(page, 'lab-study-diagram', { fullPage: true });
  });
});

test('an error is shown in the text it is in, at its place', async () => {
  await withBench(
    { study: 'payr_glocker_fig5' },
    async (page) => {
      const good = await text(page).inputValue();
      await text(page).fill(good.replace('quantities:', 'quantites:'));
      await text(page).press('Control+Enter');
      const fault = page.getByRole('alert');
      await fault.waitFor();
      const line = good.split('\n').findIndex((l) => l.includes('quantities:')) + 1;
      assert.match(await fault.textContent(), new RegExp(`line ${line}, column 3.*map\\.quantites.*did you mean`, 's'));
      await shot(page, 'lab-study-error');
      assert.deepEqual(await violations(page), []);
      await text(page).fill(good);
      await fault.waitFor({ state: 'detached' });

      // Tabs by the keyboard.
      await page.getByRole('tab', { name: 'Study' }).focus();
      await page.keyboard.press('ArrowRight');
      const base = page.getByLabel('Text of its base');
      const problem = await base.inputValue();
      assert.equal(problem, readFileSync(path.join(root, 'problems/bar_contact_space.yaml'), 'utf8'));
      await base.fill(problem.replace('friction:', 'frictoin:'));
      await page.getByRole('tab', { name: 'Study' }).click();
      await run(page);
      await fault.waitFor();
      assert.equal(await page.getByRole('tab', { name: /Its base.*with an error/ }).getAttribute('aria-selected'), 'true');
      const at = problem.split('\n').findIndex((l) => l.includes('friction:'));
      const column = problem.split('\n')[at].indexOf('friction:') + 1;
      await page.getByRole('button', { name: `line ${at + 1}, column ${column}` }).click();
      assert.ok((await base.evaluate((e) => e.value.slice(e.selectionStart))).startsWith('frictoin'));
    },
    { expected: /status of 422/ },
  );
});

test('a study that is refused leaves what there was, and says that it is of before; a base that is not there is an error', async () => {
  await withBench(
    { study: 'brach_fig3' },
    async (page) => {
      await run(page);
      await done(page);
      const good = await text(page).inputValue();
      await text(page).fill(good.replace(/law: .*/, 'law: brahc'));
      await run(page);
      await page.getByRole('alert').getByText('did you mean').waitFor();
      await page.getByText('Of another text').waitFor();
      await text(page).fill(good.replace('problems/', 'problems/no'));
      await run(page);
      await page.getByRole('alert').getByText('does not come with the program').waitFor();
      await text(page).fill(good);
      await page.getByText('Of another text').waitFor({ state: 'detached' });
    },
    { expected: /status of 422/ },
  );
});

test('from a cell of a map to its impact, by mouse and by keys, and back by undo', async () => {
  await withBench({ study: 'brach_fig3', quantity: 'limited' }, async (page) => {
    await run(page);
    await done(page);
    const { canvas, to } = await chart(page, 'Map of limited');
    await canvas.hover({ position: to(0.4, 0.5) });
    await canvas.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    const numbers = await page.getByTestId('picked').locator('td').evaluateAll((c) => c.slice(0, 2).map((d) => Number(d.textContent)));
    assert.ok(Math.abs(numbers[0] - 0.405) < 1e-9 && numbers[1] === 0.5);
    const see = page.getByRole('button', { name: 'See its impact', exact: true });
    await see.focus();
    await shot(page, 'lab-study-picked', { fullPage: true });
    await page.keyboard.press('Enter');
    const problem = await page.getByLabel('Text of the problem file').inputValue();
    assert.ok(problem.includes(`impulse_ratio: ${numbers[0]}`) && problem.includes(`restitution: ${numbers[1]}`), problem);
    await page.locator('tr[data-law=brach].hot').waitFor();
    const loss = JSON.parse(ricochet('impact', file('point', problem), '--format', 'json')).results.find((r) => r.law === 'brach');
    assert.ok(loss.contacts);
    await page.getByRole('button', { name: 'Undo' }).click();
    await chart(page, 'Map of limited');
    assert.equal(await page.getByTestId('preview').count(), 0);
  });
});

test('from a row of a sweep to its impact', async () => {
  await withBench({ study: 'two_vehicles' }, async (page) => {
    await run(page);
    await done(page);
    await chart(page, 'Distribution of bodies.car.delta_v');
    await shot(page, 'lab-study-sweep', { fullPage: true });
    await page.locator('summary', { hasText: /^cells/ }).click();
    const row = page.getByRole('group', { name: 'Table cells' }).locator('tbody tr').nth(3);
    await row.waitFor();
    const e = await row.locator('td[title]').first().getAttribute('title');
    await row.getByRole('button', { name: 'See its impact: row 4' }).click();
    assert.ok((await page.getByLabel('Text of the problem file').inputValue()).includes(`restitution: ${e}`));
  });
});

test('an orbit shows its multipliers, explained', async () => {
  await withBench({ study: 'bounce_orbit' }, async (page) => {
    await run(page);
    await done(page);
    const { orbits } = JSON.parse(ricochet('orbit', 'studies/bounce_orbit.yaml', '--format', 'json', '--quiet')).tables;
    const period = orbits.rows[0][orbits.columns.findIndex((c) => c.name === 'period')];
    await page.getByText(shown(period), { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: 'Multipliers' }).getByRole('button').hover();
    await page.getByRole('tooltip').getByText('grows by these factors').waitFor();
    for (const term of await page.locator('.term').all()) {
      const id = await term.getAttribute('aria-describedby');
      assert.ok((await page.locator(`[id="${id}"]`).textContent()).trim().length > 15);
    }
    assert.deepEqual(await violations(page), []);
    await shot(page, 'lab-study-orbit', { fullPage: true });
    // The motion begins in the state of the orbit, and is computed at once.
    await page.getByRole('button', { name: 'See its motion', exact: true }).click();
    await page.getByRole('link', { name: 'Motion' }).and(page.locator('[aria-current=page]')).waitFor();
    const start = JSON.parse(new URLSearchParams(await page.waitForFunction(() => location.hash.includes('start=') && location.hash.split('?')[1]).then((h) => h.jsonValue())).get('start'));
    const names = orbits.columns.map((c) => c.name);
    assert.equal(start.q[2], orbits.rows[0][names.indexOf('phi')]);
  });
});

/** The motion bench has come up with a motion that has ended. */
async function motionEnds(page) {
  await page.getByRole('link', { name: 'Motion' }).and(page.locator('[aria-current=page]')).waitFor();
  await page.getByTestId('ending').getByText(/^Ended/).waitFor();
}

test('from a cell of a map to its motion, whose events are those the cell counts', async () => {
  await withBench({ study: '', text: long.replaceAll('count: 220', 'count: 8') }, async (page) => {
    await run(page);
    await done(page);
    const { cells } = JSON.parse(ricochet('map', file('bounces', long.replaceAll('count: 220', 'count: 8')), '--format', 'json', '--quiet')).tables;
    const [e, height, events] = ['e', 'height', 'events'].map((name) => cells.rows[19][cells.columns.findIndex((c) => c.name === name)]);
    await click(page, 'Map of events', e, height);
    await page.getByRole('button', { name: 'See its motion', exact: true }).click();
    await motionEnds(page);
    const scene = await page.getByLabel('Text of the scene file').inputValue();
    assert.ok(scene.includes(String(e)) && scene.includes(String(height)), scene);
    const list = JSON.parse(ricochet('simulate', file('cell', scene), '--format', 'json')).events.filter((event) => event.kind !== 'end');
    assert.equal(list.length, events);
    const kinds = await page.locator('.list tbody tr').evaluateAll((rows) => rows.map((r) => r.cells[1].textContent));
    assert.deepEqual(kinds, list.map((event) => event.kind));
  });
});

test('from a point of a diagram to its motion, and from an orbit of a branch, at its state', async () => {
  await withBench({ study: '', text: bounce }, async (page) => {
    await run(page);
    await done(page);
    const tables = JSON.parse(ricochet('bifurcate', file('bounce', bounce), '--format', 'json', '--quiet')).tables;
    for (const name of ['points', 'branches']) {
      await page.locator('summary', { hasText: new RegExp(`^${name}`) }).click();
      const row = page.getByRole('group', { name: `Table ${name}` }).locator('tbody tr').nth(2);
      await row.getByRole('button', { name: 'See its motion: row 3' }).click();
      await motionEnds(page);
      const scene = await page.getByLabel('Text of the scene file').inputValue();
      const { columns, rows } = tables[name];
      const of = (column) => rows[2][columns.findIndex((c) => c.name === column)];
      assert.ok(scene.includes(String(of('mu'))), `${name}: ${scene}`);
      await page.waitForFunction(() => location.hash.startsWith('#motion')); // it has come to rest
      const start = JSON.parse(new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]).get('start'));
      assert.equal(start?.q[2], name === 'branches' ? of('phi') : undefined);
      await page.getByRole('link', { name: 'Study' }).click();
    }
  });
});

test('downloads are what the command line writes, to the byte', async () => {
  await withBench({ study: 'brach_fig3' }, async (page) => {
    await run(page);
    await done(page);
    ricochet('map', 'studies/brach_fig3.yaml', '-o', world.file('brach.h5'), '--quiet');
    const take = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()]);
      return readFileSync(await download.path());
    };
    assert.deepEqual(await take('study.h5'), readFileSync(world.file('brach.h5')));
    for (const table of ['cells', 'boundaries']) {
      assert.equal(String(await take(`${table}.csv`)), ricochet('export', world.file('brach.h5'), '--table', table));
    }
    assert.deepEqual(JSON.parse(await take('study.json')).tables, JSON.parse(ricochet('map', 'studies/brach_fig3.yaml', '--format', 'json', '--quiet')).tables);
    assert.match(String(await take('report.html')), /<title>.*Brach 1993/);
  });
});

test('a link brings texts, quantity and view back; undo and redo walk through them', async () => {
  await withBench({ study: 'brach_fig3' }, async (page) => {
    await page.waitForFunction(() => location.hash === '#study?study=brach_fig3');
    const changed = shipped('brach_fig3').replace('count: 161', 'count: 41');
    await text(page).fill(changed);
    await page.waitForFunction(() => location.hash.includes('count'));
    await run(page);
    await done(page);
    await page.getByLabel('Quantity').selectOption('limited');
    await page.waitForFunction(() => location.hash.includes('quantity=limited'));
    await (await chart(page, 'Map of limited')).canvas.focus();
    await page.keyboard.press('+');
    await page.waitForFunction(() => location.hash.includes('view='));
    const closer = (await chart(page, 'Map of limited')).view;

    const again = await page.context().newPage();
    await again.goto(page.url());
    await again.waitForFunction(() => document.querySelector('textarea')?.value !== '');
    assert.equal(await text(again).inputValue(), changed);
    await run(again);
    await done(again);
    (await chart(again, 'Map of limited')).view.forEach((v, i) => assert.ok(Math.abs(v - closer[i]) < 1e-5));

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await chart(page, 'Map of loss');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await text(page).inputValue(), shipped('brach_fig3'));
    await page.getByText('Of another text').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.equal(await text(page).inputValue(), changed);
  });
});

test('a file of the user: a study, its base as it names it', async () => {
  await withBench({ study: 'brach_fig3' }, async (page) => {
    await page.locator('input[type=file]').setInputFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(bounce) });
    await page.waitForFunction((t) => document.querySelector('textarea').value === t, bounce); // it is read meanwhile
    await page.getByRole('tab', { name: 'Its base' }).click();
    assert.equal(await page.getByLabel('Text of its base').inputValue(), readFileSync(path.join(root, 'scenes/frictional_bounce_simplified.yaml'), 'utf8'));
    assert.equal(await page.getByLabel('Begin with').locator('option:checked').textContent(), 'a file');
  });
});

for (const [name, options] of [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
]) {
  test(`${name}: nothing is cut off, and everything can be reached`, async () => {
    for (const study of ['payr_glocker_fig5', 'painleve_rod', 'woodpecker_orbit', 'two_vehicles']) {
      await withBench(
        { study },
        async (page) => {
          await run(page);
          await done(page);
          await page.locator('canvas').first().waitFor();
          for (const summary of await page.locator('details summary').all()) await summary.click();
          const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(width <= 0, `${study}: ${width} px too wide`);
          assert.deepEqual(await violations(page), []);
          await shot(page, `lab-study-${name}-${study}`, { fullPage: true });
        },
        options,
      );
    }
  });
}
