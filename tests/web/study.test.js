// Reports of studies: what the page shows is what `ricochet export` prints, where the axes say it is.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { chart, csv, far, inked, pixel, ricochet, root, setUp, shot, shown, violations, withPage } from './browser.js';

const world = setUp();

/** Computes a study into the folder and reports on it. The text may be changed before. */
function study(command, name, text) {
  const file = world.file(`${name}.yaml`);
  writeFileSync(file, text.replace(/base: \.\.\//, `base: ${root}/`));
  ricochet(command, file, '-o', world.file(`${name}.h5`), '--quiet');
  ricochet('report', world.file(`${name}.h5`), '-o', world.file(`${name}.html`), '--quiet');
}
const shipped = (name) => readFileSync(path.join(root, 'studies', `${name}.yaml`), 'utf8');
const table = (name, of) => csv(ricochet('export', world.file(`${name}.h5`), '--table', of));
const page = (name) => world.file(`${name}.html`);

// Text that must never become markup.
const hostile = `</script><img src=x onerror=alert(1)> "'&`;

before(() => {
  study('map', 'regimes', shipped('payr_glocker_fig5').replace('quantities: [mode, energy_gain]', 'quantities: [mode, energy_gain, normal_impulse]'));
  study('map', 'log', shipped('brach_fig3')
    .replace('{path: contacts.tip.restitution, from: 0, to: 1, count: 51}', '{path: contacts.tip.restitution, from: 1, to: 0.01, count: 11, scale: log}')
    .replace(/title: .*/, `title: '${hostile.replace(/'/g, "''")}'`));
  study('painleve', 'sliding', shipped('painleve_rod'));
  study('painleve', 'line', shipped('painleve_rod').replace(/ *- \{path: parameters.angular_velocity.*\n/, ''));
  study('sweep', 'vehicles', shipped('two_vehicles').replace('samples: 10000', 'samples: 500'));
  study('sweep', 'slices', `sweep:
  base: ../problems/two_vehicles.yaml
  law: routh-stronge
  parameters:
    - {name: e, path: contacts.0.restitution, uniform: {low: 0, high: 0.4}}
    - {name: mu, path: contacts.0.friction, values: [0.1, 0.3, 0.7]}
  samples: 100
  quantities: [bodies.car.delta_v, mode]
`);
  study('sweep', 'cube', `sweep:
  base: ../problems/bar_contact_space.yaml
  law: [moreau, poisson]
  parameters:
    - {path: contacts.tip.friction, from: 0.1, to: 1, count: 12}
    - {name: ratio, values: [-3, -1, 0.5, 1, 4]}
    - {name: v, values: [-1, -2]}
  set: {velocity.0: v, velocity.1: v*ratio}
  quantities: [mode, tangential_velocity]
`);
  study('orbit', 'orbit', shipped('bounce_orbit'));
  study('orbit', 'orbits', `${shipped('bounce_orbit')}  parameters: [{path: parameters.friction, name: mu, values: [0.5, 0.52, 0.54]}]\n`);
  study('identify', 'bar', shipped('identify_bar'));
  study('bifurcate', 'bounce', shipped('bounce_friction')
    .replace(/from: 0.385, to: 0.605, count: 111/, 'from: 0.42, to: 0.46, count: 9')
    .replace(/diagram: .*/, 'diagram: {transient: 20, returns: 8, settle: 3}')
    .replace(/branches:(\n +- .*)+/, 'branches:\n    - {start: 0.435, settle: 4}')
    .replace(/continuation: .*/, 'continuation: {step: 0.1, points: 10}'));
});

/** The lines of the readout of the chart on the page. */
const readout = async (p) =>
  Object.fromEntries(await p.locator('.readout tr').evaluateAll((rows) => rows.map((r) => [r.children[0].textContent, r.children[1].textContent])));

/** Puts the pointer on a pixel of a canvas. */
async function pointAt(p, canvas, { x, y }) {
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await p.mouse.move(box.x + x, box.y + y);
}

/** A number and its unit as the page shows them. */
const quantity = (text, unit) => (text === '' ? '–' : unit ? `${shown(Number(text))} ${unit}` : shown(Number(text)));

test('a map shows the numbers of the cell under the pointer', () =>
  withPage(world, page('regimes'), async (p) => {
    const rows = table('regimes', 'cells');
    const { canvas, to } = await chart(p, 'Map of mode');
    for (const k of [0, 1234, 22222, 43379]) {
      await pointAt(p, canvas, to(Number(rows[k].ratio), Number(rows[k]['phi [deg]'])));
      const said = await readout(p);
      assert.equal(said.ratio, quantity(rows[k].ratio));
      assert.equal(said.phi, quantity(rows[k]['phi [deg]'], 'deg'));
      assert.equal(said.mode, rows[k].mode);
      assert.equal(said.status, rows[k].status);
      assert.equal(said.normal_impulse, quantity(rows[k]['normal_impulse [N s]'], 'N s'));
    }
    await shot(p, 'study-map', { fullPage: true });
  }));

test('regions of a map have the colours of their legend, and other quantities other pixels', () =>
  withPage(world, page('regimes'), async (p) => {
    const rows = table('regimes', 'cells');
    const { canvas, to } = await chart(p, 'Map of mode');
    const legend = Object.fromEntries(
      await p.locator('ul[aria-label^="Regions of mode"] li').evaluateAll((items) =>
        items.map((i) => [i.textContent.trim().split(' ')[0], getComputedStyle(i.querySelector('span')).backgroundColor.match(/\d+/g).map(Number)])),
    );
    assert.deepEqual(Object.keys(legend).sort(), ['slip+', 'slip-', 'stick']);
    // Away from boundaries and names.
    for (const [ratio, phi] of [[-18, 170.5], [-18, 60.5], [-18, 10.5], [15, 40.5], [18, 120.5], [10, 175.5]]) {
      const row = rows.find((r) => Math.abs(Number(r.ratio) - ratio) < 0.01 && Number(r['phi [deg]']) === phi);
      assert.ok(far(await pixel(canvas, to(Number(row.ratio), phi)), legend[row.mode]) < 4, `${ratio} ${phi} ${row.mode}`);
    }
    const at = to(-18, 100);
    const first = await pixel(canvas, at);
    await p.getByLabel('Quantity').selectOption({ label: 'normal_impulse [N s]' });
    const other = await chart(p, 'Map of normal_impulse');
    assert.ok(far(await pixel(other.canvas, at), first) > 30);
    assert.equal(await p.locator('figure[aria-label^="Colours of normal_impulse [N s]"]').count(), 1);
  }));

test('boundaries of a map are drawn where they were located', () =>
  withPage(world, page('regimes'), async (p) => {
    const points = table('regimes', 'boundaries').filter((r) => r.along === 'ratio' && Math.abs(Number(r.ratio)) > 1);
    const { canvas, to } = await chart(p, 'Map of mode');
    for (const point of [points[3], points[points.length >> 1], points.at(-4)]) {
      const at = to(Number(point.ratio), Number(point['phi [deg]']));
      const near = [];
      for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) near.push(await pixel(canvas, { x: at.x + dx, y: at.y + dy }));
      assert.ok(Math.min(...near.map((c) => far(c, [0, 0, 0]))) < 120, `${at.x} ${at.y}: ${near}`);
    }
    await p.getByLabel('boundaries of mode').uncheck();
    const at = to(Number(points[3].ratio), Number(points[3]['phi [deg]']));
    assert.ok(far(await pixel(canvas, at), [0, 0, 0]) > 100);
  }));

test('zooming keeps the cell under the pointer, and showing all comes back', () =>
  withPage(world, page('regimes'), async (p) => {
    const { canvas, to, view } = await chart(p, 'Map of mode');
    await canvas.focus();
    await pointAt(p, canvas, to(5, 60.5));
    const said = await readout(p);
    for (let k = 0; k < 5; ++k) await p.mouse.wheel(0, -100);
    await p.waitForFunction((old) => document.querySelector('canvas').dataset.view !== old, view.join(' '));
    const closer = await chart(p, 'Map of mode');
    assert.ok(closer.view[1] - closer.view[0] < 0.5 * (view[1] - view[0]));
    await pointAt(p, canvas, to(5, 60.5)); // the same pixel
    assert.deepEqual(await readout(p), said);
    await p.keyboard.press('0');
    assert.deepEqual((await chart(p, 'Map of mode')).view, view);
  }));

test('keys move from cell to cell, and Enter keeps the exact numbers', () =>
  withPage(world, page('regimes'), async (p) => {
    const rows = table('regimes', 'cells');
    const { canvas, to } = await chart(p, 'Map of mode');
    const k = 100 * 180 + 50;
    await pointAt(p, canvas, to(Number(rows[k].ratio), Number(rows[k]['phi [deg]'])));
    await canvas.focus();
    await p.keyboard.press('Shift+ArrowRight');
    await p.keyboard.press('Shift+ArrowUp');
    const next = rows[k + 180 + 1];
    const said = await readout(p);
    assert.equal(said.ratio, quantity(next.ratio));
    assert.equal(said.phi, quantity(next['phi [deg]'], 'deg'));
    await p.keyboard.press('Enter');
    const kept = p.getByTestId('picked');
    const cell = kept.locator('tr', { hasText: 'normal_impulse' }).locator('td');
    assert.equal(Number(await cell.textContent()), Number(next['normal_impulse [N s]']));
    assert.equal(Number(await cell.getAttribute('title')), Number(next['normal_impulse [N s]']));
  }));

test('cells of a logarithmic, descending grid are where they belong', () =>
  withPage(world, page('log'), async (p) => {
    const rows = table('log', 'cells');
    const { canvas, to, view, box } = await chart(p, 'Map of loss');
    // The axis is logarithmic: the grid is even on it, with half a cell more at both ends.
    assert.ok(Math.abs(Math.log10(view[2]) - (-2 - 0.1)) < 1e-9 && Math.abs(Math.log10(view[3]) - 0.1) < 1e-9);
    for (const k of [0, 5, 10, 800, 1770]) {
      const y = Math.log10(Number(rows[k]['contacts.tip.restitution']));
      const part = (y - Math.log10(view[2])) / (Math.log10(view[3]) - Math.log10(view[2]));
      await pointAt(p, canvas, { x: to(Number(rows[k]['contacts.tip.impulse_ratio']), 0).x, y: box.top + box.height * (1 - part) });
      const said = await readout(p);
      assert.equal(said['contacts.tip.restitution'], quantity(rows[k]['contacts.tip.restitution']));
      assert.equal(said.loss, quantity(rows[k].loss));
      assert.equal(said.limited, rows[k].limited);
    }
    // A title is text.
    assert.equal(await p.locator('h1').textContent(), hostile);
    assert.equal(await p.locator('img').count(), 0);
  }));

test('a third parameter chooses the slice of a map', () =>
  withPage(world, page('cube'), async (p) => {
    const rows = table('cube', 'cells');
    for (const [v, choice] of [['-1', '-1'], ['-2', '-2']]) {
      await p.locator('label', { hasText: /^\s*v\s/ }).locator('select').selectOption({ label: choice });
      const { canvas, to } = await chart(p, 'Map of');
      const row = rows.find((r) => r.v === v && r.ratio === '4' && r['contacts.tip.friction'] === '1');
      await pointAt(p, canvas, { x: 0, y: 0 });
      await pointAt(p, canvas, to(1, 4));
      const said = await readout(p);
      assert.equal(said.ratio, '4');
      assert.equal(said['poisson.tangential_velocity'], quantity(row['poisson.tangential_velocity [m/s]'], 'm/s'));
      assert.equal(said['moreau.mode'], row['moreau.mode']);
    }
  }));

test('one parameter gives a curve with bands', () =>
  withPage(world, page('line'), async (p) => {
    const rows = table('line', 'cells');
    await p.getByLabel('Quantity').selectOption({ label: 'A [1/kg]' });
    const { canvas, to } = await chart(p, 'A over phi');
    const row = rows[30];
    await pointAt(p, canvas, to(Number(row['phi [deg]']), Number(row['A [1/kg]'])));
    const said = await readout(p);
    assert.equal(said.A, quantity(row['A [1/kg]'], '1/kg'));
    assert.equal(said.verdict, row.verdict);
    await shot(p, 'study-curve', { fullPage: true });
  }));

test('uncertain outcomes: percentiles and sensitivities are those of the tables', () =>
  withPage(world, page('vehicles'), async (p) => {
    const percentile = table('vehicles', 'percentiles').find((r) => r.quantity === 'bodies.car.delta_v' && r.percentile === '0.5');
    const { canvas, to, view } = await chart(p, 'Distribution of bodies.car.delta_v');
    await pointAt(p, canvas, to(Number(percentile.value), 0.5 * view[3]));
    const said = await readout(p);
    assert.equal(said.percentile, '50 %');
    assert.equal(said['bodies.car.delta_v'], quantity(percentile.value, 'm/s'));
    const share = table('vehicles', 'sensitivity').find((r) => r.quantity === 'bodies.car.delta_v' && r.input === 'e');
    const bars = await chart(p, 'Sensitivity of bodies.car.delta_v');
    await pointAt(p, bars.canvas, bars.to(0.3, 0));
    assert.equal((await p.locator('.readout:not(.empty) tr', { hasText: /^share/ }).first().locator('td').textContent()), quantity(share.share));
    await p.getByLabel('Quantity').selectOption({ label: 'mode' });
    await chart(p, 'Shares of mode');
    await shot(p, 'study-uncertain', { fullPage: true });
  }));

test('a bifurcation diagram shows orbits, special points and states with their numbers', () =>
  withPage(world, page('bounce'), async (p) => {
    const special = table('bounce', 'special').find((r) => r.kind === 'period-doubling');
    assert.ok(special);
    const { canvas, to, view } = await chart(p, 'Bifurcation diagram of phi');
    const at = to(Number(special.mu), Number(special['phi [rad]']));
    // The colour of its mark in the legend.
    const fill = await p.locator('ul[aria-label="Marks and lines"] li', { hasText: 'period-doubling' }).locator('polygon').getAttribute('fill');
    const wanted = [1, 3, 5].map((i) => parseInt(fill.slice(i, i + 2), 16));
    assert.ok(far(await pixel(canvas, at), wanted) < 8);
    await pointAt(p, canvas, at);
    let said = await readout(p);
    assert.equal(said.special, 'period-doubling');
    assert.equal(said.mu, quantity(special.mu));
    assert.equal(said.phi, quantity(special['phi [rad]'], 'rad'));
    assert.equal(said.period, quantity(special['period [s]'], 's'));
    // Closer, an orbit of a branch; points would lie on it.
    await p.getByLabel('growing').uncheck();
    await p.getByLabel('falling').uncheck();
    const orbit = table('bounce', 'branches').find((r) => Math.abs(Number(r.mu) - Number(special.mu)) > 0.004);
    await pointAt(p, canvas, to(Number(orbit.mu), Number(orbit['phi [rad]'])));
    said = await readout(p);
    assert.equal(said.branches, orbit.stability === 'stable' ? 'stable orbit' : 'unstable orbit');
    assert.equal(said.phi, quantity(orbit['phi [rad]'], 'rad'));
    assert.equal(said.period, quantity(orbit['period [s]'], 's'));
    await p.getByLabel('special points').uncheck();
    assert.ok(far(await pixel(canvas, at), wanted) > 30);
    // Another quantity, another axis.
    await p.getByLabel('Quantity').selectOption({ label: 'period [s]' });
    const period = await chart(p, 'Bifurcation diagram of period');
    assert.notDeepEqual(period.view, view);
    await pointAt(p, period.canvas, period.to(Number(orbit.mu), Number(orbit['period [s]'])));
    assert.equal((await readout(p)).period, quantity(orbit['period [s]'], 's'));
    await shot(p, 'study-diagram', { fullPage: true });
  }));

test('an orbit shows its multipliers on the plane of the unit circle', () =>
  withPage(world, page('orbit'), async (p) => {
    const [row] = table('orbit', 'orbits');
    const { canvas, to } = await chart(p, 'Multipliers and the unit circle');
    await pointAt(p, canvas, to(Number(row['multiplier0.re']), Number(row['multiplier0.im'])));
    const said = await readout(p);
    assert.equal(said.real, quantity(row['multiplier0.re']));
    assert.equal(said.imaginary, quantity(row['multiplier0.im']));
    // The circle itself: black at 45 degrees.
    const s = Math.SQRT1_2;
    assert.ok(far(await pixel(canvas, to(s, s)), [255, 255, 255]) > 150);
    assert.ok(await p.getByText(shown(Number(row['period [s]']))).count() > 0);
    await chart(p, 'v_phi over phi of one period');
    await shot(p, 'study-orbit', { fullPage: true });
  }));

test('an identification shows values and intervals', () =>
  withPage(world, page('bar'), async (p) => {
    const rows = table('bar', 'coefficients');
    const { canvas, to } = await chart(p, 'Coefficients with their intervals');
    assert.ok(far(await pixel(canvas, to(Number(rows[1].value), 1)), [255, 255, 255]) > 250);
    await pointAt(p, canvas, to(Number(rows[1].value), 1));
    const said = await readout(p);
    assert.equal(said.value, quantity(rows[1].value));
    assert.equal(said.low, quantity(rows[1].low));
    assert.equal(said.high, quantity(rows[1].high));
  }));

for (const [name, of] of [['regimes', 'boundaries'], ['bounce', 'branches'], ['vehicles', 'cells'], ['orbit', 'samples'], ['log', 'cells']]) {
  test(`the CSV of ${of} of ${name} is what export prints, to the byte`, () =>
    withPage(world, page(name), async (p) => {
      const summary = p.locator('details summary', { has: p.locator('strong', { hasText: new RegExp(`^${of}$`) }) });
      await summary.click();
      const [file] = await Promise.all([p.waitForEvent('download'), p.getByRole('button', { name: 'Save as CSV' }).click()]);
      assert.equal(readFileSync(await file.path(), 'utf8'), ricochet('export', world.file(`${name}.h5`), '--table', of));
    }));
}

for (const name of ['regimes', 'log', 'sliding', 'line', 'vehicles', 'slices', 'cube', 'orbit', 'orbits', 'bar', 'bounce']) {
  for (const [mode, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 740 } }],
  ]) {
    test(`the report of ${name} has no fault in ${mode}`, () =>
      withPage(world, page(name), async (p) => {
        for (const canvas of await p.locator('canvas[aria-label]').all()) assert.ok((await inked(canvas)) > 300);
        assert.ok((await p.evaluate(() => document.documentElement.scrollWidth)) <= p.viewportSize().width);
        for (const summary of await p.locator('details summary').all()) await summary.click();
        assert.deepEqual(await violations(p), []);
        // Every quantity can be drawn.
        const choice = p.getByLabel('Quantity');
        if (mode === 'light' && (await choice.count()) > 0) {
          for (const option of await choice.locator('option').allTextContents()) {
            await choice.selectOption({ label: option });
            assert.ok((await inked(p.locator('canvas[aria-label]').first())) > 300, option);
          }
        }
        if (mode !== 'light') await shot(p, `study-${name}-${mode}`);
      }, options));
  }
}

