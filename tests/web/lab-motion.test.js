// The motion bench of the lab, in a real browser with the real program behind it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { csv, inked, ricochet, root, shot, violations } from './browser.js';
import { setUpLab } from './lab.js';

const world = setUpLab((page) => page.getByLabel('Text of the scene file').waitFor());
const withMotion = (state, ...rest) => world.withLab(state ? `motion?${state}` : 'motion', ...rest);

const scene = (name) => readFileSync(path.join(root, `scenes/${name}.yaml`), 'utf8');
const editor = (page) => page.getByLabel('Text of the scene file');
const go = (page) => page.getByRole('button', { name: 'Run', exact: true });
const ending = (page) => page.getByTestId('ending');
const ended = (page) => ending(page).getByText(/^(Ended|Cancelled|Failed)/).waitFor();
const instant = async (page) => Number(await page.getByTestId('instant').getAttribute('title'));
const row = (cells) => cells.map((c) => c.title);
/** A text that holds for a long time: stick-slip, sampled finely. */
const long = `title: long
model: friction-oscillator
parameters: {mass: 1, stiffness: 100, belt_speed: 0.1, friction: 0.3, static_friction: 0.4}
until: 1e6
event_limit: 1000000000
output: {step: 1}
`;

/** The text of the page and its settings, as `ricochet simulate` sees them. */
async function simulated(page, ...more) {
  const file = world.file('now.yaml');
  writeFileSync(file, await editor(page).inputValue());
  return JSON.parse(ricochet('simulate', file, '--format', 'json', ...more));
}
/** Final state, events and ledger on the screen are those of the program, to the bit. */
async function agrees(page, ...more) {
  await ended(page);
  const want = await simulated(page, ...more);
  assert.equal(await instant(page), want.final.time);
  const state = await page.getByTestId('state').locator('tbody td').evaluateAll((list) => list.map((c) => Number(c.title)));
  assert.deepEqual(state, [...want.final.q, ...want.final.velocity].map((x) => x + 0));
  const modes = await page.getByTestId('contacts').locator('tbody tr').evaluateAll((list) => list.map((r) => r.cells[1].textContent));
  assert.deepEqual(modes, want.final.modes);
  const events = want.events.filter((e) => e.kind !== 'end');
  const rows = await page.locator('.list tbody tr').evaluateAll((list) => list.map((r) => [Number(r.cells[0].title), r.cells[1].textContent, r.cells[2].textContent]));
  assert.deepEqual(rows, events.slice(0, 100).map((e) => [e.time, e.kind, e.contacts.join(', ')]));
  const ledger = await page.getByTestId('ledger').locator('tbody tr').evaluateAll((list) =>
    list.map((r) => [r.querySelector('.term').textContent.replace(' ', '_'), Number(r.cells[3].title)]),
  );
  assert.deepEqual(Object.fromEntries(ledger), want.energy);
  return want;
}
async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()]);
  return readFileSync(await file.path());
}

for (const name of ['bouncing_ball', 'disc_ball', 'painleve_rod']) {
  test(`${name}: the numbers are those of \`ricochet simulate\``, () =>
    withMotion(`scene=${name}`, async (page) => {
      await go(page).click();
      const { status } = await agrees(page);
      assert.equal(await ending(page).textContent(), `Ended: ${status.message}`);
      assert.ok((await inked(page.locator('canvas[aria-label^="The scene"]'))) > 1000);
      assert.deepEqual(await violations(page), []);
      await shot(page, `lab-motion-${name}`);
      await shot(page, `lab-motion-${name}-full`, { fullPage: true });
    }));
}

test('settings beside the text: another law, time, tolerance and method', () =>
  withMotion('scene=bouncing_ball', async (page) => {
    await page.getByLabel('law', { exact: true }).selectOption('poisson');
    await page.getByLabel('until, s').fill('2.5');
    await page.getByLabel('tolerance').fill('1e-8');
    await page.keyboard.press('Control+Enter');
    await agrees(page, '--law', 'poisson', '--until', '2.5', '--tolerance', '1e-8');
    await page.getByLabel('law', { exact: true }).selectOption('moreau');
    await page.getByLabel('method').selectOption('moreau');
    await page.getByLabel('tolerance').fill('');
    await go(page).click();
    await page.getByRole('alert').getByText('step').waitFor(); // it has none
    await page.getByLabel('step, s').fill('0.01');
    await go(page).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.waitForFunction(() => location.hash.includes('step=0.01') && location.hash.includes('&run'));
    await page.getByText('The motion shown is that of the text and settings before').waitFor({ state: 'detached' });
    await agrees(page, '--law', 'moreau', '--until', '2.5', '--method', 'moreau', '--step', '0.01');
  }, { expected: /status of 4/ }));

