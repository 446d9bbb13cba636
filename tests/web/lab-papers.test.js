// The papers bench of the lab, in a real browser with the real program behind it.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { csv, inked, ricochet, shot, violations } from './browser.js';
import { setUpLab } from './lab.js';

const world = setUpLab((page) => drawn(page));
/** Runs `use` on the bench once its figure is drawn. */
const withFigure = (state, use, options) => world.withLab(`papers?${state}`, use, options);
/** Waits until what is drawn is what the sliders say. */
const drawn = (page) => page.locator('[data-drawn]').waitFor();
const number = (page, key) => page.locator(`input[data-key="${key}"]`);
async function type(page, key, value) {
  await number(page, key).fill(String(value));
  await number(page, key).press('Enter');
  await drawn(page);
}
/** The numbers that are computed beside the printed ones, by their names. */
const computed = (page) => page.locator('[data-now]').evaluateAll((cells) => Object.fromEntries(cells.map((c) => [c.dataset.now, Number(c.title || NaN)])));
const picture = (page) => page.locator('.picture canvas').evaluateAll((all) => all.map((c) => c.toDataURL()).join());
/** The file of the figure as the page has it, given to the program. */
async function asked(page, ...args) {
  const text = (label) => page.locator(`pre[aria-label="${label}"]`);
  const file = world.file('figure.yaml');
  // Shipped bases lie beside the studies, not beside this file.
  writeFileSync(file, (await text('Text of the file').textContent()).replace(/base: \.\.\//, `base: ${process.cwd()}/`));
  if (await text('Text of its base').count()) writeFileSync(world.file('base.yaml'), await text('Text of its base').textContent());
  return ricochet(args[0], file, ...args.slice(1));
}
const close = (a, b, within, what) => assert.ok(Math.abs(a - b) <= within, `${what}: ${a} is not ${b}`);

// Parameters that change the picture, where the first does not: velocities over v_b do not depend on it.
const moves = { table4: 'e', fig5b: 'e', loss: 'e', friction: 'e', 'bifurcation-belt': 'J' };

for (const paper of ['brach-1993', 'leine-brogliato-2001', 'liu-2013', 'payr-glocker-2005', 'rodriguez-bowling-2011']) {
  test(`${paper}: every figure is drawn, and follows a slider`, async () => {
    await withFigure(`paper=${paper}`, async (page) => {
      const links = await page.getByRole('navigation', { name: 'Figures' }).getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      assert.ok(links.length >= 4);
      for (const link of links) {
        const key = new URLSearchParams(link.slice(link.indexOf('?'))).get('figure');
        const of = page.getByRole('navigation', { name: 'Figures' }).locator(`a[href="${link}"]`);
        await of.click();
        await page.locator(`[data-drawn="${key}"]`).waitFor();
        assert.equal(await of.getAttribute('aria-current'), 'page');
        const canvas = page.locator('.picture canvas').first();
        assert.ok((await inked(canvas)) > 1500, `${key} is drawn`);
        assert.equal(await page.locator('.fault').count(), 0, key);
        for (const [name, x] of Object.entries(await computed(page))) assert.ok(Number.isFinite(x), `${key}: ${name}`);
        await page.waitForTimeout(50);
        await shot(page, `lab-papers-${paper}-${key}`, { fullPage: true });
        const before = await picture(page);
        const input = moves[key] ? number(page, moves[key]) : page.locator('.sliders input[data-key]').first();
        const [value, low, high] = await input.evaluate((i) => [i.value, i.min, i.max].map(Number));
        await type(page, await input.getAttribute('data-key'), value < (low + high) / 2 ? value + 0.2 * (high - value) : value - 0.2 * (value - low));
        assert.equal(await page.locator('.fault').count(), 0, key);
        assert.notEqual(await picture(page), before, `${key} follows ${await input.getAttribute('data-key')}`);
        await page.getByRole('button', { name: 'As in the paper' }).click();
        await drawn(page);
      }
    });
  });
}

// What the papers print, or what docs/papers says of it: figure, quantity, number, how near it comes out.
const known = [
  ['paper=brach-1993&figure=fig3', 'μ_T at e = 1 (table 5)', 5 / 11, 1e-9],
  ['paper=brach-1993&figure=classical', 'T_L without friction', 28.85, 0.05],
  ['paper=brach-1993&figure=classical', 'T_L at f = 1.2', 33.05, 0.01],
  ['paper=brach-1993&figure=simulation', 'duration of contact', 0.0639, 1e-4],
  ['paper=brach-1993&figure=simulation', 'normal impulse P_n', 0.559, 5e-4],
  ['paper=brach-1993&figure=simulation', 'rotation after', 138.54, 0.06],
  ['paper=brach-1993&figure=simulation', 'energy lost T_L', 23.6, 0.05],
  ['paper=leine-brogliato-2001&figure=critical', 'least critical friction', 4 / 3, 2e-5],
  ['paper=leine-brogliato-2001&figure=rounded', 'least critical friction', 0.628546, 2e-5],
  ['paper=leine-brogliato-2001&figure=orbit', 'period', 0.338627935, 1e-8],
  ['paper=leine-brogliato-2001&figure=orbit&model=1&mu=0.42', 'period', 0.122097054, 1e-8],
  ['paper=liu-2013&figure=fig6a', 'θ′ after the impact', -0.67820031, 1e-7],
  ['paper=liu-2013&figure=fig6a', 'v_1 after the impact', 0.0925831256, 1e-8],
  ['paper=liu-2013&figure=table5', 'III ends at b/r =', 0.0511, 1e-4],
  ['paper=liu-2013&figure=table5', 'VI ends at b/r =', 0.4363, 1e-4],
  ['paper=liu-2013&figure=painleve', 'least, for this disc', 3.23167, 1e-4],
  ['paper=payr-glocker-2005&figure=fig6', 'its angle', 63.4349, 0.2],
  ['paper=payr-glocker-2005&figure=fig6&K=0.4', 'least critical friction', 2 * Math.sqrt(0.4 * 1.4), 1e-4],
  ['paper=payr-glocker-2005&figure=fig13', 'gross slip from, Walton, e = 1', 2.181, 0.01],
  ['paper=rodriguez-bowling-2011&figure=fig4', 'q_3′ after', 8, 1e-6],
  ['paper=rodriguez-bowling-2011&figure=fig6', 'q_3′ after', -7.8255, 1e-3],
  ['paper=rodriguez-bowling-2011&figure=fig4&law=1', 'q_3′ after', -4.287, 1e-3],
  ['paper=rodriguez-bowling-2011&figure=spin', 'spin per speed, table 2', -7.8255 / 10.208, 2e-3],
  ['paper=rodriguez-bowling-2011&figure=loss', 'energy lost, first throw', 65.4, 0.1],
];
test('the numbers of the papers and of their reproductions come out', async () => {
  for (const [state, name, value, within] of known) {
    await withFigure(state, async (page) => close((await computed(page))[name], value, within, `${state} ${name}`));
  }
});

test('the numbers are those of the program for the same file', async () => {
  await withFigure('paper=brach-1993&figure=fig3&vt=0.3', async (page) => {
    const rows = csv(await asked(page, 'sweep', '--format', 'csv'));
    assert.equal((await computed(page))['μ_T at e = 1 (table 5)'], Number(rows.at(-1)['brach.impulse_ratio']));
  });
  await withFigure('paper=leine-brogliato-2001&figure=rounded&r=0.8', async (page) => {
    const rows = csv(await asked(page, 'painleve', '--format', 'csv'));
    const least = Math.min(...rows.map((r) => Number(r.critical_friction)).filter((x) => x > 0));
    assert.equal((await computed(page))['least critical friction'], least);
  });
  await withFigure('paper=leine-brogliato-2001&figure=orbit&belt=0.22', async (page) => {
    const rows = csv(await asked(page, 'orbit', '--format', 'csv'));
    assert.equal((await computed(page)).period, Number(rows[0]['period [s]']));
  });
  await withFigure('paper=rodriguez-bowling-2011&figure=fig6&w=3', async (page) => {
    const { events } = JSON.parse(await asked(page, 'simulate', '--format', 'json'));
    const after = events.find((e) => e.kind === 'impact').velocity_after;
    assert.equal((await computed(page))['q_3′ after'], after[2]);
  });
});

test('a link brings a figure back; undo and redo walk through it', async () => {
  await withFigure('paper=payr-glocker-2005&figure=fig9&mu=0.75&phi2=30', async (page) => {
    assert.equal(await number(page, 'mu').inputValue(), '0.75');
    assert.equal(await number(page, 'phi2').inputValue(), '30');
    await type(page, 'mu', 1.25);
    await page.waitForFunction(() => location.hash.includes('mu=1.25'));
    await page.getByRole('navigation', { name: 'Papers' }).getByRole('link', { name: 'Liu et al. 2013' }).click();
    await page.locator('[data-drawn=fig4]').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-drawn=fig9]').waitFor();
    assert.equal(await number(page, 'mu').inputValue(), '1.25');
    await page.getByRole('button', { name: 'Undo' }).click();
    await drawn(page);
    assert.equal(await number(page, 'mu').inputValue(), '0.75');
    await page.getByRole('button', { name: 'Redo' }).click();
    await drawn(page);
    assert.equal(await number(page, 'mu').inputValue(), '1.25');
    await page.getByRole('button', { name: 'As in the paper' }).click();
    await drawn(page);
    assert.equal(await number(page, 'mu').inputValue(), '0.5');
  });
  // What no figure has is the first; numbers out of range are at their ends, words are left alone.
  await withFigure('paper=payr-glocker-2005&figure=none&mu=99&eN=x', async (page) => {
    await page.locator('[data-drawn=fig4]').waitFor();
    assert.equal(await number(page, 'mu').inputValue(), '3');
    assert.equal(await number(page, 'eN').inputValue(), '1');
  });
});

test('by keyboard alone: another figure, its slider, its picture', async () => {
  await withFigure('paper=brach-1993&figure=fig3', async (page) => {
    const link = page.getByRole('navigation', { name: 'Figures' }).getByRole('link', { name: /Bounds/ });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-drawn=bounds]').waitFor();
    const before = await picture(page);
    await page.locator('input[data-slider=vt]').focus();
    await page.keyboard.press('PageUp');
    await drawn(page);
    assert.equal(await number(page, 'vt').inputValue(), '0.7');
    assert.notEqual(await picture(page), before);
    await page.locator('.picture canvas').first().focus();
    await page.keyboard.press('+');
  });
});