// How quickly is for bench/web to say.
test('a map of a million cells opens, and moves', async () => {
  study('map', 'million', `map:
  base: ../problems/bar_contact_space.yaml
  law: moreau
  parameters:
    - {name: ratio, from: -6, to: 6, count: 1000}
    - {name: mu, from: 0.1, to: 10, count: 1000, scale: log}
  set: {velocity.0: -1, velocity.1: -ratio, contacts.tip.friction: mu}
  quantities: [loss, mode]
  refine: mode
`);
  await withPage(world, page('million'), async (p) => {
    const before = await chart(p, 'Map of loss');
    assert.ok((await inked(before.canvas)) > 10000);
    await before.canvas.focus();
    await p.keyboard.press('ArrowRight');
    const after = await chart(p, 'Map of loss');
    assert.ok(after.view[0] > before.view[0]);
    assert.ok((await inked(after.canvas)) > 10000);
  });
});

test('printed, a map keeps its colours on white paper', () =>
  withPage(world, page('regimes'), async (p) => {
    await p.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { canvas, to, box } = await chart(p, 'Map of mode');
    assert.deepEqual(await pixel(canvas, { x: box.left - 66, y: 3 }), [255, 255, 255]);
    assert.ok(far(await pixel(canvas, to(-18, 60.5)), [255, 255, 255]) > 100);
    assert.equal(await p.getByRole('button', { name: 'Zoom in: Map of mode' }).isVisible(), false);
  }));