test('an error of the text is marked at its place, and goes away', () =>
  withMotion(
    'scene=bouncing_ball',
    async (page) => {
      const good = scene('bouncing_ball');
      assert.equal(await editor(page).inputValue(), good);
      await editor(page).fill(good.replace('friction: 0.3', 'frictoin: 0.3'));
      const fault = page.getByRole('alert');
      await fault.waitFor();
      const line = good.split('\n').findIndex((l) => l.includes('friction: 0.3')) + 1;
      assert.match(await fault.textContent(), new RegExp(`line ${line}, column 5.*frictoin.*did you mean`, 's'));
      assert.equal(await page.locator('.numbers .wrong').textContent(), String(line));
      // The mark is behind the word: as wide as it, on its line.
      const [mark, word] = [await page.locator('.area .mark').boundingBox(), await page.locator('.area .mark div').boundingBox()];
      const box = await editor(page).boundingBox();
      assert.ok(Math.abs(mark.y - box.y - 8 - (line - 1) * 12.8 * 1.4) < 1.5);
      assert.ok(Math.abs(word.width - 8 * 7.7) < 4, `${word.width}`);
      await page.getByRole('button', { name: `line ${line}, column 5` }).click();
      assert.ok((await editor(page).evaluate((e) => e.value.slice(e.selectionStart))).startsWith('frictoin'));
      assert.deepEqual(await violations(page), []);
      await shot(page, 'lab-motion-error');
      // The program counts bytes, the page characters.
      await editor(page).fill('{title: "äöü€😀", bodis: 1}');
      await page.getByRole('button', { name: 'line 1, column 26' }).click();
      assert.ok((await editor(page).evaluate((e) => e.value.slice(e.selectionStart))).startsWith('bodis'));
      await editor(page).fill(good);
      await fault.waitFor({ state: 'detached' });
    },
    { expected: /status of 422/ },
  ));

test('what is refused leaves what there was, and says that it is of before', () =>
  withMotion(
    'scene=bouncing_ball',
    async (page) => {
      await go(page).click();
      await ended(page);
      await page.getByLabel('until, s').fill('-3');
      await page.getByLabel('until, s').press('Enter');
      await go(page).click();
      await page.getByRole('alert').getByText('before the start').waitFor();
      await page.getByText('The motion shown is that of the text and settings before').waitFor();
      const download = page.getByRole('link', { name: 'HDF5', exact: true });
      assert.equal((await page.request.get(new URL(await download.getAttribute('href'), world.lab.url).href)).status(), 200);
      await editor(page).fill('');
      await page.getByRole('alert').getByText('The text is empty').waitFor();
    },
    { expected: /status of 400/ },
  ));

test('keys are completed at the caret, by keyboard and by mouse', () =>
  withMotion(
    'scene=bouncing_ball',
    async (page) => {
      const area = editor(page);
      await area.focus();
      await area.evaluate((e) => e.setSelectionRange(e.value.length, e.value.length));
      await page.keyboard.type('tol');
      const list = page.getByRole('listbox');
      await list.waitFor();
      await list.getByText('theta').waitFor({ state: 'detached' }); // of the first letter
      assert.deepEqual(await list.getByRole('option').allTextContents(), ['tolerance']);
      assert.equal(await page.getByRole('combobox', { name: 'Text of the scene file' }).getAttribute('aria-expanded'), 'true');
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press('Enter');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.type(': 1e-9\n');
      assert.equal(await area.inputValue(), `${scene('bouncing_ball')}tolerance: 1e-9\n`);
      await page.keyboard.press('Control+Space');
      await list.waitFor();
      assert.ok((await list.getByRole('option').count()) > 5);
      await shot(page, 'lab-motion-complete');
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Space');
      await list.waitFor();
      await page.keyboard.press('ArrowDown');
      const second = await list.getByRole('option').nth(1).textContent();
      assert.equal(await list.getByRole('option', { selected: true }).textContent(), second);
      await page.keyboard.press('Tab');
      assert.ok((await area.inputValue()).endsWith(`\n${second}`));
      await page.keyboard.type(': ');
      await area.fill(`${scene('bouncing_ball')}law: `);
      await page.keyboard.press('Control+Space');
      await list.getByText('poisson', { exact: true }).click();
      assert.ok((await area.inputValue()).endsWith('law: poisson'));
      await area.press('Control+z');
      assert.ok((await area.inputValue()).endsWith('law: '), 'the undo of the browser knows of it');
    },
    { expected: /status of 422/ },
  ));