test('a drag asks for the newest only, and the picture stays meanwhile', async () => {
  await withFigure('paper=payr-glocker-2005&figure=fig5', async (page) => {
    const slider = page.locator('input[data-slider=mu]');
    for (let k = 1; k <= 20; ++k) {
      await slider.fill(String(0.1 * k));
      assert.ok((await page.locator('.picture canvas').count()) >= 1, 'a picture is there');
    }
    await drawn(page);
    assert.equal(await number(page, 'mu').inputValue(), '2');
  });
});

test('finer has more cells; files can be had', async () => {
  await withFigure('paper=payr-glocker-2005&figure=fig4', async (page) => {
    await page.getByText('121 × 90 cells').waitFor();
    await page.getByLabel('finer').check();
    await page.getByText('241 × 180 cells').waitFor();
    await drawn(page);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download its file' }).click()]);
    assert.equal(file.suggestedFilename(), 'fig4.yaml');
  });
});

const impactLink = 'paper=rodriguez-bowling-2011&figure=corner&e=0.7';
test('figures open in the benches of studies, motions and impacts, and are there when one comes back', async () => {
  await withFigure('paper=payr-glocker-2005&figure=fig6&K=0.25', async (page) => {
    await page.getByRole('link', { name: 'Open in the study bench' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).first().click();
    await page.locator('canvas').first().waitFor();
    await page.goBack();
    await drawn(page);
    assert.ok(Math.abs((await computed(page))['least critical friction'] - 2 * Math.sqrt(0.25 * 1.25)) < 1e-4);
  });
  await withFigure('paper=liu-2013&figure=fig6a&b=4.5', async (page) => {
    await page.getByRole('link', { name: 'Open in the motion bench' }).click();
    await page.locator('#animation canvas').first().waitFor();
    assert.match(new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]).get('text'), /impact_height: 0.0045/);
  });
  await withFigure(impactLink, async (page) => {
    await page.getByRole('link', { name: 'Open in the impact bench' }).click();
    await page.getByRole('group', { name: 'Impulses and velocities per contact' }).waitFor();
    assert.match(await page.getByLabel('Text of the problem file').inputValue(), /restitution: 0.7/);
  });
});

for (const [name, options] of [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
]) {
  test(`${name}: nothing is cut off, and nobody is shut out`, async () => {
    for (const [k, state] of ['paper=brach-1993&figure=fig3', 'paper=liu-2013&figure=fig6b', 'paper=payr-glocker-2005&figure=fig5', 'paper=leine-brogliato-2001&figure=bifurcation-friction', impactLink].entries()) {
      await withFigure(state, async (page) => {
        assert.deepEqual(await violations(page), [], state);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${state} is as wide as the window`);
        await shot(page, `lab-papers-${name}-${k}`, { fullPage: true });
      }, options);
    }
  });
}