test('a long motion is watched while it is computed, scrubbed, and cancelled', () =>
  withMotion(`scene=&text=${encodeURIComponent(long)}`, async (page) => {
    await go(page).click();
    await page.getByRole('progressbar').waitFor();
    await page.getByTestId('instant').waitFor();
    const first = await instant(page);
    await page.waitForFunction((t) => Number(document.querySelector('[data-testid=instant]').title) > t, first);
    await page.getByRole('slider').evaluate((slider) => {
      slider.value = '5';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const seen = await instant(page);
    const end = async () => Number(await page.getByRole('slider').getAttribute('max'));
    const before = await end();
    await page.waitForFunction((t) => Number(document.querySelector('.scrub input').max) > t, before);
    assert.equal(await instant(page), seen, 'the instant stays');
    await shot(page, 'lab-motion-running');
    await page.getByRole('button', { name: 'Follow the newest instant' }).click();
    assert.ok((await instant(page)) > seen);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await ending(page).getByText('Cancelled').waitFor();
    await page.getByRole('link', { name: 'HDF5' }).waitFor();
    assert.ok((await end()) >= before, 'what it has found stays');
  }));

test('downloads are the files that the program writes', () =>
  withMotion('scene=disc_ball&run', async (page) => {
    await ended(page);
    const h5 = world.file('disc_ball.h5');
    const file = world.file('scene.yaml');
    writeFileSync(file, scene('disc_ball'));
    ricochet('simulate', file, '-o', h5);
    for (const [name, table] of [['samples, CSV', 'samples'], ['events, CSV', 'events'], ['final state, CSV', 'final']]) {
      assert.equal(String(await download(page, name)), ricochet('export', h5, '--table', table), name);
    }
    assert.ok(csv(String(await download(page, 'events, CSV'))).length > 5);
    assert.ok((await download(page, 'HDF5')).equals(readFileSync(h5)), 'the HDF5 file, byte by byte');
    assert.deepEqual(JSON.parse(await download(page, 'JSON')), await simulated(page));
    assert.match(String(await download(page, 'report page')), /ricochet-data/);
  }));

test('a motion that ends before its time says why', () =>
  withMotion(`scene=&text=${encodeURIComponent('model: painleve-rod\npainleve: stop\nuntil: 1\n')}&run`, async (page) => {
    await ended(page);
    assert.match(await ending(page).textContent(), /^Ended before its time \(no-solution\): /);
    assert.match(await ending(page).getAttribute('class'), /warn/);
    await shot(page, 'lab-motion-early');
  }));

test('a link brings scene, settings and instant back; undo and redo walk through them', () =>
  withMotion('scene=rolling_disc&law=poisson&until=0.9&run&t=0.25', async (page) => {
    await ended(page);
    assert.equal(await instant(page), 0.25);
    assert.equal(await page.getByLabel('law', { exact: true }).inputValue(), 'poisson');
    const text = scene('rolling_disc');
    await editor(page).fill(text.replace(/^title: .*/m, 'title: mine'));
    await page.waitForFunction(() => location.hash.includes('text='));
    await page.getByText('The motion shown is that of the text and settings before').waitFor();
    const again = await page.context().newPage();
    await again.goto(page.url());
    assert.match(await editor(again).inputValue(), /^title: mine$/m);
    assert.equal(await again.getByLabel('until, s').inputValue(), '0.9');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await editor(page).inputValue(), text);
    assert.equal(await instant(page), 0.25);
    assert.ok(!page.url().includes('text='), 'no text of an unchanged scene in links');
    await page.getByLabel('Begin with').selectOption('two_discs');
    await page.waitForFunction(() => location.hash.includes('two_discs'));
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await editor(page).inputValue(), text);
    assert.equal(await page.getByLabel('until, s').inputValue(), '0.9');
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.equal(await editor(page).inputValue(), scene('two_discs'));
  }));

test('a link may bring the state that the motion starts from', () =>
  withMotion(`scene=bouncing_ball&until=1&start=${encodeURIComponent('{"t":0.5,"q":[0,2,0],"u":[1,0,0]}')}&run`, async (page) => {
    await ended(page);
    await page.getByText('Starts at t = 0.5 s').waitFor();
    assert.equal(Number(await page.getByRole('slider').getAttribute('min')), 0.5);
    await page.keyboard.press('Home');
    const state = await page.getByTestId('state').locator('tbody td').evaluateAll((list) => list.map((c) => Number(c.title)));
    assert.deepEqual(state, [0, 2, 0, 1, 0, 0]);
    await page.getByRole('button', { name: 'Start as in the scene' }).click();
    await go(page).click();
    await page.waitForFunction(() => document.querySelector('.scrub input').min === '0');
  }));

test('a file from the disk, chosen or dropped', () =>
  withMotion('', async (page) => {
    writeFileSync(world.file('mine.yaml'), scene('two_discs'));
    await page.getByLabel('Open a file').setInputFiles(world.file('mine.yaml'));
    await page.waitForFunction((t) => document.querySelector('textarea').value === t, scene('two_discs'));
    assert.equal(await page.getByLabel('Begin with').locator('option:checked').textContent(), 'mine.yaml');
    const data = await page.evaluateHandle((text) => {
      const held = new DataTransfer();
      held.items.add(new File([text], 'dropped.yaml'));
      return held;
    }, scene('rolling_disc'));
    await editor(page).dispatchEvent('drop', { dataTransfer: data });
    await page.waitForFunction((t) => document.querySelector('textarea').value === t, scene('rolling_disc'));
    await go(page).click();
    await agrees(page);
  }));

test('by keyboard alone: choose, run, step; keys of the text stay in the text', () =>
  withMotion('', async (page) => {
    await page.getByLabel('Begin with').focus();
    await page.keyboard.press('b');
    await page.keyboard.press('Control+Enter');
    await ended(page);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('Home');
    assert.equal(await instant(page), 0);
    await page.keyboard.press(']');
    const at = await instant(page);
    await editor(page).focus();
    await page.keyboard.type('#.,[] ');
    assert.equal(await instant(page), at);
    await page.getByLabel('until, s').focus();
    await page.keyboard.type('1.5');
    await page.keyboard.press('Home');
    assert.equal(await instant(page), at);
    for (const term of await page.locator('.term').all()) {
      const id = await term.getAttribute('aria-describedby');
      assert.ok((await page.locator(`[id="${id}"]`).textContent()).trim().length > 20);
    }
  }));

test('the tour is that of the bench', () =>
  withMotion(
    'scene=bouncing_ball&run',
    async (page) => {
      const card = page.getByRole('dialog');
      await card.waitFor();
      await ended(page);
      for (const at of ['scene', 'run', 'settings', 'motion', 'files', 'tools']) {
        await page.locator(`[data-tour=${at}].toured`).waitFor();
        if (at !== 'tools') await card.getByRole('button', { name: 'Next' }).click();
      }
      await card.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Impact' }).click();
      await page.getByRole('button', { name: 'Tour' }).click();
      await page.locator('[data-tour=bodies].toured').waitFor();
    },
    { tour: true },
  ));

for (const [name, options] of [
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
]) {
  test(`${name}: nothing is cut off, and everything can be reached`, () =>
    withMotion(
      'scene=disc_ball&run',
      async (page) => {
        await ended(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(width <= 0, `${width} px too wide`);
        assert.deepEqual(await violations(page), []);
        await shot(page, `lab-motion-${name}`, { fullPage: true });
        await page.getByTestId('instant').scrollIntoViewIfNeeded();
        await shot(page, `lab-motion-${name}-figure`);
      },
      options,
    ));
}
